"""The bot in the sandbox with a clock of our own, so that nobody waits in real time."""
