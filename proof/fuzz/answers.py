"""What may be answered: one sentence or one screen, for its reader alone, that repeats no harm."""

import re
from collections.abc import Iterator

from proof.fuzz.acts import Act
from proof.fuzz.facts import Facts, seat_of
from proof.fuzz.reading import reading
from proof.fuzz.sentences import is_refusal, is_sentence
from sandbox.driver import parts
from sandbox.interactions import (
    AUTOCOMPLETE,
    CHOICES,
    DEFER,
    DEFER_UPDATE,
    MESSAGE,
    UPDATE,
    Interaction,
)
from sandbox.messages import EPHEMERAL, LOADING
from sandbox.world import Json

TEXT = 10
WARNING = "⚠️ "
LISTS = frozenset({"/games", "/log", "/board", "t:log", "/hours", "/stats", "c:overall"})
SHOWING = ("hand", "open", "play", "table", "handover", "takeback", "fromhere", "plans", "unplan")
SCREENS = frozenset(  # a title, and how the table stands
    {*"amsbqxvwj", *(f"t:{verb}" for verb in SHOWING), "/hand", "/play", "/solo", "c:play"}
)
SECRET = "amsbqx"  # kinds of what only a seat is offered
BROKEN = "Sorry, something went wrong on my side"
NEVER = (
    re.compile(r"Traceback|Error\b|Exception|object at 0x|<class|\bNone\b"),
    re.compile(r"@everyone|@here|<@[!&]?\d{17,20}>"),
)


def answer_faults(
    act: Act, found: Interaction, message: Json | None, facts: Facts, may_be_silent: bool
) -> Iterator[str]:
    if found.type == AUTOCOMPLETE:
        if found.answer != CHOICES:
            yield "what was typed was not answered with choices"
        return
    if found.answer is None:
        yield "it was not answered"
    elif found.answer == DEFER_UPDATE:
        if not may_be_silent:
            yield "it was taken without a word, and nothing has changed"
    elif message is None:
        if found.answer not in (DEFER, UPDATE):
            yield f"the answer of kind {found.answer} has no message"
        elif not may_be_silent:  # else it was deleted in the meantime
            yield "its answer was taken away, and nothing has changed"
    else:
        yield from _message(act, found, message, facts)


def _message(act: Act, found: Interaction, message: Json, facts: Facts) -> Iterator[str]:
    is_own = bool(message["flags"] & EPHEMERAL) or "guild_id" not in message
    if found.answer in (MESSAGE, DEFER, UPDATE) and not is_own:
        yield "everybody sees the answer"
    if message["flags"] & LOADING:
        yield "it was never answered after it was taken"
    if message["mentions"] or message["mention_everyone"]:
        yield "the answer calls somebody"
    texts = [part["content"] for part in parts(message) if part["type"] == TEXT]
    yield from _words(act, texts, message)
    yield from _offers(act, message, facts)


def _words(act: Act, texts: list[str], message: Json) -> Iterator[str]:
    said = "\n".join(texts)
    if BROKEN in said:
        yield f"{BROKEN}"
    for pattern in NEVER:
        if hurt := pattern.search(said):
            yield f"the answer says {hurt[0]!r}: {said[:200]!r}"
    for sentence in _sentences(act, said, _is_alone(message)):
        if not _is_well_said(sentence):
            yield f"this is no sentence: {sentence[:200]!r}"
    if not said and not message["attachments"]:
        yield "the answer says nothing"


def _sentences(act: Act, said: str, is_alone: bool) -> list[str]:
    """What must be one: every warning, and all that is no list and no screen."""
    lines = said.splitlines()
    is_screen = act.word in SCREENS and said.startswith("**")
    if not is_alone or is_screen or act.word in LISTS:
        return [line for line in lines if line.startswith(WARNING)]
    return [said]


def _is_well_said(sentence: str) -> bool:
    """A warning is a refusal for certain."""
    is_warning = sentence.startswith(WARNING)
    return is_refusal(sentence.removeprefix(WARNING)) if is_warning else is_sentence(sentence)


def _is_alone(message: Json) -> bool:
    """Words without anything to press or to look at."""
    return not message["attachments"] and not any("custom_id" in part for part in parts(message))


def _offers(act: Act, message: Json, facts: Facts) -> Iterator[str]:
    """What a seat may do is shown to its user only."""
    for part in parts(message):
        found = reading(part.get("custom_id", ""))
        if found and found.kind in SECRET and seat_of(facts, found.table, act.user) is None:
            yield f"somebody who does not sit there is offered {part['custom_id']!r}"
