"""Faults by which somebody would wait for ever, or a table would end unheard."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from cogs.client import TableBot
from engine.kernel.codes import Action
from host import challenges, clock, lobby, outbox, overdue, play, presence, seating
from host.books import Books
from host.hours import FOREVER, Hours
from host.outbox import Kind
from host.records import Deadline, Seat, Table
from host.settings import Settings, settings_of
from host.store import Store
from proof.proof import Mutant, planted
from proof.vanish import points
from proof.vanish.units import GATHERINGS, POINTS, SHOWN
from proof.vanish.ways import WAYS

_begun, _own_action, _tell = clock._begun, play._own_action, outbox.tell
_to_abandon = overdue.tables_to_abandon
VACATION, DOWN = "on a short vacation", "while the bot is down for a month"


def _unarmed(books: Books, table: Table, seat: Seat, turn: str) -> Deadline:
    return _begun(books, table, seat, turn)._replace(next=None)


def _refusing(table: Table, state: Any, seat: int, queue: Any) -> Action | None:
    """An autopilot that waits where it has much to choose from."""
    is_much = len(table.game.choices(state, seat)) > 6
    return None if is_much else _own_action(table, state, seat, queue)


def _polite(books: Books) -> list[int]:
    """Tables of whoever is on vacation are not given up."""

    def is_away(user: int | None) -> bool:
        return user is not None and settings_of(books, user).away_until > 0

    found = ((each, books.table(each)) for each in _to_abandon(books))
    return [each for each, table in found if not any(is_away(seat.user) for seat in table.seats)]


def _for_ever(settings: Settings) -> Hours:
    return Hours(settings.zone, settings.quiet, FOREVER // 2 if settings.away_until else 0)


def _unheard(store: Store, table: Table, kind: Kind, body: dict[str, Any]) -> None:
    if kind is not Kind.OVER:
        _tell(store, table, kind, body)


def _again(deadline: Deadline, hours: Hours, now: int) -> Deadline:
    """A reminder that was given stays due."""
    return deadline._replace(next=now + 1)


def _kept_by_the_last(books: Books, table: Table, number: int) -> None:
    """Nobody plays for the last who is there."""
    if len(table.humans) > 1:
        seating.take_over(books, table, number)


def _only_said(books: Books, table_id: int, user: int) -> Table:
    return books.table(table_id)


def _nothing(*_: object) -> list[int]:
    return []


async def _never(bot: TableBot) -> None:
    """A bell of the bot that does not ring once."""


def _mutant(
    shows: str, place: Any, name: str, value: Any, *, seed: int = 1, **goals: int
) -> Mutant:
    return Mutant(partial(planted, place, name, value), shows, goals=goals, seed=seed)


def _by_way(way: str, shows: str, *plant: Any) -> Mutant:
    """All vanish in this one way: it alone shows the fault, and few points have it."""

    @contextmanager
    def planted_there() -> Iterator[None]:
        with planted(*plant), planted(points, "WAYS", {way: WAYS[way]}):
            yield

    return Mutant(planted_there, f"{way}.*{shows}")


def _bell(shows: str, name: str) -> Mutant:
    """Only in the sandbox does the bot ring by itself."""
    goals = {GATHERINGS: 0, POINTS: 0, SHOWN: None}
    return Mutant(partial(planted, TableBot, name, _never), shows, goals=goals)


COSTS = "the bot's own absence, or its clock, has cost somebody their turn"
WAITS, NOT_FINISHED = "nothing has happened for .* days", "the autopilot could have finished it"
MUTANTS = {
    "a turn whose alarm is not armed": _mutant(
        "whose time does not run, and nothing will ring", clock, "_begun", _unarmed
    ),
    "an autopilot that refuses a turn": _mutant(NOT_FINISHED, play, "_own_action", _refusing),
    "tables that are never given up": _mutant(WAITS, overdue, "tables_to_abandon", _nothing),
    "tables that wait for vacations": _by_way(
        VACATION, WAITS, overdue, "tables_to_abandon", _polite
    ),
    "vacations without an end": _by_way(
        VACATION, NOT_FINISHED, Settings, "hours", property(_for_ever)
    ),
    "a month of absence that counts": _by_way(DOWN, COSTS, presence, "_move_all", _nothing),
    "idle days that go on while the bot is down": _by_way(
        DOWN, COSTS, Store, "move_open_tables", _nothing
    ),
    "an end that is not told": _mutant("its end was told 0 times", outbox, "tell", _unheard),
    "an alarm that rings for ever": _mutant(
        "not over after .* strikes|would strike without a pause", overdue, "called", _again
    ),
    "a last seat that nobody plays": _mutant(
        NOT_FINISHED, overdue, "_follow", _kept_by_the_last, seed=4
    ),
    "lobbies that are never closed": _mutant(f"^lobby.*{WAITS}", lobby, "close_stale", _nothing),
    "attempts that are never ended": _mutant(
        "^attempt.* would strike without a pause", challenges, "attempts_to_end", _nothing
    ),
    "a /leave that says so only": _mutant(
        "has left, and is still waited for", seating, "hand_over", _only_said, points=0
    ),
    "a bot that never looks at its clock": _bell(
        "it was abandoned, although by its clock the autopilot finishes it", "_keep_time"
    ),
    "a bot that never keeps house": _bell("nobody has given it up after", "_keep_house"),
    "a bot that never looks after its lobbies": _bell(
        "nobody has closed the lobby after", "_keep_house"
    ),
}
