"""Journals stay what they were. Imports nothing: a worker is patched before it reads the games."""
