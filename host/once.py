"""A press changes something once, however often it arrives, and also after a restart."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from host.books import Books
from host.records import Table

P = ParamSpec("P")
T = TypeVar("T")
NOWHERE = 0  # what is not done at a table
NO_ROW = 0  # of a journal


def once(
    books: Books,
    table_id: int,
    click: int,
    change: Callable[Concatenate[Books, int, P], T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T | None:
    """At a table; None: it was done before."""
    if books.store.click(click):
        return None
    done = change(books, table_id, *args, **kwargs)
    books.store.remember_click(click, table_id, NO_ROW)
    return done


def once_anywhere(
    books: Books,
    click: int,
    change: Callable[Concatenate[Books, P], T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T | None:
    """As `once`, at no table."""

    def changed(books: Books, _: int) -> T:
        return change(books, *args, **kwargs)

    return once(books, NOWHERE, click, changed)


def opened_once(
    books: Books,
    click: int,
    open_: Callable[Concatenate[Books, P], Table],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Table:
    """The table that a press has opened."""
    if done := books.store.click(click):
        return books.table(done[0])
    table = open_(books, *args, **kwargs)
    books.store.remember_click(click, table.id, NO_ROW)
    return table
