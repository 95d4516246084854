"""The host of all tables: each use case in one transaction, table by table in order."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from engine.kernel.refusal import Refused
from host import lobby, outbox, play
from host.books import Books
from host.database import Database
from host.errors import Damaged, Unsaved
from host.outbox import DAY, Kind
from host.positions import Positions
from host.records import Phase
from host.store import Store

P = ParamSpec("P")
T = TypeVar("T")
UseCase = Callable[Concatenate[Books, P], T]
TableUseCase = Callable[Concatenate[Books, int, P], T]
Clock = Callable[[], int]

SET_ASIDE = "The record of this table is damaged, so it was set aside; nothing else is affected."
STALE_LOBBY = DAY
log = logging.getLogger(__name__)


def utc() -> int:
    return time.time_ns() // 1_000_000


class Host:
    """`await host.at(table_id, join, user)`: any use case, under its table's lock."""

    def __init__(self, database: Database, clock: Clock = utc) -> None:
        self._database, self._clock = database, clock
        self._positions = Positions()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._settling: dict[int, asyncio.Task[None]] = {}
        self.news = asyncio.Event()  # set whenever there may be something to say

    @classmethod
    async def open(cls, file: Path, clock: Clock = utc) -> "Host":
        """Ready for every table, each playing on where it was."""
        host = cls(await Database.open(file), clock)
        for table_id in await host.read(_playing):
            host._settle_soon(table_id)
        return host

    async def close(self) -> None:
        """What is being stored is finished; what plays by itself goes on after the next start."""
        for task in self._settling.values():
            task.cancel()
        await asyncio.gather(*self._settling.values(), return_exceptions=True)
        await self._database.close()

    async def run(self, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """One use case is one transaction: all of it is stored when this returns."""
        done, _ = await self._write(use_case, *args, **kwargs)
        return done

    async def _write(
        self, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[T, bool]:
        def work(connection: sqlite3.Connection) -> tuple[T, bool]:
            books = Books(Store(connection, self._clock()), self._positions)
            return use_case(books, *args, **kwargs), books.is_unsettled

        found = await self._database.write(work)
        self.news.set()
        return found

    async def read(self, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """A use case that changes nothing."""

        def work(connection: sqlite3.Connection) -> T:
            books = Books(Store(connection, self._clock()), self._positions)
            return use_case(books, *args, **kwargs)

        return await self._database.read(work)

    async def at(
        self, table_id: int, use_case: TableUseCase[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """One use case at a table, in the order of asking; a busy table delays no other."""
        async with self._lock(table_id):
            try:
                done, is_unsettled = await self._write(use_case, table_id, *args, **kwargs)
            except Damaged as damage:
                await self._set_aside(table_id, damage)
                raise Refused(SET_ASIDE) from damage
        if is_unsettled:
            self._settle_soon(table_id)
        return done

    async def look(
        self, table_id: int, use_case: TableUseCase[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """A use case at a table that changes nothing, so it waits for nobody."""
        try:
            return await self.read(use_case, table_id, *args, **kwargs)
        except Damaged as damage:
            await self._set_aside(table_id, damage)
            raise Refused(SET_ASIDE) from damage

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def _set_aside(self, table_id: int, damage: Damaged) -> None:
        log.error("table %d is set aside: %s", table_id, damage)
        await self.run(_set_aside, table_id, str(damage))

    def _settle_soon(self, table_id: int) -> None:
        if table_id not in self._settling:
            task = asyncio.create_task(self._settle(table_id))
            self._settling[table_id] = task
            task.add_done_callback(lambda _: self._settling.pop(table_id, None))

    async def _settle(self, table_id: int) -> None:
        """Play on while an autopilot or a queue can, each action in its own transaction."""
        try:
            while await self.at(table_id, play.settle):
                pass
        except (Refused, Unsaved) as fault:
            log.warning("table %d does not play on by itself: %s", table_id, fault)

    async def settled(self, table_id: int | None = None) -> None:
        """Until nothing plays by itself any more, at this table or at all of them."""
        while tasks := [
            task for number, task in self._settling.items() if table_id in (None, number)
        ]:
            await asyncio.wait(tasks)

    async def keep_house(self) -> None:
        """To be called now and then: close stale lobbies, tidy up, try again what got stuck."""
        await self.run(lobby.close_stale, self._clock() - STALE_LOBBY)
        await self.run(outbox.tidy)
        for table_id in await self.read(_playing):
            self._settle_soon(table_id)


def _playing(books: Books) -> list[int]:
    """Tables where an autopilot plays or something is queued."""
    return books.store.restless_table_ids()


def _set_aside(books: Books, table_id: int, why: str) -> None:
    channel = books.store.channel_of(table_id)
    books.store.set_phase(table_id, Phase.ASIDE, why)
    if channel is not None:
        books.store.post_letter(table_id, Kind.ASIDE, channel, None, {})
