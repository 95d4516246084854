"""What the file says about tables and people, read apart from the host, and how it differs."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

Key = tuple[Any, ...]  # what it is, and its numbers
Facts = dict[Key, tuple[Any, ...]]

BEGUN = 1_759_996_830_000  # when the scene begins: half a minute after a full hour
HOUR = 3_600_000
FIXED = ("game", "channel", "key", "commitment", "rules", "is_sealed", "rematch_of", "opened")
TABLE = (*FIXED, "options", "opener", "phase", "ending", "terms", "paused", "version")
SEAT = ("user", "is_autopilot", "moves", "queue", "stands_in", "missed", "is_free", "is_former")
TIME = ("turn", "budget", "spent", "since", "due", "next", "calls", "is_muted")
ATTEMPT = "deal, challenge, user, is_ranked, started, finished, score, has_won, facts"
RESULT = "user, channel, game, seats, level, score, rank, has_won, facts, at"
DEAL = "name, game, level, link, key, commitment, opened, closes, is_closed"
QUERIES = (  # the first column becomes the kind of the key, the number how many belong to it
    (2, f"SELECT 'table', id, {', '.join(TABLE)} FROM tables"),
    (3, f"SELECT 'seat', table_id, seat, {', '.join(SEAT)} FROM seats"),
    (4, "SELECT 'vote', table_id, subject, seat, at FROM votes"),
    (3, f"SELECT 'deadline', table_id, seat, {', '.join(TIME)} FROM deadlines"),
    (3, "SELECT 'note', table_id, note, number, kind, seat, facts FROM notes"),
    (2, "SELECT 'user', id, name, settings, digest FROM users"),
    (2, "SELECT 'challenge', id, deal, channel, opener, opened FROM challenges"),
    (2, f"SELECT 'attempt', table_id, {ATTEMPT} FROM attempts"),
    (3, "SELECT 'schedule', channel, kind, game, zone, hour, next, opener FROM schedules"),
    (3, f"SELECT 'result', table_id, seat, {RESULT} FROM results"),
    (3, "SELECT 'rating', user, game, mu, sigma, games FROM ratings"),
    (2, f"SELECT 'deal', id, {DEAL} FROM deals"),
    (3, "SELECT 'chain', kind, first, seed, anchor FROM chains"),
    (4, "SELECT 'post', table_id, kind, user, channel, message FROM posts"),
    (2, "SELECT 'click', id, table_id, number FROM clicks"),
)


class Seat(NamedTuple):
    number: int
    user: int | None
    is_autopilot: int = 0
    moves: int = 0
    queue: str = "[]"
    stands_in: str = ""
    missed: int = 0
    is_free: int = 0
    is_former: int = 0

    @property
    def plays_by_itself(self) -> bool:
        return bool(self.is_autopilot or self.stands_in or self.queue != "[]")


class Time(NamedTuple):
    turn: str
    budget: int = 0
    spent: int = 0
    since: int | None = None
    due: int | None = None
    next: int | None = None
    calls: str = "[]"
    is_muted: int = 0


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

    def last_letter(self) -> int:
        """The number of letters that were ever written."""
        query = "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'"
        found = self._connection.execute(query).fetchone()
        return int(found[0]) if found else 0

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


def is_different(before: Facts, after: Facts) -> bool:
    """That a click came is kept whether or not it did anything."""
    return any(key[0] != "click" for key in changed(before, after))


def part(facts: Facts, table: int, name: str) -> Any:
    """One column of a table, None where there is no such table."""
    found = facts.get(("table", table))
    return found[TABLE.index(name)] if found else None


def seat_at(facts: Facts, table: int, number: int) -> Seat | None:
    found = facts.get(("seat", table, number))
    return Seat(number, *found) if found else None


def seats(facts: Facts, table: int) -> Iterator[Seat]:
    number = 0
    while seat := seat_at(facts, table, number):
        yield seat
        number += 1


def seat_of(facts: Facts, table: int | None, user: int | None) -> Seat | None:
    """Where the user sits."""
    if table is None or user is None:
        return None
    return next((seat for seat in seats(facts, table) if seat.user == user), None)


def time_of(facts: Facts, table: int, seat: int) -> Time | None:
    found = facts.get(("deadline", table, seat))
    return Time(*found) if found else None


def is_away(facts: Facts, user: int) -> bool:
    """On vacation; none ends while the scene lasts."""
    found = facts.get(("user", user))
    return bool(found and json.loads(found[1]).get("away_until", 0) > BEGUN + HOUR)
