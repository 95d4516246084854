"""Statements about the seats of a table: who plays them, and what they have planned."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from host.errors import Damaged
from host.records import AUTOPILOT, FORMER, Seat
from host.seals import seal
from host.store.base import BaseStore

NO_QUEUE = b"[]"
_SEALED = "user, is_autopilot, stands_in, missed, is_free, is_former, CAST(queue AS BLOB)"
_SEATS = f"""
    SELECT seats.seat, CAST(name AS BLOB), moves, due, seal, {_SEALED}
    FROM seats LEFT JOIN users ON users.id = user LEFT JOIN deadlines USING (table_id, seat)
    WHERE table_id = ? ORDER BY seats.seat"""


class SeatStore(BaseStore):
    def seats(self, table_id: int) -> tuple[Seat, ...]:
        rows = self._execute(_SEATS, (table_id,)).fetchall()
        seats = tuple(_as_seat(table_id, *row) for row in rows)
        queues = ((row[0], row[-1]) for row in rows)
        self._queues[table_id] = {
            seat: tuple(json.loads(queue)) for seat, queue in queues if queue != NO_QUEUE
        }
        return seats

    def set_seat(self, table_id: int, seat: Seat) -> None:
        """Store who plays the seat, and how."""
        self._execute(
            "UPDATE seats SET user = ?, is_autopilot = ?, stands_in = ?, missed = ?, is_free = ?"
            " WHERE table_id = ? AND seat = ?",
            (
                seat.user,
                seat.is_autopilot,
                seat.stands_in,
                seat.missed,
                seat.is_free,
                table_id,
                seat.number,
            ),
        )
        self.seal_seats(table_id)

    def queues(self, table_id: int) -> Mapping[int, tuple[str, ...]]:
        """Return the plans by seat; each may only be shown to its seat."""
        if table_id not in self._queues:
            self.seats(table_id)  # which reads them, too
        return self._queues[table_id]

    def set_queue(self, table_id: int, seat: int, codes: Sequence[str]) -> None:
        self._execute(
            "UPDATE seats SET queue = ? WHERE table_id = ? AND seat = ?",
            (json.dumps(codes), table_id, seat),
        )
        self.seal_seats(table_id)

    def seal_seats(self, table_id: int) -> None:
        """Seal the seats; to be called after every change except to the count of moves."""
        self.own(table_id)
        self._forget(table_id)
        rows = self._rows(f"SELECT seat, {_SEALED} FROM seats WHERE table_id = ?", table_id)
        self._many(
            "UPDATE seats SET seal = ? WHERE table_id = ? AND seat = ?",
            [(seal(table_id, *row), table_id, row[0]) for row in rows],
        )


def _as_seat(
    table_id: int,
    number: int,
    name: bytes | None,
    moves: int,
    due: int | None,
    stored_seal: str,
    *sealed: Any,
) -> Seat:
    """Return the seat; raise `Damaged` if it isn't the one that was stored."""
    if seal(table_id, number, *sealed) != stored_seal:
        raise Damaged(f"seat {number + 1} was changed")
    user, is_autopilot, stands_in, missed, is_free, is_former, _ = sealed
    shown = _name(name, is_former)
    return Seat(
        number, user, shown, bool(is_autopilot), moves, stands_in, missed, bool(is_free), due
    )


def _name(raw: bytes | None, is_former: bool) -> str:
    """Return a name; a damaged one must not make its owner's tables unreadable."""
    if raw:
        return raw.decode(errors="replace")
    return FORMER if is_former else AUTOPILOT
