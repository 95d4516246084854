"""The database of the bot while it is open. `host/host.py` is the only one who uses it."""

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

from host.database.connection import Connection
from host.database.leases import Leases

T = TypeVar("T")
Work = Callable[[Connection], T]


class Database(Protocol):
    """Runs a function in a transaction. SQLite and PostgreSQL each have one."""

    displaced: asyncio.Event  # set when the bot must stop, because its database is gone

    @property
    def leases(self) -> Leases | None:
        """What several processes share out among them; None: there can only be one."""

    async def write(self, work: Work[T], about: int | None = None) -> T:
        """All of it is stored, or nothing and an error says so.

        What is about the same table is stored in the order of asking. The function may run several
        times until the database takes it, so it changes nothing else.
        """

    async def read(self, work: Work[T]) -> T:
        """A function that only reads, in one unchanging look; one that tries to write fails."""

    async def erase(self, work: Work[T]) -> T:
        """Like `write`, before a `scrub` that must follow."""

    async def scrub(self) -> None:
        """After an `erase`, remove the deleted data from the files, as far as that is possible."""

    def when_stored(self, call: Callable[[], object]) -> None:
        """Call this once all that was asked so far is done, also for callers who were cancelled."""

    def listen(self, call: Callable[[], object]) -> None:
        """Call this whenever another process has stored something that is to be said."""

    async def close(self) -> None: ...
