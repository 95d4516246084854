"""How a text is read: what stands there as it is, what nobody sees, and what does something."""

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
# Control, lines and paragraphs, half, private and no characters, and drawn without ink
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
    """Those in a text; a symbol may be followed by what makes it an emoji."""
    return [
        f"U+{ord(each):04X}"
        for before, each in zip(f" {text}", text, strict=False)
        if each in UNSEEN and each not in allowed and not _is_style(before, each)
    ]


def _is_style(before: str, each: str) -> bool:
    return each == EMOJI_STYLE and unicodedata.category(before) in ("So", "Sm")


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
MAX_MARKS = 7  # above or below one message: as many as a script may need


class Reading(NamedTuple):
    """The messages that people see, and the signs that do something."""

    messages: str
    signs: tuple[str, ...]


def read(text: str) -> Reading:
    hidden = _ESCAPED.sub(lambda found: chr(_HIDDEN + ord(found[1])), text)
    signs = tuple(found[0] for found in _ACTIVE.finditer(hidden))
    messages = "".join(map(_shown, hidden)).replace("\u200b", "")
    return Reading(messages, signs)


def _shown(outgoing: str) -> str:
    return chr(ord(outgoing) - _HIDDEN) if ord(outgoing) >= _HIDDEN else outgoing


def piles(text: str) -> int:
    """The most marks above or below one message."""
    most = here = 0
    for outgoing in text:
        here = here + 1 if unicodedata.category(outgoing) in ("Mn", "Me") else 0
        most = max(most, here)
    return most


def is_balanced(text: str) -> bool:
    """Whatever is turned round is turned back."""
    depth = 0
    for outgoing in text:
        depth += (outgoing == "\u2068") - (outgoing == "\u2069")
        if depth < 0:
            return False
    return depth == 0
