"""What the database says, read independently of the host."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

Key = tuple[Any, ...]  # the name of a table, and the key of a row in it
Facts = dict[Key, dict[str, Any]]
LEFT_OUT = ("heartbeat", "journal", "outbox", "presence", "replies", "sqlite_sequence")
FOLLOWS = {  # columns that only follow from others
    *("seal", "at", "body", "message", "touched"),
    *("chain", "digest", "state", "is_lost", "rules_last", "server"),
    *("counted", "in_time", "late"),
}


class Row(NamedTuple):
    """Of a journal."""

    number: int
    seat: int | None
    code: str


class Archive:
    """The file as another process reads it."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)
        self._version = -1
        names = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        self._keys = {name: self._key(name) for (name,) in names if name not in LEFT_OUT}

    def _key(self, name: str) -> list[str]:
        columns = self._connection.execute(f"PRAGMA table_info({name})").fetchall()
        return [column[1] for column in sorted(columns, key=lambda each: each[5]) if column[5]]

    def close(self) -> None:
        self._connection.close()

    def has_changed(self) -> bool:
        """Since this was asked the last time."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        before, self._version = self._version, version
        return bool(before != version)

    def facts(self) -> Facts:
        found: Facts = {}
        for name, key in self._keys.items():
            rows = self._connection.execute(f"SELECT * FROM {name}")
            columns = [each[0] for each in rows.description]
            for row in rows:
                values = dict(zip(columns, row, strict=True))
                place = (name, *(values[column] for column in key))
                found[place] = {n: each for n, each in values.items() if n not in FOLLOWS}
        return found

    def rows(self, table_id: int, since: int) -> list[Row]:
        query = "SELECT number, seat, code FROM journal WHERE table_id = ? AND number > ?"
        found = self._connection.execute(f"{query} ORDER BY number", (table_id, since))
        return [Row(*row) for row in found]


def changed(before: Facts, after: Facts) -> set[Key]:
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


def part(facts: Facts, table_id: int | None, name: str) -> Any:
    """One column of a table, None where there is no such table."""
    return facts.get(("tables", table_id), {}).get(name)


def seats(facts: Facts, table_id: int | None) -> Iterator[dict[str, Any]]:
    number = 0
    while seat := facts.get(("seats", table_id, number)):
        yield seat
        number += 1


def seat_of(facts: Facts, table_id: int | None, user: int | None) -> dict[str, Any] | None:
    """Where the user sits."""
    found = (seat for seat in seats(facts, table_id) if user and seat["user"] == user)
    return next(found, None)
