"""Statements about time at the tables: deadlines, votes, notes of the host, daily lists."""

import json
from collections.abc import Sequence
from typing import Any

from host.records import Deadline, Note
from host.store.base import EVERYTHING, BaseStore, marks, upsert
from host.terms import DAY

_DEADLINE = "seat, turn, budget, spent, since, due, next, calls, is_muted"
_HEARTBEAT = (
    "process, at, version, started, is_connected, since, latency, servers, event, sent, drift"
)
_NOTES = "SELECT number, kind, seat, facts, at FROM notes WHERE table_id = ?"


class TimeStore(BaseStore):
    # Deadlines

    def deadlines(self, table_id: int) -> dict[int, Deadline]:
        statement = f"SELECT {_DEADLINE} FROM deadlines WHERE table_id = ? ORDER BY seat"
        return {row[0]: _as_deadline(row) for row in self._rows(statement, table_id)}

    def set_deadline(self, table_id: int, deadline: Deadline) -> None:
        *plain, calls, is_muted = deadline
        self._execute(
            upsert("deadlines", "table_id, seat", _DEADLINE.removeprefix("seat, ")),
            (table_id, *plain, json.dumps(calls), is_muted),
        )
        self._forget(table_id)

    def drop_deadline(self, table_id: int, seat: int) -> None:
        self._execute("DELETE FROM deadlines WHERE table_id = ? AND seat = ?", (table_id, seat))
        self._forget(table_id)

    def tables_due(self) -> list[int]:
        """Return tables where something is due."""
        table_ids = self._column(
            "SELECT table_id FROM deadlines JOIN tables ON id = table_id"
            " WHERE next <= ? AND phase = 'playing' ORDER BY next",
            self.now,
        )
        return [*dict.fromkeys(table_ids)]

    def next_alarm(self) -> int | None:
        """Return when the next deadline or daily list is due."""
        return self._first(
            "SELECT min(at) FROM (SELECT (SELECT next FROM deadlines CROSS JOIN tables"
            " ON id = table_id WHERE next IS NOT NULL AND phase = 'playing' ORDER BY next LIMIT 1)"
            " AS at UNION ALL SELECT min(digest) FROM users"
            " UNION ALL SELECT min(closes) FROM deals WHERE NOT is_closed"
            " UNION ALL SELECT min(next) FROM schedules"
            " UNION ALL SELECT min(breath) FROM tables WHERE breath IS NOT NULL) AS alarms"
        )

    def deadlines_of(self, user: int) -> list[int]:
        """Return tables where the user's time is running."""
        return self._column(
            "SELECT table_id FROM seats JOIN deadlines USING (table_id, seat) WHERE user = ?", user
        )

    def tables_on_the_clock(self) -> list[int]:
        """Return tables where somebody's time is running and isn't up yet."""
        return self._column(
            "SELECT DISTINCT table_id FROM deadlines JOIN tables ON id = table_id"
            " WHERE phase = 'playing' AND since IS NOT NULL AND spent < budget ORDER BY table_id"
        )

    # The bot's own presence

    def own_presence(self) -> None:
        """Let no other process leave a sign of life meanwhile."""
        self.connection.lock("presence", 0)

    def presence(self) -> tuple[int, int] | None:
        """Return since when the bot has been there without a break, and its last sign of life."""
        return self._row("SELECT since, at FROM presence")

    def set_presence(self, since: int, at: int) -> None:
        self._execute(upsert("presence", "id", "since, at"), (1, since, at))

    def heartbeats(self) -> list[tuple[Any, ...]]:
        """Return the last heartbeat of each process; none in a database older than heartbeats."""
        if not self.connection.has_table("heartbeats"):
            return []
        return self._rows(f"SELECT {_HEARTBEAT} FROM heartbeats ORDER BY process")

    def set_heartbeat(self, facts: Sequence[Any]) -> None:
        columns = _HEARTBEAT.removeprefix("process, ")
        self._execute(upsert("heartbeats", "process", columns), facts)

    def drop_heartbeats(self, before: int, process: str = "") -> None:
        """Drop the heartbeat of a process that stops, and old ones of processes that are gone."""
        self._execute("DELETE FROM heartbeats WHERE process = ? OR at < ?", (process, before))

    # What the bot remembers of itself

    def remembered(self, name: str) -> str | None:
        return self._first("SELECT value FROM program WHERE name = ?", name)

    def remember(self, name: str, value: str) -> None:
        self._execute(upsert("program", "name", "value"), (name, value))

    def move_open_tables(self, last: int, gap: int) -> None:
        """Move the last actions, from which the idle limits count."""
        self._execute(
            "UPDATE tables SET touched = touched + ?2"
            " WHERE phase IN ('lobby', 'playing') AND touched <= ?1",
            (last, gap),
        )
        self._forget()

    def move_votes(self, last: int, gap: int) -> None:
        self._execute("UPDATE votes SET at = at + ?2 WHERE at <= ?1", (last, gap))

    def move_digests(self, gap: int) -> None:
        """Move daily lists that are days ahead: they were planned while the clock was wrong."""
        self._execute(
            "UPDATE users SET digest = digest + ? WHERE digest > ?", (gap, self.now + 2 * DAY)
        )

    # Digests

    def set_digest(self, user: int, at: int | None) -> None:
        self._execute("UPDATE users SET digest = ? WHERE id = ?", (at, user))

    def users_to_brief(self, most: int) -> list[int]:
        """Return users whose daily list is due, the longest overdue first."""
        return self._column(
            "SELECT id FROM users WHERE digest <= ? ORDER BY digest LIMIT ?"
            f"{self.connection.free_row_lock}",
            self.now,
            most,
        )

    # Votes

    def vote(self, table_id: int, subject: str, seat: int, is_against: bool = False) -> None:
        """Store a vote for or against something; an earlier one keeps its time."""
        self._execute(
            "INSERT INTO votes (table_id, subject, seat, at, is_against) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (table_id, subject, seat)"
            " DO UPDATE SET at = excluded.at, is_against = excluded.is_against"
            " WHERE votes.is_against <> excluded.is_against",
            (table_id, subject, seat, self.now, is_against),
        )

    def votes(self, table_id: int, is_against: bool = False) -> dict[str, dict[int, int]]:
        """Return what each seat has voted for (or against), and since when."""
        votes: dict[str, dict[int, int]] = {}
        for subject, seat, at in self._rows(
            "SELECT subject, seat, at FROM votes WHERE table_id = ? AND is_against = ?"
            " ORDER BY at, subject, seat",
            table_id,
            is_against,
        ):
            votes.setdefault(subject, {})[seat] = at
        return votes

    def drop_vote(self, table_id: int, subject: str, seat: int | None = None) -> None:
        """Remove one seat's vote, or all votes about the subject."""
        self._execute(
            "DELETE FROM votes WHERE table_id = ?1 AND subject = ?2"
            " AND (CAST(?3 AS BIGINT) IS NULL OR seat = ?3)",
            (table_id, subject, seat),
        )

    def drop_questions(self, table_id: int, seat: int) -> bool:
        """Remove the table's own questions about a seat; return whether there were any."""
        done = self._execute(
            "DELETE FROM votes WHERE table_id = ?1 AND subject IN (SELECT subject FROM votes"
            " WHERE table_id = ?1 AND seat < 0 AND subject LIKE '% ' || CAST(?2 AS TEXT))",
            (table_id, seat),
        )
        return done.rowcount > 0

    def drop_votes(self, table_id: int) -> bool:
        """Remove all votes of a table; return whether there were any."""
        return self._execute("DELETE FROM votes WHERE table_id = ?", (table_id,)).rowcount > 0

    def tables_with_old_votes(self, before: int) -> list[int]:
        return self._column("SELECT DISTINCT table_id FROM votes WHERE at < ?", before)

    # Notes

    def add_note(
        self, table_id: int, number: int, kind: str, seat: int | None, facts: dict[str, Any]
    ) -> None:
        self._execute(
            "INSERT INTO notes (table_id, note, number, kind, seat, facts, at) VALUES (?1,"
            " (SELECT coalesce(max(note), 0) + 1 FROM notes WHERE table_id = ?1), ?, ?, ?, ?, ?)",
            (table_id, number, kind, seat, json.dumps(facts), self.now),
        )

    def last_note(self, table_id: int) -> int:
        return self._first("SELECT coalesce(max(note), 0) FROM notes WHERE table_id = ?", table_id)

    def notes(
        self, table_id: int, since: int = 0, until: int | None = None, newest: int | None = None
    ) -> list[Note]:
        """Return notes after these rows of the journal in order; `newest` counts from the end."""
        rows = self._rows(
            f"{_NOTES} AND number >= ? AND number <= ? ORDER BY note DESC LIMIT ?",
            *(table_id, since, EVERYTHING if until is None else until),
            EVERYTHING if newest is None else newest,
        )
        return [_as_note(row) for row in reversed(rows)]

    def newest_notes(self, table_id: int, kinds: Sequence[str], count: int) -> list[Note]:
        """Return the last notes of these kinds, newest first."""
        statement = f"{_NOTES} AND kind IN ({marks(kinds)}) ORDER BY note DESC LIMIT ?"
        return [_as_note(row) for row in self._rows(statement, table_id, *kinds, count)]

    def newest_note(self, table_id: int, kinds: Sequence[str]) -> Note | None:
        """Return the last note of one of these kinds."""
        return next(iter(self.newest_notes(table_id, kinds, 1)), None)

    def tables_with_note(self, kind: str) -> list[int]:
        return self._column("SELECT DISTINCT table_id FROM notes WHERE kind = ?", kind)

    def count_notes(self, table_id: int, kinds: Sequence[str], since: int) -> int:
        """Count the notes of these kinds since then, among the table's last 100."""
        return self._first(
            "SELECT count(*) FROM (SELECT kind, at FROM notes WHERE table_id = ?"
            f" ORDER BY note DESC LIMIT 100) AS last WHERE at > ? AND kind IN ({marks(kinds)})",
            table_id,
            since,
            *kinds,
        )

    def note(self, table_id: int, note: int) -> Note | None:
        """Return one note, counted from 1."""
        row = self._row(f"{_NOTES} AND note = ?", table_id, note)
        return _as_note(row) if row else None


def _as_note(row: Sequence[Any]) -> Note:
    number, kind, seat, facts, at = row
    return Note(number, kind, seat, json.loads(facts), at)


def _as_deadline(row: Sequence[Any]) -> Deadline:
    *plain, calls, is_muted = row
    return Deadline._make((*plain, tuple(json.loads(calls)), bool(is_muted)))
