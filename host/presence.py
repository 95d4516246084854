"""Whether the bot is there: its signs of life in the database, and what has to wait for them.

While people can reach the bot, it leaves a sign of life every few seconds (`host/absence.py`).
After the last one nobody's time counts, and nothing is closed for good until the bot has been back
for a while.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from host.store import Store
from host.unit_of_work import UnitOfWork

P = ParamSpec("P")
T = TypeVar("T")
MINUTE = 60_000
ABSENT = 2 * MINUTE  # a shorter gap doesn't count: the bot looks at the clock every 20 seconds
SETTLED = 10 * MINUTE  # how long the bot must be there before anything is closed for good


class Presence(NamedTuple):
    since: int  # there without a break since then
    at: int  # the last sign of life


def presence_of(store: Store) -> Presence | None:
    """Return when the bot was there; None if that isn't stored, or is damaged."""
    row = store.presence()
    is_whole = row is not None and all(isinstance(each, int) for each in row)
    return Presence(*row) if row and is_whole else None


def counted_until(uow: UnitOfWork) -> int:
    """Return until when players' time counts: now, or the last sign of life before a gap.

    A press or an autopilot may store something before the bot has noticed the gap.
    """
    last = presence_of(uow.store)
    return last.at if last and _is_gap(uow, last) else uow.store.now


def is_away(uow: UnitOfWork) -> bool:
    """Whether the bot was away, or the clock was set, and the bot hasn't dealt with it yet."""
    last = presence_of(uow.store)
    return last is not None and _is_gap(uow, last)


def is_settled(uow: UnitOfWork) -> bool:
    """Whether the bot has been there long enough, by a steady clock, to close things for good."""
    last = presence_of(uow.store)
    if last is None:  # no presence is stored here
        return True
    return not _is_gap(uow, last) and last.at - last.since >= SETTLED


def _is_gap(uow: UnitOfWork, last: Presence) -> bool:
    return abs(uow.store.now - last.at) > ABSENT


def when_settled(
    use_case: Callable[Concatenate[UnitOfWork, P], T],
) -> Callable[Concatenate[UnitOfWork, P], T | None]:
    """Make a use case do nothing (and return None) unless the bot is settled.

    The machine may be suspended at any moment, so this is decided in the transaction itself.
    """

    @wraps(use_case)
    def guarded(uow: UnitOfWork, /, *args: P.args, **kwargs: P.kwargs) -> T | None:
        return use_case(uow, *args, **kwargs) if is_settled(uow) else None

    return guarded
