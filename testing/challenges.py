"""Challenges at a real host to test with, and the rules that its database must obey."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from engine import GAMES
from engine.kernel.codes import END
from engine.kernel.luck import commitment
from host import challenges, schedules
from host.challenges import Leaderboard
from host.deals import DAILY
from host.host import Host
from host.records import Attempt, Challenge, Table, User
from host.unit_of_work import UnitOfWork
from testing.hosting import ADA, FakeClock, caller, play_out

CHALLENGING = [game.id for game in GAMES.values() if game.challenge]
HERE, THERE, ELSEWHERE = 5_001, 5_002, 5_003


async def post(host: Host, game_id: str, channel: int = HERE, hours: int = 48) -> Challenge:
    level = GAMES[game_id].solo.levels[0]
    return await host.do(challenges.post, game_id, level, hours, channel, by=caller(ADA))


async def try_it(host: Host, challenge: Challenge, user: User) -> int:
    """Begin the user's attempt; return its table."""
    return await host.do(challenges.play, challenge.id, by=caller(user))


async def tried(
    host: Host, challenge: Challenge, user: User, rng: Random, clicks: int = 20_000
) -> Table:
    """Play an attempt with this many random clicks, or to its end."""
    return await play_out(host, await try_it(host, challenge, user), rng, clicks)


async def board_of(host: Host, challenge: Challenge, is_overall: bool = False) -> Leaderboard:
    return await host.read(challenges.board, challenge.id, is_overall)


async def attempt_of(host: Host, challenge: Challenge, user: User) -> Attempt | None:
    return await host.read(lambda uow: uow.store.ranked_attempt(challenge.deal.id, user.id))


async def closed(host: Host, clock: FakeClock, challenge: Challenge) -> Challenge:
    """Let the challenge's time run out, and the clock deal with that."""
    clock.now = max(clock.now, challenge.deal.closes)
    await host.run_due()
    return (await board_of(host, challenge)).challenge


def _posts(uow: UnitOfWork) -> list[tuple[int, str, int]]:
    return uow.store._execute(
        "SELECT challenges.id, deals.name, channel FROM challenges"
        " JOIN deals ON deals.id = deal ORDER BY challenges.id"
    ).fetchall()


async def posts(host: Host) -> list[tuple[int, str, int]]:
    """Return every challenge ever posted: number, name of its deal, channel."""
    return await host.read(_posts)


async def scheduled(
    host: Host,
    game_id: str,
    channel: int = HERE,
    kind: str = DAILY,
    zone: str = "UTC",
    hour: int = 9,
) -> Any:
    return await host.do(schedules.schedule, kind, game_id, zone, hour, channel, by=caller(ADA))


async def daily(
    host: Host, clock: FakeClock, game_id: str, *channels: int, kind: str = DAILY
) -> list[Challenge]:
    """Post the next daily or weekly deal in these channels."""
    for channel in channels:
        found = await scheduled(host, game_id, channel, kind)
    clock.now = found.next
    await host.run_due()
    numbers = [number for number, _, channel in await posts(host) if channel in channels]
    return [(await host.read(challenges.board, number)).challenge for number in numbers]


def best_score_now(uow: UnitOfWork, table_id: int) -> int:
    """Return the score if the game ended here."""
    table = uow.table(table_id)
    state = uow.state(table)
    uow.keep(table, state)
    after = state.copy()
    table.game.advance(after, None, END)
    return table.game.result(after).scores[0]


# --- what must be true in any file


def attempt_faults(file: Path) -> list[str]:
    """Yield attempts that nobody may have had."""
    with closing(sqlite3.connect(file)) as connection:

        def asked(statement: str) -> list[Any]:
            return connection.execute(statement).fetchall()

        twice = asked(
            "SELECT deal, user, count(*) FROM attempts WHERE is_ranked AND user IS NOT NULL"
            " GROUP BY deal, user HAVING count(*) > 1"
        )
        strange = asked(
            "SELECT attempts.table_id FROM attempts JOIN deals ON deals.id = deal"
            " JOIN tables ON tables.id = table_id WHERE deals.key <> tables.key"
            " OR deals.commitment <> tables.commitment OR tables.channel IS NOT NULL"
        )
        early = asked(
            "SELECT table_id FROM attempts JOIN deals ON deals.id = deal"
            " WHERE NOT is_ranked AND user IS NOT NULL AND NOT is_closed"
        )
        uncounted = asked(
            "SELECT tables.id FROM tables JOIN deals ON deals.key = tables.key"
            " WHERE tables.id NOT IN (SELECT table_id FROM attempts)"
        )
        undealt = asked(
            "SELECT table_id FROM attempts JOIN tables ON id = table_id WHERE phase = 'lobby'"
        )
        unsealed = asked(
            "SELECT table_id FROM attempts JOIN deals ON deals.id = deal JOIN tables ON"
            " tables.id = table_id WHERE is_ranked AND NOT is_closed AND NOT is_sealed"
        )
        played_by_none = asked(
            "SELECT table_id FROM attempts JOIN seats USING (table_id)"
            " WHERE is_ranked AND (is_autopilot OR stands_in <> '')"
        )
        keys = asked("SELECT key, commitment FROM deals")
    return [
        *_named("a second ranked attempt", twice),
        *_named("not the luck of its deal, or not private", strange),
        *_named("practice before the end", early),
        *_named("dealt, but not counted", uncounted),
        *_named("counted, but not dealt", undealt),
        *_named("its key may be shown too early", unsealed),
        *_named("the autopilot plays it", played_by_none),
        *_named("a key without its hash", [k for k in keys if commitment(k[0]) != k[1]]),
        *_named("a key that comes twice", [] if len(set(keys)) == len(keys) else keys),
    ]


def _named(what: str, rows: list[Any]) -> Iterator[str]:
    return (f"{what}: {row}" for row in rows)
