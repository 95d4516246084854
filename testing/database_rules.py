"""Opens a host for a moment, and checks the rules that its database must obey."""

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, NamedTuple

from engine import GAMES
from engine.kernel.journal import Entry, Faulty, Journal, first_hash, next_hash, replay
from engine.kernel.luck import commitment
from host.database.locations import Location
from host.database.sqlite import copy_to, reader
from host.errors import Damaged
from host.host import Clock, Host
from host.outbox import MessageKind
from host.positions import check_record
from host.records import Phase
from host.store import Store
from host.wall_clock import utc

_FACTS = "game, options, phase, ending, commitment, key, rules, version, chain, digest, state"


@asynccontextmanager
async def opened(
    where: Path | Location, clock: Clock = utc, backups: Path | None = None
) -> AsyncIterator[Host]:
    """Open a host and close it in any case: its thread would keep the process alive."""
    host = await Host.open(where, clock, backups)
    try:
        yield host
    finally:
        await host.close()


class Place(NamedTuple):
    """Where a row of the journal is, and what it contains."""

    table: int
    number: int
    seat: int | None
    code: str


def faults(file: Path) -> list[str]:
    """Yield everything in which the file contradicts itself."""
    with reader(file) as connection:
        found = [f"{row}" for row in connection.execute("PRAGMA integrity_check") if row != ("ok",)]
        found += [f"orphan {row}" for row in connection.execute("PRAGMA foreign_key_check")]
        found += _click_faults(connection)
        for (table_id,) in connection.execute("SELECT id FROM tables ORDER BY id").fetchall():
            found += [f"table {table_id}: {fault}" for fault in _faults(connection, table_id)]
    return found


def _click_faults(connection: sqlite3.Connection) -> Iterator[str]:
    """Check that every remembered click made one row, and no row was made by two.

    Clicks in a lobby made none.
    """
    found = "SELECT id, table_id, number FROM clicks WHERE number > 0"
    clicks = connection.execute(found).fetchall()
    rows = {row[:2] for row in _rows(connection)}
    rows_of_clicks = Counter((table, number) for _, table, number in clicks)
    yield from (f"click {each} made no row" for each in clicks if each[1:] not in rows)
    yield from (f"row {row} has {n} clicks" for row, n in rows_of_clicks.items() if n > 1)


def _faults(connection: sqlite3.Connection, table_id: int) -> Iterator[str]:
    found = connection.execute(f"SELECT {_FACTS} FROM tables WHERE id = ?", (table_id,)).fetchone()
    facts = dict(zip(_FACTS.split(", "), found, strict=True))
    seats, rows = _seats(connection, table_id), _links(connection, table_id)
    if [seat for seat, _ in seats] != list(range(len(seats))):
        yield "its seats are not counted from 0 on"
    if commitment(facts["key"]) != facts["commitment"]:
        yield "its key does not fit the published hash"
    if facts["phase"] in (Phase.LOBBY, Phase.CLOSED):
        if rows or facts["version"] or facts["state"] is not None:
            yield "something was played before the deal"
        return
    yield from _row_faults(facts, seats, rows)
    yield from _state_faults(facts, len(seats), rows)
    store = Store(connection, 0)
    try:
        check_record(store, store.table(table_id))
    except Damaged as damage:
        yield f"the host itself finds that {damage}"


def _seats(connection: sqlite3.Connection, table_id: int) -> list[Any]:
    return connection.execute(
        "SELECT seat, moves FROM seats WHERE table_id = ? ORDER BY seat", (table_id,)
    ).fetchall()


def _links(connection: sqlite3.Connection, table_id: int) -> list[Any]:
    return connection.execute(
        "SELECT number, seat, code, hash FROM journal WHERE table_id = ? ORDER BY number",
        (table_id,),
    ).fetchall()


def _row_faults(facts: dict[str, Any], seats: list[Any], rows: list[Any]) -> Iterator[str]:
    if [number for number, *_ in rows] != list(range(1, facts["version"] + 1)):
        yield f"its rows are not 1 to {facts['version']}"
    moves = Counter(seat for _, seat, _, _ in rows)
    if any(moves[seat] != counted for seat, counted in seats) or not (
        {*moves} <= {None, *(seat for seat, _ in seats)}
    ):
        yield "the moves of its seats are not the rows of its seats"
    chain = first_hash(_journal(facts, len(seats), []).head)
    for number, seat, code, stored in rows:
        chain = next_hash(chain, Entry(seat, code))
        if stored != chain:
            yield f"the chain breaks at row {number}"
    if facts["chain"] != chain:
        yield "its chain is not that of its last row"


def _state_faults(facts: dict[str, Any], seats: int, rows: list[Any]) -> Iterator[str]:
    if hashlib.sha256(facts["state"]).hexdigest() != facts["digest"]:
        yield "its state is not the one that was hashed"
    game = GAMES[facts["game"]]
    if facts["rules"] != game.rules:
        return  # its journal has another meaning today
    try:
        *_, last = replay(_journal(facts, seats, rows), GAMES)
    except Faulty as fault:
        yield f"its journal cannot be replayed: {fault}"
        return
    if game.dump(last.state) != facts["state"]:
        yield "its journal leads to another state"
    is_scored = facts["ending"] == "finished" or (rows and rows[-1][2] == "end")
    if (game.result(last.state) is not None) != bool(is_scored):
        yield "it ended without a result, or goes on with one"


def _journal(facts: dict[str, Any], seats: int, rows: list[Any]) -> Journal:
    return Journal(
        facts["game"],
        facts["rules"],
        seats,
        json.loads(facts["options"]),
        facts["commitment"],
        facts["key"],
        [Entry(seat, code) for _, seat, code, _ in rows],
    )


def replays(file: Path) -> Iterator[tuple[int, int, Any]]:
    """Replay all journals; yield table, number of rows and the state after them."""
    with reader(file) as connection:
        found = connection.execute(f"SELECT id, {_FACTS} FROM tables WHERE state IS NOT NULL")
        for table_id, *values in found.fetchall():
            facts = dict(zip(_FACTS.split(", "), values, strict=True))
            rows = _links(connection, table_id)
            seats = _seats(connection, table_id)
            for number, step in enumerate(replay(_journal(facts, len(seats), rows), GAMES)):
                yield table_id, number, step.state


def outbox_faults(file: Path) -> list[str]:
    """Yield changes without a message, at tables where people only joined and played.

    Nothing was delivered yet, so the one message about the board has an edition for each change.
    """
    with reader(file) as connection:
        running = connection.execute(
            "SELECT id, version, game, state, phase FROM tables"
            " WHERE phase IN ('playing', 'over') AND channel IS NOT NULL"
        ).fetchall()
        return [
            f"table {table_id}: {fault}"
            for table_id, *facts in running
            for fault in _outbox_faults(connection, table_id, *facts)
        ]


def _outbox_faults(
    connection: sqlite3.Connection, table_id: int, version: int, game: str, state: bytes, phase: str
) -> Iterator[str]:
    messages = connection.execute(
        "SELECT kind, edition, body FROM outbox WHERE table_id = ? ORDER BY id", (table_id,)
    ).fetchall()
    (seats,) = connection.execute(
        "SELECT count(*) FROM seats WHERE table_id = ?", (table_id,)
    ).fetchone()
    changes = seats + 1 + version  # everyone joined, it was dealt, it was played
    boards = [edition for kind, edition, _ in messages if kind == MessageKind.BOARD]
    if boards != [changes]:
        yield f"{changes} changes of the board, announced are {boards}"
    rounds = [json.loads(body)["round"] for kind, _, body in messages if kind == MessageKind.ROUND]
    is_over = phase == Phase.OVER
    reached = GAMES[game].round_number(GAMES[game].load(state))
    if sorted(rounds) != list(range(1, reached + is_over)):
        yield f"round {reached} was reached, the rounds announced are {rounds}"
    if [kind for kind, *_ in messages].count(MessageKind.OVER) != is_over:
        yield "its end was announced wrongly"


def places(file: Path) -> set[Place]:
    """Return the whole journal."""
    with reader(file) as connection:
        return _rows(connection)


def _rows(connection: sqlite3.Connection) -> set[Place]:
    found = connection.execute("SELECT table_id, number, seat, code FROM journal")
    return {Place(*row) for row in found}


def people_rows(file: Path) -> set[Place]:
    """Return the rows of seats that belong to people."""
    with reader(file) as connection:
        owned = set(
            connection.execute("SELECT table_id, seat FROM seats WHERE user IS NOT NULL").fetchall()
        )
        return {row for row in _rows(connection) if (row.table, row.seat) in owned}


def clicked(file: Path) -> dict[int, tuple[int, int]]:
    """Return table and row number of every click."""
    with reader(file) as connection:
        found = connection.execute("SELECT id, table_id, number FROM clicks")
        return {click: (table, number) for click, table, number in found}


def copied(file: Path, target: Path) -> Path:
    """Copy the file as it is now, for somebody else to open."""
    with reader(file) as connection:
        copy_to(connection, target)
    return target


def spoil(file: Path, *statements: str) -> None:
    """Change a closed file behind the host's back, ignoring the constraints of the schema."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            assert connection.execute(statement).rowcount, statement
