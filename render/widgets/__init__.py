"""Parts of pictures that several games use."""
