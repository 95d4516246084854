"""Facts for the log, each with the seats that may read it."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple


class Event(NamedTuple):
    kind: str
    seat: int | None
    facts: tuple[Any, ...] = ()
    readers: tuple[int, ...] | None = None  # None: everyone, spectators too


Fact = tuple[Any, ...]  # an event while the rules run: its fields, the last may be left out


def readable(events: Iterable[Event], seat: int | None) -> Iterator[Event]:
    """Select the events that a seat (or the public, `None`) may read."""
    return (event for event in events if event.readers is None or seat in event.readers)
