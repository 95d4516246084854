"""What a proof consists of, and how a mutant is planted in it."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proof.trial import Trial
from testing.planting import planted

Goals = Mapping[str, int | None]
Plant = Callable[[], AbstractContextManager[Any]]  # while it is entered, a fault is there


@dataclass(frozen=True)
class Mutant:
    """A fault that is planted on purpose, and how the proof must report it."""

    plant: Plant
    shows: str  # a regular expression that matches one of the reported faults
    is_timed: bool = False  # a limit on times or memory must find it
    unit: str = ""  # the only one that is tried; "": all of them
    seed: int = 1  # one with which it shows itself soon


@dataclass(frozen=True)
class Proof:
    """`work` counts and reports faults; with a mutant planted it must report that mutant."""

    name: str
    promise: str  # what is shown, for docs/proofs.md
    work: Callable[[Trial], Awaitable[None]]
    goals: Goals  # of the long run; None: all there are
    small: Goals  # of a test
    mutants: Mapping[str, Mutant]
    mutant_goals: Goals = field(default_factory=dict)  # else the small ones
    lacks: Callable[[], str] = str  # why it cannot be carried out here, if so

    async def try_mutant(self, name: str, folder: Path) -> Trial:
        """The same work with a fault planted."""
        mutant = self.mutants[name]
        wanted = {**self.small, **self.mutant_goals}
        goals = {unit: n if mutant.unit in ("", unit) else 0 for unit, n in wanted.items()}
        trial = Trial(
            folder, goals, seed=mutant.seed, hunted=mutant.shows, is_timed=mutant.is_timed
        )
        with mutant.plant():
            await self.work(trial)
        return trial


def put(*changes: tuple[Any, str, Any]) -> Plant:
    """A plant that puts these values in these places."""

    @contextmanager
    def plant() -> Iterator[None]:
        with ExitStack() as stack:
            for change in changes:
                stack.enter_context(planted(*change))
            yield

    return plant
