"""Statements about the private panels that people have open in channels."""

from host.records import Reply
from host.store.base import BaseStore, upsert

COLUMNS = "table_id, user, message, until, is_closing, server, token"


class ReplyStore(BaseStore):
    def reply(self, message: int) -> Reply | None:
        row = self._row(f"SELECT {COLUMNS} FROM replies WHERE message = ?", message)
        return Reply(*row) if row else None

    def replies(self, table_id: int, user: int) -> list[Reply]:
        """Return them, oldest first."""
        rows = self._rows(
            f"SELECT {COLUMNS} FROM replies WHERE table_id = ? AND user = ? ORDER BY message",
            table_id,
            user,
        )
        return [Reply(*row) for row in rows]

    def reply_places(self, table_id: int, user: int | None = None) -> list[tuple[int, int | None]]:
        """Return who has a private panel of this table open, and in which server."""
        return self._rows(
            "SELECT DISTINCT user, server FROM replies"
            " WHERE table_id = ?1 AND (CAST(?2 AS BIGINT) IS NULL OR user = ?2) ORDER BY user",
            table_id,
            user,
        )

    def panel_users(self, table_id: int) -> list[int]:
        """Return who has any panel of this table, unless that record is damaged."""
        users = self._column(
            "SELECT user FROM posts WHERE table_id = ?1 AND kind = 'panel'"
            " UNION SELECT user FROM replies WHERE table_id = ?1 ORDER BY user",
            table_id,
        )
        return [user for user in users if isinstance(user, int)]

    def set_reply(self, reply: Reply) -> None:
        self._execute(
            upsert("replies", "message", "table_id, user, until, is_closing, server, token"),
            (
                *(reply.message, reply.table, reply.user),
                *(reply.until, bool(reply.is_closing), reply.server, reply.token),
            ),
        )

    def close_other_replies(self, reply: Reply) -> int:
        """Close the user's other replies of this table; return how many still need a last edit."""
        done = self._execute(
            "UPDATE replies SET is_closing = TRUE WHERE table_id = ? AND user = ? AND message <> ?",
            (reply.table, reply.user, reply.message),
        )
        return done.rowcount

    def close_replies(self, until: int) -> list[tuple[int, int]]:
        """Close the replies whose tokens expire by then; return table and user of each."""
        closed = self._rows(
            "UPDATE replies SET is_closing = TRUE WHERE is_closing = FALSE AND until <= ?"
            " RETURNING table_id, user",
            until,
        )
        return sorted({*closed})

    def drop_reply(self, message: int) -> None:
        self._execute("DELETE FROM replies WHERE message = ?", (message,))

    def drop_dead_replies(self) -> None:
        self._execute("DELETE FROM replies WHERE until <= ?", (self.now,))

    def next_reply(self, last_minute: int) -> int | None:
        """Return when the next reply must be closed, or its token deleted."""
        return self._first(
            "SELECT min(at) FROM (SELECT min(until) - ? AS at FROM replies WHERE is_closing = FALSE"
            " UNION ALL SELECT min(until) FROM replies WHERE is_closing = TRUE) AS ends",
            last_minute,
        )
