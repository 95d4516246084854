"""Statements about what must be said, and the messages that show it."""

import json
from collections.abc import Sequence
from typing import Any

from host.records import About, OutgoingMessage, Post
from host.store.base import BaseStore, equal, upsert

COLUMNS = "id, table_id, challenge_id, kind, channel, user, body, edition, made, tries"


class OutboxStore(BaseStore):
    def pending(self, about: About, kind: str, user: int | None) -> OutgoingMessage | None:
        where, values = _of_its_kind(about, kind, user)
        row = self._row(f"SELECT {COLUMNS} FROM outbox WHERE {where}", *values)
        return as_outgoing(row) if row else None

    def message(self, message_id: int) -> OutgoingMessage | None:
        row = self._row(f"SELECT {COLUMNS} FROM outbox WHERE id = ?", message_id)
        return as_outgoing(row) if row else None

    def queue_message(
        self, about: About, kind: str, channel: int | None, user: int | None, body: dict[str, Any]
    ) -> None:
        self._execute(
            "INSERT INTO outbox (table_id, challenge_id, kind, channel, user, body, made, due)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*about, kind, channel, user, json.dumps(body), self.now, self.now),
        )
        self.is_outbox_changed = True

    def renew_or_queue(
        self, about: About, kind: str, channel: int | None, user: int | None, body: dict[str, Any]
    ) -> None:
        """A newer message takes the place of one that still waits; if there is none, it waits."""
        text = json.dumps(body)
        where, values = _of_its_kind(about, kind, user)
        self._execute(
            f"UPDATE outbox SET edition = edition + 1, body = ? WHERE {where}", (text, *values)
        )
        self._execute(
            "INSERT INTO outbox (table_id, challenge_id, kind, channel, user, body, made, due)"
            " SELECT CAST(? AS BIGINT), CAST(? AS BIGINT), ?, CAST(? AS BIGINT),"
            " CAST(? AS BIGINT), ?, CAST(? AS BIGINT), CAST(? AS BIGINT)"
            f" WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE {where})",
            (*about, kind, channel, user, text, self.now, self.now, *values),
        )
        self.is_outbox_changed = True

    def due_messages(self, limit: int) -> list[OutgoingMessage]:
        """The oldest message of every lane, where its time has come, or the clock was set back."""
        rows = self._rows(
            f"SELECT {COLUMNS} FROM outbox WHERE id IN"
            " (SELECT min(id) FROM outbox GROUP BY channel, user)"
            " AND (due <= ?1 OR tries = 0 AND made > ?1)"
            " ORDER BY id LIMIT ?2",
            self.now,
            limit,
        )
        return [as_outgoing(row) for row in rows]

    def next_due(self, after: int = 0) -> int | None:
        """When the next message may go out that has to wait longer than that."""
        return self._first(
            "SELECT min(due) FROM outbox WHERE id IN"
            " (SELECT min(id) FROM outbox GROUP BY channel, user) AND due > ?",
            after,
        )

    def last_message_id(self) -> int:
        """The highest number that was ever given."""
        return self.connection.last_number("outbox")

    def drop_message(self, message_id: int, edition: int | None = None) -> bool:
        """Whether it is gone; a newer edition stays to be said."""
        self._execute(
            "DELETE FROM outbox WHERE id = ?1 AND (CAST(?2 AS BIGINT) IS NULL OR edition = ?2)",
            (message_id, edition),
        )
        return self._row("SELECT 1 FROM outbox WHERE id = ?", message_id) is None

    def has_message_for(self, channel: int | None, user: int | None) -> bool:
        """Whether something waits for this audience."""
        where, values = equal(channel=channel, user=user)
        return self._row(f"SELECT 1 FROM outbox WHERE {where} LIMIT 1", *values) is not None

    def drop_channel_messages(self, table_id: int) -> None:
        self._execute("DELETE FROM outbox WHERE table_id = ? AND channel IS NOT NULL", (table_id,))
        self.is_outbox_changed = True

    def postpone_message(self, message_id: int, due: int) -> None:
        self._execute(
            "UPDATE outbox SET tries = tries + 1, due = ? WHERE id = ?", (due, message_id)
        )
        self.is_outbox_changed = True

    def reset_retries(self, message_id: int) -> None:
        """It was delivered once, so its next edition starts with no failed tries."""
        self._execute(
            "UPDATE outbox SET tries = 0, due = ?1,"
            " made = CASE WHEN made + 2 > ?1 THEN made + 2 ELSE ?1 END WHERE id = ?2",
            (self.now, message_id),
        )

    def drop_old_messages(self, before: int) -> None:
        self._execute("DELETE FROM outbox WHERE made < ?", (before,))
        self.is_outbox_changed = True

    def outbox_size(self) -> tuple[int, int | None]:
        """How many wait, and since when."""
        count, oldest = self._rows("SELECT count(*), min(made) FROM outbox")[0]
        return count, oldest

    # Posts

    def post(self, table_id: int, kind: str, user: int = 0) -> Post | None:
        row = self._row(
            "SELECT channel, message, at, body FROM posts"
            " WHERE table_id = ? AND kind = ? AND user = ?",
            *(table_id, kind, user),
        )
        if row is None:
            return None
        channel, message, at, body = row
        return Post(channel, message, at, json.loads(body))

    def users_with_post(self, table_id: int, kind: str) -> list[int]:
        """Whose direct messages show this."""
        statement = "SELECT user FROM posts WHERE table_id = ? AND kind = ? AND user <> 0"
        return self._column(statement, table_id, kind)

    def set_post(self, table_id: int, kind: str, post: Post, user: int = 0) -> None:
        self._execute(
            upsert("posts", "table_id, kind, user", "channel, message, at, body"),
            (table_id, kind, user, post.channel, post.message, post.at, json.dumps(post.body)),
        )

    def drop_post(
        self, table_id: int, kind: str, user: int = 0, message: int | None = None
    ) -> bool:
        """Whether there was one; with a message, only if it is that one."""
        statement = "DELETE FROM posts WHERE table_id = ? AND kind = ? AND user = ?"
        if message is None:
            return self._execute(statement, (table_id, kind, user)).rowcount > 0
        values = (table_id, kind, user, message)
        return self._execute(f"{statement} AND message = ?", values).rowcount > 0

    def post_by_message(self, message: int) -> tuple[int, str, int] | None:
        """Table, kind and user of what a message shows."""
        return self._row("SELECT table_id, kind, user FROM posts WHERE message = ?", message)


def as_outgoing(row: Sequence[Any]) -> OutgoingMessage:
    """A message that was spoilt must not hold back the others."""
    id_, table_id, challenge_id, kind, channel, user, body, *rest = row
    try:
        facts = json.loads(body)
    except ValueError:
        facts = None
    facts = facts if isinstance(facts, dict) else {}
    about = About(table_id, challenge_id)
    return OutgoingMessage(id_, about, kind, channel, user, facts, *rest)


def _of_its_kind(about: About, kind: str, user: int | None) -> tuple[str, list[Any]]:
    """The condition that finds a message that a newer one replaces, and its values."""
    return equal(table_id=about.table_id, challenge_id=about.challenge_id, kind=kind, user=user)
