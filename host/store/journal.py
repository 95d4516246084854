"""Statements about what was played: journal rows, states, keys, and answered clicks."""

import json
from collections.abc import Iterable
from typing import Any

from engine.kernel.events import Event
from engine.kernel.journal import Entry, next_hash
from host.errors import Damaged, SaveFailed
from host.records import Phase, Row, Table
from host.seals import seal
from host.store.base import EVERYTHING, BaseStore


class JournalStore(BaseStore):
    def key(self, table_id: int) -> bytes:
        """Return the key, which is secret until the table is over."""
        return self._first("SELECT key FROM tables WHERE id = ?", table_id)

    def state(self, table_id: int) -> bytes | None:
        return self._first("SELECT state FROM tables WHERE id = ?", table_id)

    def deal(self, table: Table, chain: str, digest: str, state: bytes) -> None:
        self._execute(
            "UPDATE tables SET phase = 'playing', touched = ?, rules = ?, rules_last = ?,"
            " chain = ?, digest = ?, state = ? WHERE id = ?",
            (self.now, table.game.rules, table.game.rules, chain, digest, state, table.id),
        )
        self._forget(table.id)

    def append(
        self, table: Table, row: Row, phase: Phase, ending: str, digest: str, state: bytes
    ) -> Table:
        """Store one journal row and the state after it; return the table as it is stored now.

        Raises `SaveFailed` if the table has another version than the one that the row follows.
        """
        events = _events_out(row.events)
        inserted = self._execute(
            "INSERT INTO journal (table_id, number, round, seat, code, events, hash, at, is_auto,"
            " seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (table.id, *row[:4], events, *row[5:], seal(row.hash, row.round, events, row.at)),
        )
        stored = self._execute(
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
        if stored.rowcount != 1:
            raise SaveFailed("the table was changed in the same moment")
        if inserted.rowcount != 1:
            raise Damaged(f"row {row.number} of its journal is there already")
        self._execute(
            "UPDATE seats SET moves = moves + 1 WHERE table_id = ? AND seat = ?",
            (table.id, row.seat),
        )
        self._tables[table.id] = after = _advanced(table, row, phase, ending, digest)
        return after

    def rows(
        self,
        table_id: int,
        since: int = 1,
        until: int | None = None,
        newest: int | None = None,
        of_round: int | None = None,
    ) -> list[Row]:
        """Return the journal in order; `newest` counts from the end. `Damaged` if a row changed."""
        rows = self._execute(
            "SELECT number, round, seat, code, events, hash, at, is_auto, seal, (SELECT hash FROM"
            " journal AS one WHERE one.table_id = :table AND one.number = journal.number - 1)"
            " FROM journal WHERE table_id = :table AND number >= :since AND number <= :until"
            " AND (CAST(:round AS BIGINT) IS NULL OR round = :round)"
            " ORDER BY number DESC LIMIT :newest",
            {
                "table": table_id,
                "since": since,
                "until": EVERYTHING if until is None else until,
                "round": of_round,
                "newest": EVERYTHING if newest is None else newest,
            },
        )
        return [_as_row(*row) for row in reversed(rows.fetchall())]

    def links(self, table_id: int) -> list[tuple[int, int | None, str, str]]:
        """Return number, seat, code and hash of every row."""
        return self._rows(
            "SELECT number, seat, code, hash FROM journal WHERE table_id = ? ORDER BY number",
            table_id,
        )

    def last_code(
        self, table_id: int, seat: int, until: int | None = None
    ) -> tuple[int, str] | None:
        """Return number and code of the seat's last row, or of its last one up to that number."""
        return self._row(
            "SELECT number, code FROM journal WHERE table_id = ? AND seat = ? AND number <= ?"
            " ORDER BY number DESC LIMIT 1",
            *(table_id, seat, EVERYTHING if until is None else until),
        )

    # Clicks

    def click(self, click_id: int) -> tuple[int, int] | None:
        """Return table and number of the row that this click has made; number 0 in a lobby."""
        return self._row("SELECT table_id, number FROM clicks WHERE id = ?", click_id)

    def remember_click(self, click_id: int, table_id: int, number: int = 0) -> None:
        """Store what a click has made: the row of a table, or something else (0)."""
        self._execute(
            "INSERT INTO clicks (id, table_id, number, at) VALUES (?, ?, ?, ?)",
            (click_id, table_id, number, self.now),
        )

    def forget_clicks(self, before: int) -> None:
        """Forget old clicks, but none of a running table: typed actions may arrive days later."""
        self._execute(
            "DELETE FROM clicks WHERE at < ?"
            " AND table_id NOT IN (SELECT id FROM tables INDEXED BY open_tables"
            " WHERE phase IN ('lobby', 'playing') AND phase = 'playing')",
            (before,),
        )


def _advanced(table: Table, row: Row, phase: Phase, ending: str, digest: str) -> Table:
    """Return the table after a row of its journal."""
    if row.seat is not None:
        table = table.with_seat(row.seat, moves=table.seats[row.seat].moves + 1)
    return table._replace(
        version=row.number,
        touched=row.at,
        rules_last=table.game.rules,
        chain=row.hash,
        digest=digest,
        phase=phase,
        ending=ending,
    )


def _as_row(
    number: int,
    round_: int,
    seat: int | None,
    code: str,
    events: str,
    hash_: str,
    at: int,
    is_auto: int,
    stored_seal: str,
    hash_before: str | None,
) -> Row:
    """Return the row; raise `Damaged` if it isn't the one that was stored."""
    is_linked = number == 1 or next_hash(hash_before or "", Entry(seat, code)) == hash_
    if not is_linked or seal(hash_, round_, events, at) != stored_seal:
        raise Damaged(f"row {number} of its journal was changed")
    return Row(number, round_, seat, code, _events_in(events), hash_, at, bool(is_auto))


def _events_out(events: Iterable[Event]) -> str:
    return json.dumps(events, separators=(",", ":"))


def _events_in(text: str) -> tuple[Event, ...]:
    return tuple(Event(*_tuples(each)) for each in json.loads(text))


def _tuples(value: Any) -> Any:
    """Turn lists into tuples: JSON only has lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
