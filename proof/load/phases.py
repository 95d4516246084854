"""People at many tables click at their own times: steadily, in a rush, and steadily again."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bench.crowd import Crowd, mixed
from bench.load import PAUSE
from proof import bots
from proof.load.load import Clicks, Memory
from proof.process import is_idle
from proof.trial import Trial
from sandbox.interactions import FIRST_ANSWER
from sandbox.process import Apart

PEOPLE, RATE = 5, 20.0  # at a table; clicks a second in all
SOON = 1000  # milliseconds within which 99 of 100 clicks are answered
MANY = 160.0  # clicks a second in a rush, more than the bot can answer
STEADILY = 30.0  # clicks a second, where only memory counts
FIRST, RUSH, AFTER, FRUGAL = (
    *("clicks", "clicks in a rush"),
    *("clicks after the rush", "clicks with small caches"),
)
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
        load.check(trial)
        if unit != RUSH:
            _judge(load, trial)
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
    load.check(trial)
    _judge(load, trial)
    memory.judge_line(trial)


def _one_more(trial: Trial, unit: str, _: float = 0.0) -> bool:
    is_more = trial.goes_on(unit)
    trial.did(unit, int(is_more))
    return is_more


def _judge(load: Clicks, trial: Trial) -> None:
    """At a rate at which nobody may be left without an answer."""
    unanswered = f"{load.unanswered} of {load.sent} clicks were not answered"
    trial.check(not load.unanswered, unanswered)
    are_gone = f"{load.gone} of {load.sent} clicks were on what had just gone"
    trial.check(load.gone <= MAX_GONE * load.sent, are_gone)


def _check(trial: Trial, sandbox: Apart) -> None:
    trial.check(not sandbox.violations, f"against Discord's rules: {sandbox.violations[:3]}")
    errors = [line for line in sandbox.log.splitlines() if "level=error" in line]
    trial.check(not errors, f"the log says: {errors[:1]}")
