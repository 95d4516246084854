"""The bot in the sandbox on a clock of our own: nobody waits there in real time."""
