"""Reads a text as people see it: its letters, what is invisible, and what formats it."""

import re
import unicodedata
from typing import NamedTuple

# DerivedCoreProperties.txt, Default_Ignorable_Code_Point
IGNORABLE = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
# control, lines and paragraphs, surrogates, private and unassigned characters, and blanks
OTHERS = (
    *((0x0000, 0x001F), (0x007F, 0x009F), (0x2028, 0x2029), (0x2800, 0x2800), (0xD800, 0xF8FF)),
    *((0xFDD0, 0xFDEF), (0xFFF9, 0xFFFC), (0xFFFE, 0xFFFF), (0x1D159, 0x1D159)),
    *((0x1FFFE, 0x1FFFF), (0xF0000, 0x10FFFF)),
)
UNSEEN = frozenset(
    chr(code) for first, last in (*IGNORABLE, *OTHERS) for code in range(first, last + 1)
)
EMOJI_STYLE = "\ufe0f"


def unseen(text: str, allowed: str = "") -> list[str]:
    """Return the invisible characters of a text, but not those that turn a symbol into an emoji."""
    return [
        f"U+{ord(each):04X}"
        for before, each in zip(f" {text}", text, strict=False)
        if each in UNSEEN and each not in allowed and not _is_style(before, each)
    ]


def _is_style(before: str, each: str) -> bool:
    return each == EMOJI_STYLE and unicodedata.category(before) in ("So", "Sm")


_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_HIDDEN = 0xF0000  # keeps escaped signs aside while the others are searched
_ACTIVE = re.compile(
    r"""
    <@[!&]?\d+> | <\#\d+> | </[^>]*> | <t:[^>]*> | <a?:\w+:\d+> | <id:\w+> | @everyone | @here
    | <\w+://[^>]*> | \w+://[^\s]+ | \[[^\]\n]*\]\([^)\n]*\)
    | \*+ | _+ | ~~ | \|\| | `+
    | ^(?:\#{1,3}\s|-\#\s|>>>\s|>\s|[ ]*[-*+]\s|[ ]*\d+[.)]\s)
    """,
    re.VERBOSE | re.MULTILINE,
)
JOINERS = "\u200b\u2068\u2069\u200d"  # ours: a broken mention, and a name in the other direction
MAX_MARKS = 7  # above or below one letter: as many as a script may need


class Reading(NamedTuple):
    """The letters that people see, and the signs that do something."""

    letters: str
    signs: tuple[str, ...]


def read(text: str) -> Reading:
    hidden = _ESCAPED.sub(lambda found: chr(_HIDDEN + ord(found[1])), text)
    signs = tuple(found[0] for found in _ACTIVE.finditer(hidden))
    return Reading("".join(map(_shown, hidden)).replace("\u200b", ""), signs)


def _shown(letter: str) -> str:
    return chr(ord(letter) - _HIDDEN) if ord(letter) >= _HIDDEN else letter


def piles(text: str) -> int:
    """Return the highest number of marks above or below a letter."""
    most = here = 0
    for letter in text:
        here = here + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        most = max(most, here)
    return most


def is_balanced(text: str) -> bool:
    """Whether every change of direction ends within the text."""
    depth = 0
    for letter in text:
        depth += (letter == "\u2068") - (letter == "\u2069")
        if depth < 0:
            return False
    return depth == 0


_FLAGS = {0x1F1E6 + i: chr(ord("A") + i) for i in range(26)}
_WHITE_ON_BLACK = {start + i: chr(ord("A") + i) for start in (0x1F150, 0x1F170) for i in range(26)}
_LETTERS = _FLAGS | _WHITE_ON_BLACK
_SKIN_TONES = set(map(chr, range(0x1F3FB, 0x1F400)))
_LEFT_OUT = UNSEEN | {"\ufffd"} | _SKIN_TONES


def bare(text: str, kept: str = "") -> str:
    """Return letters only: without spaces, marks and invisible characters, in their plain forms."""
    unfolded = "".join(each if each in kept else _unfolded(each) for each in text)
    return "".join(each for each in unfolded.translate(_LETTERS) if _counts(each))


def _unfolded(letter: str) -> str:
    is_spacing_mark = unicodedata.decomposition(letter).startswith("<compat> 0020 ")
    return letter if is_spacing_mark else unicodedata.normalize("NFKD", letter)


def _counts(letter: str) -> bool:
    is_blank = letter.isspace() or letter in _LEFT_OUT
    return not is_blank and not unicodedata.category(letter).startswith("M")
