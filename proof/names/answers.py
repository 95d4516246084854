"""What is answered to something nasty, beside what is answered to plain words in its place."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from proof.names.blanks import unseen
from proof.names.letters import CUT, bare, shape
from proof.names.reading import MOST_MARKS, piles, read
from proof.names.story import said_in
from sandbox.world import Json

PLAIN = ("qzvqzv", "qzv-qzv", "qzv9qzv", "take qzvqzv", " ", "q" * 100)
QUOTE = "‹›"
MOST_OF_A_NAME = 40  # characters that are read where a card's name is asked
_QUOTED = re.compile(f"(take )?qzv[-9]?qzv|q{{30,}}{CUT}?")
_HINT = re.compile(r" Did you mean “[^“”]+”\?$", re.MULTILINE)


class Answer(NamedTuple):
    """A message: its parts, the signs in it that do something, and its words."""

    parts: tuple[str, ...]
    signs: tuple[str, ...]
    words: str

    @property
    def is_a_picture(self) -> bool:
        return "alt" in self.parts

    @property
    def quotes(self) -> bool:
        return QUOTE in self.words


def answer_in(message: Json) -> Answer:
    said = [*said_in(message)]
    readings = [read(each.text) for each in said]
    signs = tuple(sign for reading in readings for sign in reading.signs)
    words = "\n".join(shape(reading.letters) for reading in readings)
    return Answer(tuple(each.kind for each in said), signs, _HINT.sub("", words))


def plain_answer_in(message: Json) -> Answer:
    found = answer_in(message)
    return found._replace(words=_QUOTED.sub(QUOTE, found.words))


def is_answered(found: Answer, plainly: Answer, typed: str) -> bool:
    """Whether only what is quoted differs, and that is what was typed."""
    if found[:2] != plainly[:2]:
        return False
    begin, quote, end = plainly.words.partition(QUOTE)
    if not quote:
        return found.words == plainly.words
    middle = found.words[len(begin) : len(found.words) - len(end)]
    return found.words == begin + middle + end and _is_of(middle, typed)


def _is_of(quote: str, typed: str) -> bool:
    """A word of it, or all of it, or its beginning where it is too long."""
    told = bare(quote.rstrip(CUT)).casefold()
    parts = (*typed.lower().split(), *re.findall(r"[a-z0-9]+", typed.lower()), typed)
    *words, whole = (bare(part).casefold() for part in parts)
    is_cut = quote.endswith(CUT) or len(typed) > MOST_OF_A_NAME
    return told in (*words, whole) or (is_cut and bool(told) and whole.startswith(told))


def lies_in(message: Json, typed: str, plain: Sequence[Answer]) -> Iterator[str]:
    found, said = answer_in(message), "\n".join(each.text for each in said_in(message))
    if message["mentions"] or message["mention_everyone"]:
        yield "somebody is called"
    if wrong := unseen(said, "\n\u200b\u2068\u2069"):
        yield f"something is said that nobody sees: {wrong[:3]}"
    if piles(said) > MOST_MARKS:
        yield f"{piles(said)} marks are piled up"
    if not any(is_answered(found, each, typed) for each in plain):
        yield f"{found.words[:160]!r} with the signs {found.signs[:5]} is answered"
