"""People at many tables click at their own times; the rate is doubled until it is too much."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from bench.crowd import Crowd, rows
from engine import GAMES
from proof import bots
from proof.load.load import PAUSE, Audience, Load, Memory
from proof.process import is_idle
from proof.trial import Trial
from sandbox.interactions import FIRST_ANSWER
from sandbox.process import Apart

PEOPLE, RATE = 5, 20.0  # at a table; clicks a second in all
SOON = 1000  # milliseconds within which 99 of 100 clicks are answered
STAGE, FASTEST = 15.0, 640.0  # seconds at each higher rate, and the last of them
STEADILY = 30.0  # clicks a second, where only memory counts
FIRST, AFTER, FRUGAL = "clicks", "clicks after the rush", "clicks with small caches"
LONG = 120.0  # seconds; only a bot that never comes to rest meets them
LARGE = 1000  # clicks that are worth many tables
FEW_TABLES, MANY_TABLES = 2, 220
MOST_GONE = 0.05  # of the clicks; were it more, little would be tried


async def work(trial: Trial) -> None:
    await _with_a_crowd(trial, "real", bots.COMMAND, _play)
    if not trial.is_caught:
        frugal = bots.COMMAND if trial.with_a_mutant else bots.FRUGAL
        await _with_a_crowd(trial, "frugal", frugal, _watch_memory)


async def _with_a_crowd(
    trial: Trial, name: str, command: Sequence[str], play: Callable[[Trial, Crowd], Awaitable[None]]
) -> None:
    folder = trial.folder / name
    folder.mkdir()
    sandbox = Apart(folder, command=command)
    if _is_large(trial):
        sandbox.server.desk.first_answer = FIRST_ANSWER
    tables = MANY_TABLES if _is_large(trial) else FEW_TABLES
    crowd = Audience(sandbox, _games(), tables, PEOPLE)
    crowd.rng = trial.rng
    await crowd.prepare()
    async with sandbox:
        await crowd.dealt()
        trial.figure("tables", crowd.tables)
        trial.figure("people", sum(len(crowd.names(table)) for table in range(crowd.tables)))
        await play(trial, crowd)
        _check(trial, sandbox)


def _is_large(trial: Trial) -> bool:
    return (trial.goals[FIRST] or LARGE) >= LARGE


def _games() -> list[str]:
    """Ten tables of the game that seats most, then one of each other."""
    first, *others = sorted(GAMES, key=lambda game: -GAMES[game].seats[-1])
    return [*[first] * 10, *others]


async def _play(trial: Trial, crowd: Crowd) -> None:
    """At 20 a second, then faster and faster, then at 20 again."""
    memory, actions = Memory(crowd.sandbox), rows(crowd.sandbox.database)
    await _at_20(trial, crowd, FIRST)
    if _is_large(trial):
        await _find_knee(trial, crowd)
    await _at_20(trial, crowd, AFTER)
    trial.counts["actions stored"] = rows(crowd.sandbox.database) - actions
    memory.judge_room(trial)


async def _at_20(trial: Trial, crowd: Crowd, unit: str) -> None:
    load = Load(crowd)
    await load.come(RATE, lambda _: _one_more(trial, unit))
    _judge(load, trial)
    trial.figure(f"{unit}, answered within, median ms", load.within(50))
    trial.limit(f"{unit}, 99 of 100 answered within, ms", load.within(99), SOON)


async def _watch_memory(trial: Trial, crowd: Crowd) -> None:
    load, memory = Load(crowd), Memory(crowd.sandbox)

    def goes_on(_: float) -> bool:
        memory.read(load.sent)
        return _one_more(trial, FRUGAL)

    await load.come(STEADILY, goes_on)
    _judge(load, trial)
    memory.judge_line(trial)


def _one_more(trial: Trial, unit: str) -> bool:
    is_more = trial.goes_on(unit)
    trial.did(unit, int(is_more))
    return is_more


def _judge(load: Load, trial: Trial) -> None:
    """At a rate at which nobody may be left without an answer."""
    load.check(trial)
    unanswered = f"{load.unanswered} of {load.sent} clicks were not answered"
    trial.check(not load.unanswered, unanswered)
    are_gone = f"{load.gone} of {load.sent} clicks were on what had just gone"
    trial.check(load.gone <= MOST_GONE * load.sent, are_gone)


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
    load.check(trial)
    trial.counts[f"clicks at {rate:.0f} a second"] = load.sent
    trial.counts[f"unanswered at {rate:.0f} a second"] = load.unanswered
    trial.figure(f"at {rate:.0f} a second: 99 of 100 within, ms", load.within(99))
    trial.tell(f"{rate:.0f} a second: 99 of 100 within {load.within(99):,.0f} ms")
    await _rest(rate, trial, crowd)
    return not load.unanswered and load.within(99) <= SOON


async def _rest(rate: float, trial: Trial, crowd: Crowd) -> None:
    try:
        async with asyncio.timeout(LONG):
            while not await is_idle(crowd.sandbox):
                await asyncio.sleep(PAUSE)
    except TimeoutError:
        trial.fault(f"it does not come to rest after {rate:.0f} clicks a second")


def _check(trial: Trial, sandbox: Apart) -> None:
    trial.check(not sandbox.violations, f"against Discord's rules: {sandbox.violations[:3]}")
    errors = [line for line in sandbox.log.splitlines() if "level=error" in line]
    trial.check(not errors, f"the log says: {errors[:1]}")
