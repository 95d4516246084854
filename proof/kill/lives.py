"""One process after the other: people play, it is killed, its file is checked, it starts again."""

import asyncio
import math
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

from proof.kill.checks import all_faults, as_of_now, judge_the_end
from proof.kill.clicks import Clicked, Fate
from proof.kill.hall import LARGE, Hall
from proof.kill.people import Person, Touch, everybody_plays, touch, touches
from proof.trial import Trial
from sandbox.driver import PATIENCE
from testing.database_rules import clicked as stored
from testing.health import as_killed
from testing.process import is_idle, worked

SLOWEST_START = 2000  # milliseconds to the first answer
ENOUGH = 100  # kills after which the least must have happened
MAX_LIVES = 0.8  # of those that were played with have a first answer
BETWEEN = 0.05  # of the kills find something stored that nobody was told yet
EARLY, START = 0.15, 0.9  # so often it is killed before it has started; seconds that takes
MAX_CONFIRMED, FEW = 5, 3  # actions of one process; where little is tried
LONGEST = 0.6  # seconds that a process works
MEANT_ONCE = ("t:join", "t:robot", "t:start")
AGAIN = 8  # interactions that are delivered again after a restart
TOUCHES = 3  # buttons tried after a restart, beside what the people press


class Lives:
    def __init__(self, hall: Hall, people: list[Person]) -> None:
        self.hall, self.trial, self.rng = hall, hall.trial, hall.trial.rng
        self.people = people
        self.slowest = 0.0  # milliseconds from a start to its first answer
        self.answered = self.between = 0  # first answers; kills between storing and answering
        self._stored: set[int] = set()
        self._read = 0  # characters of the log
        self._checking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        self.hall.life = 1
        self.hall.alive.set()
        await self._until(lambda: bool(self._some_touches(1)))  # else the next has nothing to try
        await self._play_on()
        await self._kill()
        while self.trial.goes_on("kills"):
            while self.rng.random() < EARLY:
                await self.hall.kill_early(self.rng.uniform(0, START))
                self.trial.did("more kills, while it starts")
            await self._live(await self.hall.start())
            await self._kill()
        await self.checked()

    # One life

    async def _live(self, begun: float) -> None:
        for person, one in self._some_touches(1):
            clicked = await touch(person, one)
            if clicked and clicked.fate is Fate.ANSWERED:
                self.answered += 1
                self.slowest = max(self.slowest, (time.monotonic() - begun) * 1000)
        self.hall.alive.set()
        await self.checked()
        await self.deliver_again()
        await asyncio.gather(self._try_buttons(), self._play_on())

    async def _until(self, is_enough: Callable[[], bool]) -> None:
        """Wait, but not longer than this process may work.

        A run with many kills must not wait for one process to finish everything, and a mutant may
        never be able to.
        """
        is_bound = self.hall.is_large or self.trial.with_a_mutant
        most = worked(self.hall.sandbox) + LONGEST if is_bound else math.inf
        async with asyncio.timeout(2 * PATIENCE):
            while not is_enough() and worked(self.hall.sandbox) < most:
                if not self.trial.goes_on("kills"):
                    return
                await asyncio.sleep(0.005)

    async def _play_on(self) -> None:
        """Until so many actions were confirmed, and a moment longer."""
        wanted = self.rng.randint(0, MAX_CONFIRMED if self.hall.is_large else FEW)
        await self._until(lambda: self.hall.confirmed >= wanted)
        await asyncio.sleep(self.rng.uniform(0, 0.04))

    def _some_touches(self, many: int) -> list[tuple[Person, Touch]]:
        people = self.rng.sample(self.people, len(self.people))
        found = [
            (person, self.rng.choice(offered)) for person in people if (offered := touches(person))
        ]
        return found[:many]

    async def _try_buttons(self) -> None:
        for person, one in self._some_touches(TOUCHES):
            await touch(person, one)

    async def deliver_again(self) -> None:
        """What the process before was sent: first what it did not answer, then what was typed."""
        last = [
            each
            for each in self.hall.clicks.values()
            if each.life == self.hall.life - 1 and (each.plays or each.act.word in MEANT_ONCE)
        ]
        self.rng.shuffle(last)
        last.sort(key=lambda each: (each.fate is not Fate.CUT, each.act.moves is not None))
        self.hall.stored = self._stored
        for each in last[:AGAIN]:
            await self.hall.deliver_again(each)

    # Its end

    async def _kill(self) -> None:
        await self.hall.kill()
        self.trial.did("kills")
        await self.checked()
        shutil.rmtree(folder := self.trial.folder / "copy", ignore_errors=True)
        copy = as_killed(self.hall.stored_file(), folder)
        said = as_of_now(self.hall.clicks.values())
        self._checking = asyncio.create_task(self.check(copy, said))
        if self.trial.with_a_mutant:
            await self.checked()

    async def check(self, copy: Path, said: list[Clicked]) -> None:
        for fault in await asyncio.to_thread(lambda: [*all_faults(copy, said)]):
            self.trial.fault(f"kill {self.trial.counts['kills']}: {fault}")
        before, self._stored = self._stored, {*stored(copy)}
        untold = {each.id for each in said if each.fate is not Fate.ANSWERED}
        self.between += bool((self._stored - before) & untold)

    async def checked(self) -> None:
        if self._checking:
            await self._checking
        log = self.hall.sandbox.log
        for line in log[self._read :].splitlines():
            self.trial.check("level=error" not in line, f"the log says: {line}")
        self._read = len(log)


async def finish(lives: Lives) -> None:
    hall, trial = lives.hall, lives.trial
    await hall.start()
    await lives.deliver_again()
    await _all_is_said(hall)
    await _try_all_buttons(lives)
    await _all_is_said(hall)  # what those presses have changed, too
    code = await hall.sandbox.end(signal.SIGTERM)
    trial.check(code == 0, f"asked to stop, it ended with {code}")
    await lives.checked()
    await judge_the_end(hall)


async def _all_is_said(hall: Hall) -> None:
    async with asyncio.timeout(2 * PATIENCE):
        while hall.unsaid() or not await is_idle(hall.sandbox):
            await asyncio.sleep(0.02)


async def _try_all_buttons(lives: Lives) -> None:
    found = [(person, one) for person in lives.people for one in touches(person)]
    lives.rng.shuffle(found)
    for person, one in found if lives.hall.is_large else found[:FEW]:
        await touch(person, one)


def _check_reach(lives: Lives) -> None:
    """A long run in which little happened shows nothing."""
    lives.trial.limit("first answer, slowest ms", lives.slowest, SLOWEST_START)
    kills, clicks = lives.trial.counts["kills"], lives.hall.clicks.values()
    confirmed = sum(each.is_confirmed and each.plays for each in clicks)
    for name, many, least in (
        ("confirmed actions", confirmed, kills),
        ("first answers", lives.answered, MAX_LIVES * kills),
        ("presses on what an earlier process had drawn", lives.hall.pressed, kills),
        ("kills between storing and answering", lives.between, BETWEEN * kills),
    ):
        is_shown = kills < ENOUGH or many >= least
        lives.trial.check(is_shown, f"only {many} {name} in {kills} kills")


async def work(trial: Trial) -> None:
    hall = Hall(trial, is_large=(trial.goals["kills"] or LARGE) >= LARGE)
    await hall.prepare()
    async with hall.sandbox, everybody_plays(hall) as people:
        lives = Lives(hall, people)
        await lives.run()
        if not trial.is_caught:
            await finish(lives)
        _check_reach(lives)
