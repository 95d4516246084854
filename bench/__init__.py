"""Speed, always next to something to compare it with: `python -m bench NAME`."""
