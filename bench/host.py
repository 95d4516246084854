"""The host's speed: one action with everything it stores, next to the same rows written by hand."""

import argparse
import asyncio
import random
import resource
import sqlite3
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from engine import GAMES
from engine.kernel.codes import UNDO, code
from host import lobby
from host.caller import Caller, Place
from host.database.sqlite import SqliteConnection
from host.host import Host
from host.play import Move, act
from host.records import Phase, User
from host.store import Store
from host.views import view_table

PEOPLE = [User(101 + number, f"Player {number}") for number in range(4)]
LIVE = 10  # tables at which people play during a measurement
BEGUN = 60  # actions that every stored table has behind it


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=GAMES, default="fantastic_factories")
    parser.add_argument("--rounds", type=int, default=15, help="alternating measurements")
    parser.add_argument("--actions", type=int, default=100, help="actions in one measurement")
    parser.add_argument("--tables", type=int, default=10_000, help="in the large database")
    parser.set_defaults(run=lambda arguments: asyncio.run(run(arguments)))


async def run(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as folder:
        few, many = Path(folder, "few.sqlite"), Path(folder, "many.sqlite")
        print(f"preparing {LIVE} and {arguments.tables} tables", flush=True)
        await _prepare(few, arguments.game)
        _copy(few, many)
        _multiply(many, arguments.tables)
        small, large = Side(few), Side(many)
        try:
            await _measure(small, large, arguments)
        finally:
            await small.close()
            await large.close()


async def _measure(small: "Side", large: "Side", arguments: argparse.Namespace) -> None:
    for side in (small, large):
        await side.open(arguments.game)
        await side.round(arguments.actions)
        side.forget()
    memory = _memory()
    for number in range(arguments.rounds):
        for side in (small, large):
            await side.round(arguments.actions)
        said = ", ".join(f"{side.file.stem}: {side.last()}" for side in (small, large))
        print(f"round {number + 1}: {said}", flush=True)
    growths = [b / a for a, b in zip(small.medians, large.medians, strict=True)]
    ratio = statistics.median(small.host) / statistics.median(small.hand)
    print(f"one action at {arguments.tables} tables: {large.line()}")
    print(f"one action at {LIVE} tables: {small.line()}")
    print(f"first look at a table since the start: {await large.first_looks():.0f} us")
    extra = statistics.median(small.host) - statistics.median(small.hand)
    print(f"smallest commit on this disk: {small.sync():.0f} us; the host adds {extra:.0f} us")
    print(f"memory grew by {(_memory() - memory) / 1024:.1f} MB over the rounds")
    print(f"host: ratio={ratio:.2f} growth={statistics.median(growths):.2f}")


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class Click(NamedTuple):
    """What somebody does, and who it is."""

    move: Move
    by: Caller


class Side:
    """One database with people playing at its first tables, and a copy that is written by hand."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.by_hand, self.by_thread = file.with_suffix(".hand"), file.with_suffix(".thread")
        self.rng = random.Random(7)
        self.forget()

    def forget(self) -> None:
        self.host: list[float] = []
        self.hand: list[float] = []
        self.in_thread: list[float] = []
        self.medians: list[float] = []

    async def open(self, game: str) -> None:
        _copy(self.file, self.by_hand)
        _copy(self.file, self.by_thread)
        self.game = game
        self.clicks = count(1)
        self.running = await Host.open(self.file)
        self.tables = list(range(1, LIVE + 1))
        self.reader = sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)
        self.writer = _by_hand(self.by_hand)
        self.threaded = _by_hand(self.by_thread)
        self.thread = ThreadPoolExecutor(1)

    async def close(self) -> None:
        await self.running.close()
        self.reader.close()
        self.writer.close()
        self.thread.shutdown()
        self.threaded.close()

    def last(self) -> str:
        return f"{self.medians[-1]:.0f} us"

    def line(self) -> str:
        sides = (self.host, self.hand, self.in_thread)
        host, hand, thread = (statistics.median(side) for side in sides)
        return (
            f"{host:.0f} us; the same rows by hand {hand:.0f} us (ratio {host / hand:.2f}), "
            f"by hand on a thread {thread:.0f} us (ratio {host / thread:.2f})"
        )

    async def round(self, actions: int) -> None:
        """Each action by the host, then its rows by hand."""
        taken = []
        for number in range(actions):
            table_id = self.tables[number % LIVE]
            click = await self._next_click(table_id)
            if click is None:
                self.tables[number % LIVE] = await begin_table(self.running, self.game, None)
                continue
            begun = time.perf_counter()
            played = await self.running.do(
                act, table_id, click.move, by=click.by
            )  # with both views
            taken.append((time.perf_counter() - begun) * 1e6)
            await self._repeat(table_id, played.number, click)
        self.host += taken
        self.medians.append(statistics.median(taken))

    async def _next_click(self, table_id: int) -> Click | None:
        return await some_click(self.running, table_id, self.rng, next(self.clicks))

    async def _repeat(self, table_id: int, number: int, click: Click) -> None:
        """The same rows in the same order: at once, and handed to a thread as a bot must do it."""
        rows = self._rows(table_id, number, click)
        begun = time.perf_counter()
        _write(self.writer, rows)
        self.hand.append((time.perf_counter() - begun) * 1e6)
        loop = asyncio.get_running_loop()
        begun = time.perf_counter()
        await loop.run_in_executor(self.thread, _write, self.threaded, rows)
        self.in_thread.append((time.perf_counter() - begun) * 1e6)

    def _rows(self, table_id: int, number: int, click: Click) -> "Rows":
        """What the host has stored for a click."""
        row = self._row("SELECT * FROM journal WHERE table_id = ? AND number = ?", table_id, number)
        at = self._row("SELECT at FROM clicks WHERE id = ?", click.by.click or 0)[0]
        table = self._row(
            "SELECT version, touched, rules_last, chain, phase, ending, digest, state, id"
            " FROM tables WHERE id = ?",
            table_id,
        )
        known = {outgoing[0]: outgoing for outgoing in self._messages(self.writer, table_id)}
        changed = [
            outgoing
            for outgoing in self._messages(self.reader, table_id)
            if outgoing != known.get(outgoing[0])
        ]
        new = [outgoing for outgoing in changed if outgoing[0] not in known]
        renewed = [_renewed(outgoing) for outgoing in changed if outgoing[0] in known]
        return Rows(row, table, (click.by.click, table_id, number, at), new, renewed)

    def _row(self, statement: str, *values: int) -> tuple[Any, ...]:
        found: tuple[Any, ...] = self.reader.execute(statement, values).fetchone()
        return found

    def _messages(self, connection: sqlite3.Connection, table_id: int) -> list[tuple[Any, ...]]:
        return connection.execute("SELECT * FROM outbox WHERE table_id = ?", (table_id,)).fetchall()

    async def first_looks(self) -> float:
        """At tables that were not touched since the start, so that their records are checked."""
        taken = []
        for table_id in range(LIVE + 1, LIVE + 201):
            begun = time.perf_counter()
            await self.running.read(view_table, table_id, by=Caller(PEOPLE[0]))
            taken.append((time.perf_counter() - begun) * 1e6)
        return statistics.median(taken)

    def sync(self) -> float:
        """What the disk takes for the smallest commit."""
        taken = []
        for number in range(100):
            begun = time.perf_counter()
            self.writer.execute("UPDATE clicks SET at = ? WHERE id = 1", (number,))
            taken.append((time.perf_counter() - begun) * 1e6)
        return statistics.median(taken)


class Rows(NamedTuple):
    """Everything that one action stores."""

    journal: tuple[Any, ...]
    table: tuple[Any, ...]
    click: tuple[Any, ...]
    new_messages: list[tuple[Any, ...]]
    renewed_messages: list[tuple[Any, ...]]


def _write(connection: sqlite3.Connection, rows: Rows) -> None:
    execute = connection.execute
    execute("BEGIN IMMEDIATE")
    execute(f"INSERT OR REPLACE INTO journal VALUES ({_marks(rows.journal)})", rows.journal)
    execute(
        "UPDATE tables SET version = ?, touched = ?, rules_last = ?, chain = ?, phase = ?,"
        " ending = ?, digest = ?, state = ? WHERE id = ?",
        rows.table,
    )
    table_id, _, _, seat, *_ = rows.journal
    execute("UPDATE seats SET moves = moves + 1 WHERE table_id = ? AND seat = ?", (table_id, seat))
    execute("INSERT INTO clicks VALUES (?, ?, ?, ?)", rows.click)
    for outgoing in rows.new_messages:
        execute(f"INSERT INTO outbox VALUES ({_marks(outgoing)})", outgoing)
    for outgoing in rows.renewed_messages:
        execute("UPDATE outbox SET body = ?, edition = ? WHERE id = ?", outgoing)
    execute("COMMIT")


def _marks(row: tuple[Any, ...]) -> str:
    return ", ".join("?" * len(row))


def _renewed(outgoing: tuple[Any, ...]) -> tuple[Any, ...]:
    number, _, _, _, _, _, body, edition, *_ = outgoing
    return body, edition, number


async def _prepare(file: Path, game: str) -> None:
    """Tables in the middle of a game."""
    host = await Host.open(file)
    rng = random.Random(1)
    for channel in range(1, LIVE + 1):
        await begin_table(host, game, channel, rng)
    await host.close()


async def begin_table(
    host: Host, game: str, channel: int | None, rng: random.Random | None = None
) -> int:
    table = await host.do(lobby.open_table, game, {}, channel, by=Caller(PEOPLE[0]))
    for user in PEOPLE[1:]:
        await host.do(lobby.join, table.id, by=Caller(user))
    await host.do(lobby.start, table.id, by=Caller(PEOPLE[0]))
    rng = rng or random.Random(table.id)
    for number in range(BEGUN):
        click = await some_click(host, table.id, rng, -1000 * table.id - number)
        assert click
        await host.do(act, table.id, click.move, by=click.by)
    return table.id


async def some_click(host: Host, table_id: int, rng: random.Random, number: int) -> Click | None:
    """Something that somebody may do; None when the game is over."""
    public = await host.read(view_table, table_id, by=None)
    if public.table.phase is not Phase.PLAYING:
        return None
    user = PEOPLE[rng.choice(public.waiting)]
    seen = await host.read(view_table, table_id, by=Caller(user))
    action = rng.choice([action for action in seen.actions if action != UNDO])
    place = Place(public.table.channel, is_private=True)
    return Click(Move(code(action), seen.moves), Caller(user, place, number))


def _by_hand(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _copy(file: Path, target: Path) -> None:
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = WAL")


def _multiply(file: Path, tables: int) -> None:
    """Copies of the first tables under other numbers and channels."""
    copied = {"tables": ("id", "channel"), "seats": ("table_id",), "journal": ("table_id",)}
    with closing(sqlite3.connect(file, factory=SqliteConnection)) as connection:
        for name, moved in copied.items():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            chosen = [f"{column} + :by" if column in moved else column for column in columns]
            for by in range(LIVE, tables, LIVE):
                connection.execute(
                    f"INSERT INTO {name} SELECT {', '.join(chosen)} FROM {name}"
                    f" WHERE {moved[0]} <= {LIVE}",
                    {"by": by},
                )
        for table_id in range(LIVE + 1, tables + 1):
            Store(connection, 0).seal_seats(table_id)
        connection.commit()
