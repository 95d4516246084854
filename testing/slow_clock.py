"""Computes slowly, in quarter hours, who must be called when, and when time is up.

Written from what players are promised, without the host's own arithmetic.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from host.records import Seat, Table
from host.terms import Policy
from testing.deadlines import HOUR, MINUTE

QUARTER = 15 * MINUTE


@lru_cache(maxsize=200_000)
def is_quiet(zone: str, quiet: tuple[int, int], quarter: int) -> bool:
    """Whether the wall clock shows a quiet hour; clocks change at full quarters everywhere."""
    hour = datetime.fromtimestamp(quarter * QUARTER // 1000, ZoneInfo(zone)).hour
    return (hour - quiet[0]) % 24 < (quiet[1] - quiet[0]) % 24


@dataclass(frozen=True)
class Wishes:
    """What somebody has chosen."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    away_until: int = 0
    reminders: int = 0
    calls: str = "channel"

    @property
    def pings(self) -> bool:
        return self.calls != "none"

    def is_awake(self, at: int) -> bool:
        if at < self.away_until:
            return False
        return self.quiet is None or not is_quiet(self.zone, self.quiet, at // QUARTER)

    def pieces(self, start: int) -> Iterator[tuple[int, int]]:
        """Yield waking time from then on, at most a quarter of an hour at a time."""
        at = max(start, self.away_until)
        while True:
            end = (at // QUARTER + 1) * QUARTER
            if self.is_awake(at):
                yield at, end
            at = end

    def awake_between(self, start: int, end: int) -> int:
        total = 0
        if start < end:
            for begin, stop in self.pieces(start):
                if begin >= end:
                    break
                total += min(stop, end) - begin
        return total

    def moment_after(self, start: int, awake: int) -> int:
        """Return when this much waking time has passed."""
        if awake <= 0:
            return start
        for begin, stop in self.pieces(start):
            if awake <= stop - begin:
                return begin + awake
            awake -= stop - begin
        raise AssertionError("time never ends")

    def marks(self, spent: int, budget: int) -> list[int]:
        """Return after how much of the time reminders come."""
        if self.reminders < 0 or not self.pings:
            return []
        if self.reminders:
            step = self.reminders * HOUR
            return [at for at in range(step, budget, step) if at > spent]
        return [at for at in (budget * 5 // 10, budget * 9 // 10) if at > spent]


@dataclass
class Turn:
    """The time of one seat."""

    name: str
    wishes: Wishes
    budget: int
    spent: int = 0
    since: int | None = None  # None: it is stopped
    marks: list[int] = field(default_factory=list)
    is_muted: bool = False
    is_over: bool = False
    is_resting: bool = False  # nobody is waiting for the seat at the moment

    @property
    def due(self) -> int | None:
        if self.since is None or self.is_over:
            return None
        return self.wishes.moment_after(self.since, self.budget - self.spent)

    @property
    def call(self) -> int | None:
        """Return when the next call is due."""
        if self.since is None or self.is_muted or not self.marks:
            return None
        return self.wishes.moment_after(self.since, self.marks[0] - self.spent)

    def elapsed(self, now: int) -> int:
        since = now if self.since is None else self.since
        return self.spent + self.wishes.awake_between(since, now)

    def count(self, now: int) -> None:
        if self.since is not None and not self.is_over:
            self.spent, self.since = min(self.elapsed(now), self.budget - 1), now

    def owe(self) -> None:
        """Replace everything that is due by one call as soon as somebody wakes up."""
        self.marks = [self.spent + 1, *(mark for mark in self.marks if mark > self.spent + 1)]

    @property
    def owes(self) -> bool:
        return bool(self.marks) and self.marks[0] <= self.spent + 1


class SlowClock:
    """One table."""

    def __init__(self, budget: int, policy: Policy) -> None:
        self.budget, self.policy = budget, policy
        self.turns: dict[int, Turn] = {}
        self.is_paused = False

    def follow(
        self, now: int, table: Table, name: str, waiting: tuple[int, ...], wishes: dict[int, Wishes]
    ) -> None:
        """Note who the table is waiting for now, and in which turn."""
        people = {seat.number: seat for seat in table.humans}
        for number, turn in [*self.turns.items()]:
            is_awaited = number in waiting
            is_done = turn.is_over and not is_awaited
            if is_done or number not in people or self._is_new(turn, people[number], name):
                del self.turns[number]
            elif turn.is_resting == is_awaited:
                self._rest_or_wake(turn, now)
        for number, seat in people.items():
            if number in waiting and number not in self.turns:
                self.turns[number] = self._begun(now, name, wishes[seat.user], seat.missed)

    def _rest_or_wake(self, turn: Turn, now: int) -> None:
        turn.is_resting = not turn.is_resting
        if turn.is_resting:
            turn.count(now)
            turn.since = None
        elif not self.is_paused:
            turn.since = now
            if turn.wishes.pings and not turn.wishes.is_awake(now):
                turn.owe()

    def _is_new(self, turn: Turn, seat: Seat, name: str) -> bool:
        is_back = turn.is_over and not seat.missed and not seat.stands_in
        return turn.name != name or is_back

    def _begun(self, now: int, name: str, wishes: Wishes, missed: int) -> Turn:
        turn = Turn(name, wishes, self.budget, since=None if self.is_paused else now)
        turn.marks = [] if missed else wishes.marks(0, self.budget)
        if wishes.pings and not wishes.is_awake(now):
            turn.owe()
        return turn

    @property
    def alarm(self) -> int | None:
        turns = self.turns.values()
        moments = [at for turn in turns for at in (turn.due, turn.call) if at is not None]
        return min(moments, default=None)

    def strike(self, now: int, missed: dict[int, int]) -> tuple[set[int], set[int]]:
        """Return whose time is up, and who is called again."""
        is_due = {seat: turn for seat, turn in self.turns.items() if _is_past(turn.call, now)}
        up = {seat for seat, turn in self.turns.items() if _is_past(turn.due, now)}
        called = {seat for seat, turn in is_due.items() if seat not in up and _remind(turn, now)}
        for seat in up:
            if self._is_called_when_up(self.turns[seat], now, missed[seat]):
                called.add(seat)
        return up, called

    def _is_called_when_up(self, turn: Turn, now: int, missed: int) -> bool:
        is_extended = turn.budget > self.budget
        is_third = max(1, missed + (not is_extended)) >= 3
        is_awake = turn.wishes.is_awake(now)
        turn.is_over, turn.spent, turn.since, turn.marks = True, turn.budget, now, []
        if turn.wishes.pings and not is_awake:
            turn.owe()
        is_left = self.policy is Policy.WAIT or (self.policy is Policy.ASK and not is_third)
        return is_left and is_awake and not turn.is_muted

    def pause(self, now: int) -> None:
        self.is_paused = True
        for turn in self.turns.values():
            turn.count(now)
            if not turn.is_over:
                turn.since = None

    def resume(self, now: int) -> None:
        self.is_paused = False
        for turn in self.turns.values():
            if not turn.is_over and not turn.is_resting:
                turn.since = now

    def be_away(self, last: int, now: int) -> bool:
        """Skip the time in which the bot was away; return whether anybody must be told."""
        running = [turn for turn in self.turns.values() if turn.due is not None]
        if abs(now - last) <= 2 * MINUTE:
            return False
        for turn in running:
            turn.count(last)
            turn.since = now
            if now - last > 15 * MINUTE:
                turn.spent = max(0, min(turn.spent, turn.budget - HOUR))
        return bool(running) and now - last > 15 * MINUTE

    def extend(self, now: int) -> None:
        for turn in self.turns.values():
            turn.spent = min(turn.elapsed(now), turn.budget)
            owes = turn.owes
            turn.since = None if self.is_paused or turn.is_resting else now
            turn.budget += self.budget
            turn.is_over = False
            turn.marks = turn.wishes.marks(turn.spent, turn.budget)
            if owes:
                turn.owe()

    def change(self, now: int, seat: int, after: Wishes) -> None:
        if seat not in self.turns:
            return
        turn = self.turns[seat]
        before = turn.wishes
        turn.count(now)
        owes = turn.owes or (before.is_awake(now) and not after.is_awake(now))
        turn.wishes = after
        if (before.reminders, before.pings) != (after.reminders, after.pings):
            turn.marks = after.marks(turn.spent, turn.budget)
        if owes and after.pings:
            turn.owe()
        elif not after.pings:
            turn.marks = []

    def mute(self, seat: int) -> None:
        self.turns[seat].is_muted = True


def _is_past(moment: int | None, now: int) -> bool:
    return moment is not None and moment <= now


def _remind(turn: Turn, now: int) -> bool:
    """Whether they are called now; somebody asleep is called later."""
    past = turn.elapsed(now)
    if turn.wishes.is_awake(now):
        turn.marks = [mark for mark in turn.marks if mark > past]
        return True
    turn.marks = [past + 1, *(mark for mark in turn.marks if mark > past + 1)]
    return False
