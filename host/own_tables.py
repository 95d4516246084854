"""A person's tables: those waiting for them, the other running ones, and the last that ended."""

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from engine import GAMES
from engine.kernel.refusal import Refused
from host.caller import Caller
from host.errors import Damaged
from host.host import Host
from host.limits import MAX_LISTED
from host.panels import ChallengeAttempt, attempt_at, glance
from host.records import Phase, SeatResult, Table
from host.unit_of_work import UnitOfWork
from host.views import TableView, count_tables_of, table_ids_of

MAX_ENDED = 20
MAX_TOLD = 25  # games from which one can be chosen
NOT_YOURS = "You're not in that game; type /games for those you are in."


class OpenTable(NamedTuple):
    """A lobby or a running game, and whether it is the person's turn."""

    seen: TableView
    attempt: ChallengeAttempt | None
    alarm: str = ""  # the end is near

    @property
    def table(self) -> Table:
        return self.seen.table

    @property
    def is_waiting(self) -> bool:
        """Whether it is waiting for the person."""
        seat = self.seen.seat
        is_asked = seat is not None and seat in self.seen.waiting
        return is_asked and not self.table.seats[seat or 0].is_autopilot

    @property
    def due(self) -> int | None:
        return self.table.seats[self.seen.seat or 0].due


class Ending(NamedTuple):
    """How a game ended for the person; without a result if it was broken off."""

    table: Table
    at: int
    result: SeatResult | None = None
    winners: tuple[str, ...] = ()  # the people who won
    attempt: ChallengeAttempt | None = None

    @property
    def has_won(self) -> bool:
        return self.result is not None and self.result.has_won


class OwnTables(NamedTuple):
    waiting: list[OpenTable]  # the one due first comes first
    running: list[OpenTable]  # the one changed last comes first, as in the next two
    lobbies: list[OpenTable]
    finished: list[Ending]
    more: int = 0  # open tables that were not looked at


async def listed(host: Host, user: int) -> OwnTables:
    """List a person's tables, each in a read of its own, so that other reads come in between."""
    numbers = await host.read(table_ids_of, user, MAX_LISTED)
    looks = [await host.read(_open_table, number, user) for number in numbers]
    tables = [each for each in looks if each]
    waiting = [each for each in tables if each.is_waiting]
    waiting.sort(key=lambda each: (each.due is None, each.due or 0))
    others = [each for each in tables if not each.is_waiting]
    return OwnTables(
        waiting,
        [each for each in others if each.table.phase is Phase.PLAYING],
        [each for each in others if each.table.phase is Phase.LOBBY],
        await host.read(_endings, user),
        await host.read(count_tables_of, user) - len(numbers),
    )


def _open_table(uow: UnitOfWork, table_id: int, user: int) -> OpenTable | None:
    """Read one table; None if its record is damaged: it is quarantined when somebody opens it."""
    look = glance(uow, table_id, user)
    listing = OpenTable(*look) if look else None
    if listing is None or not listing.is_waiting:
        return listing
    table = listing.table
    view = table.game.view(uow.position(table), listing.seen.seat)
    return listing._replace(alarm=table.game.news.alarm(view, table.names))


def _endings(uow: UnitOfWork, user: int) -> list[Ending]:
    """Return the person's last games that are over, the newest first."""
    results = uow.store.endings_listed(user, MAX_ENDED)
    numbers = {*results, *uow.store.dealt_table_ids(None, user, MAX_ENDED)}
    winners = uow.store.winners([*results])
    endings = []
    for table in _readable(uow, numbers):
        attempt = attempt_at(uow, table)
        if result := results.get(table.id):
            endings.append(Ending(table, result.at, result, winners.get(table.id, ()), attempt))
        elif table.phase is Phase.OVER:
            endings.append(Ending(table, table.touched, attempt=attempt))
    return sorted(endings, key=lambda each: (each.at, each.table.id), reverse=True)[:MAX_ENDED]


# One of them, chosen from a list


def own_table(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    """Return a table where the caller sits or sat."""
    try:
        table = uow.table(table_id)
    except Refused:
        raise Refused(NOT_YOURS) from None
    if table.seat_of(by.id) is None:
        raise Refused(NOT_YOURS)
    return table


def usual_game(uow: UnitOfWork, by: Caller) -> str:
    """Return the game that the caller finished last, or else the first one."""
    results = uow.store.endings_listed(by.id, 1).values()
    return next((result.game for result in results), next(iter(GAMES)))


def seated_here(uow: UnitOfWork, by: Caller) -> int | None:
    """Return this channel's running game if the caller sits there."""
    number = uow.store.open_table_in(by.channel) if by.channel is not None else None
    table = uow.table(number) if number else None
    is_playing = table is not None and table.phase is Phase.PLAYING and table.seat_of(by.id)
    return number if is_playing else None


class GameChoice(NamedTuple):
    """A game in a list of suggestions."""

    table: Table
    winners: tuple[str, ...]


def tables_to_choose(uow: UnitOfWork, by: Caller) -> list[GameChoice]:
    """List what the caller may replay or verify, newest first: own games and this channel's."""
    own = uow.store.dealt_table_ids(None, by.id, MAX_TOLD)
    here = uow.store.dealt_table_ids(by.channel, by.id, MAX_TOLD) if by.channel else []
    numbers = sorted({*own, *here}, reverse=True)[:MAX_TOLD]
    winners = uow.store.winners(numbers)
    return [GameChoice(table, winners.get(table.id, ())) for table in _readable(uow, numbers)]


def _readable(uow: UnitOfWork, numbers: Iterable[int]) -> Iterable[Table]:
    for number in numbers:
        with suppress(Damaged):  # it is quarantined when somebody next opens it
            yield uow.table(number)
