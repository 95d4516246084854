"""The use cases and the journal in SQLite. Knows nothing about Discord, and no game by name."""
