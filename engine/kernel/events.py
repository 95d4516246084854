"""Facts for the log, each with the seats that may read it."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple


class Event(NamedTuple):
    kind: str
    seat: int | None
    facts: tuple[Any, ...] = ()
    readers: tuple[int, ...] | None = None  # None: everyone, spectators too


_new = tuple.__new__


def event(
    kind: str, seat: int | None, facts: tuple[Any, ...] = (), readers: tuple[int, ...] | None = None
) -> Event:
    """`Event(…)` for busy places: about twice as quick."""
    return _new(Event, (kind, seat, facts, readers))


def readable(events: Iterable[Event], seat: int | None) -> Iterator[Event]:
    """The events that a seat (or the public, `None`) may read."""
    return (e for e in events if e.readers is None or seat in e.readers)
