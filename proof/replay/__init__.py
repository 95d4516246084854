"""Journals stay what they were. Imports nothing: a worker is changed before it reads the games."""
