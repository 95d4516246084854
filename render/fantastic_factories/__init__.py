"""The pictures of Fantastic Factories."""
