"""What is counted when people vanish."""

POINTS, GATHERINGS, SHOWN = "points", "lobbies and attempts", "tables in the sandbox"
