"""Plans: kept for their own decision, played as soon as they are legal, known to nobody else."""

import shutil
from dataclasses import replace
from random import Random

import pytest

from engine.kernel.codes import UNDO, code, parse
from engine.kernel.game import Game
from host import clock, outbox, play, seating
from host.host import Host
from host.notes import HostEventKind, note
from host.outbox import MessageKind
from host.records import Phase
from host.views import log_lines, plans, tables_of, view_table
from testing import SCALE
from testing.cases import where_people_plan_in_their_own_turn
from testing.deadlines import (
    HOUR,
    awaited,
    choose,
    deadlines_of,
    notes_of,
    open_timed,
    run_until,
    state_turn,
    table_now,
)
from testing.hosting import (
    PEOPLE,
    STRANGER,
    FakeClock,
    able_users,
    caller,
    click_of,
    messages_of,
    press,
    random_click,
    refusal,
    rows_of,
    say_all,
    state_after,
    without_autoplay,
)

pytestmark = pytest.mark.asyncio
seeds = pytest.mark.parametrize("seed", range(3 * SCALE))


async def queued(host, table, user):
    return (await host.read(plans, table.id, by=caller(user)))[1]


async def planner(host, table, rng, is_waited_for=False):
    """Somebody who may queue, and what; others play until there is one."""
    while True:
        public = await host.read(view_table, table.id, by=None)
        assert public.table.phase is Phase.PLAYING, "nobody could ever queue anything"
        for seat in public.table.humans:
            offered, _ = await host.read(plans, table.id, by=caller(seat.user))
            if offered and (seat.number in public.waiting) == is_waited_for:
                return seat, [code(action) for action in offered]
        await random_click(host, table.id, rng, may_undo=False)


async def click_of_others(host, table, seat, rng):
    """One action of somebody else, and all that follows by itself; whether anybody could."""
    others = [seen for seen in await able_users(host, table.id) if seen.seat != seat]
    if others:
        seen = rng.choice(others)
        choices = [action for action in seen.actions if action != UNDO]
        await press(host, table.id, click_of(seen, code(rng.choice(choices))))
        await host.wait_for_autoplay()
    return bool(others)


async def rows_by(host, table, seat):
    return [row for row in await rows_of(host, table.id) if row.seat == seat]


# --- kept and dropped --------------------------------------------------------------------------


@where_people_plan_in_their_own_turn
async def test_a_plan_is_kept_through_actions_of_an_earlier_decision(host, game_id):
    """Where the own turn goes on while the next decision can be planned already."""
    table = await open_timed(host, game_id, people=2)
    rng = Random(1)
    seat, offered = await planner(host, table, rng, is_waited_for=True)
    await host.do(play.queue, table.id, offered[:2], by=caller(seat.user))
    turn = await host.read(state_turn, table.id)
    kept = 0
    while await host.read(state_turn, table.id) == turn:
        seen = await host.read(view_table, table.id, by=caller(seat.user))
        if seen.seat not in seen.waiting:
            break
        choices = [action for action in seen.actions if action != UNDO]
        await press(host, table.id, click_of(seen, code(rng.choice(choices))))
        if seen.seat in (await host.read(view_table, table.id, by=None)).waiting:
            assert await queued(host, table, seat.user) == tuple(offered[:2])
            kept += 1
    assert kept


async def test_a_plan_is_dropped_when_its_seat_decides_itself(host, game_id):
    """Found by trying: a plan of which nothing is legal when the turn has come."""
    for seed in range(30):
        table = await open_timed(host, game_id, channel=None, seed=seed)
        rng = Random(seed)
        for _ in range(8):
            seat, offered = await planner(host, table, rng)
            await host.do(play.queue, table.id, [rng.choice(offered)], by=caller(seat.user))
            while await click_of_others(host, table, seat.number, rng):
                pass
            seen = await host.read(view_table, table.id, by=caller(seat.user))
            if await queued(host, table, seat.user) and seen.seat in seen.waiting:
                action = next(action for action in seen.actions if action != UNDO)
                await press(host, table.id, click_of(seen, code(action)))
                assert await queued(host, table, seat.user) == ()
                return
    pytest.fail("every plan was played")


@seeds
async def test_the_first_that_is_legal_is_played_at_once(host, game_id, seed):
    table = await open_timed(host, game_id, people=3, seed=seed)
    rng, was_played = Random(seed), False
    for _ in range(4):
        seat, offered = await planner(host, table, rng)
        wanted = rng.sample(offered, min(Game.max_planned, len(offered)))
        await host.do(play.queue, table.id, wanted, by=caller(seat.user))
        start = len(await rows_of(host, table.id))
        while await click_of_others(host, table, seat.number, rng):
            if not await queued(host, table, seat.user):
                break
        was_played |= await _was_first(host, table, seat.number, wanted, start)
        if (await table_now(host, table.id)).phase is not Phase.PLAYING:
            break
        await host.do(play.queue, table.id, [], by=caller(seat.user))
    assert was_played


async def _was_first(host, table, seat, wanted, start):
    """Whether a plan was played; if so, the first in the list that was legal at that moment."""
    for row in (await rows_of(host, table.id))[start:]:
        state = await state_after(host, table.id, row.number - 1)
        is_turn = seat in table.game.to_act(state)
        legal = table.game.choices(state, seat) if is_turn else []
        first = next((text for text in wanted if parse(text) in legal), None)
        assert (row.seat == seat) == (first is not None)
        if first is not None:
            assert row.code == first
            return True
    return False


@seeds
async def test_a_plan_is_played_after_a_restart_as_before_it(host, open_host, game_id, seed):
    table = await open_timed(host, game_id, people=2, seed=seed)
    rng = Random(seed)
    seat, offered = await planner(host, table, rng)
    wanted = tuple(rng.sample(offered, min(Game.max_planned, len(offered))))
    await host.do(play.queue, table.id, wanted, by=caller(seat.user))
    before = len(await rows_by(host, table, seat.number))
    while len(await rows_by(host, table, seat.number)) == before:
        await host.close()
        host = await open_host()
        await host.wait_for_autoplay()
        is_going_on = await click_of_others(host, table, seat.number, rng)
        assert is_going_on, "nothing of this plan became legal: take other seeds"
    assert (await rows_by(host, table, seat.number))[before].code in wanted
    assert await queued(host, table, seat.user) == ()


async def test_a_plan_whose_turn_came_while_the_bot_was_down_is_played_at_the_start(
    host, open_host, game_id
):
    table = await open_timed(host, game_id, people=2)
    rng = Random(1)
    seat, offered = await planner(host, table, rng)
    await host.do(play.queue, table.id, offered[: Game.max_planned], by=caller(seat.user))
    before = len(await rows_by(host, table, seat.number))
    with without_autoplay(host):
        while seat.number not in (await host.read(view_table, table.id, by=None)).waiting:
            (seen,) = await able_users(host, table.id)
            await press(host, table.id, click_of(seen, code(seen.actions[0])))
    assert len(await rows_by(host, table, seat.number)) == before
    await host.close()
    host = await open_host()
    await host.wait_for_autoplay()
    assert len(await rows_by(host, table, seat.number)) > before


# --- with the clock and the autopilot ----------------------------------------------------------


async def test_whose_plan_is_played_sees_it(host, game_id):
    table = await open_timed(host, game_id, people=2)
    rng = Random(1)
    seat, offered = await planner(host, table, rng)
    await host.do(play.queue, table.id, offered[: Game.max_planned], by=caller(seat.user))
    await say_all(host)
    while await queued(host, table, seat.user):
        assert await click_of_others(host, table, seat.number, rng)
    kinds = {outgoing.kind for outgoing in await messages_of(host) if outgoing.user == seat.user}
    assert MessageKind.PANEL in kinds


@where_people_plan_in_their_own_turn
async def test_a_plan_for_a_later_turn_survives_that_the_autopilot_finishes_this_one(host, game_id):
    table = await open_timed(host, game_id, people=2)
    seat, offered = await planner(host, table, Random(1), is_waited_for=True)
    await host.do(play.queue, table.id, offered[:2], by=caller(seat.user))
    turn = await host.read(state_turn, table.id)
    await host.do(seating.play_from_here, table.id, by=caller(seat.user))
    while await host.read(state_turn, table.id) == turn:
        if not await host.do(play.autoplay_step, table.id):
            break
    assert await queued(host, table, seat.user) == tuple(offered[:2])


async def test_a_plan_is_its_owners_and_goes_with_them(host, game_id):
    table = await open_timed(host, game_id, people=3)
    seat, offered = await planner(host, table, Random(1))
    await host.do(play.queue, table.id, offered[:1], by=caller(seat.user))
    await host.do(seating.hand_over, table.id, by=caller(seat.user))
    assert await queued(host, table, seat.user) == ()


async def test_play_from_here_finishes_this_turn_and_gives_the_next_one_back(host, game_id):
    table = await open_timed(host, game_id, people=3, hours=24)
    rng = Random(2)
    for _ in range(6):
        seat, user = await awaited(host, table.id)
        turn = await host.read(state_turn, table.id)
        await host.do(seating.play_from_here, table.id, by=caller(user.id))
        await host.wait_for_autoplay()
        seen = await host.read(view_table, table.id, by=caller(user.id))
        if seen.table.phase is not Phase.PLAYING:
            break
        is_same = await host.read(state_turn, table.id) == turn
        assert seat not in seen.waiting or not is_same
        place = seen.table.seats[seat]
        assert (place.is_autopilot, place.missed) == (False, 0)
        while (
            now := await host.read(view_table, table.id, by=None)
        ).waiting and seat not in now.waiting:
            await random_click(host, table.id, rng, may_undo=False)
        if not now.waiting:
            break
        before = len(await rows_by(host, table, seat))
        await host.wait_for_autoplay()
        assert len(await rows_by(host, table, seat)) == before
        assert seat in await deadlines_of(host, table.id)
    assert await notes_of(host, table.id, HostEventKind.STOOD_IN)


async def test_only_a_turn_that_has_begun_can_be_finished(host, game_id):
    table = await open_timed(host, game_id, people=3)
    seat, user = await awaited(host, table.id)
    other = PEOPLE[(seat + 1) % 3]
    for each in (other, STRANGER):
        await refusal(host, host.do(seating.play_from_here, table.id, by=caller(each.id)))
    with without_autoplay(host):
        await host.do(seating.hand_over, table.id, by=caller(user.id))
        await refusal(host, host.do(seating.play_from_here, table.id, by=caller(user.id)))


async def test_who_has_planned_is_not_reminded_of_what_was_played(host, clock, game_id):
    table = await open_timed(host, game_id, people=2, hours=2)
    rng = Random(1)
    seat, offered = await planner(host, table, rng)
    await host.do(play.queue, table.id, offered[: Game.max_planned], by=caller(seat.user))
    while await queued(host, table, seat.user):
        assert await click_of_others(host, table, seat.number, rng)
    await say_all(host)
    waiting = (await host.read(view_table, table.id, by=None)).waiting
    called = {call.seat for call in await run_until(host, clock, clock.now + HOUR)}
    assert called == {*waiting}


# --- known to nobody else ----------------------------------------------------------------------


def plainly(seen):
    return replace(seen, table=seen.table._replace(digest=""))


async def told(host, table_id, user):
    """All that one person, or the public, is told."""
    found = {
        "look": plainly(await host.read(view_table, table_id, by=caller(user))),
        "log": await host.read(log_lines, table_id, by=caller(user)),
        "messages": [
            each._replace(id=0) for each in await messages_of(host) if each.user in (None, user)
        ],
        "tables": [plainly(each) for each in await host.read(tables_of, by=caller(user))]
        if user
        else [],
        "alarm": await host.next_alarm(),
    }
    if user is not None and user != STRANGER.id:
        found["plans"] = await host.read(plans, table_id, by=caller(user))
    return found


async def compare_worlds(folder, game_id, seed):
    """Two worlds with the same key, clock and clicks; in one of them somebody has planned.

    They are compared until the planned turn begins: then a plan may show by being played.
    """
    files = [folder / name for name in ("with.db", "without.db")]
    host = await Host.open(files[0], FakeClock())
    table = await open_timed(host, game_id, 3, seed=seed, hours=24)
    await choose(host, PEOPLE[1], quiet=(22, 8))
    seat, offered = await planner(host, table, Random(seed))
    await host.close()
    shutil.copyfile(files[0], files[1])
    clocks = [FakeClock(), FakeClock()]
    worlds = [await Host.open(*each) for each in zip(files, clocks, strict=True)]
    try:
        await worlds[0].do(play.queue, table.id, offered[: Game.max_planned], by=caller(seat.user))
        return await _walk(worlds, clocks, table, seat)
    finally:
        for world in worlds:
            await world.close()


async def _walk(worlds, clocks, table, seat):
    """How many moments were compared."""
    others = [None, STRANGER.id, *(user.id for user in PEOPLE[:3] if user.id != seat.user)]
    for number in range(100):
        offered, _ = await worlds[1].read(plans, table.id, by=caller(seat.user))
        if not offered:
            return number
        for user in others:
            first, second = [await told(world, table.id, user) for world in worlds]
            assert first == second, "a plan shows"
        for world, time in zip(worlds, clocks, strict=True):
            await run_until(world, time, time.now + 7 * HOUR)
            if not await click_of_others(world, table, seat.number, Random(number)):
                return number
    return number


@seeds
async def test_nobody_else_is_told_anything_other_than_without_the_plan(tmp_path, game_id, seed):
    assert await compare_worlds(tmp_path, game_id, seed)


def board_is_shown(uow, table_id, codes, by):
    outbox.show_board(uow.store, uow.table(table_id))
    return queue(uow, table_id, codes, by)


def it_is_noted(uow, table_id, codes, by):
    note(uow, uow.table(table_id), HostEventKind.STOOD_IN, 0)
    return queue(uow, table_id, codes, by)


def nobody_is_reminded(uow, table_id, codes, by):
    for each in PEOPLE[:3]:
        clock.mute(uow, uow.table(table_id), each.id)
    return queue(uow, table_id, codes, by)


queue = play.queue
LEAKS = [board_is_shown, it_is_noted, nobody_is_reminded]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_leak_is_caught(tmp_path, game_id, monkeypatch, leak):
    monkeypatch.setattr(play, "queue", leak)
    with pytest.raises(AssertionError, match="a plan shows"):
        await compare_worlds(tmp_path, game_id, 0)


async def test_a_plan_stands_in_no_message_and_no_note(host, game_id):
    table = await open_timed(host, game_id, people=2)
    seat, offered = await planner(host, table, Random(1))
    before = await messages_of(host), await notes_of(host, table.id)
    await host.do(play.queue, table.id, offered[: Game.max_planned], by=caller(seat.user))
    messages = [each for each in await messages_of(host) if each not in before[0]]
    assert [(each.kind, each.user, each.body) for each in messages] == [
        (MessageKind.PANEL, seat.user, {})
    ]
    assert await notes_of(host, table.id) == before[1]
