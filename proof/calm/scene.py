"""The bot in the sandbox on our own clock: whoever waits here waits until nothing moves."""

import asyncio
import base64
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from cogs.client import TableBot
from host import outbox
from host.host import Host
from proof.calm.record import Record, last_number
from proof.calm.time import Time, on_our_clock
from render.marks import Drawing
from render.studio import Picture, Studio
from sandbox.driver import PATIENCE, Sandbox
from sandbox.interactions import Interaction
from sandbox.world import Json

OF_EVENTS = ("discord.py: on_", "CommandTree")  # names of tasks that an event began
FOR_EVER = 10**6
A_STORM = 300
FIRST_ANSWER = 3.0
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SECOND, MINUTE = 1_000, 60_000
LONGEST = 30 * MINUTE  # nothing that can be said may wait longer
EXPECTED = ("Attempting a reconnect", "is given up", "HTTP")  # errors that belong to an outage


class Restless(AssertionError):
    """The bot does something again and again without a pause."""


class Sketches(Studio):
    """Every picture is one dot, and equal where the real ones are equal: messages count here."""

    async def _drawn(self, draw: Callable[[], Drawing]) -> Picture:
        return self.finish(draw())

    def finish(self, drawing: Drawing) -> Picture:
        key = hash((drawing.w, drawing.h, drawing.palette, drawing.parts))
        text = f"{key % 2**64:020x}"
        return Picture(DOT + text.encode(), drawing.alt, text)


class Calm(Sandbox):
    """A sandbox in which an answer is awaited as long as anything moves, then three seconds."""

    def __init__(self, file: Path, now: int | None = None) -> None:
        super().__init__(self._new_bot)
        self.database, self.time, self.record = file, Time(now), Record()
        self.server.world.clock = lambda: self.time.now / 1000
        self.server.desk.first_answer = self.server.desk.token_life = FOR_EVER
        self.server.world.listeners.append(self.record.hear)
        self.unanswered: list[Interaction] = []

    async def _new_bot(self) -> TableBot:
        host = await Host.open(self.database, self.time)
        return TableBot(host, Sketches(), guild_ready_timeout=0.05)

    @property
    def host(self) -> Host:
        assert isinstance(self.bot, TableBot)
        return self.bot.host

    # Until nothing moves

    async def calm(self) -> None:
        """At this moment of our clock there is nothing more to do for anybody."""
        still, asked = 0, self.server.rest.count
        async with asyncio.timeout(PATIENCE):
            while still < 2:
                still = still + 1 if await self._is_calm() else 0
                await asyncio.sleep(0)
                if self.server.rest.count > asked + A_STORM:
                    raise Restless(f"a storm: {A_STORM} requests at one moment")

    async def _is_calm(self) -> bool:
        due = await self.host.read(outbox.due)
        assert isinstance(self.bot, TableBot)
        sender, host = self.bot.sender, self.host
        next_ones = sender._pace.next(due, bool(sender._busy))
        if any((letter.channel, letter.user) not in sender._busy for letter in next_ones):
            return False
        is_idle = all(task.done() or task in self.time.asleep for task in self._busy())
        return is_idle and not host.news.is_set() and not host._settling and self._has_heard()

    def _busy(self) -> list[asyncio.Task[Any]]:
        assert isinstance(self.bot, TableBot)
        of_events = [task for task in asyncio.all_tasks() if task.get_name().startswith(OF_EVENTS)]
        return [*self.bot.sender._busy.values(), *of_events]

    def _has_heard(self) -> bool:
        """The bot was told everything, or waits for its next try to connect."""
        gateway, bot = self.server.gateway, self.bot
        if not gateway.is_online:
            return self._run in self.time.asleep
        assert gateway.connection and gateway.current and bot
        is_told = gateway.connection.sent == gateway.current.sequence
        return is_told and bot.ws.sequence == gateway.connection.sent and bot.is_ready()

    # Time goes on

    async def go_on(self, milliseconds: int) -> None:
        """So much later, everything that was due on the way was done at its time."""
        end = self.time.now + milliseconds
        await self.calm()
        while self.time.now < end:
            self.time.go_to(min(end, await self._next_moment()))
            await self.host.strike()
            self.host.news.set()
            await self.calm()

    async def _next_moment(self) -> int:
        assert isinstance(self.bot, TableBot)
        due = await self.host.read(outbox.next_due)
        letters = max(due, self.bot.sender._pace.pause_until) if due is not None else None
        found = (self.time.next_alarm, letters, await self.host.next_alarm())
        later = [moment for moment in found if moment and moment > self.time.now]
        return min(later, default=self.time.now + LONGEST)

    async def until_said(self) -> int:
        """How many milliseconds it takes, in steps of a second, until the outbox is empty."""
        begun = self.time.now
        await self.calm()
        while await self.host.read(waiting_letters) and self.time.now < begun + LONGEST:
            await self.go_on(SECOND)
        return self.time.now - begun

    async def until_quiet(self) -> None:
        """Everything is said, and no answer is on its way any more."""
        await self.until_said()
        end = self.time.now + LONGEST
        while self._busy() and self.time.now < end:
            await self.go_on(SECOND)

    async def until_online(self) -> int:
        """How many milliseconds it takes."""
        begun = self.time.now
        while not self.server.gateway.is_online:
            await self.go_on(10 * SECOND)
        await self.calm()
        return self.time.now - begun

    async def give_up(self) -> None:
        """Nobody waits any more: our clock stands still from now on."""
        tasks = self._busy()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # As the driver does it

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
        """Of all that was to be said since the last time, and what broke on the way."""
        found = self.record.reckoned(await self.host.read(last_number))
        found += self.violations
        found += [each for each in self.errors if not any(word in each for word in EXPECTED)]
        self.violations.clear()
        self.errors.clear()
        return found


def waiting_letters(books: Any) -> int:
    found: int = books.store.outbox_size()[0]
    return found


Prepare = Callable[[Calm], None]


@asynccontextmanager
async def calm_sandbox(
    file: Path, now: int | None = None, prepare: Prepare | None = None
) -> AsyncIterator[Calm]:
    """Prepared before the bot is there."""
    sandbox = Calm(file, now)
    if prepare:
        prepare(sandbox)
    with on_our_clock(sandbox.time), sandbox.record.listening():
        async with sandbox:
            try:
                yield sandbox
            finally:
                await sandbox.give_up()
