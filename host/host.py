"""The host of all tables: every use case goes through `Host.do` or `Host.read`."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from inspect import signature
from pathlib import Path
from time import perf_counter
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from engine.kernel.refusal import Refused
from host import (
    absence,
    challenges,
    clock,
    lobby,
    outbox,
    overdue,
    people,
    play,
    privacy,
    replies,
    rules,
    schedules,
    votes,
)
from host.backups import keep_backups
from host.caller import Caller, is_once
from host.database import Database
from host.database.connection import Connection
from host.database.leases import HOUSE, Leases
from host.database.locations import Location, location_of
from host.errors import FAULTS, Damaged, SaveFailed, told
from host.happenings import Happening
from host.log_facts import facts
from host.positions import Borrowed, Positions
from host.quarantine import check_stored_record, quarantine_table
from host.store import Store
from host.unit_of_work import UnitOfWork
from host.wall_clock import WallClock

P = ParamSpec("P")
T = TypeVar("T")
UseCase = Callable[Concatenate[UnitOfWork, P], T]
Clock = Callable[[], int]

SET_ASIDE = "This table's saved data is damaged, so I've closed it; your other games are fine."
NOWHERE = 0  # for a press that wasn't at a table
log = logging.getLogger(__name__)


class Host:
    """`await host.do(lobby.join, table_id, by=caller)` changes something, `read` only looks."""

    def __init__(self, database: Database, clock: Clock, utc: Clock) -> None:
        self._database, self._clock = database, clock
        self.utc = utc  # as the database's machine has it, also right after a leap
        self._positions = Positions()
        self._autoplaying: dict[int, asyncio.Task[None]] = {}
        self._to_autoplay: set[int] = set()  # tables that may have to play on by themselves
        self._last_presses: dict[int, tuple[int, int]] = {}  # by table: the seat, and when
        self._is_closed = False
        self._back_up: Callable[[], Awaitable[object]] | None = None
        self.news = asyncio.Event()  # set whenever there may be something to send

    @classmethod
    async def open(
        cls,
        where: Path | Location,
        clock: Clock | None = None,
        backups: Path | None = None,
        backup_hook: str = "",
    ) -> "Host":
        """Open the database and let autopilots play on.

        Backups go to the folder, if given; after each the hook is run.
        """
        place = location_of(where)
        place.refuse_lost(backups or place.backups)
        utc, clock = clock or place.now, clock or WallClock(place.now)
        host = cls(await place.open(), clock, utc)
        host._database.listen(host.news.set)
        if backups:
            host._back_up = partial(keep_backups, place, backups, clock, backup_hook)
        try:
            with told(f"{place} cannot be opened"):
                for table_id in await host.read(rules.tables_to_tell):
                    await host._until_done(table_id, rules.tell_table)
                for table_id in await host.read(_playing):
                    host._schedule_autoplay(table_id)
        except BaseException:
            await host.close()
            raise
        return host

    async def close(self) -> None:
        """Finish what is being stored and stop; autopilots go on after the next start."""
        self._is_closed = True
        for task in self._autoplaying.values():
            task.cancel()
        await asyncio.gather(*self._autoplaying.values(), return_exceptions=True)
        await self._database.close()

    @property
    def displaced(self) -> asyncio.Event:
        """Set when the database was taken away while in use; nothing is saved from then on."""
        return self._database.displaced

    @property
    def leases(self) -> Leases | None:
        """What several processes divide among themselves; None if this is the only one."""
        return self._database.leases

    def now(self) -> int:
        return self._clock()

    async def do(self, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Carry out a use case: everything that it changes is stored when this returns.

        A use case is a function whose first parameter is the unit of work. One about a table has
        `table_id` next: if the record of that table turns out to be damaged, it is quarantined.
        One with a caller has the keyword `by`: the place of the call is checked against the table,
        in the same transaction. If the use case is marked `once`, a press that was carried out
        before is not carried out again, and gets None. Calls are stored in the order of asking.
        """
        table_id = _table_of(use_case, args)
        try:
            return await self._commit(table_id, use_case, *args, **kwargs)
        except FAULTS as fault:
            await self._refuse_if_damaged(table_id, fault)
            raise

    async def read(self, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a use case that changes nothing; it doesn't wait for what is being stored."""
        table_id = _table_of(use_case, args)

        def work(connection: Connection) -> T:
            borrowed = Borrowed(self._positions)
            uow = UnitOfWork(Store(connection, self._clock()), borrowed)
            _check_place(uow, table_id, kwargs)
            done = use_case(uow, *args, **kwargs)
            borrowed.give_all_back()
            return done

        try:
            return await self._database.read(work)
        except FAULTS as fault:
            await self._refuse_if_damaged(table_id, fault)
            raise

    async def _commit(
        self, table_id: int | None, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        begun = perf_counter()

        def work(connection: Connection) -> tuple[T, UnitOfWork]:
            uow = UnitOfWork(
                Store(connection, self._clock()),
                self._positions,
                last_presses=self._last_presses,
            )
            _one_at_a_time(uow, kwargs)
            _check_place(uow, table_id, kwargs)
            _remember_server(uow, table_id, kwargs)
            done = _carry_out(uow, table_id, use_case, *args, **kwargs)
            if uow.store.is_outbox_changed:
                connection.tell_news()
            return done, uow

        try:
            done, uow = await self._database.write(work, table_id)
        except asyncio.CancelledError:
            self._database.when_stored(self.news.set)
            if table_id is not None:
                self._schedule_autoplay(table_id)  # it may have been stored all the same
            raise
        self._follow(uow)
        _tell_debug(use_case, table_id, begun)
        return done

    def _follow(self, uow: UnitOfWork) -> None:
        """After the commit: wake the sender, log what happened, let autopilots and plans play."""
        if uow.store.is_outbox_changed:
            self.news.set()
        for event, known in uow.to_log:
            level = logging.ERROR if event == Happening.DAMAGED else logging.INFO
            log.log(level, event, extra=facts(**known))
        for each in uow.to_autoplay:
            self._schedule_autoplay(each)

    async def _refuse_if_damaged(self, table_id: int | None, fault: Exception) -> None:
        """Quarantine the table if its record is damaged; any other fault is ours, and is raised."""
        if table_id is None:
            return
        try:
            await self._database.read(
                lambda c: check_stored_record(
                    UnitOfWork(Store(c, self._clock()), self._positions), table_id
                )
            )
        except Damaged as damage:
            await self._commit(table_id, quarantine_table, table_id, str(damage))
            raise Refused(SET_ASIDE) from fault

    def _schedule_autoplay(self, table_id: int) -> None:
        """Let autopilots and plans play on at a table, in the background."""
        if not self._is_closed:
            self._to_autoplay.add(table_id)
            if table_id not in self._autoplaying:
                self._autoplaying[table_id] = asyncio.create_task(self._autoplay(table_id))

    async def _autoplay(self, table_id: int) -> None:
        """Play one action per transaction, as long as there is something to play."""
        try:
            while table_id in self._to_autoplay:
                self._to_autoplay.discard(table_id)
                await self.do(play.autoplay_step, table_id)
        except (Refused, SaveFailed) as fault:
            why = facts(table=table_id, why=fault)
            log.warning("autopilot or plan could not play, will retry", extra=why)
        finally:
            del self._autoplaying[table_id]

    async def wait_for_autoplay(self, table_id: int | None = None) -> None:
        """Wait until nothing plays by itself any more, at this table or at any."""
        while tasks := [
            task for number, task in self._autoplaying.items() if table_id in (None, number)
        ]:
            await asyncio.wait(tasks)

    async def forget(self, user: int) -> bool:
        """Erase everything about the user from all tables; return whether there was anything."""
        if not await self.read(privacy.is_known, user):
            return False
        try:
            uow = await self._database.erase(partial(self._erase, user))
        finally:
            self.news.set()
        self._follow(uow)
        await self._database.scrub()
        return True

    def _erase(self, user: int, connection: Connection) -> UnitOfWork:
        uow = UnitOfWork(Store(connection, self._clock()), self._positions)
        uow.store.own_person(user)
        privacy.forget(uow, user)
        _review_votes(uow)
        connection.tell_news()
        return uow

    async def attend(self) -> None:
        """Leave a sign of life; to be called every few seconds while people can reach the bot.

        Time in which nobody called it doesn't count against any player. `run_due` comes after it.
        """
        if gap := await self.do(absence.attend):
            moved = facts(seconds=gap // 1000)
            log.warning("time limits moved: offline, or the clock was set", extra=moved)

    async def run_due(self) -> None:
        """Do everything that is due: reminders, turns that are over, plans, digests."""
        for table_id in await self.read(play.tables_to_play_on):
            self._schedule_autoplay(table_id)
        for table_id in await self.read(overdue.tables_due):
            await self._until_done(table_id, overdue.run_due)
        await self.do(people.send_digests)
        if await self.read(replies.is_one_due):
            await self.do(replies.close_due)
        for table_id in await self.read(challenges.attempts_to_end):
            await self._until_done(table_id, challenges.end_attempt)
        await self.do(challenges.close_due)
        await self.do(schedules.post_due)

    async def _until_done(
        self, table_id: int, use_case: Callable[[UnitOfWork, int], bool | None]
    ) -> None:
        """Repeat a use case until nothing is left to do; a fault at one table stops no other."""
        try:
            while await self.do(use_case, table_id):
                await self.wait_for_autoplay(table_id)
        except Refused as fault:
            log.warning("clock action refused", extra=facts(table=table_id, why=fault))
        except FAULTS:
            log.exception("clock action failed", extra=facts(table=table_id))

    async def next_alarm(self) -> int | None:
        """Return when `run_due` next has something to do."""
        found = [await self.read(clock.next_alarm), await self.read(replies.next_close)]
        return min((at for at in found if at is not None), default=None)

    async def run_housekeeping(self) -> None:
        """Close what nobody plays, tidy up, and retry what got stuck; call it now and then."""
        await self._close_for_good()
        await self._database.scrub()
        if self._back_up and (self.leases is None or await self.leases.take(HOUSE, 0)):
            await self._back_up()
        for table_id in await self.read(_playing):
            self._schedule_autoplay(table_id)

    async def _close_for_good(self) -> None:
        """Close what can't be reopened: all of this needs a clock that has been steady."""
        for table_id in await self.read(lobby.stale_lobbies):
            await self._until_done(table_id, lobby.close_stale)
        for table_id in await self.read(overdue.tables_to_abandon):
            await self._until_done(table_id, overdue.abandon)
        for table_id in await self.read(votes.tables_with_old_votes):
            await self._until_done(table_id, votes.forget_old)
        await self.do(outbox.tidy)


def _tell_debug(use_case: Callable[..., Any], table_id: int | None, begun: float) -> None:
    """At DEBUG, log what was carried out and how long it took."""
    if log.isEnabledFor(logging.DEBUG):
        took = {"took_ms": round((perf_counter() - begun) * 1000)}
        where = {} if table_id is None else {"table": table_id}
        name = f"{use_case.__module__}.{use_case.__qualname__}"
        log.debug("stored", extra=facts(use_case=name, **where, **took))


def _playing(uow: UnitOfWork) -> list[int]:
    """Tables where an autopilot plays or something is queued."""
    return uow.store.tables_needing_autoplay()


def _table_of(use_case: Callable[..., Any], args: Sequence[Any]) -> int | None:
    """Return the table that a call is about."""
    return args[0] if args and _is_about_a_table(use_case) else None


@lru_cache(512)
def _is_about_a_table(use_case: Callable[..., Any]) -> bool:
    return list(signature(use_case).parameters)[1:2] == ["table_id"]


def _one_at_a_time(uow: UnitOfWork, kwargs: Mapping[str, Any]) -> None:
    """Lock the caller, because their limits and settings may depend on what they do."""
    by: Caller | None = kwargs.get("by")
    if by:
        uow.store.own_person(by.id)


def _check_place(uow: UnitOfWork, table_id: int | None, kwargs: Mapping[str, Any]) -> None:
    by: Caller | None = kwargs.get("by")
    if by and by.place and table_id is not None:
        by.check_can_use(uow.table(table_id))


def _remember_server(uow: UnitOfWork, table_id: int | None, kwargs: Mapping[str, Any]) -> None:
    """Note the server of a table opened by an older version, at the next press in its channel."""
    by: Caller | None = kwargs.get("by")
    if by and table_id is not None and by.channel is not None and by.server is not None:
        uow.store.remember_server(table_id, by.channel, by.server)


def _carry_out(
    uow: UnitOfWork,
    table_id: int | None,
    use_case: UseCase[P, T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    by = cast(Caller | None, kwargs.get("by"))
    click = by.click if by and is_once(use_case) else None
    if click is not None and uow.store.click(click):
        return cast(T, None)  # nobody is waiting for it: the press was answered the first time
    done = use_case(uow, *args, **kwargs)
    if click is not None and not uow.store.click(click):
        uow.store.remember_click(click, table_id or NOWHERE)
    _review_votes(uow)
    return done


def _review_votes(uow: UnitOfWork) -> None:
    """End votes that can't pass any more, at tables where somebody has left or is away."""
    for table_id in sorted(uow.to_review):
        with suppress(Damaged):  # it is quarantined when somebody next opens it
            votes.review(uow, table_id)
