"""The chain of future keys: its end is published first, and each key proves the one before.

Anybody who knows a key can check it against the one before, but nobody can compute the next.
"""

import hashlib
import hmac

LENGTH = 4_000  # links; then a new chain begins


def _next(link: bytes) -> bytes:
    return hashlib.sha256(link).digest()


def anchor(seed: bytes) -> str:
    """Return the end of the chain, which is published before the first link is used."""
    return link(seed, 0).hex()


def link(seed: bytes, number: int) -> bytes:
    """Return a link of the chain; links count from 1, and number 0 is the anchor."""
    if not 0 <= number <= LENGTH:
        raise ValueError(f"The chain has {LENGTH} links.")
    value = seed
    for _ in range(LENGTH - number):
        value = _next(value)
    return value


def proves(later: bytes, earlier: bytes, steps: int = 1) -> bool:
    """Whether the later link comes that many steps after the earlier one, or after the anchor."""
    for _ in range(steps):
        later = _next(later)
    return hmac.compare_digest(later, earlier)


def key_of(value: bytes, game: str) -> bytes:
    """Derive the key of a game's deal; it says nothing about the link that it is made from."""
    return hmac.digest(value, f"the deal of {game}".encode(), "sha256")
