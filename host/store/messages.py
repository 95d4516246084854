"""Statements about what must be said, and the messages that show it."""

import json
from collections.abc import Sequence
from typing import Any

from host.records import About, OutgoingMessage, Post, Shards
from host.store.base import BaseStore, equal, marks, upsert

COLUMNS = (
    "id, table_id, challenge_id, kind, channel, user, body, edition, made, tries, server, holder"
)
_NEW = "INSERT INTO outbox (table_id, challenge_id, kind, channel, user, body, server, made, due)"
# A channel's server is that of the table or the challenge, if nobody has told it.
_VALUES = (
    " SELECT CAST(:table AS BIGINT), CAST(:challenge AS BIGINT), :kind, CAST(:channel AS BIGINT),"
    " CAST(:user AS BIGINT), :body, coalesce(CAST(:server AS BIGINT), CASE WHEN"
    " CAST(:channel AS BIGINT) IS NOT NULL THEN coalesce("
    "(SELECT server FROM tables WHERE id = :table),"
    " (SELECT server FROM challenges WHERE id = :challenge)) END),"
    " CAST(:now AS BIGINT), CAST(:now AS BIGINT)"
)
_FIRST_OF_LANES = "id IN (SELECT min(id) FROM outbox GROUP BY channel, user, server)"
# Nobody is sending it, and nobody who has begun may still be at it.
_IS_FREE = "(held IS NULL OR held <= :now)"
ORPHANED = 10_000  # milliseconds that a message waits for the process it belongs to


class OutboxStore(BaseStore):
    def pending(self, about: About, kind: str, user: int | None) -> OutgoingMessage | None:
        where, values = equal(
            table_id=about.table_id, challenge_id=about.challenge_id, kind=kind, user=user
        )
        lock = self.connection.row_lock  # else it could be said before it is renewed
        row = self._row(f"SELECT {COLUMNS} FROM outbox WHERE {where}{lock}", *values)
        return as_outgoing(row) if row else None

    def message(self, message_id: int) -> OutgoingMessage | None:
        row = self._row(f"SELECT {COLUMNS} FROM outbox WHERE id = ?", message_id)
        return as_outgoing(row) if row else None

    def queue_message(
        self,
        about: About,
        kind: str,
        channel: int | None,
        user: int | None,
        body: dict[str, Any],
        server: int | None = None,
    ) -> None:
        values = self._values(about, kind, channel, user, body, server)
        self._execute(f"{_NEW}{_VALUES}", values)
        self.is_outbox_changed = True

    def renew_or_queue(
        self,
        about: About,
        kind: str,
        channel: int | None,
        user: int | None,
        body: dict[str, Any],
        server: int | None = None,
    ) -> None:
        """A newer message takes the place of one that still waits; if there is none, it waits."""
        self._own_what_it_is_about(about, user)
        values = self._values(about, kind, channel, user, body, server)
        terms = {"table_id": about.table_id, "challenge_id": about.challenge_id, "user": user}
        if user is not None:
            terms["server"] = server
        named = {"table_id": "table", "challenge_id": "challenge"}
        where = " AND ".join(
            f"{name} IS NULL" if value is None else f"{name} = :{named.get(name, name)}"
            for name, value in terms.items()
        )
        where = f"kind = :kind AND {where}"
        changes = "edition = edition + 1, body = :body"
        self._execute(f"UPDATE outbox SET {changes} WHERE {where}", values)
        self._execute(
            f"{_NEW}{_VALUES} WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE {where})", values
        )
        self.is_outbox_changed = True

    def _own_what_it_is_about(self, about: About, user: int | None) -> None:
        """Else two processes could both find that none waits yet."""
        if about.table_id is not None:
            self.own(about.table_id)
        elif about.challenge_id is not None:
            self.connection.lock("challenge", about.challenge_id)
        elif user is not None:
            self.own_person(user)

    def _values(
        self,
        about: About,
        kind: str,
        channel: int | None,
        user: int | None,
        body: dict[str, Any],
        server: int | None,
    ) -> dict[str, Any]:
        return {
            "table": about.table_id,
            "challenge": about.challenge_id,
            "kind": kind,
            "channel": channel,
            "user": user,
            "body": json.dumps(body),
            "server": server,
            "now": self.now,
        }

    def due_messages(self, limit: int, shards: Shards | None = None) -> list[OutgoingMessage]:
        """The oldest message of every lane, where its time has come, or the clock was set back.

        Of several processes each sends those of its own shards.
        """
        rows = self._execute(
            f"SELECT {COLUMNS} FROM outbox WHERE {_FIRST_OF_LANES} AND {_IS_FREE}"
            f" AND (due <= :now OR tries = 0 AND made > :now){_in_own(shards)}"
            " ORDER BY id LIMIT :limit",
            {"now": self.now, "limit": limit},
        )
        return [as_outgoing(row) for row in rows]

    def next_due(self, after: int = 0, shards: Shards | None = None) -> int | None:
        """When the next message may go out that has to wait longer than that."""
        found: tuple[int | None] = self._execute(
            "SELECT min(CASE WHEN held > due THEN held ELSE due END) FROM outbox"
            f" WHERE {_FIRST_OF_LANES} AND (due > :after OR held > :after){_in_own(shards)}",
            {"after": after, "now": self.now},
        ).fetchone()
        return found[0]

    def hold_messages(
        self, message_ids: Sequence[int], holder: str, until: int
    ) -> list[OutgoingMessage]:
        """Those of these messages that no other process is sending; nobody else does until then."""
        rows = self._rows(
            f"SELECT {COLUMNS} FROM outbox WHERE id IN ({marks(message_ids)})"
            f" AND (held IS NULL OR held <= ?) ORDER BY id{self.connection.free_row_lock}",
            *message_ids,
            self.now,
        )
        free = [as_outgoing(row) for row in rows]
        self._many(
            "UPDATE outbox SET holder = ?, held = ? WHERE id = ?",
            [(holder, until, outgoing.id) for outgoing in free],
        )
        return free

    def release_messages(self, holder: str) -> None:
        """A process stops: others may go on at once with what it was sending."""
        self._execute("UPDATE outbox SET held = NULL WHERE holder = ?", (holder,))
        self.is_outbox_changed = True

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

    def has_message_for(self, channel: int | None, user: int | None, server: int | None) -> bool:
        """Whether something waits for this audience."""
        where, values = equal(channel=channel, user=user, server=server)
        return self._row(f"SELECT 1 FROM outbox WHERE {where} LIMIT 1", *values) is not None

    def drop_channel_messages(self, table_id: int) -> None:
        self._execute("DELETE FROM outbox WHERE table_id = ? AND channel IS NOT NULL", (table_id,))
        self.is_outbox_changed = True

    def postpone_message(self, message_id: int, due: int) -> None:
        self._execute(
            "UPDATE outbox SET tries = tries + 1, due = ?, held = NULL WHERE id = ?",
            (due, message_id),
        )
        self.is_outbox_changed = True

    def move_waits(self, last: int, gap: int) -> None:
        """The clock was set back: what waits for a later moment waits no longer than it had to."""
        for part, column in (("outbox", "due"), ("outbox", "held"), ("tables", "breath")):
            self._execute(
                f"UPDATE {part} SET {column} = {column} + ?2 WHERE {column} > ?1", (last, gap)
            )
        self.is_outbox_changed = True

    def reset_retries(self, message_id: int) -> None:
        """It was delivered once, so its next edition starts with no failed tries."""
        self._execute(
            "UPDATE outbox SET tries = 0, due = ?1, holder = NULL, held = NULL,"
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


def _in_own(shards: Shards | None) -> str:
    """The condition that a message is to be sent by this process.

    It belongs to the shard of its server, a direct message to shard 0. One of a shard that no
    process has at the moment is left to all after a while. The time is a value: a server keeps
    each statement that it is asked.
    """
    if shards is None:
        return ""
    shard = f"(coalesce(server, 0) >> 22) % {shards.all}"
    own, free = (", ".join(map(str, each)) or "NULL" for each in (shards.own, shards.free))
    return f" AND ({shard} IN ({own}) OR {shard} IN ({free}) AND due <= :now - {ORPHANED})"
