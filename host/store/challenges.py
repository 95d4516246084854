"""Statements about challenges: deals, where they were posted, attempts, schedules, chains."""

import json
from collections.abc import Sequence
from typing import Any

from host.records import Attempt, Chain, Challenge, Deal, Schedule
from host.store.base import BaseStore, upsert

_DEAL = "deals.id, deals.name, game, level, commitment, deals.opened, closes, is_closed"
_ATTEMPT = """
    SELECT table_id, challenge, user, CAST(coalesce(users.name, '') AS BLOB), is_ranked, started,
        finished, score, has_won, facts
    FROM attempts LEFT JOIN users ON users.id = user"""
_SCHEDULE = "channel, kind, game, zone, hour, next, opener, server"
_BEST_FIRST = "finished IS NULL, has_won DESC, score DESC, started, table_id"


def _ranked(challenge: int | None) -> str:
    """Select the ranked attempts at a deal, or only those that began at one posting."""
    return "deal = :deal AND is_ranked" + (" AND challenge = :challenge" if challenge else "")


class ChallengeStore(BaseStore):
    # Chains

    def chain(self, kind: str, period: int) -> Chain | None:
        """Return the newest chain that had begun by this period."""
        row = self._row(
            "SELECT seed, first, anchor FROM chains WHERE kind = ? AND first <= ?"
            " ORDER BY first DESC LIMIT 1",
            kind,
            period,
        )
        return Chain(*row) if row else None

    def insert_chain(self, kind: str, chain: Chain) -> None:
        self._execute(
            "INSERT INTO chains (kind, seed, first, anchor) VALUES (?, ?, ?, ?)", (kind, *chain)
        )

    # Deals

    def deal_numbered(self, deal_id: int) -> Deal | None:
        return self._deal("deals.id = ?", deal_id)

    def deal_named(self, name: str) -> Deal | None:
        return self._deal("deals.name = ?", name)

    def _deal(self, where: str, value: Any) -> Deal | None:
        row = self._row(f"SELECT {_DEAL} FROM deals WHERE {where}", value)
        return Deal(*row) if row else None

    def insert_deal(
        self,
        name: str,
        game: str,
        level: str,
        key: bytes,
        commitment: str,
        closes: int,
        link: str = "",
    ) -> int:
        return self._first(
            "INSERT INTO deals (name, game, level, key, commitment, opened, closes, link)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            *(name, game, level, key, commitment, self.now, closes, link),
        )

    def deal_key(self, deal_id: int) -> bytes:
        """Return the key, which is secret until the deal is closed."""
        return self._first("SELECT key FROM deals WHERE id = ?", deal_id)

    def deal_link(self, deal_id: int) -> str:
        """Return its link of the chain, secret until the deal is closed; empty if it has none."""
        return self._first("SELECT link FROM deals WHERE id = ?", deal_id)

    def deals_to_close(self, most: int) -> list[int]:
        return self._column(
            "SELECT id FROM deals WHERE NOT is_closed AND closes <= ? ORDER BY closes LIMIT ?"
            f"{self.connection.free_row_lock}",
            self.now,
            most,
        )

    def move_deals(self, last: int, gap: int) -> list[int]:
        """Let deals that were still open close later by the gap; return them."""
        return self._column(
            "UPDATE deals SET closes = closes + ?2 WHERE NOT is_closed AND closes > ?1"
            " RETURNING id",
            last,
            gap,
        )

    def close_deal(self, deal_id: int) -> None:
        self._execute("UPDATE deals SET is_closed = TRUE WHERE id = ?", (deal_id,))
        self._execute(
            "UPDATE tables SET is_sealed = FALSE"
            " WHERE id IN (SELECT table_id FROM attempts WHERE deal = ?)",
            (deal_id,),
        )
        self._forget()

    # Challenges

    def challenge(self, challenge_id: int) -> Challenge | None:
        return self._challenge("challenges.id = ?", challenge_id)

    def challenge_in(self, deal: int, channel: int) -> Challenge | None:
        return self._challenge("deals.id = ? AND channel = ?", deal, channel)

    def challenge_by_message(self, message: int) -> Challenge | None:
        return self._challenge("message = ?", message)

    def _challenge(self, where: str, *values: Any) -> Challenge | None:
        row = self._row(
            f"SELECT challenges.id, channel, opener, message, {_DEAL}"
            f" FROM challenges JOIN deals ON deals.id = deal WHERE {where}",
            *values,
        )
        if row is None:
            return None
        challenge_id, channel, opener, message, *deal = row
        return Challenge(challenge_id, Deal(*deal), channel, opener, message)

    def count_open_challenges(self, channel: int | None = None, opener: int | None = None) -> int:
        """Count the challenges that aren't closed yet: in a channel, or posted by a person."""
        return self._first(
            "SELECT count(*) FROM deals INDEXED BY open_deals CROSS JOIN challenges"
            " ON deal = deals.id WHERE NOT is_closed AND opener IS NOT NULL"
            " AND (CAST(?1 AS BIGINT) IS NULL OR channel = ?1)"
            " AND (CAST(?2 AS BIGINT) IS NULL OR opener = ?2)",
            channel,
            opener,
        )

    def insert_challenge(
        self, deal: int, channel: int, opener: int | None, server: int | None
    ) -> int:
        return self._first(
            "INSERT INTO challenges (deal, channel, opener, opened, server) VALUES (?, ?, ?, ?, ?)"
            " RETURNING id",
            *(deal, channel, opener, self.now, server),
        )

    def set_challenge_message(self, challenge_id: int, message: int) -> None:
        self._execute("UPDATE challenges SET message = ? WHERE id = ?", (message, challenge_id))

    def drop_challenge_message(self, challenge_id: int, message: int) -> None:
        """Forget that this message shows the challenge, unless another one does by now."""
        self._execute(
            "UPDATE challenges SET message = NULL WHERE id = ? AND message = ?",
            (challenge_id, message),
        )

    def challenges_of(self, deal: int) -> list[int]:
        """Return all challenges that post this deal."""
        return self._column("SELECT id FROM challenges WHERE deal = ? ORDER BY id", deal)

    # Attempts

    def insert_attempt(
        self, table_id: int, deal: int, challenge: int, user: int, is_ranked: bool
    ) -> None:
        self._execute(
            "INSERT INTO attempts (table_id, deal, challenge, user, is_ranked, started)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (table_id, deal, challenge, user, is_ranked, self.now),
        )

    def ranked_attempt(self, deal: int, user: int) -> Attempt | None:
        return self._attempt("deal = ? AND user = ? AND is_ranked", deal, user)

    def running_practice(self, deal: int, user: int) -> Attempt | None:
        """Return the table of the user's practice at a deal: there is one at a time."""
        return self._attempt(
            "deal = ? AND user = ? AND NOT is_ranked AND finished IS NULL", deal, user
        )

    def rules_of_deal(self, deal: int) -> int | None:
        """Return the rules of the first attempt at a deal; None if there is none."""
        row = self._row(
            "SELECT tables.rules FROM attempts JOIN tables ON tables.id = table_id"
            " WHERE deal = ? ORDER BY started, table_id LIMIT 1",
            deal,
        )
        return row[0] if row else None

    def has_tried(self, deal: int, user: int) -> bool:
        return self._attempt("deal = ? AND user = ?", deal, user) is not None

    def attempt_at(self, table_id: int) -> Attempt | None:
        return self._attempt("table_id = ?", table_id)

    def _attempt(self, where: str, *values: Any) -> Attempt | None:
        row = self._row(f"{_ATTEMPT} WHERE {where}", *values)
        return _as_attempt(row) if row else None

    def best_attempts(self, deal: int, challenge: int | None, most: int) -> list[Attempt]:
        """Return the ranked attempts: all, or of one posting; best first, then unfinished ones."""
        rows = self._execute(
            f"{_ATTEMPT} WHERE table_id IN (SELECT table_id FROM attempts"
            f" WHERE {_ranked(challenge)} ORDER BY {_BEST_FIRST} LIMIT :most)"
            f" ORDER BY {_BEST_FIRST}",
            {"deal": deal, "challenge": challenge, "most": most},
        )
        return [_as_attempt(row) for row in rows]

    def count_attempts(self, deal: int, challenge: int | None) -> tuple[int, int, int]:
        """Count the ranked attempts, those that are finished, and those that beat the opponent."""
        found = self._execute(
            "SELECT count(*), count(finished),"
            " count(CASE WHEN finished IS NOT NULL AND has_won THEN 1 END)"
            f" FROM attempts WHERE {_ranked(challenge)}",
            {"deal": deal, "challenge": challenge},
        ).fetchone()
        return found[0], found[1], found[2]

    def count_better(self, deal: int, challenge: int | None, attempt: Attempt) -> int:
        """Count the finished ranked attempts that are strictly better than this one."""
        count: int = self._execute(
            f"SELECT count(*) FROM attempts WHERE {_ranked(challenge)}"
            " AND finished IS NOT NULL AND (has_won, score) > (:has_won, :score)",
            {
                "deal": deal,
                "challenge": challenge,
                "has_won": attempt.has_won,
                "score": attempt.score,
            },
        ).fetchone()[0]
        return count

    def running_attempts(self, deal: int, most: int) -> list[int]:
        """Return tables where a ranked attempt is still being played."""
        return self._column(
            "SELECT table_id FROM attempts JOIN tables ON id = table_id WHERE deal = ?"
            " AND is_ranked AND finished IS NULL AND phase = 'playing' ORDER BY started LIMIT ?",
            deal,
            most,
        )

    def panels_of_attempts(self, deal: int) -> list[tuple[int, int]]:
        """Return tables and users of all attempts at a deal that somebody has a panel of."""
        return self._rows(
            "SELECT table_id, posts.user FROM attempts JOIN posts USING (table_id)"
            " WHERE deal = ?1 AND kind = 'panel' UNION"
            " SELECT table_id, replies.user FROM attempts JOIN replies USING (table_id)"
            " WHERE deal = ?1",
            deal,
        )

    def withdraw_unfinished(self, deal: int) -> None:
        """Let the unfinished ranked attempts at a deal count nowhere."""
        self._execute(
            "UPDATE attempts SET is_ranked = FALSE"
            " WHERE deal = ? AND is_ranked AND finished IS NULL",
            (deal,),
        )

    def finish_attempt(
        self, table_id: int, score: int, has_won: bool, facts: dict[str, Any]
    ) -> None:
        self._execute(
            "UPDATE attempts SET finished = ?, score = ?, has_won = ?, facts = ?"
            " WHERE table_id = ?",
            (self.now, score, has_won, json.dumps(facts), table_id),
        )

    def is_out_of_time(self, table_id: int) -> bool:
        """Whether the challenge attempted at this table has ended."""
        closes: int | None = self._first(
            "SELECT closes FROM attempts JOIN deals ON deals.id = deal WHERE table_id = ?", table_id
        )
        return closes is not None and closes <= self.now

    def set_attempt_facts(self, table_id: int, facts: dict[str, Any]) -> None:
        self._execute(
            "UPDATE attempts SET facts = ? WHERE table_id = ?", (json.dumps(facts), table_id)
        )

    def days_tried(self, user: int, prefix: str) -> list[str]:
        """Return the names of the deals of a kind that a user has finished, newest first."""
        return self._column(
            "SELECT deals.name FROM deals CROSS JOIN attempts ON deal = deals.id"
            " WHERE deals.name > ?2 AND deals.name < ?2 || '~'"
            " AND user = ?1 AND is_ranked AND finished IS NOT NULL ORDER BY deals.name DESC",
            user,
            prefix,
        )

    # Schedules

    def schedules(self, channel: int) -> list[Schedule]:
        rows = self._rows(
            f"SELECT {_SCHEDULE} FROM schedules WHERE channel = ? ORDER BY kind", channel
        )
        return [Schedule(*row) for row in rows]

    def count_schedules(self, opener: int) -> int:
        return self._first("SELECT count(*) FROM schedules WHERE opener = ?", opener)

    def set_schedule(self, schedule: Schedule) -> None:
        columns = "game, zone, hour, next, opener, server"
        self._execute(upsert("schedules", "channel, kind", columns), schedule)

    def drop_schedule(self, channel: int, kind: str) -> bool:
        done = self._execute(
            "DELETE FROM schedules WHERE channel = ? AND kind = ?", (channel, kind)
        )
        return done.rowcount > 0

    def forget_channel(self, channel: int) -> None:
        """Forget a channel where nothing can be posted: no challenge is shown there any more."""
        self._execute(
            "DELETE FROM outbox WHERE challenge_id IS NOT NULL AND channel = ?", (channel,)
        )
        self.is_outbox_changed = True
        self._execute("DELETE FROM schedules WHERE channel = ?", (channel,))

    def schedules_due(self, farthest: int) -> list[Schedule]:
        """Return schedules that are due, and those further ahead than any can be."""
        rows = self._rows(
            f"SELECT {_SCHEDULE} FROM schedules WHERE next <= ? OR next > ?"
            f" ORDER BY next{self.connection.free_row_lock}",
            self.now,
            farthest,
        )
        return [Schedule(*row) for row in rows]


def _as_attempt(row: Sequence[Any]) -> Attempt:
    table, challenge, user, name, is_ranked, *times, has_won, facts = row
    shown = name.decode(errors="replace") or "A former player"
    return Attempt._make(
        (table, challenge, user, shown, bool(is_ranked), *times, bool(has_won), json.loads(facts))
    )
