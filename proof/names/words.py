"""A name in any sentence: it is read as it is, and does nothing."""

from collections.abc import Iterator

from cogs import words
from proof.names.reading import clean, piles, read, unseen

SENTENCES = ("{}", "{} takes seat 2.", "It waits for {}.", "1. {} — opened this table", "{}, {}")
MOST_MARKS = 7  # as many as a script may need


def lies_of(name: str) -> Iterator[str]:
    shown = clean(name)
    for sentence in SENTENCES:
        plainly = read(sentence.replace("{}", "Ada"))
        for said in (
            sentence.replace("{}", words.safe(name)),
            words.harmless(sentence.replace("{}", shown)),
        ):
            yield from _lies(name, said, sentence.replace("{}", shown), plainly.signs)


def _lies(name: str, said: str, expected: str, signs: tuple[str, ...]) -> Iterator[str]:
    found = read(said)
    if found.signs not in (signs, ()):
        yield f"{name[:60]!r} does something: {found.signs[:4]}"
    if found.letters != expected:
        yield f"{name[:60]!r} is read as {found.letters[:80]!r}"
    if unseen(said, "\u200b\u200d"):
        yield f"{name[:60]!r} has something that nobody sees: {unseen(said)[:4]}"
    if piles(said) > MOST_MARKS:
        yield f"{name[:60]!r} piles up {piles(said)} marks"
