"""The time of day, which accepts a jump forward only after it has held for a while.

A machine's clock can jump: it starts without a battery, somebody sets it, a time server is wrong.
What becomes due by a jump can't be undone. `Host` reads this clock unless a test gives it another
one.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

MINUTE = 60_000
CORRECTION = MINUTE  # a smaller jump forward is accepted at once
HOLD = 10 * MINUTE  # a larger jump must hold for this long

Milliseconds = Callable[[], int]


def utc() -> int:
    return time.time_ns() // 1_000_000


def passed() -> int:
    """Return monotonic milliseconds; they include the machine's sleep where the system can tell."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime_ns(clock) // 1_000_000


class _Leap(NamedTuple):
    offset: int  # of the wall clock from the time passed
    since: int  # when it was first seen, in time passed


class WallClock:
    """Call it for the time in milliseconds UTC."""

    def __init__(self, wall: Milliseconds = utc, passed: Milliseconds = passed) -> None:
        self._wall, self._passed = wall, passed
        self._offset = wall() - passed()  # that is accepted
        self._leap: _Leap | None = None

    def __call__(self) -> int:
        wall, passed = self._wall(), self._passed()
        offset = wall - passed
        if offset - self._offset <= CORRECTION or self._has_held(offset, passed):
            self._offset, self._leap = offset, None
            return wall
        return passed + self._offset

    def _has_held(self, offset: int, passed: int) -> bool:
        """Whether the clock has run evenly for a while since it jumped."""
        leap = self._leap
        if leap is None or abs(offset - leap.offset) > CORRECTION:
            self._leap = leap = _Leap(offset, passed)
        return passed - leap.since >= HOLD
