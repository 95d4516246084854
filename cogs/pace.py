"""How fast letters go out while Discord is out of reach: one at a time finds out if it is back."""

from collections.abc import Callable, Sequence

import discord

from cogs.desk import UNREACHABLE
from host.errors import Unsaved
from host.outbox import SECOND
from host.records import Letter

SEVERAL = 3  # setbacks in a row, of whatever audience: it is not a matter of one of them
SLOWEST = 30 * SECOND  # whatever waits is tried again so soon after the end of an outage
OURS_OR_ALL = (401, 429)  # answers that say nothing about the letter


def is_outage(error: Exception) -> bool:
    """Whether it would have met any letter."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status in OURS_OR_ALL
    return isinstance(error, (*UNREACHABLE, Unsaved))


class Pace:
    """Counts setbacks in a row; every success begins anew."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._setbacks = 0
        self._again = 0  # when the next one may be tried

    @property
    def pause_until(self) -> int:
        return self._again if self._setbacks >= SEVERAL else 0

    def goes_on(self) -> None:
        self._setbacks = 0

    def stumbles(self) -> None:
        self._setbacks += 1
        self._again = self._now() + min(SECOND << min(self._setbacks, 20), SLOWEST)

    def next(self, due: Sequence[Letter], are_others_on_their_way: bool) -> Sequence[Letter]:
        """All; in an outage one, and not always the same."""
        if self._setbacks < SEVERAL:
            return due
        if are_others_on_their_way or self._now() < self._again:
            return ()
        return sorted(due, key=lambda letter: letter.tries)[:1]
