"""The REST interface: what the bot asks for and does, checked as Discord checks it."""
