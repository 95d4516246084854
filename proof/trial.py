"""One run of a proof: how much it is to do, what it has counted, and the faults it has found."""

import re
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
    A trial that hunts a mutant is over when a fault says what is `hunted`, a regular expression.
    Times are judged only where `is_timed`.
    """

    def __init__(
        self,
        folder: Path,
        goals: Mapping[str, int | None],
        *,
        seconds: float | None = None,
        seed: int = 1,
        hunted: str | None = None,
        is_timed: bool = False,
        tell: Callable[[str], None] = in_silence,
    ) -> None:
        self.folder, self.goals, self.is_timed = folder, dict(goals), is_timed
        self.hunted, self.is_caught = hunted, False
        self.rng, self.tell = Random(seed), tell
        self.counts: Counter[str] = Counter()
        self.figures: dict[str, float] = {}
        self.bars: dict[str, float] = {}  # what a figure must not exceed
        self.faults: list[str] = []
        self.fault_count = 0
        self._share = seconds / len(self.goals) if seconds is not None else None
        self._begun: dict[str, float] = {}
        self._last: dict[str, float] = {}  # when a unit was done last
        self._told = time.monotonic()

    @property
    def with_a_mutant(self) -> bool:
        return self.hunted is not None

    # How much

    def goes_on(self, unit: str) -> bool:
        """Whether one more is to be done."""
        if self.is_caught:
            return False
        goal = self.goals[unit]
        return (goal is None or self.counts[unit] < goal) and not self._is_late(unit)

    def some(self, unit: str, all_of_them: Sequence[T], *, in_order: bool = False) -> Iterator[T]:
        """All, or as many as are to be done, spread over the whole; each is counted when done."""
        goal, total = self.goals[unit], len(all_of_them)
        if self._share is not None and not in_order:  # what fits into it is spread, too
            all_of_them = self.rng.sample(all_of_them, total)
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
        self._last[unit] = time.monotonic()
        if time.monotonic() - self._told > PAUSE:
            self._told = time.monotonic()
            self.tell(self.progress)

    @property
    def progress(self) -> str:
        found = [
            f"{count:,}{self._of(unit)} {unit}{self._pace(unit)}"
            for unit, count in self.counts.items()
        ]
        return " · ".join([*found, *([f"{self.fault_count} faults"] if self.fault_count else [])])

    def _of(self, unit: str) -> str:
        goal = self.goal(unit)
        return f" of {goal:,}" if goal else ""

    def _pace(self, unit: str) -> str:
        rate = self.rate(unit)
        return f" ({rate:,.1f} a second)" if rate else ""

    def rate(self, unit: str) -> float:
        """A second, from the first to the last of a unit."""
        begun, last = self._begun.get(unit), self._last.get(unit)
        return self.counts[unit] / (last - begun) if begun and last and last > begun else 0.0

    def goal(self, unit: str) -> int:
        """How many there are to do, if that is known."""
        goal, total = self.goals.get(unit), int(self.figures.get(f"{unit}, of", 0))
        return min(goal, total) if goal and total else goal or total

    @property
    def left_out(self) -> list[str]:
        """What was to be done and was not; with a time of its own, of which nothing was done."""
        found = []
        for unit in self.goals:
            least = 1 if self._share is not None else max(1, self.goal(unit))
            if self.counts[unit] < least:
                found.append(f"only {self.counts[unit]:,} of {least:,} {unit}")
        return found

    def fault(self, text: str) -> None:
        self.fault_count += 1
        if self.hunted is not None and re.search(self.hunted, text):
            self.is_caught = True
            self.faults.insert(0, text)
            return
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(text)
            if not self.with_a_mutant:
                self.tell(f"! {text}")

    def check(self, is_true: object, text: str) -> None:
        if not is_true:
            self.fault(text)

    def figure(self, name: str, value: float, bar: float | None = None) -> None:
        """Something that was measured, and what it must not exceed if that was judged elsewhere."""
        self.figures[name] = value
        if bar is not None:
            self.bars[name] = bar

    def limit(self, name: str, value: float, bar: float) -> None:
        """A figure that is judged here, but only where times are."""
        self.figure(name, value, bar)
        if self.is_timed and value > bar:
            self.fault(f"{name} is {value:,.0f}, more than {bar:,.0f}")
