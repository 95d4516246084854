"""Fantastic Factories: dice workers, blueprints and contractors, 1 to 5 players."""
