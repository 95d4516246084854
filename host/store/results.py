"""Statements about how games have ended: results, ratings, what statistics ask."""

import json
from collections.abc import Sequence
from typing import Any

from host.records import Rating, SeatResult
from host.store.base import BaseStore, marks, upsert

# Or it would name cards of a deal that others are still playing.
_TOLD = "NOT EXISTS (SELECT 1 FROM tables WHERE id = table_id AND is_sealed)"
_KEPT = "seat, user, channel, game, seats, level, score, rank, has_won, has_left, facts, at"


class ResultStore(BaseStore):
    def insert_result(self, table_id: int, kept: SeatResult) -> None:
        *plain, facts, _ = kept
        self._execute(
            upsert("results", "table_id, seat", _KEPT.removeprefix("seat, ")),
            (table_id, *plain, json.dumps(facts), self.now),
        )

    def results_of(self, user: int, most: int, is_own: bool) -> list[SeatResult]:
        """Return the user's last games; those of open challenges only for the user's own eyes."""
        told = "" if is_own else f"AND {_TOLD} "
        rows = self._rows(
            f"SELECT {_KEPT} FROM results WHERE user = ? {told}ORDER BY at DESC LIMIT ?",
            user,
            most,
        )
        return [_as_kept(row) for row in rows]

    def count_sealed(self, user: int, game: str) -> int:
        """Count the user's finished attempts at challenges that are still open."""
        return self._first(
            f"SELECT count(*) FROM results WHERE user = ? AND game = ? AND NOT {_TOLD}", user, game
        )

    def endings_listed(self, user: int, most: int) -> dict[int, SeatResult]:
        """Return the user's last games by table, newest first, also those of open challenges."""
        rows = self._rows(
            f"SELECT table_id, {_KEPT} FROM results WHERE user = ? ORDER BY at DESC LIMIT ?",
            user,
            most,
        )
        return {table_id: _as_kept(row) for table_id, *row in rows}

    def winners(self, table_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """Return the names of the people who won at each of these tables."""
        found: dict[int, tuple[str, ...]] = {}
        rows = self._execute(
            "SELECT table_id, CAST(name AS BLOB) FROM results JOIN users ON users.id = user"
            f" WHERE has_won AND table_id IN ({marks(table_ids)}) ORDER BY table_id, seat",
            tuple(table_ids),
        )
        for table_id, name in rows:
            found[table_id] = (*found.get(table_id, ()), name.decode(errors="replace"))
        return found

    def has_finished(self, user: int, game: str) -> bool:
        """Whether the user has ever played a game of this kind to its end."""
        statement = "SELECT 1 FROM results WHERE user = ? AND game = ? AND NOT has_left LIMIT 1"
        return self._row(statement, user, game) is not None

    def results_in(self, channels: Sequence[int], most: int) -> list[SeatResult]:
        """Return the last games in these channels."""
        # The inner query reads only the index, so facts are read only for the last games.
        rows = self._rows(
            f"SELECT {_KEPT} FROM results WHERE (table_id, seat) IN (SELECT table_id, seat"
            f" FROM results WHERE channel IN ({marks(channels)}) ORDER BY at DESC LIMIT ?)"
            " AND user IS NOT NULL ORDER BY at DESC",
            *channels,
            most,
        )
        return [_as_kept(row) for row in rows]

    # Those who left

    def add_leaver(self, table_id: int, user: int, seat: int) -> None:
        """Note that a user has left; nothing changes if they had left before."""
        self._execute(
            "INSERT INTO leavers (table_id, user, seat, at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (table_id, user, seat, self.now),
        )

    def drop_leaver(self, table_id: int, user: int) -> None:
        self._execute("DELETE FROM leavers WHERE table_id = ? AND user = ?", (table_id, user))

    def leavers(self, table_id: int) -> dict[int, int]:
        """Return who has left a table, and their seats, in the order in which they went."""
        statement = "SELECT user, seat FROM leavers WHERE table_id = ? ORDER BY at, seat"
        return dict(self._rows(statement, table_id))

    # Turns in time

    def count_turn(self, table_id: int, seat: int, turn: str, user: int, is_late: bool) -> None:
        """Count a turn as done in time or late; each turn of a seat counts once."""
        done = self._execute(
            "UPDATE seats SET counted = ?3 WHERE table_id = ?1 AND seat = ?2 AND counted <> ?3",
            (table_id, seat, turn),
        )
        if done.rowcount:
            column = "late" if is_late else "in_time"
            self._execute(f"UPDATE users SET {column} = {column} + 1 WHERE id = ?", (user,))

    def turns_of(self, user: int) -> tuple[int, int]:
        """Return how many turns the user did in time, and how many ran out."""
        row = self._row("SELECT in_time, late FROM users WHERE id = ?", user)
        return (row[0], row[1]) if row else (0, 0)

    # Ratings

    def rating(self, user: int, game: str) -> Rating:
        row = self._row(
            "SELECT user, game, mu, sigma, games FROM ratings WHERE user = ? AND game = ?",
            user,
            game,
        )
        return Rating(*row) if row else Rating(user, game)

    def set_rating(self, rating: Rating) -> None:
        self._execute(upsert("ratings", "user, game", "mu, sigma, games"), rating)

    def ratings_in(self, channels: Sequence[int], game: str, most: int) -> list[tuple[Rating, str]]:
        """Return ratings of people who have played there, and names; sorted by `Rating.points`."""
        rows = self._rows(
            "SELECT ratings.user, game, mu, sigma, games, CAST(name AS BLOB) FROM ratings"
            " JOIN users ON users.id = ratings.user WHERE game = ? AND ratings.user IN"
            f" (SELECT user FROM results WHERE channel IN ({marks(channels)}))"
            " ORDER BY mu - 3 * sigma DESC LIMIT ?",
            game,
            *channels,
            most,
        )
        return [(Rating(*row[:5]), row[5].decode(errors="replace")) for row in rows]


def _as_kept(row: Sequence[Any]) -> SeatResult:
    *plain, has_won, has_left, facts, at = row
    return SeatResult._make((*plain, bool(has_won), bool(has_left), json.loads(facts), at))
