"""Challenges: everybody plays the same deal alone, with one ranked attempt each."""

import datetime
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.kernel.game import Game
from engine.kernel.luck import commitment, new_key
from engine.kernel.refusal import Refused
from host import lobby, outbox
from host.caller import Caller, once
from host.deals import DAILY, POSTED, WEEKLY, chain_of, challenging, date_of, period_of, published
from host.limits import BATCH, MAX_RANKED, must_have_room_for_a_challenge
from host.outbox import MessageKind
from host.play import conclude
from host.presence import when_settled
from host.records import About, Attempt, Challenge, Deal, Phase
from host.server_settings import must_be_allowed
from host.terms import HOUR
from host.unit_of_work import UnitOfWork

LONGEST = 14 * 24  # hours that a challenge may be open
CLOSED = "closed with its challenge"


class LeaderboardEntry(NamedTuple):
    """A line of a leaderboard; somebody who is still playing has no rank."""

    rank: int | None
    attempt: Attempt


class Leaderboard(NamedTuple):
    """The top of a ranking, and the reader's own place wherever it is."""

    challenge: Challenge
    places: list[LeaderboardEntry]
    tried: int
    finished: int
    won: int  # attempts that beat the opponent
    anchor: str = ""  # the published end of the chain that its key comes from
    own: LeaderboardEntry | None = None

    @property
    def playing(self) -> int:
        return self.tried - self.finished

    @property
    def is_shown(self) -> bool:
        """Whether the reader may see how others did: once it is closed or they have finished."""
        has_finished = self.own is not None and self.own.rank is not None
        return bool(self.challenge.deal.is_closed or has_finished)


@once
def post(
    uow: UnitOfWork, game_id: str, level: str, hours: int, channel: int, by: Caller
) -> Challenge:
    """Post a challenge of its own, with a new key whose hash is public from now on."""
    game = challenging(game_id)
    _must_fit(game, level, hours)
    must_be_allowed(uow, game_id, by)
    must_have_room_for_a_challenge(uow, by.id, channel)
    key = new_key()
    proof, closes = commitment(key), uow.store.now + hours * HOUR
    deal = uow.store.insert_deal(f"{POSTED} {proof}", game.id, level, key, proof, closes)
    uow.store.remember_user(by.user)
    return posted(uow, deal, channel, by.id, by.server)


def _must_fit(game: Game[Any, Any], level: str, hours: int) -> None:
    assert game.solo
    if level not in game.solo.levels:
        raise Refused(f"Choose a level for {game.solo.rival}: {', '.join(game.solo.levels)}.")
    if not 1 <= hours <= LONGEST:
        raise Refused(f"A challenge can stay open for 1–{LONGEST} hours.")


def posted(
    uow: UnitOfWork, deal: int, channel: int, opener: int | None, server: int | None
) -> Challenge:
    challenge = uow.store.challenge_in(deal, channel)
    if challenge is None:
        number = uow.store.insert_challenge(deal, channel, opener, server)
        challenge = challenge_of(uow, number)
        outbox.show_challenge(uow.store, challenge)
    return challenge


def challenge_of(uow: UnitOfWork, challenge_id: int) -> Challenge:
    challenge = uow.store.challenge(challenge_id)
    if challenge is None:
        raise Refused("This challenge no longer exists.")
    return challenge


def _for_caller(uow: UnitOfWork, challenge_id: int, by: Caller | None) -> Challenge:
    """Return the challenge where it was posted, or anywhere for somebody who has tried it."""
    if by is None or by.place is None:
        return challenge_of(uow, challenge_id)
    challenge = uow.store.challenge(challenge_id)
    is_here = challenge is not None and challenge.channel == by.place.channel
    if challenge is None or not (is_here or uow.store.has_tried(challenge.deal.id, by.id)):
        raise Refused("That button only works in its own channel.")
    return challenge


# Attempts


def play(uow: UnitOfWork, challenge_id: int, by: Caller) -> int:
    """Begin or resume the caller's ranked attempt; practice once the challenge has closed."""
    uow.store.own_deal(_for_caller(uow, challenge_id, by).deal.id)
    challenge = challenge_of(uow, challenge_id)  # read again, now that nobody closes it
    deal, store = challenge.deal, uow.store
    if deal.is_closed:
        practice = store.running_practice(deal.id, by.id)
        return practice.table if practice else _begin(uow, challenge, by, False)
    if attempt := store.ranked_attempt(deal.id, by.id):
        return attempt.table
    if not is_open(uow, deal):  # no practice yet: the clock may be set back
        raise Refused("This challenge has just ended. You can practice it in a moment.")
    return _begin(uow, challenge, by, True)


def is_open(uow: UnitOfWork, deal: Deal) -> bool:
    return not deal.is_closed and uow.store.now < deal.closes


def _begin(uow: UnitOfWork, challenge: Challenge, by: Caller, is_ranked: bool) -> int:
    """Deal an attempt and count it in the same transaction: seeing a card uses up the attempt."""
    deal = challenge.deal
    game = _game_of(uow, deal)
    assert game.solo
    key = uow.store.deal_key(deal.id)
    table = lobby.open_table(
        uow,
        game.id,
        game.solo.options(deal.level),
        None,
        by=by.anywhere,
        key=key,
        is_sealed=is_ranked,
    )
    uow.store.insert_attempt(table.id, deal.id, challenge.id, by.id, is_ranked)
    lobby.start(uow, table.id, by, rules=game.rules)
    if is_ranked:
        outbox.show_challenge(uow.store, challenge)
    return table.id


def _game_of(uow: UnitOfWork, deal: Deal) -> Game[Any, Any]:
    """Return the game by the rules of the first attempt, so that all attempts can be compared."""
    newest = challenging(deal.game)
    rules = uow.store.rules_of_deal(deal.id) or newest.rules
    game = newest.by_rules(rules)
    if game.rules != rules:
        raise Refused("This challenge began with rules that I don't know in this version.")
    return game


def _anchor(uow: UnitOfWork, deal: Deal) -> str:
    kind = deal.name.split()[0]
    return published(uow, kind, deal.opened) if kind in (DAILY, WEEKLY) else ""


def board(
    uow: UnitOfWork, challenge_id: int, is_overall: bool = False, by: Caller | None = None
) -> Leaderboard:
    """Return the ranking: best first, unfinished attempts last; equal scores share a rank."""
    challenge = _for_caller(uow, challenge_id, by)
    deal, only = challenge.deal.id, None if is_overall else challenge.id
    best = uow.store.best_attempts(deal, only, MAX_RANKED)
    counts = uow.store.count_attempts(deal, only)
    own = _own_place(uow, challenge, only, by.id) if by else None
    return Leaderboard(challenge, list(ranked(best)), *counts, _anchor(uow, challenge.deal), own)


def ranked(best: list[Attempt]) -> Iterator[LeaderboardEntry]:
    """Give ranks to attempts that are sorted from best to worst."""
    rank, last = 0, None
    for number, attempt in enumerate(best, 1):
        if _order(attempt) != last:
            rank, last = number, _order(attempt)
        yield LeaderboardEntry(rank if attempt.finished else None, attempt)


def _order(attempt: Attempt) -> tuple[bool, int]:
    """The sort key: those who beat the opponent first, then points."""
    return attempt.has_won, attempt.score or 0


def _own_place(
    uow: UnitOfWork, challenge: Challenge, only: int | None, reader: int
) -> LeaderboardEntry | None:
    """Return where the reader stands in this leaderboard."""
    attempt = uow.store.ranked_attempt(challenge.deal.id, reader)
    if attempt is None or only not in (None, attempt.challenge):
        return None
    if not attempt.finished:
        return LeaderboardEntry(None, attempt)
    return LeaderboardEntry(1 + uow.store.count_better(challenge.deal.id, only, attempt), attempt)


def winning_table(uow: UnitOfWork, challenge_id: int, by: Caller | None = None) -> int:
    """Return the table of the best attempt; everybody may replay it after the end."""
    standings = board(uow, challenge_id, is_overall=True, by=by)
    if not standings.challenge.deal.is_closed:
        raise Refused("You can watch the best attempt once the challenge has closed.")
    best = [place for place in standings.places if place.rank == 1]
    if not best:
        raise Refused("Nobody finished this challenge.")
    return best[0].attempt.table


def share(uow: UnitOfWork, challenge_id: int, by: Caller) -> Challenge:
    """Post the caller's result where the challenge is, once."""
    challenge = _for_caller(uow, challenge_id, by)
    attempt = uow.store.ranked_attempt(challenge.deal.id, by.id)
    if attempt is None or not attempt.finished:
        raise Refused("You don't have a result yet. Press “Play” and finish your attempt.")
    if attempt.facts.get("shared"):
        raise Refused("You've already shared this result.")
    uow.store.set_attempt_facts(attempt.table, {**attempt.facts, "shared": True})
    facts = {"table": attempt.table}
    uow.store.queue_message(
        About(challenge_id=challenge.id), MessageKind.SHARE, challenge.channel, None, facts
    )
    return challenge


class Shared(NamedTuple):
    challenge: Challenge
    attempt: Attempt
    streak: int
    finished: int  # the attempts of everybody
    playing: int


def shared(uow: UnitOfWork, challenge_id: int, table_id: int) -> Shared:
    """Return what a shared result says."""
    attempt = uow.store.attempt_at(table_id)
    if attempt is None or not attempt.finished:
        raise Refused("This result no longer exists.")
    days = streak(uow, attempt.user) if attempt.user else 0
    challenge = challenge_of(uow, challenge_id)
    tried, finished, _ = uow.store.count_attempts(challenge.deal.id, challenge.id)
    return Shared(challenge, attempt, days, finished, tried - finished)


def remember_message(uow: UnitOfWork, challenge_id: int, message: int) -> None:
    uow.store.set_challenge_message(challenge_id, message)


class LuckProof(NamedTuple):
    """What shows that the luck was fixed before anybody played."""

    commitment: str
    key: str
    link: str
    anchor: str
    steps: int  # from the link to the anchor
    deal: Deal


def proof(uow: UnitOfWork, challenge_id: int, by: Caller | None = None) -> LuckProof:
    deal = _for_caller(uow, challenge_id, by).deal
    if not deal.is_closed:
        raise Refused("The key stays secret until the challenge closes.")
    key, link = uow.store.deal_key(deal.id).hex(), uow.store.deal_link(deal.id)
    kind = deal.name.split()[0]
    if not link:
        return LuckProof(deal.commitment, key, "", "", 0, deal)
    period = period_of(kind, deal.opened)
    _, first, anchor = chain_of(uow, kind, period)
    return LuckProof(deal.commitment, key, link, anchor, period - first + 1, deal)


def streak(uow: UnitOfWork, user: int) -> int:
    """Count the days in a row, up to today or yesterday, with a finished daily deal."""
    names = {name.split()[1] for name in uow.store.days_tried(user, f"{DAILY} ")}
    day = date_of(uow.store.now)
    if str(day) not in names:
        day -= datetime.timedelta(days=1)
    count = 0
    while str(day) in names:
        count, day = count + 1, day - datetime.timedelta(days=1)
    return count


# The clock


def attempts_to_end(uow: UnitOfWork) -> list[int]:
    """Return a batch of attempts whose time is over."""
    store = uow.store
    table_ids = [
        table
        for deal in store.deals_to_close(BATCH)
        for table in store.running_attempts(deal, BATCH)
    ]
    return table_ids[:BATCH]


@when_settled
def end_attempt(uow: UnitOfWork, table_id: int) -> bool:
    """End one attempt with its current score, because its challenge is over; whether it ran."""
    table = uow.table(table_id)
    if table.phase is not Phase.PLAYING:
        return False
    conclude(uow, table, CLOSED)
    return True


@when_settled
def close_due(uow: UnitOfWork) -> None:
    """Close deals whose attempts have all ended: reveal their keys and post the rankings."""
    store = uow.store
    for deal in store.deals_to_close(BATCH):
        if store.running_attempts(deal, 1):
            continue
        store.withdraw_unfinished(deal)  # their records are damaged
        store.close_deal(deal)
        for table_id, user in store.panels_of_attempts(deal):  # they offer something else now
            outbox.show_panel_at(store, table_id, user)
        for number in store.challenges_of(deal):
            outbox.close_challenge(store, challenge_of(uow, number))
