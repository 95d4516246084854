"""Clicks at random times, what became of each, and how much memory the bot has over a run."""

import asyncio
import statistics
import time
from collections.abc import Callable, Sequence

from bench.crowd import Crowd, Press
from proof.process import is_idle
from proof.shown import Screens
from proof.trial import Trial
from sandbox.driver import Failed, parts
from sandbox.interactions import Interaction
from sandbox.process import Apart
from sandbox.refusals import Refused

MB = 1 << 20
ROOM = 160  # MB: what the caches may take, and what a start leaves behind
HOUR = 20 * 3600  # clicks in an hour at 20 a second
NOISE = 2  # MB by which a line rises though nothing grows; three long runs: -0.3, 0.3 and 0.8
WARM, WARMING = 1500, 40  # clicks until small caches are full; MB that they may take until then
SETTLING = 1 / 2  # of the clicks are left out
OFTEN, FEWEST = 0.25, 5  # seconds between two readings, at least; readings that make a line


class Memory:
    """Readings over a run."""

    def __init__(self, sandbox: Apart) -> None:
        self.sandbox = sandbox
        self.before = self.held
        self.readings: list[tuple[int, int]] = []  # clicks so far, bytes
        self._last = 0.0

    @property
    def held(self) -> int:
        return self.sandbox.memory

    def read(self, clicks: int) -> None:
        if time.monotonic() - self._last > OFTEN:
            self._last = time.monotonic()
            self.readings.append((clicks, self.held))

    def judge_room(self, trial: Trial) -> None:
        """Whether it has taken no more than its caches may."""
        grown = (self.held - self.before) / MB
        trial.figure("memory, MB more than at the start", grown, ROOM)
        trial.check(grown <= ROOM, f"memory has grown by {grown:,.0f} MB since the start")

    def judge_line(self, trial: Trial) -> None:
        """Whether the line through it is flat: the more clicks are watched, the lower the bar."""
        last = self.readings[-1][0] if self.readings else 0
        watched = [each for each in self.readings if each[0] >= last * SETTLING]
        if len(watched) < FEWEST:
            trial.check(not trial.is_timed, f"memory was read {len(watched)} times only")
        else:
            bar = _allowed(watched[0][0], last) * HOUR
            trial.limit("memory, growth in MB an hour", _slope(watched) * HOUR / MB, bar)


def _allowed(first: int, last: int) -> float:
    """MB a click, where these are watched."""
    cold = max(0, min(last, WARM) - first)
    return (NOISE + WARMING * cold / WARM) / (last - first)


def _slope(readings: list[tuple[int, int]]) -> float:
    """Bytes a click."""
    clicks, held = [n for n, _ in readings], [held for _, held in readings]
    return statistics.linear_regression(clicks, held).slope


MORE, PAUSE = "More", 0.01  # what shows a panel and more; seconds


class Audience(Crowd):
    """To them a click is carried out when they see what became of it."""

    def __init__(self, sandbox: Apart, games: Sequence[str], tables: int, people: int) -> None:
        super().__init__(sandbox, games, tables, people=people)
        self.screens = Screens(sandbox.server)

    async def carry_out(self, press: Press) -> Interaction:
        found = await super().carry_out(press)
        await self.screens.shown(found)
        return found


class Load:
    """Nobody clicks again before their last click was answered."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd, self.busy = crowd, set[str]()
        self.taken: list[float] = []  # milliseconds, of those that were answered
        self.sent = self.unanswered = self.gone = 0
        self.broken: list[BaseException] = []

    async def come(self, rate: float, goes_on: Callable[[float], bool]) -> None:
        """Until all are answered, or will not be any more."""
        loop, at = asyncio.get_running_loop(), 0.0
        begun = loop.time()
        tasks: set[asyncio.Task[None]] = set()
        while goes_on(at := at + self.crowd.rng.expovariate(rate)):
            await asyncio.sleep(max(0.0, begun + at - loop.time()))
            while not self._can_press():  # everybody waits for an answer
                await asyncio.sleep(PAUSE)
            self.sent += 1
            tasks.add(asyncio.create_task(self._click(begun + at)))
        await self._settled(tasks)

    async def _settled(self, tasks: set[asyncio.Task[None]]) -> None:
        """A bot that sleeps will not answer any more, however slow the machine is."""
        while not all(task.done() for task in tasks):
            await asyncio.wait(tasks, timeout=0.1)
            if await is_idle(self.crowd.sandbox):
                break
        for task in tasks:
            task.cancel()
        for found in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(found, asyncio.CancelledError | TimeoutError):
                self.unanswered += 1
            elif found is not None:
                self.broken.append(found)

    async def _click(self, due: float) -> None:
        """What is chosen is pressed in the same turn of the loop: nothing can change between."""
        while (press := self._some_press()) is None:  # the one who could has lost their button
            await asyncio.sleep(PAUSE)
        self.busy.add(press.name)
        try:
            await self.crowd.carry_out(press)
            self.taken.append((asyncio.get_running_loop().time() - due) * 1000)
        except Failed:
            self.unanswered += 1
        except Refused:  # what was to be pressed has just gone: nothing was sent
            self.gone += 1
        finally:
            self.busy.discard(press.name)

    def _can_press(self) -> bool:
        return self._some_press() is not None

    def _some_press(self) -> Press | None:
        """Where somebody can act; else somebody looks again."""
        crowd = self.crowd
        tables = crowd.rng.sample(range(crowd.tables), crowd.tables)
        found = (crowd.press(table, self.busy) for table in tables)
        looks = (self._look(name) for table in tables for name in crowd.names(table))
        return next(filter(None, found), None) or next(filter(None, looks), None)

    def _look(self, name: str) -> Press | None:
        message = self.crowd.panel(name)
        if message is None or name in self.busy:
            return None
        again = [part["custom_id"] for part in parts(message) if part.get("label") == MORE]
        return Press(name, message, again[0]) if again else None

    # What became of them

    def check(self, trial: Trial) -> None:
        """Each of them is accounted for."""
        for error in self.broken[:1]:
            trial.fault(f"{len(self.broken)} of {self.sent} clicks broke, the first by {error!r}")
        known = len(self.taken) + self.unanswered + self.gone + len(self.broken)
        trial.check(known == self.sent, f"{self.sent} clicks were sent, {known} are accounted for")

    def within(self, percent: int) -> float:
        """Milliseconds; without an end if hardly any was answered."""
        if len(self.taken) < 2:
            return float("inf")
        return statistics.quantiles(self.taken, n=100)[percent - 1]
