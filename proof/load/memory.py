"""How much memory the bot has over a run, and whether that is flat."""

import statistics
import time

from proof.trial import Trial
from sandbox.process import Apart

MB = 1 << 20
ROOM = 160 * MB  # what the caches may take, and what a start leaves behind
RISE = 8  # MB over half of the clicks: what is left of filling them
OFTEN = 0.25  # seconds between two readings, at least


class Memory:
    """Readings over a run."""

    def __init__(self, sandbox: Apart) -> None:
        self.sandbox = sandbox
        self.readings: list[tuple[int, int]] = []  # clicks so far, bytes
        self._last = 0.0

    def read(self, clicks: int) -> None:
        if time.monotonic() - self._last > OFTEN:
            self._last = time.monotonic()
            self.readings.append((clicks, self.sandbox.memory))

    def judge(self, trial: Trial) -> None:
        first, last = self.readings[0][1], self.sandbox.memory
        trial.figure("memory at the end, MB", last / MB)
        grown = (last - first) / MB
        trial.check(last - first < ROOM, f"memory has grown by {grown:,.0f} MB since the start")
        if trial.is_timed:
            trial.limit("memory, rise over the last half, MB", self._rise(), RISE)

    def _rise(self) -> float:
        half = self.readings[len(self.readings) // 2 :]
        clicks, held = [n for n, _ in half], [held for _, held in half]
        line = statistics.linear_regression(clicks, held)
        return line.slope * (clicks[-1] - clicks[0]) / MB
