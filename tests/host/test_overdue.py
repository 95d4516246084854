"""When time is up: every policy, the way back, and that every game ends whoever leaves."""

from random import Random

import pytest

from engine import GAMES
from engine.kernel.codes import code
from engine.kernel.luck import commitment
from host import overdue, play, seating, votes
from host.fairness import export, prove
from host.notes import HostEventKind
from host.outbox import MessageKind, due, lose_channel
from host.play import ABANDONED, Stale
from host.records import Phase
from host.terms import Policy, Terms
from host.views import log_lines, view_table
from host.votes import ASKED, Proposal, ProposalKind
from testing import SCALE
from testing.cases import where_a_turn_follows_ones_own
from testing.deadlines import (
    DAY,
    HOUR,
    awaited,
    choose,
    deadlines_of,
    notes_of,
    open_timed,
    play_one,
    run_until,
    state_turn,
    strike,
    table_now,
)
from testing.hosting import (
    PEOPLE,
    able_users,
    caller,
    click_of,
    messages_of,
    play_out,
    press,
    random_click,
    refusal,
    rows_of,
    say_all,
    without_autoplay,
)

pytestmark = pytest.mark.asyncio
ENOUGH = 400  # days until which every table has ended


async def turn_of(host, table):
    return await host.read(state_turn, table.id)


async def miss(host, clock, table):
    """The first of those who are waited for lets the time pass; their seat."""
    seat, _ = await awaited(host, table.id)
    due = (await table_now(host, table.id)).seats[seat].due
    await run_until(host, clock, due)
    return seat


async def seat_now(host, table, number):
    return (await table_now(host, table.id)).seats[number]


async def play_until_waited_for(host, table, seat, rng):
    """The others play until it is this seat's turn."""
    while seat not in (await host.read(view_table, table.id, by=None)).waiting:
        others = [seen for seen in await able_users(host, table.id) if seen.seat != seat]
        assert others, "the table is over, or waits for nobody"
        await play_one(host, table.id, PEOPLE[rng.choice(others).seat])


async def happened(host, table, *kinds):
    return [note.kind for note in await notes_of(host, table.id) if note.kind in kinds]


# --- scenarios, for the host as it is and for the mutants --------------------------------------


async def new_rows(host, table):
    """What was played since the table was opened."""
    return (await rows_of(host, table.id))[table.version :]


async def only_this_turn_is_played(host, clock, game_id):
    table = await open_timed(host, game_id, people=3, hours=2, policy=Policy.TURN)
    before = await turn_of(host, table)
    seat = await miss(host, clock, table)
    rows = await new_rows(host, table)
    assert rows and {row.seat for row in rows} == {seat}
    after = await seat_now(host, table, seat)
    assert (after.is_autopilot, after.missed, after.stands_in) == (False, 1, before)
    assert await happened(host, table, *HostEventKind) == [
        HostEventKind.TIME_UP,
        HostEventKind.STOOD_IN,
    ]
    await play_until_waited_for(host, table, seat, Random(1))
    await host.wait_for_autoplay()
    assert seat in (await host.read(view_table, table.id, by=None)).waiting
    assert (await seat_now(host, table, seat)).due == clock.now + 2 * HOUR


async def the_third_turn_in_a_row_costs_the_seat(host, clock, game_id):
    table = await open_timed(host, game_id, hours=2, policy=Policy.TURN)
    seat, user = await awaited(host, table.id)
    rng = Random(1)
    for missed in (1, 2, 0, 1, 2, 3):
        await play_until_waited_for(host, table, seat, rng)
        if missed:
            due = (await seat_now(host, table, seat)).due
            await run_until(host, clock, due)
        else:
            await play_one(host, table.id, user)
        after = await seat_now(host, table, seat)
        assert (after.missed, after.is_autopilot) == (missed, missed == 3)


async def a_table_that_waits_ends_when_it_was_idle_for_too_long(host, clock, game_id):
    table = await open_timed(host, game_id, hours=2, policy=Policy.WAIT)
    touched = clock.now
    await run_until(host, clock, touched + 30 * DAY - 1)
    await host.run_housekeeping()
    assert (await table_now(host, table.id)).phase is Phase.PLAYING
    clock.advance(1)
    await host.run_housekeeping()
    after = await table_now(host, table.id)
    assert (after.phase, after.ending) == (Phase.OVER, ABANDONED)


SCENARIOS = [
    only_this_turn_is_played,
    the_third_turn_in_a_row_costs_the_seat,
    a_table_that_waits_ends_when_it_was_idle_for_too_long,
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
async def test_when_time_is_up(host, clock, game_id, scenario):
    await scenario(host, clock, game_id)


MUTANTS = {
    "the count of missed turns is never reset": (
        *(play, "come_back", lambda uow, table, seat: table),
        the_third_turn_in_a_row_costs_the_seat,
    ),
    "the first missed turn costs the seat": (
        *(overdue, "MAX_MISSED", 1),
        only_this_turn_is_played,
    ),
    "no number of missed turns costs the seat": (
        *(overdue, "MAX_MISSED", 99),
        the_third_turn_in_a_row_costs_the_seat,
    ),
    "standing in never ends": (
        *(play, "_plays_itself", lambda table, state, seat: table.seats[seat].stands_in != ""),
        only_this_turn_is_played,
    ),
    "nobody stands in": (
        *(seating, "stand_in", lambda uow, table, number, by="": table),
        only_this_turn_is_played,
    ),
    "idle tables stay": (
        *(overdue, "tables_to_abandon", lambda uow: []),
        a_table_that_waits_ends_when_it_was_idle_for_too_long,
    ),
    "tables are closed early": (
        *(Terms, "idle", property(lambda terms: terms.idle_days * DAY - 1)),
        a_table_that_waits_ends_when_it_was_idle_for_too_long,
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
async def test_a_mutant_is_caught(host, clock, game_id, monkeypatch, name):
    module, attribute, changed, scenario = MUTANTS[name]
    monkeypatch.setattr(module, attribute, changed)
    with pytest.raises(AssertionError):
        await scenario(host, clock, game_id)


# --- turn --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ["fantastic_factories"])  # three at once in every round
async def test_in_a_phase_of_all_the_autopilot_plays_for_those_whose_time_is_up(
    host, clock, game_id
):
    table = await open_timed(host, game_id, people=3, hours=2)
    rng = Random(1)
    while len(able := await able_users(host, table.id)) < 3:
        await random_click(host, table.id, rng, may_undo=False)
    turn, there = await turn_of(host, table), able[0].seat
    clock.advance(HOUR)
    await host.do(seating.hand_over, table.id, by=caller(PEOPLE[there].id))
    await host.wait_for_autoplay()
    await run_until(host, clock, clock.now + HOUR)
    ups = await notes_of(host, table.id, HostEventKind.TIME_UP)
    assert {note.seat for note in ups} == {0, 1, 2} - {there}
    assert await turn_of(host, table) != turn


async def test_who_acts_before_the_autopilot_plays_the_turn_themselves(host, clock, game_id):
    table = await open_timed(host, game_id, people=3, hours=2)
    seat, user = await awaited(host, table.id)
    clock.advance(2 * HOUR)
    with without_autoplay(host):
        await host.do(overdue.run_due, table.id)
        assert (await seat_now(host, table, seat)).stands_in
        await play_one(host, table.id, user)
    after = await seat_now(host, table, seat)
    assert (after.stands_in, after.missed) == ("", 0)
    assert len(await new_rows(host, table)) == 1


@where_a_turn_follows_ones_own
async def test_whose_next_turn_follows_at_once_is_called_for_it(host, game_id):
    """The autopilot has finished their turn, and nobody else acts in between."""
    table = await open_timed(host, game_id, hours=2)
    while True:
        seat, user = await awaited(host, table.id)
        await say_all(host)
        await host.do(seating.play_from_here, table.id, by=caller(user.id))
        await host.wait_for_autoplay()
        seen = await host.read(view_table, table.id, by=None)
        assert seen.table.phase is Phase.PLAYING, "nobody ever played twice in a row"
        if seat in seen.waiting:
            break
    messages = [each for each in await say_all(host) if each.kind == MessageKind.TURN]
    assert seat in {each for outgoing in messages for each in outgoing.body["new"]}


# --- seat --------------------------------------------------------------------------------------


async def test_the_autopilot_takes_the_seat_until_it_is_taken_back(host, clock, game_id):
    table = await open_timed(host, game_id, people=3, hours=2, policy=Policy.SEAT)
    seat, user = await awaited(host, table.id)
    await miss(host, clock, table)
    assert (await seat_now(host, table, seat)).is_autopilot
    assert seat not in await deadlines_of(host, table.id)
    messages = [outgoing for outgoing in await messages_of(host) if outgoing.user == user.id]
    await host.do(seating.take_back, table.id, by=caller(user.id))
    after = await seat_now(host, table, seat)
    assert (after.is_autopilot, after.missed) == (False, 0)
    kinds = [HostEventKind.TIME_UP, HostEventKind.TAKEN_OVER, HostEventKind.CAME_BACK]
    assert await happened(host, table, *HostEventKind) == kinds and not messages


async def test_whose_seat_was_taken_is_shown_it(host, clock, game_id):
    table = await open_timed(host, game_id, people=3, hours=2, policy=Policy.SEAT)
    _, user = await awaited(host, table.id)
    clock.advance(2 * HOUR)
    await host.run_due()
    assert MessageKind.PANEL in {
        each.kind for each in await messages_of(host) if each.user == user.id
    }


# --- wait --------------------------------------------------------------------------------------


async def test_a_table_that_waits_waits_however_often_it_was_extended(host, clock, game_id):
    table = await open_timed(host, game_id, hours=2, policy=Policy.WAIT)
    for _ in range(5):
        seat = await miss(host, clock, table)
        await host.do(votes.force, table.id, Proposal(ProposalKind.EXTEND))
    after = await seat_now(host, table, seat)
    assert not after.is_autopilot and after.missed and not await new_rows(host, table)


# --- ask ---------------------------------------------------------------------------------------


async def asked(host, table):
    return {motion.matter.text for motion in await host.read(votes.open_votes, table.id)}


async def test_the_table_is_asked_and_the_one_it_is_about_has_no_voice(host, clock, game_id):
    table = await open_timed(host, game_id, people=3, hours=2, policy=Policy.ASK)
    seat = await miss(host, clock, table)
    assert await asked(host, table) == {f"turn {seat}", f"takeover {seat}", "extend"}
    for motion in await host.read(votes.open_votes, table.id):
        assert set(motion.voters) == {0, 1, 2} - {seat}
        assert (motion.in_favor, motion.needed) == ((), 2)
    assert not await new_rows(host, table)


@pytest.mark.parametrize("subject", [ProposalKind.TURN, ProposalKind.TAKEOVER, ProposalKind.EXTEND])
async def test_what_the_others_agree_on_is_done(host, clock, game_id, subject):
    table = await open_timed(host, game_id, people=3, hours=2, policy=Policy.ASK)
    seat = await miss(host, clock, table)
    others = [user for number, user in enumerate(PEOPLE[:3]) if number != seat]
    matter = Proposal(subject, None if subject is ProposalKind.EXTEND else seat)
    for user in others:
        assert not await new_rows(host, table)
        await host.do(votes.agree, table.id, matter, by=caller(user.id))
    await host.wait_for_autoplay()
    after = await seat_now(host, table, seat)
    assert after.is_autopilot == (subject is ProposalKind.TAKEOVER)
    assert bool(await new_rows(host, table)) == (subject is not ProposalKind.EXTEND)
    if subject is ProposalKind.EXTEND:
        assert after.due == clock.now + 2 * HOUR


@pytest.mark.parametrize("way", ["act", "vote"])
async def test_who_comes_back_is_no_longer_asked_about(host, clock, game_id, way):
    table = await open_timed(host, game_id, people=3, hours=2, policy=Policy.ASK)
    seat, user = await awaited(host, table.id)
    await miss(host, clock, table)
    other = next(each for number, each in enumerate(PEOPLE[:3]) if number != seat)
    await host.do(votes.agree, table.id, Proposal(ProposalKind.TAKEOVER, seat), by=caller(other.id))
    if way == "act":
        await play_one(host, table.id, user)
    else:
        await host.do(votes.agree, table.id, Proposal(ProposalKind.EXTEND), by=caller(user.id))
    assert await asked(host, table) == {"extend"}
    assert MessageKind.VOTE in {outgoing.kind for outgoing in await messages_of(host)}
    await refusal(
        host, host.do(votes.agree, table.id, Proposal(ProposalKind.TURN, seat), by=caller(other.id))
    )


async def test_a_turn_that_was_extended_is_not_missed_twice(host, clock, game_id):
    """However often the table gives more time, the seat stays its owner's."""
    table = await open_timed(host, game_id, hours=2, policy=Policy.ASK)
    for _ in range(4):
        seat = await miss(host, clock, table)
        other = PEOPLE[1 - seat]
        await host.do(votes.agree, table.id, Proposal(ProposalKind.EXTEND), by=caller(other.id))
    after = await seat_now(host, table, seat)
    assert (after.is_autopilot, after.missed) == (False, 1)


async def test_a_question_that_is_asked_again_is_asked_for_three_more_days(host, clock, game_id):
    table = await open_timed(host, game_id, hours=48, policy=Policy.ASK)
    seat = await miss(host, clock, table)
    clock.advance(DAY)
    await host.do(votes.force, table.id, Proposal(ProposalKind.EXTEND))
    await run_until(host, clock, clock.now + 2 * DAY)
    clock.advance(DAY)
    await host.run_housekeeping()
    assert f"turn {seat}" in await asked(host, table)
    clock.advance(3 * DAY)
    await host.run_housekeeping()
    assert await asked(host, table) == set()


async def test_where_nobody_is_left_to_ask_the_question_stands(host, clock, game_id):
    table = await open_timed(host, game_id, people=1, robots=1, hours=2, policy=Policy.ASK)
    await miss(host, clock, table)
    for motion in await host.read(votes.open_votes, table.id):
        assert (motion.voters, motion.is_carried) == ((), False)
    found = await host.read(lambda uow: uow.store.votes(table.id))
    assert {seat for voices in found.values() for seat in voices} == {ASKED}


# --- nobody plays ------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [1, 30, 90])
async def test_a_table_is_closed_after_the_days_that_were_agreed_on(host, clock, game_id, days):
    table = await open_timed(host, game_id, idle_days=days)
    await play_out(host, table.id, Random(1), most=7)
    clock.advance(days * DAY - 1)
    await host.run_housekeeping()
    assert (await table_now(host, table.id)).phase is Phase.PLAYING
    clock.advance(1)
    await host.run_housekeeping()
    after = await table_now(host, table.id)
    assert (after.phase, after.ending) == (Phase.OVER, ABANDONED)
    assert f"{days} days" in " ".join(await host.read(log_lines, table.id, by=None))


async def test_a_closed_table_is_scored_its_key_revealed_and_its_journal_holds(
    host, clock, game_id
):
    table = await open_timed(host, game_id, hours=24, policy=Policy.WAIT)
    await play_out(host, table.id, Random(1), most=25)
    await host.do(votes.force, table.id, Proposal(ProposalKind.PAUSE))
    clock.advance(31 * DAY)
    await host.run_housekeeping()
    seen = await host.read(view_table, table.id, by=None)
    assert seen.result is not None and len(seen.result.scores) == 2
    assert (await host.read(prove, table.id)).is_proven
    key = await host.read(lambda uow: uow.store.key(table.id))
    assert commitment(key) == table.commitment and key.hex() in await host.read(export, table.id)
    assert await deadlines_of(host, table.id) == {} and await host.next_alarm() is None


async def test_a_table_is_closed_once(host, clock, game_id):
    table = await open_timed(host, game_id)
    clock.advance(31 * DAY)
    await host.run_housekeeping()
    rows = await new_rows(host, table)
    clock.advance(31 * DAY)
    await host.run_housekeeping()
    assert await new_rows(host, table) == rows
    assert not await host.do(overdue.abandon, table.id)


@pytest.mark.parametrize("is_known", [True, False])
async def test_where_the_channel_is_lost_all_read_the_end_in_private(
    host, clock, game_id, is_known
):
    """Also who is not waited for, and also if the loss is found out by the end itself."""
    table = await open_timed(host, game_id, 3)
    if is_known:
        await host.do(lambda uow: uow.store.set_lost(table.id, True))
    clock.advance(31 * DAY)
    await host.run_housekeeping()
    for outgoing in await host.read(due):
        if outgoing.channel:
            await host.do(lose_channel, outgoing)
    told = {
        outgoing.user for outgoing in await messages_of(host) if outgoing.kind == MessageKind.PANEL
    }
    assert told == {user.id for user in PEOPLE[:3]}
    assert not [
        outgoing for outgoing in await messages_of(host) if outgoing.kind == MessageKind.LOST
    ]


async def test_any_action_keeps_a_table_open(host, clock, game_id):
    table = await open_timed(host, game_id)
    for _ in range(4):
        clock.advance(29 * DAY)
        await random_click(host, table.id, Random(1))
        await host.run_housekeeping()
    assert (await table_now(host, table.id)).phase is Phase.PLAYING


# --- everybody leaves --------------------------------------------------------------------------


async def everything_passes(host, clock, table):
    """Day by day until the table is over; how many days that took."""
    for day in range(ENOUGH):
        await run_until(host, clock, clock.now + DAY)
        await host.run_housekeeping()
        await host.wait_for_autoplay()
        if (await table_now(host, table.id)).phase is Phase.OVER:
            return day
    raise AssertionError("the table never ends")


@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("seed", range(SCALE))
async def test_every_game_ends_though_everybody_leaves(
    host, open_host, clock, game_id, policy, seed
):
    rng = Random(f"{seed} {policy}")
    most = GAMES[game_id].seats[-1]
    robots = rng.randrange(min(2, most - 2) + 1)
    hours = rng.choice([0, 2, 24, 72])
    table = await open_timed(host, game_id, 2, robots, seed=seed, hours=hours, policy=policy)
    for user in PEOPLE[:2]:
        if rng.random() < 0.5:
            away = clock.now + rng.randrange(30 * DAY)
            await choose(host, user, quiet=(22, 8), away_until=rng.choice([0, away]))
    for _ in range(rng.randrange(60)):
        clock.advance(rng.randrange(HOUR))
        await random_click(host, table.id, rng)
    if rng.random() < 0.3:
        await host.do(votes.force, table.id, Proposal(ProposalKind.PAUSE))
    await host.close()
    host = await open_host()
    await everything_passes(host, clock, table)
    seen = await host.read(view_table, table.id, by=None)
    assert seen.result is not None and (await host.read(prove, table.id)).is_proven


async def test_a_strike_where_nothing_is_due_changes_nothing(host, clock, game_id):
    table = await open_timed(host, game_id, hours=2)
    assert await strike(host, clock) == []
    assert not await host.do(overdue.run_due, table.id)
    assert not await host.do(overdue.abandon, table.id)


async def test_a_stale_panel_after_the_autopilot_has_played_is_not_played(host, clock, game_id):
    table = await open_timed(host, game_id, people=3, hours=2)
    seen = (await able_users(host, table.id))[0]
    await miss(host, clock, table)
    rows = await new_rows(host, table)
    played = {row.code for row in rows}
    other = next(text for text in map(code, seen.actions) if text not in played)
    await refusal(host, press(host, table.id, click_of(seen, other)), Stale)
    assert await new_rows(host, table) == rows
