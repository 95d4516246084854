"""The bot in the sandbox with our own clock: waiting means waiting until nothing moves."""

import asyncio
import base64
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from cogs import run
from cogs.client import TableBot
from cogs.reconnect import RETURNING
from host.database import sqlite
from host.env_file import InvalidSettings
from host.host import Host
from render.marks import Drawing
from render.studio import Picture, Sketch, Studio
from sandbox.driver import PATIENCE, Sandbox, sequence_of
from sandbox.interactions import TOKEN_LIFE, Interaction
from sandbox.world import EPOCH, Json
from testing.planting import planted
from testing.scene.clock import RHYTHM, Time, on_our_clock
from testing.scene.record import Record, last_number

T = TypeVar("T")
OF_EVENTS = ("discord.py: on_", "CommandTree")  # names of tasks started by an event
FOR_EVER = 10**6
LOOK = 0.001  # seconds between two looks while something is going on
A_STORM = 300
FIRST_ANSWER = 3.0
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SECOND, MINUTE = 1_000, 60_000
RESTART = 15 * SECOND  # as deploy/ has it
LONGEST = 30 * MINUTE  # nothing that can be said may wait longer
OURS = ("cogs", "engine", "host", "render")  # packages whose errors nothing else reports
EXPECTED = re.compile(r"Attempting a reconnect for shard ID 0 in \d")  # an outage of the gateway


class Restless(AssertionError):
    """The bot does something again and again without a pause."""


class Ended(AssertionError):
    """The bot's process has ended by itself."""


class DotStudio(Studio):
    """Every picture is one dot, and equal where the real ones are equal: messages count here."""

    async def _work(self, work: Callable[[], T]) -> T:
        return work()

    def _sketch(self, drawing: Drawing) -> Sketch:
        return Sketch(drawing, self.finish(drawing))

    def finish(self, drawing: Drawing) -> Picture:
        key = hash((drawing.w, drawing.h, drawing.palette, drawing.parts))
        text = f"{key % 2**64:020x}"
        return Picture(DOT + text.encode(), drawing.alt, text)


class Calm(Sandbox):
    """A sandbox that waits for an answer until nothing moves any more, then three seconds."""

    def __init__(self, file: Path, now: int | None = None) -> None:
        super().__init__(self._new_bot)
        self.database, self.time = file, Time(now)
        self.record = Record(self.time)
        self.server.world.clock = lambda: self.time.now / 1000
        self.server.desk.first_answer = self.server.desk.token_life = FOR_EVER
        self.server.world.listeners.append(self.record.hear)
        self.unanswered: list[Interaction] = []
        self.restarts = 0  # of a process that has ended by itself

    async def _new_bot(self) -> TableBot:
        host = await Host.open(self.database, self.time)
        host.news = self.time.event()
        host.news.set()
        bot = TableBot(host, DotStudio(), guild_ready_timeout=0.05)
        bot.presses.attachments.clock = lambda: self.time.now / 1000  # how long warnings stay
        for counter in (bot.presses.gate._presses, bot.presses.gate._typed):
            counter.most = FOR_EVER  # it uses real time, in which many presses arrive at once
        return bot

    # Like the bot's process

    async def start_bot(self) -> None:
        await self.begin_bot()
        async with asyncio.timeout(PATIENCE):
            while not (self.bot and self.bot.is_ready()):
                assert self._run and not self._run.done(), "the bot has ended"
                await asyncio.sleep(0.001)

    async def begin_bot(self) -> None:
        """Start the bot without waiting for it."""
        self.bot = bot = await self._new_bot()
        self._run = asyncio.create_task(run._live(bot, self.server.token))

    async def until_up(self, end: int | None = None) -> None:
        """Wait until it has started, or our clock gets there; restart a process that ends."""
        end = end or self.time.now + LONGEST
        while self.time.now < end:
            await self._until_still()
            assert self._run and self.bot
            if self.bot.is_ready():
                return
            if self._run.done():
                await self._begin_again()
            else:
                self.time.go_to(min(end, self.time.next_alarm or self.time.now + SECOND))

    async def _until_still(self) -> None:
        """Wait until the start can't continue at this moment."""
        async with asyncio.timeout(PATIENCE):
            while True:
                assert self._run and self.bot
                if self.bot.is_ready() or self._run.done() or self._run in self.time.asleep:
                    return
                await asyncio.sleep(0.001)

    async def _begin_again(self) -> None:
        """Restart it as systemd does, unless the process says that this wouldn't help."""
        assert self._run
        if isinstance(broken := self._run.exception(), InvalidSettings):
            raise broken
        await self.stop_bot()
        self.restarts += 1
        self.time.go_to(self.time.now + RESTART)
        await self.begin_bot()

    async def stop_bot(self) -> None:
        assert self.bot and self._run
        self._run.cancel()
        await asyncio.gather(self._run, return_exceptions=True)
        await self.bot.close()

    @property
    def host(self) -> Host:
        assert isinstance(self.bot, TableBot)
        return self.bot.host

    # Until nothing moves

    async def calm(self) -> None:
        """Wait until nobody has anything more to do at this moment of our clock."""
        still, asked = 0, self.server.rest.count
        async with asyncio.timeout(PATIENCE):
            while still < 2:
                if self._run and (self._run.done() or self.bot.is_closed()):
                    await asyncio.wait([self._run])
                    raise Ended("the bot has ended")
                still = still + 1 if await self._is_calm() else 0
                await asyncio.sleep(0 if still else LOOK)
                if self.server.rest.count > asked + A_STORM:
                    raise Restless(f"a storm: {A_STORM} requests at one moment")

    async def _is_calm(self) -> bool:
        await self.host.read(waiting_messages)  # meanwhile everything else runs
        assert isinstance(self.bot, TableBot)
        host = self.host
        is_quiet = not host.news.is_set() and not host._autoplaying and self._has_heard()
        return is_quiet and self._are_idle(self.bot._tasks) and self._are_idle(self._busy())

    def _are_idle(self, tasks: Iterable[asyncio.Task[Any]]) -> bool:
        return all(task.done() or task in self.time.asleep for task in tasks)

    def _busy(self) -> list[asyncio.Task[Any]]:
        assert isinstance(self.bot, TableBot)
        of_events = [task for task in asyncio.all_tasks() if task.get_name().startswith(OF_EVENTS)]
        return [*self.bot.sender._busy.values(), *of_events]

    def _has_heard(self) -> bool:
        """Whether the bot has received everything, or waits for its next try to connect."""
        gateway, bot = self.server.gateway, self.bot
        if not gateway.is_online:
            asleep = self.time.asleep
            return self._run in asleep or RETURNING in {task.get_name() for task in asleep}
        assert gateway.connection and gateway.current and bot
        is_told = gateway.connection.sent == gateway.current.sequence
        return is_told and sequence_of(bot) == gateway.connection.sent and bot.is_ready()

    # Moving the clock

    async def go_on(self, milliseconds: int) -> None:
        """Let this much time pass, doing everything at the time when it is due."""
        end = self.time.now + milliseconds
        await self.calm()
        while self.time.now < end:
            alarm = self.time.next_alarm
            self.time.go_to(end if alarm is None else min(end, alarm))
            self._expire_tokens()
            await self.calm()

    def _expire_tokens(self) -> None:
        """Expire tokens, oldest first."""
        desk, oldest = self.server.desk, self.time.now - TOKEN_LIFE * SECOND
        for number, found in [*desk.by_id.items()]:
            if (int(number) >> 22) + EPOCH > oldest:
                return
            desk._expire(found)

    async def until_said(self) -> int:
        """Wait until the outbox is empty; return the milliseconds, in steps of a second."""
        begun = self.time.now
        await self.calm()
        while await self.host.read(waiting_messages) and self.time.now < begun + LONGEST:
            await self.go_on(SECOND)
        return self.time.now - begun

    async def until_quiet(self) -> None:
        """Wait until everything was sent and no answer is on its way."""
        await self.until_said()
        end = self.time.now + LONGEST
        while self._busy() and self.time.now < end:
            await self.go_on(SECOND)

    async def until_online(self) -> int:
        """Wait until the bot is online; return the milliseconds, in steps of a second."""
        begun = self.time.now
        while not self.server.gateway.is_online and self.time.now < begun + LONGEST:
            await self.go_on(SECOND)
        await self.calm()
        return self.time.now - begun

    async def give_up(self) -> None:
        """Stop waiting: from now on our clock stands still."""
        tasks = self._busy()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Like the driver

    async def _outcome(self, found: Interaction) -> Json | None:
        await self.server.gateway.flush()
        await self.calm()
        if found.answer is None:
            await self.go_on(int(FIRST_ANSWER * SECOND))
        if found.answer is None:
            self.server.desk._overdue(found)
            self.unanswered.append(found)
        if found.original is None:
            return None
        return self.server.world.messages[found.channel_id].get(found.original)

    async def lies(self) -> list[str]:
        """Return what was wrong with messages since the last time, and what failed meanwhile."""
        found = self.record.reckoned(await self.host.read(last_number))
        found += self.violations
        found += [each for each in self.errors if not EXPECTED.match(each)]
        self.violations.clear()
        self.errors.clear()
        return found


@contextmanager
def hasty_disk() -> Iterator[None]:
    """Sync nothing, for proofs that aren't about the disk."""
    prepare = sqlite._prepare

    def hastily(connection: sqlite3.Connection) -> None:
        prepare(connection)
        connection.execute("PRAGMA synchronous = OFF")

    with planted(sqlite, "_prepare", hastily):
        yield


def waiting_messages(uow: Any) -> int:
    found: int = uow.store.outbox_size()[0]
    return found


@contextmanager
def heard(ears: logging.Handler) -> Iterator[None]:
    """Collect what our own code logs about its errors."""
    for name in OURS:
        logging.getLogger(name).addHandler(ears)
    try:
        yield
    finally:
        for name in OURS:
            logging.getLogger(name).removeHandler(ears)


Prepare = Callable[[Calm], None]


@asynccontextmanager
async def calm_sandbox(
    file: Path, now: int | None = None, prepare: Prepare | None = None, rhythm: float = RHYTHM
) -> AsyncIterator[Calm]:
    """Make a scene, prepared before the bot starts."""
    sandbox = Calm(file, now)
    if prepare:
        prepare(sandbox)
    on_time = on_our_clock(sandbox.time, rhythm)
    with on_time, sandbox.record.listening(), heard(sandbox._log):
        async with sandbox:
            try:
                yield sandbox
            finally:
                await sandbox.give_up()
