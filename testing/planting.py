"""Replaces something for a while: how tests and proofs plant bugs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def planted(place: Any, name: str, value: Any) -> Iterator[None]:
    """Replace something for a while."""
    before = getattr(place, name)
    setattr(place, name, value)
    try:
        yield
    finally:
        setattr(place, name, before)
