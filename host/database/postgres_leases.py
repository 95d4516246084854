"""Leases on PostgreSQL: locks that the server releases when a process's connection ends."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

import psycopg

from host.database.leases import Held
from host.database.postgres import connect_async
from host.errors import SaveFailed

PATIENCE = 10.0  # seconds to wait for an answer; then the connection counts as lost
_LOST = (psycopg.Error, OSError, TimeoutError)


class PostgresLeases:
    """The leases of this process, all on one connection: if it is lost, so are they."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._raw: psycopg.AsyncConnection[tuple[Any, ...]] | None = None
        self._one_by_one = asyncio.Lock()

    @property
    def holder(self) -> int | None:
        """This process, as in `Held.holder`; None while it isn't connected."""
        raw = self._raw
        return None if raw is None or raw.closed else raw.info.backend_pid

    async def connect(self) -> None:
        """Raises SaveFailed if the server doesn't answer. All earlier leases are lost."""
        await self.close()
        try:
            async with asyncio.timeout(PATIENCE):
                self._raw = await connect_async(self._url)
        except _LOST as error:
            raise SaveFailed("the database is not responding") from error

    async def close(self) -> None:
        raw, self._raw = self._raw, None
        if raw:
            with contextlib.suppress(*_LOST):
                await raw.close()

    async def take(self, kind: int, number: int) -> bool:
        """Return whether this process has the lease now, even if it had it before."""
        return bool(await self._ask("SELECT pg_try_advisory_lock(%s, %s)", kind, number))

    async def join(self, kind: int, number: int) -> None:
        """Take a lease that any number of processes can hold together."""
        await self._ask("SELECT pg_advisory_lock_shared(%s, %s)", kind, number)

    async def give_back(self, kind: int, number: int) -> None:
        await self._ask("SELECT pg_advisory_unlock(%s, %s)", kind, number)

    async def held(self) -> list[Held]:
        """The leases of all processes."""
        rows = await self._rows(
            "SELECT classid::BIGINT, objid::BIGINT, pid FROM pg_locks"
            " WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND database ="
            " (SELECT oid FROM pg_database WHERE datname = current_database())"
            " ORDER BY 1, 2",
        )
        return [Held(*row) for row in rows]

    async def _ask(self, statement: str, *values: Any) -> Any:
        return (await self._rows(statement, *values))[0][0]

    async def _rows(self, statement: str, *values: Any) -> Sequence[tuple[Any, ...]]:
        async with self._one_by_one:
            if self._raw is None:
                raise SaveFailed("the database is not responding")
            try:
                async with asyncio.timeout(PATIENCE):
                    cursor = await self._raw.execute(statement.encode(), values)
                    return await cursor.fetchall()
            except _LOST as error:
                await self.close()
                raise SaveFailed("the database is not responding") from error
