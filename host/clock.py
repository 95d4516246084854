"""The clocks of the seats that a table is waiting for; they run while their owners are awake."""

from collections.abc import Callable, Set
from contextlib import suppress
from typing import Any

from host.errors import Damaged
from host.hours import Hours
from host.presence import counted_until
from host.records import FINISHED, Deadline, Phase, Seat, Table
from host.settings import Settings, settings_of
from host.terms import HOUR
from host.unit_of_work import UnitOfWork

FRACTIONS = (0.5, 0.9)  # of the time, unless somebody chose otherwise
Change = Callable[[Deadline, Settings], Deadline]


def update_deadlines(uow: UnitOfWork, table: Table, state: Any) -> Table:
    """Run the clocks of the people the table is waiting for, and of nobody else.

    A turn has one budget: if the table waits for a seat several times in it, the seat's clock stops
    in between and then goes on.
    """
    if not table.terms.budget:
        return table
    turn, kept = table.game.turn(state), uow.store.deadlines(table.id)
    waiting = table.game.to_act(state) if table.phase is Phase.PLAYING else ()
    for number, seat in enumerate(table.seats):
        before = kept.get(number)
        after = _deadline(uow, table, seat, turn, before, is_awaited=number in waiting)
        if before is not None and _is_done_in_time(table, seat, turn, before):
            assert seat.user is not None
            uow.store.count_turn(table.id, number, before.turn, seat.user, is_late=False)
        if after is None and before is not None:
            uow.store.drop_deadline(table.id, number)
        elif after is not None and after != before:
            uow.store.set_deadline(table.id, after)
        if after != before:
            table = table.with_seat(number, due=after.due if after else None)
    return table


def _is_done_in_time(table: Table, seat: Seat, turn: str, before: Deadline) -> bool:
    """Whether the player, or a plan of theirs, has finished the turn of this deadline."""
    is_own = seat.human is not None and seat.stands_in != before.turn
    is_done = before.turn != turn or table.phase is not Phase.PLAYING
    is_broken_off = table.phase is not Phase.PLAYING and table.ending != FINISHED
    return is_own and is_done and not is_broken_off and not is_expired(before)


def _deadline(
    uow: UnitOfWork, table: Table, seat: Seat, turn: str, before: Deadline | None, is_awaited: bool
) -> Deadline | None:
    """Return the seat's deadline from now on; None if it has none."""
    if seat.human is None or table.phase is not Phase.PLAYING:
        return None
    if before is None or not _goes_on(before, seat, turn):
        return _new_deadline(uow, table, seat, turn) if is_awaited else None
    if not is_awaited:
        hours = settings_of(uow, seat.human).hours
        rested = _with_elapsed(before, hours, counted_until(uow))._replace(since=None)
        return None if is_expired(before) else _with_alarms(rested, hours)
    if before.since is None and not table.paused:
        return _resumed(uow, seat.human, before)
    return before


def _resumed(uow: UnitOfWork, user: int, deadline: Deadline) -> Deadline:
    """Run the clock again from now; people who are asleep are called when they wake up."""
    settings, now = settings_of(uow, user), uow.store.now
    is_owed = settings.is_called and not settings.hours.is_awake(now)
    calls = _reminders(deadline, deadline.spent, deadline.calls, is_owed)
    return _with_alarms(deadline._replace(since=now, calls=calls), settings.hours)


def _goes_on(deadline: Deadline, seat: Seat, turn: str) -> bool:
    """Whether this deadline still applies; somebody back after missing it gets a new one."""
    is_back = is_expired(deadline) and not seat.missed and not seat.stands_in
    return deadline.turn == turn and not is_back


def _new_deadline(uow: UnitOfWork, table: Table, seat: Seat, turn: str) -> Deadline:
    assert seat.user is not None
    settings, now, budget = settings_of(uow, seat.user), uow.store.now, table.terms.budget
    since = None if table.paused else now
    calls = _reminder_times(settings, 0, budget, seat.missed)
    if settings.is_called and not settings.hours.is_awake(now):
        calls = (1, *calls)  # they are called when they wake up
    fresh = Deadline(seat.number, turn, budget, 0, since, None, None, calls, False)
    return _with_alarms(fresh, settings.hours)


def call_later(uow: UnitOfWork, table: Table, called: Set[int], silent: Set[int]) -> None:
    """Call those who weren't pinged now in an hour, if the table still waits for them.

    Such a call is dropped for those who are pinged now.
    """
    for number, deadline in uow.store.deadlines(table.id).items():
        user = table.seats[number].human
        if user and number in called | silent and deadline.since is not None:
            settings, missed = settings_of(uow, user), table.seats[number].missed
            spent = elapsed(deadline, settings.hours, counted_until(uow))
            calls = {*_reminder_times(settings, spent, deadline.budget, missed)}
            if number in silent and settings.is_called and spent + HOUR < deadline.budget:
                calls.add(spent + HOUR)
            later = _reminders(deadline, spent, tuple(sorted(calls)))
            if later != deadline.calls:
                timed = _with_alarms(deadline._replace(calls=later), settings.hours)
                uow.store.set_deadline(table.id, timed)


def _reminder_times(
    settings: Settings, spent: int, budget: int, missed: int = 0
) -> tuple[int, ...]:
    """Return the reminders still to come, each as waking time spent on this turn.

    Somebody who missed their last turn is called once for the next, and not reminded.
    """
    if settings.reminders < 0 or not settings.is_called or missed:
        return ()
    if settings.reminders:
        step = settings.reminders * HOUR
        return tuple(range((spent // step + 1) * step, budget, step))
    return tuple(at for part in FRACTIONS if (at := int(part * budget)) > spent)


def _reminders(
    deadline: Deadline, spent: int, later: tuple[int, ...], is_owed: bool = False
) -> tuple[int, ...]:
    """Return the later reminders, after a single one for all that are overdue or owed."""
    soon = spent + 1
    if is_owed or any(call <= soon for call in deadline.calls):
        return (soon, *(call for call in later if call > soon))
    return later


def _with_alarms(deadline: Deadline, hours: Hours) -> Deadline:
    """Work out when the time is up, and when the clock must look at it next."""
    if deadline.since is None:
        return deadline._replace(due=None, next=None)
    calls = () if deadline.is_muted else deadline.calls[:1]
    called = [hours.after(deadline.since, max(0, call - deadline.spent)) for call in calls]
    if is_expired(deadline):
        return deadline._replace(next=min(called, default=None))
    due = hours.after(deadline.since, deadline.budget - deadline.spent)
    return deadline._replace(due=due, next=min([due, *called]))


def elapsed(deadline: Deadline, hours: Hours, now: int) -> int:
    """Return the waking milliseconds of this turn so far; never fewer, if the clock is set back."""
    since = now if deadline.since is None else deadline.since
    return deadline.spent + hours.between(since, now)


def is_up(deadline: Deadline, now: int) -> bool:
    """Whether its time is up and nobody has dealt with that yet."""
    return not is_expired(deadline) and deadline.due is not None and deadline.due <= now


def mark_reminded(deadline: Deadline, hours: Hours, now: int) -> Deadline:
    """Drop all reminders that were due until now."""
    past = elapsed(deadline, hours, now)
    return _with_alarms(
        deadline._replace(calls=tuple(c for c in deadline.calls if c > past)), hours
    )


def put_off(deadline: Deadline, hours: Hours, now: int) -> Deadline:
    """Replace all reminders that were due until now by one when the sleeper wakes up."""
    calls = _reminders(deadline, elapsed(deadline, hours, now), deadline.calls)
    return _with_alarms(deadline._replace(calls=calls), hours)


def expire(deadline: Deadline, settings: Settings, now: int) -> Deadline:
    """Note that the missed deadline was dealt with; somebody who is asleep is called on waking."""
    is_asleep = settings.is_called and not settings.hours.is_awake(now)
    calls = (deadline.budget + 1,) if is_asleep else ()
    dealt_with = deadline._replace(spent=deadline.budget, since=now, calls=calls)
    return _with_alarms(dealt_with, settings.hours)


def is_expired(deadline: Deadline) -> bool:
    return deadline.spent >= deadline.budget


def _with_elapsed(deadline: Deadline, hours: Hours, now: int) -> Deadline:
    """Count the time spent so far, but leave at least 1 ms, so that the alarm still comes."""
    if deadline.since is None or is_expired(deadline):
        return deadline
    spent = min(elapsed(deadline, hours, now), deadline.budget - 1)
    return deadline._replace(spent=spent, since=now)


def _change(uow: UnitOfWork, table: Table, change: Change, user: int | None = None) -> None:
    """Apply a change to every deadline of a table, or to those of one user."""
    for number, deadline in uow.store.deadlines(table.id).items():
        owner = table.seats[number].user
        if owner is not None and user in (None, owner):
            uow.store.set_deadline(table.id, change(deadline, settings_of(uow, owner)))


def pause(uow: UnitOfWork, table: Table) -> None:
    until = counted_until(uow)

    def stop(deadline: Deadline, settings: Settings) -> Deadline:
        if is_expired(deadline):
            return deadline
        stopped = _with_elapsed(deadline, settings.hours, until)
        return _with_alarms(stopped._replace(since=None), settings.hours)

    _change(uow, table, stop)
    uow.store.set_paused(table.id, uow.store.now)


def resume(uow: UnitOfWork, table: Table) -> None:
    """Run the clocks of everybody the table is waiting for."""
    now, waiting = uow.store.now, table.game.to_act(uow.position(table))

    def go_on(deadline: Deadline, settings: Settings) -> Deadline:
        if is_expired(deadline) or deadline.seat not in waiting:
            return deadline
        return _with_alarms(deadline._replace(since=now), settings.hours)

    _change(uow, table, go_on)
    uow.store.set_paused(table.id, None)


def move(uow: UnitOfWork, table: Table, last: int, least_left: int) -> None:
    """Skip the time between `last` and now; everybody keeps at least `least_left`."""
    now = uow.store.now

    def moved(deadline: Deadline, settings: Settings) -> Deadline:
        if deadline.since is None or is_expired(deadline):
            return deadline
        counted = _with_elapsed(deadline, settings.hours, last)
        spent = max(0, min(counted.spent, deadline.budget - least_left))
        return _with_alarms(counted._replace(spent=spent, since=now), settings.hours)

    _change(uow, table, moved)


def extend(uow: UnitOfWork, table: Table) -> None:
    """Give one more turn's time from now on to everybody the table is waiting for."""
    now, until = uow.store.now, counted_until(uow)

    def longer(deadline: Deadline, settings: Settings) -> Deadline:
        spent = min(elapsed(deadline, settings.hours, until), deadline.budget)
        budget = deadline.budget + table.terms.budget
        more = deadline._replace(
            budget=budget,
            spent=spent,
            since=None if table.paused or deadline.since is None else now,
            calls=_reminders(deadline, spent, _reminder_times(settings, spent, budget)),
        )
        return _with_alarms(more, settings.hours)

    _change(uow, table, longer)


def mute(uow: UnitOfWork, table: Table, user: int) -> None:
    """Stop the reminders of this turn."""

    def silent(deadline: Deadline, settings: Settings) -> Deadline:
        return _with_alarms(deadline._replace(is_muted=True), settings.hours)

    _change(uow, table, silent, user)


def follow_settings(uow: UnitOfWork, user: int, before: Settings, after: Settings) -> list[int]:
    """Apply a user's new hours or reminders to their deadlines; returns the tables."""
    now, until = uow.store.now, counted_until(uow)
    falls_asleep = before.hours.is_awake(now) and not after.hours.is_awake(now)
    is_as_usual = (before.reminders, before.is_called) == (after.reminders, after.is_called)

    def otherwise(deadline: Deadline, _: Settings) -> Deadline:
        counted = _with_elapsed(deadline, before.hours, until)
        later = (
            counted.calls if is_as_usual else _reminder_times(after, counted.spent, counted.budget)
        )
        calls = _reminders(counted, counted.spent, later, falls_asleep) if after.is_called else ()
        return _with_alarms(counted._replace(calls=calls), after.hours)

    changed = []
    for table_id in uow.store.deadlines_of(user):
        with suppress(Damaged):  # it is quarantined when somebody next opens it
            _change(uow, uow.table(table_id), otherwise, user)
            changed.append(table_id)
    return changed


def next_alarm(uow: UnitOfWork) -> int | None:
    """Return when the clock must next do something at any table."""
    return uow.store.next_alarm()
