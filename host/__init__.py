"""The use cases and the journal in SQLite. Knows no Discord, and no game by its name."""
