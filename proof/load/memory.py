"""How much memory the bot has over a run, and whether that is flat."""

import statistics
import time

from proof.trial import Trial
from sandbox.process import Apart

MB = 1 << 20
ROOM = 160 * MB  # what the caches may take, and what a start leaves behind
HOUR = 20 * 3600  # clicks in an hour at 20 a second
RISE = 400  # MB an hour, by the line through the last half of the readings
STAYS = 24  # MB more than before, after a rush
OFTEN = 0.25  # seconds between two readings, at least


class Memory:
    """Readings over a run."""

    def __init__(self, sandbox: Apart) -> None:
        self.sandbox = sandbox
        self.readings: list[tuple[int, int]] = []  # clicks so far, bytes
        self._last = 0.0

    @property
    def held(self) -> int:
        return self.sandbox.memory

    def read(self, clicks: int) -> None:
        if time.monotonic() - self._last > OFTEN:
            self._last = time.monotonic()
            self.readings.append((clicks, self.held))

    def judge(self, trial: Trial) -> None:
        first, last = self.readings[0][1], self.held
        trial.figure("memory after the clicks at 20 a second, MB", last / MB)
        grown = (last - first) / MB
        trial.check(last - first < ROOM, f"memory has grown by {grown:,.0f} MB since the start")
        if trial.is_timed:
            trial.limit("memory, growth in MB an hour", self._slope() * HOUR / MB, RISE)

    def _slope(self) -> float:
        """Bytes a click."""
        half = self.readings[len(self.readings) // 2 :]
        clicks, held = [n for n, _ in half], [held for _, held in half]
        return statistics.linear_regression(clicks, held).slope

    def compare(self, before: int, trial: Trial) -> None:
        """Once it is as calm as it was then."""
        trial.limit("memory kept after the rush, MB", (self.held - before) / MB, STAYS)
