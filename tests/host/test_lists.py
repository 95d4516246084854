"""Plans that are lists: lines are played one by one, and their owner may change the others.

The time limit is for a phase: what somebody doesn't use is still theirs when it asks them again.
"""

import pytest

from engine import GAMES
from engine.kernel.codes import UNDO, code, parse
from host import clock as times
from host import plans, play
from host.outbox import MessageKind
from host.panels import panel_view
from host.views import log_lines, view_table
from host.views import plans as offered_plans
from testing.deadlines import HOUR, deadlines_of, open_timed, state_turn
from testing.hosting import caller, click_of, messages_of, press, refusal, rows_of, say_all

pytestmark = pytest.mark.asyncio
GAME = "factory_42"  # whose plans are lists, and whose turns are phases


@pytest.fixture(autouse=True)
def game(monkeypatch):
    """Its plans play at once."""
    monkeypatch.setattr(GAMES[GAME], "breath", 0, raising=False)
    return GAMES[GAME]


async def look(host, table, seat):
    user = table.seats[seat].user
    return await host.read(view_table, table.id, by=caller(user))


async def lines_of(host, table, seat):
    found = await host.read(offered_plans, table.id, by=caller(table.seats[seat].user))
    return list(found[1])


async def do(host, table, seat, text):
    await press(host, table.id, click_of(await look(host, table, seat), text))
    await host.wait_for_autoplay()


async def waiting(host, table):
    return (await host.read(view_table, table.id, by=None)).waiting


async def plan(host, table, seat, *lines):
    for line in lines:
        await host.do(plans.add_line, table.id, line, by=caller(table.seats[seat].user))
    await host.wait_for_autoplay()


async def step(host, table):
    """One move of somebody whom the table waits for, as the autopilot would make it."""
    seat = (await waiting(host, table))[0]
    seen = await look(host, table, seat)
    moves = [a for a in seen.actions if a != UNDO and a[0] not in table.game.aside_verbs]
    await do(host, table, seat, code(table.game.autopilot(seen.view, moves)))


# --- lines ----------------------------------------------------------------------------------------


async def test_each_line_is_played_in_its_turn_and_only_that_one_goes(host):
    table = await open_timed(host, GAME, people=2)
    (first,) = await waiting(host, table)
    other = 1 - first
    lines = ["place loading", "place spiking", "lose vp"]
    await plan(host, table, other, *lines)
    assert await lines_of(host, table, other) == lines
    await do(host, table, first, "place steam")
    assert await lines_of(host, table, other) == lines[1:]
    await do(host, table, first, "commissar loading")
    assert await lines_of(host, table, other) == lines[2:]
    await do(host, table, first, "place trading")
    assert await waiting(host, table) == (other,), "no line fits: the table waits"
    assert [row.code for row in await rows_of(host, table.id) if row.seat == other] == lines[:2]


async def test_a_plan_ends_with_the_round_and_the_autopilot_decides_the_rest(host):
    table = await open_timed(host, GAME, people=2)
    (first,) = await waiting(host, table)
    other = 1 - first
    await plan(host, table, other, "autopilot", "commissar trading workers 3")
    assert (await lines_of(host, table, other))[-1] == "autopilot", "it stands last"
    by_hand = 0
    while (await host.read(view_table, table.id, by=None)).round == 1:
        assert other not in await waiting(host, table), "the plan answers everything"
        await step(host, table)
        by_hand += 1
    assert by_hand and await lines_of(host, table, other) == []


async def test_lines_are_taken_out_and_moved_up_if_they_are_still_there(host):
    table = await open_timed(host, GAME, people=2)
    (first,) = await waiting(host, table)
    other = 1 - first
    by = caller(table.seats[other].user)
    await plan(host, table, other, "lose vp", "place loading", "place steam", "place steam")
    await host.do(plans.move_up, table.id, 2, "place steam", by=by)
    assert await lines_of(host, table, other) == [
        *("lose vp", "place steam", "place loading", "place steam")
    ]
    await host.do(plans.take_out, table.id, 3, "place steam", by=by)
    for number, line in ((0, "place steam"), (3, "place steam"), (-1, "place loading"), (9, "")):
        for change in (plans.take_out, plans.move_up):
            await refusal(host, host.do(change, table.id, number, line, by=by))
    await do(host, table, first, "place trading")
    assert await lines_of(host, table, other) == ["lose vp", "place loading"]
    await refusal(host, host.do(plans.take_out, table.id, 1, "place steam", by=by))
    much = ["lose vp"] * (table.game.max_planned + 1)
    await refusal(host, host.do(play.queue, table.id, much, by=by))


async def test_a_basket_that_was_begun_by_hand_stays_open(host, game):
    table = await open_timed(host, GAME, people=2)
    while True:
        seat = (await waiting(host, table))[0]
        seen = await look(host, table, seat)
        if seen.view.asks == "requisition":
            break
        await step(host, table)
    await plan(host, table, seat, "lose vp")
    steps = [code(a) for a in seen.actions if a[0] == "pool"]
    while steps:
        assert seat in await waiting(host, table)
        await do(host, table, seat, steps[-1])
        seen = await look(host, table, seat)
        steps = [code(a) for a in seen.actions if a[0] == "pool"]
    assert ("done",) in seen.actions, "only its player closes it"
    await do(host, table, seat, "done")
    log = await host.read(log_lines, table.id, by=caller(table.seats[seat].user))
    own = [line for line in log if line.startswith(table.names[seat]) and "the Pool" in line]
    assert len(own) == 1, "the log sums up what was done in it"


async def test_nobody_is_called_whose_plan_answers(host):
    table = await open_timed(host, GAME, people=3)
    (first,) = await waiting(host, table)
    second, third = (first + 1) % 3, (first + 2) % 3
    await plan(host, table, second, "place loading")
    await say_all(host)
    await do(host, table, first, "place steam")
    calls = [each.body for each in await messages_of(host) if each.kind == MessageKind.TURN]
    assert [each["new"] for each in calls] == [[third]]


async def test_nobody_else_is_told_of_a_plan(host):
    table = await open_timed(host, GAME, people=3, hours=24)
    (first,) = await waiting(host, table)
    second, third = (first + 1) % 3, (first + 2) % 3

    async def told():
        views = [await look(host, table, seat) for seat in (first, third)]
        return [*views, await host.read(view_table, table.id, by=None), await host.next_alarm()]

    before = await told()
    await plan(host, table, second, "place loading", "autopilot")
    messages = [(each.kind, each.user, each.body) for each in await messages_of(host)]
    assert messages == [(MessageKind.PANEL, table.seats[second].user, {})]
    assert await told() == before


async def test_a_plan_leaves_the_one_before_it_time_to_undo(host, clock, game, monkeypatch):
    table = await open_timed(host, GAME, people=2)
    (first,) = await waiting(host, table)
    other = 1 - first
    await plan(host, table, other, "place loading", "place spiking")
    monkeypatch.setattr(game, "breath", 15)
    await do(host, table, first, "place steam")
    assert await host.next_alarm() == clock.now + 15_000
    await do(host, table, first, "undo")
    await do(host, table, first, "place trading")
    clock.advance(14_999)
    await host.run_due()
    await host.wait_for_autoplay()
    assert (await waiting(host, table)) == (other,)
    clock.advance(1)
    await host.run_due()
    await host.wait_for_autoplay()
    codes = [row.code for row in await rows_of(host, table.id)]
    assert codes == ["place steam", "undo", "place trading", "place loading"]


async def test_who_will_undo_nothing_lets_the_plans_go_on(host, clock, game, monkeypatch):
    table = await open_timed(host, GAME, people=2)
    (first,) = await waiting(host, table)
    other = 1 - first
    await plan(host, table, other, "place loading")
    monkeypatch.setattr(game, "breath", 15)
    await do(host, table, first, "place steam")
    views = [await host.read(panel_view, table.id, by=caller(seat.user)) for seat in table.seats]
    assert [view.can_go_on for view in views] == [seat == first for seat in (0, 1)]
    for seat in (other, first):
        assert [row.code for row in await rows_of(host, table.id)] == ["place steam"]
        await host.do(play.go_on, table.id, by=caller(table.seats[seat].user))
        await host.wait_for_autoplay()
    assert [row.code for row in await rows_of(host, table.id)] == ["place steam", "place loading"]
    assert await host.next_alarm() is None


# --- time -----------------------------------------------------------------------------------------


async def test_time_that_was_not_used_is_not_renewed_by_the_next_meeple(host, clock):
    table = await open_timed(host, GAME, people=2, hours=24)
    (first,) = await waiting(host, table)
    for spent in (0, 5, 10):
        left = (await deadlines_of(host, table.id))[first].due - clock.now
        assert left == (24 - spent) * HOUR
        clock.advance(5 * HOUR)
        await step(host, table)
        clock.advance(3 * HOUR)  # the other's time, not theirs
        await step(host, table)
    assert (await deadlines_of(host, table.id))[first].spent == 15 * HOUR


async def test_lines_of_a_phase_that_is_over_are_forgotten(host):
    table = await open_timed(host, GAME, people=2)
    (first,) = await waiting(host, table)
    other = 1 - first
    await plan(host, table, other, "commissar loading workers 4", "done steam", "autopilot")
    turn = await host.read(state_turn, table.id)
    while await host.read(state_turn, table.id) == turn:
        assert await lines_of(host, table, other)
        await step(host, table)
    left = await lines_of(host, table, other)
    assert "commissar loading workers 4" not in left and "autopilot" in left


async def test_every_phase_has_time_of_its_own(host, clock):
    table = await open_timed(host, GAME, people=2, hours=24)
    turn = await host.read(state_turn, table.id)
    while await host.read(state_turn, table.id) == turn:
        clock.advance(HOUR)
        await step(host, table)
    assert {each.due for each in (await deadlines_of(host, table.id)).values()} == {
        clock.now + 24 * HOUR
    }


async def test_a_pause_does_not_start_the_time_of_those_who_are_not_asked(host, clock):
    table = await open_timed(host, GAME, people=2, hours=24)
    (first,) = await waiting(host, table)
    clock.advance(5 * HOUR)
    await step(host, table)

    def break_(uow, table_id):
        times.pause(uow, uow.table(table_id))
        times.resume(uow, uow.table(table_id))
        times.extend(uow, uow.table(table_id))
        return uow.store.deadlines(table_id)

    found = await host.do(break_, table.id)
    assert (found[first].since, found[first].spent) == (None, 5 * HOUR)
    assert found[1 - first].budget == 48 * HOUR and found[1 - first].due


async def test_a_line_that_nobody_offers_is_refused(host):
    table = await open_timed(host, GAME, people=2)
    for line in ("fly", "undo", "done", "place steam slot 9"):
        by = caller(table.seats[0].user)
        await refusal(host, host.do(plans.add_line, table.id, line, by=by))
    assert parse("done steam") in (await host.read(offered_plans, table.id, by=by))[0]
