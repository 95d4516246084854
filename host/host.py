"""The host of all tables: each use case in one transaction, table by table in order."""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from engine.kernel.codes import UNDO, code
from engine.kernel.refusal import Refused
from host import (
    challenges,
    clock,
    lobby,
    outbox,
    overdue,
    people,
    play,
    presence,
    privacy,
    replies,
    schedules,
    votes,
)
from host.aside import diagnosed, set_aside
from host.backups import keep_backups
from host.books import Books
from host.database import Database
from host.errors import Damaged, Unsaved, told
from host.outbox import DAY
from host.play import Click, Played
from host.positions import Borrowed, Positions
from host.store import Store
from host.wall_clock import WallClock

P = ParamSpec("P")
T = TypeVar("T")
UseCase = Callable[Concatenate[Books, P], T]
TableUseCase = Callable[Concatenate[Books, int, P], T]
Clock = Callable[[], int]

SET_ASIDE = "This table's saved data is damaged, so I've closed it; your other games are fine."
STALE_LOBBY = DAY
FAULTS = (Damaged, ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
log = logging.getLogger(__name__)


class Host:
    """`await host.at(table_id, join, user)`: any use case, under its table's lock."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock
        self._positions = Positions()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._settling: dict[int, asyncio.Task[None]] = {}
        self._is_closed = False
        self._back_up: Callable[[], Awaitable[object]] | None = None
        self.news = asyncio.Event()  # set whenever there may be something to say

    @classmethod
    async def open(
        cls, file: Path, clock: Clock | None = None, backups: Path | None = None
    ) -> "Host":
        """Ready for every table, each playing on where it was; copies go to the folder."""
        clock = clock or WallClock()
        host = cls(await Database.open(file), clock)
        if backups:
            host._back_up = partial(keep_backups, file, backups, clock)
        try:
            with told(f"{file} cannot be opened"):
                for table_id in await host.read(_playing):
                    host._settle_soon(table_id)
        except BaseException:
            await host.close()
            raise
        return host

    async def close(self) -> None:
        """What is being stored is finished; what plays by itself goes on after the next start."""
        self._is_closed = True
        for task in self._settling.values():
            task.cancel()
        await asyncio.gather(*self._settling.values(), return_exceptions=True)
        await self._database.close()

    @property
    def displaced(self) -> asyncio.Event:
        """Set when the database was taken away under the host, which then saves nothing more."""
        return self._database.displaced

    def now(self) -> int:
        return self._clock()

    async def run(self, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """One use case is one transaction: all of it is stored when this returns."""
        done, _ = await self._write(use_case, *args, **kwargs)
        return done

    async def read(self, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """A use case that changes nothing."""

        def work(connection: sqlite3.Connection) -> T:
            borrowed = Borrowed(self._positions)
            done = use_case(Books(Store(connection, self._clock()), borrowed), *args, **kwargs)
            borrowed.give_all_back()
            return done

        return await self._database.read(work)

    async def _write(
        self, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[T, bool]:
        def work(connection: sqlite3.Connection) -> tuple[T, bool]:
            books = self._books(connection)
            return use_case(books, *args, **kwargs), books.is_unsettled

        try:
            return await self._database.write(work)
        except asyncio.CancelledError:
            self._database.when_stored(self.news.set)
            raise
        finally:
            self.news.set()

    def _books(self, connection: sqlite3.Connection) -> Books:
        return Books(Store(connection, self._clock()), self._positions)

    async def at(
        self, table_id: int, use_case: TableUseCase[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """One use case at a table, in the order of asking; a busy table delays no other."""
        async with self._lock(table_id):
            return await self._at(table_id, use_case, *args, **kwargs)

    async def act(self, table_id: int, click: Click) -> Played:
        """The use case of every click; the views are made when the database is free again."""
        async with self._lock(table_id):
            done = await self._at(table_id, play.act, click)
            return play.played(done)

    async def undo(self, table_id: int, click: Click) -> Played:
        return await self.act(table_id, replace(click, code=code(UNDO)))

    async def look(
        self, table_id: int, use_case: TableUseCase[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """A use case at a table that changes nothing, so it waits for nobody."""
        try:
            return await self.read(use_case, table_id, *args, **kwargs)
        except FAULTS as fault:
            await self._refuse_if_damaged(table_id, fault)
            raise

    async def _at(
        self, table_id: int, use_case: TableUseCase[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        try:
            done, is_unsettled = await self._write(use_case, table_id, *args, **kwargs)
        except asyncio.CancelledError:
            self._settle_soon(table_id)  # it may be stored all the same
            raise
        except FAULTS as fault:
            await self._refuse_if_damaged(table_id, fault)
            raise
        if is_unsettled:
            self._settle_soon(table_id)
        return done

    async def _refuse_if_damaged(self, table_id: int, fault: Exception) -> None:
        """A fault of the record sets its table aside; any other is ours, and goes on."""
        try:
            await self.read(diagnosed, table_id)
        except Damaged as damage:
            log.error("table %d closed as damaged: %s", table_id, damage)
            await self.run(set_aside, table_id, str(damage))
            raise Refused(SET_ASIDE) from fault

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    def _settle_soon(self, table_id: int) -> None:
        if table_id not in self._settling and not self._is_closed:
            task = asyncio.create_task(self._settle(table_id))
            self._settling[table_id] = task
            task.add_done_callback(lambda _: self._settling.pop(table_id, None))

    async def _settle(self, table_id: int) -> None:
        """Play on while an autopilot or a queue can, each action in its own transaction."""
        try:
            while await self.at(table_id, play.settle):
                pass
        except (Refused, Unsaved) as fault:
            log.warning("table %d: autopilot or plan could not play: %s", table_id, fault)

    async def settled(self, table_id: int | None = None) -> None:
        """Until nothing plays by itself any more, at this table or at all of them."""
        while tasks := [
            task for number, task in self._settling.items() if table_id in (None, number)
        ]:
            await asyncio.wait(tasks)

    async def forget(self, user: int) -> bool:
        """No trace of the user is left, in all tables at once; whether there was any."""
        if not await self.read(privacy.is_known, user):
            return False
        try:
            restless = await self._database.erase(lambda c: privacy.forget(self._books(c), user))
        finally:
            self.news.set()
        for table_id in restless:
            self._settle_soon(table_id)
        await self._database.scrub()
        return True

    async def attend(self) -> None:
        """To be called every few seconds while people can reach the bot, before `strike`.

        Time in which nobody called it counts against no player.
        """
        if gap := await self.run(presence.attend):
            log.warning("time limits moved by %d s: offline, or the clock was set", gap // 1000)

    async def strike(self) -> None:
        """Everything whose time has come: reminders, turns that are over, digests."""
        for table_id in await self.read(overdue.tables_to_strike):
            await self._until_done(table_id, overdue.strike)
        await self.run(people.send_digests)
        if await self.read(replies.is_one_due):
            await self.run(replies.close_due)
        if not await self.read(presence.is_settled):
            return
        for table_id in await self.read(challenges.attempts_to_end):
            await self._until_done(table_id, challenges.end_attempt)
        await self.run(challenges.close_due)
        await self.run(schedules.post_due)

    async def _until_done(self, table_id: int, use_case: TableUseCase[[], bool]) -> None:
        """One table that is stuck holds up no other."""
        try:
            while await self.at(table_id, use_case):
                await self.settled(table_id)
        except Refused as fault:
            log.warning("table %d: clock action refused: %s", table_id, fault)
        except FAULTS:
            log.exception("table %d: clock action failed", table_id)

    async def next_alarm(self) -> int | None:
        """When `strike` has something to do the next time."""
        found = [await self.read(clock.next_alarm), await self.read(replies.next_close)]
        return min((at for at in found if at is not None), default=None)

    async def keep_house(self) -> None:
        """To be called now and then: close what nobody plays, tidy up, try again what got stuck."""
        if await self.read(presence.is_settled):
            await self._close_for_good()
        await self._database.scrub()
        if self._back_up:
            await self._back_up()
        for table_id in await self.read(_playing):
            self._settle_soon(table_id)

    async def _close_for_good(self) -> None:
        """What nobody can bring back: only by a clock that has been steady for a while."""
        await self.run(lobby.close_stale, self._clock() - STALE_LOBBY)
        for table_id in await self.read(overdue.tables_to_abandon):
            await self._until_done(table_id, overdue.abandon)
        await self.run(votes.forget_old)
        await self.run(outbox.tidy)


def _playing(books: Books) -> list[int]:
    """Tables where an autopilot plays or something is queued."""
    return books.store.restless_table_ids()
