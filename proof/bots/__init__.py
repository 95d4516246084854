"""Bots with a planted fault, each run as `python -m proof.bots.NAME` in the bot's place."""
