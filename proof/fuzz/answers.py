"""What an answer may be: one sentence or one screen, for its reader only, repeating no harm."""

import re
from collections.abc import Iterator

from cogs import ids
from cogs.ids import ButtonKind
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
from testing.acts import Act
from testing.facts import Facts, seat_of
from testing.people import text as text_of
from testing.reading import MAX_MARKS, bare, piles, read, unseen
from testing.sentences import is_refusal, is_sentence

WARNING = "⚠️ "
PRIVATE = ids.IN_A_PANEL | {ButtonKind.PLAN}
LISTS = frozenset(  # they say more than a sentence
    {"/games", "/log", "/board", "t:log", "h", "/hours", "/stats", "/leaderboard", "c:overall"}
    | {"/status", "/table decisions", "t:fairness"}
)
SHOWING = (
    *("hand", "open", "play", "table", "handover", "takeback", "fromhere", "goon"),
    *("leave", "plans", "replay", "unplan"),
)
SCREENS = frozenset(  # a title, and how the table stands
    {*"amsbqxvwnj", *(f"t:{verb}" for verb in SHOWING), "/hand", "/play", "/solo", "c:play"}
)
BROKEN = "Sorry, something went wrong on my side"
TRACES = re.compile(r"Traceback|Error\b|Exception|object at 0x|<class|\bNone\b")
MENTIONS = re.compile(r"@everyone|@here|<@[!&]?\d{17,20}>")
_QUOTE = re.compile("“([^”]*)”")
_ECHO = re.compile("(?:I don.t know|a card called|no action called) “([^”]*)”|“([^”]*)” can.t be")
CUT = "…"


def answer_faults(
    act: Act, found: Interaction, message: Json | None, facts: Facts, may_be_silent: bool
) -> Iterator[str]:
    if found.type == AUTOCOMPLETE:
        if found.answer != CHOICES:
            yield "what was typed was not answered with choices"
    elif found.answer is None:
        yield "it was not answered"
    elif found.answer == DEFER_UPDATE or message is None:
        if found.answer not in (DEFER, UPDATE, DEFER_UPDATE):
            yield f"the answer of kind {found.answer} has no message"
        elif not may_be_silent:
            yield "its answer is not there, and nothing has changed"
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
    yield from _words(act, message)
    for part in parts(message):
        offered = ids.read(part.get("custom_id", ""))
        is_secret = offered is not None and offered.kind in PRIVATE
        if offered and is_secret and seat_of(facts, offered.table, act.user) is None:
            yield f"somebody who does not sit there is offered {part['custom_id']!r}"


def _words(act: Act, message: Json) -> Iterator[str]:
    said = text_of(message)
    if BROKEN in said:
        yield BROKEN
    called = "" if act.word == "/table decisions" else said  # that names moderators, without a ping
    for pattern, text in ((TRACES, _QUOTE.sub("x", said)), (MENTIONS, called)):
        if hurt := pattern.search(text):
            yield f"the answer says {hurt[0]!r}: {said[:200]!r}"
    for quote in _QUOTE.findall(said):
        does = read(quote).signs
        if does or unseen(quote, "\u200b\u2068\u2069") or piles(quote) > MAX_MARKS:
            yield f"it quotes what does something or is not seen: {quote[:80]!r} {does}"
    yield from _echoes(act, said)
    for sentence in _sentences(act, said, message):
        is_right = is_refusal if sentence.startswith(WARNING) else is_sentence
        if not is_right(sentence.removeprefix(WARNING)):
            yield f"this is no sentence: {sentence[:200]!r}"
    if not said and not message["attachments"]:
        yield "the answer says nothing"


def _echoes(act: Act, said: str) -> Iterator[str]:
    """What is said back of a command is what was typed, letter by letter."""
    typed = bare(" ".join(map(str, act.options.values()))).casefold()
    for echo in map("".join, _ECHO.findall(said) if act.options else ()):
        if _letters(echo) not in typed:
            yield f"it says back {echo[:80]!r}, which was not typed"


def _letters(text: str) -> str:
    return bare(read(text).letters.removesuffix(CUT)).casefold()


def _sentences(act: Act, said: str, message: Json) -> list[str]:
    """What must be one: every warning, and all that is no list and no screen."""
    is_more = message["attachments"] or any("custom_id" in part for part in parts(message))
    is_screen = act.word in SCREENS and said.startswith("**")
    if is_more or is_screen or act.word in LISTS:
        return [line for line in said.splitlines() if line.startswith(WARNING)]
    return [said]
