"""How a game has ended for everybody: kept once, when it is over, for rankings and statistics."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from openskill.models import PlackettLuce

from engine import GAMES
from engine.kernel.codes import END, parse
from engine.kernel.game import Result
from engine.kernel.journal import replay
from host import outbox
from host.positions import journal_of
from host.records import Rating, Row, Seat, SeatResult, Table
from host.summary import kept
from host.unit_of_work import UnitOfWork

MAX_CARDS = 12  # kept for each game
MAX_TURN = 14 * 86_400_000  # milliseconds; what took longer says nothing
MODEL = PlackettLuce()


def record(uow: UnitOfWork, table: Table, state: Any, is_finished: bool) -> None:
    """Store how a game ended, for statistics, ratings and the challenge it belongs to.

    A game that was broken off counts only in its challenge, with the score it had. Practice games
    and lessons never count.
    """
    if table.is_lesson:
        return
    result = table.game.result(state)
    assert result
    attempt = uow.store.attempt_at(table.id)
    if attempt:
        _finish_attempt(uow, table, state, result, is_finished)
    if is_finished and (attempt is None or attempt.is_ranked):
        _keep(uow, table, result)


def _keep(uow: UnitOfWork, table: Table, result: Result) -> None:
    rows = kept(uow.store.rows(table.id))
    for seat in table.humans:
        uow.store.insert_result(table.id, _row(table, seat, result, rows))
    _rate(uow, table, result)


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
    return {
        "dice": len(dice),
        "pips": sum(dice),
        "cards": dict(cards.most_common(MAX_CARDS)),
        "turns": len(times),
        "ms": sum(times),
    }


def _turn_times(rows: Sequence[Row], seat: int) -> Iterator[int]:
    """From the row before to the first of each run of own rows."""
    for before, row in pairwise(rows):
        if row.seat == seat != before.seat:
            yield min(max(0, row.at - before.at), MAX_TURN)


# Ratings


def _rate(uow: UnitOfWork, table: Table, result: Result) -> None:
    """Among those who have played to the end themselves; autopilots are nobody."""
    people = [seat for seat in table.humans if seat.user is not None]
    if len(people) < 2:
        return
    store, game = uow.store, table.game.id
    before = [store.rating(seat.user, game) for seat in people if seat.user is not None]
    teams = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = MODEL.rate(teams, ranks=[float(result.ranks[seat.number]) for seat in people])
    for old, (new,) in zip(before, after, strict=True):
        store.set_rating(Rating(old.user, game, new.mu, new.sigma, old.games + 1))


# Attempts


def _finish_attempt(
    uow: UnitOfWork, table: Table, state: Any, result: Result, is_finished: bool
) -> None:
    """Only a game that was played to its end is won: nobody wins by stopping while ahead."""
    game = table.game
    assert game.challenge
    scores = list(_scores_by_round(uow, table))
    gains = [after - before for before, after in zip([0, *scores], scores, strict=False)]
    facts = {
        "parts": {name: result.parts[0][name] for name in game.challenge.parts},
        "rounds": game.length(state),
        "levels": [game.challenge.level(gained) for gained in gains],
    }
    won = is_finished and bool(result.winners)
    uow.store.finish_attempt(table.id, result.scores[0], won, facts)
    outbox.show_challenge_of(uow.store, table.id)


def _scores_by_round(uow: UnitOfWork, table: Table) -> Iterator[int]:
    """What the one player had at the end of every round, as if it had ended there."""
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
