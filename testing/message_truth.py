"""Whether all messages of a table are true: lists what they show wrongly."""

import re
from collections.abc import Iterator
from typing import Any

import discord

from cogs import ids
from cogs.board import board
from cogs.ids import IN_A_PANEL
from cogs.panel import Beside, panel
from cogs.recap import recap_screen
from cogs.screen import Screen
from cogs.turn_pings import to_do
from cogs.votes import standing, votes_screen
from cogs.words import safe_names
from host.records import Phase
from host.summary import recap
from host.views import TableView
from sandbox.world import Json
from testing.people import buttons, selects, text
from testing.screens import payload

CALL = ", your turn**"
DECIDES = "votes"
_ROUND = re.compile(r"\*\*Round (\d+)\*\*")


def round_of(message: Json) -> int | None:
    """Return the number of the round that a recap is about."""
    found = _ROUND.match(text(message))
    return int(found[1]) if found else None


def rounds(told: Any) -> list[int]:
    """Return the rounds of these recaps, in order."""
    return [number for each in told.public if (number := round_of(each)) is not None]


async def lies(told: Any, lost_rounds: frozenset[int] = frozenset()) -> list[str]:
    """Return what is wrong: each person needs one current panel, everybody one board.

    Each round needs one recap. `told` is a party, or anything that has its host, names, public,
    boards, panels and seen.
    """
    seen = await told.seen()
    found = [*_board_lies(told, seen)]
    if seen.table.phase is Phase.LOBBY:
        return found
    found += call_lies(told, seen)
    for name in told.names:
        found += _panel_lies(told, name, await told.seen(name))
    found += await _vote_lies(told, seen)
    return [*found, *await _round_lies(told, seen, lost_rounds)]


def _board_lies(told: Any, seen: TableView) -> Iterator[str]:
    if len(told.boards) != 1:
        yield f"there are {len(told.boards)} boards"
    elif text(told.boards[0]) != _words(board(seen, ())):
        yield f"the board does not show this moment: {text(told.boards[0])!r}"


def call_lies(told: Any, seen: TableView) -> Iterator[str]:
    calls = [each for each in told.public if CALL in text(each)]
    if len(calls) > 1:
        yield f"{len(calls)} calls stand there"
    for each in calls:
        if named_in(each, seen) - {*seen.waiting}:
            yield "somebody is called whom the table does not wait for"
        if to_do(seen) not in text(each):
            yield "the call asks for something that is done"
        if any(int(other["id"]) > int(each["id"]) for other in told.boards):
            yield "the board stands below the call"


def named_in(call: Json, seen: TableView) -> set[int]:
    """Return the seats that a call names, whether it pings them or not."""
    who, names = text(call).split(CALL)[0].removeprefix("**").split(", "), safe_names(seen.table)
    called = {f"<@{seat.user}>": seat.number for seat in seen.table.seats}
    named = {name: number for number, name in enumerate(names)}
    return {(called | named)[each] for each in who}


async def _vote_lies(told: Any, seen: TableView) -> list[str]:
    """Check the one message about open votes; when it is new, it also calls people below."""
    open_now = await told.host.read(standing, seen.table.id)
    said = [text(each) for each in told.public if DECIDES in text(each)]
    if len(said) != bool(open_now[1]):
        return [f"{len(said)} messages ask for {len(open_now[1])} votes"]
    expected = _words(votes_screen(open_now))
    is_true = all(each.startswith(expected) for each in said)
    return [] if is_true else ["the votes are not shown as they stand"]


def _words(screen: Screen) -> str:
    return "\n".join(part.content for part in screen.items if hasattr(part, "content"))


def _panel_lies(told: Any, name: str, own: TableView) -> Iterator[str]:
    panels = told.panels(name)
    if own.table.phase is not Phase.PLAYING:
        return
    if len(panels) != 1:
        yield f"{name} has {len(panels)} panels"
        return
    yield from (f"{name}'s panel {lie}" for lie in message_lies(panels[-1], own))


def message_lies(message: Json, own: TableView) -> Iterator[str]:
    """Compare a panel with a fresh one; an open menu may differ."""
    offered = [part["custom_id"] for part in buttons(message)]
    has_hints = any(each.endswith(":nohints") for each in offered)  # as its reader has chosen
    fresh = panel(own, (), beside=Beside(has_hints=has_hints))
    parts = list(fresh.layout().walk_children())
    expected = [part.custom_id for part in parts if _is_button(part)]
    if offered != expected and not _is_menu(message, own):
        wrong = [*(f"+{each}" for each in offered if each not in expected)]
        wrong += [f"-{each}" for each in expected if each not in offered]
        yield f"does not offer what they may do: {' '.join(wrong)}"
    missing = [line for line in _words(fresh).splitlines() if line not in text(message)]
    if missing and not _is_menu(message, own):
        yield f"does not say {missing}"


def _is_menu(message: Json, own: TableView) -> bool:
    """Whether somebody has opened a part of what they may do now."""
    pressed = [ids.read(part["custom_id"]) for part in (*buttons(message), *selects(message))]
    acts = [press for press in pressed if press and press.kind in IN_A_PANEL]
    return any(press.path for press in acts) and all(press.moves == own.moves for press in acts)


def _is_button(part: Any) -> bool:
    return isinstance(part, discord.ui.Button)


def last_round(seen: TableView) -> int:
    """Return the last round that is over."""
    return seen.round + (seen.table.phase is Phase.OVER)


async def _round_lies(told: Any, seen: TableView, lost: frozenset[int]) -> list[str]:
    expected = [number for number in range(1, last_round(seen)) if number not in lost]
    if rounds(told) != expected:
        return [f"rounds {rounds(told)} were told, not {expected}"]
    found = []
    for message in told.public:
        if (number := round_of(message)) is not None:
            screen = recap_screen(await told.host.read(recap, seen.table.id, number))
            if text(message) != text(payload(screen)):
                found.append(f"round {number} is not told as it was")
    return found
