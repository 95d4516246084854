"""The application's emojis: uploaded once, replaced when redrawn, words where that fails."""

import asyncio
import re
import signal
from dataclasses import replace

import aiohttp
import discord
import pytest
import pytest_asyncio

from cogs.client import UPLOAD, TableBot
from cogs.emojis import Emojis
from host.host import Host
from render import PAINTERS, every_emoji
from render.emojis import sign
from render.fantastic_factories.painter import FantasticFactoriesPainter
from render.studio import Studio
from sandbox.driver import Sandbox
from sandbox.emojis import add_emoji
from sandbox.faults import Fault
from sandbox.process import Apart
from sandbox.rules.emojis import MAX_EMOJIS
from sandbox.world import File
from testing.positions import FANTASTIC

pytestmark = pytest.mark.asyncio
PATH = "/emojis"
MANY = 10_000
KILLED_AT = 20
SOME = ("metal", "energy", "build", "die3_red")


@pytest.fixture
def few(monkeypatch):
    """A dozen emojis are enough here; a killed bot has all of them."""
    usual = FantasticFactoriesPainter().emojis()
    monkeypatch.setattr(
        FantasticFactoriesPainter, "emojis", lambda _: {key: usual[key] for key in SOME}
    )
    for other in {*PAINTERS} - {FANTASTIC}:
        monkeypatch.delitem(PAINTERS, other)


@pytest_asyncio.fixture
async def s(file, few):
    """Its bot uploads emojis at every start; each start begins with the file of the last one."""

    async def new_bot():
        host = await Host.open(file)
        return TableBot(host, Studio(), with_emojis=True, guild_ready_timeout=0.05)

    async with Sandbox(new_bot) as sandbox:
        await uploaded(sandbox)
        yield sandbox
        sandbox.assert_clean()


async def uploaded(s):
    """The bot's emojis, when it has done with them what it does after a start."""
    await s.until(lambda: not any(each.get_name() == UPLOAD for each in asyncio.all_tasks()))
    return s.bot.gallery.emojis


async def restarted(s):
    """The emojis of a new start, and what it asked of Discord for them."""
    s.server.rest.requests.clear()
    await s.restart_bot()
    emojis = await uploaded(s)
    return emojis, asked(s)


def asked(s):
    return [each.split()[0] for each in s.server.rest.requests if PATH in each]


def stored(s):
    """Names of all emojis of the application, without the hashes of ours."""
    return sorted(each["name"] for each in s.server.world.emojis.values())


def keys(s):
    return [re.sub("_[0-9a-f]{6}$", "", name) for name in stored(s)]


def add(s, name, user):
    world = s.server.world
    image = File(name, b"\x89PNG\r\n\x1a\n", "image/png")
    return add_emoji(world, name, image, user)


@pytest.fixture
def redrawn(monkeypatch):
    """From now on metal looks like another sign, and the game has no sign of building any more."""

    def draw():
        usual = FantasticFactoriesPainter().emojis()
        usual["metal"] = sign("fantastic_factories/glyphs/energy")
        del usual["build"]
        monkeypatch.setattr(FantasticFactoriesPainter, "emojis", lambda _: usual)

    return draw


async def test_the_first_start_uploads_all_of_them_and_the_second_none(s):
    count = len(every_emoji())
    assert asked(s) == ["GET", *["POST"] * count]
    assert keys(s) == sorted(every_emoji())
    before = s.bot.gallery.emojis
    emojis, requests = await restarted(s)
    assert requests == ["GET"]
    assert all(emojis.get(key) == before.get(key) for key in every_emoji())


async def test_they_stand_in_text_on_buttons_and_in_options(s):
    emojis = s.bot.gallery.emojis
    view = discord.ui.View()
    view.add_item(discord.ui.Button(emoji=emojis.get("die3_red")))
    option = discord.SelectOption(label="Mine", emoji=emojis.get("metal"))
    view.add_item(discord.ui.Select(options=[option]))
    view.stop()
    channel = s.bot.get_channel(int(s.channel("table-1")))
    await channel.send(f"2 {emojis.text('metal', 'metal')}", view=view)
    (metal,) = [each for each in s.server.world.emojis.values() if each["name"][:6] == "metal_"]
    assert s.last("red")["content"] == f"2 <:{metal['name']}:{metal['id']}>"
    url, picture = emojis.get("metal").url, s.server.world.files[metal["id"]].content
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert await response.read() == picture


async def test_a_new_drawing_replaces_the_old_one_and_a_retired_one_goes(s, redrawn):
    before = s.bot.gallery.emojis
    redrawn()
    emojis, requests = await restarted(s)
    assert requests == ["GET", "POST", "DELETE", "DELETE"]
    assert emojis.get("metal") != before.get("metal")
    assert emojis.get("energy") == before.get("energy")
    assert (emojis.get("build"), emojis.text("build", "build")) == (None, "build")
    assert keys(s) == sorted(every_emoji())


async def test_what_others_have_uploaded_stays(s, redrawn):
    world = s.server.world
    add(s, "metal_000000", world.person("red"))  # named like ours, by the owner of the application
    add(s, "party_parrot", world.bot)  # by another program with the same token
    redrawn()
    await restarted(s)
    assert {"metal_000000", "party_parrot"} <= set(stored(s))
    assert len(stored(s)) == len(every_emoji()) + 2


async def test_an_old_drawing_is_used_until_the_new_one_can_be_uploaded(s, redrawn):
    before = s.bot.gallery.emojis
    redrawn()
    s.server.faults.plant(Fault("POST", PATH, status=400, code=50035))
    emojis, _ = await restarted(s)
    assert emojis.get("metal") == before.get("metal")
    emojis, requests = await restarted(s)
    assert requests == ["GET", "POST", "DELETE"]
    assert emojis.get("metal") != before.get("metal")


REFUSALS = {
    "the list is refused": Fault("GET", PATH, status=403, code=20012),
    "an upload is refused": Fault("POST", PATH, status=403, code=20012),
    "every upload is refused": Fault("POST", PATH, status=400, code=50035, times=MANY),
    "the line breaks": Fault("POST", PATH, "reset before"),
    "shut out": Fault("GET", PATH, status=429, is_from_afar=True, times=MANY),
}


@pytest.mark.parametrize("fault", REFUSALS.values(), ids=REFUSALS)
async def test_where_discord_refuses_words_take_their_place_until_the_next_start(s, caplog, fault):
    s.server.world.emojis.clear()
    planted = s.server.faults.plant(replace(fault))
    emojis, _ = await restarted(s)
    assert (emojis.get("metal"), emojis.text("metal", "metal")) == (None, "metal")
    (warning,) = [each for each in caplog.records if each.name == "cogs.emojis"]
    assert (warning.levelname, warning.exc_info) == ("WARNING", None)
    planted.times = 0
    await restarted(s)
    assert keys(s) == sorted(every_emoji())


async def test_where_the_list_is_full_as_many_are_uploaded_as_find_room(s):
    s.server.world.emojis.clear()
    for number in range(MAX_EMOJIS - 1):
        add(s, f"other_{number}", s.server.world.person("red"))
    first, second = list(every_emoji())[:2]
    emojis, _ = await restarted(s)
    assert len(stored(s)) == MAX_EMOJIS
    assert emojis.get(first) and not emojis.get(second)


async def test_a_busy_discord_is_waited_for(s):
    s.server.world.emojis.clear()
    s.server.faults.plant(Fault("POST", PATH, status=429, retry_after=0.01, times=3))
    await restarted(s)
    assert keys(s) == sorted(every_emoji())


async def test_one_that_was_uploaded_without_an_answer_is_found_at_the_next_start(s):
    s.server.world.emojis.clear()
    s.server.faults.plant(Fault("POST", PATH, "reset after"))
    await restarted(s)
    assert len(stored(s)) == 1
    await restarted(s)
    assert keys(s) == sorted(every_emoji())


class Unstarted(Apart):
    """The test begins the process itself."""

    async def start_bot(self):
        pass


async def test_a_killed_bot_completes_its_list_at_the_next_start(tmp_path):
    async with Unstarted(tmp_path, {"EMOJIS": "yes"}) as s:
        rest, left = s.server.rest, len(every_emoji()) - KILLED_AT

        def kill(*_):
            if len(stored(s)) == KILLED_AT:
                s.process.kill()

        rest.observers.append(kill)
        s.process = await s.begin()
        assert await s.process.wait() == -signal.SIGKILL
        assert len(stored(s)) == KILLED_AT  # the last one was uploaded, but the bot was not told
        rest.observers.clear()
        s.process = await s.begin()
        await s.until(lambda: f"created={left}" in s.log)
        assert keys(s) == sorted(every_emoji())
        assert not s.violations


async def test_without_them_every_key_is_a_word():
    assert Emojis().get("metal") is None
    assert Emojis().text("metal", "metal") == "metal"
