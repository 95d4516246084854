"""A clock that moves only when it is told to, for the bot, discord.py and the sandbox."""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from typing import Any

import discord.client
import discord.http
import discord.shard
import discord.webhook.async_

import cogs.attachments
import cogs.client
import cogs.delivery
import cogs.pace
import cogs.reconnect
import cogs.responder
import cogs.run
import cogs.screen
import cogs.sender
import cogs.shards
from host import presence
from host.wall_clock import utc
from testing.planting import planted

PAUSING = (
    *(discord.http, discord.webhook.async_, discord.client, discord.shard),
    *(cogs.attachments, cogs.client, cogs.delivery, cogs.reconnect, cogs.run, cogs.sender),
    cogs.shards,
)
BELLS = ("STRIKE", "HOUSE_KEEPING")  # of the bot: the longest pause of each
RHYTHM = 600.0  # seconds; slower than the bot's own, which is the harder way
IMPATIENT = (cogs.responder,)  # modules in which only time-outs are replaced


class Time:
    """Milliseconds; a sleeper wakes up when the clock has reached its time."""

    def __init__(self, now: int | None = None) -> None:
        self.now = utc() if now is None else now
        self.asleep: set[asyncio.Task[Any]] = set()  # they wait for time, or for somebody who does
        self._alarms: list[tuple[int, int, asyncio.Future[None], asyncio.Task[Any] | None]] = []
        self._numbers = itertools.count()

    def __call__(self) -> int:
        return self.now

    @property
    def next_alarm(self) -> int | None:
        while self._alarms and self._alarms[0][2].done():
            heapq.heappop(self._alarms)
        return self._alarms[0][0] if self._alarms else None

    def go_to(self, moment: int) -> None:
        """Move the clock; those who wake up count as awake at once, even before they run."""
        self.now = max(self.now, moment)
        while (alarm := self.next_alarm) is not None and alarm <= self.now:
            *_, bell, task = heapq.heappop(self._alarms)
            bell.set_result(None)
            if task:
                self.asleep.discard(task)

    def alarm(self, seconds: float) -> asyncio.Future[None]:
        found = asyncio.get_running_loop().create_future()
        if seconds <= 0:
            found.set_result(None)
        moment = self.now + int(seconds * 1000)
        entry = moment, next(self._numbers), found, asyncio.current_task()
        heapq.heappush(self._alarms, entry)
        return found

    @contextmanager
    def sleeping(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task
        self.asleep.add(task)
        try:
            yield
        finally:
            self.asleep.discard(task)

    # Replacements for asyncio's own

    async def sleep(self, seconds: float, result: Any = None) -> Any:
        if seconds <= 0:
            await asyncio.sleep(0)
            return result
        with self.sleeping():
            await self.alarm(seconds)
        return result

    async def wait(self, tasks: Iterable[Any], timeout: float | None = None) -> Any:
        rest = [self.alarm(timeout)] if timeout is not None else []
        with self.sleeping():
            done, _ = await asyncio.wait([*tasks, *rest], return_when=asyncio.FIRST_COMPLETED)
        return done, set()

    @asynccontextmanager
    async def timeout(self, seconds: float | None) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(None) as end:

            def ring(alarm: asyncio.Future[None]) -> None:
                if not alarm.cancelled():
                    end.reschedule(loop.time())

            alarm = loop.create_future() if seconds is None else self.alarm(seconds)
            alarm.add_done_callback(ring)
            try:
                yield
            finally:
                alarm.cancel()

    def event(self) -> asyncio.Event:
        """Return an event whose waiters count as asleep."""
        time = self

        class Event(asyncio.Event):
            async def wait(self) -> Any:
                with time.sleeping():
                    return await super().wait()

        return Event()


class _Timeouts:
    """All of asyncio, but time-outs use our clock."""

    def __init__(self, time: Time) -> None:
        self.timeout = time.timeout

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)


class _Asyncio(_Timeouts):
    """All of asyncio, but pauses use our clock."""

    def __init__(self, time: Time) -> None:
        super().__init__(time)
        self.sleep, self.wait, self.Event = time.sleep, time.wait, time.event

        class Lock(asyncio.Lock):
            async def acquire(self) -> Any:
                with time.sleeping():
                    return await super().acquire()

        self.Lock = Lock


@contextmanager
def on_our_clock(time: Time, rhythm: float = RHYTHM) -> Iterator[None]:
    """As long as this lasts, no pause takes real time; the bot's loops run at that rhythm."""
    with ExitStack() as stack:
        for module in PAUSING:
            stack.enter_context(planted(module, "asyncio", _Asyncio(time)))
        for module in IMPATIENT:
            stack.enter_context(planted(module, "asyncio", _Timeouts(time)))
        for name in BELLS:
            stack.enter_context(planted(cogs.client, name, rhythm))
        stack.enter_context(planted(presence, "ABSENT", max(presence.ABSENT, int(2000 * rhythm))))
        stack.enter_context(planted(cogs.run, "_invite", lambda *_: None))
        stack.enter_context(planted(cogs.delivery, "PUSH_PAUSE", 0))  # messages are sent at once
        stack.enter_context(
            planted(cogs.screen, "PATIENCE", None)
        )  # on a busy machine pictures take long, but here they come with their text
        if hasattr(cogs.pace, "ticks"):
            stack.enter_context(planted(cogs.pace, "ticks", time))
        yield
