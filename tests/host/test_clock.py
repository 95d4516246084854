"""The time of a turn: when it is up, when somebody is called, and what stops the clock."""

import sqlite3
from contextlib import closing
from random import Random

import pytest

from engine.kernel.refusal import Refused
from host import clock as clocks
from host import lobby, outbox, overdue, people, seating, votes
from host.hours import Hours
from host.notes import HostEventKind
from host.outbox import MessageKind
from host.people import ping_users
from host.records import Deadline, Phase
from host.settings import Settings, settings_of
from host.terms import MAX_TURN, PACES, Policy, Terms, agreed
from host.views import view_table
from host.votes import Proposal, ProposalKind
from testing.deadlines import (
    BERLIN,
    DAY,
    HOUR,
    MINUTE,
    NIGHT,
    awaited,
    choose,
    deadlines_of,
    notes_of,
    open_timed,
    play_one,
    reminded,
    run_until,
    strike,
    table_now,
    utc,
)
from testing.hosting import (
    ADA,
    BEN,
    PEOPLE,
    STRANGER,
    able_users,
    caller,
    dump,
    messages_of,
    open_lobby,
    open_playing,
    play_out,
    random_click,
    refusal,
    say_all,
    without_autoplay,
)

pytestmark = pytest.mark.asyncio
EVENING = utc("2025-06-10T18:00")  # 20:00 in Berlin
HALF, LATE = 12 * HOUR, 21 * HOUR + 36 * MINUTE  # of a day


async def decide(host, table, subject):
    await host.do(votes.force, table.id, Proposal(subject))


async def due_of(host, table, seat):
    return (await table_now(host, table.id)).seats[seat].due


async def asleep_at_the_deal(host, clock, game_id, at, **terms):
    """A table that is dealt when everybody has begun the night in Berlin; whom it waits for."""
    clock.now = at
    for user in PEOPLE[:2]:
        await choose(host, user, zone=BERLIN, quiet=NIGHT)
    table = await open_timed(host, game_id, **{"hours": 24, **terms})
    return table, *await awaited(host, table.id)


# --- paces -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "hours"), [*PACES.items(), ("custom", 5)])
async def test_a_turn_has_the_time_that_was_agreed_on(host, clock, game_id, pace, hours):
    table = await open_timed(host, game_id, hours=hours)
    seat, _ = await awaited(host, table.id)
    assert table.terms.pace == pace
    assert table.seats[seat].due == (clock.now + hours * HOUR if hours else None)


async def test_at_a_live_table_the_clock_never_strikes(host, clock, game_id):
    table = await open_timed(host, game_id)
    await play_out(host, table.id, Random(1), most=20)
    assert await host.next_alarm() is None and await deadlines_of(host, table.id) == {}


@pytest.mark.parametrize("changes", [{"hours": -1}, {"hours": MAX_TURN + 1}, {"idle_days": 0}])
async def test_terms_that_make_no_sense_are_refused(host, game_id, changes):
    table = await open_lobby(host, game_id)
    await refusal(host, host.do(lobby.change_terms, table.id, changes, by=caller(ADA.id)))


async def test_a_table_is_never_closed_before_its_first_turn_is_over():
    with pytest.raises(Refused):
        agreed(Terms(), {"hours": 7 * 24, "idle_days": 7})
    assert agreed(Terms(), {"hours": 7 * 24, "idle_days": 8}).hours == 7 * 24


async def test_time_runs_only_for_those_whom_the_table_waits_for(host, game_id):
    table = await open_timed(host, game_id, people=3, hours=24)
    rng = Random(3)
    for _ in range(40):
        await random_click(host, table.id, rng)
        seen = await host.read(view_table, table.id, by=None)
        found = await deadlines_of(host, table.id)
        assert {seat for seat, each in found.items() if each.since} == {*seen.waiting}
        assert {seat.number for seat in seen.table.seats if seat.due} == {*seen.waiting}


async def test_in_a_phase_of_all_every_seat_has_its_own_time(host, clock, game_id):
    clock.now = EVENING
    await choose(host, BEN, zone=BERLIN, quiet=NIGHT)
    table = await open_timed(host, game_id, hours=24)
    while len(await able_users(host, table.id)) < 2:
        await random_click(host, table.id, Random(1), may_undo=False)
    ada, ben = (await table_now(host, table.id)).seats
    assert ada.due == EVENING + DAY
    assert ben.due == utc("2025-06-12T14:00")  # 2 hours, 14 hours, then 8 until 16:00


async def test_when_the_game_is_over_no_time_runs(host, game_id):
    table = await open_timed(host, game_id, hours=2)
    await play_out(host, table.id, Random(1))
    assert await deadlines_of(host, table.id) == {} and await host.next_alarm() is None


# --- reminders ---------------------------------------------------------------------------------


async def test_reminders_come_at_half_and_at_nine_tenths_of_the_time(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24, policy="wait")
    seat, _ = await awaited(host, table.id)
    start = clock.now
    calls = await run_until(host, clock, start + 5 * DAY)
    assert calls == [(start + at, seat) for at in (HALF, LATE, DAY)]
    assert [note.at for note in await notes_of(host, table.id, HostEventKind.TIME_UP)] == [
        start + DAY
    ]


@pytest.mark.parametrize(
    ("wish", "hours"), [(5, (5, 10, 15, 20)), (8, (8, 16)), (24, ()), (48, ()), (-1, ())]
)
async def test_reminders_come_at_the_players_own_interval(host, clock, game_id, wish, hours):
    for user in PEOPLE[:2]:
        await choose(host, user, reminders=wish)
    await open_timed(host, game_id, hours=24)
    start = clock.now
    calls = await run_until(host, clock, start + DAY - 1)
    assert [call.at - start for call in calls] == [hour * HOUR for hour in hours]


async def test_who_wants_no_pings_is_not_reminded(host, clock, game_id):
    for user in PEOPLE[:2]:
        await choose(host, user, calls="none")
    await open_timed(host, game_id, hours=24)
    assert await run_until(host, clock, clock.now + DAY - 1) == []


async def test_a_turn_that_was_muted_is_quiet_until_the_next_one(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24, policy="wait")
    seat, user = await awaited(host, table.id)
    muted = (await deadlines_of(host, table.id))[seat]
    await host.do(people.mute, table.id, by=caller(user.id))
    assert await run_until(host, clock, clock.now + 2 * DAY) == []
    assert await notes_of(host, table.id, HostEventKind.TIME_UP)
    while (await deadlines_of(host, table.id)).get(seat, muted).turn == muted.turn:
        await random_click(host, table.id, Random(1), may_undo=False)
    await say_all(host)
    assert seat in {call.seat for call in await run_until(host, clock, clock.now + DAY - 1)}


async def test_who_is_not_waited_for_has_nothing_to_mute(host, game_id):
    table = await open_timed(host, game_id, hours=24)
    _, user = await awaited(host, table.id)
    other = next(each for each in PEOPLE[:2] if each.id != user.id)
    await refusal(host, host.do(people.mute, table.id, by=caller(other.id)))
    await refusal(host, host.do(people.mute, table.id, by=caller(STRANGER.id)))


async def test_what_came_due_while_the_bot_was_down_is_said_once(host, open_host, clock, game_id):
    table = await open_timed(host, game_id, hours=24)
    seat, _ = await awaited(host, table.id)
    await host.close()
    clock.advance(23 * HOUR)
    host = await open_host()
    assert await strike(host, clock) == [(clock.now, seat)]
    assert await strike(host, clock) == []
    assert await host.next_alarm() == clock.now + HOUR


async def test_a_reminder_that_waits_in_the_outbox_survives_a_restart(
    host, open_host, clock, game_id
):
    await open_timed(host, game_id, hours=24)
    clock.advance(HALF)
    await host.run_due()
    messages = await messages_of(host)
    await host.close()
    host = await open_host()
    await host.run_due()
    assert reminded(messages) and await messages_of(host) == messages


async def test_at_a_table_without_a_channel_reminders_are_private(host, clock, game_id):
    table = await open_timed(host, game_id, channel=None, hours=24)
    seat, user = await awaited(host, table.id)
    clock.advance(HALF)
    await host.run_due()
    found = [outgoing for outgoing in await say_all(host) if outgoing.kind == MessageKind.TURN]
    assert [(outgoing.user, outgoing.channel, outgoing.body) for outgoing in found] == [
        (user.id, None, {"again": [seat]})
    ]


async def test_a_second_reminder_joins_the_one_that_could_not_be_said(host, clock, game_id):
    await open_timed(host, game_id, hours=24)
    for at in (HALF, LATE - HALF):
        clock.advance(at)
        await host.run_due()
    assert len(reminded(await messages_of(host))) == 1


async def test_a_clock_that_is_set_back_reminds_nobody_twice(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24)
    seat, _ = await awaited(host, table.id)
    start = clock.now
    assert await run_until(host, clock, start + 13 * HOUR) == [(start + HALF, seat)]
    clock.now = start - DAY
    assert await run_until(host, clock, start + DAY - 1) == [(start + LATE, seat)]


async def test_a_change_of_settings_after_a_clock_was_set_back_reminds_nobody_twice(
    host, clock, game_id
):
    table = await open_timed(host, game_id, hours=24)
    seat, user = await awaited(host, table.id)
    start = clock.now
    await run_until(host, clock, start + 13 * HOUR)
    clock.now = start + 6 * HOUR
    await choose(host, user, hand="ephemeral")
    assert await run_until(host, clock, start + DAY - 1) == [(start + LATE, seat)]


# --- waking hours ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begin", "half", "late", "up"),
    [
        ("2025-10-25T18:00", "2025-10-26T17:00", "2025-10-27T12:36", "2025-10-27T15:00"),
        ("2025-03-29T19:00", "2025-03-30T16:00", "2025-03-31T11:36", "2025-03-31T14:00"),
        ("2025-06-10T18:00", "2025-06-11T16:00", "2025-06-12T11:36", "2025-06-12T14:00"),
    ],
    ids=["a night of eleven hours", "a night of nine hours", "a night of ten hours"],
)
async def test_time_runs_in_waking_hours_whatever_the_night(
    host, clock, game_id, begin, half, late, up
):
    """20:00 in Berlin: two hours today, fourteen tomorrow, eight until 16:00."""
    table, seat, _ = await asleep_at_the_deal(host, clock, game_id, utc(begin))
    assert await due_of(host, table, seat) == utc(up)
    calls = await run_until(host, clock, utc(up) - 1)
    assert calls == [(utc(half), seat), (utc(late), seat)]


async def test_whose_turn_begins_at_night_is_called_on_waking(host, clock, game_id):
    late = utc("2025-06-10T22:30")  # half past midnight
    table, seat, _ = await asleep_at_the_deal(host, clock, game_id, late)
    assert await host.read(ping_users, table.id, [seat]) == {}
    morning = utc("2025-06-11T06:00")
    assert await run_until(host, clock, morning - 1) == []
    assert await run_until(host, clock, morning + HOUR) == [(morning + 1, seat)]
    assert [*await host.read(ping_users, table.id, [seat])] == [seat]


async def test_on_the_night_of_the_change_the_sleeper_is_called_by_their_own_clock(
    host, clock, game_id
):
    late = utc("2025-10-25T22:30")
    _, seat, _ = await asleep_at_the_deal(host, clock, game_id, late)
    morning = utc("2025-10-26T07:00")  # 8:00 of winter time
    assert await run_until(host, clock, morning + HOUR) == [(morning + 1, seat)]


async def test_what_was_due_before_the_night_and_could_not_be_said_is_said_in_the_morning(
    host, open_host, clock, game_id
):
    """Twelve of twenty-four hours are over at 18:00; the bot is down until midnight."""
    _, seat, _ = await asleep_at_the_deal(host, clock, game_id, EVENING)
    await host.close()
    clock.now = utc("2025-06-11T22:00")
    host = await open_host()
    morning = utc("2025-06-12T06:00")
    assert await run_until(host, clock, morning + HOUR) == [(morning + 1, seat)]


async def test_a_reminder_on_the_edge_of_the_night_is_not_lost(host, clock, game_id):
    """At 21:00 two hours begin: half of them ends when the night begins."""
    table, seat, _ = await asleep_at_the_deal(
        host, clock, game_id, utc("2025-06-10T19:00"), hours=2
    )
    morning = utc("2025-06-11T06:00")
    calls = await run_until(host, clock, morning + 59 * MINUTE)
    assert calls == [(morning + 1, seat), (morning + 48 * MINUTE, seat)]
    for at, _ in calls:
        assert Hours(BERLIN, NIGHT).is_awake(at)
    assert await due_of(host, table, seat) == morning + HOUR


@pytest.mark.parametrize("policy", [Policy.WAIT, Policy.ASK])
async def test_whose_time_was_up_at_night_is_called_on_waking(
    host, open_host, clock, game_id, policy
):
    table, seat, _ = await asleep_at_the_deal(host, clock, game_id, EVENING, hours=2, policy=policy)
    await host.close()
    clock.now = utc("2025-06-10T23:00")
    host = await open_host()
    assert await strike(host, clock) == []
    assert len(await notes_of(host, table.id, HostEventKind.TIME_UP)) == 1
    morning = utc("2025-06-11T06:00")
    assert await run_until(host, clock, morning + DAY) == [(morning + 1, seat)]


async def test_on_vacation_no_time_runs_and_the_call_comes_after_it(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24)
    seat, user = await awaited(host, table.id)
    start = clock.now
    await run_until(host, clock, start + 6 * HOUR)
    back = clock.now + 10 * DAY
    await choose(host, user, away_until=back)
    assert await due_of(host, table, seat) == back + 18 * HOUR
    calls = await run_until(host, clock, back + 18 * HOUR - 1)
    assert calls == [(back + at, seat) for at in (1, 6 * HOUR, LATE - 6 * HOUR)]


async def test_who_ends_the_vacation_has_the_rest_of_the_time(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24)
    seat, user = await awaited(host, table.id)
    await choose(host, user, away_until=clock.now + 10 * DAY)
    clock.advance(3 * DAY)
    await choose(host, user, away_until=0)
    assert await due_of(host, table, seat) == clock.now + DAY


async def test_quiet_hours_count_from_when_they_were_chosen(host, clock, game_id):
    clock.now = EVENING
    table = await open_timed(host, game_id, hours=24)
    seat, user = await awaited(host, table.id)
    clock.now = utc("2025-06-10T21:00")  # three hours later: 23:00 in Berlin
    await choose(host, user, zone=BERLIN, quiet=NIGHT)
    assert await due_of(host, table, seat) == utc("2025-06-12T13:00")  # 3, 14 and 7 until 15:00


@pytest.mark.parametrize("quiet", [None, *((begin, 8) for begin in range(20, 24)), (0, 12)])
@pytest.mark.parametrize("hours", [1, 6, 12, 13, 24, 72, MAX_TURN])
async def test_the_longest_turn_is_the_one_that_begins_with_the_night(quiet, hours):
    own, midnight = Hours("UTC", quiet), utc("2025-06-10")
    starts = range(midnight, midnight + DAY, HOUR)
    longest = max(own.after(start, hours * HOUR) - start for start in starts)
    assert own.longest(hours * HOUR) == longest
    assert hours != 24 or longest <= 2 * DAY


async def test_quiet_hours_are_at_most_twelve_a_day(host, clock, game_id):
    for quiet in ((20, 9), (15, 14), (1, 0)):
        refused = await refusal(host, choose(host, BEN, quiet=quiet))
        assert "you can have up to 12" in str(refused)
    await choose(host, BEN, quiet=(20, 8))
    assert (await host.read(settings_of, BEN.id)).quiet == (20, 8)


@pytest.mark.parametrize(
    ("hours", "told"), [(0, []), (2, [10, 14]), (6, [14, 18]), (11, [23]), (12, []), (24, [])]
)
async def test_a_table_is_told_once_of_turns_that_become_more_than_twice_as_long(
    host, clock, game_id, hours, told
):
    table = await open_timed(host, game_id, hours=hours)
    for quiet in ((0, 8), (1, 9), (20, 8), (22, 6), (20, 8), None):
        await choose(host, BEN, quiet=quiet)
    found = await notes_of(host, table.id, HostEventKind.SLOW)
    assert [each.facts for each in found] == [{"hours": hours, "longest": each} for each in told]
    assert {each.seat for each in found} <= {1}


async def test_a_table_is_told_at_the_deal_of_quiet_hours_that_were_chosen_before(
    host, clock, game_id
):
    await choose(host, ADA, quiet=(22, 8))
    for count in (1, 0):  # alone, there is nobody to tell
        more = {"people": 1 + count, "robots": 1 - count, "channel": 7 + count}
        table = await open_timed(host, game_id, hours=2, **more)
        assert len(await notes_of(host, table.id, HostEventKind.SLOW)) == count


async def test_a_change_of_something_else_at_night_calls_nobody_in_the_morning(
    host, clock, game_id
):
    _, seat, user = await asleep_at_the_deal(host, clock, game_id, EVENING)
    clock.now = utc("2025-06-10T22:00")
    await choose(host, user, digest=9)
    await choose(host, user, digest=None)
    assert await run_until(host, clock, utc("2025-06-11T15:59")) == []
    assert await run_until(host, clock, utc("2025-06-11T16:00")) == [(clock.now, seat)]


async def test_the_call_on_waking_survives_an_extension_and_other_wishes(host, clock, game_id):
    late = utc("2025-06-10T22:30")
    table, seat, user = await asleep_at_the_deal(host, clock, game_id, late)
    await decide(host, table, ProposalKind.EXTEND)
    await choose(host, user, reminders=6)
    await decide(host, table, ProposalKind.PAUSE)
    await decide(host, table, ProposalKind.RESUME)
    morning = utc("2025-06-11T06:00")
    calls = await run_until(host, clock, morning + 7 * HOUR)
    assert calls == [(morning + 1, seat), (morning + 6 * HOUR, seat)]


async def test_other_wishes_hold_from_now_on(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24)
    seat, user = await awaited(host, table.id)
    start = clock.now
    await run_until(host, clock, start + 13 * HOUR)
    await choose(host, user, reminders=3)
    calls = await run_until(host, clock, start + DAY - 1)
    assert calls == [(start + hour * HOUR, seat) for hour in (15, 18, 21)]


async def test_a_zone_that_nobody_knows_is_refused(host, clock, game_id):
    await refusal(host, host.do(people.choose, {"zone": "Atlantis/Capital"}, by=caller(ADA)))
    long = {"away_until": clock.now + 31 * DAY}
    await refusal(host, host.do(people.choose, long, by=caller(ADA)))


# --- pause and extension -----------------------------------------------------------------------


async def test_while_a_table_is_paused_time_stands_still(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24)
    seat, _ = await awaited(host, table.id)
    clock.advance(6 * HOUR)
    await decide(host, table, ProposalKind.PAUSE)
    assert await due_of(host, table, seat) is None
    assert await run_until(host, clock, clock.now + 20 * DAY) == []
    await decide(host, table, ProposalKind.RESUME)
    resumed = clock.now
    assert await due_of(host, table, seat) == resumed + 18 * HOUR
    calls = await run_until(host, clock, resumed + 18 * HOUR - 1)
    assert calls == [(resumed + at - 6 * HOUR, seat) for at in (HALF, LATE)]


async def test_a_turn_that_begins_during_a_pause_has_all_its_time_after_it(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24)
    await decide(host, table, ProposalKind.PAUSE)
    clock.advance(5 * HOUR)
    for _ in range(10):
        await random_click(host, table.id, Random(1), may_undo=False)
    found = await deadlines_of(host, table.id)
    assert found and {(each.since, each.due, each.spent) for each in found.values()} == {
        (None, None, 0)
    }
    clock.advance(5 * HOUR)
    await decide(host, table, ProposalKind.RESUME)
    waiting = (await host.read(view_table, table.id, by=None)).waiting
    assert {await due_of(host, table, seat) for seat in waiting} == {clock.now + DAY}


async def test_an_extension_adds_one_turns_time(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24)
    seat, _ = await awaited(host, table.id)
    start = clock.now
    await run_until(host, clock, start + 13 * HOUR)
    await decide(host, table, ProposalKind.EXTEND)
    assert await due_of(host, table, seat) == start + 2 * DAY
    calls = await run_until(host, clock, start + 2 * DAY - 1)
    assert calls == [(start + DAY, seat), (start + int(1.8 * DAY), seat)]


async def test_an_extension_during_a_pause_counts_after_it(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24)
    seat, _ = await awaited(host, table.id)
    clock.advance(6 * HOUR)
    await decide(host, table, ProposalKind.PAUSE)
    await decide(host, table, ProposalKind.EXTEND)
    clock.advance(DAY)
    await decide(host, table, ProposalKind.RESUME)
    assert await due_of(host, table, seat) == clock.now + 42 * HOUR


async def test_an_extension_after_the_time_was_up_is_a_whole_turn(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24, policy="wait")
    seat, _ = await awaited(host, table.id)
    await run_until(host, clock, clock.now + 3 * DAY)
    await decide(host, table, ProposalKind.EXTEND)
    assert await due_of(host, table, seat) == clock.now + DAY
    await run_until(host, clock, clock.now + DAY)
    assert len(await notes_of(host, table.id, HostEventKind.TIME_UP)) == 2


async def test_a_pause_that_comes_before_the_strike_gives_nobody_time(host, clock, game_id):
    table = await open_timed(host, game_id, hours=2, policy="wait")
    clock.advance(5 * HOUR)
    await decide(host, table, ProposalKind.PAUSE)
    clock.advance(DAY)
    await strike(host, clock)
    assert await notes_of(host, table.id, HostEventKind.TIME_UP) == []
    await decide(host, table, ProposalKind.RESUME)
    await run_until(host, clock, clock.now + 1)
    assert len(await notes_of(host, table.id, HostEventKind.TIME_UP)) == 1


# --- back after it was up ----------------------------------------------------------------------


@pytest.mark.parametrize("policy", [Policy.WAIT, Policy.ASK])
async def test_who_acts_after_the_time_was_up_and_leaves_again_is_missed_again(
    host, clock, game_id, policy
):
    """In the middle of a turn: one action, and there is time for the rest of it."""
    table = await open_timed(host, game_id, people=1, robots=1, hours=24, policy=policy)
    rng = Random(1)
    while True:
        await run_until(host, clock, clock.now + DAY)
        ups = len(await notes_of(host, table.id, HostEventKind.TIME_UP))
        (before,) = (await deadlines_of(host, table.id)).values()
        await random_click(host, table.id, rng, may_undo=False)
        await host.wait_for_autoplay()
        (after,) = (await deadlines_of(host, table.id)).values()
        assert after.due == clock.now + DAY
        if after.turn == before.turn:
            break
    await run_until(host, clock, clock.now + DAY)
    assert len(await notes_of(host, table.id, HostEventKind.TIME_UP)) == ups + 1


async def test_who_votes_after_the_time_was_up_has_time_again(host, clock, game_id):
    table = await open_timed(host, game_id, people=3, hours=24, policy="wait")
    seat, user = await awaited(host, table.id)
    await run_until(host, clock, clock.now + 2 * DAY)
    await host.do(votes.agree, table.id, Proposal(ProposalKind.PAUSE), by=caller(user.id))
    after = (await table_now(host, table.id)).seats[seat]
    assert (after.missed, after.due) == (0, clock.now + DAY)


# --- digests -----------------------------------------------------------------------------------


async def digests(host):
    return [
        outgoing.user for outgoing in await say_all(host) if outgoing.kind == MessageKind.DIGEST
    ]


async def days(host, clock, end):
    """One by one the digests until then."""
    found = []
    while (alarm := await host.next_alarm()) is not None and alarm <= end:
        clock.now = alarm
        await host.run_due()
        found += [(clock.now, user) for user in await digests(host)]
    clock.now = end
    return found


async def test_a_digest_comes_once_a_day_at_its_hour_through_the_change_of_clocks(
    host, clock, game_id
):
    clock.now = utc("2025-10-24T12:00")
    await open_playing(host, game_id)
    await say_all(host)
    await choose(host, ADA, zone=BERLIN, digest=9)
    found = await days(host, clock, utc("2025-10-28T00:00"))
    at = ("2025-10-25T07:00", "2025-10-26T08:00", "2025-10-27T08:00")
    assert found == [(utc(each), ADA.id) for each in at]


async def test_digests_that_were_missed_come_as_one(host, open_host, clock, game_id):
    await open_playing(host, game_id)
    await choose(host, ADA, digest=9)
    await say_all(host)
    await host.close()
    clock.advance(5 * DAY)
    host = await open_host()
    await host.run_due()
    assert await digests(host) == [ADA.id]
    await host.run_due()
    assert await digests(host) == []


async def test_a_clock_that_is_set_back_sends_no_digest_twice(host, clock, game_id):
    await open_playing(host, game_id)
    await choose(host, ADA, digest=9)
    start = clock.now
    assert len(await days(host, clock, start + 3 * DAY)) == 3
    clock.now = start
    assert await days(host, clock, start + 3 * DAY) == []


async def test_who_sits_nowhere_gets_no_digest(host, clock):
    await choose(host, ADA, digest=9)
    assert await days(host, clock, clock.now + 3 * DAY) == []
    await choose(host, ADA, digest=None)
    assert await host.next_alarm() is None


# --- what is damaged, what is interrupted ------------------------------------------------------


def spoil(file, statement):
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute(statement)


async def two_tables(host, game_id):
    tables = [await open_timed(host, game_id, channel=channel, hours=2) for channel in (1, 2)]
    await host.close()
    return tables


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE deadlines SET calls = '[' WHERE table_id = 1",
        "UPDATE tables SET terms = '{' WHERE id = 1",
        "UPDATE tables SET options = '{' WHERE id = 1",
        "UPDATE journal SET code = 'nonsense' WHERE table_id = 1",
    ],
)
async def test_a_damaged_table_stops_no_other_clock_and_never_strikes_again(
    host, open_host, file, clock, game_id, statement
):
    table = await open_timed(host, game_id, channel=1, hours=2)
    for _ in range(4):
        await random_click(host, table.id, Random(1), may_undo=False)
    other = await open_timed(host, game_id, channel=2, hours=2)
    await host.close()
    spoil(file, statement)
    clock.advance(2 * HOUR)
    host = await open_host()
    await host.run_due()
    await host.wait_for_autoplay()
    assert await notes_of(host, other.id, HostEventKind.TIME_UP)
    assert (await host.next_alarm()) > clock.now
    clock.advance(90 * DAY)
    await host.run_housekeeping()
    assert (await table_now(host, other.id)).phase is Phase.OVER


async def test_spoilt_settings_stop_no_clock(host, open_host, file, clock, game_id):
    first, second = await two_tables(host, game_id)
    spoil(file, f"UPDATE users SET settings = '{{\"quiet\": 7' WHERE id = {ADA.id}")
    clock.advance(2 * HOUR)
    host = await open_host()
    await host.run_due()
    for table in (first, second):
        assert await notes_of(host, table.id, HostEventKind.TIME_UP)
    assert await host.read(settings_of, ADA.id) == Settings()


async def test_who_has_a_damaged_table_may_change_their_settings(
    host, open_host, file, clock, game_id
):
    _, healthy = await two_tables(host, game_id)
    spoil(file, "UPDATE tables SET options = '{' WHERE id = 1")
    host = await open_host()
    seat, user = await awaited(host, healthy.id)
    await choose(host, user, away_until=clock.now + DAY)
    assert await due_of(host, healthy, seat) == clock.now + DAY + 2 * HOUR


class Killed(BaseException):
    """Nothing after this is stored."""


@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("place", ["show_board", "call", "show_votes", "show_panel"])
async def test_a_deed_of_the_clock_is_stored_whole_with_its_messages_or_not_at_all(
    host, clock, game_id, monkeypatch, policy, place
):
    table = await open_timed(host, game_id, people=3, hours=2, policy=policy)
    clock.advance(2 * HOUR)
    before = await dump(host)

    def killed(*_):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(outbox, place, killed)
        try:
            await host.run_due()
        except Killed:
            assert await dump(host) == before
    await host.run_due()
    await host.wait_for_autoplay()
    assert len(await notes_of(host, table.id, HostEventKind.TIME_UP)) == 1


@pytest.mark.parametrize("policy", [Policy.TURN, Policy.SEAT])
async def test_after_a_kill_between_the_deed_and_its_play_the_autopilot_plays(
    host, open_host, clock, game_id, policy
):
    table = await open_timed(host, game_id, people=3, hours=2, policy=policy)
    seat, _ = await awaited(host, table.id)
    clock.advance(2 * HOUR)
    with without_autoplay(host):
        await host.do(overdue.run_due, table.id)
    assert (await table_now(host, table.id)).version == table.version
    await host.close()
    host = await open_host()
    await host.wait_for_autoplay()
    seen = await host.read(view_table, table.id, by=None)
    assert seen.table.version > table.version and seen.waiting != (seat,)


# --- by itself ---------------------------------------------------------------------------------


async def test_a_clock_that_was_set_back_takes_nothing_away():
    deadline = Deadline(0, "1", DAY, 5 * HOUR, EVENING, None, None, (), False)
    for back in (0, HOUR, 30 * DAY):
        assert clocks.elapsed(deadline, Hours(BERLIN, NIGHT), EVENING - back) == 5 * HOUR


async def test_handing_over_stops_the_time_and_taking_back_begins_it_anew(host, clock, game_id):
    table = await open_timed(host, game_id, people=3, hours=24)
    seat, user = await awaited(host, table.id)
    with without_autoplay(host):
        await host.do(seating.hand_over, table.id, by=caller(user.id))
        assert seat not in await deadlines_of(host, table.id)
        clock.advance(5 * HOUR)
        await host.do(seating.take_back, table.id, by=caller(user.id))
    assert await due_of(host, table, seat) == clock.now + DAY


async def test_a_turn_call_names_whoever_is_newly_waited_for(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24)
    rng = Random(2)
    before = {*(await host.read(view_table, table.id, by=None)).waiting}
    for _ in range(30):
        played = await random_click(host, table.id, rng)
        await host.wait_for_autoplay()
        waiting = {*(await host.read(view_table, table.id, by=None)).waiting}
        messages = [each for each in await say_all(host) if each.kind == MessageKind.TURN]
        called = {seat for outgoing in messages for seat in outgoing.body["new"]}
        assert called == waiting - before - {played.seat}
        before = waiting


async def test_a_played_turn_is_not_reminded_of(host, clock, game_id):
    table = await open_timed(host, game_id, hours=24)
    seat, user = await awaited(host, table.id)
    clock.advance(HALF - 1)
    while seat in (await host.read(view_table, table.id, by=None)).waiting:
        await play_one(host, table.id, user)
    await say_all(host)
    assert seat not in {call.seat for call in await run_until(host, clock, clock.now + HOUR)}
