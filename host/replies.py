"""The private panels that people have open in channels: kept up to date as long as Discord allows.

A private reply can be changed only with the token of the interaction that it answered, for 15
minutes. The token is as private as a hand: it is in no log and no export, and it is deleted when it
is of no more use.
"""

from host import outbox
from host.books import Books
from host.outbox import MINUTE
from host.records import Reply, Table

LIFE = 15 * MINUTE  # of a token
LAST_MINUTE = MINUTE  # in which a reply gets its last edit, or it would never get one


def keep(books: Books, reply: Reply, shown: Table) -> None:
    """A private panel was shown, with the table as it was then; the user's older ones are closed.

    If the table has changed meanwhile, nobody else knows that the panel is old.
    """
    table = books.table(reply.table)
    has_changed = table != shown
    if table.seat_of(reply.user) is None or not (table.is_open or has_changed):
        return  # there is nothing to press, or it stays as it is: no token is needed
    books.store.set_reply(reply)
    if books.store.close_other_replies(reply) or has_changed:
        outbox.show_panel(books.store, table, reply.user)


def is_current(books: Books, table_id: int, shown: Table) -> bool:
    """Whether a panel that shows the table like this is up to date."""
    return books.table(table_id) == shown


def is_kept(books: Books, reply: Reply, shown: Table) -> bool:
    """Whether it need not be kept again: it is known, up to date, and its token lives as long."""
    known = books.store.reply(reply.message)
    lives = known is not None and not known.is_closing and known.until >= reply.until - MINUTE
    return lives and is_current(books, reply.table, shown)


def replies_of(books: Books, table_id: int, user: int) -> list[Reply]:
    return books.store.replies(table_id, user)


def reply_of(books: Books, message: int) -> Reply | None:
    return books.store.reply(message)


def drop(books: Books, message: int) -> None:
    """It needs no further edit, or nobody can edit it."""
    books.store.drop_reply(message)


def close_due(books: Books) -> None:
    """Those that can soon no longer be changed get their last edit; dead tokens are deleted."""
    store = books.store
    store.drop_dead_replies()
    for table_id, user in store.close_replies(store.now + LAST_MINUTE):
        outbox.show_panel_at(store, table_id, user)


def next_close(books: Books) -> int | None:
    return books.store.next_reply(LAST_MINUTE)


def is_one_due(books: Books) -> bool:
    found = next_close(books)
    return found is not None and found <= books.store.now
