"""Discord only: parses what comes in, asks the host, shows the answer. Knows no game by name."""
