"""Checksums that show whether a stored row is still the one that was written.

The hash chain of a journal covers who did what, because that is what players can verify. A seal
covers the rest of a row: its events, or who sits on a seat. The store writes and checks them;
migrations seal older rows.
"""

import hashlib


def seal(*values: object) -> str:
    """Return a short checksum of these values as SQLite gives them back."""
    plain = [int(value) if isinstance(value, bool) else value for value in values]
    return hashlib.blake2b(repr(plain).encode(), digest_size=8).hexdigest()
