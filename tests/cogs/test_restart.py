"""The bot stops and comes back: every button still works, and everything played still counts."""

import asyncio

import pytest

from cogs.ids import act_id, option_id
from cogs.panel import panel_head
from engine.kernel.codes import code
from host import outbox, votes
from host.outbox import MessageKind
from host.records import Phase
from sandbox.driver import PATIENCE, Failed
from sandbox.faults import Fault
from testing.hosting import caller
from testing.people import Label, Party, forge, labels, selects, text, until, ways

pytestmark = pytest.mark.asyncio
CALLBACK, MESSAGES = r"/callback$", r"/messages"
ALWAYS = 10_000


async def open_menu(party):
    """Somebody's panel in which a select is open."""
    while not party.is_over:
        name = await party.acting()
        panel = party.panel(name)
        menus = [part for part in ways(panel) if part["custom_id"].startswith("m:")]
        if menus:
            await party.use(name, panel, menus[0])
            return name
        await party.act(name)
    raise AssertionError("no panel ever had a menu")


# --- a restart with live buttons


async def test_a_lobby_goes_on_after_a_restart(s):
    party = Party(s, "red", "blue")
    board = await party.open()
    await s.restart_bot()
    await s.click("blue", board, Label.JOIN)
    await s.restart_bot()
    await party.quiet()
    assert "Blue" in text(party.board)
    assert party.board["id"] == board["id"]
    await s.click("red", board, Label.START)
    await party.quiet()
    assert (await party.table()).phase is Phase.PLAYING
    assert all(party.panel(name) for name in party.names)


async def test_an_open_select_of_options_works_after_a_restart(s):
    party = Party(s, "red")
    board = await party.open()
    screen = await s.click("red", board, Label.SETTINGS)
    await s.restart_bot()
    part = selects(screen)[0]
    other = next(option for option in part["options"] if not option.get("default"))
    await s.choose("red", screen, part["custom_id"], other["value"])
    table = await party.table()
    name = next(each for each in table.options if option_id(table.id, each) == part["custom_id"])
    assert str(table.options[name]) == other["value"]


async def test_the_market_goes_on_after_a_restart(s):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    panel = party.panel(name)
    await s.restart_bot()
    await party.act(name)
    assert party.panel(name)["id"] == panel["id"]
    assert len(await party.rows()) == 1


async def test_everybody_works_on_after_a_restart(s):
    party = Party(s, "red", "blue", "green")
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    before = len(await party.rows())
    await s.restart_bot()
    for name in party.names:
        await party.act(name)
    assert {row.seat for row in (await party.rows())[before:]} == {0, 1, 2}


async def test_an_open_menu_works_after_a_restart(s):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await open_menu(party)
    before = len(await party.rows())
    await s.restart_bot()
    assert selects(party.panel(name))
    await party.act(name)
    assert len(await party.rows()) == before + 1


async def test_the_panel_of_the_board_works_after_a_restart(s):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    panel = await s.click(name, party.board, Label.MY_HAND)
    await s.restart_bot()
    while not await party.rows():
        assert await party.press(name, panel)
    assert len(await party.rows()) == 1


async def test_autopilots_play_on_by_themselves_after_a_restart(s):
    party = Party(s, "red")
    await party.seat(robots=4)
    await s.click("red", party.board, Label.START)
    await s.restart_bot()
    await party.quiet()
    seen = await party.seen("red")
    assert seen.waiting == (0,)
    await party.act("red")
    await s.restart_bot()
    await party.quiet()
    assert (await party.seen("red")).waiting == (0,)


async def test_the_last_board_offers_a_rematch_after_a_restart(s):
    party = Party(s, "red")
    await party.begin()
    await party.agree_to_end()
    await s.restart_bot()
    await s.click("red", party.board, Label.REMATCH)
    await s.until(lambda: Label.JOIN in labels(party.board))


# --- stored, but the answer was lost


async def lose_the_answer(party, name):
    """A press that is stored although whoever pressed reads that it failed."""
    s, seen = party.s, await party.seen(name)
    usual, s.server.desk.first_answer = s.server.desk.first_answer, 0.4
    fault = s.server.faults.plant(Fault("POST", CALLBACK, status=404, code=10062))
    panel, action = party.panel(name), seen.actions[0]
    with pytest.raises(Failed):
        await forge(s, name, panel, act_id(seen.table.id, seen.moves, action))
    await s.until(lambda: fault.times == 0)
    s.server.desk.first_answer = usual
    return seen, action


async def test_a_press_whose_answer_was_lost_counts_and_the_next_one_shows_it(s):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    seen, action = await lose_the_answer(party, name)
    await party.quiet()
    assert [row.code for row in await party.rows()] == [code(action)]
    custom_id = act_id(seen.table.id, seen.moves, action)
    await forge(s, name, party.panel(name), custom_id)
    await party.quiet()
    assert [row.code for row in await party.rows()] == [code(action)]
    now = await party.seen(name)
    assert panel_head(now) in text(party.panel(name))


async def test_another_button_of_the_same_panel_is_stale_then(s):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    seen, _ = await lose_the_answer(party, name)
    other = seen.actions[1]
    answer = await forge(s, name, party.panel(name), act_id(seen.table.id, seen.moves, other))
    assert "earlier" in text(answer)
    assert len(await party.rows()) == 1


@pytest.mark.parametrize("deed", ["reset before", "reset after"])
async def test_a_connection_that_breaks_at_the_answer_is_no_error_of_ours(s, deed):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    seen = await party.seen(name)
    s.server.desk.first_answer = 0.4
    fault = s.server.faults.plant(Fault("POST", CALLBACK, deed=deed))
    press = forge(s, name, party.panel(name), act_id(seen.table.id, seen.moves, seen.actions[0]))
    await asyncio.gather(press, return_exceptions=True)
    await s.until(lambda: fault.times == 0)
    await party.quiet()
    assert len(await party.rows()) == 1


async def test_a_bot_that_stopped_after_the_commit_tells_the_table_when_it_is_back(s):
    """Nothing was said to anybody: neither the answer nor the board got out."""
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    before = text(party.board)
    planted = [
        s.server.faults.plant(Fault(method, MESSAGES, status=503, times=ALWAYS))
        for method in ("POST", "PATCH", "DELETE")
    ]
    _, action = await lose_the_answer(party, name)
    await s.stop_bot()
    assert text(party.board) == before
    for fault in planted:
        fault.times = 0
    await s.start_bot()
    await party.quiet()
    assert [row.code for row in await party.rows()] == [code(action)]
    seen = await party.seen()
    assert seen.table.game.words.status(seen.view, seen.table.names) in text(party.board)
    assert len(party.boards) == 1


async def test_what_was_not_said_before_a_stop_is_said_once_after_it(s):
    party = Party(s, "red", "blue")
    await party.seat()
    planted = [
        s.server.faults.plant(Fault(method, MESSAGES, status=503, times=ALWAYS))
        for method in ("POST", "PATCH", "DELETE")
    ]
    await s.click("red", party.board, Label.START)
    await s.restart_bot()
    for fault in planted:
        fault.times = 0
    await s.restart_bot()
    await party.quiet()
    assert [len(party.panels(name)) for name in party.names] == [1, 1]
    assert len(party.boards) == 1
    assert await until(party.is_quiet)


def hold_back(host, kind):
    """Messages of this kind are said, but that is not stored any more; set when one is."""
    do, reached = host.do, asyncio.Event()

    async def held(use_case, *args, **kwargs):
        if use_case is outbox.said and args[0].kind == kind:
            reached.set()
            await asyncio.Event().wait()
        return await do(use_case, *args, **kwargs)

    host.do = held
    return reached


async def test_a_board_that_was_posted_before_a_kill_shows_what_has_changed_since(s):
    party = Party(s, "red", "blue")
    hold_back(party.host, MessageKind.BOARD)
    board = await party.open()
    await s.click("blue", board, Label.JOIN)
    await s.restart_bot()
    await party.quiet()
    assert "Blue" in text(party.board)
    assert len(party.boards) == 1


@pytest.mark.parametrize("kind", [MessageKind.ROUND, MessageKind.OVER])
async def test_a_board_that_was_posted_again_before_a_kill_stays(s, kind):
    """The message is said once more after the kill: its board is the one that is there."""
    party = Party(s, "red")
    await party.begin(robots=1)
    table, reached = await party.table(), hold_back(party.host, kind)
    if kind is MessageKind.OVER:
        await party.host.do(votes.end, table.id, by=caller(int(s.user("red"))))
    await party.press_until(reached.is_set)
    await s.restart_bot()
    await party.quiet()
    assert len(party.boards) == 1


@pytest.mark.parametrize("turns", range(6))
async def test_news_at_the_very_moment_of_stopping_hold_up_no_stop(s, turns):
    """Something waits for its next try, so the sender sleeps until then or until there is news."""
    party = Party(s, "red")
    board = await party.open()
    await party.quiet()
    planted = s.server.faults.plant(Fault("PATCH", MESSAGES, status=503, times=ALWAYS))
    await s.click("red", board, Label.ADD_AUTOPILOT)
    news = s.bot.host.news
    await s.until(lambda: planted.times < ALWAYS and not s.bot.sender._busy and news._waiters)
    news.set()
    for _ in range(turns):  # of the event loop: the sender wakes up meanwhile
        await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await s.stop_bot()
    await s.start_bot()
    assert len((await party.table()).seats) == 2


@pytest.mark.parametrize("deed", ["reset before", "reset after"])
async def test_a_start_goes_on_when_the_commands_do_not_get_through(s, deed):
    lost = s.server.faults.plant(Fault("PUT", "/commands$", deed=deed))
    await s.restart_bot()
    assert not lost.times
    assert await s.slash("red", "/help")


async def test_commands_that_did_not_get_through_are_sent_again(s, monkeypatch):
    monkeypatch.setattr("cogs.client.HOUSE_KEEPING", 0.01)
    s.server.people.commands().clear()
    lost = s.server.faults.plant(Fault("PUT", "/commands$", status=400, code=50035))
    s.server.rest.requests.clear()
    await s.restart_bot()
    assert not lost.times
    await s.until(lambda: s.bot._is_synced)
    assert sum("PUT" in each for each in s.server.rest.requests) == 2
