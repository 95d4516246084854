"""One process after the other: played with, killed, its file checked, and started again."""

import asyncio
import math
import shutil
import signal
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from host.host import Host
from proof.kill.checks import Entry, Told, all_faults, entries, stored
from proof.kill.clicks import Fate
from proof.kill.hall import Hall
from proof.kill.people import Person, Touch, touch, touches
from proof.process import is_idle, worked
from proof.trial import Trial
from sandbox.driver import PATIENCE, Failed
from sandbox.faults import Fault

SLOWEST_START = 2000  # milliseconds to the first answer
ENOUGH = 100  # kills after which the least must have happened
MAX_LIVES = 0.8  # of those that were played with have a first answer
BETWEEN = 0.05  # of the kills find something stored that nobody was told yet


class Tally:
    """A run in which little happened shows nothing."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.trial = hall, hall.trial
        self.slowest = 0.0  # milliseconds from a start to its first answer
        self.answered = self.between = (
            0  # lives with an answer; kills between storing and answering
        )

    def first_answer(self, taken: float) -> None:
        self.answered += 1
        self.slowest = max(self.slowest, taken)
        self.trial.limit("first answer, slowest ms", self.slowest, SLOWEST_START)

    def judge(self) -> None:
        kills = self.trial.counts["kills"]
        done = [each for each in self.hall.clicks.values() if each.is_confirmed]
        least = {
            "confirmed actions": (sum(each.wish.verb == "act" for each in done), kills),
            "first answers": (self.answered, MAX_LIVES * kills),
            "presses on what an earlier process had drawn": (self.hall.pressed, kills),
            "kills between storing and answering": (self.between, BETWEEN * kills),
        }
        for name, (many, enough) in least.items() if kills >= ENOUGH else ():
            self.trial.check(many >= enough, f"only {many} {name} in {kills} kills")


EARLY, START = 0.15, 0.9  # so often it is killed before it has started; seconds that takes
AT_ONCE = 0.1  # so often it is killed while it gives its first answer
LOST, MANY = 0.15, 10**6  # so often its last answers are lost; requests
MAX_CONFIRMED, FEW = 5, 3  # actions of one process; where little is tried
LONGEST = 0.6  # seconds that a process works
MEANT_ONCE = ("act", "join", "robot", "start")
AGAIN = 8  # interactions that are delivered again after a restart
TOUCHES = 3  # buttons tried after a restart, beside what the people press


class Lives:
    def __init__(self, hall: Hall) -> None:
        self.hall, self.trial, self.rng = hall, hall.trial, hall.trial.rng
        self.people = [Person(hall, place, name) for place in hall.places for name in place.names]
        self.tally = Tally(hall)
        self.tried: list[asyncio.Task[Any]] = []
        self._stored: set[int] = set()
        self._read = 0  # characters of the log
        self._checking: asyncio.Task[None] | None = None

    def all_of_them(self) -> list[Coroutine[None, None, None]]:
        """What they do as long as they are there."""
        return [person.live() for person in self.people]

    async def run(self) -> None:
        self.hall.life = 1
        self.hall.alive.set()
        await self._first_screens()
        await self._play_on()
        await self._kill("kills")
        while self.trial.goes_on("kills"):
            while self.rng.random() < EARLY:
                await self.hall.kill_early(self.rng.uniform(0, START))
                self.trial.did("more kills, while it starts")
            await self._one_more()
        await self.checked()

    async def _first_screens(self) -> None:
        """Else the next process would find nothing that could be tried first."""
        async with asyncio.timeout(2 * PATIENCE):
            while not self._some_touches(1):
                await asyncio.sleep(0.02)

    async def _one_more(self) -> None:
        begun = await self.hall.start()
        if self.rng.random() < AT_ONCE:
            await self._touch_and_go()
            await self._kill("more kills, at the first answer")
        else:
            await self._live(begun)
            await self._kill("kills")

    # One life

    async def _touch_and_go(self) -> None:
        for person, one in self._some_touches(1):
            self.tried.append(asyncio.create_task(touch(person, one)))
        await asyncio.sleep(self.rng.uniform(0, 0.05))

    async def _live(self, begun: float) -> None:
        for person, one in self._some_touches(1):
            clicked = await touch(person, one)
            if clicked and clicked.fate is Fate.ANSWERED:
                self.tally.first_answer((time.monotonic() - begun) * 1000)
        self.hall.alive.set()
        await self.checked()
        await self.deliver_again()
        await asyncio.gather(self._try_buttons(), self._play_on())
        if self.rng.random() < LOST or not self.hall.is_large:
            await self._lose_answers()

    async def _play_on(self) -> None:
        """Until so many actions were confirmed, or it has worked so long; and a moment longer."""
        wanted = self.rng.randint(1, MAX_CONFIRMED if self.hall.is_large else FEW)
        enough = self._enough()
        async with asyncio.timeout(2 * PATIENCE):
            while self.hall.confirmed < wanted and worked(self.hall.sandbox) < enough:
                if not self.trial.goes_on("kills"):
                    return
                await asyncio.sleep(0.005)
        await asyncio.sleep(self.rng.uniform(0, 0.04))

    def _enough(self) -> float:
        """Return when this process is killed at the latest.

        A run with many kills must not wait for one process to finish everything, and a mutant may
        never be able to.
        """
        is_bound = self.hall.is_large or self.trial.with_a_mutant
        return worked(self.hall.sandbox) + LONGEST if is_bound else math.inf

    async def _lose_answers(self) -> None:
        """Until an action is stored of which nobody is told any more."""
        fault = Fault("POST", r"/callback$", deed="reset before", times=MANY)
        self.hall.sandbox.server.faults.planted = [fault]
        enough = self._enough()
        async with asyncio.timeout(2 * PATIENCE):
            while not self._is_one_untold() and worked(self.hall.sandbox) < enough:
                if not self.trial.goes_on("kills"):
                    return
                await asyncio.sleep(0.01)

    def _is_one_untold(self) -> bool:
        known = (self.hall.clicks.get(str(each)) for each in stored(self.hall.file))
        sent = [each for each in known if each and each.fate is Fate.SENT]
        return any(each.wish.verb == "act" for each in sent)

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
            if each.life == self.hall.life - 1 and each.wish.verb in MEANT_ONCE
        ]
        self.rng.shuffle(last)
        last.sort(key=lambda each: (each.fate is not Fate.CUT, each.wish.moves is not None))
        self.hall.stored = self._stored
        for each in last[:AGAIN]:
            await self.hall.deliver_again(each)

    # Its end

    async def _kill(self, unit: str) -> None:
        are_lost = bool(self.hall.sandbox.server.faults.planted)
        await self.hall.kill()
        self.hall.sandbox.server.faults.planted.clear()
        self.trial.did(unit)
        await self.checked()
        said = entries(self.hall.clicks.values())
        copy = _copied(self.hall.file, self.trial.folder / "copy")
        self._checking = asyncio.create_task(self.check(copy, said, are_lost))
        if self.trial.with_a_mutant:
            await self.checked()

    async def check(self, copy: Path, said: list[Entry], are_lost: bool) -> None:
        for fault in await asyncio.to_thread(lambda: [*all_faults(copy, said)]):
            self.trial.fault(f"kill {self.trial.counts['kills']}: {fault}")
        before, self._stored = self._stored, stored(copy)
        untold = {each.id for each in said if not each.is_told}
        self.tally.between += bool((self._stored - before) & untold) and not are_lost

    async def checked(self) -> None:
        if self._checking:
            await self._checking
        log = self.hall.sandbox.log
        for line in log[self._read :].splitlines():
            self.trial.check("level=error" not in line, f"the log says: {line}")
        self._read = len(log)


def _copied(file: Path, target: Path) -> Path:
    """With its log, while nobody writes."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for each in file.parent.glob(f"{file.name}*"):
        shutil.copy(each, target / each.name)
    return target / file.name


async def finish(lives: Lives, told: Told) -> None:
    hall, trial = lives.hall, lives.trial
    await hall.start()
    await lives.deliver_again()
    async with asyncio.timeout(2 * PATIENCE):
        while told.messages() or not await is_idle(hall.sandbox):
            await asyncio.sleep(0.02)
    await _try_all_buttons(lives)
    code = await hall.sandbox.end(signal.SIGTERM)
    trial.check(code == 0, f"asked to stop, it ended with {code}")
    await lives.check(hall.file, entries(hall.clicks.values()), are_lost=True)
    await lives.checked()
    for fault in await told.faults():
        trial.fault(fault)
    trial.check(not hall.sandbox.violations, f"{hall.sandbox.violations[:3]}")


async def _try_all_buttons(lives: Lives) -> None:
    found = [(person, one) for person in lives.people for one in touches(person)]
    lives.rng.shuffle(found)
    for person, one in found if lives.hall.is_large else found[:FEW]:
        await touch(person, one)


async def work(trial: Trial) -> None:
    hall = Hall(trial)
    await _prepare(hall)
    async with hall.sandbox:
        lives, told = Lives(hall), Told(hall)
        living = [asyncio.create_task(each) for each in lives.all_of_them()]
        try:
            await _killed_and_finished(lives, told)
        except Failed as failure:
            trial.fault(f"it does not start again: {failure}")
        except TimeoutError:
            trial.fault("it does not go on")
        finally:
            for fault in await _stopped([*living, *lives.tried]):
                trial.fault(f"somebody cannot play on: {fault!r}")


async def _prepare(hall: Hall) -> None:
    host = await Host.open(hall.file)
    await hall.prepare(host)
    await host.close()


async def _killed_and_finished(lives: Lives, told: Told) -> None:
    await lives.run()
    if not lives.trial.is_caught:
        await finish(lives, told)
    lives.tally.judge()


async def _stopped(tasks: list[asyncio.Task[Any]]) -> list[BaseException]:
    """What made some of them end by themselves."""
    for task in tasks:
        task.cancel()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    faults = [each for each in found if isinstance(each, BaseException)]
    return [each for each in faults if not isinstance(each, asyncio.CancelledError)]
