"""Speed, always side by side in one run: `python -m bench NAME`."""
