"""Notices when the bot was away, and moves all deadlines by that time.

The bot calls `attend` every few seconds while it is connected to Discord, which leaves a sign of
life in the database. A long gap between two of them means that the bot was down, couldn't be
reached, or that the clock was set: then every time limit, vote, challenge and idle limit moves by
the gap, in the same transaction.
"""

import logging
from typing import NamedTuple

from host import clock, outbox
from host.errors import Damaged
from host.log_facts import facts
from host.notes import HostEventKind, tell
from host.records import Table
from host.store import Store
from host.terms import DAY, HOUR
from host.unit_of_work import UnitOfWork

MINUTE = 60_000
ABSENT = 2 * MINUTE  # a shorter gap is nothing: the bot looks at the clock every 20 seconds
TOLD = 15 * MINUTE  # a longer absence is told to the tables whose time limits moved
SETTLED = 10 * MINUTE  # only after so long nothing may be thrown away or closed for good
FAULTS = (Damaged, ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
log = logging.getLogger(__name__)


class Presence(NamedTuple):
    since: int  # there without a break since then
    at: int  # the last sign of life


def attend(uow: UnitOfWork) -> int:
    """Leave a sign of life; if there was a gap, move everybody's time by it and return the gap."""
    store = uow.store
    last = presence_of(store)
    gap = store.now - last.at if last else 0
    if last and abs(gap) > ABSENT:
        _move_all(uow, last.at, gap)
        store.set_presence(store.now, store.now)
        return gap
    store.set_presence(last.since if last else store.now, store.now)
    return 0


def presence_of(store: Store) -> Presence | None:
    row = store.presence()
    return Presence(*row) if row else None


def is_settled(uow: UnitOfWork) -> bool:
    """Whether the bot has been there long enough, by a steady clock, to close things for good."""
    last = presence_of(uow.store)
    if last is None:  # nobody keeps a presence here
        return True
    return abs(uow.store.now - last.at) <= ABSENT and last.at - last.since >= SETTLED


def _move_all(uow: UnitOfWork, last: int, gap: int) -> None:
    """Move everything that depends on the clock, as if the gap hadn't happened."""
    store = uow.store
    store.move_open_tables(last, gap)
    store.move_votes(last, gap)
    store.move_digests(gap)
    for deal in store.move_deals(last, gap):
        for number in store.challenges_of(deal):
            if challenge := store.challenge(number):
                outbox.show_challenge(store, challenge)
    for table_id in store.tables_on_the_clock():
        try:
            _move(uow, uow.table(table_id), last, gap)
        except FAULTS as fault:  # the clock finds out what is wrong when it strikes there
            known = facts(table=table_id, why=type(fault).__name__)
            log.error("time limits of a table were not moved", extra=known)


def _move(uow: UnitOfWork, table: Table, last: int, gap: int) -> None:
    is_told = gap > TOLD
    clock.move(uow, table, last, least_left=HOUR if is_told else 0)
    changed = uow.table(table.id)
    outbox.show_table(uow.store, changed)
    if is_told:
        tell(uow, changed, HostEventKind.ABSENT, span=span(gap))


def span(milliseconds: int) -> str:
    """Say a length of time: in the largest unit of which there are at least two."""
    for unit, name in ((DAY, "days"), (HOUR, "hours")):
        if milliseconds >= 2 * unit:
            return f"{round(milliseconds / unit)} {name}"
    return f"{round(milliseconds / MINUTE)} minutes"
