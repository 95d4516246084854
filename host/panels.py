"""All that a player's panel shows, read in one transaction."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.kernel.codes import UNDO
from host.caller import Caller
from host.errors import Damaged
from host.records import Attempt, Challenge, Phase
from host.settings import settings_of
from host.summary import Digest, since
from host.unit_of_work import UnitOfWork
from host.views import TableView, plan_of, view_table


class ChallengeAttempt(NamedTuple):
    """What a private table is an attempt at."""

    challenge: Challenge
    attempt: Attempt


@dataclass(frozen=True, slots=True)
class PanelView:
    """A table as one person sees it, and what their panel tells beside it."""

    seen: TableView
    attempt: ChallengeAttempt | None = None
    digest: Digest | None = None  # of what happened since they acted; for who is to act now
    plan: tuple[str, ...] = ()  # what they have queued for their next turn
    can_go_on: bool = False  # others' plans wait, so that they can undo what they have just done
    has_hints: bool = False  # their panel explains the game to them


def panel_view(uow: UnitOfWork, table_id: int, by: Caller) -> PanelView:
    return with_extras(uow, view_table(uow, table_id, by))


def with_extras(uow: UnitOfWork, seen: TableView) -> PanelView:
    table = seen.table
    user = table.seats[seen.seat].user if seen.seat in seen.waiting else None
    digest = since(uow, table.id, user) if user is not None else None
    can_go_on = UNDO in seen.actions and uow.waits_for_undo(table.id)
    plan, has_hints = plan_of(uow, seen), _wants_hints(uow, seen)
    return PanelView(seen, attempt_at(uow, table.id), digest, plan, can_go_on, has_hints)


def _wants_hints(uow: UnitOfWork, seen: TableView) -> bool:
    """Whether they have chosen so, or have never finished a game of this kind."""
    user = None if seen.seat is None else seen.table.seats[seen.seat].user
    if user is None:
        return False
    chosen, game = settings_of(uow, user).hints, seen.table.game.id
    return chosen == "always" or (chosen == "first" and not uow.store.has_finished(user, game))


def attempt_at(uow: UnitOfWork, table_id: int) -> ChallengeAttempt | None:
    attempt = uow.store.attempt_at(table_id)
    challenge = uow.store.challenge(attempt.challenge) if attempt else None
    return ChallengeAttempt(challenge, attempt) if attempt and challenge else None


def glance(
    uow: UnitOfWork, table_id: int, user: int
) -> tuple[TableView, ChallengeAttempt | None] | None:
    """Whose turn it is, for a list of tables: no view and no actions, which take most time.

    None: its record is damaged; it is quarantined when somebody goes there.
    """
    try:
        table = uow.table(table_id)
        seat = table.seat_of(user)
        number = seat.number if seat else None
        if table.phase is not Phase.PLAYING:
            return TableView(table, number), attempt_at(uow, table_id)
        state = uow.position(table)
        waiting = tuple(table.game.to_act(state))
        return TableView(table, number, waiting=waiting), attempt_at(uow, table_id)
    except Damaged:
        return None
