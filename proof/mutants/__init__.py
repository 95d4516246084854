"""Bots with a planted fault, each run as `python -m proof.mutants.NAME` in the bot's place."""
