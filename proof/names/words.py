"""A name in any sentence: it is read as it is, and does nothing."""

from collections.abc import Iterator

from cogs import words
from engine import GAMES
from host.records import Seat, Table
from proof.names.blanks import unseen
from proof.names.letters import tells
from proof.names.pairs import PAIRS
from proof.names.reading import MOST_MARKS, piles, read
from testing.screens import table_of

SENTENCES = ("{}", "{} takes seat 2.", "It waits for {}.", "1. {} · host", "{}, {}")
MOST_SEATS = 5
FACTORIES = GAMES["fantastic_factories"]
NOBODYS: Table = table_of(FACTORIES, MOST_SEATS, FACTORIES.checked_options({}))


def lies_of(name: str) -> Iterator[str]:
    shown = read(words.safe(name)).letters
    if not tells(shown, name):
        yield f"{name[:60]!r} is read as {shown[:80]!r}"
    if name in PAIRS and shown != PAIRS[name]:
        yield f"{name[:60]!r} is shown as {shown[:80]!r}, not as {PAIRS[name]!r}"
    for sentence in SENTENCES:
        signs = read(sentence.replace("{}", "Ada")).signs
        for said in (
            sentence.replace("{}", words.safe(name)),
            words.harmless(sentence.replace("{}", shown)),
        ):
            yield from _lies(name, said, sentence.replace("{}", shown), signs)


def _lies(name: str, said: str, expected: str, signs: tuple[str, ...]) -> Iterator[str]:
    found = read(said)
    if found.signs not in (signs, ()):
        yield f"{name[:60]!r} does something: {found.signs[:4]}"
    if found.letters != expected:
        yield f"{name[:60]!r} is said as {found.letters[:80]!r}, not as {expected[:80]!r}"
    if wrong := unseen(said, "\u200b"):
        yield f"{name[:60]!r} has something that nobody sees: {wrong[:4]}"
    if piles(said) > MOST_MARKS:
        yield f"{name[:60]!r} piles up {piles(said)} marks"


def lies_of_namesakes(name: str) -> Iterator[str]:
    """All who sit at one table are called so, and can be told apart."""
    seats = tuple(Seat(number, 1 + number, words.readable(name)) for number in range(MOST_SEATS))
    found = words.safe_names(NOBODYS._replace(seats=seats))
    first, *others = [read(each).letters for each in found]
    if others != [f"{first} {number}" for number in range(2, MOST_SEATS + 1)]:
        yield f"{MOST_SEATS} of {name[:60]!r} at one table are all called {found[1][:80]!r}"
