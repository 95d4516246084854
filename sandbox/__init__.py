"""A Discord of our own on 127.0.0.1, to play and test with no token and no network."""
