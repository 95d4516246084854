"""Sums up what happened: a round for everybody, and a digest for one player.

Undone actions are left out. The log has every step.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.kernel.codes import UNDO, code
from engine.kernel.events import Event
from engine.kernel.news import Line, Recap
from host.notes import HostEventKind
from host.positions import knows_rules, replayed
from host.records import Row, Seat, Table
from host.unit_of_work import UnitOfWork, seated
from host.views import is_undecided

MAX_WINDOW = 400  # rows that one digest looks at
NOTES_LOOKED_AT = 50
_LEFT = {HostEventKind.STOOD_IN, HostEventKind.TAKEN_OVER, HostEventKind.HANDED_OVER}


@dataclass(frozen=True, slots=True)
class RoundRecap:
    """A round that is over, and its table."""

    table: Table
    round: int
    recap: Recap


@dataclass(frozen=True, slots=True)
class Digest:
    """What happened since a seat's player last acted, as far as they should know."""

    table: Table
    seat: int
    lines: tuple[Line, ...] = ()
    alarm: str = ""
    by_autopilot: bool = False  # the autopilot acted for the seat: that is among the lines


# A round


def recap(uow: UnitOfWork, table_id: int, round_number: int) -> RoundRecap:
    """Sum up a round as it was when it ended, however late this is."""
    table = uow.table(table_id)
    rows = uow.store.rows(table_id, of_round=round_number)
    state = _after(uow, table, rows[-1].number if rows else table.version)
    view = table.game.view(state, None)
    summary = table.game.news.recap(_events(kept(rows)), view, table.names)
    if is_undecided(table, table.game.result(state)):
        summary = replace(summary, headline="no winner")
    return RoundRecap(table, round_number, summary)


def _after(uow: UnitOfWork, table: Table, number: int) -> Any:
    """Return the state after a row: the newest one, or a replay up to it.

    If its rules aren't known any more, the newest state must do.
    """
    if number < table.version and knows_rules(table):
        return replayed(uow.store, table, number)
    state = uow.position(table)
    return state


def kept(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without those that were undone, and without the undos themselves."""
    valid: list[Row] = []
    for row in rows:
        if row.code != code(UNDO):
            valid.append(row)
        elif own := [place for place, other in enumerate(valid) if other.seat == row.seat]:
            del valid[own[-1]]
    return valid


def _events(rows: Sequence[Row]) -> list[Event]:
    return [event for row in rows for event in row.events]


# Since a player's last action


def since(uow: UnitOfWork, table_id: int, user: int, last: int | None = None) -> Digest:
    """Sum up what happened since the user's last row; reads only the journal after it.

    `last` is the number of the last row of their seat, if it is known.
    """
    table = uow.table(table_id)
    seat = seated(table, user)
    if not table.version:
        return Digest(table, seat.number)
    first = max(_last_own(uow, table, seat, last), table.version - MAX_WINDOW) + 1
    rows = kept(uow.store.rows(table.id, first)) if first <= table.version else []
    state = uow.position(table)
    news, names = table.game.news, table.names
    return Digest(
        table,
        seat.number,
        tuple(news.digest(_events(rows), seat.number, names)),
        news.alarm(table.game.view(state, seat.number), names),
        any(row.seat == seat.number for row in rows),
    )


def _last_own(uow: UnitOfWork, table: Table, seat: Seat, last: int | None) -> int:
    """Return the number of the last row that the user played; 0 if there is none.

    Rows of the autopilot in their seat don't count, nor those from before they took it.
    """
    number = _last_row(uow, table, seat) if last is None else last
    notes = uow.store.notes(table.id, newest=NOTES_LOOKED_AT)
    own = [(note.kind, note.number) for note in notes if note.seat == seat.number]
    taken = max((at for kind, at in own if kind == HostEventKind.TAKEN), default=0)
    left = [at for kind, at in own if kind in _LEFT]
    is_just_back = own[-1:] and own[-1][0] == HostEventKind.CAME_BACK and own[-1][1] >= number
    if left and (seat.is_autopilot or seat.stands_in or is_just_back):
        turns = min(max(1, seat.missed), len(left))
        number = _last_row(uow, table, seat, left[-turns])
    return max(number, taken)


def _last_row(uow: UnitOfWork, table: Table, seat: Seat, until: int | None = None) -> int:
    row = uow.store.last_code(table.id, seat.number, until)
    return row[0] if row else 0
