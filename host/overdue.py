"""What the clock does at a table: reminders, and the table's policy when somebody's time is up."""

from host import calls, outbox, play, seating, votes
from host.clock import expire, is_up, mark_reminded, put_off
from host.happenings import Happening, report
from host.notes import HostEventKind, note
from host.presence import is_away, when_settled
from host.records import Deadline, Phase, Table
from host.settings import Settings, settings_of
from host.terms import DAY, Policy, Terms
from host.unit_of_work import UnitOfWork
from host.votes import DecidedBy, Proposal, ProposalKind

MAX_MISSED = 3


def tables_due(uow: UnitOfWork) -> list[int]:
    return uow.store.tables_due()


def run_due(uow: UnitOfWork, table_id: int) -> bool:
    """Deal with one seat whose time is up, or else all due reminders; return whether any was."""
    table = uow.table(table_id)
    if table.phase is not Phase.PLAYING or is_away(uow):
        return False
    now = uow.store.now
    struck = {
        seat: deadline
        for seat, deadline in uow.store.deadlines(table_id).items()
        if deadline.next is not None and deadline.next <= now
    }
    for seat, deadline in struck.items():
        if is_up(deadline, now):
            _time_is_up(uow, table, seat, deadline)
            return True
    _remind(uow, table, struck)
    return bool(struck)


def _remind(uow: UnitOfWork, table: Table, struck: dict[int, Deadline]) -> None:
    """Send one reminder for all that came due, to people who are awake; others get it later."""
    again, now = [], uow.store.now
    for number, deadline in struck.items():
        hours = _settings(uow, table, number).hours
        is_awake = hours.is_awake(now)
        after = mark_reminded(deadline, hours, now) if is_awake else put_off(deadline, hours, now)
        uow.store.set_deadline(table.id, after)
        if is_awake and after.calls != deadline.calls:
            again.append(number)
    if again:
        calls.call_turns(uow, table, [*play.called(uow, table.id).asked], [], again)


def _settings(uow: UnitOfWork, table: Table, number: int) -> Settings:
    user = table.seats[number].user
    assert user is not None
    return settings_of(uow, user)


def _time_is_up(uow: UnitOfWork, table: Table, number: int, deadline: Deadline) -> None:
    settings = _settings(uow, table, number)
    uow.store.set_deadline(table.id, expire(deadline, settings, uow.store.now))
    changed = table.with_seat(number, missed=_missed(table, number, deadline))
    uow.store.set_seat(table.id, changed.seats[number])
    _count_late(uow, table, number, deadline)
    uow.to_review.add(table.id)
    note(uow, table, HostEventKind.TIME_UP, number)
    outbox.show_table(uow.store, changed)
    _follow(uow, changed, number)


def _count_late(uow: UnitOfWork, table: Table, number: int, deadline: Deadline) -> None:
    user = table.seats[number].user
    assert user is not None
    uow.store.count_turn(table.id, number, deadline.turn, user, is_late=True)


def _missed(table: Table, number: int, deadline: Deadline) -> int:
    """Count the turns in a row that the seat has missed; an extended turn counts once."""
    is_extended = deadline.budget > table.terms.budget
    return max(1, table.seats[number].missed + (not is_extended))


def _follow(uow: UnitOfWork, table: Table, number: int) -> None:
    """Carry out the table's policy; the last person keeps the seat, so that somebody is left."""
    policy, missed = table.terms.policy, table.seats[number].missed
    is_last = len(table.humans) == 1
    is_to_go = policy is Policy.SEAT or (missed >= MAX_MISSED and policy is not Policy.WAIT)
    if is_to_go and not is_last:
        matter = Proposal(ProposalKind.TAKEOVER, number)
        report(uow, table, Happening.DECIDED, matter=matter.text, by=DecidedBy.LIMIT)
        seating.take_over(uow, table, number, DecidedBy.LIMIT)
    elif is_to_go or policy is Policy.TURN:
        seating.stand_in(uow, table, number)
    else:
        _call(uow, table, number)
        if policy is Policy.ASK:
            _ask(uow, table, number)


def _call(uow: UnitOfWork, table: Table, number: int) -> None:
    """Call the seat once more now that time is up; people who sleep are called on waking."""
    is_muted = uow.store.deadlines(table.id)[number].is_muted
    if not is_muted and _settings(uow, table, number).hours.is_awake(uow.store.now):
        calls.call_turns(uow, table, [*play.called(uow, table.id).asked], [], [number])


def _ask(uow: UnitOfWork, table: Table, number: int) -> None:
    for subject in (ProposalKind.TURN, ProposalKind.TAKEOVER):
        votes.ask(uow, table, Proposal(subject, number))
    votes.ask(uow, table, Proposal(ProposalKind.EXTEND))


def tables_to_abandon(uow: UnitOfWork) -> list[int]:
    """Return tables where nobody has played for as long as their idle limit."""
    now = uow.store.now
    return [
        table_id
        for table_id, terms, touched in uow.store.idle_tables()
        if isinstance(touched, int) and touched + _idle(terms) <= now
    ]


def _idle(terms: str) -> int:
    """Return the idle limit; 0 if the terms can't be read, so that `abandon` finds that out."""
    try:
        return Terms.model_validate_json(terms).idle
    except ValueError:
        return 0


@when_settled
def abandon(uow: UnitOfWork, table_id: int) -> bool:
    """End the game with its current scores and reveal its key."""
    table = uow.table(table_id)
    is_idle = table.touched + table.terms.idle <= uow.store.now
    if table.phase is not Phase.PLAYING or not is_idle:
        return False
    note(uow, table, HostEventKind.ABANDONED, days=table.terms.idle // DAY)
    play.conclude(uow, table, play.ABANDONED)
    outbox.show_votes(uow.store, table)
    return True
