"""How games ended: stored once, summed up, and what they say about strength."""

import shutil
from itertools import combinations
from random import Random

import pytest

from engine import GAMES
from engine.kernel.codes import code
from engine.kernel.game import Result
from host import challenges, lobby, play, results, seating, statistics, votes
from host.lobby import STALE_LOBBY
from host.outbox import DAY
from host.records import FINISHED, Phase, Rating, SeatResult
from host.unit_of_work import UnitOfWork
from host.views import AGREED
from host.votes import Proposal, ProposalKind
from testing import SCALE
from testing.cases import at_every_game
from testing.challenges import CHALLENGING, closed, post, tried
from testing.deadlines import awaited, open_timed
from testing.hosting import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    DIRK,
    PEOPLE,
    caller,
    open_playing,
    play_out,
    rows_of,
    state_after,
)

pytestmark = pytest.mark.asyncio
GAME = next(iter(GAMES))
WITH_LISTS_GAME = next(game for game in GAMES.values() if game.rest_line)
WITH_LISTS = WITH_LISTS_GAME.id


async def kept(host):
    """Every result there is, by table and seat."""
    found = await host.read(
        lambda uow: uow.store._execute(
            "SELECT table_id, seat, user, score, rank, has_won FROM results"
        ).fetchall()
    )
    return {row[:2]: row[2:] for row in found}


async def ratings(host, game_id, *people):
    return [await host.read(statistics.rating_of, user.id, game_id) for user in people]


async def finished(host, game_id, seed, people=2, robots=0, channel=CHANNEL):
    table = await open_playing(host, game_id, people, robots, channel, seed=seed)
    return await play_out(host, table.id, Random(seed))


# --- kept once


@at_every_game
@pytest.mark.parametrize("seed", range(SCALE))
async def test_every_human_of_a_finished_table_has_one_result(open_host, clock, game_id, seed):
    host = await open_host()
    table = await finished(host, game_id, seed, people=2, robots=1)
    before = await kept(host)
    result = table.game.result(await state_after(host, table.id))
    assert before == {
        (table.id, seat): (
            PEOPLE[seat].id,
            result.scores[seat],
            result.ranks[seat],
            seat in result.winners,
        )
        for seat in range(2)
    }
    await host.close()
    host = await open_host()
    clock.advance(60 * DAY)
    await host.run_due()
    await host.run_housekeeping()
    assert await kept(host) == before


async def test_a_game_that_was_broken_off_counts_nowhere(host, clock, game_id):
    agreed = await open_playing(host, game_id, 2)
    await play_out(host, agreed.id, Random(1), 20)
    for user in (ADA, BEN):
        await host.do(votes.end, agreed.id, by=caller(user.id))
    left = await open_playing(host, game_id, 2, channel=2)
    gathering = await host.do(lobby.open_table, game_id, {}, 3, by=caller(ADA))
    clock.advance(STALE_LOBBY + 40 * DAY)
    await host.run_housekeeping()
    phases = [
        await host.read(lambda uow, n: uow.store.phase_of(n), each.id)
        for each in (agreed, left, gathering)
    ]
    assert phases == [Phase.OVER, Phase.OVER, Phase.CLOSED]
    assert not await kept(host)
    assert await host.read(statistics.of_person, ADA.id, game_id) == statistics.Tally()
    assert await ratings(host, game_id, ADA, BEN) == [
        Rating(user.id, game_id) for user in (ADA, BEN)
    ]


async def test_an_attempt_that_its_challenge_ended_is_ranked_but_no_result(host, clock):
    challenge = await post(host, CHALLENGING[0])
    await tried(host, challenge, ADA, Random(3), 10)
    done = await tried(host, challenge, BEN, Random(4))
    await closed(host, clock, challenge)
    assert {*(await kept(host))} == {(done.id, 0)}
    assert (await host.read(challenges.board, challenge.id)).tried == 2


# --- sums


def made(score, has_won=False, level="", **facts):
    has_left = facts.pop("has_left", False)
    return SeatResult(0, 1, 2, GAME, 1, level, score, 1, has_won, has_left, facts)


async def test_sums_over_results_are_what_one_would_count_by_hand():
    found = statistics.tally(
        [
            made(10, True, "easy", dice=4, pips=14, turns=2, ms=3_000, cards={"mine": 2}),
            made(20, False, "hard", dice=6, pips=16, turns=1, ms=600, cards={"mine": 1, "lab": 2}),
            made(6, True, "easy"),
        ]
    )
    assert (found.games, found.wins, found.average, found.best) == (3, 2, 12, 20)
    assert found.levels == {"easy": (2, 2), "hard": (0, 1)}
    assert (found.dice, found.pips, found.turn_ms) == (10, 3.0, 1_200)
    assert found.cards == (("mine", 3), ("lab", 2))


async def test_games_that_were_left_or_played_by_the_autopilot_are_counted_apart():
    found = statistics.tally(
        [
            made(10, True, cards={"mine": 2}, rounds=4, auto_rounds=2),
            made(30, False, cards={"lab": 5}, rounds=4, auto_rounds=3),
            made(90, False, cards={"den": 9}, has_left=True),
        ]
    )
    assert (found.games, found.wins, found.left, found.by_autopilot) == (3, 1, 1, 1)
    assert (found.average, found.best) == (20, 30)
    assert found.cards == (("mine", 2),)
    assert statistics.tally([made(9, has_left=True)]) == statistics.Tally(games=1, left=1)


async def test_nothing_is_divided_by_nothing():
    assert statistics.tally([]) == statistics.Tally()
    found = statistics.tally([made(0)])
    assert (found.pips, found.turn_ms, found.average) == (None, None, 0)


async def test_a_person_and_a_channel_have_their_own_sums(host, game_id):
    one, two = await finished(host, game_id, 5), await finished(host, game_id, 6, channel=8)
    mine = await host.read(statistics.of_person, ADA.id, game_id)
    scores = [table.game.result(await state_after(host, table.id)) for table in (one, two)]
    assert mine.games == 2
    assert mine.best == max(each.scores[0] for each in scores)
    assert mine.wins == sum(0 in each.winners for each in scores)
    for channel, many in ((CHANNEL, 2), (8, 2), (9, 0)):
        assert (await host.read(statistics.of_channels, [channel], game_id)).games == many
    assert (await host.read(statistics.of_channels, [CHANNEL, 8], game_id)).games == 4
    assert (await host.read(statistics.of_channels, [], game_id)).games == 0
    assert (await host.read(statistics.of_person, CLEO.id, game_id)).games == 0


@at_every_game
async def test_dice_are_counted_as_they_lay(host, game_id):
    table = await finished(host, game_id, 7)
    rows = results.kept(await rows_of(host, table.id))
    for seat, user in enumerate((ADA, BEN)):
        events = [event for row in rows for event in row.events if event.seat == seat]
        dice = [die for event in events for die in table.game.dice(event)]
        found = await host.read(statistics.of_person, user.id, game_id)
        assert found.dice == len(dice)
        assert found.pips == (sum(dice) / len(dice) if dice else None)
        assert all(1 <= die <= 6 for die in dice)


# --- those who leave: scenarios, for the host as it is and for the mutants


async def leave(host, table, *people):
    for user in people:
        await host.do(seating.hand_over, table.id, by=caller(user.id))


async def end(host, table, ending=FINISHED):
    """The game is over now, as if it had been played to its end, or broken off."""
    await host.wait_for_autoplay()
    await host.do(ended, table.id, ending)


def ended(uow, table_id, ending):
    if uow.table(table_id).phase is Phase.PLAYING:  # autopilots alone have played on
        play.conclude(uow, uow.table(table_id), ending)


async def strengths(host, table, *people):
    return [each.mu for each in await ratings(host, table.game.id, *people)]


async def played_by(host, table, *people):
    return [each.games for each in await ratings(host, table.game.id, *people)]


async def left_by(host):
    found = await host.read(
        lambda uow: uow.store._execute(
            "SELECT user, rank, has_won FROM results WHERE has_left"
        ).fetchall()
    )
    return {row[0]: row[1:] for row in found}


async def who_leaves_the_other_alone_loses(host, clock, game_id):
    table = await open_playing(host, game_id, 2)
    await leave(host, table, BEN)
    await end(host, table)
    ada, ben = await strengths(host, table, ADA, BEN)
    assert ada > Rating(0, "").mu > ben
    assert await played_by(host, table, ADA, BEN) == [1, 1]
    assert await left_by(host) == {BEN.id: (2, 0)}
    assert {user for user, *_ in (await kept(host)).values()} == {ADA.id, BEN.id}


async def of_five_the_first_to_go_is_the_last(host, clock, game_id):
    game_id = max(GAMES.values(), key=lambda game: game.seats[-1]).id
    table = await open_playing(host, game_id, 5)
    dora = PEOPLE[4]
    await leave(host, table, CLEO)
    clock.advance(1)
    await leave(host, table, ADA)
    await end(host, table)
    cleo, ada, *others = await strengths(host, table, CLEO, ADA, BEN, DIRK, dora)
    assert max(cleo, ada) < Rating(0, "").mu < min(others)
    assert await left_by(host) == {CLEO.id: (5, 0), ADA.id: (4, 0)}


async def who_comes_back_has_not_left(host, clock, game_id):
    table = await open_playing(host, game_id, 3)
    await leave(host, table, BEN)
    await host.do(seating.take_back, table.id, by=caller(BEN.id))
    await end(host, table)
    assert await played_by(host, table, ADA, BEN, CLEO) == [1, 1, 1]
    assert not await left_by(host) and len(await kept(host)) == 3
    result = table.game.result(await state_after(host, table.id))
    mus = await strengths(host, table, ADA, BEN, CLEO)
    for one, other in combinations(range(3), 2):
        is_better = result.ranks[one] < result.ranks[other]
        assert result.ranks[one] == result.ranks[other] or is_better == (mus[one] > mus[other])


async def who_is_removed_is_rated_and_who_comes_instead_plays_for_themselves(host, clock, game_id):
    table = await open_playing(host, game_id, 2)
    await host.do(votes.force, table.id, Proposal(ProposalKind.REPLACE, 1))
    await host.do(seating.take_seat, table.id, 1, by=caller(CLEO))
    await end(host, table)
    assert await played_by(host, table, ADA, BEN, CLEO) == [1, 1, 1]
    ada, ben, cleo = await strengths(host, table, ADA, BEN, CLEO)
    assert ben < min(ada, cleo)
    assert not await left_by(host)
    assert {user for user, *_ in (await kept(host)).values()} == {ADA.id, CLEO.id}


async def who_takes_their_seat_again_has_not_left(host, clock, game_id):
    table = await open_playing(host, game_id, 2)
    await host.do(votes.force, table.id, Proposal(ProposalKind.REPLACE, 1))
    await host.do(seating.take_seat, table.id, 1, by=caller(BEN))
    await end(host, table)
    assert not await left_by(host) and await played_by(host, table, ADA, BEN) == [1, 1]


async def who_is_forgotten_is_nobody(host, clock, game_id):
    table = await open_playing(host, game_id, 3)
    await leave(host, table, BEN)
    await host.forget(BEN.id)
    await end(host, table)
    assert await played_by(host, table, ADA, BEN, CLEO) == [1, 0, 1]
    assert not await left_by(host)


async def where_all_leave_the_last_to_be_there_is_the_best(host, clock, game_id):
    table = await open_playing(host, game_id, 2)
    await leave(host, table, ADA, BEN)  # who is alone leaves nobody
    await end(host, table)
    ada, ben = await strengths(host, table, ADA, BEN)
    assert ben > ada and await left_by(host) == {ADA.id: (2, 0)}


async def who_left_has_lost_although_the_others_break_off(host, clock, game_id):
    for channel, ending in enumerate((AGREED, play.ABANDONED), 10):
        table = await open_playing(host, game_id, 3, channel=channel)
        before = await ratings(host, game_id, ADA, BEN, CLEO)
        await leave(host, table, BEN)
        await end(host, table, ending)
        after = await ratings(host, game_id, ADA, BEN, CLEO)
        assert (after[0], after[2]) == (before[0], before[2])
        assert after[1].mu < before[1].mu and after[1].games == before[1].games + 1
    assert {*(await left_by(host))} == {BEN.id} and len(await kept(host)) == 2


async def one_turn_of_the_autopilot_and_a_game_with_autopilots_are_no_leaving(host, clock, game_id):
    table = await open_timed(host, game_id, people=2, hours=2)
    _, user = await awaited(host, table.id)
    await host.do(seating.play_from_here, table.id, by=caller(user.id))
    await end(host, table)
    alone = await open_playing(host, game_id, 1, 1, channel=9)
    await leave(host, alone, ADA)
    await end(host, alone)
    assert not await left_by(host)
    assert await played_by(host, table, ADA, BEN) == [1, 1]


async def a_plan_is_ones_own_choice_and_the_autopilot_is_not(host, clock, game_id):
    table = await open_playing(host, WITH_LISTS, 2)
    line = WITH_LISTS_GAME.rest_line
    state = await state_after(host, table.id)
    seat = next(n for n in range(2) if line in table.game.plans(state, n))
    await host.do(play.queue, table.id, [code(line)], by=caller(PEOPLE[seat].id))
    await leave(host, table, PEOPLE[1 - seat])
    await host.wait_for_autoplay()
    rows = [row for row in await rows_of(host, table.id) if row.seat is not None]
    assert {(row.seat, row.is_auto) for row in rows} == {(seat, False), (1 - seat, True)}
    await end(host, table)
    both = [each for user in PEOPLE[:2] for each in await host.read(results_of, user.id)]
    assert {each.seat: each.is_by_autopilot for each in both} == {seat: False, 1 - seat: True}


async def where_all_are_removed_the_game_still_ends(host, clock, game_id):
    table = await open_playing(host, game_id, 3)
    for seat in range(3):
        await host.do(votes.force, table.id, Proposal(ProposalKind.REMOVE, seat))
    await end(host, table)
    assert (await host.read(UnitOfWork.table, table.id)).phase is Phase.OVER
    assert await played_by(host, table, ADA, BEN, CLEO) == [1, 0, 0]


def results_of(uow, user):
    return uow.store.results_of(user, 9, is_own=True)


SCENARIOS = [
    who_leaves_the_other_alone_loses,
    of_five_the_first_to_go_is_the_last,
    who_comes_back_has_not_left,
    who_is_removed_is_rated_and_who_comes_instead_plays_for_themselves,
    who_takes_their_seat_again_has_not_left,
    who_is_forgotten_is_nobody,
    where_all_leave_the_last_to_be_there_is_the_best,
    where_all_are_removed_the_game_still_ends,
    who_left_has_lost_although_the_others_break_off,
    one_turn_of_the_autopilot_and_a_game_with_autopilots_are_no_leaving,
    a_plan_is_ones_own_choice_and_the_autopilot_is_not,
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
async def test_of_those_who_leave(host, clock, game_id, scenario):
    await scenario(host, clock, game_id)


_PLAY = play._play_all


def planned_by_autopilot(*args, absent=None, is_auto=False, **more):
    return _PLAY(*args, absent=absent, is_auto=absent is not None, **more)


MUTANTS = {
    "who leaves is not rated": ("leavers.leave", lambda uow, table, seat: None),
    "who comes back is counted twice": (
        "store.results.ResultStore.drop_leaver",
        lambda store, table_id, user: None,
    ),
    "a plan is the autopilot's": ("play._play_all", planned_by_autopilot),
    "those who stay lose as well": ("results._keep", lambda uow, table, result, is_finished: None),
}


@pytest.mark.parametrize("name", MUTANTS)
async def test_a_mutant_is_caught(open_host, clock, file, empty, game_id, monkeypatch, name):
    target, mutant = MUTANTS[name]
    monkeypatch.setattr(f"host.{target}", mutant)
    caught = []
    for scenario in SCENARIOS:
        shutil.copy(empty, file)
        host = await open_host()
        try:
            await scenario(host, clock, game_id)
        except (AssertionError, StopIteration):
            caught.append(scenario.__name__)
        await host.close()
    assert caught


# --- strength


def rated(uow, table, ranks):
    """As if this table had ended so."""
    none = tuple(0 for _ in ranks)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    results._rate(uow, table, Result(winners, none, ({},) * len(ranks), ranks, "points"))


async def test_whoever_wins_goes_up_and_whoever_loses_goes_down(host, game_id):
    table = await open_playing(host, game_id, 3)
    before = await ratings(host, game_id, ADA, BEN, CLEO)
    await host.do(rated, table, (2, 1, 3))
    middle, first, last = await ratings(host, game_id, ADA, BEN, CLEO)
    assert first.mu > middle.mu > last.mu
    assert first.mu > before[0].mu > last.mu
    for old, new in zip(before, (middle, first, last), strict=True):
        assert new.sigma < old.sigma
        assert (old.games, new.games) == (0, 1)


async def test_equals_stay_equal(host, game_id):
    table = await open_playing(host, game_id, 2)
    await host.do(rated, table, (1, 1))
    one, two = await ratings(host, game_id, ADA, BEN)
    assert one.mu == pytest.approx(two.mu)
    assert one.sigma == pytest.approx(two.sigma)


async def test_a_victory_over_the_stronger_counts_more(host, game_id):
    table = await open_playing(host, game_id, 3)
    for _ in range(5):
        await host.do(rated, table, (1, 2, 2))
    ada, ben, cleo = await ratings(host, game_id, ADA, BEN, CLEO)
    assert ada.points > ben.points
    await host.do(rated, table, (2, 1, 3))
    _, winner, _ = await ratings(host, game_id, ADA, BEN, CLEO)
    assert winner.mu - ben.mu > 0
    assert ben.mu == pytest.approx(cleo.mu)


async def test_whoever_plays_alone_or_with_autopilots_is_not_rated(host, game_id):
    await finished(host, game_id, 8, people=1, robots=1)
    assert [each.games for each in await ratings(host, game_id, ADA)] == [0]


async def test_a_finished_game_rates_its_people_where_they_played(host, game_id):
    table = await finished(host, game_id, 9)
    result = table.game.result(await state_after(host, table.id))
    leaders = await host.read(statistics.leaders, [CHANNEL], game_id)
    assert [name for _, name in leaders] == [
        PEOPLE[seat].name for seat in sorted(range(2), key=lambda seat: result.ranks[seat])
    ]
    assert [each.games for each, _ in leaders] == [1, 1]
    assert not await host.read(statistics.leaders, [9], game_id)
