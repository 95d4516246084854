"""What SQLite and our own code do to the files, step by step, and what a crash leaves of it."""
