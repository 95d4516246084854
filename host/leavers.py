"""Who left a game before its end: they are rated below everybody who stayed.

`seating` reports when somebody goes or comes back, and `results` asks for the ranks at the end.
"""

from typing import NamedTuple

from engine.kernel.game import Result
from host.records import Seat, Table
from host.unit_of_work import UnitOfWork


class Place(NamedTuple):
    """Where a person stands when a game is over: 1 is best, equal ranks are shared."""

    user: int
    rank: int
    has_left: bool = False


def leave(uow: UnitOfWork, table: Table, seat: Seat) -> None:
    """The player gives the seat to the autopilot or loses it while at least one other plays.

    Who is alone with autopilots leaves nobody, and an autopilot for one turn is no leaving.
    """
    is_counted = not (table.is_sealed or table.is_lesson)
    if is_counted and seat.human is not None and len(table.humans) > 1:
        uow.store.add_leaver(table.id, seat.human, seat.number)


def places(uow: UnitOfWork, table: Table, result: Result) -> list[Place]:
    """All people who played: those who stayed, then those who left, the first to go at the end."""
    left = [*uow.store.leavers(table.id)]
    stayed = [
        Place(seat.user, _rank(table, seat, result))
        for seat in table.seats
        if seat.user is not None and seat.user not in left
    ]
    last = len(table.seats) + 1
    return stayed + [Place(user, last + n, True) for n, user in enumerate(reversed(left), 1)]


def _rank(table: Table, seat: Seat, result: Result) -> int:
    """Who left the seat when nobody else was there stands behind those who play."""
    return len(table.seats) + 1 if seat.is_autopilot else result.ranks[seat.number]


def rank_of(uow: UnitOfWork, table: Table, user: int) -> int:
    """The rank of somebody who has left: last among all seats that were still played then."""
    return len(table.seats) - [*uow.store.leavers(table.id)].index(user)
