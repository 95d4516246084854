"""All that a player's panel shows, read in one transaction."""

from dataclasses import dataclass
from typing import NamedTuple

from host.books import Books
from host.caller import Caller
from host.errors import Damaged
from host.look import Seen, look, plan_of
from host.records import Attempt, Challenge, Phase
from host.summary import Digest, since


class ChallengeAttempt(NamedTuple):
    """What a private table is an attempt at."""

    challenge: Challenge
    attempt: Attempt


@dataclass(frozen=True, slots=True)
class PanelView:
    """A table as one person sees it, and what their panel tells beside it."""

    seen: Seen
    attempt: ChallengeAttempt | None = None
    digest: Digest | None = None  # of what happened since they acted; for who is to act now
    plan: tuple[str, ...] = ()  # what they have queued for their next turn


def panel_view(books: Books, table_id: int, by: Caller) -> PanelView:
    return with_extras(books, look(books, table_id, by))


def with_extras(books: Books, seen: Seen) -> PanelView:
    table = seen.table
    user = table.seats[seen.seat].user if seen.seat in seen.waiting else None
    digest = since(books, table.id, user) if user is not None else None
    return PanelView(seen, attempt_at(books, table.id), digest, plan_of(books, seen))


def attempt_at(books: Books, table_id: int) -> ChallengeAttempt | None:
    attempt = books.store.attempt_at(table_id)
    challenge = books.store.challenge(attempt.challenge) if attempt else None
    return ChallengeAttempt(challenge, attempt) if attempt and challenge else None


def glance(books: Books, table_id: int, user: int) -> tuple[Seen, ChallengeAttempt | None] | None:
    """Whose turn it is, for a list of tables: no view and no actions, which take most time.

    None: its record is damaged; it is set aside when somebody goes there.
    """
    try:
        table = books.table(table_id)
        seat = table.seat_of(user)
        number = seat.number if seat else None
        if table.phase is not Phase.PLAYING:
            return Seen(table, number), attempt_at(books, table_id)
        state = books.state(table)
        books.keep(table, state)
        waiting = tuple(table.game.to_act(state))
        return Seen(table, number, waiting=waiting), attempt_at(books, table_id)
    except Damaged:
        return None
