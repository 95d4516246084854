"""Faults in what a table decides together, in who sits there and in their time, to be planted."""

from collections.abc import Iterator
from contextlib import contextmanager

from host import clock, lobby, votes
from host.books import Books, seated
from host.records import Seat, Table, User
from host.votes import Matter, Motion, Subject
from proof.proof import planted


@contextmanager
def voice_for_all() -> Iterator[None]:
    agree = votes.agree

    def loudly(books: Books, table: int, user: int, matter: Matter) -> Motion:
        for seat in books.playing(table).humans:
            books.store.vote(table, matter.text, seat.number)
        return agree(books, table, user, matter)

    with planted(votes, "agree", loudly):
        yield


@contextmanager
def voice_of_another() -> Iterator[None]:
    def next_to(table: Table, user: int) -> Seat:
        own = seated(table, user)
        return next((each for each in table.humans if each != own), own)

    with planted(votes, "seated", next_to):
        yield


@contextmanager
def one_voice() -> Iterator[None]:
    motion = votes._motion

    def easy(books: Books, table: Table, matter: Matter, voices: set[int]) -> Motion:
        found = motion(books, table, matter, voices)
        return found._replace(needed=1) if matter.subject is Subject.ABANDON else found

    with planted(votes, "_motion", easy):
        yield


@contextmanager
def more_time() -> Iterator[None]:
    """Whoever mutes the reminders has more time, and so have all others."""
    with planted(clock, "mute", lambda books, table, user: clock.extend(books, table)):
        yield


@contextmanager
def with_company() -> Iterator[None]:
    join = lobby.join

    def accompanied(books: Books, table: int, user: User) -> Table:
        found = join(books, table, user)
        is_later = len(found.seats) > 3  # than the scene's own people have sat down
        return lobby._add(books, found, Seat(0, None, is_autopilot=True)) if is_later else found

    with planted(lobby, "join", accompanied):
        yield
