"""What a table decides together; those who are away or on autopilot are not waited for."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from engine.kernel.refusal import Refused
from host import clock, outbox, play, seating
from host.aside import set_aside
from host.books import Books, seated
from host.caller import Caller, once
from host.errors import Damaged
from host.limits import must_be_calm
from host.notes import Happening, note
from host.outbox import Kind
from host.records import Phase, Seat, Table
from host.settings import settings_of
from host.terms import DAY

ASKED = -1  # in the place of a seat: the table itself wants to know
OLDEST = 3 * DAY
FORCED = "ended by a moderator"


class Subject(StrEnum):
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    TURN = "turn"  # the autopilot plays this turn of a seat
    TAKEOVER = "takeover"  # it takes the seat until its owner comes back
    REPLACE = "replace"  # the seat is free for somebody else
    REMOVE = "remove"  # the seat is the autopilot's for good
    ABANDON = "abandon"  # the game ends as it stands


FOR_GOOD = frozenset({Subject.REPLACE, Subject.REMOVE})
OF_A_SEAT = frozenset({Subject.TURN, Subject.TAKEOVER, Subject.REPLACE, Subject.REMOVE})


class Matter(NamedTuple):
    """Something to decide, about a seat or about the table."""

    subject: Subject
    seat: int | None = None

    @property
    def text(self) -> str:
        return self.subject if self.seat is None else f"{self.subject} {self.seat}"


class Motion(NamedTuple):
    """A matter and those who want it; it is carried when nobody is missing."""

    matter: Matter
    voices: tuple[int, ...]
    voters: tuple[int, ...]
    needed: int

    @property
    def missing(self) -> tuple[int, ...]:
        """Those who have not said anything yet."""
        return tuple(seat for seat in self.voters if seat not in self.voices)

    @property
    def is_carried(self) -> bool:
        return len(self.voices) >= self.needed


def matter_of(text: str) -> Matter:
    """As it was written by `Matter.text`; nonsense is refused."""
    subject, _, seat = text.partition(" ")
    is_known = subject in list(Subject) and (not seat or (seat.isascii() and seat.isdecimal()))
    if not is_known or (Subject(subject) in OF_A_SEAT) != bool(seat):
        raise Refused("That vote doesn't exist.")
    return Matter(Subject(subject), int(seat) if seat else None)


Standing = tuple[Table, list[Motion]]


def standing(books: Books, table_id: int, by: Caller | None = None) -> Standing:
    """A table, and all that it is to decide now."""
    return books.table(table_id), motions(books, table_id)


def motions(books: Books, table_id: int) -> list[Motion]:
    """All that is to decide now."""
    table = books.table(table_id)
    if table.phase is not Phase.PLAYING:
        return []
    found = [(matter_of(text), set(seats)) for text, seats in books.store.votes(table.id).items()]
    return [
        _motion(books, table, matter, voices)
        for matter, voices in found
        if not _objection(table, matter)
    ]


def _motion(books: Books, table: Table, matter: Matter, voices: set[int]) -> Motion:
    voters = _voters(books, table, matter)
    heard = tuple(seat for seat in voters if seat in voices)
    is_unanimous = matter.subject is Subject.ABANDON
    needed = len(voters) if is_unanimous else len(voters) // 2 + 1
    return Motion(matter, heard, voters, max(_fewest(books, table, matter), needed))


def _fewest(books: Books, table: Table, matter: Matter) -> int:
    """No single person takes the seat of somebody who is there."""
    if matter.seat is None or matter.subject not in FOR_GOOD:
        return 1
    return 2 if _is_present(books, table.seats[matter.seat]) else 1


def _voters(books: Books, table: Table, matter: Matter) -> tuple[int, ...]:
    """Those who are present; whoever it is about has no voice."""
    found = [seat for seat in table.humans if seat.number != matter.seat]
    return tuple(seat.number for seat in found if _is_present(books, seat))


def _is_present(books: Books, seat: Seat) -> bool:
    return seat.human is not None and not seat.missed and not _is_away(books, seat.human)


def _is_away(books: Books, user: int) -> bool:
    return settings_of(books, user).away_until > books.store.now


@once
def agree(books: Books, table_id: int, matter: Matter, by: Caller) -> Motion:
    """One voice; the one that was missing carries it out."""
    table = books.playing(table_id)
    seat = seated(table, by.id)
    if seat.is_autopilot:
        raise Refused("The autopilot is playing your seat; press “Take my seat back” first.")
    if _is_away(books, by.id):
        raise Refused("You're on vacation, so the others decide; end it in /settings to vote.")
    _must_make_sense(table, matter)
    if matter.subject is not Subject.ABANDON:  # to end the game is always possible
        must_be_calm(books, table_id)
    if seat.number == matter.seat:
        raise Refused("You can't vote about your own seat; use /leave if you want to go.")
    table = _with(books, table, seat)
    books.store.vote(table.id, matter.text, seat.number)
    found = _motion(books, table, matter, _voices(books, table, matter))
    if found.needed > len(found.voters):
        raise Refused("You can't remove an active player by yourself; ask a moderator.")
    if found.is_carried:
        carry_out(books, table_id, matter, "vote")
    else:
        outbox.show_votes(books.store, table)
    return found


def _with(books: Books, table: Table, seat: Seat) -> Table:
    """Whoever votes is there; if they had missed their turn, they have time for it again."""
    if not (seat.missed or seat.stands_in):
        return table
    play.come_back(books, table, seat)
    return seating.go_on(books, table.id)


def _voices(books: Books, table: Table, matter: Matter) -> set[int]:
    return set(books.store.votes(table.id).get(matter.text, ()))


@once
def withdraw(books: Books, table_id: int, matter: Matter, by: Caller) -> None:
    table = books.playing(table_id)
    seat = seated(table, by.id)
    if seat.number not in _voices(books, table, matter):
        raise Refused("You haven't voted for that.")
    books.store.drop_vote(table.id, matter.text, seat.number)
    outbox.show_votes(books.store, table)


def ask(books: Books, table: Table, matter: Matter) -> None:
    """The table itself asks, or asks again; voices that were given count."""
    books.store.drop_vote(table.id, matter.text, ASKED)
    books.store.vote(table.id, matter.text, ASKED)
    outbox.show_votes(books.store, table)


@once
def force(books: Books, table_id: int, matter: Matter, by: Caller | None = None) -> None:
    """A moderator decides."""
    _must_make_sense(books.playing(table_id), matter)
    carry_out(books, table_id, matter, "moderator")


def _must_make_sense(table: Table, matter: Matter) -> None:
    if objection := _objection(table, matter):
        raise Refused(objection)


def _objection(table: Table, matter: Matter) -> str | None:
    """Why there is nothing to decide, or no longer."""
    if matter.seat is not None:
        return _objection_about(table, matter.subject, matter.seat)
    if matter.subject is Subject.PAUSE and table.paused:
        return "The game is already paused."
    if matter.subject is Subject.RESUME and not table.paused:
        return "The game isn't paused."
    if matter.subject is Subject.EXTEND and not table.terms.budget:
        return "This table has no time limit to extend."
    return None


def _objection_about(table: Table, subject: Subject, number: int) -> str | None:
    if table.is_sealed:
        return seating.ALONE
    if number >= len(table.seats):
        return "This table doesn't have that seat."
    seat = table.seats[number]
    if seat.user is None:
        return "That seat already belongs to the autopilot."
    if subject in _WHILE_HUMAN and seat.is_autopilot:
        return "The autopilot is already playing that seat."
    if subject is Subject.TURN and not seat.missed:
        return "They're back and can play this turn themselves."
    return None


_WHILE_HUMAN = frozenset({Subject.TURN, Subject.TAKEOVER})


def carry_out(books: Books, table_id: int, matter: Matter, by: str) -> None:
    table = books.playing(table_id)
    books.store.drop_vote(table.id, matter.text)
    before = books.store.last_note(table_id)
    _DEEDS[matter.subject](books, table, matter.seat, by)
    after = books.table(table_id)
    if after.phase is Phase.PLAYING:
        outbox.show_table(books.store, after)
    outbox.show_votes(books.store, after)
    if (number := books.store.last_note(table_id)) > before:
        outbox.tell(books.store, after, Kind.DECIDED, {"note": number})


def _pause(books: Books, table: Table, seat: int | None, by: str) -> None:
    clock.pause(books, table)
    note(books, table, Happening.PAUSED, by=by)


def _resume(books: Books, table: Table, seat: int | None, by: str) -> None:
    clock.resume(books, table)
    note(books, table, Happening.RESUMED, by=by)


def _extend(books: Books, table: Table, seat: int | None, by: str) -> None:
    clock.extend(books, table)
    note(books, table, Happening.EXTENDED, by=by)


def _turn(books: Books, table: Table, seat: int | None, by: str) -> None:
    assert seat is not None
    seating.stand_in(books, table, seat, by)


def _takeover(books: Books, table: Table, seat: int | None, by: str) -> None:
    assert seat is not None
    seating.take_over(books, table, seat, by)


def _replace(books: Books, table: Table, seat: int | None, by: str) -> None:
    assert seat is not None
    _vacate(books, table, seat, is_free=True, by=by)


def _remove(books: Books, table: Table, seat: int | None, by: str) -> None:
    assert seat is not None
    _vacate(books, table, seat, is_free=False, by=by)


def _vacate(books: Books, table: Table, seat: int, is_free: bool, by: str) -> None:
    """What the seat wanted, and what was wanted of it, was its owner's."""
    seating.vacate(books, table, seat, is_free, by)
    books.store.drop_voices(table.id, seat)
    for subject in OF_A_SEAT:
        books.store.drop_vote(table.id, Matter(subject, seat).text)


def _abandon(books: Books, table: Table, seat: int | None, by: str) -> None:
    note(books, table, Happening.ENDED, by=by)
    play.conclude(books, table, play.AGREED if by == "vote" else FORCED)


_DEEDS: dict[Subject, Callable[[Books, Table, int | None, str], None]] = {
    Subject.PAUSE: _pause,
    Subject.RESUME: _resume,
    Subject.EXTEND: _extend,
    Subject.TURN: _turn,
    Subject.TAKEOVER: _takeover,
    Subject.REPLACE: _replace,
    Subject.REMOVE: _remove,
    Subject.ABANDON: _abandon,
}


def forget_old(books: Books) -> None:
    """What found no majority in three days is no longer asked, voice by voice."""
    before = books.store.now - OLDEST
    for table_id in books.store.tables_with_old_votes(before):
        for text, voices in books.store.votes(table_id).items():
            for seat, at in voices.items():
                if at < before:
                    books.store.drop_vote(table_id, text, seat)
        try:
            outbox.show_votes(books.store, books.table(table_id))
        except Damaged as damage:
            set_aside(books, table_id, str(damage))


@once
def end(books: Books, table_id: int, by: Caller) -> Table:
    """End the game as it stands, when everybody who plays here wants it."""
    agree(books, table_id, Matter(Subject.ABANDON), by)
    return books.table(table_id)
