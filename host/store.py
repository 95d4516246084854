"""Every statement that the use cases need; no other module speaks SQL.

A store lives for one transaction. It decides nothing.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from engine import GAMES
from engine.kernel.events import Event
from host.errors import Damaged, Unsaved
from host.records import AUTOPILOT, Letter, Phase, Post, Row, Seat, Table, User

_PLAIN = (
    *("channel", "is_lost", "opener", "ending", "commitment", "rules", "rules_last", "rematch_of"),
    *("opened", "touched", "version", "chain", "digest"),
)
_TABLE = f"SELECT game, options, phase, {', '.join(_PLAIN)} FROM tables WHERE id = ?"
_SEATS = """
    SELECT seat, user, CAST(name AS BLOB), is_autopilot, moves
    FROM seats LEFT JOIN users ON users.id = user WHERE table_id = ? ORDER BY seat"""
_LETTERS = "id, table_id, kind, channel, user, body, edition, made, tries"


class Store:
    def __init__(self, connection: sqlite3.Connection, now: int) -> None:
        self._execute = connection.execute
        self._many = connection.executemany
        self.now = now

    # Users

    def remember_user(self, user: User) -> None:
        self._execute(
            "INSERT INTO users (id, name) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE name <> excluded.name",
            user,
        )

    def settings(self, user: int) -> dict[str, Any]:
        found = self._execute("SELECT settings FROM users WHERE id = ?", (user,)).fetchone()
        return dict(json.loads(found[0])) if found else {}

    def set_settings(self, user: int, settings: dict[str, Any]) -> None:
        self._execute("UPDATE users SET settings = ? WHERE id = ?", (json.dumps(settings), user))

    # Tables

    def table(self, table_id: int) -> Table | None:
        found = self._execute(_TABLE, (table_id,)).fetchone()
        if found is None:
            return None
        game, options, phase, *plain = found
        if game not in GAMES:
            raise Damaged(f"its game is unknown here: {game}")
        facts: dict[str, Any] = dict(zip(_PLAIN, plain, strict=True))
        return Table(
            id=table_id,
            game=GAMES[game],
            options=json.loads(options),
            phase=Phase(phase),
            seats=self._seats(table_id),
            **facts,
        )

    def _seats(self, table_id: int) -> tuple[Seat, ...]:
        return tuple(
            Seat(number, user, _name(name), bool(is_autopilot), moves)
            for number, user, name, is_autopilot, moves in self._execute(_SEATS, (table_id,))
        )

    def open_table_in(self, channel: int) -> int | None:
        found: int | None = self._first(
            "SELECT id FROM tables WHERE channel = ? AND phase IN ('lobby', 'playing')", channel
        )
        return found

    def last_table_in(self, channel: int) -> int | None:
        found: int | None = self._first("SELECT max(id) FROM tables WHERE channel = ?", channel)
        return found

    def rematch_of(self, table_id: int) -> int | None:
        found: int | None = self._first(
            "SELECT id FROM tables WHERE rematch_of = ? AND phase NOT IN ('closed', 'aside')",
            table_id,
        )
        return found

    def restless_table_ids(self) -> list[int]:
        """Running tables with a seat that may play by itself."""
        found = self._execute(
            "SELECT DISTINCT id FROM tables JOIN seats ON id = table_id"
            " WHERE phase = 'playing' AND (is_autopilot OR queue <> '[]')"
        )
        return [row[0] for row in found]

    def phase_of(self, table_id: int) -> str:
        found: str = self._first("SELECT phase FROM tables WHERE id = ?", table_id)
        return found

    def channel_of(self, table_id: int) -> int | None:
        found: int | None = self._first("SELECT channel FROM tables WHERE id = ?", table_id)
        return found

    def table_ids_of(self, user: int) -> list[int]:
        """The user's open tables, the liveliest first."""
        found = self._execute(
            "SELECT id FROM tables JOIN seats ON id = table_id"
            " WHERE user = ? AND phase IN ('lobby', 'playing') ORDER BY touched DESC",
            (user,),
        )
        return [row[0] for row in found]

    def all_table_ids(self) -> list[int]:
        return [row[0] for row in self._execute("SELECT id FROM tables ORDER BY id")]

    def stale_lobby_ids(self, before: int) -> list[int]:
        found = self._execute(
            "SELECT id FROM tables WHERE phase = 'lobby' AND touched < ?", (before,)
        )
        return [row[0] for row in found]

    def insert_table(
        self,
        game: str,
        rules: int,
        options: dict[str, Any],
        channel: int | None,
        opener: int,
        key: bytes,
        commitment: str,
        rematch_of: int | None,
    ) -> int:
        done = self._execute(
            "INSERT INTO tables (game, rules, rules_last, options, channel, opener, phase, key,"
            " commitment, rematch_of, opened, touched) VALUES (:game, :rules, :rules, :options,"
            " :channel, :opener, 'lobby', :key, :commitment, :rematch_of, :now, :now)",
            {
                "game": game,
                "rules": rules,
                "options": json.dumps(options),
                "channel": channel,
                "opener": opener,
                "key": key,
                "commitment": commitment,
                "rematch_of": rematch_of,
                "now": self.now,
            },
        )
        assert done.lastrowid is not None
        return done.lastrowid

    def set_lobby(
        self, table_id: int, seats: Sequence[Seat], opener: int | None, options: dict[str, Any]
    ) -> None:
        """Who sits where while nothing is dealt, who opened it, and what was chosen."""
        self._execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
        self._many(
            "INSERT INTO seats (table_id, seat, user, is_autopilot) VALUES (?, ?, ?, ?)",
            [(table_id, n, seat.user, seat.is_autopilot) for n, seat in enumerate(seats)],
        )
        self._execute(
            "UPDATE tables SET opener = ?, options = ?, touched = ? WHERE id = ?",
            (opener, json.dumps(options), self.now, table_id),
        )

    def set_phase(self, table_id: int, phase: Phase, ending: str) -> None:
        self._execute(
            "UPDATE tables SET phase = ?, ending = ?, touched = ? WHERE id = ?",
            (phase, ending, self.now, table_id),
        )

    def set_lost(self, table_id: int, is_lost: bool) -> None:
        self._execute("UPDATE tables SET is_lost = ? WHERE id = ?", (is_lost, table_id))

    # Seats

    def set_autopilot(self, table_id: int, seat: int, is_autopilot: bool) -> None:
        self._execute(
            "UPDATE seats SET is_autopilot = ? WHERE table_id = ? AND seat = ?",
            (is_autopilot, table_id, seat),
        )

    def queues(self, table_id: int) -> dict[int, tuple[str, ...]]:
        """What seats have queued; each belongs to its seat alone."""
        found = self._execute(
            "SELECT seat, queue FROM seats WHERE table_id = ? AND queue <> '[]'", (table_id,)
        )
        return {seat: tuple(json.loads(queue)) for seat, queue in found}

    def set_queue(self, table_id: int, seat: int, codes: Sequence[str]) -> None:
        self._execute(
            "UPDATE seats SET queue = ? WHERE table_id = ? AND seat = ?",
            (json.dumps(codes), table_id, seat),
        )

    # The journal

    def key(self, table_id: int) -> bytes:
        """Secret until the table is over."""
        found: bytes = self._first("SELECT key FROM tables WHERE id = ?", table_id)
        return found

    def state(self, table_id: int) -> bytes | None:
        found: bytes | None = self._first("SELECT state FROM tables WHERE id = ?", table_id)
        return found

    def deal(self, table: Table, chain: str, digest: str, state: bytes) -> None:
        self._execute(
            "UPDATE tables SET phase = 'playing', touched = ?, rules = ?, rules_last = ?,"
            " chain = ?, digest = ?, state = ? WHERE id = ?",
            (self.now, table.game.rules, table.game.rules, chain, digest, state, table.id),
        )

    def append(
        self, table: Table, row: Row, phase: Phase, ending: str, digest: str, state: bytes
    ) -> None:
        """One journal row and the state after it; a version that is not ours stores nothing."""
        self._execute(
            "INSERT INTO journal (table_id, number, round, seat, code, events, hash, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (table.id, *row[:4], _events_out(row.events), *row[5:]),
        )
        done = self._execute(
            "UPDATE tables SET version = :version, touched = :at, rules_last = :rules,"
            " chain = :chain, phase = :phase, ending = :ending, digest = :digest, state = :state"
            " WHERE id = :id AND version = :version - 1",
            {
                "id": table.id,
                "version": row.number,
                "at": row.at,
                "rules": table.game.rules,
                "chain": row.hash,
                "phase": phase,
                "ending": ending,
                "digest": digest,
                "state": state,
            },
        )
        if done.rowcount != 1:
            raise Unsaved("the table was changed in the same moment")
        self._execute(
            "UPDATE seats SET moves = moves + 1, queue = '[]' WHERE table_id = ? AND seat = ?",
            (table.id, row.seat),
        )

    def rows(
        self,
        table_id: int,
        since: int = 1,
        until: int | None = None,
        newest: int | None = None,
        of_round: int | None = None,
    ) -> list[Row]:
        """The journal in its order; `newest` counts from the end."""
        found = self._execute(
            "SELECT number, round, seat, code, events, hash, at FROM journal"
            " WHERE table_id = :table AND number >= :since AND (:until IS NULL OR number <= :until)"
            " AND (:round IS NULL OR round = :round)"
            " ORDER BY number DESC LIMIT coalesce(:newest, -1)",
            {
                "table": table_id,
                "since": since,
                "until": until,
                "round": of_round,
                "newest": newest,
            },
        )
        return [
            Row(number, round_, seat, code, _events_in(events), digest, at)
            for number, round_, seat, code, events, digest, at in reversed(found.fetchall())
        ]

    def links(self, table_id: int) -> list[tuple[int, int | None, str, str]]:
        """Number, seat, code and hash of every row."""
        return self._execute(
            "SELECT number, seat, code, hash FROM journal WHERE table_id = ? ORDER BY number",
            (table_id,),
        ).fetchall()

    def last_code(self, table_id: int, seat: int) -> tuple[int, str] | None:
        """Number and code of the seat's last row."""
        found: tuple[int, str] | None = self._execute(
            "SELECT number, code FROM journal WHERE table_id = ? AND seat = ?"
            " ORDER BY number DESC LIMIT 1",
            (table_id, seat),
        ).fetchone()
        return found

    # Clicks

    def click(self, click_id: int) -> tuple[int, int] | None:
        """Table and number of the row that this click has made."""
        found: tuple[int, int] | None = self._execute(
            "SELECT table_id, number FROM clicks WHERE id = ?", (click_id,)
        ).fetchone()
        return found

    def remember_click(self, click_id: int, table_id: int, number: int) -> None:
        self._execute(
            "INSERT INTO clicks (id, table_id, number, at) VALUES (?, ?, ?, ?)",
            (click_id, table_id, number, self.now),
        )

    def forget_clicks(self, before: int) -> None:
        self._execute("DELETE FROM clicks WHERE at < ?", (before,))

    # Votes

    def vote(self, table_id: int, subject: str, seat: int) -> set[int]:
        """Everyone who wants it, the new voice included."""
        self._execute("INSERT OR IGNORE INTO votes VALUES (?, ?, ?)", (table_id, subject, seat))
        found = self._execute(
            "SELECT seat FROM votes WHERE table_id = ? AND subject = ?", (table_id, subject)
        )
        return {row[0] for row in found}

    # The outbox

    def pending(self, table_id: int, kind: str, user: int | None) -> Letter | None:
        found = self._execute(
            f"SELECT {_LETTERS} FROM outbox WHERE table_id = ? AND kind = ? AND user IS ?",
            (table_id, kind, user),
        ).fetchone()
        return _letter(found) if found else None

    def post_letter(
        self, table_id: int, kind: str, channel: int | None, user: int | None, body: dict[str, Any]
    ) -> None:
        self._execute(
            "INSERT INTO outbox (table_id, kind, channel, user, body, made, due)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (table_id, kind, channel, user, json.dumps(body), self.now, self.now),
        )

    def renew_letter(
        self, table_id: int, kind: str, user: int | None, body: dict[str, Any]
    ) -> bool:
        """Whether one was still waiting."""
        done = self._execute(
            "UPDATE outbox SET edition = edition + 1, body = ?"
            " WHERE table_id = ? AND kind = ? AND user IS ?",
            (json.dumps(body), table_id, kind, user),
        )
        return done.rowcount > 0

    def due_letters(self, limit: int) -> list[Letter]:
        """The oldest letter of every lane, where its time has come."""
        found = self._execute(
            f"SELECT {_LETTERS} FROM outbox WHERE id IN"
            " (SELECT min(id) FROM outbox GROUP BY channel, user) AND due <= ?"
            " ORDER BY id LIMIT ?",
            (self.now, limit),
        )
        return [_letter(row) for row in found]

    def next_due(self) -> int | None:
        """When the next letter may go out."""
        found: int | None = self._first(
            "SELECT min(due) FROM outbox WHERE id IN"
            " (SELECT min(id) FROM outbox GROUP BY channel, user)"
        )
        return found

    def drop_letter(self, letter_id: int, edition: int | None = None) -> bool:
        """Whether it is gone; a newer edition stays to be said."""
        self._execute(
            "DELETE FROM outbox WHERE id = ?1 AND (?2 IS NULL OR edition = ?2)",
            (letter_id, edition),
        )
        return self._first("SELECT id FROM outbox WHERE id = ?", letter_id) is None

    def drop_channel_letters(self, table_id: int) -> None:
        self._execute("DELETE FROM outbox WHERE table_id = ? AND channel IS NOT NULL", (table_id,))

    def postpone_letter(self, letter_id: int, due: int) -> None:
        self._execute("UPDATE outbox SET tries = tries + 1, due = ? WHERE id = ?", (due, letter_id))

    def calm_letter(self, letter_id: int) -> None:
        """It was delivered once: its next edition has all patience again."""
        self._execute("UPDATE outbox SET tries = 0, due = ? WHERE id = ?", (self.now, letter_id))

    def drop_old_letters(self, before: int) -> None:
        self._execute("DELETE FROM outbox WHERE made < ?", (before,))

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

    def drop_post(self, table_id: int, kind: str, user: int = 0) -> None:
        self._execute(
            "DELETE FROM posts WHERE table_id = ? AND kind = ? AND user = ?",
            (table_id, kind, user),
        )

    def post_by_message(self, message: int) -> tuple[int, str, int] | None:
        """Table, kind and user of what a message shows."""
        found: tuple[int, str, int] | None = self._execute(
            "SELECT table_id, kind, user FROM posts WHERE message = ?", (message,)
        ).fetchone()
        return found

    # Health

    def count_tables(self) -> dict[str, int]:
        return dict(self._execute("SELECT phase, count(*) FROM tables GROUP BY phase").fetchall())

    def tables_aside(self) -> list[tuple[int, str]]:
        """The tables whose records are damaged, and how."""
        return self._execute(
            "SELECT id, ending FROM tables WHERE phase = 'aside' ORDER BY id"
        ).fetchall()

    def letters(self) -> list[Letter]:
        """All that waits to be said, the oldest first."""
        return [_letter(row) for row in self._execute(f"SELECT {_LETTERS} FROM outbox ORDER BY id")]

    def orphans(self) -> list[tuple[str, int, int]]:
        """Rows that belong to no table: what they are, the number they bear, how many."""
        parts = ("seats", "journal", "votes", "outbox", "posts")
        statement = " UNION ALL ".join(
            f"SELECT '{part}', table_id, count(*) FROM {part}"
            " WHERE table_id NOT IN (SELECT id FROM tables) GROUP BY table_id"
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

    def _first(self, statement: str, *values: Any) -> Any:
        found = self._execute(statement, values).fetchone()
        return found[0] if found else None


def _name(raw: bytes | None) -> str:
    """A name that was spoilt must not cost its owner's tables."""
    return raw.decode(errors="replace") if raw else AUTOPILOT


def _letter(row: Sequence[Any]) -> Letter:
    """A letter that was spoilt must not hold back the others."""
    id_, table_id, kind, channel, user, body, *rest = row
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    facts = found if isinstance(found, dict) else {}
    return Letter(id_, table_id, kind, channel, user, facts, *rest)


def _events_out(events: Iterable[Event]) -> str:
    return json.dumps(events, separators=(",", ":"))


def _events_in(text: str) -> tuple[Event, ...]:
    return tuple(Event(*_tuples(each)) for each in json.loads(text))


def _tuples(value: Any) -> Any:
    """JSON knows lists only; facts are tuples."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
