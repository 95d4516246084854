"""Ids and codes read by hand, apart from the bot's own decoder."""

from typing import NamedTuple

DIGITS = frozenset("0123456789")
BASE36 = frozenset("0123456789abcdefghijklmnopqrstuvwxyz")
NAME, WORDS = BASE36 | {"_"}, BASE36 | {"_", " "}
OF_A_TABLE, OF_A_MOMENT = "cotvwj", "amsbqrx"
LONGEST_CODE = 76


class Reading(NamedTuple):
    """What an id says."""

    kind: str
    table: int = 0
    moves: int = 0
    text: str = ""
    page: int = 0


def reading(text: str) -> Reading | None:
    """None: it is no id at all."""
    kind, *rest = text.split(":")
    if text == "f:me":
        return Reading("f")
    if kind == "u" and len(rest) == 1 and _is(rest[0], NAME - DIGITS, 20):
        return Reading("u", text=rest[0])
    if kind == "p" and len(rest) == 2 and _is(rest[0], NAME, 40) and _is(rest[1], DIGITS, 3, 0):
        return Reading("p", text=rest[0], page=int(rest[1] or 0))
    if len(kind) != 1 or not (rest and _is(rest[0], BASE36, 8)):
        return None
    if kind in OF_A_TABLE:
        is_it = len(rest) == 2 and _is(rest[1], NAME, 40)
        return Reading(kind, int(rest[0], 36), text=rest[1]) if is_it else None
    return _of_a_moment(kind, rest) if kind in OF_A_MOMENT else None


def _of_a_moment(kind: str, rest: list[str]) -> Reading | None:
    if len(rest) != 3 or not _is(rest[1], BASE36, 5):
        return None
    words, mark, page = rest[2].partition("~")
    if not _is(words, WORDS, LONGEST_CODE, 0) or (mark and not _is(page, DIGITS, 4)):
        return None
    return Reading(kind, int(rest[0], 36), int(rest[1], 36), words, int(page or 0))


def _is(text: str, letters: frozenset[str], most: int, least: int = 1) -> bool:
    return least <= len(text) <= most and letters.issuperset(text)


def plain(text: str) -> str:
    """As codes are stored: no leading zeros, one space between words."""
    words = text.lower().split()
    return " ".join(
        str(int(word)) if word.isascii() and word.isdecimal() else word for word in words
    )
