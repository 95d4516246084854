"""Statements for the operator's commands."""

from typing import Any

from host.records import OutgoingMessage
from host.store.base import BaseStore
from host.store.messages import COLUMNS, as_outgoing


class CareStore(BaseStore):
    def count_open_tables_by_phase(self) -> dict[str, int]:
        """Reads a small index only, because people may ask for it often."""
        return dict(
            self._rows(
                "SELECT phase, count(*) FROM tables INDEXED BY open_tables"
                " WHERE phase IN ('lobby', 'playing') GROUP BY phase"
            )
        )

    def count_tables(self) -> dict[str, int]:
        """Count all tables by phase, which takes longer the more have been played."""
        return dict(self._execute("SELECT phase, count(*) FROM tables GROUP BY phase").fetchall())

    def tables_aside(self) -> list[tuple[int, str]]:
        """Return the tables whose records are damaged, and why."""
        return self._rows("SELECT id, ending FROM tables WHERE phase = 'aside' ORDER BY id")

    def table_lines(self, is_all: bool) -> list[tuple[Any, ...]]:
        """Return what an operator sees of each table; the columns are those of `TableLine`."""
        return self._rows(
            "SELECT id, game, phase, rules_last, count(user), count(seat) - count(user), version,"
            " channel, touched FROM tables LEFT JOIN seats ON table_id = id"
            " WHERE ?1 OR phase IN ('lobby', 'playing') GROUP BY id ORDER BY id",
            is_all,
        )

    def messages(self) -> list[OutgoingMessage]:
        """Return all messages that wait to be sent, oldest first."""
        return [
            as_outgoing(row) for row in self._execute(f"SELECT {COLUMNS} FROM outbox ORDER BY id")
        ]

    def orphans(self) -> list[tuple[str, int, int]]:
        """Count rows that belong to no table: their kind, the missing number, how many."""
        parts = (
            *("seats", "journal", "votes", "outbox", "posts", "deadlines", "notes"),
            *("attempts", "results", "replies", "decisions", "invitations", "leavers"),
        )
        statement = " UNION ALL ".join(
            f"SELECT '{part}', table_id, count(*) FROM {part}"
            " WHERE table_id > 0 AND table_id NOT IN (SELECT id FROM tables) GROUP BY table_id"
            for part in parts
        )
        return self._rows(statement)
