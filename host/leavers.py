"""Who left a game before its end: they are rated below everybody who stayed.

`seating` reports when somebody goes or comes back, and `results` asks for the ranks at the end.
"""

from typing import NamedTuple

from engine.kernel.game import Result
from host.records import Seat, Table
from host.unit_of_work import UnitOfWork


class FinalPlace(NamedTuple):
    """A person's place when a game is over: 1 is best, equal ranks are shared."""

    user: int
    rank: int
    has_left: bool = False


def leave(uow: UnitOfWork, table: Table, seat: Seat) -> None:
    """Note that the player gave up or lost the seat; an autopilot for one turn doesn't count."""
    if seat.human is not None and is_loss(table):
        uow.store.add_leaver(table.id, seat.human, seat.number)


def is_loss(table: Table) -> bool:
    """Whether somebody who leaves has lost; alone with autopilots, nobody has."""
    return len(table.humans) > 1 and not (table.is_sealed or table.is_lesson)


def places(uow: UnitOfWork, table: Table, result: Result) -> list[FinalPlace]:
    """Rank all people who played: those who stayed, then those who left, the first to go last."""
    left = [*uow.store.leavers(table.id)]
    stayed = [
        FinalPlace(seat.user, _rank(table, seat, result))
        for seat in table.seats
        if seat.user is not None and seat.user not in left
    ]
    last = len(table.seats) + 1
    return stayed + [FinalPlace(user, last + n, True) for n, user in enumerate(reversed(left), 1)]


def _rank(table: Table, seat: Seat, result: Result) -> int:
    """Return the rank of a seat; one that was left when nobody else was there is last."""
    return len(table.seats) + 1 if seat.is_autopilot else result.ranks[seat.number]


def rank_of(uow: UnitOfWork, table: Table, user: int) -> int:
    """Return the rank of somebody who left: last among all seats that people still played."""
    return len(table.seats) - [*uow.store.leavers(table.id)].index(user)
