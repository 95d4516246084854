"""Games over days as people see them: time, reminders, time zones, missed turns."""

import pytest

from cogs.ids import hours_id, option_id, table_id
from cogs.times import exactly
from cogs.turn_pings import RESTING
from engine import GAMES
from host import play
from host.settings import settings_of
from host.terms import Policy
from sandbox.channels import remove_channel
from testing.cases import where_plans_are_choices
from testing.days import (
    DAY,
    HOUR,
    PACE,
    Days,
    Say,
    change,
    save_hours,
    set_to,
    shows,
    stamps,
)
from testing.hosting import caller
from testing.people import (
    SELECT,
    Label,
    Party,
    forge,
    is_ephemeral,
    labels,
    selects,
    text,
)

pytestmark = pytest.mark.asyncio
THREE = ("red", "blue", "green")
PAUSE, MORE = "Pause the clock", "More time"
every_game = pytest.mark.parametrize("game_id", GAMES)


# --- how much time there is


@where_plans_are_choices
async def test_board_hand_and_call_say_until_when_on_the_readers_own_clock(s, clock, game_id):
    party = Days(s, clock, "red", "blue", game=game_id)
    await party.deal()
    await party.one_at_a_time()
    acting = await party.acting()
    due = await party.due(acting)
    (call,) = party.calls
    assert due - clock() <= PACE * HOUR
    assert shows(party.board, due) and shows(call, due) and shows(party.panel(acting), due)
    assert shows(await s.click(acting, party.board, Label.MY_HAND), due)
    for other in party.others(acting):
        assert not shows(party.panel(other), due)
    assert party.pinged(call) == {acting}


@pytest.mark.parametrize(("hours", "is_called_again"), [(0.5, False), (2, True)])
async def test_a_phase_calls_everyone_ahead_and_again_only_after_an_hour(
    s, clock, hours, is_called_again
):
    party = Days(s, clock, "red", "blue", game="factory_42")
    await party.deal()
    acting = await party.acting()
    (other,) = party.others(acting)
    (call,) = party.calls
    assert party.pinged(call) == {acting, other}
    assert "your turn**: place a meeple." in text(call)
    assert "you can plan ahead**: you have 7 meeples to place." in text(call)
    await party.later(hours)
    before = len(party.called())
    await party.act(acting)
    await party.quiet()
    (call,) = party.calls
    assert text(call).startswith(f"**<@{s.user(other)}>, your turn**"), "said, with or without ping"
    assert party.called()[before:] == [{other}] * is_called_again
    for name in (other, acting):
        await party.act(name)
        await party.quiet()
    before = len(party.called())
    (call,) = party.calls
    assert text(call).startswith(f"**<@{s.user(other)}>, your turn**"), "said without a ping"
    await party.later(1.1)
    assert party.called()[before:] == [{other}], "again in this turn: an hour later, if need be"


async def test_nobody_is_pinged_while_plans_play_between_their_own_presses(s, clock):
    party = Days(s, clock, "red", "blue", game="factory_42")
    await party.deal()
    acting = await party.acting()
    (other,) = party.others(acting)
    table, before = await party.table(), len(party.called())
    await party.host.do(play.queue, table.id, ["autopilot"], by=caller(int(s.user(other))))
    await party.quiet()
    for _ in range(3):
        await party.act(acting)
        await party.quiet()
        assert (party.calls, await party.acting()) == ([], other), "a plan is about to play"
        (standing,) = [each for each in party.public if RESTING in text(each)]
        await party.later(0.01)
        (call,) = party.calls
        assert call["id"] == standing["id"] and f"<@{s.user(acting)}>, your turn" in text(call)
    assert party.called()[before:] == []


async def test_a_live_table_has_no_deadline_and_nobody_is_reminded(s, clock):
    party = Days(s, clock, "red", "blue", pace=0)
    await party.deal()
    before = len(party.heard)
    await party.later(20 * 24)
    assert len(party.heard) == before
    assert "<t:" not in text(party.board) + text(party.calls[0])
    assert Say.MUTE not in labels(party.calls[0])
    screen = await s.click("red", party.board, Say.TABLE)
    assert "Live" in text(screen)
    offered = [each["label"] for part in selects(screen) for each in part["options"]]
    assert not any(each.startswith((PAUSE, MORE)) for each in offered), "no time runs there"


async def test_hours_of_ones_own_choice_are_a_pace_too(s, clock):
    party = Days(s, clock, "red", "blue", pace=24, hours=1)
    await party.deal()
    assert await party.due(await party.acting()) - clock() <= HOUR
    assert "1 hour per turn" in text(await s.click("green", party.board, Say.TABLE))


async def test_options_of_a_lobby_that_were_never_offered_change_no_terms(s, clock):
    party = Party(s, "red", pace=24)
    board = await party.open()
    table = await party.table()
    before = await party.stored()
    for name, value in (("hours", "-1"), ("hours", "9999"), ("hours", "x"), ("policy", "shout")):
        where = option_id(table.id, f"_{name}")
        assert text(await forge(s, "red", board, where, value, kind=SELECT))
    assert text(await forge(s, "blue", board, option_id(table.id, "_hours"), "2", kind=SELECT))
    assert (await party.table()).terms == table.terms
    assert await party.stored() == before


# --- reminders


@where_plans_are_choices
async def test_a_reminder_takes_the_place_of_the_call_at_half_and_at_nine_tenths(s, clock, game_id):
    party = Days(s, clock, "red", "blue", game=game_id)
    await party.deal()
    await party.one_at_a_time()
    acting = await party.acting()
    due, (call,), earlier = await party.due(acting), party.calls, party.called()[:-1]
    for hours, told in ((11, 1), (2, 2), (7, 2), (2, 3), (1, 3)):
        await party.later(hours)
        await party.strike()
        assert party.called() == earlier + [{acting}] * told
        assert len(party.calls) == 1
        assert shows(party.calls[0], due)
    assert call["id"] not in {each["id"] for each in party.public}


async def test_reminders_that_came_due_while_the_bot_was_away_are_one(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    acting = await party.acting()
    await s.stop_bot()
    clock.ahead += 22 * HOUR
    await s.start_bot()
    await party.strike()
    await s.restart_bot()
    await party.strike()
    assert party.called() == [{acting}, {acting}]
    assert len(party.calls) == 1


async def test_who_mutes_a_turn_is_not_reminded_of_it_but_of_the_next(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    acting = await party.acting()
    (call,) = party.calls
    answer = await s.click(acting, call, Say.MUTE)
    assert is_ephemeral(answer) and "won't remind" in text(answer)
    await party.later(23)
    assert party.called() == [{acting}]
    while (await party.acting()) == acting or len((await party.seen()).waiting) > 1:
        await party.play_turn(await party.acting())
    other = await party.acting()
    await party.later(13)
    assert party.called()[-2:] == [{other}, {other}]


async def test_only_who_is_waited_for_can_mute_and_only_the_own_turn(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    acting = await party.acting()
    (call,) = party.calls
    before = await party.stored()
    for name in ("purple", *party.others(acting)):
        answer = await s.click(name, call, Say.MUTE)
        assert is_ephemeral(answer) and text(answer)
    assert await party.stored() == before
    await party.later(13)
    assert party.called() == [{acting}, {acting}]


async def test_who_wants_no_calls_is_named_once_and_never_reminded(s, clock):
    for name in ("red", "blue"):
        await change(s, name, "Notifications", "Don't notify me, just show my name")
    party = Days(s, clock, "red", "blue")
    await party.deal()
    acting = await party.acting()
    await party.later(23)
    assert party.called() == [set()]
    assert acting.capitalize() in text(party.calls[0])


@pytest.mark.parametrize("label, told", [("Every 4 hours", 6), ("Every hour", 9), ("Never", 1)])
async def test_reminders_come_as_often_as_one_wishes(s, clock, label, told):
    for name in ("red", "blue"):
        await change(s, name, "Reminders", label)
    party = Days(s, clock, "red", "blue")
    await party.deal()
    for _ in range(8):
        await party.later(2.9 if label != "Every hour" else 1.01)
    assert len(party.called()) == told


async def test_who_sleeps_is_named_without_a_ping_and_called_on_waking(s, clock):
    set_to(clock, 23)
    for name in ("red", "blue"):
        answer = await save_hours(s, name, "UTC", 22, 8)
        assert is_ephemeral(answer) and "22:00–8:00" in text(answer)
    party = Days(s, clock, "red", "blue")
    await party.deal()
    acting = await party.acting()
    assert party.called() == [set()]
    assert acting.capitalize() in text(party.calls[0])
    await party.later(8.9)
    assert party.called() == [set()]
    await party.later(0.2)
    assert party.called() == [set(), {acting}]
    assert len(party.calls) == 1
    night = 10 * HOUR
    assert await party.due(acting) - clock() > PACE * HOUR + night - HOUR


async def test_two_whose_time_is_up_at_different_moments_read_their_own(s, clock):
    set_to(clock, 12)
    for hour, name in enumerate(THREE, start=20):
        await save_hours(s, name, "UTC", hour, 8)
    party = Days(s, clock, *THREE)
    await party.deal()
    assert await party.until_all_act()
    await party.quiet()
    called = party.pinged(party.calls[0])
    assert len(called) == 2, "whoever acted last knows it"
    for name in called:
        exactly, when = stamps(await party.due(name))
        assert f"{name.title()} due {exactly}, {when}" in text(party.calls[0])


# --- one's own clock


async def test_the_answer_to_hours_says_what_time_it_is_there(s, clock):
    set_to(clock, 12)
    answer = await save_hours(s, "red", "asia/tokyo", 23, 7)
    assert "Asia/Tokyo" in text(answer) and "21:00" in text(answer)
    kept = await s.slash("red", "/hours", zone="UTC")
    assert "23:00–7:00" in text(kept), "a new zone leaves the quiet hours as they are"
    half = await s.slash("red", "/hours", zone="UTC", quiet_from=9)
    assert "both" in text(half)
    nowhere = await s.slash("red", "/hours", zone="Mars/Olympus")
    assert "zone" in text(nowhere)
    none = await s.slash("red", "/hours", zone="UTC", quiet_from=5, quiet_to=5)
    assert "No quiet hours" in text(none)


async def test_quiet_hours_are_read_about_before_they_are_saved(s, clock):
    set_to(clock, 12)
    asked = await s.slash("red", "/hours", zone="UTC", quiet_from=20, quiet_to=8)
    assert is_ephemeral(asked) and "a 24-hour turn can take you up to **48 hours**" in text(asked)
    due = clock() // DAY * DAY + 2 * DAY + 12 * HOUR  # 8 waking hours today, 12 and 4
    assert exactly(due) in text(asked)
    assert (await s.bot.host.read(settings_of, int(s.user("red")))).quiet is None
    saved = await s.click("red", asked, "Save")
    assert "Saved" in text(saved) and "Quiet hours 20:00–8:00" in text(saved)
    assert (await s.bot.host.read(settings_of, int(s.user("red")))).quiet == (20, 8)
    for begin, end, count in ((20, 9, 13), (15, 14, 23)):
        refused = await s.slash("red", "/hours", zone="UTC", quiet_from=begin, quiet_to=end)
        assert f"{count} quiet hours; you can have up to 12" in text(refused)
    forged = await forge(s, "red", asked, hours_id("UTC", 8, 7))
    assert "up to 12" in text(forged)
    assert (await s.bot.host.read(settings_of, int(s.user("red")))).quiet == (20, 8)


async def test_the_table_is_told_whose_quiet_hours_make_short_turns_long(s, clock):
    set_to(clock, 12)
    party = Days(s, clock, "red", "blue", pace=2)
    await party.deal()
    await save_hours(s, "blue", "UTC", 22, 8)
    await party.quiet()
    told = [text(each) for each in s.messages("red") if "quiet hours" in text(each)]
    assert told == ["🌙 Because of Blue's quiet hours, their 2-hour turns can take up to 12 hours."]


async def test_time_zones_are_offered_while_one_types(s, clock):
    found = await s.complete("red", "/hours", "zone", "new york")
    assert [each["value"] for each in found] == ["America/New_York"]
    assert len(await s.complete("red", "/hours", "zone", "e")) == 25


async def test_on_vacation_time_stands_still_at_every_table_and_comes_back(s, clock):
    here = Days(s, clock, "red", "blue")
    there = Days(s, clock, "red", "green", channel="table-2")
    for party in (here, there):
        await party.deal()
        while await party.acting() != "red":
            await party.play_turn(await party.acting())
    before = [await party.due("red") for party in (here, there)]
    answer = await change(s, "red", "Vacation", "Away for 7 days")
    assert "On vacation until" in text(answer)
    await here.quiet()
    for party, due in zip((here, there), before, strict=True):
        later = await party.due("red")
        assert abs(later - due - 7 * 24 * HOUR) < HOUR
        assert shows(party.board, later)
    told = [len(party.called()) for party in (here, there)]
    await here.later(3 * 24)
    assert [len(party.called()) for party in (here, there)] == told
    await change(s, "red", "Vacation", "Not on vacation")
    await here.quiet()
    due = await here.due("red")
    assert due - clock() <= PACE * HOUR
    assert shows(here.board, due)
    assert any(shows(panel, due) for panel in here.panels("red"))


async def test_the_daily_list_comes_once_a_day_with_all_tables_and_the_time_there(s, clock):
    set_to(clock, 12)
    here, there = Days(s, clock, "red"), Days(s, clock, "red", "blue", channel="table-2")
    await here.deal(robots=1)
    await there.open()
    await change(s, "red", "Daily list", "Daily at 18:00 (my time)")
    await change(s, "green", "Daily list", "Daily at 18:00 (my time)")

    def lists():
        return [each for each in here.notes("red") if "Your tables" in text(each)]

    await here.later(5.9)
    assert not lists()
    await s.stop_bot()
    clock.ahead += HOUR
    await s.start_bot()
    for _ in range(2):
        await here.strike()
    (told,) = lists()
    assert stamps(await here.due("red"))[1] in text(told)
    assert all(f"<#{s.channel(name)}>" in text(told) for name in ("table-1", "table-2"))
    assert "lobby" in text(told)
    await here.later(24)
    assert len(lists()) == 2
    assert not here.notes("green"), "who sits nowhere has no list"


async def test_a_daily_list_to_a_closed_door_is_tried_once(s, clock):
    await change(s, "red", "Your hand", "Only when I press My hand")
    await change(s, "red", "Daily list", "Daily at 18:00 (my time)")
    party = Days(s, clock, "red")
    await party.open()
    s.server.people.open_dms(s.user("red"), False)
    for _ in range(3):
        await party.later(24)
    assert s.server.rest.requests.count(f"POST /channels/{s.channel('@red')}/messages") == 1


# --- time is up


@every_game
async def test_the_autopilot_plays_a_turn_whose_time_is_up_and_the_next_is_called(
    s, clock, game_id
):
    party = Days(s, clock, "red", "blue", game=game_id)
    await party.deal()
    await party.one_at_a_time()
    late, before = await party.acting(), len(await party.rows())
    await party.later(24.1)
    await party.strike()
    seen = await party.seen(late)
    assert {row.seat for row in (await party.rows())[before:]} == {seen.seat}
    assert len(party.calls) == 1
    other = party.others(late)[0]
    assert party.pinged(party.calls[0]) >= {other}
    assert "You ran out of time once" in text(party.panel(late))
    assert "ran out of time" not in text(party.panel(other))
    told = await party.log(other)
    who = late.capitalize()
    assert told.index(f"{who} ran out of time") < told.index("autopilot plays this turn")
    while seen.seat not in (await party.seen()).waiting:
        await party.play_turn(other)
    await party.quiet()
    panel = text(party.panel(late))
    assert "**You** " in panel and "💡" not in panel, "what was played for them comes first"


@every_game
async def test_after_the_third_missed_turn_the_autopilot_has_the_seat(s, clock, game_id):
    party = Days(s, clock, "red", "blue", game=game_id)
    await party.deal()
    late = await party.acting()
    missed = []
    while not (await party.seat_of(late)).is_autopilot:
        await party.later(24.1)
        seat = await party.seat_of(late)
        missed.append(seat.missed)
        for name in () if seat.is_autopilot else party.others(late):
            await party.play_turn(name)
        assert len(missed) < 9
    assert sorted(set(missed)) == [1, 2, 3]
    panel = party.panel(late)
    assert "Your time ran out, so the autopilot is playing your seat" in text(panel)
    assert labels(panel) == {Label.TAKE_BACK}


async def test_any_deed_of_the_late_one_clears_what_was_missed(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    late = await party.acting()
    await party.later(24.1)
    assert (await party.seat_of(late)).missed == 1
    while late != await party.acting():
        await party.play_turn(await party.acting())
    await party.act(late)
    assert (await party.seat_of(late)).missed == 0
    assert "ran out" not in text(party.panel(late))


@every_game
async def test_a_seat_that_the_autopilot_took_is_taken_back_by_one_press(s, clock, game_id):
    party = Days(s, clock, *THREE, game=game_id)
    await party.deal(Policy.SEAT)
    late = await party.acting()
    await party.later(24.1)
    assert (await party.seat_of(late)).is_autopilot
    assert f"autopilot is playing for **{late.capitalize()}**" in text(party.board)
    assert labels(party.panel(late)) == {Label.TAKE_BACK}
    assert "until they come back" in await party.log(late)
    table = await party.table()
    for name in ("purple", *party.others(late)):
        assert text(await forge(s, name, party.board, table_id(table.id, "takeback")))
    assert (await party.seat_of(late)).is_autopilot
    await party.press_of(late, Label.TAKE_BACK)
    await party.quiet()
    assert not (await party.seat_of(late)).is_autopilot
    assert Label.MORE in labels(party.panel(late)), "the pushed hand knows it, too"
    assert f"{late.capitalize()} is back" in await party.log(late)
    assert "autopilot is playing for" not in text(party.board)


async def test_a_press_that_comes_too_late_leaves_the_hand_with_its_buttons(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    idle = party.others(await party.acting())[0]
    table = await party.table()
    for verb in ("takeback", "fromhere"):
        answer = await forge(s, idle, party.panel(idle), table_id(table.id, verb))
        assert "⚠️" in text(answer)
        assert Label.MORE in labels(answer)
        assert answer["id"] == party.panel(idle)["id"]


async def test_where_the_table_waits_the_late_one_is_called_and_plays_on(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal(Policy.WAIT)
    late = await party.acting()
    await party.later(24.1)
    await party.strike()
    assert not await party.rows()
    assert party.called()[-1] == {late}
    assert len(party.calls) == 1
    assert "time is up" in text(party.calls[0])
    assert "due" not in text(party.calls[0])
    await party.play_turn(late)
    assert {row.seat for row in await party.rows()} == {(await party.seat_of(late)).number}


async def test_time_that_was_up_while_the_bot_was_away_is_dealt_with_once(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    late = await party.acting()
    await s.stop_bot()
    clock.ahead += 30 * HOUR
    await s.start_bot()
    await party.strike()
    await s.restart_bot()
    await party.strike()
    assert (await party.seat_of(late)).missed == 1
    assert (await party.log("red")).count("ran out of time") == 1
    assert {row.seat for row in await party.rows()} == {(await party.seat_of(late)).number}
    due = await party.due(await party.acting())
    assert due - clock() > 23 * HOUR, "the next has all the time of a turn"


async def test_somebody_alone_is_reminded_and_the_autopilot_helps_out(s, clock):
    party = Days(s, clock, "red")
    await party.deal(robots=1)
    await party.quiet()
    assert not party.called(), "who is alone knows whose turn it is"
    await party.later(13)
    assert party.called() == [{"red"}]
    before = len(await party.rows())
    await party.later(12)
    assert len(await party.rows()) > before


async def test_the_other_of_two_is_still_called_when_the_autopilot_has_taken_a_seat(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal(Policy.SEAT)
    late = await party.acting()
    await party.later(24.1)
    assert party.called()[-1] == set(party.others(late))


# --- several tables, channels that are gone


async def test_tables_remind_each_in_its_own_channel_and_are_muted_one_by_one(s, clock):
    here = Days(s, clock, "red", "blue")
    there = Days(s, clock, "red", "blue", channel="table-2", seed=2)
    for party in (here, there):
        await party.deal()
        while await party.acting() != "red":
            await party.play_turn(await party.acting())
    (call,) = here.calls
    await s.click("red", call, Say.MUTE)
    told = [len(party.called()) for party in (here, there)]
    await here.later(13)
    assert [len(party.called()) for party in (here, there)] == [told[0], told[1] + 1]
    listed = text(await s.slash("red", "/games", "@red"))
    for party in (here, there):
        assert stamps(await party.due("red"))[1] in listed


async def test_without_a_channel_the_reminder_comes_in_private(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    acting = await party.acting()
    due = await party.due(acting)
    remove_channel(s.server.world, s.server.world.channel(s.channel("table-1")))

    def reminders(name):
        return [each for each in party.notes(name) if Say.MUTE in labels(each)]

    await party.later(13)
    assert not reminders(acting), "it is known only now that the channel is gone"
    await party.later(9)
    (reminder,) = reminders(acting)
    assert shows(reminder, due)
    assert "won't remind" in text(await s.click(acting, reminder, Say.MUTE))
    assert not reminders(party.others(acting)[0])
