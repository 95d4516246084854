"""The bot's heartbeat: how it is stored, and what it says about connection, sender and clock.

The running bot stores one every few seconds. `python bot.py health` reads it from another process;
the page `/healthz` and `/status` use the same judgment from within.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.kernel.phrases import plural
from host.store import Store
from host.unit_of_work import UnitOfWork

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000
EVERY = 15 * SECOND  # between two heartbeats
SILENT = 2 * MINUTE  # without a heartbeat: the bot hangs
CUT_OFF = MINUTE  # without Discord; most interruptions are over in seconds
STUCK = 5 * MINUTE  # something waits, and for so long nothing was sent at all
BEHIND = 10 * MINUTE  # the oldest message has waited for so long, though others are sent
CLOCK_OFF = MINUTE


class Heartbeat(NamedTuple):
    """Times are milliseconds UTC by the machine's clock; the schema explains each."""

    at: int
    version: str
    started: int
    is_connected: bool
    since: int
    latency: int | None
    servers: int
    event: int | None
    sent: int | None
    drift: int


@dataclass(frozen=True, slots=True)
class Signs:
    """How the bot is doing: its last heartbeat, and how much it has to do."""

    heartbeat: Heartbeat | None = None
    tables: dict[str, int] = field(default_factory=dict)  # how many in each phase
    messages: int = 0  # that wait to be sent
    message_age: int = 0  # of the oldest, in milliseconds
    unsaved: str = ""  # why the bot can't save anything, if that is known

    @property
    def open_tables(self) -> int:
        return self.tables.get("lobby", 0) + self.tables.get("playing", 0)

    def is_silent(self, now: int) -> bool:
        return self.heartbeat is not None and now - self.heartbeat.at > SILENT

    def ills(self, now: int) -> Iterator[str]:
        """Yield what is wrong with a running bot."""
        if self.heartbeat is None:
            yield "No heartbeat from the bot yet, or it is an older version than this one."
            return
        if self.unsaved:
            yield f"The bot can't save anything: {self.unsaved}."
        if not self.is_silent(now):
            yield from _of_the_clock(self.heartbeat, now)
            yield from self._of_discord(self.heartbeat, now)
        elif not self.unsaved:
            silence = span(now - self.heartbeat.at)
            yield (
                f"The bot hangs or can't save anything (its log says which): no heartbeat for "
                f"{silence}."
            )

    def _of_discord(self, last: Heartbeat, now: int) -> Iterator[str]:
        """Yield problems with Discord; while it is cut off, unsent messages aren't another one."""
        if not last.is_connected:
            if now - last.since > CUT_OFF:
                yield f"The bot has not been connected to Discord for {span(now - last.since)}."
            return
        waiting = plural(self.messages, "message")
        quiet = now - max(last.sent or 0, last.since)
        if self.messages and min(self.message_age, quiet) > STUCK:
            yield f"The sender is stuck: {waiting} waiting, nothing was sent for {span(quiet)}."
        elif self.messages and self.message_age > BEHIND:
            age = span(self.message_age)
            yield f"The bot is behind: {waiting} waiting to be sent, the oldest for {age}."


def _of_the_clock(last: Heartbeat, now: int) -> Iterator[str]:
    if last.at - now > CLOCK_OFF:
        yield f"This machine's clock was set back by {span(last.at - now)}."
    elif abs(last.drift) > CLOCK_OFF:
        how = "fast" if last.drift > 0 else "slow"
        yield f"This machine's clock is {span(abs(last.drift))} {how}: Discord's time differs."


def beat(uow: UnitOfWork, heartbeat: Heartbeat) -> None:
    uow.store.set_heartbeat(heartbeat)


def signs(uow: UnitOfWork) -> Signs:
    return signs_in(uow.store)


def signs_in(store: Store) -> Signs:
    row = store.heartbeat()
    messages, oldest = store.outbox_size()
    return Signs(
        Heartbeat(*row) if row else None,
        store.count_tables(),
        messages,
        0 if oldest is None else store.now - oldest,
    )


def span(milliseconds: int) -> str:
    """Say a length of time in the largest unit that fits."""
    for unit, name in ((2 * DAY, "day"), (2 * HOUR, "hour"), (2 * MINUTE, "minute")):
        if milliseconds >= unit:
            return plural(2 * milliseconds // unit, name)
    return plural(milliseconds // SECOND, "second")
