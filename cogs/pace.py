"""How fast messages are sent in an outage: one at a time, to find out if Discord is back."""

import time
from collections.abc import Collection, Sequence

import discord

from cogs.responder import UNREACHABLE
from host.outbox import SECOND
from host.records import OutgoingMessage

SEVERAL = 3  # audiences that failed since the last success: it can't be just one of them
FIRST_PAUSE = 2 * SECOND
SLOWEST = 30 * SECOND  # at most this long after an outage, whatever is waiting is tried again
OURS_OR_ALL = (401, 429)  # answers that aren't about the message
Audience = tuple[int | None, int | None, int | None]


def ticks() -> int:
    """Return monotonic milliseconds."""
    return time.monotonic_ns() // 1_000_000


def is_outage(error: Exception) -> bool:
    """Whether any other message would have failed as well."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status in OURS_OR_ALL
    return isinstance(error, UNREACHABLE)


class Pace:
    """Decides whether there is an outage, from the audiences that failed since a success."""

    def __init__(self) -> None:
        self._failed: set[Audience] = set()  # since the last success
        self._is_stuck = False  # nothing can be stored, which affects everybody
        self._probe: Audience | None = None  # finds out whether the outage is over
        self._pauses = 0  # in this outage
        self._again = 0  # when the next one may be tried, in ticks

    @property
    def is_out(self) -> bool:
        return self._is_stuck or len(self._failed) >= SEVERAL

    @property
    def pause_until(self) -> int:
        return self._again if self.is_out else 0

    def on_success(self) -> None:
        """Note that Discord answered, and that this is stored."""
        self._failed.clear()
        self._is_stuck, self._probe, self._pauses = False, None, 0

    def on_failure(self, audience: Audience, is_stuck: bool = False) -> None:
        """Note a failed delivery; in an outage only the probe makes the pause longer."""
        was_out = self.is_out
        self._failed.add(audience)
        self._is_stuck |= is_stuck
        if self.is_out and (not was_out or audience == self._probe):
            self._again = ticks() + min(FIRST_PAUSE << min(self._pauses, 20), SLOWEST)
            self._pauses += 1

    def on_start(self, audience: Audience) -> None:
        if self.is_out:
            self._probe = audience

    def to_try(
        self, due: Sequence[OutgoingMessage], busy: Collection[Audience]
    ) -> Sequence[OutgoingMessage]:
        """Choose the messages to send now; in an outage only one, the least often tried."""
        free = [outgoing for outgoing in due if outgoing.audience not in busy]
        if not self.is_out:
            return free
        if self._probe in busy or ticks() < self._again:
            return ()
        return sorted(free, key=lambda outgoing: outgoing.tries)[:1]

    def seconds_left(self, busy: Collection[Audience]) -> float | None:
        """Return the time until the next try; None without an outage or during a try."""
        if not self.is_out or self._probe in busy:
            return None
        return (self._again - ticks()) / SECOND
