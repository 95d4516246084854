"""Tests of Factory 42."""
