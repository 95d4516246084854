"""Statements about everything that is stored about one person."""

from typing import NamedTuple

from host.records import FORMER, Phase
from host.store.seats import SeatStore

_TRACES = (
    "SELECT 1 FROM users WHERE id = :user",
    "SELECT 1 FROM seats WHERE user = :user",
    "SELECT 1 FROM tables WHERE opener = :user",
    "SELECT 1 FROM outbox WHERE user = :user",
    "SELECT 1 FROM posts WHERE user = :user AND user <> 0",
    "SELECT 1 FROM replies WHERE user = :user",
    "SELECT 1 FROM invitations WHERE user = :user",
    "SELECT 1 FROM attempts WHERE user = :user",
    "SELECT 1 FROM challenges WHERE opener = :user",
    "SELECT 1 FROM schedules WHERE opener = :user",
    "SELECT 1 FROM results WHERE user = :user",
    "SELECT 1 FROM ratings WHERE user = :user",
    "SELECT 1 FROM leavers WHERE user = :user",
    "SELECT 1 FROM decisions WHERE user = :user",
)
_ERASE = (
    "UPDATE tables SET ending = :former || ' closed it.'"
    " WHERE opener = :user AND phase = 'closed' AND ending LIKE '% closed it.'",
    "UPDATE tables SET opener = NULL WHERE opener = :user",
    "UPDATE seats SET user = NULL, is_former = TRUE, is_free = FALSE, queue = '[]',"
    " stands_in = '', missed = 0, is_autopilot = is_autopilot OR"
    " table_id IN (SELECT id FROM tables WHERE phase IN ('lobby', 'playing')) WHERE user = :user",
    "DELETE FROM outbox WHERE user = :user",
    "DELETE FROM posts WHERE user = :user AND user <> 0",
    "DELETE FROM replies WHERE user = :user",
    "DELETE FROM invitations WHERE user = :user",
    "UPDATE attempts SET user = NULL, is_ranked = is_ranked AND finished IS NOT NULL"
    " WHERE user = :user",
    "UPDATE challenges SET opener = NULL WHERE opener = :user",
    "UPDATE schedules SET opener = NULL WHERE opener = :user",
    "UPDATE results SET user = NULL WHERE user = :user",
    "UPDATE decisions SET user = NULL WHERE user = :user",
    "DELETE FROM ratings WHERE user = :user",
    "DELETE FROM leavers WHERE user = :user",
    "DELETE FROM users WHERE id = :user",
)


class Place(NamedTuple):
    """A seat that a user has or had, with what they may know about its table."""

    table: int
    game: str
    channel: int | None
    phase: str
    is_opener: bool
    opened: int
    touched: int
    seat: int
    is_autopilot: bool
    queue: str
    due: int | None


class PrivacyStore(SeatStore):
    def is_known(self, user: int) -> bool:
        """Whether anything at all is stored about a user."""
        traces = " UNION ALL ".join(_TRACES)
        return self._execute(traces, {"user": user}).fetchone() is not None

    def seats_in(self, user: int, phase: Phase) -> list[tuple[int, int]]:
        """Return table and seat wherever the user sits in this phase."""
        return self._rows(
            "SELECT table_id, seat FROM seats JOIN tables ON id = table_id"
            " WHERE user = ? AND phase = ? ORDER BY table_id",
            user,
            phase,
        )

    def erase(self, user: int) -> None:
        """Remove the user from all rows; their seats remain as those of a former player."""
        tables = self._column("SELECT table_id FROM seats WHERE user = ? ORDER BY table_id", user)
        left = self._column("SELECT table_id FROM leavers WHERE user = ?", user)
        self.own_all({*tables, *left})
        for statement in _ERASE:
            self._execute(statement, {"user": user, "former": FORMER})
        self._forget()
        for table_id in tables:
            self.seal_seats(table_id)

    def drop_votes_of(self, table_id: int, seat: int) -> int:
        """Return how many votes of the seat were dropped."""
        done = self._execute("DELETE FROM votes WHERE table_id = ? AND seat = ?", (table_id, seat))
        return done.rowcount

    # What there is

    def person(self, user: int) -> tuple[str, int | None] | None:
        """The name, and when the next digest is due."""
        return self._row("SELECT name, digest FROM users WHERE id = ?", user)

    def places(self, user: int, table_id: int | None = None) -> list[Place]:
        """Return the person's seats, or the one at this table."""
        rows = self._rows(
            "SELECT id, game, channel, phase, coalesce(opener = ?1, FALSE), opened, touched, seat,"
            " is_autopilot, queue, due FROM seats JOIN tables ON id = table_id"
            " LEFT JOIN deadlines USING (table_id, seat) WHERE user = ?1"
            " AND (CAST(?2 AS BIGINT) IS NULL OR id = ?2) ORDER BY id",
            user,
            table_id,
        )
        return [Place(*row) for row in rows]

    def count_moves(self, user: int) -> int:
        """Count the rows of all journals that were played in the user's seats."""
        return self._first(
            "SELECT CAST(coalesce(sum(moves), 0) AS BIGINT) FROM seats WHERE user = ?", user
        )

    def codes_of(self, table_id: int, seat: int) -> list[tuple[int, int, str]]:
        """Return time, round and code of every row of a seat."""
        return self._rows(
            "SELECT at, round, code FROM journal WHERE table_id = ? AND seat = ? ORDER BY number",
            table_id,
            seat,
        )

    def votes_of(self, table_id: int, seat: int) -> list[tuple[int, str]]:
        """Return what the seat has voted for, and since when."""
        return self._rows(
            "SELECT at, subject FROM votes WHERE table_id = ? AND seat = ? ORDER BY at, subject",
            table_id,
            seat,
        )

    def invitations_to(self, user: int) -> list[int]:
        """Return the tables to which a user is invited."""
        return self._column("SELECT table_id FROM invitations WHERE user = ?", user)

    def messages_to(self, user: int) -> list[tuple[int, int, str, str]]:
        """Return time, table, kind and body of the messages waiting for a user."""
        return self._rows(
            "SELECT made, table_id, kind, body FROM outbox WHERE user = ? ORDER BY id", user
        )

    def attempts_of(self, user: int) -> list[tuple[int, str, int, int, int | None, int | None]]:
        """Return table, deal, whether it is ranked, start, end and score of every attempt."""
        return self._rows(
            "SELECT table_id, deals.name, is_ranked, started, finished, score FROM attempts"
            " JOIN deals ON deals.id = deal WHERE user = ? ORDER BY table_id",
            user,
        )

    def endings_of(self, user: int) -> list[tuple[int, int, int, int, str]]:
        """Return table, score, rank, time and further facts of every finished game."""
        return self._rows(
            "SELECT table_id, score, rank, at, facts FROM results WHERE user = ? ORDER BY at", user
        )

    def left_by(self, user: int) -> list[tuple[int, int]]:
        """Return time and table of every game that a user has left."""
        return self._execute(
            "SELECT at, table_id FROM leavers WHERE user = ? ORDER BY at", (user,)
        ).fetchall()

    def ratings_of(self, user: int) -> list[tuple[str, float, float, int]]:
        """Return game, rating, its uncertainty, and the number of games."""
        return self._rows(
            "SELECT game, mu, sigma, games FROM ratings WHERE user = ? ORDER BY game", user
        )

    def challenges_by(self, user: int) -> list[tuple[int, int, str]]:
        """Return time, channel and deal of the challenges that a user has posted."""
        return self._rows(
            "SELECT challenges.opened, channel, deals.name FROM challenges"
            " JOIN deals ON deals.id = deal WHERE opener = ? ORDER BY challenges.id",
            user,
        )

    def schedules_by(self, user: int) -> list[tuple[int, str, str, str, int]]:
        """Return channel, kind, game, zone and hour of the schedules that a user has made."""
        return self._rows(
            "SELECT channel, kind, game, zone, hour FROM schedules WHERE opener = ?"
            " ORDER BY channel, kind",
            user,
        )

    def decisions_by(self, user: int) -> list[tuple[int, int, str]]:
        """Return time, table and subject of a user's decisions as a moderator."""
        return self._rows(
            "SELECT at, table_id, matter FROM decisions WHERE user = ? ORDER BY id", user
        )

    def posts_to(self, user: int) -> list[tuple[int, int, str, int, int]]:
        """Return time, table, kind, channel and message of what is shown to a user alone."""
        return self._rows(
            "SELECT at, table_id, kind, channel, message FROM posts"
            " WHERE user = ? AND user <> 0 ORDER BY at",
            user,
        )

    def replies_to(self, user: int) -> list[tuple[int, int, int]]:
        """Return until when, table and message of the private panels that a user has open."""
        return self._rows(
            "SELECT until, table_id, message FROM replies WHERE user = ? ORDER BY message", user
        )
