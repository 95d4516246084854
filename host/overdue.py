"""What the clock does at a table: reminders, and the table's policy when somebody's time is up."""

from typing import Any

from host import outbox, play, seating, votes
from host.books import Books
from host.clock import called, is_up, over, put_off
from host.notes import Happening, note
from host.records import Deadline, Phase, Table
from host.settings import Settings, settings_of
from host.terms import DAY, Policy, Terms
from host.votes import Matter, Subject

MOST_MISSED = 3


def tables_to_strike(books: Books) -> list[int]:
    return books.store.tables_to_strike()


def strike(books: Books, table_id: int) -> bool:
    """One seat whose time is up, else all reminders that are due; whether there was anything."""
    table = books.table(table_id)
    if table.phase is not Phase.PLAYING:
        return False
    now = books.store.now
    struck = {
        seat: deadline
        for seat, deadline in books.store.deadlines(table_id).items()
        if deadline.next is not None and deadline.next <= now
    }
    for seat, deadline in struck.items():
        if is_up(deadline, now):
            _time_is_up(books, table, seat, deadline)
            return True
    _remind(books, table, struck)
    return bool(struck)


def _remind(books: Books, table: Table, struck: dict[int, Deadline]) -> None:
    """What came due several times while nobody could say it is said once, to whoever is awake."""
    again, now = [], books.store.now
    for number, deadline in struck.items():
        hours = _settings(books, table, number).hours
        is_awake = hours.is_awake(now)
        after = called(deadline, hours, now) if is_awake else put_off(deadline, hours, now)
        books.store.set_deadline(table.id, after)
        if is_awake and after.calls != deadline.calls:
            again.append(number)
    if again:
        outbox.call(books.store, table, _waiting(books, table), [], again)


def _settings(books: Books, table: Table, number: int) -> Settings:
    user = table.seats[number].user
    assert user is not None
    return settings_of(books, user)


def _waiting(books: Books, table: Table) -> list[int]:
    state = _state(books, table)
    return [seat.number for seat in table.humans if seat.number in table.game.to_act(state)]


def _state(books: Books, table: Table) -> Any:
    state = books.state(table)
    books.keep(table, state)
    return state


def _time_is_up(books: Books, table: Table, number: int, deadline: Deadline) -> None:
    settings = _settings(books, table, number)
    books.store.set_deadline(table.id, over(deadline, settings, books.store.now))
    changed = table.with_seat(number, missed=_missed(table, number, deadline))
    books.store.set_seat(table.id, changed.seats[number])
    note(books, table, Happening.TIME_UP, number)
    outbox.show_table(books.store, changed)
    _follow(books, changed, number)


def _missed(table: Table, number: int, deadline: Deadline) -> int:
    """Turns in a row; one that the table has extended is not missed twice."""
    is_extended = deadline.budget > table.terms.budget
    return max(1, table.seats[number].missed + (not is_extended))


def _follow(books: Books, table: Table, number: int) -> None:
    """The table's policy; the last who plays keeps the seat, else all would be played away."""
    policy, missed = table.terms.policy, table.seats[number].missed
    is_last = len(table.humans) == 1
    is_to_go = policy is Policy.SEAT or (missed >= MOST_MISSED and policy is not Policy.WAIT)
    if is_to_go and not is_last:
        seating.take_over(books, table, number)
    elif is_to_go or policy is Policy.TURN:
        seating.stand_in(books, table, number)
    else:
        _call(books, table, number)
        if policy is Policy.ASK:
            _ask(books, table, number)


def _call(books: Books, table: Table, number: int) -> None:
    """Once more, now that time is up; who sleeps is called on waking."""
    is_muted = books.store.deadlines(table.id)[number].is_muted
    if not is_muted and _settings(books, table, number).hours.is_awake(books.store.now):
        outbox.call(books.store, table, _waiting(books, table), [], [number])


def _ask(books: Books, table: Table, number: int) -> None:
    for subject in (Subject.TURN, Subject.TAKEOVER):
        votes.ask(books, table, Matter(subject, number))
    votes.ask(books, table, Matter(Subject.EXTEND))


def tables_to_abandon(books: Books) -> list[int]:
    """Where nobody has played for as long as the table has agreed on."""
    now = books.store.now
    return [
        table_id
        for table_id, terms, touched in books.store.idle_tables()
        if isinstance(touched, int) and touched + _idle(terms) <= now
    ]


def _idle(terms: str) -> int:
    """What cannot be read is found out by whoever goes to that table."""
    try:
        return Terms.model_validate_json(terms).idle
    except ValueError:
        return 0


def abandon(books: Books, table_id: int) -> bool:
    """The game ends as it stands, its key is revealed."""
    table = books.table(table_id)
    is_idle = table.touched + table.terms.idle <= books.store.now
    if table.phase is not Phase.PLAYING or not is_idle:
        return False
    note(books, table, Happening.ABANDONED, days=table.terms.idle // DAY)
    play.conclude(books, table, play.ABANDONED)
    outbox.show_votes(books.store, table)
    return True
