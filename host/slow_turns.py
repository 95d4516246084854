"""Tells a table when somebody's quiet hours make their turns more than twice as long."""

from contextlib import suppress

from host.errors import Damaged
from host.limits import MAX_TABLES
from host.notes import HostEventKind, tell
from host.records import Phase, Seat, Table
from host.settings import settings_of
from host.terms import HOUR
from host.unit_of_work import UnitOfWork

MAX_STRETCH = 2  # times a normal turn; from then on the others are told
NOTES_LOOKED_AT = 40


def tell_table(uow: UnitOfWork, table: Table) -> None:
    """Tell a table about slow turns of all its players, when a game begins."""
    for seat in table.humans:
        _tell(uow, table, seat)


def tell_tables_of(uow: UnitOfWork, user: int) -> None:
    """Tell all tables of somebody whose quiet hours have changed."""
    for table_id in uow.store.table_ids_of(user, MAX_TABLES):
        with suppress(Damaged):  # it is quarantined when somebody next opens it
            table = uow.table(table_id)
            if seat := table.seat_of(user):
                _tell(uow, table, seat)


def _tell(uow: UnitOfWork, table: Table, seat: Seat) -> None:
    """Tell a table once for each seat, and again only if it gets worse."""
    budget = table.terms.budget
    is_shared = table.phase is Phase.PLAYING and len(table.humans) > 1
    if not (is_shared and budget and seat.human):
        return
    longest = settings_of(uow, seat.human).hours.longest(budget)
    if longest > max(MAX_STRETCH * budget, _told(uow, table, seat)):
        facts = {"hours": table.terms.hours, "longest": longest // HOUR}
        tell(uow, table, HostEventKind.SLOW, seat.number, **facts)


def _told(uow: UnitOfWork, table: Table, seat: Seat) -> int:
    """Return the longest turn of the seat that the table has been told about."""
    notes = uow.store.newest_notes(table.id, (HostEventKind.SLOW,), NOTES_LOOKED_AT)
    return max((n.facts["longest"] * HOUR for n in notes if n.seat == seat.number), default=0)
