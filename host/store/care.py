"""Statements that the operator's commands need."""

import sqlite3
from typing import Any

from host.records import OutgoingMessage
from host.store.base import BaseStore
from host.store.messages import COLUMNS, as_outgoing


class CareStore(BaseStore):
    def count_tables(self) -> dict[str, int]:
        return dict(self._execute("SELECT phase, count(*) FROM tables GROUP BY phase").fetchall())

    def tables_aside(self) -> list[tuple[int, str]]:
        """The tables whose records are damaged, and how."""
        return self._execute(
            "SELECT id, ending FROM tables WHERE phase = 'aside' ORDER BY id"
        ).fetchall()

    def table_lines(self, is_all: bool) -> list[tuple[Any, ...]]:
        """What an operator sees of each table; the columns are those of `TableLine`."""
        return self._execute(
            "SELECT id, game, phase, rules, count(user), count(seat) - count(user), version,"
            " channel, touched FROM tables LEFT JOIN seats ON table_id = id"
            " WHERE ?1 OR phase IN ('lobby', 'playing') GROUP BY id ORDER BY id",
            (is_all,),
        ).fetchall()

    def messages(self) -> list[OutgoingMessage]:
        """All that waits to be said, the oldest first."""
        return [
            as_outgoing(row) for row in self._execute(f"SELECT {COLUMNS} FROM outbox ORDER BY id")
        ]

    def orphans(self) -> list[tuple[str, int, int]]:
        """Rows that belong to no table: what they are, the number they bear, how many."""
        parts = (
            *("seats", "journal", "votes", "outbox", "posts", "deadlines", "notes"),
            *("attempts", "results", "replies", "decisions", "invitations", "leavers"),
        )
        statement = " UNION ALL ".join(
            f"SELECT '{part}', table_id, count(*) FROM {part}"
            " WHERE table_id > 0 AND table_id NOT IN (SELECT id FROM tables) GROUP BY table_id"
            for part in parts
        )
        return self._execute(statement).fetchall()

    def damage(self, is_thorough: bool = False) -> list[str]:
        """What SQLite itself finds wrong with the file; a thorough look reads the indexes too."""
        check = "integrity_check" if is_thorough else "quick_check"
        try:
            found = [row[0] for row in self._execute(f"PRAGMA {check}") if row[0] != "ok"]
        except sqlite3.DatabaseError as error:
            return [str(error)]
        lines = [line for each in found for line in each.splitlines()]
        return [line for line in lines if not line.startswith("***")]  # which only heads others

    def fold_in(self) -> bool:
        """Whether all is in the one file now, with an empty log; not within a transaction."""
        return not self._first("PRAGMA wal_checkpoint(TRUNCATE)")
