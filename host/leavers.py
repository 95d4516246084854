"""Who has left a game of several people before its end: they are rated below all who stayed.

`seating` tells when somebody goes or comes back, `results` asks for the places when it is over.
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
    """The player gives the seat to the autopilot or loses it; an autopilot for one turn is none."""
    if seat.human is not None and is_loss(table):
        uow.store.add_leaver(table.id, seat.human, seat.number)


def is_loss(table: Table) -> bool:
    """Whether who leaves has lost: who is alone with autopilots leaves nobody."""
    return len(table.humans) > 1 and not (table.is_sealed or table.is_lesson)


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
