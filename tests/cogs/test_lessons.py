"""The guided first round, by real presses in the sandbox."""

import re

import pytest

from cogs.attachments import Slot
from cogs.gallery import next_step
from cogs.open_panels import CLOSED
from engine import GAMES
from engine.kernel.codes import code
from host import outbox, play
from host.records import Phase
from host.views import view_table
from render import PAINTERS
from testing.hosting import caller, messages_of
from testing.people import answered, buttons, is_ephemeral, labels, selects, text, until
from tests.cogs.test_welcome import games_of, invite, welcomed

pytestmark = pytest.mark.asyncio
MAX_PRESSES = 40
REAL = "Play a real one"


async def quiet(s):
    """Nothing is on its way any more that changes a panel."""

    async def is_said():
        await s.bot.host.wait_for_autoplay()
        return not await messages_of(s.bot.host) and not s.bot.sender._busy

    await until(is_said)


async def lesson_of(s, name):
    """The learner's table, which no list names."""
    read = s.bot.host.read
    found = await read(lambda uow: [uow.table(n) for n in uow.store.all_table_ids()])
    return next(table for table in found if table.is_lesson and table.seat_of(int(s.user(name))))


async def begin(s, name, game):
    which = await s.click(name, await welcomed(s), "Learn in three minutes")
    return await s.click(name, which, game.title)


def pressable(message):
    """The one thing of the game that can be pressed."""
    found = [part for part in buttons(message) if part["custom_id"][:2] in ("a:", "m:", "x:")]
    found = [part for part in found if not part.get("disabled")]
    lists = [part for part in selects(message) if part["custom_id"][:2] in ("s:", "b:")]
    return [*lists, *found]


async def step(s, name, panel):
    """Presses what is to be pressed next; how many presses it took."""
    act = [part for part in pressable(panel) if part["custom_id"].startswith(("a:", "x:"))]
    chosen = (act or pressable(panel))[0]
    values = [chosen["options"][0]["value"]] if "options" in chosen else None
    await s._used(name, panel, chosen["custom_id"], values)
    return 2 if values else 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_guided_round_is_played_to_its_end_and_leads_to_a_real_game(s, game):
    panel = await begin(s, "blue", game)
    tasks = [task.head for step in game.course.steps for task in step.tasks]
    presses, heads = 2, []
    assert is_ephemeral(panel)
    key = panel["id"]

    def now():
        return next(each for each in s.messages("blue") if each["id"] == key)

    while True:
        await s.until(lambda: pressable(now()) or REAL in labels(now()))
        if REAL in labels(now()):
            break
        heads += [each for each in dict.fromkeys(tasks) if f"**{each}**" in text(now())]
        presses += await step(s, "blue", now())
        await quiet(s)
    assert heads == tasks
    assert re.search(
        rf"Learn {game.title} · done in \d:\d\d · {game.course.moves} moves", text(now())
    )
    assert text(await s.click("blue", now(), "Rules")) and REAL in labels(now())
    assert presses < MAX_PRESSES
    assert not await games_of(s, "blue")  # a lesson is in no list
    assert not s.messages("blue", "@blue")  # and in no direct message
    lesson = await lesson_of(s, "blue")
    is_whole = lesson.phase is Phase.OVER  # a short game, to its end
    assert ("first game, and you won!" if is_whole else "first round. Well") in text(now())
    await s.click("blue", now(), REAL)
    (real,) = await games_of(s, "blue")
    assert real.table.game is game and real.table.phase is Phase.PLAYING
    over = await s.bot.host.read(view_table, lesson.id, by=None)
    assert over.table.phase is Phase.OVER
    known = await s.bot.host.read(lambda uow: uow.store.has_finished(int(s.user("blue")), game.id))
    assert not known  # so that there are hints in the real one


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_lesson_is_left_and_resumed_where_it_was(s, game):
    panel = await begin(s, "blue", game)
    while "step 1" in text(panel):
        await step(s, "blue", panel)
        await quiet(s)
        panel = s.last("blue")
    assert "step 2" in text(panel)
    left = await s.click("blue", panel, "Leave")
    assert "keep your place" in text(left)
    await s.restart_bot()
    again = await s.click("blue", left, "Go on with the lesson")
    assert "step 2" in text(again)
    again = await s.click("blue", again, "Leave")
    again = await begin(s, "blue", game)  # also by the welcome message
    assert "step 2" in text(again)
    await answered(s)
    await quiet(s)
    (old,) = [each for each in s.messages("blue") if CLOSED in text(each)]
    assert f"Learn {game.title}" in text(old)
    await begin(s, "red", game)  # everybody has a lesson of their own
    assert "step 1" in text(s.last("red"))


async def test_a_lesson_that_gave_way_to_a_real_game_never_comes_back(s, monkeypatch):
    """An edit of the lesson's panel may be on its way when its message gets another one."""
    game = next(iter(GAMES.values()))
    panel = await begin(s, "blue", game)
    left = await s.click("blue", panel, "Leave")
    lesson, user = await lesson_of(s, "blue"), int(s.user("blue"))
    begun, goes_on = (s.bot.loop.create_future() for _ in range(2))

    async def rest(slot, seconds):
        if not begun.done():
            begun.set_result(None)
            await goes_on

    monkeypatch.setattr(Slot, "rest", rest)
    await s.bot.host.do(lambda uow: outbox.show_panel_at(uow.store, lesson.id, user))
    await begun
    await s.click("blue", left, REAL)
    goes_on.set_result(None)
    await quiet(s)
    assert "a private table" in text(s.last("blue")) and "Hints off" in labels(s.last("blue"))


async def test_in_a_lesson_nothing_else_can_be_done(s):
    game = next(iter(GAMES.values()))
    await begin(s, "blue", game)
    table = await lesson_of(s, "blue")
    seen = await s.bot.host.read(view_table, table.id, by=caller(int(s.user("blue"))))
    assert seen.actions == (game.course.at(0).action,)
    refused = await s.slash("blue", "/play", "@blue", action="take robot")
    assert "not in any game" in text(refused)  # a command never means a lesson
    await invite(s)


GOLDEN = {  # share of the presses that is shown in gold, at least
    "fantastic_factories": 0.8,
    "factory_frenzy": 0.35,
    "factory_42": 0.45,
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_lesson_s_picture_shows_in_gold_what_the_next_press_moves(s, game):
    await begin(s, "blue", game)
    table, golden = await lesson_of(s, "blue"), 0
    by, painter = caller(int(s.user("blue"))), PAINTERS[game.id]
    while True:
        await quiet(s)
        seen = await s.bot.host.read(view_table, table.id, by=by)
        if seen.is_learned:
            break
        marks, names = next_step(seen), seen.table.names
        offered = painter.panel(seen.view)
        assert len(offered) == 1, "a lesson has one picture at a time"
        name = offered[0]
        plain, marked = (painter.draw(name, seen.view, names, each) for each in ((), marks))
        golden += plain.parts != marked.parts
        await s.bot.host.do(play.act, table.id, play.Move(code(seen.actions[0]), seen.moves), by=by)
    print(game.id, golden)
    assert painter.learned(seen.view)
    assert golden >= GOLDEN.get(game.id, 0) * game.course.moves
