"""Discord only: reads what comes in, asks the host, shows the answer. Names no game."""
