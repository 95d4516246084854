"""Statements about what must be said, and the messages that show it."""

import json
from collections.abc import Sequence
from typing import Any

from host.records import About, OutgoingMessage, Post
from host.store.base import BaseStore

COLUMNS = "id, table_id, challenge_id, kind, channel, user, body, edition, made, tries"


class OutboxStore(BaseStore):
    def pending(self, about: About, kind: str, user: int | None) -> OutgoingMessage | None:
        found = self._execute(
            f"SELECT {COLUMNS} FROM outbox"
            " WHERE table_id IS ? AND challenge_id IS ? AND kind = ? AND user IS ?",
            (*about, kind, user),
        ).fetchone()
        return as_outgoing(found) if found else None

    def message(self, message_id: int) -> OutgoingMessage | None:
        statement = f"SELECT {COLUMNS} FROM outbox WHERE id = ?"
        found = self._execute(statement, (message_id,)).fetchone()
        return as_outgoing(found) if found else None

    def queue_message(
        self, about: About, kind: str, channel: int | None, user: int | None, body: dict[str, Any]
    ) -> None:
        self._execute(
            "INSERT INTO outbox (table_id, challenge_id, kind, channel, user, body, made, due)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*about, kind, channel, user, json.dumps(body), self.now, self.now),
        )
        self.is_outbox_changed = True

    def renew_message(
        self, about: About, kind: str, user: int | None, body: dict[str, Any]
    ) -> bool:
        """Whether one was still waiting."""
        done = self._execute(
            "UPDATE outbox SET edition = edition + 1, body = ?"
            " WHERE table_id IS ? AND challenge_id IS ? AND kind = ? AND user IS ?",
            (json.dumps(body), *about, kind, user),
        )
        self.is_outbox_changed = True
        return done.rowcount > 0

    def due_messages(self, limit: int) -> list[OutgoingMessage]:
        """The oldest message of every lane, where its time has come, or the clock was set back."""
        found = self._execute(
            f"SELECT {COLUMNS} FROM outbox WHERE id IN"
            " (SELECT min(id) FROM outbox GROUP BY channel, user)"
            " AND (due <= ?1 OR tries = 0 AND made > ?1)"
            " ORDER BY id LIMIT ?2",
            (self.now, limit),
        )
        return [as_outgoing(row) for row in found]

    def next_due(self, after: int = 0) -> int | None:
        """When the next message may go out that has to wait longer than that."""
        found: int | None = self._first(
            "SELECT min(due) FROM outbox WHERE id IN"
            " (SELECT min(id) FROM outbox GROUP BY channel, user) AND due > ?",
            after,
        )
        return found

    def last_message_id(self) -> int:
        """The highest number that was ever given."""
        return int(self._first("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") or 0)

    def drop_message(self, message_id: int, edition: int | None = None) -> bool:
        """Whether it is gone; a newer edition stays to be said."""
        self._execute(
            "DELETE FROM outbox WHERE id = ?1 AND (?2 IS NULL OR edition = ?2)",
            (message_id, edition),
        )
        return self._first("SELECT id FROM outbox WHERE id = ?", message_id) is None

    def has_message_for(self, channel: int | None, user: int | None) -> bool:
        """Whether something waits for this audience."""
        statement = "SELECT 1 FROM outbox WHERE channel IS ? AND user IS ? LIMIT 1"
        return self._first(statement, channel, user) is not None

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
            "UPDATE outbox SET tries = 0, made = max(?1, made + 2), due = ?1 WHERE id = ?2",
            (self.now, message_id),
        )

    def drop_old_messages(self, before: int) -> None:
        self._execute("DELETE FROM outbox WHERE made < ?", (before,))
        self.is_outbox_changed = True

    def outbox_size(self) -> tuple[int, int | None]:
        """How many wait, and since when."""
        found: tuple[int, int | None] = self._execute(
            "SELECT count(*), min(made) FROM outbox"
        ).fetchone()
        return found

    # Posts

    def post(self, table_id: int, kind: str, user: int = 0) -> Post | None:
        found = self._execute(
            "SELECT channel, message, at, body FROM posts"
            " WHERE table_id = ? AND kind = ? AND user = ?",
            (table_id, kind, user),
        ).fetchone()
        if found is None:
            return None
        channel, message, at, body = found
        return Post(channel, message, at, json.loads(body))

    def set_post(self, table_id: int, kind: str, post: Post, user: int = 0) -> None:
        self._execute(
            "INSERT OR REPLACE INTO posts (table_id, kind, user, channel, message, at, body)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
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
        found: tuple[int, str, int] | None = self._execute(
            "SELECT table_id, kind, user FROM posts WHERE message = ?", (message,)
        ).fetchone()
        return found


def as_outgoing(row: Sequence[Any]) -> OutgoingMessage:
    """A message that was spoilt must not hold back the others."""
    id_, table_id, challenge_id, kind, channel, user, body, *rest = row
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    facts = found if isinstance(found, dict) else {}
    about = About(table_id, challenge_id)
    return OutgoingMessage(id_, about, kind, channel, user, facts, *rest)
