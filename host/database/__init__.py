"""The open database of the bot. Only `host/host.py` uses it."""

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

from host.database.connection import Connection
from host.database.leases import Leases

T = TypeVar("T")
Work = Callable[[Connection], T]


class Database(Protocol):
    """Runs functions in transactions. SQLite and PostgreSQL each have one."""

    displaced: asyncio.Event  # set when the database file is gone, so the bot must stop

    @property
    def leases(self) -> Leases | None:
        """What several processes lease; None if there can only be one process."""

    async def write(self, work: Work[T], about: int | None = None) -> T:
        """Run a function that writes: either all of it is stored, or nothing and this raises.

        Functions about the same table run in the order in which they were passed. A function may be
        run several times before the database accepts it, so it must have no other effects.
        """

    async def read(self, work: Work[T]) -> T:
        """Run a function that only reads, on one unchanging snapshot; trying to write raises."""

    async def erase(self, work: Work[T]) -> T:
        """Like `write`, for a deletion that `scrub` must follow."""

    async def scrub(self) -> None:
        """Remove deleted data from the files after `erase`, as far as that is possible."""

    def when_stored(self, call: Callable[[], object]) -> None:
        """Call this when all current writes are done, also those whose callers were cancelled."""

    def listen(self, call: Callable[[], object]) -> None:
        """Call this whenever another process has stored messages to send."""

    async def close(self) -> None: ...
