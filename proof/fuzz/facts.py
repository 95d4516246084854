"""What the file says about tables and people, read apart from the host, and how it differs."""

import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

Key = tuple[Any, ...]  # what it is, and its numbers
Facts = dict[Key, tuple[Any, ...]]

TABLE = (
    "game",
    "options",
    "channel",
    "opener",
    "phase",
    "rematch_of",
    "terms",
    "paused",
    "version",
)
SEAT = ("user", "is_autopilot", "moves", "queue", "stands_in", "missed", "is_free")
QUERIES = (  # the first column becomes the kind of the key, the number how many belong to it
    (2, f"SELECT 'table', id, {', '.join(TABLE)} FROM tables"),
    (3, f"SELECT 'seat', table_id, seat, {', '.join(SEAT)} FROM seats"),
    (4, "SELECT 'vote', table_id, subject, seat FROM votes"),
    (3, "SELECT 'deadline', table_id, seat, turn, budget, is_muted FROM deadlines"),
    (2, "SELECT 'user', id, name, settings FROM users"),
    (2, "SELECT 'challenge', id, deal, channel, opener FROM challenges"),
    (2, "SELECT 'attempt', table_id, deal, user, is_ranked, finished, facts FROM attempts"),
    (3, "SELECT 'schedule', channel, kind, game, zone, hour FROM schedules"),
)


class Seat(NamedTuple):
    number: int
    user: int | None
    is_autopilot: int
    moves: int
    queue: str
    stands_in: str
    missed: int
    is_free: int

    @property
    def plays_by_itself(self) -> bool:
        return bool(self.is_autopilot or self.stands_in or self.queue != "[]")


class Row(NamedTuple):
    number: int
    seat: int | None
    code: str


class Archive:
    """The file as another process reads it."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)
        self._version = -1

    def close(self) -> None:
        self._connection.close()

    def has_changed(self) -> bool:
        """Since this was asked the last time."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        before, self._version = self._version, version
        return bool(before != version)

    def letters(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM outbox").fetchone()[0])

    def facts(self) -> Facts:
        found: Facts = {}
        for keys, query in QUERIES:
            for row in self._connection.execute(query):
                found[row[:keys]] = row[keys:]
        return found

    def rows(self, table: int, since: int) -> list[Row]:
        query = "SELECT number, seat, code FROM journal WHERE table_id = ? AND number > ?"
        found = self._connection.execute(f"{query} ORDER BY number", (table, since))
        return [Row(*row) for row in found]


def changed(before: Facts, after: Facts) -> set[Key]:
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


def part(facts: Facts, table: int, name: str) -> Any:
    """One column of a table, None where there is no such table."""
    found = facts.get(("table", table))
    return found[TABLE.index(name)] if found else None


def seat_at(facts: Facts, table: int, number: int) -> Seat | None:
    found = facts.get(("seat", table, number))
    return Seat(number, *found) if found else None


def seat_of(facts: Facts, table: int | None, user: int | None) -> Seat | None:
    """Where the user sits."""
    if table is None or user is None:
        return None
    for number in range(9):
        seat = seat_at(facts, table, number)
        if seat is None:
            return None
        if seat.user == user:
            return seat
    return None
