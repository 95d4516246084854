"""Stores how a game ended for each seat, once, for rankings and statistics."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from openskill.models import PlackettLuce

from engine import GAMES
from engine.kernel.codes import END, parse
from engine.kernel.game import Result
from engine.kernel.journal import replay
from host import leavers, outbox
from host.notes import HostEventKind
from host.positions import journal_of
from host.records import Rating, Row, Seat, SeatResult, Table
from host.summary import kept
from host.unit_of_work import UnitOfWork

MAX_CARDS = 12  # kept for each game
MAX_TURN = 14 * 86_400_000  # milliseconds; what took longer says nothing
MODEL = PlackettLuce()


def record(uow: UnitOfWork, table: Table, state: Any, is_finished: bool) -> None:
    """Store how a game ended, for statistics, ratings and the challenge it belongs to.

    A game that was broken off counts only in its challenge, with its score, and for those who had
    left before. Practice games and lessons never count.
    """
    if table.is_lesson:
        return
    result = table.game.result(state)
    assert result
    attempt = uow.store.attempt_at(table.id)
    if attempt:
        _finish_attempt(uow, table, state, result, is_finished)
    if attempt is None or (is_finished and attempt.is_ranked):
        _keep(uow, table, result, is_finished)


def _keep(uow: UnitOfWork, table: Table, result: Result, is_finished: bool) -> None:
    left = uow.store.leavers(table.id)
    leaving = [seat for seat in table.seats if seat.user in left]
    rows = kept(uow.store.rows(table.id)) if is_finished or leaving else []
    for seat in [*table.humans, *leaving] if is_finished else leaving:
        own = _since_taken(uow, table, seat, rows)
        row = _row(table, seat, result, own)
        if seat in leaving and seat.user is not None:
            rank = leavers.rank_of(uow, table, seat.user)
            row = row._replace(rank=rank, has_won=False, has_left=True)
        uow.store.insert_result(table.id, row)
    _rate(uow, table, result, is_finished)


def _since_taken(uow: UnitOfWork, table: Table, seat: Seat, rows: Sequence[Row]) -> list[Row]:
    """Return the rows since the player took the seat; somebody else made those before."""
    notes = uow.store.notes(table.id)
    taken = [n.number for n in notes if (n.kind, n.seat) == (HostEventKind.TAKEN, seat.number)]
    return [row for row in rows if row.number > max(taken, default=0)]


def _row(table: Table, seat: Seat, result: Result, rows: Sequence[Row]) -> SeatResult:
    number, game = seat.number, table.game
    is_alone = len(table.seats) == 1
    level = str(table.options.get(game.solo.option, "")) if game.solo and is_alone else ""
    return SeatResult(
        seat=number,
        user=seat.user,
        channel=table.channel,
        game=game.id,
        seats=len(table.seats),
        level=level,
        score=result.scores[number],
        rank=result.ranks[number],
        has_won=number in result.winners,
        has_left=False,
        facts=_facts(table, number, rows),
    )


def _facts(table: Table, seat: int, rows: Sequence[Row]) -> dict[str, Any]:
    game = table.game
    dice = [
        die
        for row in rows
        for event in row.events
        if event.seat == seat
        for die in game.dice(event)
    ]
    own = [row for row in rows if row.seat == seat]
    cards = Counter(card for row in own if (card := game.played_card(parse(row.code))))
    times = list(_turn_times(rows, seat))
    by_round = {row.round: [each.is_auto for each in own if each.round == row.round] for row in own}
    return {
        "dice": len(dice),
        "pips": sum(dice),
        "cards": dict(cards.most_common(MAX_CARDS)),
        "turns": len(times),
        "ms": sum(times),
        "rounds": len(by_round),
        "auto_rounds": sum(2 * sum(autos) >= len(autos) for autos in by_round.values()),
    }


def _turn_times(rows: Sequence[Row], seat: int) -> Iterator[int]:
    """Yield how long each turn took, from the row before to the first of each run of own rows."""
    for before, row in pairwise(rows):
        if row.seat == seat != before.seat:
            yield min(max(0, row.at - before.at), MAX_TURN)


# Ratings


def _rate(uow: UnitOfWork, table: Table, result: Result, is_finished: bool = True) -> None:
    """Update the ratings of the people who played; autopilots don't count.

    Those who stayed are rated by how the game ended, if it was played to its end. Somebody who left
    has lost against all who were there then.
    """
    people = leavers.places(uow, table, result)
    uow.store.own_ratings(place.user for place in people)
    before = [uow.store.rating(place.user, table.game.id) for place in people]
    if len(people) < 2:
        return
    ranked = _rated(before, [place.rank for place in people])
    for number, place in enumerate(people):
        if place.has_left:
            if number:  # or else nobody is known who was there then
                _set_rating(uow, _rated(before[: number + 1], [1] * number + [2])[-1])
        elif is_finished:
            _set_rating(uow, ranked[number])


def _rated(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings after a game that ended with these ranks."""
    teams = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        old._replace(mu=new.mu, sigma=new.sigma) for old, (new,) in zip(before, after, strict=True)
    ]


def _set_rating(uow: UnitOfWork, rating: Rating) -> None:
    uow.store.set_rating(rating._replace(games=rating.games + 1))


# Attempts


def _finish_attempt(
    uow: UnitOfWork, table: Table, state: Any, result: Result, is_finished: bool
) -> None:
    """Store an attempt's result; only a game played to its end is won."""
    game = table.game
    assert game.challenge
    scores = list(_scores_by_round(uow, table))
    gains = [after - before for before, after in zip([0, *scores], scores, strict=False)]
    facts = {
        "parts": {name: result.parts[0][name] for name in game.challenge.parts},
        "rounds": game.length(state),
        "rival": result.rival,
        "levels": [game.challenge.level(gained) for gained in gains],
    }
    won = is_finished and bool(result.winners)
    uow.store.finish_attempt(table.id, result.scores[0], won, facts)
    outbox.show_challenge_of(uow.store, table.id)


def _scores_by_round(uow: UnitOfWork, table: Table) -> Iterator[int]:
    """Return the player's score at the end of every round."""
    journal = journal_of(uow.store, table)
    journal.key = uow.store.key(table.id)
    game, number, before = table.game, 0, None
    for step in replay(journal, GAMES):
        if before is not None and game.round_number(step.state) != number:
            yield _score(table, before)
        number, before = game.round_number(step.state), step.state.copy()
    if before is not None:
        yield _score(table, before)


def _score(table: Table, state: Any) -> int:
    game = table.game
    if game.result(state) is None:
        game.advance(state, None, END)
    result = game.result(state)
    assert result
    return result.scores[0]
