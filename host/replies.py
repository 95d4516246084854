"""The private panels that people have open in channels, kept current as long as Discord allows.

A private reply can be changed only with the token of the interaction that it answered, for 15
minutes. The token is as private as a hand: it is never logged or exported, and it is deleted once
it is useless.
"""

from host import outbox
from host.outbox import MINUTE
from host.records import Reply, Table
from host.unit_of_work import UnitOfWork

LIFE = 15 * MINUTE  # of a token
LAST_MINUTE = MINUTE  # in which a reply gets its last edit, or it would never get one


def keep(uow: UnitOfWork, reply: Reply, shown: Table) -> None:
    """Remember a private panel, with the table as it was shown; close the user's older ones.

    If the table has changed meanwhile, nobody else knows that the panel is out of date.
    """
    table = uow.table(reply.table)
    has_changed = table != shown
    if table.seat_of(reply.user) is None or not (table.is_open or has_changed):
        return  # nothing can be pressed, or it stays as it is: no token is needed
    uow.store.set_reply(reply)
    if uow.store.close_other_replies(reply) or has_changed:
        outbox.show_panel(uow.store, table, reply.user)


def is_current(uow: UnitOfWork, table_id: int, shown: Table) -> bool:
    """Whether a panel that shows the table like this is up to date."""
    return uow.table(table_id) == shown


def is_kept(uow: UnitOfWork, reply: Reply, shown: Table) -> bool:
    """Whether the panel is already remembered, up to date, with a token that lives as long."""
    known = uow.store.reply(reply.message)
    lives = known is not None and not known.is_closing and known.until >= reply.until - MINUTE
    return lives and is_current(uow, reply.table, shown)


def replies_of(uow: UnitOfWork, table_id: int, user: int) -> list[Reply]:
    return uow.store.replies(table_id, user)


def reply_of(uow: UnitOfWork, message: int) -> Reply | None:
    return uow.store.reply(message)


def drop(uow: UnitOfWork, message: int) -> None:
    """Forget a panel that needs no further edit, or that nobody can edit."""
    uow.store.drop_reply(message)


def close_due(uow: UnitOfWork) -> None:
    """Give panels their last edit before Discord forbids it; delete dead tokens."""
    store = uow.store
    store.drop_dead_replies()
    for table_id, user in store.close_replies(store.now + LAST_MINUTE):
        outbox.show_panel_at(store, table_id, user)


def next_close(uow: UnitOfWork) -> int | None:
    return uow.store.next_reply(LAST_MINUTE)


def is_one_due(uow: UnitOfWork) -> bool:
    closing = next_close(uow)
    return closing is not None and closing <= uow.store.now
