"""During the game: every click counts once, and a refusal changes nothing."""

import asyncio
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from random import Random

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine import GAMES
from engine.kernel.codes import UNDO, code, parse
from engine.kernel.game import Game
from engine.kernel.refusal import Refused
from host import lobby, play, seating, votes
from host.outbox import DAY
from host.play import Stale
from host.records import Phase
from host.views import AGREED, log_lines, plans, view_table
from testing import SCALE
from testing.cases import at_every_game, where_people_act_together, where_plans_are_choices
from testing.hosting import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    DIRK,
    STRANGER,
    Click,
    able_users,
    caller,
    click_of,
    dump,
    messages_of,
    open_lobby,
    open_playing,
    play_out,
    press,
    press_undo,
    random_click,
    refusal,
    rows_of,
    state_after,
    without_autoplay,
)
from testing.playing import as_json

pytestmark = pytest.mark.asyncio
seeds = pytest.mark.parametrize("seed", range(SCALE))
MIDDLE = 30  # clicks: past the deal, before the end


async def somebody(host, table_id):
    """What one of those sees whom the table waits for."""
    return (await able_users(host, table_id))[0]


def some_code(seen):
    return code(next(action for action in seen.actions if action != UNDO))


# --- one action --------------------------------------------------------------------------------


@at_every_game
@seeds
async def test_an_action_is_one_row_of_its_seat_and_leads_where_the_rules_say(host, game_id, seed):
    table = await open_playing(host, game_id, people=3)
    rng = Random(seed)
    for number in range(1, 60):
        played = await random_click(host, table.id, rng)
        assert played.number == number
        row = (await rows_of(host, table.id))[-1]
        assert (row.number, row.seat, row.code) == (number, played.seat, played.code)
    shown = await host.read(view_table, table.id, by=caller(table.seats[played.seat].user))
    expected = table.game.view(await state_after(host, table.id), played.seat)
    assert as_json(shown.view) == as_json(expected)


async def test_the_answer_shows_what_a_look_shows(host, game_id):
    table = await open_playing(host, game_id)
    rng = Random(1)
    for _ in range(MIDDLE):
        played = await random_click(host, table.id, rng)
        user = table.seats[played.seat].user
        assert played.seen == await host.read(view_table, table.id, by=caller(user))
        assert not played.is_repeat


@at_every_game
async def test_a_game_is_played_to_its_end_at_every_number_of_seats(host, game_id):
    for seats in GAMES[game_id].seats:
        people = 2 if seats == GAMES[game_id].seats[-1] else 1
        robots = seats - people
        table = await open_playing(host, game_id, people, robots, channel=seats, seed=seats)
        table = await play_out(host, table.id, Random(seats))
        seen = await host.read(view_table, table.id, by=None)
        assert (table.phase, table.ending) == (Phase.OVER, play.FINISHED)
        assert seen.result is not None and not seen.waiting


async def test_a_typed_code_is_never_stale(host, game_id):
    table = await open_playing(host, game_id)
    await play_out(host, table.id, Random(2), most=MIDDLE)
    seen = await somebody(host, table.id)
    text = some_code(seen)
    typed = Click(table.seats[seen.seat].user, f"  {text.upper()} ")
    assert (await press(host, table.id, typed)).code == text


@where_people_act_together
async def test_people_who_click_at_once_are_all_played(host, game_id):
    table = await open_playing(host, game_id, people=3)
    rng = Random(3)
    while len(able := await able_users(host, table.id)) < 2:
        assert await random_click(host, table.id, rng), "nobody ever plays at the same time"
    clicks = [click_of(seen, some_code(seen)) for seen in able]
    played = await asyncio.gather(*(press(host, table.id, click) for click in clicks))
    assert sorted(each.seat for each in played) == sorted(seen.seat for seen in able)
    assert len({each.number for each in played}) == len(able)


# --- what is refused ---------------------------------------------------------------------------


async def test_a_click_in_another_channel_is_refused(host, game_id):
    table = await open_playing(host, game_id)
    seen = await somebody(host, table.id)
    user = table.seats[seen.seat].user
    click = Click(user, some_code(seen), seen.moves, CHANNEL + 1)
    await refusal(host, press(host, table.id, click))


async def test_a_click_in_private_is_played(host, game_id):
    table = await open_playing(host, game_id)
    seen = await somebody(host, table.id)
    click = Click(table.seats[seen.seat].user, some_code(seen), seen.moves, None)
    assert (await press(host, table.id, click)).number == 1


async def test_a_button_of_another_table_is_refused(host, game_id):
    mine = await open_playing(host, game_id, people=2, channel=CHANNEL)
    await host.do(votes.end, mine.id, by=caller(ADA.id))
    other = await host.do(lobby.open_table, game_id, {}, CHANNEL + 1, by=caller(CLEO))
    await host.do(lobby.join, other.id, by=caller(DIRK))
    await host.do(lobby.start, other.id, by=caller(CLEO.id))
    seen = await somebody(host, mine.id)
    text = some_code(seen)
    for channel in (None, CHANNEL, CHANNEL + 1):
        await refusal(host, press(host, other.id, Click(ADA.id, text, 0, channel)))


async def test_a_stranger_cannot_play(host, game_id):
    table = await open_playing(host, game_id)
    text = some_code(await somebody(host, table.id))
    for moves in (None, 0, 1):
        click = Click(STRANGER.id, text, moves, CHANNEL)
        await refusal(host, press(host, table.id, click))


def all_that_can_be_asked(host, table_id, text):
    """Everything that a person may want during a game."""
    yield press(host, table_id, Click(ADA.id, text))
    yield press_undo(host, table_id, Click(ADA.id, ""))
    yield host.do(play.queue, table_id, [text], by=caller(ADA.id))
    yield host.do(seating.hand_over, table_id, by=caller(ADA.id))
    yield host.do(seating.take_back, table_id, by=caller(ADA.id))
    yield host.do(votes.end, table_id, by=caller(ADA.id))


@pytest.mark.parametrize("table_id", [0, -1, 2, 2**63 - 1])
async def test_at_a_table_that_does_not_exist_nothing_can_be_done(host, game_id, table_id):
    await open_playing(host, game_id)
    for asked in all_that_can_be_asked(host, table_id, "done"):
        await refusal(host, asked)


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.CLOSED, Phase.OVER])
async def test_nothing_can_be_played_before_the_deal_or_after_the_end(host, game_id, phase):
    table, text = await open_lobby(host, game_id), "done"
    if phase is Phase.CLOSED:
        await host.do(lobby.close, table.id, by=caller(ADA.id))
    if phase is Phase.OVER:
        await host.do(lobby.start, table.id, by=caller(ADA.id))
        text = some_code(await somebody(host, table.id))
        for user in (ADA, BEN):
            await host.do(votes.end, table.id, by=caller(user.id))
    for asked in all_that_can_be_asked(host, table.id, text):
        await refusal(host, asked)


@at_every_game
@seeds
async def test_codes_that_are_not_offered_are_refused(host, game_id, seed):
    table = await open_playing(host, game_id)
    rng, known = Random(seed), {UNDO, ("done",)}
    for _ in range(6):
        for _ in range(8):
            await random_click(host, table.id, rng)
            known |= {
                action for seen in await able_users(host, table.id) for action in seen.actions
            }
        for seat in table.seats:
            seen = await host.read(view_table, table.id, by=caller(seat.user))
            others = sorted(known - {*seen.actions}, key=str)
            for action in rng.sample(others, min(5, len(others))):
                click = click_of(seen, code(action))
                await refusal(host, press(host, table.id, click))
            assert await host.read(view_table, table.id, by=caller(seat.user)) == seen


@pytest_asyncio.fixture
async def dealt(host, game_id):
    table = await open_playing(host, game_id, people=min(GAMES[game_id].seats))
    return host, table.id, await host.read(view_table, table.id, by=caller(ADA.id))


@given(text=st.text() | st.text(alphabet="take done undo_0123456789\n\x00“", max_size=90))
@settings(suppress_health_check=[*HealthCheck])
async def test_garbage_is_refused(dealt, text):
    host, table_id, seen = dealt
    with suppress(Refused):
        assume(parse(text) not in seen.actions)
    await refusal(host, press(host, table_id, click_of(seen, text)))
    assert await host.read(view_table, table_id, by=caller(ADA.id)) == seen


async def test_who_handed_over_cannot_play(host, game_id):
    table = await open_playing(host, game_id, people=3)
    seen = await somebody(host, table.id)
    user = table.seats[seen.seat].user
    with without_autoplay(host):
        await host.do(seating.hand_over, table.id, by=caller(user))
        await refusal(host, press(host, table.id, click_of(seen, some_code(seen))))


# --- once --------------------------------------------------------------------------------------


async def test_the_same_click_again_plays_once_and_is_answered_with_the_same_row(host, game_id):
    table = await open_playing(host, game_id)
    seen = await somebody(host, table.id)
    click = click_of(seen, some_code(seen), click_id=5)
    first = await press(host, table.id, click)
    before = await dump(host)
    again = await press(host, table.id, click)
    assert await dump(host) == before
    assert again.is_repeat and not first.is_repeat
    assert (again.number, again.seat, again.code) == (first.number, first.seat, first.code)
    assert again.events == first.events and again.seen == first.seen


@at_every_game
async def test_several_actions_of_one_press_are_rows_of_their_own_all_or_nothing(host, game_id):
    """The last one remembers the click; if one of them is refused, none was played."""
    table = await open_playing(host, game_id)
    rng = Random(1)
    while len(codes := await ahead(host, table.id)) < 2:
        assert await random_click(host, table.id, rng), "nobody could ever do two things in a row"
    seen, first = await somebody(host, table.id), len(await rows_of(host, table.id))
    before = await dump(host)
    click = replace(click_of(seen, codes[0], click_id=5), then=(*codes[1:], "fly"))
    with pytest.raises(Refused):
        await press(host, table.id, click)
    assert await dump(host) == before
    click = replace(click, then=tuple(codes[1:]))
    played = await press(host, table.id, click)
    assert [row.code for row in (await rows_of(host, table.id))[first:]] == codes
    after, again = await dump(host), await press(host, table.id, click)
    assert again.is_repeat and again.number == played.number
    assert await dump(host) == after


async def ahead(host, table_id):
    """Up to three codes that somebody could play one after the other."""
    seen, codes = await somebody(host, table_id), []
    offered = [action for action in seen.actions if action != UNDO]
    while offered and len(codes) < 3:
        codes.append(code(offered[0]))
        offered = await host.read(after_codes, table_id, seen.seat, codes)
    return codes


def after_codes(uow, table_id, seat, codes):
    """What the seat may do after some actions, without playing them."""
    table = uow.table(table_id)
    state = table.game.load(table.game.dump(uow.state(table)))
    for text in codes:
        table.game.apply(state, seat, parse(text))
    return [action for action in table.game.actions(state, seat) if action != UNDO]


async def test_the_same_click_twice_at_once_plays_once(host, game_id):
    table = await open_playing(host, game_id)
    seen = await somebody(host, table.id)
    click = click_of(seen, some_code(seen), click_id=5)
    played = await asyncio.gather(*(press(host, table.id, click) for _ in range(4)))
    assert {each.number for each in played} == {1}
    assert [each.is_repeat for each in played].count(False) == 1
    assert len(await rows_of(host, table.id)) == 1


async def test_the_same_click_much_later_is_still_answered_with_its_row(host, game_id):
    table = await open_playing(host, game_id)
    seen = await somebody(host, table.id)
    click = click_of(seen, some_code(seen), click_id=5)
    first = await press(host, table.id, click)
    await play_out(host, table.id, Random(4))
    before = await dump(host)
    again = await press(host, table.id, click)
    assert await dump(host) == before
    assert (again.number, again.code, again.is_repeat) == (first.number, first.code, True)
    assert again.seen.table.phase is Phase.OVER


async def test_a_typed_click_that_arrives_twice_plays_once(host, game_id):
    table = await open_playing(host, game_id)
    seen = await somebody(host, table.id)
    click = Click(table.seats[seen.seat].user, some_code(seen), id=5)
    await press(host, table.id, click)
    assert (await press(host, table.id, click)).is_repeat
    assert len(await rows_of(host, table.id)) == 1


async def test_a_typed_click_that_arrives_days_later_plays_once(host, game_id, clock):
    table = await open_playing(host, game_id)
    seen = await somebody(host, table.id)
    click = Click(table.seats[seen.seat].user, some_code(seen), id=5)
    await press(host, table.id, click)
    clock.advance(3 * DAY)
    await host.run_housekeeping()
    assert (await press(host, table.id, click)).is_repeat
    assert len(await rows_of(host, table.id)) == 1


async def test_a_click_that_was_refused_may_be_made_again(host, game_id):
    table = await open_playing(host, game_id)
    seen = await somebody(host, table.id)
    user = table.seats[seen.seat].user
    wrong = Click(user, some_code(seen), seen.moves, CHANNEL + 1, id=5)
    await refusal(host, press(host, table.id, wrong))
    right = click_of(seen, some_code(seen), click_id=5)
    assert not (await press(host, table.id, right)).is_repeat


async def test_a_double_click_plays_once_and_is_answered(host, game_id):
    table = await open_playing(host, game_id)
    rng = Random(6)
    for _ in range(MIDDLE):
        seen = await somebody(host, table.id)
        text = code(rng.choice(seen.actions))
        first = await press(host, table.id, click_of(seen, text, rng.getrandbits(60)))
        if first.seen.table.phase is not Phase.PLAYING:
            break
        before = await dump(host)
        second = await press(host, table.id, click_of(seen, text, rng.getrandbits(60)))
        assert await dump(host) == before
        assert second.is_repeat and second.number == first.number
        assert second.seen == first.seen


async def test_another_button_of_the_panel_that_was_just_used_is_stale(host, game_id):
    table = await open_playing(host, game_id)
    seen = await somebody(host, table.id)
    first, *others = [code(action) for action in seen.actions]
    await press(host, table.id, click_of(seen, first))
    assert others
    for text in others[:5]:
        await refusal(host, press(host, table.id, click_of(seen, text)), Stale)


async def test_a_panel_from_the_future_is_stale(host, game_id):
    table = await open_playing(host, game_id)
    seen = await somebody(host, table.id)
    user = table.seats[seen.seat].user
    for moves in (seen.moves + 1, -1, 10**9):
        click = Click(user, some_code(seen), moves, CHANNEL)
        await refusal(host, press(host, table.id, click), Stale)


@where_people_act_together
async def test_the_clicks_of_others_do_not_make_a_panel_stale(host, game_id):
    table = await open_playing(host, game_id, people=3)
    rng = Random(7)
    while len(able := await able_users(host, table.id)) < 2:
        assert await random_click(host, table.id, rng)
    mine, other = able[:2]
    text = some_code(mine)
    await press(host, table.id, click_of(other, some_code(other)))
    assert (await press(host, table.id, click_of(mine, text))).code == text


# --- moves and undo ----------------------------------------------------------------------------


@seeds
async def test_moves_are_the_rows_of_a_seat_with_undo_included(host, game_id, seed):
    table = await open_playing(host, game_id, people=3)
    rng = Random(seed)
    for _ in range(MIDDLE * 2):
        if (await random_click(host, table.id, rng)) is None:
            break
        rows = await rows_of(host, table.id)
        for seat in table.seats:
            seen = await host.read(view_table, table.id, by=caller(seat.user))
            assert seen.moves == sum(row.seat == seat.number for row in rows)
    assert any(row.code == code(UNDO) for row in rows)


@seeds
async def test_a_button_that_is_stale_never_comes_alive_again(host, game_id, seed):
    """Not by any number of undos; the one just played is answered, and plays nothing."""
    table = await open_playing(host, game_id)
    rng, buttons, undone = Random(seed), set(), 0
    for _ in range(MIDDLE):
        for seen in await able_users(host, table.id):
            user = table.seats[seen.seat].user
            buttons |= {(user, seen.moves, code(action)) for action in seen.actions}
        played = await random_click(host, table.id, rng)
        if UNDO in played.seen.actions and rng.random() < 0.4:
            played = await press_undo(host, table.id, click_of(played.seen, ""))
            undone += 1
        before = await dump(host)
        for user, moves, text in rng.sample(sorted(buttons), min(6, len(buttons))):
            if moves < (await host.read(view_table, table.id, by=caller(user))).moves:
                try:
                    again = await press(host, table.id, Click(user, text, moves, CHANNEL))
                    assert again.is_repeat
                except Stale:
                    pass
        assert await dump(host) == before
    assert undone


async def undoable(host, table_id, rng):
    """A panel, its click and the answer, where the click may be taken back."""
    while True:
        seen = await somebody(host, table_id)
        text = code(rng.choice([action for action in seen.actions if action != UNDO]))
        click = click_of(seen, text, rng.getrandbits(60))
        played = await press(host, table_id, click)
        if UNDO in played.seen.actions:
            return seen, click, played


@at_every_game
async def test_undo_brings_back_what_was_there_and_is_a_row_of_its_own(host, game_id):
    table = await open_playing(host, game_id)
    seen, _, played = await undoable(host, table.id, Random(8))
    undone = await press_undo(host, table.id, click_of(played.seen, ""))
    assert as_json(undone.seen.view) == as_json(seen.view)
    assert undone.seen.actions == seen.actions
    assert (undone.number, undone.code) == (played.number + 1, code(UNDO))
    assert undone.seen.moves == seen.moves + 2


async def test_a_button_from_before_an_undo_is_stale_after_it(host, game_id):
    table = await open_playing(host, game_id)
    seen, click, played = await undoable(host, table.id, Random(8))
    await press_undo(host, table.id, click_of(played.seen, ""))
    stale = click_of(seen, click.code)
    await refusal(host, press(host, table.id, stale), Stale)


async def test_a_button_from_before_an_undo_is_stale_though_it_was_played_again(host, game_id):
    table = await open_playing(host, game_id)
    seen, click, played = await undoable(host, table.id, Random(8))
    undone = await press_undo(host, table.id, click_of(played.seen, ""))
    await press(host, table.id, click_of(undone.seen, click.code))
    stale = click_of(seen, click.code)
    await refusal(host, press(host, table.id, stale), Stale)


async def test_a_click_that_was_taken_back_does_not_play_when_it_arrives_again(host, game_id):
    table = await open_playing(host, game_id)
    _, click, played = await undoable(host, table.id, Random(8))
    await press_undo(host, table.id, click_of(played.seen, ""))
    before = await dump(host)
    assert (await press(host, table.id, click)).is_repeat
    assert await dump(host) == before


async def test_a_double_click_on_undo_takes_back_once(host, game_id):
    table = await open_playing(host, game_id)
    _, _, played = await undoable(host, table.id, Random(8))
    first = await press_undo(host, table.id, click_of(played.seen, "", 1))
    second = await press_undo(host, table.id, click_of(played.seen, "", 2))
    assert (second.number, second.is_repeat) == (first.number, True)


async def test_undo_where_nothing_can_be_taken_back_is_refused(host, game_id):
    table = await open_playing(host, game_id)
    for user in (ADA, BEN):
        await refusal(host, press_undo(host, table.id, Click(user.id, "")))


# --- queued ahead ------------------------------------------------------------------------------


async def planner(host, table_id, rng, least=1):
    """Somebody who may queue, what, and the looks of the others; play until there is one."""
    while True:
        table = (await host.read(view_table, table_id, by=None)).table
        for seat in rng.sample(table.seats, len(table.seats)):
            offered, _ = await host.read(plans, table_id, by=caller(seat.user))
            seen = await host.read(view_table, table_id, by=caller(seat.user))
            if len(offered) >= least and seat.number not in seen.waiting:
                return seat, [code(action) for action in offered]
        assert await random_click(host, table_id, rng), "nobody could ever queue anything"


async def click_by_others(host, table_id, seat, rng):
    """One action by somebody else; False: the table waits for this seat alone."""
    others = [seen for seen in await able_users(host, table_id) if seen.seat != seat]
    if not others:
        return False
    seen = rng.choice(others)
    choices = [action for action in seen.actions if action != UNDO]
    await press(host, table_id, click_of(seen, code(rng.choice(choices))))
    await host.wait_for_autoplay(table_id)
    return True


@at_every_game
@pytest.mark.parametrize("seed", range(3 * SCALE))
async def test_of_what_is_queued_the_first_that_is_legal_is_played_in_turn(host, game_id, seed):
    """And at once: nothing else happens between the turn and the queued action."""
    table = await open_playing(host, game_id, people=3, seed=seed)
    rng = Random(seed)
    await play_out(host, table.id, rng, most=rng.randrange(MIDDLE))
    seat, offered = await planner(host, table.id, rng)
    wanted = rng.sample(offered, min(Game.max_planned, len(offered)))
    await host.do(play.queue, table.id, wanted, by=caller(seat.user))
    start = len(await rows_of(host, table.id))
    while await click_by_others(host, table.id, seat.number, rng):
        if seat.number in (row.seat for row in (await rows_of(host, table.id))[start:]):
            break
    for row in (await rows_of(host, table.id))[start:]:
        state = await state_after(host, table.id, row.number - 1)
        legal = table.game.choices(state, seat.number)
        is_turn = seat.number in table.game.to_act(state)
        first = next((text for text in wanted if is_turn and parse(text) in legal), None)
        assert (row.seat, row.code) == (seat.number, first) if first else row.seat != seat.number


@at_every_game
async def test_a_queue_of_which_nothing_is_legal_waits(host, game_id):
    """Found by trying: a plan that cannot be paid, or that somebody else was quicker to take."""
    for seed in range(20):
        table = await open_playing(host, game_id, channel=None, seed=seed)
        rng = Random(seed)
        for _ in range(12):
            seat, offered = await planner(host, table.id, rng)
            wanted = (rng.choice(offered),)
            await host.do(play.queue, table.id, wanted, by=caller(seat.user))
            while await click_by_others(host, table.id, seat.number, rng):
                pass
            seen = await host.read(view_table, table.id, by=caller(seat.user))
            _, queued = await host.read(plans, table.id, by=caller(seat.user))
            if queued:
                assert seen.waiting == (seat.number,) and parse(wanted[0]) not in seen.actions
                assert queued == wanted
                return
    pytest.fail("every plan was played")


@where_plans_are_choices
async def test_a_queue_is_dropped_when_its_seat_decides_itself_and_not_before(host, game_id):
    table = await open_playing(host, game_id, people=2)
    rng = Random(1)
    while True:
        for seat in table.seats:
            await host.wait_for_autoplay(table.id)
            offered, _ = await host.read(plans, table.id, by=caller(seat.user))
            if offered:
                await host.do(play.queue, table.id, [code(offered[-1])], by=caller(seat.user))
                await host.wait_for_autoplay(table.id)
        for seen in await able_users(host, table.id):
            user = table.seats[seen.seat].user
            offered, queued = await host.read(plans, table.id, by=caller(user))
            if queued:
                await press(host, table.id, click_of(seen, some_code(seen)))
                assert (await host.read(plans, table.id, by=caller(user)))[1] == (
                    queued if offered else ()
                )
                if not offered:
                    return
        assert await random_click(host, table.id, rng)


@at_every_game
async def test_what_is_queued_can_be_seen_replaced_and_taken_out_by_its_owner(host, game_id):
    table = await open_playing(host, game_id)
    seat, offered = await planner(host, table.id, Random(1), least=2)
    for wanted in ([offered[0]], [offered[1], offered[0]], []):
        assert list(await host.do(play.queue, table.id, wanted, by=caller(seat.user))) == wanted
        assert list((await host.read(plans, table.id, by=caller(seat.user)))[1]) == wanted


@where_plans_are_choices
async def test_a_plan_that_is_queued_twice_is_queued_once(host, game_id):
    table = await open_playing(host, game_id)
    seat, offered = await planner(host, table.id, Random(1))
    twice = [offered[0], offered[0].upper()]
    assert await host.do(play.queue, table.id, twice, by=caller(seat.user)) == (offered[0],)


@at_every_game
async def test_what_is_no_plan_cannot_be_queued(host, game_id):
    table = await open_playing(host, game_id)
    seat, offered = await planner(host, table.id, Random(1))
    for wrong in ("done", "undo", "nonsense", "", "x" * 200, "“"):
        for wanted in ([wrong], [offered[0], wrong]):
            await refusal(host, host.do(play.queue, table.id, wanted, by=caller(seat.user)))


@at_every_game
async def test_only_so_many_can_be_queued(host, game_id):
    table = await open_playing(host, game_id)
    most = table.game.max_planned
    seat, offered = await planner(host, table.id, Random(1), least=most + 1)
    wanted = offered[: most + 1]
    sentence = str(await refusal(host, host.do(play.queue, table.id, wanted, by=caller(seat.user))))
    assert str(most) in sentence


async def test_a_stranger_cannot_queue_or_see_plans(host, game_id):
    table = await open_playing(host, game_id)
    _, offered = await planner(host, table.id, Random(1))
    await refusal(host, host.do(play.queue, table.id, offered[:1], by=caller(STRANGER.id)))
    await refusal(host, host.read(plans, table.id, by=caller(STRANGER.id)))


async def seen_by(host, table, user):
    """All that one person, or the public, can find out here; what must be said included."""
    found = [
        await host.read(view_table, table.id, by=caller(user)),
        await host.read(log_lines, table.id, by=caller(user)),
        [outgoing for outgoing in await messages_of(host) if outgoing.user in (None, user)],
    ]
    if user is not None:
        found.append(await host.read(plans, table.id, by=caller(user)))
    return found


@at_every_game
async def test_nobody_else_learns_that_something_is_queued(host, game_id):
    table = await open_playing(host, game_id, people=3)
    seat, offered = await planner(host, table.id, Random(1))
    others = [None, *(each.user for each in table.seats if each.number != seat.number)]
    before = [await seen_by(host, table, user) for user in others]
    await host.do(play.queue, table.id, offered[: Game.max_planned], by=caller(seat.user))
    assert [await seen_by(host, table, user) for user in others] == before


@at_every_game
async def test_a_queue_survives_a_restart(host, open_host, game_id):
    table = await open_playing(host, game_id)
    seat, offered = await planner(host, table.id, Random(1))
    queued = await host.do(play.queue, table.id, offered[:2], by=caller(seat.user))
    await host.close()
    host = await open_host()
    await host.wait_for_autoplay()
    assert (await host.read(plans, table.id, by=caller(seat.user)))[1] == queued


# --- the autopilot -----------------------------------------------------------------------------


async def test_who_hands_over_is_played_for_until_they_take_it_back(host, game_id):
    table = await open_playing(host, game_id, people=3)
    await host.do(seating.hand_over, table.id, by=caller(BEN.id))
    rng = Random(1)
    for _ in range(MIDDLE):
        await random_click(host, table.id, rng)
        await host.wait_for_autoplay()
        seen = await host.read(view_table, table.id, by=caller(BEN.id))
        assert seen.seat not in seen.waiting
    assert seen.moves
    table = await host.do(seating.take_back, table.id, by=caller(BEN.id))
    assert not table.seats[seen.seat].is_autopilot
    while seen.seat not in seen.waiting:
        assert await random_click(host, table.id, rng)
        await host.wait_for_autoplay()
        seen = await host.read(view_table, table.id, by=caller(BEN.id))
    assert (await press(host, table.id, click_of(seen, some_code(seen)))).seat == seen.seat


async def test_a_seat_is_handed_over_and_taken_back_once(host, game_id):
    table = await open_playing(host, game_id)
    await refusal(host, host.do(seating.take_back, table.id, by=caller(BEN.id)))
    with without_autoplay(host):
        await host.do(seating.hand_over, table.id, by=caller(BEN.id))
        await refusal(host, host.do(seating.hand_over, table.id, by=caller(BEN.id)))


async def test_a_stranger_can_neither_hand_over_nor_take_back(host, game_id):
    table = await open_playing(host, game_id, robots=1)
    await refusal(host, host.do(seating.hand_over, table.id, by=caller(STRANGER.id)))
    await refusal(host, host.do(seating.take_back, table.id, by=caller(STRANGER.id)))


async def test_where_everybody_hands_over_the_game_plays_to_its_end(host, game_id):
    table = await open_playing(host, game_id, people=2, robots=1)
    for user in (ADA, BEN):
        await host.do(seating.hand_over, table.id, by=caller(user.id))
    await host.wait_for_autoplay()
    seen = await host.read(view_table, table.id, by=caller(ADA.id))
    assert seen.table.phase is Phase.OVER and seen.result is not None


async def test_what_plays_by_itself_is_one_row_at_a_time(host, game_id):
    table = await open_playing(host, game_id)
    with without_autoplay(host):
        for user in (ADA, BEN):
            await host.do(seating.hand_over, table.id, by=caller(user.id))
        for number in range(1, MIDDLE):
            assert await host.do(play.autoplay_step, table.id)
            rows = await rows_of(host, table.id)
            assert [row.number for row in rows] == [*range(1, number + 1)]


@at_every_game
async def test_an_autopilot_plays_what_its_seat_would_choose_by_its_own_view(host, game_id):
    table = await open_playing(host, game_id, people=1, robots=1)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    robot, game = table.seats[1].number, table.game
    for row in await rows_of(host, table.id):
        if row.seat == robot:
            state = await state_after(host, table.id, row.number - 1)
            choices = game.choices(state, robot)
            assert row.code == code(game.autopilot(game.view(state, robot), choices))


async def test_where_nobody_plays_by_itself_nothing_happens_by_itself(host, game_id):
    table = await open_playing(host, game_id)
    before = await dump(host)
    assert not await host.do(play.autoplay_step, table.id)
    await host.run_housekeeping()
    await host.wait_for_autoplay()
    assert await dump(host) == before


async def test_after_a_restart_the_autopilots_play_on(host, open_host, file, game_id):
    table = await open_playing(host, game_id)
    with without_autoplay(host):
        for user in (ADA, BEN):
            await host.do(seating.hand_over, table.id, by=caller(user.id))
    await host.close()
    with closing(sqlite3.connect(file)) as stored:
        assert stored.execute("SELECT phase FROM tables").fetchall() == [("playing",)]
    host = await open_host()
    await host.wait_for_autoplay()
    assert (await host.read(view_table, table.id, by=None)).table.phase is Phase.OVER


async def settle_once(host, table_id):
    """One row by the autopilot, while nothing else plays by itself."""
    with without_autoplay(host):
        for user in (ADA, BEN):
            await host.do(seating.hand_over, table_id, by=caller(user.id))
        await host.do(play.autoplay_step, table_id)
        for user in (ADA, BEN):
            await host.do(seating.take_back, table_id, by=caller(user.id))


async def test_restarts_change_nothing_in_what_is_played(host, open_host, game_id):
    """Two tables with the same key, of which one sees a restart after every row."""
    calm = await open_playing(host, game_id, channel=1)
    restless = await open_playing(host, game_id, channel=2)
    for _ in range(MIDDLE):
        await settle_once(host, calm.id)
    for _ in range(MIDDLE):
        await settle_once(host, restless.id)
        await host.close()
        host = await open_host()
    rows = [[row[:5] for row in await rows_of(host, table.id)] for table in (calm, restless)]
    assert rows[0] == rows[1] and len(rows[0]) == MIDDLE


async def test_an_autopilot_that_got_stuck_is_tried_again_by_keeping_house(host, game_id):
    table = await open_playing(host, game_id, people=min(GAMES[game_id].seats))
    with without_autoplay(host):
        for seat in table.seats:
            await host.do(seating.hand_over, table.id, by=caller(seat.user))
    await host.run_housekeeping()
    await host.wait_for_autoplay()
    assert (await host.read(view_table, table.id, by=None)).table.phase is Phase.OVER


async def test_autopilots_choose_the_same_whatever_happens_at_other_tables(host, game_id):
    rows = []
    for channel in (1, 2):
        table = await open_playing(host, game_id, people=1, robots=1, channel=channel)
        await host.do(seating.hand_over, table.id, by=caller(ADA.id))
        await host.wait_for_autoplay()
        rows.append([row[:5] for row in await rows_of(host, table.id)])
    assert rows[0] == rows[1]


# --- the end by agreement ----------------------------------------------------------------------


async def test_a_game_ends_when_everybody_who_plays_wants_it(host, game_id):
    table = await open_playing(host, game_id, people=3, robots=1)
    for user in (ADA, BEN):
        assert (await host.do(votes.end, table.id, by=caller(user.id))).phase is Phase.PLAYING
    table = await host.do(votes.end, table.id, by=caller(CLEO.id))
    assert (table.phase, table.ending) == (Phase.OVER, AGREED)


async def test_nobody_ends_a_game_by_wanting_it_twice(host, game_id):
    table = await open_playing(host, game_id)
    for _ in range(3):
        assert (await host.do(votes.end, table.id, by=caller(ADA.id))).phase is Phase.PLAYING


async def test_the_game_goes_on_while_somebody_has_not_agreed_to_its_end(host, game_id):
    table = await open_playing(host, game_id)
    await host.do(votes.end, table.id, by=caller(ADA.id))
    assert (await play_out(host, table.id, Random(1))).ending == play.FINISHED


async def test_who_handed_over_is_not_waited_for_when_the_others_agree(host, game_id):
    table = await open_playing(host, game_id)
    await host.do(seating.hand_over, table.id, by=caller(BEN.id))
    assert (await host.do(votes.end, table.id, by=caller(ADA.id))).phase is Phase.OVER


async def test_who_handed_over_does_not_end_the_game_of_those_who_play(host, game_id):
    table = await open_playing(host, game_id)
    await host.do(seating.hand_over, table.id, by=caller(BEN.id))
    await host.wait_for_autoplay()
    await refusal(host, host.do(votes.end, table.id, by=caller(BEN.id)))
    assert (await host.read(view_table, table.id, by=None)).table.phase is Phase.PLAYING


async def test_a_stranger_has_no_say_in_the_end(host, game_id):
    table = await open_playing(host, game_id)
    await refusal(host, host.do(votes.end, table.id, by=caller(STRANGER.id)))
