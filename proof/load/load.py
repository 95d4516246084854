"""Clicks at random times, the outcome of each, and the bot's memory over a run."""

import asyncio
import statistics
import time
from collections.abc import Iterable
from typing import Any

from bench.load import Load
from proof.process import is_idle
from proof.trial import Trial
from sandbox.process import Apart

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


class Clicks(Load):
    """Clicks that are all accounted for."""

    async def ended(self, tasks: Iterable[asyncio.Task[Any]]) -> list[BaseException | None]:
        """A bot that sleeps will not answer any more, however slow the machine is."""
        while not all(task.done() for task in tasks):
            await asyncio.wait(tasks, timeout=0.1)
            if await is_idle(self.crowd.sandbox):
                break
        for task in tasks:
            task.cancel()
        return await super().ended(tasks)

    def check(self, trial: Trial) -> None:
        for error in self.broken[:1]:
            trial.fault(f"{len(self.broken)} of {self.sent} clicks broke, the first by {error!r}")
        known = len(self.taken) + self.unanswered + self.gone + len(self.broken)
        trial.check(known == self.sent, f"{self.sent} clicks were sent, {known} are accounted for")
