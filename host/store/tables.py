"""Statements about people, tables and lobbies."""

import json
from collections.abc import Sequence
from typing import Any

from engine import GAMES
from engine.kernel.game import Game
from host.errors import Damaged
from host.records import Phase, Seat, Table, User
from host.store.seats import SeatStore
from host.terms import SHORTEST_IDLE, Terms

_PLAIN = (
    *("channel", "is_lost", "opener", "ending", "commitment", "rules", "rules_last", "rematch_of"),
    *("opened", "touched", "version", "chain", "digest", "paused", "is_sealed", "is_lesson"),
)
_TABLE = f"SELECT game, options, terms, phase, {', '.join(_PLAIN)} FROM tables WHERE id = ?"
_IS_OPEN = "phase IN ('lobby', 'playing')"  # as in the index `open_tables`
# Looks up that small index for every seat the user ever had; finished tables aren't read.
_OPEN_TABLES_OF = f"""
    FROM seats CROSS JOIN tables INDEXED BY open_tables ON id = table_id
    WHERE user = ? AND {_IS_OPEN} AND NOT is_lesson"""


class TableStore(SeatStore):
    # Users

    def remember_user(self, user: User) -> None:
        self._execute(
            "INSERT INTO users (id, name) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name"
            " WHERE users.name <> excluded.name",
            user,
        )
        self._forget()

    def settings(self, user: int) -> dict[str, Any]:
        settings: str | None = self._first("SELECT settings FROM users WHERE id = ?", user)
        return {} if settings is None else dict(json.loads(settings))

    def set_settings(self, user: int, settings: dict[str, Any]) -> None:
        self._execute("UPDATE users SET settings = ? WHERE id = ?", (json.dumps(settings), user))

    # Tables

    def table(self, table_id: int) -> Table | None:
        """Return a table; it is read once in a transaction, and again after a change."""
        if table_id not in self._tables and (
            row := self._row(f"{_TABLE}{self.connection.row_lock}", table_id)
        ):
            self._owned.add(table_id)
            self._tables[table_id] = self._as_table(table_id, *row)
        return self._tables.get(table_id)

    def _as_table(
        self, table_id: int, game: str, options: str, terms: str, phase: str, *plain: Any
    ) -> Table:
        if game not in GAMES:
            raise Damaged(f"its game is unknown here: {game}")
        facts: dict[str, Any] = dict(zip(_PLAIN, plain, strict=True))
        is_rematch = facts["rematch_of"] is not None and phase == "lobby"
        return Table(
            id=table_id,
            game=_by_its_rules(GAMES[game], phase, facts["rules_last"]),
            options=json.loads(options),
            terms=Terms.model_validate_json(terms),
            phase=Phase(phase),
            seats=self.seats(table_id),
            invited=self.invited(table_id) if is_rematch else (),
            declined=self.declined(table_id, facts["rematch_of"]) if is_rematch else (),
            **facts,
        )

    def rules_of_running_tables(self) -> list[tuple[int, str, int]]:
        """Return number, game and rules of each running table."""
        return self._rows(
            "SELECT id, game, rules_last FROM tables WHERE phase = 'playing' ORDER BY id"
        )

    # Invitations

    def invite(self, table_id: int, users: Sequence[int]) -> None:
        self._many(
            "INSERT INTO invitations (table_id, user) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [(table_id, user) for user in users],
        )
        self._forget(table_id)

    def invited(self, table_id: int) -> tuple[User, ...]:
        rows = self._rows(
            "SELECT user, name FROM invitations JOIN users ON id = user WHERE table_id = ?"
            " ORDER BY user",
            table_id,
        )
        return tuple(User(*row) for row in rows)

    def declined(self, table_id: int, old: int) -> tuple[User, ...]:
        """Those who played at the old table, but neither sit at this one nor are still invited."""
        rows = self._rows(
            "SELECT user, name FROM seats JOIN users ON id = user WHERE table_id = ?1"
            " AND user NOT IN (SELECT user FROM invitations WHERE table_id = ?2)"
            " AND user NOT IN"
            " (SELECT user FROM seats WHERE table_id = ?2 AND user IS NOT NULL)"
            " ORDER BY seat",
            old,
            table_id,
        )
        return tuple(User(*row) for row in rows)

    def drop_invitation(self, table_id: int, user: int | None = None) -> bool:
        """Remove one person's invitation, or all of a table; return whether there was any."""
        self._forget(table_id)
        done = self._execute(
            "DELETE FROM invitations"
            " WHERE table_id = ?1 AND (CAST(?2 AS BIGINT) IS NULL OR user = ?2)",
            (table_id, user),
        )
        return done.rowcount > 0

    def open_table_in(self, channel: int) -> int | None:
        return self._first(
            "SELECT id FROM tables WHERE channel = ? AND phase IN ('lobby', 'playing')", channel
        )

    def last_table_in(self, channel: int) -> int | None:
        return self._first("SELECT max(id) FROM tables WHERE channel = ?", channel)

    def rematch_of(self, table_id: int) -> int | None:
        return self._first(
            "SELECT id FROM tables WHERE rematch_of = ? AND phase NOT IN ('closed', 'aside')",
            table_id,
        )

    def tables_needing_autoplay(self) -> list[int]:
        """Return running tables with a seat that may play by itself."""
        return self._column(
            "SELECT DISTINCT id FROM tables INDEXED BY open_tables CROSS JOIN seats"
            f" ON id = table_id WHERE {_IS_OPEN} AND phase = 'playing'"
            " AND (is_autopilot OR stands_in <> '' OR queue <> '[]')"
        )

    def phase_of(self, table_id: int) -> str:
        return self._first("SELECT phase FROM tables WHERE id = ?", table_id)

    def channel_of(self, table_id: int) -> int | None:
        return self._first("SELECT channel FROM tables WHERE id = ?", table_id)

    def table_ids_of(self, user: int, most: int) -> list[int]:
        """Return the user's open tables, the latest change first."""
        return self._column(
            f"SELECT id {_OPEN_TABLES_OF} ORDER BY touched DESC LIMIT ?", user, most
        )

    def count_open_tables(self, user: int) -> tuple[int, int]:
        """Return how many open tables the user sits at, and how many of them are private."""
        statement = f"SELECT count(*), count(*) - count(channel) {_OPEN_TABLES_OF}"
        return tuple(self._rows(statement, user)[0])

    def opening_of_newest(self, user: int, number: int) -> int | None:
        """Return when the user's `number`-th newest table was opened; None if there are fewer."""
        return self._first(
            "SELECT opened FROM tables WHERE id = (SELECT table_id FROM seats"
            " WHERE user = ? ORDER BY table_id DESC LIMIT 1 OFFSET ?)",
            user,
            number - 1,
        )

    def dealt_table_ids(self, channel: int | None, user: int, most: int) -> list[int]:
        """Return what was played in a channel, or privately by a user; newest first."""
        where, who = ("channel = ?", channel) if channel is not None else ("user = ?", user)
        source = "tables" if channel is not None else "seats CROSS JOIN tables ON id = table_id"
        order = "id" if channel is not None else "table_id"  # each as in its index
        return self._column(
            f"SELECT id FROM {source} WHERE {where} AND phase IN ('playing', 'over')"
            " AND NOT is_lesson"
            f" ORDER BY {order} DESC LIMIT ?",
            who,
            most,
        )

    def lesson_ids_of(self, user: int, game: str) -> list[int]:
        """Return the user's unfinished lessons of a game."""
        return self._column(
            "SELECT id FROM seats CROSS JOIN tables INDEXED BY open_tables ON id = table_id"
            f" WHERE user = ? AND {_IS_OPEN} AND is_lesson AND game = ?",
            user,
            game,
        )

    def all_table_ids(self) -> list[int]:
        return [row[0] for row in self._execute("SELECT id FROM tables ORDER BY id")]

    def tables_touched(self, since: int) -> list[int]:
        """Return tables where something has happened since then."""
        return self._column(
            "SELECT id FROM tables WHERE touched >= ? AND phase IN ('lobby', 'playing', 'over')"
            " ORDER BY id",
            since,
        )

    def stale_lobby_ids(self, before: int) -> list[int]:
        return self._column(
            "SELECT id FROM tables INDEXED BY open_tables"
            f" WHERE {_IS_OPEN} AND phase = 'lobby' AND touched < ?",
            before,
        )

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
        terms: Terms,
    ) -> int:
        inserted = self._execute(
            "INSERT INTO tables (game, rules, rules_last, options, channel, opener, phase, key,"
            " commitment, rematch_of, terms, opened, touched) VALUES (:game, :rules, :rules,"
            " :options, :channel, :opener, 'lobby', :key, :commitment, :rematch_of, :terms,"
            " :now, :now) RETURNING id",
            {
                "game": game,
                "rules": rules,
                "options": json.dumps(options),
                "channel": channel,
                "opener": opener,
                "key": key,
                "commitment": commitment,
                "rematch_of": rematch_of,
                "terms": terms.model_dump_json(),
                "now": self.now,
            },
        )
        return int(inserted.fetchone()[0])

    def set_lobby(
        self, table_id: int, seats: Sequence[Seat], opener: int | None, options: dict[str, Any]
    ) -> None:
        """Store the seats before the deal, who opened the table, and its options."""
        self._execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
        self._many(
            "INSERT INTO seats (table_id, seat, user, is_autopilot) VALUES (?, ?, ?, ?)",
            [(table_id, n, seat.user, seat.is_autopilot) for n, seat in enumerate(seats)],
        )
        self.seal_seats(table_id)
        self._execute(
            "UPDATE tables SET opener = ?, options = ?, touched = ? WHERE id = ?",
            (opener, json.dumps(options), self.now, table_id),
        )
        self._forget(table_id)

    def set_phase(self, table_id: int, phase: Phase, ending: str) -> None:
        self._execute(
            "UPDATE tables SET phase = ?, ending = ?, touched = ?, breath = NULL WHERE id = ?",
            (phase, ending, self.now, table_id),
        )
        self._forget(table_id)

    def set_terms(self, table_id: int, terms: Terms) -> None:
        self._execute(
            "UPDATE tables SET terms = ?, touched = ? WHERE id = ?",
            (terms.model_dump_json(), self.now, table_id),
        )
        self._forget(table_id)

    def set_paused(self, table_id: int, paused: int | None) -> None:
        self._execute("UPDATE tables SET paused = ? WHERE id = ?", (paused, table_id))
        self._forget(table_id)

    def idle_tables(self) -> list[tuple[int, str, int]]:
        """Return number, terms and last action of running tables that may be abandoned.

        They have been untouched for the shortest time that a table can agree on.
        """
        return self._rows(
            "SELECT id, terms, touched FROM tables INDEXED BY open_tables"
            f" WHERE {_IS_OPEN} AND phase = 'playing' AND touched <= ? ORDER BY id",
            self.now - SHORTEST_IDLE,
        )

    def seal(self, table_id: int) -> None:
        """Keep the key secret after the end, because others play with the same luck."""
        self._execute("UPDATE tables SET is_sealed = TRUE WHERE id = ?", (table_id,))
        self._forget(table_id)

    def mark_lesson(self, table_id: int) -> None:
        """Note that a table is a guided first round."""
        self._execute("UPDATE tables SET is_lesson = TRUE WHERE id = ?", (table_id,))
        self._forget(table_id)

    def set_server(self, table_id: int, server: int) -> None:
        self._execute("UPDATE tables SET server = ? WHERE id = ?", (server, table_id))

    def remember_server(self, table_id: int, channel: int, server: int) -> None:
        """Note the server of a table in this channel that doesn't know it yet."""
        done = self._execute(
            "UPDATE tables SET server = ? WHERE id = ? AND server IS NULL AND channel = ?",
            (server, table_id, channel),
        )
        if done.rowcount:
            self._execute(
                "UPDATE outbox SET server = ? WHERE table_id = ? AND channel IS NOT NULL",
                (server, table_id),
            )

    # The channel for a server's log

    def log_of(self, table_id: int) -> tuple[int, int] | None:
        """Return the table's server and the channel of that server's log, if it has one."""
        found: tuple[int, int] | None = self._row(
            "SELECT server, log_channels.channel FROM log_channels"
            " JOIN tables USING (server) WHERE tables.id = ?",
            table_id,
        )
        return found

    def set_log_channel(self, server: int, channel: int | None) -> None:
        """Choose the channel for a server's log; None turns it off."""
        self._execute("DELETE FROM log_channels WHERE server = ?", (server,))
        if channel is not None:
            statement = "INSERT INTO log_channels (server, channel) VALUES (?, ?)"
            self._execute(statement, (server, channel))

    def drop_log_channel(self, channel: int) -> None:
        """Forget a log channel where nothing can be posted any more."""
        self._execute("DELETE FROM log_channels WHERE channel = ?", (channel,))
        self._execute("DELETE FROM outbox WHERE kind = 'logged' AND channel = ?", (channel,))
        self.is_outbox_changed = True

    # Decisions

    def add_decision(
        self, table_id: int, matter: str, seats: Sequence[int], user: int | None
    ) -> None:
        self._execute(
            "INSERT INTO decisions (table_id, matter, seats, user, at) VALUES (?, ?, ?, ?, ?)",
            (table_id, matter, json.dumps([*seats]), user, self.now),
        )

    def decisions(self, table_id: int, newest: int) -> list[tuple[str, list[int], int | None, int]]:
        """Return what was decided, by which seats' votes or which user, and when; newest first."""
        return [
            (matter, json.loads(seats), user, at)
            for matter, seats, user, at in self._rows(
                "SELECT matter, seats, user, at FROM decisions WHERE table_id = ?"
                " ORDER BY id DESC LIMIT ?",
                table_id,
                newest,
            )
        ]

    # Time to undo

    def breath(self, table_id: int) -> int | None:
        """Return until when plans wait there, so that somebody can undo."""
        return self._first("SELECT breath FROM tables WHERE id = ?", table_id)

    def set_breath(self, table_id: int, until: int | None) -> None:
        """Make plans wait until then, or not at all (None)."""
        changed = "" if until else " AND breath IS NOT NULL"
        self._execute(f"UPDATE tables SET breath = ? WHERE id = ?{changed}", (until, table_id))

    def tables_out_of_breath(self) -> list[int]:
        return self._column("SELECT id FROM tables WHERE breath <= ? ORDER BY breath", self.now)

    def set_lost(self, table_id: int, is_lost: bool) -> None:
        self._execute("UPDATE tables SET is_lost = ? WHERE id = ?", (is_lost, table_id))
        self._forget(table_id)


def _by_its_rules(game: Game[Any, Any], phase: str, rules: int) -> Game[Any, Any]:
    """Return the game by its own rules, or by the newest ones in a lobby."""
    return game.by_rules(int(rules)) if phase in (Phase.PLAYING, Phase.OVER) else game
