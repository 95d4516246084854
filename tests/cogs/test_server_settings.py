"""Server settings: who may change them, what they change, and whom a refusal names as help."""

import pytest

from cogs.ids import server_id
from cogs.server_settings import NONE_LEFT
from engine import GAMES
from host.records import Phase
from host.server_settings import HELPER, settings_in
from sandbox import interactions
from sandbox.channels import is_thread, remove_channel
from sandbox.driver import parts
from sandbox.guilds import add_role
from testing.people import Label, Party, forge, is_ephemeral, labels, text
from tests.cogs.test_welcome import games_of

pytestmark = pytest.mark.asyncio
FIRST, OTHER = [*GAMES][:2]
CHANNEL_SELECT, ROLE_SELECT, STRING_SELECT = 8, 6, 3
MANAGE_SERVER = 1 << 5
OPENED = "table is open"


async def chosen(s, name, *values, by="red"):
    """Choose in a select of /server."""
    answer = await s.choose(by, await s.slash(by, "/server"), server_id(name), *values)
    assert is_ephemeral(answer)
    return answer


async def settings(s):
    return await s.bot.host.read(settings_in, int(s.server.world.guild["id"]))


def presets(screen):
    """The channels and the roles that are shown as chosen."""
    found = [part for part in parts(screen) if part["type"] in (CHANNEL_SELECT, ROLE_SELECT)]
    return [[each["id"] for each in part.get("default_values", [])] for part in found]


def placeholders(screen):
    return [part.get("placeholder") for part in parts(screen)]


def threads(s):
    return [each for each in s.server.world.channels.values() if is_thread(each)]


async def answers(s, name, channel, **more):
    """What /new, /solo and a challenge answer in a channel."""
    yield await s.slash(name, "/new", channel, **more)
    yield await s.slash(name, "/solo", channel)
    yield await s.slash(name, "/challenge post", channel)
    yield await s.slash(name, "/challenge schedule", channel, kind="daily")


async def test_they_are_for_those_who_manage_the_server(s, monkeypatch):
    screen = await s.slash("red", "/server")
    moderator = interactions.PERMISSIONS
    monkeypatch.setattr(interactions, "PERMISSIONS", str(int(moderator) & ~MANAGE_SERVER))
    refused = await s.slash("blue", "/server")
    assert "Manage Server" in text(refused) and not labels(refused)
    forged = await forge(s, "red", screen, server_id("threads"), "1", kind=STRING_SELECT)
    assert "Manage Server" in text(forged)
    assert (await settings(s)).threads == "asked"


async def test_tables_and_challenges_open_in_the_chosen_channels_only(s):
    lounge = s.channel("lounge")
    screen = await chosen(s, "channels", lounge)
    assert presets(screen) == [[lounge], []]
    async for refused in answers(s, "blue", "table-1"):
        assert f"You can open them in <#{lounge}>. {HELPER}" in text(refused)
    assert not s.messages("yellow")
    assert not threads(s)
    private = await s.slash("blue", "/solo", private=True)
    assert HELPER not in text(private), "a private game needs no channel"
    async for allowed in answers(s, "green", "lounge", thread=True):
        assert HELPER not in text(allowed)
    beside = await s.slash("yellow", "/new", threads(s)[0]["name"], thread=True)
    assert OPENED in text(beside), "a thread belongs to its channel"
    await s.restart_bot()
    assert HELPER in text(await s.slash("blue", "/new"))
    welcome = await s.slash("blue", "/help")
    assert HELPER in text(await s.click("blue", welcome, "Open a table for friends")), "at once"
    remove_channel(s.server.world, s.server.world.channel(lounge))
    await s.server.gateway.flush()
    assert NONE_LEFT in placeholders(await s.slash("red", "/server"))
    assert "Everywhere" in placeholders(await chosen(s, "channels"))
    assert OPENED in text(await s.slash("blue", "/new"))


async def test_what_is_never_possible_is_said_before_what_is_not_possible_now(s):
    """No thread is offered where a table runs that could not be opened there any more."""
    await Party(s, "red", "blue").begin()
    await chosen(s, "channels", s.channel("lounge"))
    refused = await s.slash("green", "/new")
    assert HELPER in text(refused) and not labels(refused)


async def test_tables_and_challenges_are_opened_by_the_chosen_roles_and_joined_by_all(s):
    role = add_role(s.server.world, "Players", s.user("green"))
    await s.server.gateway.flush()
    assert presets(await chosen(s, "roles", role["id"])) == [[], [role["id"]]]
    async for refused in answers(s, "blue", "table-1"):
        assert f"These roles can: <@&{role['id']}>. {HELPER}" in text(refused)
        assert not refused["mention_roles"]
    party = Party(s, "green", "blue")
    await party.begin()
    assert (await party.table()).phase is Phase.PLAYING


async def test_only_the_chosen_games_are_played(s):
    await chosen(s, "games", OTHER)
    refused = await s.slash("blue", "/new", game=FIRST)
    assert f"It has “{GAMES[OTHER].title}”" in text(refused) and HELPER in text(refused)
    party = Party(s, "blue")
    await party.open()
    assert (await party.table()).game.id == OTHER, "what /new opens when no game is named"
    welcome = await s.slash("green", "/help", "lounge")
    await s.click("green", welcome, "Open a table for friends")
    beside = Party(s, "green", channel="lounge")
    await s.until(lambda: beside.board)
    assert (await beside.table()).game.id == OTHER, "with one game there is nothing to ask"
    await s.click("green", await s.slash("green", "/help", "lounge"), "Play now")
    (alone,) = [each for each in await games_of(s, "green") if each.table.phase is Phase.PLAYING]
    assert alone.table.game.id == OTHER


async def test_a_rematch_obeys_them_too(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.agree_to_end()
    await chosen(s, "channels", s.channel("lounge"))
    assert HELPER in text(await s.click("red", party.board, Label.REMATCH))


async def test_each_table_has_a_thread_where_the_server_wants_it(s):
    await chosen(s, "threads", "Always in a thread of its own")
    for name in ("blue", "green"):
        assert OPENED in text(await s.slash(name, "/new"))
    (first, _) = threads(s)
    assert not s.messages("yellow")
    await s.until(lambda: s.messages("blue", first["name"]))
    await s.slash("yellow", "/solo")
    assert len(threads(s)) == 3


async def test_no_thread_is_opened_or_offered_where_the_server_wants_none(s):
    await chosen(s, "threads", "Always in the channel")
    assert HELPER in text(await s.slash("blue", "/new", thread=True))
    await Party(s, "red").open()
    refused = await s.slash("blue", "/new")
    assert "already has a table" in text(refused) and "thread" not in text(refused)
    assert not labels(refused) and not threads(s)


async def test_new_tables_begin_with_the_servers_pace(s):
    await chosen(s, "hours", "Daily: 24 hours per turn")
    for channel, more, hours in (("table-1", {}, 24), ("table-2", {"pace": 0}, 0)):
        party = Party(s, "red", channel=channel, **more)
        await party.open()
        assert (await party.table()).terms.hours == hours
    welcome = await s.slash("blue", "/help", "lounge")
    which = await s.click("blue", welcome, "Open a table for friends")
    await s.click("blue", which, GAMES[FIRST].title)
    lounge = Party(s, "blue", channel="lounge")
    await s.until(lambda: lounge.board)
    assert (await lounge.table()).terms.hours == 24


async def test_they_are_forgotten_when_the_bot_is_removed(s):
    await chosen(s, "threads", "Always in a thread of its own")
    await s.bot.on_guild_remove(s.bot.guilds[0])
    assert (await settings(s)).threads == "asked"


async def test_what_was_never_offered_is_refused(s):
    screen = await s.slash("red", "/server")
    before = await settings(s)
    for name, value in (("threads", "7"), ("hours", "x"), ("games", "chess"), ("server", "1")):
        forged = await forge(s, "red", screen, server_id(name), value, kind=STRING_SELECT)
        assert text(forged) and await settings(s) == before
