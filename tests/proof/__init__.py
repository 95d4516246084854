"""Every proof at a small scale, and that none of them is blind."""
