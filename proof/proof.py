"""What a proof consists of, and how it is carried out together with its mutants."""

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proof.trial import Trial, in_silence

Mutant = Callable[[], AbstractContextManager[Any]]  # while it is entered, a fault is planted


@dataclass(frozen=True)
class Proof:
    """`work` counts and finds faults; under each of its mutants it must find at least one."""

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
        """The same work with a fault planted: caught, if the trial has found one."""
        goals = {**self.small, **self.mutant_goals}
        trial = Trial(folder, goals, with_a_mutant=True)
        with self.mutants[name]():
            await self.work(trial)
        return trial


@dataclass
class Outcome:
    """What is left of a proof when it has been carried out."""

    name: str
    promise: str
    seconds: float
    counts: dict[str, int]
    figures: dict[str, float]
    faults: list[str]
    caught: list[str]
    missed: list[str]

    @property
    def holds(self) -> bool:
        return not self.faults and not self.missed


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
    await proof.work(trial)
    tell(trial.progress)
    caught: list[str] = []
    missed: list[str] = []
    for number, name in enumerate(proof.mutants):
        tried = await proof.try_mutant(name, _made(folder / f"mutant-{number}"))
        (caught if tried.faults else missed).append(name)
        tell(f"mutant “{name}”: {f'caught: {tried.faults[0]}' if tried.faults else 'NOT CAUGHT'}")
    return Outcome(
        name=proof.name,
        promise=proof.promise,
        seconds=time.monotonic() - begun,
        counts=dict(trial.counts),
        figures=trial.figures,
        faults=trial.faults,
        caught=caught,
        missed=missed,
    )


def broken(proof: Proof, why: str) -> Outcome:
    """Nothing is proved, and no mutant was tried."""
    return Outcome(proof.name, proof.promise, 0.0, {}, {}, [why], [], [*proof.mutants])


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
