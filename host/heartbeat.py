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
CUT_OFF = MINUTE  # without Discord; most interruptions last only seconds
STUCK = 5 * MINUTE  # messages are waiting, and none was sent for so long
BEHIND = 10 * MINUTE  # the oldest message has been waiting for so long, though others are sent
CLOCK_OFF = MINUTE


class Heartbeat(NamedTuple):
    """Times are milliseconds UTC by the clock that deadlines follow; the schema explains each."""

    process: str
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
    """How the bot is doing: the last heartbeat of each process, and how much there is to do."""

    heartbeats: tuple[Heartbeat, ...] = ()
    tables: dict[str, int] = field(default_factory=dict)  # by phase, perhaps only open ones
    messages: int = 0  # waiting to be sent
    message_age: int = 0  # of the oldest, in milliseconds
    unsaved: str = ""  # why the bot can't save anything, if known

    @property
    def open_tables(self) -> int:
        return self.tables.get("lobby", 0) + self.tables.get("playing", 0)

    def servers(self, now: int) -> int:
        """Of all processes that are there."""
        return sum(last.servers for last in self.heartbeats if not _is_silent(last, now))

    @property
    def heartbeat(self) -> Heartbeat | None:
        """The newest heartbeat of any process."""
        return max(self.heartbeats, key=lambda last: last.at, default=None)

    def is_silent(self, now: int) -> bool:
        return self.heartbeat is not None and _is_silent(self.heartbeat, now)

    def problems(self, now: int) -> Iterator[str]:
        """Yield what is wrong with a running bot."""
        if not self.heartbeats:
            yield "The bot has given no sign of life yet, or is of an older version than this."
            return
        if self.unsaved:
            yield f"The bot can't save anything: {self.unsaved}."
        for last in self.heartbeats:
            who = f"Process {last.process}: " if len(self.heartbeats) > 1 else ""
            yield from (f"{who}{problem}" for problem in self._of_a_process(last, now))
        if not self.is_silent(now):
            yield from self._of_messages(now)

    def _of_a_process(self, last: Heartbeat, now: int) -> Iterator[str]:
        if not _is_silent(last, now):
            yield from _of_the_clock(last, now)
            if not last.is_connected and now - last.since > CUT_OFF:
                yield f"The bot has not been connected to Discord for {span(now - last.since)}."
        elif not self.unsaved:
            silence = span(now - last.at)
            yield (
                f"The bot hangs or can't save anything (its log says which): no heartbeat for "
                f"{silence}."
            )

    def _of_messages(self, now: int) -> Iterator[str]:
        """Skipped while all processes are cut off from Discord: of course nothing is sent then."""
        there = [last for last in self.heartbeats if last.is_connected]
        if not there:
            return
        waiting = plural(self.messages, "message")
        quiet = now - max(max(last.sent or 0, last.since) for last in there)
        if self.messages and min(self.message_age, quiet) > STUCK:
            yield f"The sender is stuck: {waiting} waiting, nothing was sent for {span(quiet)}."
        elif self.messages and self.message_age > BEHIND:
            age = span(self.message_age)
            yield f"The bot is behind: {waiting} waiting to be sent, the oldest for {age}."


def _is_silent(last: Heartbeat, now: int) -> bool:
    return now - last.at > SILENT


def _of_the_clock(last: Heartbeat, now: int) -> Iterator[str]:
    if last.at - now > CLOCK_OFF:
        yield f"The clock for deadlines was set back by {span(last.at - now)}."
    elif abs(last.drift) > CLOCK_OFF:
        how = "fast" if last.drift > 0 else "slow"
        yield f"The clock for deadlines is {span(abs(last.drift))} {how}: Discord's time differs."


def beat(uow: UnitOfWork, heartbeat: Heartbeat) -> None:
    uow.store.set_heartbeat(heartbeat)
    uow.store.drop_heartbeats(heartbeat.at - DAY)


def stop(uow: UnitOfWork, process: str) -> None:
    """Drop the heartbeat of a process that ends as it should, while others go on."""
    uow.store.drop_heartbeats(0, process)


def signs(uow: UnitOfWork) -> Signs:
    return signs_in(uow.store)


def signs_in(store: Store) -> Signs:
    messages, oldest = store.outbox_size()
    return Signs(
        tuple(Heartbeat(*facts) for facts in store.heartbeats()),
        store.count_open_tables_by_phase(),
        messages,
        0 if oldest is None else store.now - oldest,
    )


def span(milliseconds: int) -> str:
    """Say a length of time in the largest unit of which there are at least two."""
    for unit, name in ((2 * DAY, "day"), (2 * HOUR, "hour"), (2 * MINUTE, "minute")):
        if milliseconds >= unit:
            return plural(round(2 * milliseconds / unit), name)
    return plural(round(milliseconds / SECOND), "second")
