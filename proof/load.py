"""Many tables at once: everybody is answered soon, and the bot's memory stays as it is.

Clicks arrive on schedule, and each is measured from the moment it was due: 20 a second, then more
than the bot can answer, until it is idle again; then 20 a second once more.

The bot's caches have a bound (about 110 MB in all), so its memory may grow by `ROOM` until they are
full. That nothing else grows is shown with caches of an eighth, full after `WARM` clicks: from then
on the straight line through the memory readings rises by no more than `NOISE` in all.

A click is answered when its result is shown; an acknowledgement isn't enough. One whose answer the
sandbox couldn't take is broken, one whose button went away before its time is gone.
"""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any

from bench.crowd import Crowd, mixed
from bench.load import PAUSE, Load
from proof import bots
from proof.proof import Mutant, Proof
from proof.trial import Trial
from sandbox.interactions import FIRST_ANSWER
from sandbox.process import Apart
from testing.process import is_idle

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
        self.before = sandbox.memory
        self.readings: list[tuple[int, int]] = []  # clicks so far, bytes
        self._last = 0.0

    def read(self, clicks: int) -> None:
        if time.monotonic() - self._last > OFTEN:
            self._last = time.monotonic()
            self.readings.append((clicks, self.sandbox.memory))

    def judge_room(self, trial: Trial) -> None:
        """Whether it has taken no more than its caches may."""
        grown = (self.sandbox.memory - self.before) / MB
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

    def judge(self, trial: Trial, is_rush: bool = False) -> None:
        """In a rush not everybody can be answered."""
        for error in self.broken[:1]:
            trial.fault(f"{len(self.broken)} of {self.sent} clicks broke, the first by {error!r}")
        known = len(self.taken) + self.unanswered + self.gone + len(self.broken)
        trial.check(known == self.sent, f"{self.sent} clicks were sent, {known} are accounted for")
        if not is_rush:
            unanswered = f"{self.unanswered} of {self.sent} clicks were not answered"
            trial.check(not self.unanswered, unanswered)
            are_gone = f"{self.gone} of {self.sent} clicks were on what had just gone"
            trial.check(self.gone <= MAX_GONE * self.sent, are_gone)


PEOPLE, RATE = 5, 20.0  # at a table; clicks a second in all
SOON = 1000  # milliseconds within which 99 of 100 clicks are answered
MANY = 160.0  # clicks a second in a rush, more than the bot can answer
STEADILY = 30.0  # clicks a second, where only memory counts
FIRST, RUSH, AFTER = "clicks", "clicks in a rush", "clicks after the rush"
FRUGAL = "clicks with small caches"
LONG = 120.0  # seconds; only a bot that never comes to rest meets them
LARGE = 1000  # clicks that are worth many tables
FEW_TABLES, MANY_TABLES = 2, 220
MAX_GONE = 0.05  # of the clicks; were it more, little would be tried


async def work(trial: Trial) -> None:
    await _with_a_crowd(trial, "real", bots.COMMAND, _play)
    if not trial.is_caught:
        await _with_a_crowd(trial, "frugal", bots.FRUGAL, _watch_memory)


async def _with_a_crowd(
    trial: Trial, name: str, command: Sequence[str], play: Callable[[Trial, Crowd], Awaitable[None]]
) -> None:
    folder = trial.folder / name
    folder.mkdir()
    sandbox = Apart(folder, command=command)
    if _is_large(trial):
        sandbox.server.desk.first_answer = FIRST_ANSWER
    tables = MANY_TABLES if _is_large(trial) else FEW_TABLES
    crowd = Crowd(sandbox, mixed(), tables, people=PEOPLE)
    crowd.rng = trial.rng
    await crowd.prepare()
    async with sandbox:
        await crowd.dealt()
        await play(trial, crowd)
        _check(trial, sandbox)


def _is_large(trial: Trial) -> bool:
    return (trial.goals[FIRST] or LARGE) >= LARGE


async def _play(trial: Trial, crowd: Crowd) -> None:
    """At 20 a second, then in a rush, then at 20 again."""
    memory = Memory(crowd.sandbox)
    for unit, rate in ((FIRST, RATE), (RUSH, MANY), (AFTER, RATE)):
        load = Clicks(crowd)
        await load.come(rate, partial(_one_more, trial, unit))
        load.judge(trial, is_rush=unit == RUSH)
        if unit != RUSH:
            trial.limit(f"{unit}, 99 of 100 answered within, ms", load.within(99), SOON)
        await _rest(trial, crowd)
    memory.judge_room(trial)


async def _rest(trial: Trial, crowd: Crowd) -> None:
    try:
        async with asyncio.timeout(LONG):
            while not await is_idle(crowd.sandbox):
                await asyncio.sleep(PAUSE)
    except TimeoutError:
        trial.fault("it does not come to rest")


async def _watch_memory(trial: Trial, crowd: Crowd) -> None:
    load, memory = Clicks(crowd), Memory(crowd.sandbox)

    def goes_on(_: float) -> bool:
        memory.read(load.sent)
        return _one_more(trial, FRUGAL)

    await load.come(STEADILY, goes_on)
    load.judge(trial)
    memory.judge_line(trial)


def _one_more(trial: Trial, unit: str, _: float = 0.0) -> bool:
    is_more = trial.goes_on(unit)
    trial.did(unit, int(is_more))
    return is_more


def _check(trial: Trial, sandbox: Apart) -> None:
    trial.check(not sandbox.violations, f"against Discord's rules: {sandbox.violations[:3]}")
    errors = [line for line in sandbox.log.splitlines() if "level=error" in line]
    trial.check(not errors, f"the log says: {errors[:1]}")


# Without an end where a busy machine makes the bot look idle before it has answered twice.
LATE = r"^clicks, 99 of 100 answered within, ms is ([\d,]+|inf), more than 1,000"

PROOF = Proof(
    name="load",
    promise="200 tables with five people each: every click is answered within a second",
    work=work,
    goals={FIRST: 2_400, RUSH: 1_200, AFTER: 1_200, FRUGAL: 3_000},
    small={FIRST: 10, RUSH: 8, AFTER: 5, FRUGAL: 5},
    mutants={
        "it defers at once and answers late": Mutant(
            bots.bot("deferring"), LATE, is_timed=True, unit=FIRST
        ),
    },
)
