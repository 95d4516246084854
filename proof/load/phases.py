"""People at many tables click at their own times; the rate is doubled until it is too much."""

import asyncio
import statistics
from collections.abc import Callable

from bench.crowd import Crowd, Press, rows
from engine import GAMES
from proof.load.memory import Memory
from proof.process import is_idle
from proof.trial import Trial
from sandbox.driver import PATIENCE, Failed, parts
from sandbox.process import Apart
from sandbox.refusals import Refused

COMMAND = ("-m", "sandbox.process")
PEOPLE, RATE = 5, 20.0  # at a table; clicks a second in all
SOON = 1000  # milliseconds within which 99 of 100 clicks are answered
STAGE, FASTEST = 20.0, 640.0  # seconds at each higher rate, and the last of them
LONG = 120.0  # seconds; only a bot that never comes to rest meets them
FEW_TABLES, MANY_TABLES = 2, 220
AGAIN, PAUSE = "🔄", 0.01  # what redraws a panel; seconds
WARM = 10  # clicks after which memory is read first


async def work(trial: Trial) -> None:
    sandbox = Apart(trial.folder, command=COMMAND)
    if not trial.is_timed:
        sandbox.server.desk.first_answer = PATIENCE
    crowd = Crowd(sandbox, _games(), MANY_TABLES if trial.is_timed else FEW_TABLES, people=PEOPLE)
    crowd.rng = trial.rng
    await crowd.prepare()
    async with sandbox:
        await crowd.dealt()
        trial.figure("tables", crowd.tables)
        trial.figure("people", sum(len(crowd.names(table)) for table in range(crowd.tables)))
        await _at_20(trial, crowd)
        if trial.is_timed:
            await _find_knee(trial, crowd)
        _check(trial, sandbox)


def _games() -> list[str]:
    """Ten tables of the game that seats most, then one of each other."""
    first, *others = sorted(GAMES, key=lambda game: -GAMES[game].seats[-1])
    return [*[first] * 10, *others]


async def _at_20(trial: Trial, crowd: Crowd) -> None:
    load, memory, before = Load(crowd), Memory(crowd.sandbox), rows(crowd.sandbox.database)

    def goes_on(_: float) -> bool:
        if trial.counts["clicks"] >= WARM:
            memory.read(trial.counts["clicks"])
        is_more = trial.goes_on("clicks")
        trial.did("clicks", int(is_more))
        return is_more

    await load.come(RATE, goes_on)
    trial.counts["actions stored"] = rows(crowd.sandbox.database) - before
    trial.check(not load.failed, f"{load.failed} of {load.sent} clicks were not answered")
    trial.figure("answered within, median ms", load.within(50))
    trial.limit("answered within, 99 of 100, ms", load.within(99), SOON)
    memory.judge(trial)


async def _find_knee(trial: Trial, crowd: Crowd) -> None:
    """The last rate at which 99 of 100 are answered soon: doubled, then half a step back."""
    rate, knee = 2 * RATE, RATE
    while rate <= FASTEST and await _is_soon_at(rate, trial, crowd):
        rate, knee = 2 * rate, rate
    if await _is_soon_at(1.5 * knee, trial, crowd):
        knee *= 1.5
    trial.figure("knee, clicks a second", knee)


async def _is_soon_at(rate: float, trial: Trial, crowd: Crowd) -> bool:
    load = Load(crowd)
    await load.come(rate, lambda at: at < STAGE)
    trial.counts[f"clicks at {rate:.0f} a second"] = load.sent
    trial.figure(f"at {rate:.0f} a second: 99 of 100 within, ms", load.within(99))
    trial.tell(f"{rate:.0f} a second: 99 of 100 within {load.within(99):,.0f} ms")
    async with asyncio.timeout(LONG):
        while not await is_idle(crowd.sandbox):
            await asyncio.sleep(PAUSE)
    return not load.failed and load.within(99) <= SOON


def _check(trial: Trial, sandbox: Apart) -> None:
    trial.check(not sandbox.violations, f"against Discord's rules: {sandbox.violations[:3]}")
    errors = [line for line in sandbox.log.splitlines() if "level=error" in line]
    trial.check(not errors, f"the log says: {errors[:1]}")


class Load:
    """Nobody clicks again before their last click was answered."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd, self.busy = crowd, set[str]()
        self.taken: list[float] = []  # milliseconds
        self.sent = self.failed = 0

    async def come(self, rate: float, goes_on: Callable[[float], bool]) -> None:
        """Clicks at random times, so many a second in the mean, until all are answered."""
        loop, at = asyncio.get_running_loop(), 0.0
        begun = loop.time()
        tasks: set[asyncio.Task[None]] = set()
        while goes_on(at := at + self.crowd.rng.expovariate(rate)):
            await asyncio.sleep(max(0.0, begun + at - loop.time()))
            while (press := self._some_press()) is None:  # everybody waits for an answer
                await asyncio.sleep(PAUSE)
            tasks.add(asyncio.create_task(self._click(press, begun + at)))
        await self._answered(tasks)

    async def _answered(self, tasks: set[asyncio.Task[None]]) -> None:
        """A bot that sleeps will not answer any more, however slow the machine is."""
        while not all(task.done() for task in tasks):
            await asyncio.wait(tasks, timeout=0.1)
            if await is_idle(self.crowd.sandbox):
                break
        waiting = [task for task in tasks if not task.done()]
        self.failed += len(waiting)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _click(self, press: Press, due: float) -> None:
        self.sent += 1
        try:
            await self.crowd.carry_out(press)
        except Failed:
            self.failed += 1
        except Refused:  # what was to be pressed has just gone: nothing was sent
            self.sent -= 1
            return
        finally:
            self.busy.discard(press.name)
        self.taken.append((asyncio.get_running_loop().time() - due) * 1000)

    def _some_press(self) -> Press | None:
        """Where somebody can act; else somebody looks again."""
        crowd = self.crowd
        tables = crowd.rng.sample(range(crowd.tables), crowd.tables)
        found = (crowd.press(table, self.busy) for table in tables)
        looks = (self._look(name) for table in tables for name in crowd.names(table))
        press = next(filter(None, found), None) or next(filter(None, looks), None)
        if press:
            self.busy.add(press.name)
        return press

    def _look(self, name: str) -> Press | None:
        message = self.crowd.panel(name)
        if message is None or name in self.busy:
            return None
        again = [part["custom_id"] for part in parts(message) if part.get("label") == AGAIN]
        return Press(name, message, again[0]) if again else None

    def within(self, percent: int) -> float:
        return statistics.quantiles(self.taken, n=100)[percent - 1]
