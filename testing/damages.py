"""Damage to files, as caused by a disk, a bad copy or a person: bits, pages, lengths."""

import re
from collections.abc import Callable
from random import Random

PAGE = 4096
SCHEMA_TEXT = re.compile(rb"CREATE (TABLE|INDEX)[^;\0]{10,}")


def flip_bit(content: bytearray, rng: Random) -> None:
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)


def overwritten(content: bytes, first: int, count: int, rng: Random) -> bytes:
    """Replace these pages by random bytes."""
    return content[: first * PAGE] + rng.randbytes(count * PAGE) + content[(first + count) * PAGE :]


def flipped(content: bytearray, rng: Random) -> None:
    for _ in range(rng.choice((1, 1, 2, 50))):
        flip_bit(content, rng)


def flipped_schema(content: bytearray, rng: Random) -> None:
    """Flip a bit in the text of the schema, which SQLite quotes in its messages.

    Often the highest bit of a byte, so that the text is no longer valid UTF-8.
    """
    places = [place for found in SCHEMA_TEXT.finditer(content) for place in range(*found.span())]
    if places:
        content[rng.choice(places)] ^= 1 << rng.choice((7, rng.randrange(8)))
    else:
        flipped(content, rng)


def flipped_head(content: bytearray, rng: Random) -> None:
    content[rng.randrange(min(100, len(content)))] ^= 1 << rng.randrange(8)


def cut(content: bytearray, rng: Random) -> None:
    is_even = rng.random() < 0.5
    size = rng.randrange(len(content))
    del content[size - size % PAGE if is_even else size :]


def swapped(content: bytearray, rng: Random) -> None:
    one, two = (rng.randrange(len(content) // PAGE + 1) * PAGE for _ in "12")
    first, second = bytes(content[one : one + PAGE]), bytes(content[two : two + PAGE])
    if len(first) == len(second):
        content[one : one + PAGE], content[two : two + PAGE] = second, first
    else:
        del content[-1:]


def zeroed(content: bytearray, rng: Random) -> None:
    at = rng.randrange(len(content))
    size = min(rng.choice((1, 16, 512, PAGE, 5 * PAGE)), len(content) - at)
    content[at : at + size] = bytes(size)


def garbage(content: bytearray, rng: Random) -> None:
    content[:] = rng.randbytes(rng.choice((1, 100, 5000)))


def emptied(content: bytearray, rng: Random) -> None:
    content.clear()


DAMAGES: tuple[Callable[[bytearray, Random], None], ...] = (
    *(flipped, flipped_schema, flipped_schema, flipped_head),
    *(cut, swapped, zeroed, garbage, emptied),
)


def spoilt(content: bytes, rng: Random) -> tuple[bytes, str]:
    """Return the content with one random kind of damage, and the name of that kind."""
    how, found = rng.choice(DAMAGES), bytearray(content)
    how(found, rng)
    return bytes(found), how.__name__
