"""What a proof consists of, and how it is carried out together with its mutants."""

import time
import traceback
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proof.trial import Trial, in_silence

CAUGHT = "caught"
Plant = Callable[[], AbstractContextManager[Any]]  # while it is entered, a fault is there


@dataclass(frozen=True)
class Mutant:
    """A fault that is planted on purpose, and how the proof must call it."""

    plant: Plant
    shows: str  # in one of the faults that are found, as a regular expression
    is_timed: bool = False  # a bar on times or memory must find it
    goals: Mapping[str, int | None] = field(default_factory=dict)  # where the proof's are too small
    seed: int = 1  # one with which it shows itself soon


@dataclass(frozen=True)
class Proof:
    """`work` counts and finds faults; under each of its mutants it must find that one."""

    name: str
    promise: str  # what is shown, for the summary
    work: Callable[[Trial], Awaitable[None]]
    goals: Mapping[str, int | None]  # of the long run; None: all there are
    small: Mapping[str, int | None]  # of a test
    mutants: Mapping[str, Mutant]
    mutant_goals: Mapping[str, int | None] = field(default_factory=dict)  # else the small ones
    needs_quiet: bool = False  # it measures time, or takes all processors itself
    lacks: Callable[[], str] = str  # why it cannot be carried out here, if so

    async def try_mutant(self, name: str, folder: Path) -> Trial:
        """The same work with a fault planted."""
        mutant = self.mutants[name]
        goals = {**self.small, **self.mutant_goals, **mutant.goals}
        trial = Trial(
            folder, goals, seed=mutant.seed, hunted=mutant.shows, is_timed=mutant.is_timed
        )
        with mutant.plant():
            await self.work(trial)
        return trial


@dataclass
class Outcome:
    """What is left of a proof when it has been carried out."""

    name: str
    promise: str
    seconds: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    rates: dict[str, float] = field(default_factory=dict)  # a second
    figures: dict[str, float] = field(default_factory=dict)
    bars: dict[str, float] = field(default_factory=dict)  # what a figure must not exceed
    faults: list[str] = field(default_factory=list)  # the first of them, word for word
    fault_count: int = 0
    caught: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return not self.fault_count and not self.missed


async def carry_out(
    proof: Proof,
    folder: Path,
    seconds: float | None = None,
    seed: int = 1,
    tell: Callable[[str], None] = in_silence,
) -> Outcome:
    """The whole proof, then every mutant."""
    if missing := proof.lacks():
        return broken(proof, missing)
    begun = time.monotonic()
    trial = Trial(
        _made(folder / "whole"), proof.goals, seconds=seconds, seed=seed, is_timed=True, tell=tell
    )
    await _survived(proof.work, trial)
    for lack in trial.left_out:
        trial.fault(lack)
    tell(trial.progress)
    outcome = Outcome(
        name=proof.name,
        promise=proof.promise,
        counts=dict(trial.counts),
        rates={unit: trial.rate(unit) for unit in trial.goals},
        figures=trial.figures,
        bars=trial.bars,
        faults=trial.faults,
        fault_count=trial.fault_count,
    )
    await _hunt(proof, folder, outcome, tell)
    outcome.seconds = time.monotonic() - begun
    return outcome


async def _survived(work: Callable[[Trial], Awaitable[None]], trial: Trial) -> None:
    """Whatever breaks is a fault; what was counted before stays."""
    try:
        await work(trial)
    except Exception as error:
        traceback.print_exc()
        trial.fault(f"the proof itself broke: {type(error).__name__}: {error}")


async def _hunt(proof: Proof, folder: Path, outcome: Outcome, tell: Callable[[str], None]) -> None:
    for number, name in enumerate(proof.mutants):
        found = await _tried(proof, name, _made(folder / f"mutant-{number}"))
        is_caught = found.startswith(CAUGHT)
        (outcome.caught if is_caught else outcome.missed).append(name)
        tell(f"mutant “{name}”: {found}")


async def _tried(proof: Proof, name: str, folder: Path) -> str:
    try:
        trial = await proof.try_mutant(name, folder)
    except Exception as error:
        traceback.print_exc()
        return f"NOT CAUGHT, the proof itself broke: {type(error).__name__}: {error}"
    if trial.is_caught:
        return f"{CAUGHT}: {trial.faults[0]}"
    return f"NOT CAUGHT, but: {trial.faults[0]}" if trial.faults else "NOT CAUGHT"


def broken(proof: Proof, why: str) -> Outcome:
    """Nothing is proved, and no mutant was tried."""
    missed = [*proof.mutants]
    return Outcome(proof.name, proof.promise, faults=[why], fault_count=1, missed=missed)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


@contextmanager
def planted(place: Any, name: str, value: Any) -> Iterator[None]:
    """For a while, something else is there: the way to plant a mutant."""
    before = getattr(place, name)
    setattr(place, name, value)
    try:
        yield
    finally:
        setattr(place, name, before)
