"""Factory Frenzy!: a shared board, secret recipes."""
