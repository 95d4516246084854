"""Discord only: parse what came in, ask the host, show the answer. Knows no game by its name."""
