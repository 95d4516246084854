"""One run of a proof: its size, its counts, and the faults it has found."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")
PAUSE = 5.0  # seconds between two lines of progress
MAX_FAULTS = 20  # that are kept word for word


class Trial:
    """`goals` says how often each unit is to be done; a unit without a goal is done to its end.

    With `seconds` the units share that time, and what is not done by then is left out, but for
    the first of each unit.
    A trial that hunts a mutant is over when a fault matches `hunted`, a regular expression.
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
        tell: Callable[[str], object] = str,  # nobody reads the progress
    ) -> None:
        self.folder, self.goals, self.is_timed = folder, dict(goals), is_timed
        self.hunted, self.is_caught = hunted, False
        self.rng, self.tell = Random(seed), tell
        self.counts: Counter[str] = Counter()
        self.totals: Counter[str] = Counter()  # how many of a unit there are in all, if known
        self.figures: dict[str, tuple[float, float]] = {}  # what was measured, and its bar
        self.faults: list[str] = []
        self._share = seconds / len(self.goals) if seconds is not None else None
        self._begun: dict[str, float] = {}
        self._told = time.monotonic()

    @property
    def with_a_mutant(self) -> bool:
        return self.hunted is not None

    @property
    def is_short(self) -> bool:
        return self._share is not None

    # How much

    def goes_on(self, unit: str) -> bool:
        """Whether one more is to be done."""
        begun, goal = self._begun.setdefault(unit, time.monotonic()), self.goals[unit]
        is_over = self._share is not None and time.monotonic() - begun > self._share
        is_late = is_over and self.counts[unit] > 0
        is_enough = goal is not None and self.counts[unit] >= goal
        return not (self.is_caught or is_enough or is_late)

    def some(self, unit: str, all_of_them: Sequence[T], *, in_order: bool = False) -> Iterator[T]:
        """All, or as many as are to be done, spread over the whole; each is counted when done."""
        goal, total = self.goals[unit], len(all_of_them)
        if self.is_short and not in_order:  # what fits into the time is spread, too
            all_of_them = self.rng.sample(all_of_them, total)
        self.totals[unit] += total
        step = max(total / goal, 1.0) if goal else 1.0
        for number in range(int(total / step + 1e-9)):
            if not self.goes_on(unit):
                return
            yield all_of_them[int(number * step)]
            self.did(unit)

    def did(self, unit: str, times: int = 1) -> None:
        """So many more of a unit; tells the progress now and then."""
        self.counts[unit] += times
        if time.monotonic() - self._told > PAUSE:
            self._told = time.monotonic()
            done = (f"{count:,}{self.of(unit)} {unit}" for unit, count in self.counts.items())
            self.tell(" · ".join([*done, *([f"{len(self.faults)} faults"] if self.faults else [])]))

    def goal(self, unit: str) -> int:
        """How many there are to do, if that is known."""
        goal, total = self.goals.get(unit), self.totals[unit]
        return min(goal, total) if goal and total else goal or total

    def of(self, unit: str) -> str:
        return f" of {self.goal(unit):,}" if self.goal(unit) else ""

    @property
    def left_out(self) -> list[str]:
        """What was to be done and was not; where time was short, of which nothing was done."""
        least = {unit: 1 if self.is_short else max(1, self.goal(unit)) for unit in self.goals}
        return [
            f"only {self.counts[unit]:,} of {many:,} {unit}"
            for unit, many in least.items()
            if self.counts[unit] < many
        ]

    # What was seen

    def fault(self, text: str) -> None:
        if self.hunted is not None and re.search(self.hunted, text):
            self.is_caught = True
            self.faults.insert(0, text)
        elif len(self.faults) < MAX_FAULTS:
            self.faults.append(text)
            if not self.with_a_mutant:
                self.tell(f"! {text}")

    def check(self, is_true: object, text: str) -> None:
        if not is_true:
            self.fault(text)

    def figure(self, name: str, value: float, bar: float) -> None:
        """Something that was measured, and what it must not exceed; that is judged elsewhere."""
        self.figures[name] = value, bar

    def limit(self, name: str, value: float, bar: float) -> None:
        """A figure that is judged here, but only where times are."""
        self.figure(name, value, bar)
        if self.is_timed and value > bar:
            self.fault(f"{name} is {value:,.0f}, more than {bar:,.0f}")

    @property
    def outcome(self) -> dict[str, Any]:
        """What docs/proofs.md tells of it."""
        done = {unit: f"{count:,}{self.of(unit)} {unit}" for unit, count in self.counts.items()}
        return {
            "done": [done[unit] for unit in self.goals if unit in done],
            "measured": [
                f"{name} {_number(value)} (at most {_number(bar)})"
                for name, (value, bar) in self.figures.items()
            ],
            "faults": self.faults,
        }


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or value >= 100 else f"{value:.2f}"
