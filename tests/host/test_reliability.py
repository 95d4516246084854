"""How many of a person's turns were in time: each is counted once, whatever happens in between."""

import shutil

import pytest

from engine.kernel.codes import UNDO, code
from host import clock as time_limits
from host import overdue, play, seating, votes
from host.statistics import Reliability, reliability_of
from host.terms import Policy
from host.views import view_table
from host.votes import Proposal, ProposalKind
from testing.deadlines import (
    DAY,
    HOUR,
    awaited,
    choose,
    open_timed,
    play_one,
    run_until,
    state_turn,
    strike,
)
from testing.hosting import ADA, BEN, STRANGER, caller, click_of, press

pytestmark = pytest.mark.asyncio
TURNS, TOGETHER = "factory_frenzy", "fantastic_factories"  # one after the other, all at once
BUDGET = 2  # hours


async def counted(host, *people):
    return [await host.read(reliability_of, user.id) for user in people or (ADA, BEN)]


async def both(host):
    """In time and late, of both together."""
    return tuple(map(sum, zip(*await counted(host), strict=True)))


async def timed(host, **more):
    return await open_timed(host, TURNS, **{"people": 2, "hours": BUDGET, **more})


async def play_turn(host, table):
    """All actions of the turn that is played now; who played it."""
    turn, (_, user) = await host.read(state_turn, table.id), await awaited(host, table.id)
    while await host.read(state_turn, table.id) == turn:
        await play_one(host, table.id)
    return user


async def miss(host, clock, table):
    """The time of the player passes for whom the table waits; who it was."""
    seat, user = await awaited(host, table.id)
    due = (await host.read(view_table, table.id, by=None)).table.seats[seat].due
    assert due is not None
    await run_until(host, clock, due)
    return user


# --- scenarios, for the host as it is and for the mutants


async def a_turn_in_time_is_counted_once(host, clock):
    table = await timed(host)
    before = await both(host)
    clock.advance(HOUR)
    user = await play_turn(host, table)
    assert await both(host) == (before[0] + 1, 0)
    assert (await counted(host, user))[0].in_time >= 1
    await strike(host, clock)
    await play_turn(host, table)
    assert await both(host) == (before[0] + 2, 0)


async def a_turn_that_ran_out_is_late_once_although_it_is_played_then(host, clock):
    table = await timed(host, policy=Policy.WAIT)
    before = await both(host)
    user = await miss(host, clock, table)
    assert await both(host) == (before[0], 1) and (await counted(host, user))[0].late == 1
    await play_turn(host, table)
    assert await both(host) == (before[0], 1)


async def a_turn_that_was_extended_counts_once(host, clock):
    table = await timed(host, policy=Policy.WAIT)
    before = await both(host)
    await miss(host, clock, table)
    await host.do(votes.force, table.id, Proposal(ProposalKind.EXTEND))
    await miss(host, clock, table)
    assert await both(host) == (before[0], 1)
    await play_turn(host, table)
    await host.do(votes.force, table.id, Proposal(ProposalKind.EXTEND))
    clock.advance(3 * HOUR)
    await strike(host, clock)
    await play_turn(host, table)
    assert await both(host) == (before[0] + 1, 1)


async def a_pause_and_a_vacation_make_nobody_late(host, clock):
    table = await timed(host)
    before = await both(host)
    await host.do(votes.force, table.id, Proposal(ProposalKind.PAUSE))
    clock.advance(DAY)
    await strike(host, clock)
    await play_turn(host, table)
    await host.do(votes.force, table.id, Proposal(ProposalKind.RESUME))
    _, user = await awaited(host, table.id)
    await choose(host, user, away_until=clock.now + 2 * DAY)
    clock.advance(2 * DAY)
    await strike(host, clock)
    await play_turn(host, table)
    assert await both(host) == (before[0] + 2, 0)


async def what_the_autopilot_plays_is_nobodys_turn_in_time(host, clock):
    """For one turn, and when it has the seat; the time that ran out before is late."""
    table = await timed(host, policy=Policy.TURN)
    before = await both(host)
    _, user = await awaited(host, table.id)
    await host.do(seating.play_from_here, table.id, by=caller(user.id))
    await host.wait_for_autoplay()
    assert await both(host) == before
    await miss(host, clock, table)  # the autopilot plays it
    assert await both(host) == (before[0], 1)
    _, user = await awaited(host, table.id)
    await host.do(seating.hand_over, table.id, by=caller(user.id))
    await host.wait_for_autoplay()
    assert await both(host) == (before[0], 1)


async def who_takes_a_seat_begins_with_nothing(host, clock):
    table = await timed(host)
    seat, user = await awaited(host, table.id)
    await host.do(votes.force, table.id, Proposal(ProposalKind.REPLACE, seat))
    await host.do(seating.take_seat, table.id, seat, by=caller(STRANGER))
    before = await counted(host, user)
    while (await awaited(host, table.id))[0] != seat:
        await play_turn(host, table)
    await play_turn(host, table)
    assert await counted(host, STRANGER, user) == [Reliability(1, 0), *before]


async def an_end_of_a_turn_that_is_undone_counts_once(host, clock):
    table = await open_timed(host, TOGETHER, people=2, hours=BUDGET)
    market = await host.read(state_turn, table.id)
    while await host.read(state_turn, table.id) == market:
        await play_one(host, table.id)
    assert await both(host) == (2, 0)
    work, (_, user) = await host.read(state_turn, table.id), await awaited(host, table.id)
    look = await host.read(view_table, table.id, by=caller(user.id))
    await press(host, table.id, click_of(look, "done"))
    look = await host.read(view_table, table.id, by=caller(user.id))
    assert look.seat not in look.waiting
    await press(host, table.id, click_of(look, code(UNDO)))
    for _ in range(2):
        _, user = await awaited(host, table.id)
        look = await host.read(view_table, table.id, by=caller(user.id))
        await press(host, table.id, click_of(look, "done"))
    assert await host.read(state_turn, table.id) != work
    assert await both(host) == (4, 0)


async def a_game_that_is_broken_off_ends_no_turn_in_time(host, clock):
    table = await timed(host)
    before = await both(host)
    await host.do(votes.force, table.id, Proposal(ProposalKind.ABANDON))
    assert await both(host) == before
    other = await timed(host, channel=9)
    before = await both(host)
    await host.do(lambda uow: play.conclude(uow, uow.table(other.id), play.FINISHED))
    assert (await both(host))[0] > before[0]


async def without_a_time_limit_nothing_is_counted(host, clock):
    table = await timed(host, hours=0)
    await play_turn(host, table)
    assert await both(host) == (0, 0)


SCENARIOS = [
    a_turn_in_time_is_counted_once,
    a_turn_that_ran_out_is_late_once_although_it_is_played_then,
    a_turn_that_was_extended_counts_once,
    a_pause_and_a_vacation_make_nobody_late,
    what_the_autopilot_plays_is_nobodys_turn_in_time,
    who_takes_a_seat_begins_with_nothing,
    an_end_of_a_turn_that_is_undone_counts_once,
    a_game_that_is_broken_off_ends_no_turn_in_time,
    without_a_time_limit_nothing_is_counted,
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
async def test_a_turn(host, clock, scenario):
    await scenario(host, clock)


def late_in_any_case(uow, table, number, deadline):
    """Counted at every end of the time, also after an extension."""
    user = table.seats[number].user
    uow.store._execute("UPDATE users SET late = late + 1 WHERE id = ?", (user,))


def in_time_by_anybody(table, seat, turn, before):
    return seat.human is not None and before.turn != turn


def in_time_whenever_it_rests(table, seat, turn, before):
    return seat.human is not None and not time_limits.is_expired(before)


MUTANTS = {
    "every end of the time is late": (overdue, "_count_late", late_in_any_case),
    "what ran out is in time": (time_limits, "_is_done_in_time", in_time_by_anybody),
    "every moment of a turn is a turn": (
        time_limits,
        "_is_done_in_time",
        in_time_whenever_it_rests,
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
async def test_a_mutant_is_caught(open_host, clock, file, empty, monkeypatch, name):
    monkeypatch.setattr(*MUTANTS[name])
    caught = []
    for scenario in SCENARIOS:
        shutil.copy(empty, file)
        host = await open_host()
        try:
            await scenario(host, clock)
        except AssertionError:
            caught.append(scenario.__name__)
        await host.close()
    assert caught


async def test_turns_are_counted_across_a_restart_and_forgotten_with_their_owner(
    host, open_host, clock
):
    table = await timed(host)
    before = await both(host)
    clock.advance(HOUR)
    await host.close()
    host = await open_host()
    user = await play_turn(host, table)
    assert await both(host) == (before[0] + 1, 0)
    await host.forget(user.id)
    assert await counted(host, user) == [Reliability()]


async def test_what_is_said_of_few_turns_and_of_many():
    assert not Reliability(9, 0).is_known and Reliability(0, 10).is_known
    assert Reliability(119, 1).percent == 99 and Reliability(120, 0).percent == 100
    assert Reliability().percent == 0
