"""The time that every awaited seat has for its turn; it runs in its owner's waking hours only."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from host.errors import Damaged
from host.hours import Hours
from host.records import Deadline, Phase, Seat, Table
from host.settings import Settings, settings_of
from host.terms import HOUR
from host.unit_of_work import UnitOfWork

FRACTIONS = (0.5, 0.9)  # of the time, when nothing else was wished
Change = Callable[[Deadline, Settings], Deadline]


def wind(uow: UnitOfWork, table: Table, state: Any) -> Table:
    """The time runs for every person whom the table waits for now, and for nobody else.

    It is for a whole turn: what somebody has not used when they need not act for a while is theirs
    when the same turn asks them again.
    """
    if not table.terms.budget:
        return table
    turn, kept = table.game.turn(state), uow.store.deadlines(table.id)
    waiting = table.game.to_act(state) if table.phase is Phase.PLAYING else ()
    people = {seat.number: seat for seat in table.humans}
    for number, deadline in kept.items():
        if number not in people or number not in waiting:
            is_kept = number in people and waiting and deadline.turn == turn
            table = _rested(uow, table, deadline) if is_kept else _dropped(uow, table, number)
    for number, seat in people.items():
        if number in waiting:
            table = _running(uow, table, seat, turn, kept.get(number))
    return table


def _dropped(uow: UnitOfWork, table: Table, number: int) -> Table:
    uow.store.drop_deadline(table.id, number)
    return table.with_seat(number, due=None)


def _rested(uow: UnitOfWork, table: Table, deadline: Deadline) -> Table:
    """The time stands still until the seat is asked again."""
    if deadline.since is not None:
        hours = _settings(uow, table, deadline.seat).hours
        counted = _settled(deadline, hours, uow.store.now)._replace(since=None)
        uow.store.set_deadline(table.id, _timed(counted, hours))
    return table.with_seat(deadline.seat, due=None)


def _running(
    uow: UnitOfWork, table: Table, seat: Seat, turn: str, before: Deadline | None
) -> Table:
    """The seat's time for this turn runs, goes on or begins."""
    if before is None or not _goes_on(before, seat, turn):
        deadline = _begun(uow, table, seat, turn)
    elif before.since is None and not table.paused:
        deadline = _resumed(before, _settings(uow, table, seat.number), uow.store.now)
    else:
        return table
    uow.store.set_deadline(table.id, deadline)
    return table.with_seat(seat.number, due=deadline.due)


def _resumed(deadline: Deadline, settings: Settings, now: int) -> Deadline:
    """Who sleeps is called on waking, as when a turn begins."""
    is_owed = settings.pings and not settings.hours.is_awake(now)
    calls = _reminders(deadline, deadline.spent, deadline.calls, is_owed)
    return _timed(deadline._replace(since=now, calls=calls), settings.hours)


def _settings(uow: UnitOfWork, table: Table, number: int) -> Settings:
    user = table.seats[number].user
    assert user is not None
    return settings_of(uow, user)


def _goes_on(deadline: Deadline, seat: Seat, turn: str) -> bool:
    """The time of this turn; whoever is back after it was up has a new one."""
    is_back = is_over(deadline) and not seat.missed and not seat.stands_in
    return deadline.turn == turn and not is_back


def _begun(uow: UnitOfWork, table: Table, seat: Seat, turn: str) -> Deadline:
    assert seat.user is not None
    settings, now, budget = settings_of(uow, seat.user), uow.store.now, table.terms.budget
    since = None if table.paused else now
    calls = _calls(settings, 0, budget)
    if settings.pings and not settings.hours.is_awake(now):
        calls = (1, *calls)  # they are called when they wake up
    fresh = Deadline(seat.number, turn, budget, 0, since, None, None, calls, False)
    return _timed(fresh, settings.hours)


def _calls(settings: Settings, spent: int, budget: int) -> tuple[int, ...]:
    """After how much time a reminder comes, from now on."""
    if settings.reminders < 0 or not settings.pings:
        return ()
    if settings.reminders:
        step = settings.reminders * HOUR
        return tuple(range((spent // step + 1) * step, budget, step))
    return tuple(at for part in FRACTIONS if (at := int(part * budget)) > spent)


def _reminders(
    deadline: Deadline, spent: int, later: tuple[int, ...], is_owed: bool = False
) -> tuple[int, ...]:
    """Those to come; what is owed until now comes as one, as soon as its owner is awake."""
    soon = spent + 1
    if is_owed or any(call <= soon for call in deadline.calls):
        return (soon, *(call for call in later if call > soon))
    return later


def _timed(deadline: Deadline, hours: Hours) -> Deadline:
    """Its moments on the clock; none while time stands still."""
    if deadline.since is None:
        return deadline._replace(due=None, next=None)
    calls = () if deadline.is_muted else deadline.calls[:1]
    called = [hours.after(deadline.since, max(0, call - deadline.spent)) for call in calls]
    if is_over(deadline):
        return deadline._replace(next=min(called, default=None))
    due = hours.after(deadline.since, deadline.budget - deadline.spent)
    return deadline._replace(due=due, next=min([due, *called]))


def elapsed(deadline: Deadline, hours: Hours, now: int) -> int:
    """The waking milliseconds of this turn until now; a clock that was set back takes none away."""
    since = now if deadline.since is None else deadline.since
    return deadline.spent + hours.between(since, now)


def is_up(deadline: Deadline, now: int) -> bool:
    """Its time is up, and nobody has dealt with that yet."""
    return not is_over(deadline) and deadline.due is not None and deadline.due <= now


def called(deadline: Deadline, hours: Hours, now: int) -> Deadline:
    """All reminders that were due until now count as given."""
    past = elapsed(deadline, hours, now)
    return _timed(deadline._replace(calls=tuple(c for c in deadline.calls if c > past)), hours)


def put_off(deadline: Deadline, hours: Hours, now: int) -> Deadline:
    """All reminders that were due until now come as one when the sleeper wakes up."""
    calls = _reminders(deadline, elapsed(deadline, hours, now), deadline.calls)
    return _timed(deadline._replace(calls=calls), hours)


def over(deadline: Deadline, settings: Settings, now: int) -> Deadline:
    """Its time is up and that was dealt with; who sleeps is called on waking."""
    is_asleep = settings.pings and not settings.hours.is_awake(now)
    calls = (deadline.budget + 1,) if is_asleep else ()
    dealt_with = deadline._replace(spent=deadline.budget, since=now, calls=calls)
    return _timed(dealt_with, settings.hours)


def is_over(deadline: Deadline) -> bool:
    return deadline.spent >= deadline.budget


def _settled(deadline: Deadline, hours: Hours, now: int) -> Deadline:
    """What was spent until now is counted; the last moment stays for the clock to strike."""
    if deadline.since is None or is_over(deadline):
        return deadline
    spent = min(elapsed(deadline, hours, now), deadline.budget - 1)
    return deadline._replace(spent=spent, since=now)


def _change(uow: UnitOfWork, table: Table, change: Change, user: int | None = None) -> None:
    """Every deadline of a table, or those of one user."""
    for number, deadline in uow.store.deadlines(table.id).items():
        owner = table.seats[number].user
        if owner is not None and user in (None, owner):
            uow.store.set_deadline(table.id, change(deadline, settings_of(uow, owner)))


def pause(uow: UnitOfWork, table: Table) -> None:
    now = uow.store.now

    def stop(deadline: Deadline, settings: Settings) -> Deadline:
        if is_over(deadline):
            return deadline
        stopped = _settled(deadline, settings.hours, now)
        return _timed(stopped._replace(since=None), settings.hours)

    _change(uow, table, stop)
    uow.store.set_paused(table.id, now)


def resume(uow: UnitOfWork, table: Table) -> None:
    now = uow.store.now

    waiting = _waiting(uow, table)

    def go_on(deadline: Deadline, settings: Settings) -> Deadline:
        if is_over(deadline) or deadline.seat not in waiting:
            return deadline
        return _timed(deadline._replace(since=now), settings.hours)

    _change(uow, table, go_on)
    uow.store.set_paused(table.id, None)


def _waiting(uow: UnitOfWork, table: Table) -> Sequence[int]:
    """The time of all others rests until they are asked again."""
    return table.game.to_act(uow.position(table))


def move(uow: UnitOfWork, table: Table, last: int, least_left: int) -> None:
    """Time stood still between `last` and now; everybody has at least so much of it left."""
    now = uow.store.now

    def moved(deadline: Deadline, settings: Settings) -> Deadline:
        if deadline.since is None or is_over(deadline):
            return deadline
        counted = _settled(deadline, settings.hours, last)
        spent = max(0, min(counted.spent, deadline.budget - least_left))
        return _timed(counted._replace(spent=spent, since=now), settings.hours)

    _change(uow, table, moved)


def extend(uow: UnitOfWork, table: Table) -> None:
    """One more turn's time for everybody who is waited for, from now on."""
    now, waiting = uow.store.now, _waiting(uow, table)

    def longer(deadline: Deadline, settings: Settings) -> Deadline:
        if deadline.seat not in waiting:
            return deadline
        spent = min(elapsed(deadline, settings.hours, now), deadline.budget)
        budget = deadline.budget + table.terms.budget
        more = deadline._replace(
            budget=budget,
            spent=spent,
            since=None if table.paused else now,
            calls=_reminders(deadline, spent, _calls(settings, spent, budget)),
        )
        return _timed(more, settings.hours)

    _change(uow, table, longer)


def mute(uow: UnitOfWork, table: Table, user: int) -> None:
    """No more reminders in this turn."""

    def silent(deadline: Deadline, settings: Settings) -> Deadline:
        return _timed(deadline._replace(is_muted=True), settings.hours)

    _change(uow, table, silent, user)


def rewind(uow: UnitOfWork, user: int, before: Settings, after: Settings) -> list[int]:
    """The user sleeps, is away or wants to be called at other times from now on."""
    now = uow.store.now
    falls_asleep = before.hours.is_awake(now) and not after.hours.is_awake(now)
    is_as_usual = (before.reminders, before.pings) == (after.reminders, after.pings)

    def otherwise(deadline: Deadline, _: Settings) -> Deadline:
        counted = _settled(deadline, before.hours, now)
        later = counted.calls if is_as_usual else _calls(after, counted.spent, counted.budget)
        calls = _reminders(counted, counted.spent, later, falls_asleep) if after.pings else ()
        return _timed(counted._replace(calls=calls), after.hours)

    found = []
    for table_id in uow.store.deadlines_of(user):
        with suppress(Damaged):  # it is quarantined when somebody goes there
            _change(uow, uow.table(table_id), otherwise, user)
            found.append(table_id)
    return found


def next_alarm(uow: UnitOfWork) -> int | None:
    """When something is to be done at any table, or said to anybody."""
    return uow.store.next_alarm()
