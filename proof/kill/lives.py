"""One process after the other: played with, killed, its file checked, and started again."""

import asyncio
import math
import shutil
import signal
import statistics
import time
from pathlib import Path

from proof.kill.clicks import Clicked, Fate
from proof.kill.hall import Hall
from proof.kill.ledger import Entry, all_faults, entries, stored
from proof.kill.people import Person, Touch, touch, touches
from proof.kill.told import Told
from proof.process import is_idle, worked
from proof.trial import Trial
from sandbox.driver import PATIENCE, Failed
from sandbox.faults import Fault

EARLY, START = 0.2, 0.9  # so often it is killed before it has started; seconds that takes
AT_ONCE = 0.1  # so often it is killed while it gives its first answer
LOST, MANY = 0.2, 10**6  # so often its last answers are lost; requests
MOST_CONFIRMED, FEW = 6, 3  # actions of one process; where little is tried
LONGEST = 0.8  # seconds that a process works
MEANT_ONCE = ("act", "join", "robot", "start")
AGAIN = 8  # interactions that are delivered again after a restart
TOUCHES = 3  # buttons tried after a restart, beside what the people press
SLOWEST_START = 2000  # milliseconds to the first answer


async def work(trial: Trial) -> None:
    hall = Hall(trial)
    await hall.prepare()
    async with hall.sandbox:
        lives = Lives(hall)
        living = [asyncio.create_task(person.live()) for person in lives.people]
        try:
            await lives.run()
        except Failed as failure:
            trial.fault(f"it does not start again: {failure}")
        except TimeoutError:
            trial.fault("it does not go on")
        finally:
            for fault in await _stopped(living):
                trial.fault(f"somebody cannot play on: {fault!r}")


async def _stopped(tasks: list[asyncio.Task[None]]) -> list[BaseException]:
    """What made some of them end by themselves."""
    for task in tasks:
        task.cancel()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    return [each for each in found if each and not isinstance(each, asyncio.CancelledError)]


class Lives:
    def __init__(self, hall: Hall) -> None:
        self.hall, self.trial, self.rng = hall, hall.trial, hall.trial.rng
        self.people = [Person(hall, place, name) for place in hall.places for name in place.names]
        self.told = Told(hall)
        self.firsts: list[float] = []  # milliseconds from the start to the first answer
        self.touched: set[str] = set()
        self._stored: set[int] = set()
        self._read = 0  # characters of the log
        self._checking: asyncio.Task[None] | None = None
        self._tried: list[asyncio.Task[Clicked | None]] = []

    async def run(self) -> None:
        self.hall.life = 1
        self.hall.alive.set()
        await self._play_on()
        while True:
            await self._kill()
            while self.rng.random() < EARLY and self.trial.goes_on("kills"):
                await self._kill_early()
            if not self.trial.goes_on("kills"):
                break
            await self._start_again()
        await self._checked()
        if not self.trial.is_caught:
            await self._finish()
        self._count()

    # One life

    async def _play_on(self) -> None:
        """Until so many actions were confirmed, or it has worked so long; and a moment longer."""
        wanted = self.rng.randint(1, MOST_CONFIRMED if self.trial.is_timed else FEW)
        enough = worked(self.hall.sandbox) + LONGEST if self.trial.is_timed else math.inf
        async with asyncio.timeout(2 * PATIENCE):
            while self.hall.confirmed < wanted and worked(self.hall.sandbox) < enough:
                if not self.trial.goes_on("kills"):
                    return
                await asyncio.sleep(0.005)
        await asyncio.sleep(self.rng.uniform(0, 0.04))

    async def _lose_answers(self) -> None:
        """Until an action is stored of which nobody is told any more."""
        fault = Fault("POST", r"/callback$", deed="reset before", times=MANY)
        self.hall.sandbox.server.faults.planted = [fault]
        enough = worked(self.hall.sandbox) + LONGEST if self.trial.is_timed else math.inf
        async with asyncio.timeout(2 * PATIENCE):
            while not self._is_one_untold() and worked(self.hall.sandbox) < enough:
                if not self.trial.goes_on("kills"):
                    return
                await asyncio.sleep(0.01)

    def _is_one_untold(self) -> bool:
        known = (self.hall.clicks.get(str(each)) for each in stored(self.hall.file))
        sent = [each for each in known if each and each.fate is Fate.SENT]
        return any(each.wish.verb == "act" for each in sent)

    async def _kill(self) -> None:
        await self.hall.kill()
        self.hall.sandbox.server.faults.planted.clear()
        self.trial.did("kills")
        await self._checked()
        cut = [each for each in self.hall.clicks.values() if each.fate is Fate.CUT]
        self.trial.counts["clicks cut off"] = len(cut)
        said = entries(self.hall.clicks.values())
        copy = _copied(self.hall.file, self.trial.folder / "copy")
        self._checking = asyncio.create_task(self._check(copy, said))
        if self.trial.with_a_mutant:
            await self._checked()

    async def _check(self, copy: Path, said: list[Entry]) -> None:
        for fault in await asyncio.to_thread(lambda: [*all_faults(copy, said)]):
            self.trial.fault(f"kill {self.trial.counts['kills']}: {fault}")
        before, self._stored = self._stored, stored(copy)
        untold = {each.id for each in said if not each.is_told}
        self.trial.counts["stored, but nobody was told"] += len((self._stored - before) & untold)

    async def _checked(self) -> None:
        if self._checking:
            await self._checking
        log = self.hall.sandbox.log
        for line in log[self._read :].splitlines():
            self.trial.check("level=error" not in line, f"the log says: {line}")
        self._read = len(log)

    # The next one

    async def _start_again(self) -> None:
        begun = await self.hall.start()
        found = self._some_touches(1)
        if self.rng.random() < AT_ONCE:
            self._tried = [asyncio.create_task(touch(*each)) for each in found]
            await asyncio.sleep(self.rng.uniform(0, 0.05))
            return
        for each in found:
            await touch(*each)
            self.firsts.append((time.monotonic() - begun) * 1000)
        self.hall.alive.set()
        await self._checked()
        await self._deliver_again()
        await asyncio.gather(self._try_buttons(), self._play_on())
        if self.rng.random() < LOST or not self.trial.is_timed:
            await self._lose_answers()

    async def _kill_early(self) -> None:
        sandbox = self.hall.sandbox
        sandbox.process = await sandbox.begin()
        await asyncio.sleep(self.rng.uniform(0, START))
        await sandbox.end(signal.SIGKILL)
        self.trial.did("kills")
        self.trial.counts["kills during the start"] += 1

    def _some_touches(self, many: int) -> list[tuple[Person, Touch]]:
        people = self.rng.sample(self.people, len(self.people))
        found = [
            (person, self.rng.choice(offered)) for person in people if (offered := touches(person))
        ]
        return found[:many]

    async def _try_buttons(self) -> None:
        for person, one in self._some_touches(TOUCHES):
            clicked = await touch(person, one)
            if clicked and clicked.fate is Fate.ANSWERED:
                self.touched.add(one.kind)
                self.trial.counts["buttons tried after a restart"] += 1

    async def _deliver_again(self) -> None:
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
            self.trial.counts["delivered again"] += 1

    # The last one

    async def _finish(self) -> None:
        """Nobody plays any more: all is said, every button answers, and it stops as asked."""
        await self.hall.start()
        await self._deliver_again()
        async with asyncio.timeout(2 * PATIENCE):
            while self.told.letters() or not await is_idle(self.hall.sandbox):
                await asyncio.sleep(0.02)
        await self._try_all_buttons()
        code = await self.hall.sandbox.end(signal.SIGTERM)
        self.trial.check(code == 0, f"asked to stop, it ended with {code}")
        await self._check(self.hall.file, entries(self.hall.clicks.values()))
        await self._checked()
        for fault in await self.told.faults():
            self.trial.fault(fault)
        self.trial.check(not self.hall.sandbox.violations, f"{self.hall.sandbox.violations[:3]}")

    async def _try_all_buttons(self) -> None:
        found = [(person, one) for person in self.people for one in touches(person)]
        self.rng.shuffle(found)
        for person, one in found if self.trial.is_timed else found[:FEW]:
            if await touch(person, one):
                self.trial.counts["buttons tried after a restart"] += 1

    def _count(self) -> None:
        done = [each.wish.verb for each in self.hall.clicks.values() if each.is_confirmed]
        self.trial.counts["confirmed actions"] = done.count("act")
        self.trial.counts["confirmed in lobbies"] = len(done) - done.count("act")
        self.trial.figure("kinds of buttons tried", len(self.touched))
        self.trial.figure("first answers", len(self.firsts))
        if self.firsts:
            self.trial.figure("first answer, median ms", statistics.median(self.firsts))
            self.trial.limit("first answer, slowest ms", max(self.firsts), SLOWEST_START)


def _copied(file: Path, target: Path) -> Path:
    """With its log, while nobody writes."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for each in file.parent.glob(f"{file.name}*"):
        shutil.copy(each, target / each.name)
    return target / file.name
