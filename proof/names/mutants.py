"""Mistakes in how names are shown, planted for a while."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

import discord

from cogs import board, desk, reference, screen, words
from host.records import Table
from proof.proof import Mutant, Plant, planted
from render import alt, lettering, names

NAMES, PICTURES, INPUTS, STORIES = "names", "pictures", "inputs", "stories"
NOTHING = {NAMES: 0, PICTURES: 0, INPUTS: 0, STORIES: 0}
BROKEN_LAYOUT = "leaves its|leaves the canvas|overlap|reaches over the edge"


def raw_sentences() -> AbstractContextManager[None]:
    return planted(words, "harmless", str)


def raw_names() -> AbstractContextManager[None]:
    return planted(words, "safe", str)


def half_escaped() -> AbstractContextManager[None]:
    """As the library does it: it knows neither channels nor commands nor what stands in links."""

    def escaped(text: str) -> str:
        return discord.utils.escape_mentions(discord.utils.escape_markdown(text))

    return planted(words, "_escaped", escaped)


def blanks_are_kept() -> AbstractContextManager[None]:
    return planted(names, "_BLANKS", frozenset())


def letters_are_dropped() -> AbstractContextManager[None]:
    def only_a_few(raw: str) -> str:
        return "".join(each for each in raw if each in "abc")

    return planted(words, "plain", only_a_few)


def marks_are_dropped() -> AbstractContextManager[None]:
    def unmarked(raw: str) -> str:
        parts = unicodedata.normalize("NFD", names.plain(raw))
        kept = "".join(each for each in parts if not names.is_mark(each))
        return unicodedata.normalize("NFC", kept)

    return planted(words, "plain", unmarked)


def numbers_are_cut_off() -> AbstractContextManager[None]:
    def cut(table: Table) -> list[str]:
        return [words.readable(name) for name in table.names]

    return planted(words, "readable_names", cut)


# In pictures


def nothing_is_cut() -> AbstractContextManager[None]:
    def whole(text: str, *_: Any) -> str:
        return text

    return planted(lettering, "shortened", whole)


def as_large_as_others() -> AbstractContextManager[None]:
    return planted(lettering, "fitted", lambda text, face, size, *_: size)


def endless_alt_texts() -> AbstractContextManager[None]:
    return planted(alt, "LIMIT", 10**6)


# What is typed


def said_back_raw() -> AbstractContextManager[None]:
    return planted(desk, "harmless", str)


def escaped_twice() -> AbstractContextManager[None]:
    return planted(reference, "readable", words.safe)


def never_said_back() -> AbstractContextManager[None]:
    def without_quotes(sentence: str) -> str:
        return re.sub("“[^”]*”", "that", sentence)

    return planted(desk, "harmless", without_quotes)


# In stories


@contextmanager
def stored_and_said_as_they_come() -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(planted(desk, "readable", str))
        stack.enter_context(planted(board, "safe_names", lambda table: table.names))
        yield


def may_call_everybody() -> AbstractContextManager[None]:
    everybody = property(lambda _: discord.AllowedMentions.all())
    return planted(screen.Screen, "allowed_mentions", everybody)


def _shown(plant: Plant, shows: str, **goals: int) -> Mutant:
    """Looked for in one part only, so that just this part finds it."""
    return Mutant(plant, shows, goals={**NOTHING, **goals})


MUTANTS = {
    "sentences are said as they are": _shown(raw_sentences, "does something", names=600),
    "names are said as they are": _shown(raw_names, "does something", names=600),
    "only what the library knows is escaped": _shown(half_escaped, "does something", names=600),
    "letters that are blank are kept": _shown(
        blanks_are_kept, "has something that nobody sees", names=600
    ),
    "letters are dropped": _shown(letters_are_dropped, "'Ada' is read as", names=600),
    "marks are dropped": _shown(marks_are_dropped, "is shown as .*, not as", names=600),
    "the number of a namesake is cut off": _shown(
        numbers_are_cut_off, "at one table are all called", names=600
    ),
    "what is too long for its place is not cut": _shown(
        nothing_is_cut, BROKEN_LAYOUT, pictures=400
    ),
    "a long name is as large as others": _shown(as_large_as_others, BROKEN_LAYOUT, pictures=400),
    "an alt text has no end": _shown(endless_alt_texts, r"its alt text has \d+ char", pictures=400),
    "what is typed is said back as it is": _shown(
        said_back_raw, r"^/card .* with the signs \(.+\) is answered", inputs=40
    ),
    "what is typed is escaped twice": _shown(escaped_twice, r"^/card .* is answered", inputs=40),
    "what is typed is never said back": _shown(
        never_said_back, "^/play action: quotes nothing", inputs=40
    ),
    "names are stored and said as they come": _shown(
        stored_and_said_as_they_come, "does .*, not|nobody sees|is read where", stories=2
    ),
    "a message may call everybody": _shown(may_call_everybody, "may call .*everyone", inputs=4),
}
