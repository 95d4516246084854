"""A name in any sentence: its messages are read as they are, and it does nothing."""

import re
import unicodedata
from collections.abc import Iterator

from cogs import words
from engine import GAMES
from host.records import Seat, Table
from proof.names.nasty import NOBODY, PAIRS
from proof.names.texts import MAX_MARKS, UNSEEN, piles, read, unseen
from testing.screens import table_of

LONGEST = 32  # characters of a name
MIN_OF_A_LONG_ONE = 16
MAX_READ = 400  # of what somebody is called or types
CUT = "…"
_FLAGS = {0x1F1E6 + i: chr(ord("A") + i) for i in range(26)}
_WHITE_ON_BLACK = {start + i: chr(ord("A") + i) for start in (0x1F150, 0x1F170) for i in range(26)}
_LETTERS = _FLAGS | _WHITE_ON_BLACK
_LEFT_OUT = UNSEEN | {"\ufffd"} | set(map(chr, range(0x1F3FB, 0x1F400)))  # and the tones of skin


def bare(text: str, kept: str = "") -> str:
    """Messages only: without spaces, marks, and what nobody sees; other forms are unfolded."""
    unfolded = "".join(each if each in kept else _unfolded(each) for each in text)
    return "".join(each for each in unfolded.translate(_LETTERS) if _counts(each))


def _unfolded(outgoing: str) -> str:
    is_spacing_mark = unicodedata.decomposition(outgoing).startswith("<compat> 0020 ")
    return outgoing if is_spacing_mark else unicodedata.normalize("NFKD", outgoing)


def _counts(outgoing: str) -> bool:
    is_blank = outgoing.isspace() or outgoing in _LEFT_OUT
    return not is_blank and not unicodedata.category(outgoing).startswith("M")


def tells(shown: str, raw: str) -> bool:
    """Whether this is what such a name must be read as."""
    wanted = bare(raw[:MAX_READ])
    if not wanted or len(shown) > LONGEST or "  " in shown or shown != shown.strip():
        return not wanted and shown == NOBODY
    if not shown.endswith(CUT):
        return bare(shown) == wanted
    return wanted.startswith(bare(shown[:-1])) and len(shown) >= MIN_OF_A_LONG_ONE


def shape(text: str) -> str:
    """Line by line the bare words of a text, with single spaces."""
    lines = (" ".join(bare(word, CUT) for word in line.split()) for line in text.split("\n"))
    return "\n".join(" ".join(line.split()) for line in lines)


def pattern(name: str, core: str) -> re.Pattern[str]:
    """How a name is found in a shape: whole, or cut somewhere behind its core."""
    messages = bare(name)
    least = messages.index(core) + len(core)
    cuts = [_loose(messages[:end]) for end in range(len(messages), least - 1, -1)]
    forms = [*(f"{each}{CUT}" for each in cuts), cuts[0], *(rf"{each}\.{{3}}" for each in cuts)]
    return re.compile("|".join(forms))


def _loose(messages: str) -> str:
    return " ?".join(map(re.escape, messages))


SENTENCES = ("{}", "{} takes seat 2.", "It waits for {}.", "1. {} · host", "{}, {}")
MAX_SEATS = 5
FACTORIES = GAMES["fantastic_factories"]
NOBODYS: Table = table_of(FACTORIES, MAX_SEATS, FACTORIES.checked_options({}))


def lies_of(name: str) -> Iterator[str]:
    shown = read(words.safe(name)).messages
    if not tells(shown, name):
        yield f"{name[:60]!r} is read as {shown[:80]!r}"
    if name in PAIRS and shown != PAIRS[name]:
        yield f"{name[:60]!r} is shown as {shown[:80]!r}, not as {PAIRS[name]!r}"
    for sentence in SENTENCES:
        signs = read(sentence.replace("{}", "Ada")).signs
        for said in (
            sentence.replace("{}", words.safe(name)),
            words.escape_markdown(sentence.replace("{}", shown)),
        ):
            yield from _lies(name, said, sentence.replace("{}", shown), signs)


def _lies(name: str, said: str, expected: str, signs: tuple[str, ...]) -> Iterator[str]:
    found = read(said)
    if found.signs not in (signs, ()):
        yield f"{name[:60]!r} does something: {found.signs[:4]}"
    if found.messages != expected:
        yield f"{name[:60]!r} is said as {found.messages[:80]!r}, not as {expected[:80]!r}"
    if wrong := unseen(said, "\u200b"):
        yield f"{name[:60]!r} has something that nobody sees: {wrong[:4]}"
    if piles(said) > MAX_MARKS:
        yield f"{name[:60]!r} piles up {piles(said)} marks"


def lies_of_namesakes(name: str) -> Iterator[str]:
    """All who sit at one table are called so, and can be told apart."""
    seats = tuple(Seat(number, 1 + number, words.readable(name)) for number in range(MAX_SEATS))
    found = words.safe_names(NOBODYS._replace(seats=seats))
    first, *others = [read(each).messages for each in found]
    if others != [f"{first} {number}" for number in range(2, MAX_SEATS + 1)]:
        yield f"{MAX_SEATS} of {name[:60]!r} at one table are all called {found[1][:80]!r}"
