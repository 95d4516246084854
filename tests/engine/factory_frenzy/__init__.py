"""Tests of Factory Frenzy!."""
