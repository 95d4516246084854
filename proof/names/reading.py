"""How Discord reads a text: what stands there as it is, and what is more than letters."""

import re
import unicodedata
from typing import NamedTuple

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_HIDDEN = 0xF0000  # where an escaped sign is kept while the others are looked for
_ACTIVE = re.compile(
    r"""
    <@[!&]?\d+> | <\#\d+> | </[^>]*> | <t:[^>]*> | <a?:\w+:\d+> | <id:\w+> | @everyone | @here
    | <\w+://[^>]*> | \w+://[^\s]+ | \[[^\]\n]*\]\([^)\n]*\)
    | \*+ | _+ | ~~ | \|\| | `+
    | ^(?:\#{1,3}\s|-\#\s|>>>\s|>\s|[ ]*[-*+]\s|[ ]*\d+[.)]\s)
    """,
    re.VERBOSE | re.MULTILINE,
)
JOINERS = "\u200b\u2068\u2069\u200d"  # ours: a broken mention, and a name of the other direction
MOST_MARKS = 7  # above or below one letter: as many as a script may need


class Reading(NamedTuple):
    """The letters that people see, and the signs that do something."""

    letters: str
    signs: tuple[str, ...]


def read(text: str) -> Reading:
    hidden = _ESCAPED.sub(lambda found: chr(_HIDDEN + ord(found[1])), text)
    signs = tuple(found[0] for found in _ACTIVE.finditer(hidden))
    letters = "".join(map(_shown, hidden)).replace("\u200b", "")
    return Reading(letters, signs)


def _shown(letter: str) -> str:
    return chr(ord(letter) - _HIDDEN) if ord(letter) >= _HIDDEN else letter


def piles(text: str) -> int:
    """The most marks above or below one letter."""
    most = here = 0
    for letter in text:
        here = here + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        most = max(most, here)
    return most


def is_balanced(text: str) -> bool:
    """Whatever is turned round is turned back."""
    depth = 0
    for letter in text:
        depth += (letter == "\u2068") - (letter == "\u2069")
        if depth < 0:
            return False
    return depth == 0
