"""One run of a proof: how much it is to do, what it has counted, and the faults it has found."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

T = TypeVar("T")
PAUSE = 5.0  # seconds between two lines of progress
MOST_FAULTS = 20  # that are kept word for word


def in_silence(line: str) -> None:
    """Where nobody reads the progress."""


class Trial:
    """`goals` says how often each unit is to be done; a unit without a goal is done to its end.

    With `seconds` the units share that time, and what is not done by then is left out.
    A trial `with_a_mutant` is over at the first fault. Times are judged only where `is_timed`.
    """

    def __init__(
        self,
        folder: Path,
        goals: Mapping[str, int | None],
        *,
        seconds: float | None = None,
        seed: int = 1,
        with_a_mutant: bool = False,
        is_timed: bool = False,
        tell: Callable[[str], None] = in_silence,
    ) -> None:
        self.folder, self.goals, self.is_timed = folder, dict(goals), is_timed
        self.with_a_mutant = with_a_mutant
        self.rng, self.tell = Random(seed), tell
        self.counts: Counter[str] = Counter()
        self.figures: dict[str, float] = {}
        self.faults: list[str] = []
        self.fault_count = 0
        self._share = seconds / len(self.goals) if seconds is not None else None
        self._begun: dict[str, float] = {}
        self._told = time.monotonic()

    # How much

    def goes_on(self, unit: str) -> bool:
        """Whether one more is to be done."""
        if self.with_a_mutant and self.faults:
            return False
        goal = self.goals[unit]
        return (goal is None or self.counts[unit] < goal) and not self._is_late(unit)

    def some(self, unit: str, all_of_them: Sequence[T]) -> Iterator[T]:
        """All, or as many as are to be done, spread over the whole; each is counted when done."""
        goal, total = self.goals[unit], len(all_of_them)
        self.figures[f"{unit}, of"] = self.figures.get(f"{unit}, of", 0) + total
        step = max(total / goal, 1.0) if goal else 1.0
        for number in range(int(total / step + 1e-9)):
            if not self.goes_on(unit):
                return
            yield all_of_them[int(number * step)]
            self.did(unit)

    def _is_late(self, unit: str) -> bool:
        begun = self._begun.setdefault(unit, time.monotonic())
        return self._share is not None and time.monotonic() - begun > self._share

    # What was seen

    def did(self, unit: str, times: int = 1) -> None:
        """So many more of a unit; tells the progress now and then."""
        self.counts[unit] += times
        if time.monotonic() - self._told > PAUSE:
            self._told = time.monotonic()
            self.tell(self.progress)

    @property
    def progress(self) -> str:
        found = [f"{count:,}{self._of(unit)} {unit}" for unit, count in self.counts.items()]
        return " · ".join([*found, *([f"{self.fault_count} faults"] if self.fault_count else [])])

    def _of(self, unit: str) -> str:
        goal = self.goals.get(unit) or self.figures.get(f"{unit}, of")
        return f" of {int(goal):,}" if goal else ""

    def fault(self, text: str) -> None:
        self.fault_count += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(text)
            if not self.with_a_mutant:
                self.tell(f"! {text}")

    def check(self, is_true: object, text: str) -> None:
        if not is_true:
            self.fault(text)

    def figure(self, name: str, value: float) -> None:
        self.figures[name] = value

    def limit(self, name: str, value: float, most: float) -> None:
        """A figure with a bar, which counts only where times are judged."""
        self.figure(name, value)
        if self.is_timed and value > most:
            self.fault(f"{name} is {value:,.0f}, more than {most:,.0f}")
