"""A table from the lobby to the rematch, by presses only."""

import asyncio
import re

import pytest

from cogs.ids import ButtonKind, act_id, base36, menu_id, option_id, table_id
from cogs.panel import panel
from engine import GAMES
from engine.kernel.codes import UNDO, code
from host import play, seating
from host.records import Phase
from host.terms import Terms
from host.views import AGREED, NO_WINNER
from sandbox.driver import parts
from testing.challengers import alt
from testing.hosting import caller
from testing.message_truth import named_in
from testing.people import (
    SELECT,
    Label,
    Party,
    answered,
    buttons,
    forge,
    is_ephemeral,
    labels,
    leave_game,
    pictures,
    selects,
    some_values,
    text,
    ways,
)

pytestmark = pytest.mark.asyncio
FIVE = ("red", "blue", "green", "purple", "yellow")


async def seated_names(party):
    return [seat.name for seat in (await party.table()).seats]


def calls(party):
    """Messages that call somebody to the table."""
    return [each for each in party.public if each["mentions"]]


# --- the lobby


async def test_a_lobby_shows_who_sits_and_the_hash_of_the_key_before_anybody_joins(s):
    party = Party(s, "red")
    board = await party.open()
    table = await party.table()
    assert "1. Red · host" in text(board) and table.commitment not in text(board)
    assert table.commitment in text(await party.set_up("blue", "Fairness"))
    assert len(pictures(board)) == 1


async def test_who_joins_sits_and_who_leaves_does_not(s):
    party = Party(s, "red", "blue", "green")
    await party.seat()
    assert await seated_names(party) == ["Red", "Blue", "Green"]
    assert "Green" in text(party.board)
    await s.click("blue", party.board, Label.LEAVE)
    await party.quiet()
    assert await seated_names(party) == ["Red", "Green"]
    assert "Blue" not in text(party.board)


async def test_the_lobby_is_one_message_that_is_edited_in_place(s):
    party = Party(s, "red", "blue", "green")
    first = await party.open()
    await party.seat_others(robots=1)
    assert [each["id"] for each in party.boards] == [first["id"]]


async def test_the_next_one_takes_over_when_the_opener_leaves(s):
    party = Party(s, "red", "blue", "green")
    await party.seat()
    await s.click("red", party.board, Label.LEAVE)
    await party.quiet()
    await s.click("blue", party.board, Label.START)
    assert (await party.table()).phase is Phase.PLAYING


async def test_a_lobby_that_everybody_left_is_closed(s):
    party = Party(s, "red")
    await party.open()
    await s.click("red", party.board, Label.LEAVE)
    await party.quiet()
    assert (await party.table()).phase is Phase.CLOSED
    assert not party.boards


async def test_autopilots_come_and_go(s):
    party = Party(s, "red")
    await party.seat(robots=2)
    assert text(party.board).count("Autopilot") == 2
    await party.set_up("red", Label.REMOVE_AUTOPILOT)
    await party.quiet()
    assert text(party.board).count("Autopilot") == 1
    assert len((await party.table()).seats) == 2


async def test_only_the_opener_may_start_cancel_and_change_the_seats(s):
    party = Party(s, "red", "blue")
    await party.seat()
    before = await party.stored()
    for verb in ("start", "close", "robot", "unrobot"):
        for name in ("blue", "green"):
            answer = await forge(s, name, party.board, table_id((await party.table()).id, verb))
            assert is_ephemeral(answer)
            assert text(answer)
    assert await party.stored() == before


async def test_nobody_sits_twice_and_a_full_table_takes_no_more(s):
    party = Party(s, "red", "blue")
    await party.seat(robots=3)
    before = await party.stored()
    join = table_id((await party.table()).id, "join")
    assert "already" in text(await forge(s, "blue", party.board, join))
    assert "full" in text(await forge(s, "green", party.board, join))
    shut = [part["label"] for part in buttons(party.board) if part.get("disabled")]
    assert shut == [Label.JOIN, Label.ADD_AUTOPILOT]
    assert "the table is full" in text(party.board)
    assert await party.stored() == before


async def test_two_people_who_join_at_once_both_sit(s):
    party = Party(s, "red")
    board = await party.open()
    await asyncio.gather(*(s.click(name, board, Label.JOIN) for name in FIVE[1:]))
    await party.quiet()
    assert sorted(await seated_names(party)) == sorted(name.capitalize() for name in FIVE)
    assert all(name.capitalize() in text(party.board) for name in FIVE)


async def test_of_two_people_who_want_the_last_seat_one_is_told_that_it_is_taken(s):
    party = Party(s, "red")
    board = await party.seat(robots=3)
    await asyncio.gather(*(s.click(name, board, Label.JOIN) for name in FIVE[1:]))
    await party.quiet()
    assert len((await party.table()).seats) == 5
    told = [each for name in FIVE[1:] for each in s.messages(name) if is_ephemeral(each)]
    assert ["full" in text(each) for each in told] == [True] * 3


async def test_options_are_chosen_in_selects_and_shown_to_all(s):
    party = Party(s, "red", pace=24)
    board = await party.seat()
    table = await party.table()
    screen = await s.click("red", board, Label.SETTINGS)
    assert is_ephemeral(screen)
    offered = [each for each in table.game.choosable if each.may_matter(table.options, 1)]
    assert len(selects(screen)) == len(offered) + len(Terms.model_fields)
    for name in (each.name for each in offered):
        part = next(p for p in selects(screen) if p["custom_id"] == option_id(table.id, name))
        other = next(option for option in part["options"] if not option.get("default"))
        screen = await s.choose("red", screen, part["custom_id"], other["value"])
        again = next(p for p in selects(screen) if p["custom_id"] == part["custom_id"])
        chosen = [option["value"] for option in again["options"] if option.get("default")]
        assert chosen == [other["value"]]
        assert str((await party.table()).options[name]) == other["value"]
        await party.quiet()
        is_for_one = part["custom_id"].endswith(":difficulty")
        assert (other["label"] in text(party.board)) == is_for_one
    await s.click("blue", party.board, Label.JOIN)
    await party.quiet()
    assert "The Machine" not in text(party.board), "it is for one player alone"
    part = next(p for p in selects(screen) if p["custom_id"] == option_id(table.id, "learning"))
    await s.choose("red", screen, part["custom_id"], "2")
    await party.quiet()
    assert "Work one at a time: in rounds 1–2" in text(party.board)


async def test_pace_and_policy_are_chosen_in_the_lobby_and_shown_to_all(s):
    party = Party(s, "red", "blue", hours=5)
    board = await party.seat()
    assert "Custom: 5 hours" in text(board)
    screen = await s.click("red", board, Label.SETTINGS)
    for name, value, said in (
        ("hours", "24", "Daily: 24 hours"),
        ("policy", "ask", "the other players vote"),
        ("hours", "72", "Relaxed: 72 hours"),
    ):
        where = option_id((await party.table()).id, f"_{name}")
        screen = await s.choose("red", screen, where, value)
        assert str(getattr((await party.table()).terms, name)) == value
        await party.quiet()
        assert said in text(party.board)
    assert "When a player runs out of time" in [each["placeholder"] for each in selects(screen)]
    live = await s.choose("red", screen, option_id((await party.table()).id, "_hours"), "0")
    assert "When a player runs out of time" not in [each["placeholder"] for each in selects(live)]


async def test_another_may_look_at_the_settings_but_not_change_them(s):
    party = Party(s, "red", "blue")
    board = await party.seat()
    before = await party.stored()
    screen = await s.click("blue", board, Label.SETTINGS)
    assert not selects(screen) and "Only **Red** can change these" in text(screen)
    shut = [part for part in parts(screen) if part["type"] == SELECT]
    assert shut and labels(screen) == {"Fairness"}
    assert (await party.table()).commitment in text(await s.click("blue", screen, "Fairness"))
    assert (await party.table()).commitment not in text(board)
    for part in shut:
        other = next(option for option in part["options"] if not option.get("default"))
        assert text(await forge(s, "blue", screen, part["custom_id"], other["value"], kind=SELECT))
    assert await party.stored() == before


async def test_the_lobby_says_how_long_the_game_takes_and_when_it_can_start(s):
    party = Party(s, "red", "blue", pace=24)
    board = await party.open()
    assert "4 seats free" in text(board) and "about 9 days at this pace" in text(board)
    assert "Start alone" in labels(board) and "you play against The Machine: medium" in text(board)
    await party.seat_others()
    assert "3 seats free" in text(party.board) and "Start with 2" in labels(party.board)
    assert "**Red** can start any time" in text(party.board)
    live = await Party(s, "red", channel="table-2", game="factory_frenzy").open()
    assert "about 15 minutes live" in text(live) and "1 more player needed" in text(live)
    assert next(part for part in buttons(live) if part["label"] == "Start")["disabled"]


async def test_those_who_allow_it_show_what_time_it_is_for_them(s):
    party = Party(s, "red", "blue")
    await party.seat()
    assert "for you" not in text(party.board)
    settings = await s.slash("blue", "/settings")
    await s.slash("blue", "/hours", zone="Asia/Kathmandu")
    await s.choose("blue", settings, "Local time", "Show my local time in lobbies")
    await party.quiet()
    moment = int(re.search(r"When it's <t:(\d+):t> for you: Blue (\d\d:45)", text(party.board))[1])
    assert moment % 3600 == 0
    await s.choose("blue", settings, "Local time", "Don't show other players my local time")
    await party.quiet()
    assert "for you" not in text(party.board)


async def test_an_option_that_was_never_offered_changes_nothing(s):
    party = Party(s, "red")
    board = await party.open()
    table = await party.table()
    before = await party.stored()
    name, *_ = table.game.options.model_fields
    for wrong in (option_id(table.id, name), option_id(table.id, "nonsense")):
        for values in (["no such thing"], []):
            assert text(await forge(s, "red", board, wrong, *values, kind=SELECT))
    assert await party.stored() == before


async def test_a_cancelled_lobby_says_so_and_makes_room(s):
    party = Party(s, "red", "blue")
    await party.seat()
    await party.set_up("red", Label.CLOSE)
    await party.quiet()
    assert not party.boards
    assert "Table closed" in text(party.public[-1])
    assert await party.open()


async def test_a_second_table_in_the_same_channel_is_refused_with_a_sentence(s):
    party = Party(s, "red")
    await party.open()
    before = await party.stored()
    answer = await s.slash("blue", "/new")
    assert is_ephemeral(answer)
    assert "table" in text(answer)
    assert await party.stored() == before
    assert len(party.boards) == 1


async def test_another_channel_has_its_own_table(s):
    here, there = Party(s, "red"), Party(s, "red", "blue", channel="table-2")
    await here.open()
    await there.begin()
    assert (await here.table()).phase is Phase.LOBBY
    assert (await there.table()).phase is Phase.PLAYING


async def test_the_rules_are_one_press_away_in_the_lobby_and_in_the_game(s):
    party = Party(s, "red", "blue")
    board = await party.seat()
    lesson = await s.click("green", board, Label.HOW_TO_PLAY)
    assert is_ephemeral(lesson) and "step 1 of" in text(lesson)
    await s.click("red", board, Label.START)
    await party.quiet()
    assert is_ephemeral(await s.click("green", party.board, Label.HELP))


@pytest.mark.parametrize("game_id", GAMES)
async def test_slash_rules_tells_those_of_the_channels_game(s, game_id):
    party = Party(s, "red", "blue", game=game_id)
    await party.seat()
    answer = await s.slash("green", "/rules")
    assert GAMES[game_id].title in text(answer)


# --- whole games


async def test_two_people_play_a_whole_game_by_presses_alone(rough):
    people, game_id = FIVE[:2], "factory_frenzy"
    party = Party(rough, *people, game=game_id, seed=4)
    await party.begin()
    await party.play_out()
    table = await party.table()
    assert (table.game.id, table.phase, table.ending) == (game_id, Phase.OVER, play.FINISHED)
    assert {row.seat for row in await party.rows()} == set(range(len(people)))
    assert all(name.capitalize() in text(party.board) for name in people)
    assert "wins" in text(party.board) or "share" in text(party.board)
    assert len(party.boards) == 1
    assert not calls(party)
    assert [len(party.panels(name)) for name in people] == [1] * len(people)
    rough.assert_clean()


async def test_one_person_plays_a_whole_game_by_presses_alone_and_then_another(s):
    party = Party(s, "red")
    await party.begin()
    await party.play_out()
    assert (await party.table()).ending == play.FINISHED
    first = await party.table()
    await s.click("red", party.board, Label.REMATCH)
    board = await s.until(lambda: party.board if Label.JOIN in labels(party.board) else None)
    assert "Red" in text(board)
    assert (await party.table()).rematch_of == first.id


async def test_a_person_plays_with_an_autopilot_in_the_panel_of_the_board(s):
    party = Party(s, "red")
    await party.begin(robots=1)
    panel = await s.click("red", party.board, Label.MY_HAND)
    assert is_ephemeral(panel)
    first, presses = len(await party.rows()), 0
    while len(await party.rows()) < first + 12:
        await party.quiet()
        if not await party.press("red", panel):
            panel = await s.click("red", party.board, Label.MY_HAND)
        presses += 1
        assert presses < 200
    assert {row.seat for row in await party.rows()} == {0, 1}


# --- the rematch


async def test_a_rematch_has_the_same_game_and_options_and_whoever_presses_sits(s):
    party = Party(s, "red", "blue")
    await party.begin(robots=1)
    await party.agree_to_end()
    old, first = party.board, await party.table()
    await s.click("blue", old, Label.REMATCH)
    await party.quiet()
    assert await seated_names(party) == ["Blue", "Autopilot"]
    await s.click("red", old, Label.REMATCH)
    await party.quiet()
    table = await party.table()
    assert sorted(await seated_names(party)) == ["Autopilot", "Blue", "Red"]
    assert (table.rematch_of, table.options) == (first.id, first.options)


async def test_a_rematch_invites_those_who_played_and_calls_them_once(s):
    party = Party(s, "red", "blue", "green")
    await party.begin()
    await party.agree_to_end()
    await s.click("red", party.board, Label.REMATCH)
    await party.quiet()
    assert "Invited: **Blue**, **Green**\n" in text(party.board)
    (call,) = [each for each in party.public if "I'm in" in labels(each)]
    assert {each["username"] for each in call["mentions"]} == {"blue", "green"}
    await s.click("blue", call, "I'm in")
    await party.quiet()
    (call,) = [each for each in party.public if "I'm in" in labels(each)]
    assert f"<@{s.user('blue')}>" not in text(call) and f"<@{s.user('green')}>" in text(call)
    await s.click("green", call, "Not now")
    await party.quiet()
    assert await seated_names(party) == ["Red", "Blue"]
    assert "Invited" not in text(party.board) and "Not this time: **Green**" in text(party.board)
    assert not [each for each in party.public if "I'm in" in labels(each)], "all have answered"
    again = table_id((await party.table()).id, "decline")
    assert "invited" in text(await forge(s, "green", party.board, again)), "once is enough"
    await s.click("green", party.board, Label.JOIN)
    await s.click("green", party.board, Label.LEAVE)
    await party.quiet()
    assert "Not this time: **Green**" in text(party.board)
    await s.click("red", party.board, Label.START)
    await party.quiet()
    assert (await party.table()).phase is Phase.PLAYING


async def test_nobody_is_asked_to_a_rematch_that_has_begun(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.agree_to_end()
    await s.click("red", party.board, Label.REMATCH)
    await party.quiet()
    assert [each for each in party.public if "I'm in" in labels(each)]
    await s.click("red", party.board, Label.ADD_AUTOPILOT)
    await s.click("red", party.board, Label.START)
    await party.quiet()
    assert not [each for each in party.public if "I'm in" in labels(each)]


async def test_who_leaves_a_game_is_missed_by_the_table(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await leave_game(s, "blue")
    await party.quiet()
    assert "🤖 Blue left, so the autopilot plays for them." in [text(each) for each in party.public]
    hand = await s.click("blue", party.board, Label.MY_HAND)
    await s.click("blue", hand, Label.TAKE_BACK)
    await party.quiet()
    assert "👋 Blue is back." in [text(each) for each in party.public]


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_game_that_ends_before_anybody_has_a_point_has_no_winner(s, game_id):
    """By agreement or by a moderator; wherever its end is shown, also after some play."""
    is_forced = game_id == next(iter(GAMES))
    party = Party(s, "red", "blue", game=game_id)
    await party.begin()
    for _ in range(6):
        await party.act(await party.acting())
    if is_forced:
        await s.slash("red", "/table abandon", force=True)
        await party.quiet()
    else:
        await party.agree_to_end()
    table = (await party.table()).id
    replay = await s.slash("red", "/replay", table=str(table))
    shown = [party.board, party.panel("red"), await s.click("red", replay, "Last ⏭")]
    shown.append(await s.slash("red", "/board", form="text"))
    for message in shown:
        assert NO_WINNER in text(message) and " wins" not in text(message)
    around = await s.click("red", party.board, Label.LOOK_AROUND)
    (offered,) = selects(around)
    assert not {option["value"] for option in offered["options"]} & {"final", "share"}
    assert not any(" wins" in alt(message) for message in shown)
    assert not any(" wins" in text(each) for each in party.public)


async def test_only_those_who_played_may_ask_for_a_rematch(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.agree_to_end()
    before = await party.stored()
    assert is_ephemeral(await s.click("green", party.board, Label.REMATCH))
    assert await party.stored() == before


async def test_a_rematch_where_another_table_runs_by_now_is_refused(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.agree_to_end()
    old = party.board
    await Party(s, "green").open()
    before = await party.stored()
    assert "table" in text(await s.click("red", old, Label.REMATCH))
    assert await party.stored() == before


async def test_a_table_that_is_over_can_be_verified_by_anybody(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.act(await party.acting())
    await party.agree_to_end()
    assert text(await s.click("green", party.board, Label.VERIFY))


# --- who may do what


async def test_a_spectator_who_asks_for_a_hand_gets_a_kind_public_view(s):
    party = Party(s, "red", "blue")
    await party.begin()
    answer = await s.click("green", party.board, Label.MY_HAND)
    assert is_ephemeral(answer)
    assert text(answer)
    assert set(pictures(answer)) <= set(pictures(party.board))
    assert not ways(answer) and not selects(answer)


async def test_everybody_may_look_around_and_read_the_log(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.act(await party.acting())
    for name in ("red", "green"):
        for label in (Label.LOOK_AROUND, Label.LOG):
            answer = await s.click(name, party.board, label)
            assert is_ephemeral(answer)
            assert text(answer) or pictures(answer)
    assert not {each["id"] for each in s.messages("blue")} & {
        each["id"] for each in s.messages("red") if is_ephemeral(each)
    }


async def test_a_stranger_cannot_press_what_is_a_players(s):
    """A panel is seen by one person, so such a press is always forged."""
    party = Party(s, "red", "blue")
    await party.begin()
    seen = await party.seen(await party.acting())
    before = await party.stored()
    for message in (party.board, await s.click("green", party.board, Label.MY_HAND)):
        for action in seen.actions:
            answer = await forge(s, "green", message, act_id(seen.table.id, seen.moves, action))
            assert is_ephemeral(answer)
            assert not ways(answer)
    assert await party.stored() == before


async def test_a_player_cannot_act_for_another(s):
    party = Party(s, "red", "blue")
    await party.begin()
    acting = await party.acting()
    other = next(name for name in party.names if name != acting)
    seen = await party.seen(acting)
    legal = (await party.seen(other)).actions
    before = await party.stored()
    for action in seen.actions:
        if action not in legal:
            await forge(s, other, party.panel(other), act_id(seen.table.id, seen.moves, action))
    assert await party.stored() == before


async def test_forged_presses_change_nothing_and_are_answered(s):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    seen = await party.seen(name)
    table, moves = seen.table.id, seen.moves
    before = await party.stored()
    forged = [
        "nonsense",
        "a:",
        f"x:{table}:0:done",
        f"a:{base36(table)}:{base36(moves)}:fly to the moon",
        f"a:{base36(table)}:{base36(moves)}:",
        act_id(table, moves, UNDO),
        act_id(table + 1, moves, seen.actions[0]),
        act_id(36**8 - 1, moves, seen.actions[0]),
        act_id(table, moves + 1, seen.actions[0]),
        menu_id(table, moves, ("no", "such", "menu"), 9),
        menu_id(table + 1, moves),
        table_id(table, "explode"),
        table_id(table, "start"),
        table_id(table, "join"),
        table_id(table, "leave"),
        table_id(table, "close"),
        table_id(table, "rematch"),
        table_id(table, "takeback"),
        table_id(table + 1, "hand"),
        option_id(table, "learning"),
    ]
    for message in (party.panel(name), party.board):
        for custom_id in forged:
            answer = await forge(s, name, message, custom_id)
            assert answer and text(answer), custom_id
    assert await party.stored() == before


async def test_choices_that_were_never_offered_change_nothing_and_are_answered(s):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    seen = await party.seen(name)
    head = f"{base36(seen.table.id)}:{base36(seen.moves)}"
    before = await party.stored()
    for custom_id in (f"s:{head}:~0", f"b:{head}:", f"b:{head}:take", f"s:{head}:take~3"):
        for values in ([], ["a:fly away"], ["a:"], ["m:?"], ["0:x", "0:x"], ["x" * 100]):
            answer = await forge(s, name, party.panel(name), custom_id, *values, kind=SELECT)
            assert answer and text(answer), (custom_id, values)
    assert await party.stored() == before


@pytest.mark.parametrize("verb", ["join", "close", "robot", "start"])
async def test_a_press_in_another_channel_does_not_reach_this_table(s, verb):
    here, there = Party(s, "red"), Party(s, "blue", channel="table-2")
    await here.seat(robots=1)
    board = await there.open()
    before = await here.table()
    name = "green" if verb == "join" else "red"
    await forge(s, name, board, table_id(before.id, verb))
    assert await here.table() == before


async def test_a_panel_pressed_in_another_channel_does_not_act(s):
    here, there = Party(s, "red", "blue"), Party(s, "green", channel="table-2")
    await here.begin()
    board = await there.open()
    seen = await here.seen(await here.acting())
    before = await here.stored()
    custom_id = act_id(seen.table.id, seen.moves, seen.actions[0])
    answer = await forge(s, await here.acting(), board, custom_id)
    assert "channel" in text(answer)
    assert await here.stored() == before


# --- the same press again, and presses at once


async def test_a_stale_press_changes_nothing_and_shows_a_fresh_panel(s):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    old = await party.seen(name)
    await party.act(name)
    await party.act(await party.acting())
    before, now = await party.stored(), await party.seen(name)
    done = (await party.rows())[0].code
    for action in old.actions:
        if code(action) != done:
            custom_id = act_id(old.table.id, old.moves, action)
            answer = await forge(s, name, party.panel(name), custom_id)
            ids = {part["custom_id"] for part in buttons(answer)}
            assert table_id(now.table.id, "more") in ids
    assert await party.stored() == before


@pytest.mark.parametrize("is_delivered_twice", [False, True])
async def test_a_press_that_comes_twice_counts_once(s, is_delivered_twice):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    panel, seen = party.panel(name), await party.seen(name)
    before = len(await party.rows())
    custom_id = act_id(seen.table.id, seen.moves, seen.actions[0])
    if is_delivered_twice:
        s.server.faults.duplicate = 1
        await forge(s, name, panel, custom_id)
    else:
        await asyncio.gather(*(forge(s, name, panel, custom_id) for _ in range(2)))
    await party.quiet()
    assert len(await party.rows()) == before + 1
    assert text(party.panel(name))


async def test_a_refusal_is_said_even_when_no_panel_can_be_drawn(rough):
    party = Party(rough, "red", "blue")
    await party.begin()
    name = await party.acting()
    panel, seen = party.panel(name), await party.seen(name)
    await party.act(name)

    async def broken(*_, **__):
        raise ValueError("no paint")

    rough.bot.gallery.panel = broken
    custom_id = act_id(seen.table.id, seen.moves, seen.actions[-1])
    assert "earlier moment" in text(await forge(rough, name, panel, custom_id))


async def test_a_press_in_a_lobby_that_is_delivered_twice_counts_once(s):
    party = Party(s, "red")
    board = await party.open()
    s.server.faults.duplicate = 1
    await s.click("red", board, Label.ADD_AUTOPILOT)
    await s.click("blue", board, Label.JOIN)
    await party.quiet()
    assert [seat.user is None for seat in (await party.table()).seats] == [False, True, False]


async def test_a_late_answer_without_a_word_leaves_ones_own_screen_as_it_is(s, monkeypatch):
    party = Party(s, "red", "blue")
    screen = await s.click("red", await party.seat(), Label.SETTINGS)
    monkeypatch.setattr("cogs.responder.PATIENCE", 0)
    await forge(s, "red", screen, table_id((await party.table()).id, "robot"))
    await answered(s)
    assert len((await party.table()).seats) == 3
    assert screen["id"] in s.server.world.messages[screen["channel_id"]]


async def test_both_count_when_two_people_press_at_once(s):
    party = Party(s, "red", "blue", "green")
    await party.begin()
    everybody = party.until_all_act()
    assert await everybody, "the table never waited for all of them"
    looks = [(name, await party.seen(name)) for name in party.names]
    chosen = [(name, seen, seen.actions[0]) for name, seen in looks]
    before = len(await party.rows())
    await asyncio.gather(
        *(
            forge(s, name, party.panel(name), act_id(seen.table.id, seen.moves, action))
            for name, seen, action in chosen
        )
    )
    rows = (await party.rows())[before:]
    assert sorted((row.seat, row.code) for row in rows) == sorted(
        (seen.seat, code(action)) for _, seen, action in chosen
    )


# --- undo and calls


async def test_an_action_is_taken_back_by_one_press_and_its_button_never_comes_alive_again(s):
    party = Party(s, "red", "blue")
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    undo = []
    while not undo:  # what reveals a card cannot be taken back
        old = await party.seen("red")
        first = old.actions[-1]
        panel = await forge(s, "red", party.panel("red"), act_id(old.table.id, old.moves, first))
        undo = [part for part in buttons(panel) if part["custom_id"].endswith(f":{code(UNDO)}")]
    rows = len(await party.rows())
    await party.use("red", panel, undo[0])
    now = await party.seen("red")
    assert len(await party.rows()) == rows + 1
    assert (now.actions, now.moves) == (old.actions, old.moves + 2)
    before = await party.stored()
    answer = await forge(s, "red", party.panel("red"), act_id(old.table.id, old.moves, first))
    assert "earlier" in text(answer)
    assert await party.stored() == before


async def test_whose_turn_it_is_is_called_by_one_message_at_a_time(s):
    party = Party(s, "red", "blue", "green")
    await party.begin()
    for _ in range(6):
        await party.act(await party.acting())
        await party.quiet()
        assert len(calls(party)) == 1


async def test_a_call_is_gone_when_all_whom_it_names_have_played(s):
    party = Party(s, "red", "blue", "green")
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    (call,) = calls(party)
    for seat in named_in(call, await party.seen()):
        while seat in (await party.seen()).waiting:
            await party.act(party.names[seat])
    await party.quiet()
    seen = await party.seen()
    assert all(named_in(each, seen) & {*seen.waiting} for each in calls(party))


async def test_somebody_who_plays_alone_is_not_called(s):
    party = Party(s, "red")
    await party.begin(robots=2)
    for _ in range(3):
        await party.act("red")
        await party.quiet()
        assert not calls(party)


# --- a seat that plays by itself


async def test_who_handed_the_seat_over_takes_it_back_in_the_panel(s):
    party = Party(s, "red", "blue")
    await party.begin()
    table = await party.table()
    await party.host.do(seating.hand_over, table.id, by=caller(int(s.user("red"))))
    panel = await s.click("red", party.board, Label.MY_HAND)
    assert not ways(panel)
    await s.click("red", panel, Label.TAKE_BACK)
    assert not (await party.table()).seats[0].is_autopilot


# --- what is pressed twice


def has_multi_select(seen):
    """They may choose several things at once."""
    shown = parts({"components": panel(seen, ()).layout().to_components()})
    return any(part.get("custom_id", "").startswith(ButtonKind.MULTI) for part in shown)


async def test_several_things_that_were_chosen_count_once_and_are_no_mistake_the_second_time(s):
    party = Party(s, "red", "blue", "green", seed=29)
    await party.begin()
    name = await party.play_away(has_multi_select)
    message = party.panel(name)
    (part,) = [each for each in selects(message) if each["custom_id"].startswith(ButtonKind.MULTI)]
    values = some_values(part, party.rng)
    before = await party.rows()
    await party.use(name, message, part, *values)
    await party.quiet()
    rows = await party.rows()
    assert len(rows) > len(before)
    again = await forge(s, name, message, part["custom_id"], *values, kind=SELECT)
    assert await party.rows() == rows
    assert "⚠️" not in text(again)


# --- names


async def test_a_name_formats_and_pings_nothing_wherever_it_is_said(s):
    wild = "**Zed** <@1> @everyone `x` ||y||"
    s.server.world.person("blue")["global_name"] = wild
    party = Party(s, "red", "blue")
    await party.begin()
    before = len(await party.rows())
    while len(await party.rows()) < before + 6:
        await party.act(await party.acting())
    await party.agree_to_end()
    said = [text(each) for each in (*party.public, *party.panels("red"), *party.panels("blue"))]
    for label in (Label.LOG, Label.LOOK_AROUND, Label.VERIFY):
        said.append(text(await s.click("red", party.board, label)))
    said.append(text(await s.slash("red", "/board", form="text")))
    assert any("Zed" in each for each in said)
    for each in said:
        assert "**Zed**" not in each, each
        assert "@everyone" not in each, each
        assert "||y||" not in each, each


# --- the end by one's own wish


async def test_whoever_plays_alone_is_asked_once_more_before_the_end_and_can_look_at_it_later(s):
    party = Party(s, "red")
    await party.begin(robots=1)
    asked = await s.slash("red", "/end")
    assert (await party.table()).phase is Phase.PLAYING
    await s.click("red", asked, "End game")
    await party.quiet()
    assert (await party.table()).ending == AGREED
    assert "Verified" in text(await s.slash("red", "/verify", "@red"))
    assert "step" in text(await s.slash("red", "/replay", "@red")).lower()
