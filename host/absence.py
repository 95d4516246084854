"""Notices when the bot was away, and moves all deadlines by that time.

The bot calls `attend` every few seconds while it is connected to Discord, which leaves a sign of
life in the database. A long gap between two of them means that the bot was down, couldn't be
reached, or that the clock was set: then every time limit, vote, challenge and idle limit moves by
the gap, in the same transaction.
"""

import logging

from host import clock, outbox
from host.errors import FAULTS
from host.heartbeat import span
from host.log_facts import facts
from host.notes import HostEventKind, tell
from host.presence import MINUTE, is_away, presence_of
from host.records import Table
from host.terms import HOUR
from host.unit_of_work import UnitOfWork

TOLD = 15 * MINUTE  # tables whose time limits moved are told about a longer absence
log = logging.getLogger(__name__)


def attend(uow: UnitOfWork) -> int:
    """Leave a sign of life; if there was a gap, move everybody's time by it and return the gap."""
    store = uow.store
    store.own_presence()
    last = presence_of(store)
    if last and is_away(uow):
        gap = store.now - last.at
        _move_all(uow, last.at, gap)
        store.set_presence(store.now, store.now)
        return gap
    store.set_presence(last.since if last else store.now, store.now)
    return 0


def _move_all(uow: UnitOfWork, last: int, gap: int) -> None:
    """Move everything that depends on the clock, as if the gap hadn't happened."""
    store = uow.store
    store.move_open_tables(last, gap)
    store.move_votes(last, gap)
    store.move_digests(gap)
    if gap < 0:
        store.move_waits(last, gap)
    for deal in store.move_deals(last, gap):
        for number in store.challenges_of(deal):
            if challenge := store.challenge(number):
                outbox.show_challenge(store, challenge)
    for table_id in store.tables_on_the_clock():
        try:
            _move(uow, uow.table(table_id), last, gap)
        except FAULTS as fault:  # the clock finds out what is wrong when it gets there
            known = facts(table=table_id, why=type(fault).__name__)
            log.error("time limits of a table were not moved", extra=known)


def _move(uow: UnitOfWork, table: Table, last: int, gap: int) -> None:
    is_told = gap > TOLD
    clock.move(uow, table, last, least_left=HOUR if is_told else 0)
    changed = uow.table(table.id)
    outbox.show_table(uow.store, changed)
    if is_told:
        tell(uow, changed, HostEventKind.ABSENT, span=span(gap))
