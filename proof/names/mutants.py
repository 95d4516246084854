"""Mistakes in how names are shown, planted for a while."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import discord

from cogs import board, desk, presses, reference, replay, screen, sender, standings, words
from proof.proof import planted
from render import alt, lettering


@contextmanager
def raw_sentences() -> Iterator[None]:
    with ExitStack() as stack:
        for module in (words, desk, presses, replay, sender):
            stack.enter_context(planted(module, "harmless", str))
        yield


@contextmanager
def raw_names() -> Iterator[None]:
    with ExitStack() as stack:
        for module in (words, board, reference, standings):
            stack.enter_context(planted(module, "safe", str))
        yield


@contextmanager
def half_escaped() -> Iterator[None]:
    """As the library does it: it knows neither channels nor commands nor what stands in links."""

    def escaped(text: str) -> str:
        return discord.utils.escape_mentions(discord.utils.escape_markdown(text))

    with planted(words, "_escaped", escaped):
        yield


@contextmanager
def stored_as_they_come() -> Iterator[None]:
    with planted(desk, "readable", str):
        yield


@contextmanager
def may_call_everybody() -> Iterator[None]:
    everybody = property(lambda _: discord.AllowedMentions.all())
    with planted(screen.Screen, "allowed_mentions", everybody):
        yield


@contextmanager
def nothing_is_cut() -> Iterator[None]:
    def whole(text: str, *_: Any) -> str:
        return text

    with planted(lettering, "shortened", whole):
        yield


@contextmanager
def as_large_as_others() -> Iterator[None]:
    with planted(lettering, "fitted", lambda text, face, size, *_: size):
        yield


@contextmanager
def endless_alt_texts() -> Iterator[None]:
    with planted(alt, "LIMIT", 10**6):
        yield


MUTANTS = {
    "sentences are said as they are": raw_sentences,
    "names are said as they are": raw_names,
    "only what the library knows is escaped": half_escaped,
    "names are stored as they come": stored_as_they_come,
    "a message may call everybody": may_call_everybody,
    "what is too long for its place is not cut": nothing_is_cut,
    "a long name is as large as others": as_large_as_others,
    "an alt text has no end": endless_alt_texts,
}
