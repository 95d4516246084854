"""Calls people the way they chose: in the channel, by direct message, both, or not at all.

Only people who are awake are called; others are reminded of their turn when they wake up.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from host import outbox
from host.outbox import MessageKind
from host.records import About, Table
from host.settings import Settings, settings_of
from host.unit_of_work import UnitOfWork


def to_ping(uow: UnitOfWork, users: Iterable[int]) -> list[int]:
    """Return which of these people to ping in a channel now."""
    return [user for user in users if (wishes := _awake(uow, user)) and wishes.is_pinged]


def to_message(uow: UnitOfWork, users: Iterable[int]) -> list[int]:
    """Return which of these people to call by direct message now."""
    return [user for user in users if (wishes := _awake(uow, user)) and wishes.is_messaged]


def _awake(uow: UnitOfWork, user: int) -> Settings | None:
    """Return the settings of those who are awake."""
    settings = settings_of(uow, user)
    return settings if settings.hours.is_awake(uow.store.now) else None


def users_at(table: Table, seats: Iterable[int]) -> list[int]:
    """Return the people who play these seats."""
    return [user for seat in seats if (user := table.seats[seat].human) is not None]


def call_turns(
    uow: UnitOfWork,
    table: Table,
    waiting: list[int],
    new: Sequence[int],
    again: Sequence[int] = (),
) -> None:
    """Call the people the table is waiting for; remove the calls of people who have acted."""
    store = uow.store
    outbox.call(store, table, waiting, list(new), again)
    for user in {*store.users_with_post(table.id, MessageKind.TURN)} - {*users_at(table, waiting)}:
        store.renew_or_queue(About(table.id), MessageKind.TURN, None, user, {})
    if not outbox.is_private(table):  # otherwise everybody's own panel has called them
        is_alone = sum(seat.user is not None for seat in table.seats) < 2
        called = {*again} if is_alone else {*new, *again}
        for user in to_message(uow, users_at(table, sorted(called))):
            store.renew_or_queue(About(table.id), MessageKind.TURN, None, user, {})


def call_voters(uow: UnitOfWork, table: Table, seats: Iterable[int]) -> None:
    """Call those who want direct messages about a new vote."""
    for user in to_message(uow, users_at(table, seats)):
        uow.store.renew_or_queue(About(table.id), MessageKind.VOTE, None, user, {"is_new": True})


def call_people(
    uow: UnitOfWork, table: Table, kind: MessageKind, users: Iterable[int], body: dict[str, Any]
) -> None:
    """Send the people something that the channel reads as a direct message, too."""
    for user in to_message(uow, users):
        uow.store.queue_message(About(table.id), kind, None, user, body)
