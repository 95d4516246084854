"""Whether the bot is there: its signs of life in the database, and what may be done without them.

While people can reach it, the bot leaves one every few seconds (`host/absence.py`). Nobody's time
counts after the last one, and nothing is closed for good until the bot has been there for a while.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from host.store import Store
from host.unit_of_work import UnitOfWork

P = ParamSpec("P")
T = TypeVar("T")
MINUTE = 60_000
ABSENT = 2 * MINUTE  # a shorter gap is nothing: the bot looks at the clock every 20 seconds
SETTLED = 10 * MINUTE  # only after so long nothing may be thrown away or closed for good


class Presence(NamedTuple):
    since: int  # there without a break since then
    at: int  # the last sign of life


def presence_of(store: Store) -> Presence | None:
    """Return its presence; None if nobody keeps one, or if its times were spoilt."""
    row = store.presence()
    is_whole = row is not None and all(isinstance(each, int) for each in row)
    return Presence(*row) if row and is_whole else None


def counted_until(uow: UnitOfWork) -> int:
    """Until when the time of players counts: now, or else the last sign of life before a gap.

    Something may be stored before the bot has noticed the gap: a press, an action of an autopilot.
    """
    last = presence_of(uow.store)
    return last.at if last and _is_gap(uow, last) else uow.store.now


def is_away(uow: UnitOfWork) -> bool:
    """Whether the bot has not yet noticed that it was away, or that the clock was set."""
    last = presence_of(uow.store)
    return last is not None and _is_gap(uow, last)


def is_settled(uow: UnitOfWork) -> bool:
    """Whether the bot has been there long enough, by a steady clock, to close things for good."""
    last = presence_of(uow.store)
    if last is None:  # nobody keeps a presence here
        return True
    return not _is_gap(uow, last) and last.at - last.since >= SETTLED


def _is_gap(uow: UnitOfWork, last: Presence) -> bool:
    return abs(uow.store.now - last.at) > ABSENT


def when_settled(
    use_case: Callable[Concatenate[UnitOfWork, P], T],
) -> Callable[Concatenate[UnitOfWork, P], T | None]:
    """Make a use case do nothing (and return None) unless the bot is settled.

    The machine may sleep at any moment, so this is judged in the transaction itself.
    """

    @wraps(use_case)
    def guarded(uow: UnitOfWork, /, *args: P.args, **kwargs: P.kwargs) -> T | None:
        return use_case(uow, *args, **kwargs) if is_settled(uow) else None

    return guarded
