"""How newcomers come in: the welcome in a server, and what its buttons do."""

import pytest

from cogs.ids import welcome_id
from engine import GAMES
from host import welcome
from host.records import Phase
from host.views import tables_of
from sandbox.channels import deny_bot
from sandbox.guilds import join_guild
from testing.hosting import caller
from testing.people import (
    Label,
    Party,
    answered,
    buttons,
    forge,
    is_ephemeral,
    labels,
    selects,
    text,
    until,
    ways,
)

pytestmark = pytest.mark.asyncio
FIRST = next(iter(GAMES.values()))
AGAIN = "Play again"
SEND_MESSAGES = 1 << 11
TEXT_CHANNEL = 0


async def invite(s):
    join_guild(s.server.world)
    await s.server.gateway.flush()


async def welcomed(s, channel="table-1"):
    await invite(s)
    return await s.until(lambda: s.messages("red", channel) and s.last("red", channel))


def seen_in(s, channel):
    return [text(each) for each in s.messages("yellow", channel)]


async def is_ungreeted(s):
    number, now = int(s.server.world.guild["id"]), s.bot.host.now()
    return await s.bot.host.read(welcome.is_to_greet, number, now)


async def games_of(s, name):
    return await s.bot.host.read(tables_of, by=caller(int(s.user(name))))


async def test_a_server_is_greeted_once_with_three_ways_in(s):
    message = await welcomed(s)
    assert {"Play now", "Learn in three minutes", "Open a table for friends"} <= labels(message)
    for game in GAMES.values():
        assert game.title in text(message) and f"about {game.minutes} minutes" in text(message)
    await invite(s)
    await s.restart_bot()  # it finds itself in a server that it has joined just now
    await s.slash("red", "/new", "lounge")
    await s.until(lambda: Label.JOIN in labels(s.last("red", "lounge")))
    assert len(seen_in(s, "table-1")) == 1
    for name in ("red", "blue"):
        assert not s.messages(name, f"@{name}")  # nobody gets a direct message


async def test_a_server_that_it_has_long_been_in_is_not_greeted(s):
    await s.slash("red", "/new", "lounge")
    await s.until(lambda: Label.JOIN in labels(s.last("red", "lounge")))
    assert not seen_in(s, "table-1")


async def test_it_greets_where_it_may_write_and_again_when_it_is_invited_again(s):
    world = s.server.world
    deny_bot(world, world.channel(s.channel("table-1")), SEND_MESSAGES)
    await s.server.gateway.flush()
    await welcomed(s, "table-2")
    assert not seen_in(s, "table-1")
    await s.bot.on_guild_remove(s.bot.guilds[0])
    await invite(s)
    await s.until(lambda: len(seen_in(s, "table-2")) == 2)


async def test_where_it_may_write_nowhere_it_greets_as_soon_as_it_may(s):
    world = s.server.world
    places = [each for each in world.channels.values() if each["type"] == TEXT_CHANNEL]
    for place in places:
        deny_bot(world, place, SEND_MESSAGES)
    await invite(s)
    await s.server.gateway.flush()
    await answered(s)
    assert not any(world.messages[place["id"]] for place in places)
    world.granted &= ~SEND_MESSAGES  # Discord refuses the first try, without telling why
    deny_bot(world, places[1], 0)
    await s.server.gateway.flush()
    await answered(s)
    await until(lambda: is_ungreeted(s))
    assert not any(world.messages[place["id"]] for place in places)
    world.granted |= SEND_MESSAGES
    for _ in range(2):
        deny_bot(world, places[1], 0)
        await s.server.gateway.flush()
        await answered(s)
    await s.until(lambda: world.messages[places[1]["id"]])
    assert sum(len(world.messages[place["id"]]) for place in places) == 1


@pytest.mark.parametrize("game", [None, *GAMES])
async def test_play_now_is_one_press_from_the_first_own_action(s, game):
    message = await welcomed(s)
    play = [each for each in buttons(message) if each["label"] in ("Play now", "Play")]
    wanted = play[0] if game is None else next(e for e in play if e["custom_id"].endswith(game))
    panel = await s._used("blue", message, wanted["custom_id"])
    assert is_ephemeral(panel)
    before = (await games_of(s, "blue"))[0]
    assert before.table.game.id == game or (game is None and before.table.game is FIRST)
    assert before.table.phase is Phase.PLAYING and before.table.channel is None
    assert [seat.user is None for seat in before.table.seats].count(True) == 1
    assert ways(panel) or selects(panel)
    assert len(seen_in(s, "table-1")) == 1  # the channel is not troubled


async def test_any_number_of_people_play_now(s):
    message = await welcomed(s)
    for name in ("red", "blue", "green"):
        assert ways(await s.click(name, message, "Play now"))
        assert len(await games_of(s, name)) == 1


@pytest.mark.parametrize("where", ["table-1", "@red"])
async def test_a_private_game_is_played_again_by_one_press(s, where):
    game = [*GAMES.values()][1]
    await forge(s, "red", await welcomed(s), welcome_id("play", game.id))
    await s.click("red", await s.slash("red", "/end", "@red"), "End game")
    over = await s.until(lambda: [e for e in s.messages("red", where) if AGAIN in labels(e)])
    s.server.faults.duplicate = s.server.faults.echo = 1
    await s.click("red", over[0], AGAIN)
    await answered(s)
    await s.server.release()
    await Party(s, "red").quiet()
    (again,) = await games_of(s, "red")
    assert again.table.game is game and len(again.table.seats) == 2
    panels = {place: [e for e in s.messages("red", place) if ways(e)] for place in (where, "@red")}
    assert all(len(found) == 1 for found in panels.values()), "no panel is shown twice"
    assert "already playing again" in text(await s.click("red", over[0], AGAIN))
    assert [each.table.id for each in await games_of(s, "red")] == [again.table.id]


async def test_a_table_for_friends_is_opened_in_the_channel(s):
    message = await welcomed(s)
    which = await s.click("red", message, "Open a table for friends")
    assert {game.title for game in GAMES.values()} <= labels(which)
    await s.click("red", which, FIRST.title)
    lobby = await s.until(lambda: Label.JOIN in labels(s.last("blue")) and s.last("blue"))
    await s.click("blue", lobby, Label.JOIN)
    await s.until(lambda: "2. Blue" in text(s.last("red")))


async def test_help_begins_with_how_to_play_and_ends_with_the_credits(s):
    page = await s.slash("red", "/help")
    assert "How to play" in text(page) and "icense" not in text(page)
    assert selects(page)[0]["options"][-1]["label"].endswith("Credits")
    assert ways(await s.click("red", page, "Play now"))
    page = await s.slash("red", "/help", "@red")
    refused = await s.click("red", page, "Open a table for friends")
    assert "/new" in text(refused) and refused["id"] != page["id"], "the page stays"
