"""Reads everything that a player's panel shows, in one transaction."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.kernel.codes import UNDO, Action
from host.caller import Caller
from host.errors import Damaged
from host.outbox import MessageKind
from host.records import Attempt, Challenge, Phase, Post, Reply, Table
from host.settings import Settings, settings_of
from host.summary import Digest, since
from host.unit_of_work import UnitOfWork
from host.views import TableView, plans, view_table


class ChallengeAttempt(NamedTuple):
    """What a private table is an attempt at."""

    challenge: Challenge
    attempt: Attempt


class PanelFacts(NamedTuple):
    """Everything that decides what a panel shows: if it is the same, so is the panel."""

    table: Table
    attempt: ChallengeAttempt | None = None
    plan: tuple[str, ...] = ()  # what its owner has queued
    is_plan_waiting: bool = False  # others' plans wait, so that somebody can undo
    has_hints: bool = False  # it explains the game to its owner


@dataclass(frozen=True, slots=True)
class PanelView:
    """A table as one person sees it, and what their panel shows beside it."""

    seen: TableView
    facts: PanelFacts
    digest: Digest | None = None  # of what happened since they acted; for who is to act now

    @property
    def plan(self) -> tuple[str, ...]:
        """What they have queued, while they may plan."""
        return self.facts.plan if self.seen.has_plans else ()

    @property
    def can_go_on(self) -> bool:
        """Whether others' plans wait because they can still undo."""
        return self.facts.is_plan_waiting and UNDO in self.seen.actions


class PanelPlaces(NamedTuple):
    """Where one person's panels of a table are, and what decides how they look."""

    facts: PanelFacts
    replies: list[Reply]  # in channels
    post: Post | None  # in direct messages
    settings: Settings


def panel_view(uow: UnitOfWork, table_id: int, by: Caller) -> PanelView:
    return with_extras(uow, view_table(uow, table_id, by))


def plan_view(uow: UnitOfWork, table_id: int, by: Caller) -> tuple[PanelView, list[Action]]:
    """Return a panel, and what its owner may add to their plan."""
    view = panel_view(uow, table_id, by)
    return view, plans(uow, table_id, by)[0] if view.seen.has_plans else []


def with_extras(uow: UnitOfWork, seen: TableView, last: int | None = None) -> PanelView:
    """Add what a panel needs; `last` is the number of the seat's last row, if it is known."""
    table = seen.table
    user = table.seats[seen.seat].user if seen.seat in seen.waiting else None
    digest = since(uow, table.id, user, last) if user is not None else None
    return PanelView(seen, _facts(uow, table, seen.seat), digest)


def panel_facts(uow: UnitOfWork, table_id: int, by: Caller) -> PanelFacts:
    table = uow.table(table_id)
    seat = table.seat_of(by.id)
    return _facts(uow, table, seat.number if seat else None)


def panel_places(uow: UnitOfWork, table_id: int, by: Caller) -> PanelPlaces:
    return PanelPlaces(
        panel_facts(uow, table_id, by),
        uow.store.replies(table_id, by.id),
        uow.store.post(table_id, MessageKind.PANEL, by.id),
        settings_of(uow, by.id),
    )


def _facts(uow: UnitOfWork, table: Table, seat: int | None) -> PanelFacts:
    user = None if seat is None else table.seats[seat].user
    plan = () if seat is None else uow.store.queues(table.id).get(seat, ())
    has_hints = user is not None and _wants_hints(uow, table, user)
    is_plan_waiting = uow.waits_for_undo(table)
    return PanelFacts(table, attempt_at(uow, table), plan, is_plan_waiting, has_hints)


def _wants_hints(uow: UnitOfWork, table: Table, user: int) -> bool:
    """Whether they asked for hints, or have never finished a game of this kind."""
    settings, game = settings_of(uow, user), table.game.id
    if game in settings.hints_off:
        return False
    is_new = settings.hints == "first" and not uow.store.has_finished(user, game)
    return settings.hints == "always" or is_new


def attempt_at(uow: UnitOfWork, table: Table) -> ChallengeAttempt | None:
    """Return the attempt that this table is; all of them are private tables."""
    attempt = uow.store.attempt_at(table.id) if table.channel is None else None
    challenge = uow.store.challenge(attempt.challenge) if attempt else None
    return ChallengeAttempt(challenge, attempt) if attempt and challenge else None


def glance(
    uow: UnitOfWork, table_id: int, user: int
) -> tuple[TableView, ChallengeAttempt | None] | None:
    """Return whose turn it is, for a list of tables; leaves out view and actions, which are slow.

    None if its record is damaged; it is quarantined when somebody opens it.
    """
    try:
        table = uow.table(table_id)
        seat = table.seat_of(user)
        number = seat.number if seat else None
        if table.phase is not Phase.PLAYING or not table.has_its_rules:
            return TableView(table, number), attempt_at(uow, table)
        state = uow.position(table)
        waiting, round_ = tuple(table.game.to_act(state)), table.game.round_number(state)
        return TableView(table, number, waiting=waiting, round=round_), attempt_at(uow, table)
    except Damaged:
        return None
