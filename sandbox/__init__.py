"""A Discord look-alike on 127.0.0.1, to play and test without a token or a network."""
