"""How much memory the bot has over a run, and whether that is flat."""

import statistics
import time

from proof.trial import Trial
from sandbox.process import Apart

MB = 1 << 20
ROOM = 160  # MB: what the caches may take, and what a start leaves behind
HOUR = 20 * 3600  # clicks in an hour at 20 a second
RISE = 200  # MB an hour with small caches, which are full: under 3 KB a click
FILLING = 400 / 1024 * HOUR  # MB an hour in the first moments: 400 KB a click
SETTLING = 1 / 3  # of the readings are left out: the caches may still fill
OFTEN, FEWEST = 0.25, 5  # seconds between two readings, at least; readings that make a line


class Memory:
    """Readings over a run."""

    def __init__(self, sandbox: Apart) -> None:
        self.sandbox = sandbox
        self.before = self.held
        self.readings: list[tuple[int, int]] = []  # clicks so far, bytes
        self._last = 0.0

    @property
    def held(self) -> int:
        return self.sandbox.memory

    def read(self, clicks: int) -> None:
        if time.monotonic() - self._last > OFTEN:
            self._last = time.monotonic()
            self.readings.append((clicks, self.held))

    def judge_room(self, trial: Trial) -> None:
        """Whether it has taken no more than its caches may."""
        grown = (self.held - self.before) / MB
        trial.figure("memory at the end, MB", self.held / MB)
        trial.figure("memory, MB more than at the start", grown, ROOM)
        trial.check(grown <= ROOM, f"memory has grown by {grown:,.0f} MB since the start")

    def judge_line(self, trial: Trial, is_filled: bool) -> None:
        """Whether the line through it is flat."""
        settled = self.readings[int(len(self.readings) * SETTLING) :]
        if len(settled) < FEWEST:
            trial.check(not trial.is_timed, f"memory was read {len(settled)} times only")
        else:
            bar = RISE if is_filled else FILLING
            trial.limit("memory, growth in MB an hour", _slope(settled) * HOUR / MB, bar)


def _slope(readings: list[tuple[int, int]]) -> float:
    """Bytes a click."""
    clicks, held = [n for n, _ in readings], [held for _, held in readings]
    return statistics.linear_regression(clicks, held).slope
