"""Statements about messages to send, and about the messages that show something now."""

import json
from collections.abc import Sequence
from typing import Any

from host.records import About, OutgoingMessage, Post, Shards
from host.store.base import BaseStore, equal, marks, upsert

COLUMNS = (
    "id, table_id, challenge_id, kind, channel, user, body, edition, made, tries, server, holder"
)
_NEW = "INSERT INTO outbox (table_id, challenge_id, kind, channel, user, body, server, made, due)"
# A channel's server is that of its table or challenge, unless it is given.
_VALUES = (
    " SELECT CAST(:table AS BIGINT), CAST(:challenge AS BIGINT), :kind, CAST(:channel AS BIGINT),"
    " CAST(:user AS BIGINT), :body, coalesce(CAST(:server AS BIGINT), CASE WHEN"
    " CAST(:channel AS BIGINT) IS NOT NULL THEN coalesce("
    "(SELECT server FROM tables WHERE id = :table),"
    " (SELECT server FROM challenges WHERE id = :challenge)) END),"
    " CAST(:now AS BIGINT), CAST(:now AS BIGINT)"
)
_RENEW = "UPDATE outbox SET edition = edition + 1, body = :body WHERE"
_ANY = "SELECT 1 FROM outbox WHERE"
_FIRST_OF_LANES = "id IN (SELECT min(id) FROM outbox GROUP BY channel, user, server)"
# No process is sending it, and none that has begun may still be at it.
_IS_FREE = "(held IS NULL OR held <= :now)"
ORPHANED = 10_000  # milliseconds that a message waits for the process that should send it


class OutboxStore(BaseStore):
    def pending(self, about: About, kind: str, user: int | None) -> OutgoingMessage | None:
        where, values = equal(
            table_id=about.table_id, challenge_id=about.challenge_id, kind=kind, user=user
        )
        lock = self.connection.row_lock  # or it could be sent before it is replaced
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
        """Replace the waiting message of this kind; if there is none, queue a new one."""
        self._own_what_it_is_about(about, user)
        values = self._values(about, kind, channel, user, body, server)
        where = _waiting(about, "user IS NULL" if user is None else "user = :user")
        if user is not None:
            where += f" AND {_is('server', server, 'server')}"
        self._execute(f"{_RENEW} {where}", values)
        self._execute(f"{_NEW}{_VALUES} WHERE NOT EXISTS ({_ANY} {where})", values)
        self.is_outbox_changed = True

    def renew_or_queue_for(self, about: About, kind: str, users: Sequence[int]) -> None:
        """The same for several people at once, each in direct messages."""
        if not users:
            return
        self._own_what_it_is_about(about, None)
        values = self._values(about, kind, None, None, {}, None)
        values |= {f"user{place}": user for place, user in enumerate(users)}
        listed = ", ".join(f":user{place}" for place in range(len(users)))
        people = " UNION ALL ".join(
            f"SELECT CAST(:user{place} AS BIGINT) AS person" for place in range(len(users))
        )
        where = f"{_waiting(about, f'user IN ({listed})')} AND server IS NULL"
        self._execute(f"{_RENEW} {where}", values)
        where = f"{_waiting(about, 'user = person')} AND server IS NULL"
        new = _VALUES.replace("CAST(:user AS BIGINT)", "person")
        self._execute(
            f"{_NEW}{new} FROM ({people}) AS people WHERE NOT EXISTS ({_ANY} {where})"
            " ORDER BY person",
            values,
        )
        self.is_outbox_changed = True

    def _own_what_it_is_about(self, about: About, user: int | None) -> None:
        """Own the table or challenge, or two processes could both find that nothing is waiting."""
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
        """Return the oldest message of each audience, if it is due.

        A message that was queued before the clock was set back is due, too. If there are several
        processes, each sends those of its own shards.
        """
        rows = self._execute(
            f"SELECT {COLUMNS} FROM outbox WHERE {_FIRST_OF_LANES} AND {_IS_FREE}"
            f" AND (due <= :now OR tries = 0 AND made > :now){_in_own(shards)}"
            " ORDER BY id LIMIT :limit",
            {"now": self.now, "limit": limit},
        )
        return [as_outgoing(row) for row in rows]

    def next_due(self, after: int = 0, shards: Shards | None = None) -> int | None:
        """Return when the next message is due after that time."""
        found: tuple[int | None] = self._execute(
            "SELECT min(CASE WHEN held > due THEN held ELSE due END) FROM outbox"
            f" WHERE {_FIRST_OF_LANES} AND (due > :after OR held > :after){_in_own(shards)}",
            {"after": after, "now": self.now},
        ).fetchone()
        return found[0]

    def hold_messages(
        self, message_ids: Sequence[int], holder: str, until: int
    ) -> list[OutgoingMessage]:
        """Claim those of these messages that no other process is sending; return them."""
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
        """Let other processes send at once what this one had claimed."""
        self._execute("UPDATE outbox SET held = NULL WHERE holder = ?", (holder,))
        self.is_outbox_changed = True

    def last_message_id(self) -> int:
        """Return the highest number that a message ever had."""
        return self.connection.last_number("outbox")

    def drop_message(self, message_id: int, edition: int | None = None) -> bool:
        """Remove a message; return False if a newer edition is left to send."""
        self._execute(
            "DELETE FROM outbox WHERE id = ?1 AND (CAST(?2 AS BIGINT) IS NULL OR edition = ?2)",
            (message_id, edition),
        )
        return self._row("SELECT 1 FROM outbox WHERE id = ?", message_id) is None

    def has_message_for(self, channel: int | None, user: int | None, server: int | None) -> bool:
        """Whether something is waiting for this audience."""
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
        """Let its next edition start with no failed tries, because it was delivered once."""
        self._execute(
            "UPDATE outbox SET tries = 0, due = ?1, holder = NULL, held = NULL,"
            " made = CASE WHEN made + 2 > ?1 THEN made + 2 ELSE ?1 END WHERE id = ?2",
            (self.now, message_id),
        )

    def drop_old_messages(self, before: int) -> None:
        self._execute("DELETE FROM outbox WHERE made < ?", (before,))
        self.is_outbox_changed = True

    def outbox_size(self) -> tuple[int, int | None]:
        """Return how many messages are waiting, and since when."""
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
        """Return the users whose direct messages show this."""
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
        """Forget a post, or only one with this message; return whether it was known."""
        statement = "DELETE FROM posts WHERE table_id = ? AND kind = ? AND user = ?"
        if message is None:
            return self._execute(statement, (table_id, kind, user)).rowcount > 0
        values = (table_id, kind, user, message)
        return self._execute(f"{statement} AND message = ?", values).rowcount > 0

    def post_by_message(self, message: int) -> tuple[int, str, int] | None:
        """Return table, kind and user of what a message shows."""
        return self._row("SELECT table_id, kind, user FROM posts WHERE message = ?", message)


def _waiting(about: About, person: str) -> str:
    """The condition that a message of a kind waits, about this, for such a person or channel."""
    table = _is("table_id", about.table_id, "table")
    challenge = _is("challenge_id", about.challenge_id, "challenge")
    return f"kind = :kind AND {table} AND {challenge} AND {person}"


def _is(column: str, value: int | None, name: str) -> str:
    return f"{column} IS NULL" if value is None else f"{column} = :{name}"


def as_outgoing(row: Sequence[Any]) -> OutgoingMessage:
    """Read a row; a damaged body must not hold up the other messages."""
    id_, table_id, challenge_id, kind, channel, user, body, *rest = row
    try:
        facts = json.loads(body)
    except ValueError:
        facts = None
    facts = facts if isinstance(facts, dict) else {}
    about = About(table_id, challenge_id)
    return OutgoingMessage(id_, about, kind, channel, user, facts, *rest)


def _in_own(shards: Shards | None) -> str:
    """Write the condition that this process should send a message.

    It belongs to the shard of its server, a direct message to shard 0. If no process has that shard
    at the moment, any may send it after a while. The time is a value, not part of the text: a
    server keeps each text that it is asked.
    """
    if shards is None:
        return ""
    shard = f"(coalesce(server, 0) >> 22) % {shards.all}"
    own, free = (", ".join(map(str, each)) or "NULL" for each in (shards.own, shards.free))
    return f" AND ({shard} IN ({own}) OR {shard} IN ({free}) AND due <= :now - {ORPHANED})"
