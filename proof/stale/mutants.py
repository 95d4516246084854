"""Bots that forget one kind of panel, or do not notice that it has changed."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

import cogs.open_panels
import cogs.panels
import host.outbox
import host.replies
from host.store import Store
from proof.proof import Mutant, Plant, planted

LETTERS, PRIVATE, CHANNEL = "^letters: ", "^private: ", "^channel: "


def _put(place: Any, name: str, value: Any) -> Plant:
    def plant() -> AbstractContextManager[None]:
        return planted(place, name, value)

    return plant


async def _silence(*_: Any) -> None:
    """Nothing is sent."""


def _nothing(*_: Any) -> None:
    """Nothing is done."""


async def _as_it_is(mail: Any, old: Any, *_: Any) -> Any:
    """The message counts as edited."""
    return old


def _shown_to(chosen: Callable[[Any], Any]) -> Plant:
    """Of those who sit there only some are shown what has changed."""

    def show(store: Any, table: Any) -> None:
        for seat in chosen(table):
            if seat.user is not None:
                host.outbox.show_panel(store, table, seat.user)
        for user in store.reply_users(table.id):
            host.outbox.show_panel(store, table, user)

    return _put(host.outbox, "_show_panels", show)


@contextmanager
def _all_look_alike() -> Iterator[None]:
    with ExitStack() as stack:
        for place in (cogs.open_panels, cogs.panels):
            stack.enter_context(planted(place, "look_of", lambda _: 0))
        yield


MUTANTS = {
    "private panels are forgotten": Mutant(_put(cogs.panels, "_show_reply", _silence), PRIVATE),
    "direct messages are sent once": Mutant(_put(cogs.panels, "_edited", _as_it_is), LETTERS),
    "whoever has left is forgotten": Mutant(_shown_to(lambda table: table.humans), LETTERS, seed=2),
    "the last one is forgotten": Mutant(_shown_to(lambda table: table.seats[:-1]), LETTERS),
    "all panels look alike": Mutant(_all_look_alike, LETTERS),
    "tokens die in silence": Mutant(_put(host.replies, "close_due", _nothing), PRIVATE, seed=4),
    "older private panels stay": Mutant(_put(Store, "close_other_replies", lambda *_: 0), PRIVATE),
    "the call stays where it was": Mutant(_put(host.outbox, "call_below", _nothing), CHANNEL),
}
