"""Whether a name is told by what is shown: its letters, whatever becomes of marks and forms."""

import re
import unicodedata

from proof.names.blanks import UNSEEN
from proof.names.pairs import NOBODY

LONGEST = 32  # characters of a name
LEAST_OF_A_LONG_ONE = 16
MOST_READ = 400  # of what somebody is called or types
CUT = "…"
_FLAGS = {0x1F1E6 + i: chr(ord("A") + i) for i in range(26)}
_WHITE_ON_BLACK = {start + i: chr(ord("A") + i) for start in (0x1F150, 0x1F170) for i in range(26)}
_LETTERS = _FLAGS | _WHITE_ON_BLACK
_LEFT_OUT = UNSEEN | {"\ufffd"} | set(map(chr, range(0x1F3FB, 0x1F400)))  # and the tones of skin


def bare(text: str, kept: str = "") -> str:
    """Letters only: without spaces, marks, and what nobody sees; other forms are unfolded."""
    unfolded = "".join(each if each in kept else _unfolded(each) for each in text)
    return "".join(each for each in unfolded.translate(_LETTERS) if _counts(each))


def _unfolded(letter: str) -> str:
    is_spacing_mark = unicodedata.decomposition(letter).startswith("<compat> 0020 ")
    return letter if is_spacing_mark else unicodedata.normalize("NFKD", letter)


def _counts(letter: str) -> bool:
    is_blank = letter.isspace() or letter in _LEFT_OUT
    return not is_blank and not unicodedata.category(letter).startswith("M")


def tells(shown: str, raw: str) -> bool:
    """Whether this is what such a name must be read as."""
    wanted = bare(raw[:MOST_READ])
    if not wanted or len(shown) > LONGEST or "  " in shown or shown != shown.strip():
        return not wanted and shown == NOBODY
    if not shown.endswith(CUT):
        return bare(shown) == wanted
    return wanted.startswith(bare(shown[:-1])) and len(shown) >= LEAST_OF_A_LONG_ONE


def shape(text: str) -> str:
    """Line by line the bare words of a text, with single spaces."""
    lines = (" ".join(bare(word, CUT) for word in line.split()) for line in text.split("\n"))
    return "\n".join(" ".join(line.split()) for line in lines)


def pattern(name: str, core: str) -> re.Pattern[str]:
    """How a name is found in a shape: whole, or cut somewhere behind its core."""
    letters = bare(name)
    least = letters.index(core) + len(core)
    cuts = (_loose(letters[:end]) + CUT for end in range(len(letters), least - 1, -1))
    return re.compile("|".join([*cuts, _loose(letters)]))


def _loose(letters: str) -> str:
    return " ?".join(map(re.escape, letters))
