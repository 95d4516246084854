"""How games have ended: kept once, summed up, and what they say about strength."""

from random import Random

import pytest

from engine import GAMES
from engine.kernel.game import Result
from host import challenges, lobby, results, seating, statistics, votes
from host.lobby import STALE_LOBBY
from host.outbox import DAY
from host.records import Phase, Rating, SeatResult
from testing import SCALE
from testing.cases import at_every_game
from testing.challenges import CHALLENGING, closed, post, tried
from testing.hosting import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    PEOPLE,
    caller,
    open_playing,
    play_out,
    rows_of,
    state_after,
)

pytestmark = pytest.mark.asyncio
GAME = next(iter(GAMES))


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


async def test_a_seat_that_the_autopilot_has_at_the_end_has_no_result(host, game_id):
    table = await open_playing(host, game_id, 2)
    await host.do(seating.hand_over, table.id, by=caller(BEN.id))
    await play_out(host, table.id, Random(2))
    assert {user for user, *_ in (await kept(host)).values()} == {ADA.id}
    assert [each.games for each in await ratings(host, game_id, ADA, BEN)] == [0, 0]


async def test_an_attempt_that_its_challenge_ended_is_ranked_but_no_result(host, clock):
    challenge = await post(host, CHALLENGING[0])
    await tried(host, challenge, ADA, Random(3), 10)
    done = await tried(host, challenge, BEN, Random(4))
    await closed(host, clock, challenge)
    assert {*(await kept(host))} == {(done.id, 0)}
    assert (await host.read(challenges.board, challenge.id)).tried == 2


# --- sums


def made(score, has_won=False, level="", **facts):
    return SeatResult(0, 1, 2, GAME, 1, level, score, 1, has_won, facts)


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
