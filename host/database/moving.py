"""Moves all tables from a SQLite file to a PostgreSQL server: `python bot.py move`.

Rows are copied in batches, each stored at once, so an interrupted move continues where it stopped.
No bot starts on the new database until all of it was copied, compared and replayed.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any, NamedTuple

import psycopg
from psycopg import errors, sql

from host.database.postgres import PostgresConnection, Raw
from host.database.postgres_server import MOVING, PostgresLocation
from host.database.schema import NEWEST
from host.database.sqlite import SqliteConnection, locked_and_migrated
from host.database.sqlite_files import SqliteLocation
from host.errors import CannotOpen, one_line, told
from host.validation import Finding, validate

BATCH = 5_000  # rows in one transaction
NOT_MOVED = ("program",)  # what each database knows about itself
Progress = Callable[[str, int, int], None]  # a part, and how many of its rows are done


class Part(NamedTuple):
    """A table of the schema."""

    name: str
    columns: tuple[str, ...]
    sorted_by: tuple[str, ...]  # the columns that identify a row

    @property
    def flags(self) -> tuple[bool, ...]:
        """Which columns hold flags."""
        return tuple(name.startswith(("is_", "has_")) for name in self.columns)


class Moved(NamedTuple):
    """What a move has copied, and what is wrong only in the copy: then no bot may use it."""

    rows: int
    tables: int
    faults: Sequence[Finding]


def move(
    source: SqliteLocation,
    target: PostgresLocation,
    on_progress: Progress,
    on_replayed: Callable[[int, int], None] = lambda done, total: None,
) -> Moved:
    """Copy and compare everything, replay all tables on both sides, then let bots use it."""
    with told(f"Can't move {source}"):
        lock = locked_and_migrated(source.file)
    with closing(lock):
        with source.look() as old, target.connected() as raw:
            _begin(raw, target)
            parts = _parts(old)
            for part in parts:
                _copy(part, old, raw, on_progress)
            _number_on(parts, old, raw)
            count = sum(_compared(part, old, raw) for part in parts)
        before = validate(source, on_replayed).findings
        after = validate(target.while_moving(), on_replayed)
        faults = [finding for finding in after.findings if finding not in before]
        if not faults:
            with target.connected(autocommit=True) as raw:
                raw.execute("DELETE FROM program WHERE name = $1", [MOVING])
    return Moved(count, after.tables, faults)


def _begin(raw: Raw, target: PostgresLocation) -> None:
    """Prepare an empty database, or continue a move that was interrupted."""
    connection = PostgresConnection(raw, may_write=True)
    if not connection.schema_version():
        raw.rollback()
        target.migrate(is_moving=True)
        return
    row = raw.execute("SELECT value FROM program WHERE name = $1", [MOVING]).fetchone()
    raw.rollback()
    if row is None:
        raise CannotOpen(f"{target} already holds tables; move into an empty database.")
    if connection.schema_version() != NEWEST:
        raise CannotOpen(
            f"A move to {target} was begun by another version; go on with that one, or move into "
            "an empty database."
        )
    raw.rollback()


def _parts(old: SqliteConnection) -> list[Part]:
    """The tables in such an order that no row refers to one that is copied later."""
    names = [
        name
        for (name,) in old.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        if name not in NOT_MOVED
    ]
    found: list[Part] = []
    while len(found) < len(names):
        known = {part.name for part in found}
        for name in names:
            needs = {row[2] for row in old.execute(f"PRAGMA foreign_key_list({name})")} - {name}
            if name not in known and needs <= known:
                found.append(_part(old, name))
    return found


def _part(old: SqliteConnection, name: str) -> Part:
    columns = old.execute(f"PRAGMA table_info({name})").fetchall()
    key = sorted((row[5], row[1]) for row in columns if row[5])
    return Part(name, tuple(row[1] for row in columns), tuple(column for _, column in key))


def _copy(part: Part, old: SqliteConnection, raw: Raw, on_progress: Progress) -> None:
    """Copy all rows after the last one that is already there."""
    (total,) = old.execute(f"SELECT count(*) FROM {part.name}").fetchone()
    done = _count(raw, part)
    last = _last_key(raw, part)
    while batch := _batch(part, old, last):
        try:
            with raw.transaction():
                _store(part, batch, raw)
        except (errors.DataError, errors.IntegrityError, UnicodeError) as error:
            raise CannotOpen(
                f"Can't move {part.name}: a row behind {last or 'the beginning'} can't be stored "
                f"({one_line(error)}). Run `python bot.py validate` on the SQLite file."
            ) from None
        places = [part.columns.index(column) for column in part.sorted_by]
        last = tuple(batch[-1][place] for place in places)
        done += len(batch)
        on_progress(part.name, done, total)


def _batch(
    part: Part, old: SqliteConnection, last: tuple[Any, ...] | None
) -> list[tuple[Any, ...]]:
    key = ", ".join(part.sorted_by)
    behind = f" WHERE ({key}) > ({', '.join('?' * len(part.sorted_by))})" if last else ""
    columns = ", ".join(part.columns)
    rows = old.execute(
        f"SELECT {columns} FROM {part.name}{behind} ORDER BY {key} LIMIT {BATCH}", last or ()
    )
    return rows.fetchall()


def _store(part: Part, batch: Sequence[tuple[Any, ...]], raw: Raw) -> None:
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(_named(part), _columns(part))
    with psycopg.ClientCursor(raw) as cursor, cursor.copy(statement) as stream:
        for row in batch:
            stream.write_row(
                [
                    bool(value) if is_flag and value is not None else value
                    for value, is_flag in zip(row, part.flags, strict=True)
                ]
            )


def _named(part: Part) -> sql.Identifier:
    return sql.Identifier(part.name)


def _columns(part: Part) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, part.columns))


def _key(part: Part, ending: str = "") -> sql.Composed:
    return sql.SQL(", ").join(
        sql.Identifier(column) + sql.SQL(" DESC" if ending else "") for column in part.sorted_by
    )


def _count(raw: Raw, part: Part) -> int:
    row = raw.execute(sql.SQL("SELECT count(*) FROM {}").format(_named(part))).fetchone()
    raw.rollback()
    return int(row[0]) if row else 0


def _last_key(raw: Raw, part: Part) -> tuple[Any, ...] | None:
    statement = sql.SQL("SELECT {} FROM {} ORDER BY {} LIMIT 1")
    row = raw.execute(statement.format(_key(part), _named(part), _key(part, "DESC"))).fetchone()
    raw.rollback()
    return row


def _number_on(parts: Sequence[Part], old: SqliteConnection, raw: Raw) -> None:
    """Make sure that no number is given a second time."""
    with raw.transaction():
        for part in parts:
            if part.sorted_by != ("id",):
                continue
            (highest,) = old.execute(f"SELECT coalesce(max(id), 0) FROM {part.name}").fetchone()
            last = max(int(highest), old.last_number(part.name))
            raw.execute(
                "SELECT setval(pg_get_serial_sequence($1, 'id'), greatest($2, 1), $2 > 0)",
                [part.name, last],
            )


def _compared(part: Part, old: SqliteConnection, raw: Raw) -> int:
    """Return how many rows there are, and whether they are the same on both sides."""
    columns, key = ", ".join(part.columns), ", ".join(part.sorted_by)
    there = old.execute(f"SELECT {columns} FROM {part.name} ORDER BY {key}")
    statement = sql.SQL("SELECT {} FROM {} ORDER BY {}")
    with raw.transaction(), raw.cursor(name="compared") as here:
        here.execute(statement.format(_columns(part), _named(part), _key(part)))
        before, after = _digest(there), _digest(here)
    if before != after:
        raise CannotOpen(
            f"{part.name} is not the same in both databases ({before[0]} and {after[0]} rows): the "
            "SQLite file was used after the move began. Move into an empty database."
        )
    return before[0]


def _digest(rows: Any) -> tuple[int, str]:
    count, found = 0, hashlib.sha256()
    for row in _plain(rows):
        count += 1
        found.update(repr(row).encode("utf-8", "surrogatepass"))
    return count, found.hexdigest()


def _plain(rows: Any) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        yield tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)
