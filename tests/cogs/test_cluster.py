"""Several processes on one PostgreSQL database: each serves its own shards of one bot."""

import asyncio
import contextlib

import pytest
import pytest_asyncio

from cogs import cluster as clusters
from cogs import shards
from cogs.client import TableBot
from cogs.cluster import Cluster
from host.database.locations import location_of
from host.errors import CannotOpen
from host.host import Host
from sandbox.channels import add_channel
from sandbox.driver import Sandbox
from sandbox.guilds import add_guild
from testing.message_truth import lies
from testing.people import Party, ways
from tests.cogs.conftest import new_studio

pytestmark = pytest.mark.asyncio
ELSEWHERE = "elsewhere"  # the channel of the other server


@pytest.fixture
def url(server):
    found = server.database()
    yield found
    server.clean(found)


@pytest.fixture
def new_bot(url, clock):
    """Makes one process of the bot; here they share an event loop."""

    async def made() -> TableBot:
        host = await Host.open(location_of(url), clock)
        assert host.leases
        cluster = Cluster(host)
        await cluster.join()
        return TableBot(host, new_studio(), cluster=cluster, shards=2, guild_ready_timeout=0.05)

    return made


@pytest_asyncio.fixture
async def s(new_bot, monkeypatch):
    """Two servers, one on each of two shards, and one process that serves both."""
    monkeypatch.setattr(shards, "LOOK", 0.05)
    monkeypatch.setattr(shards, "BETWEEN_STARTS", 0.05)
    monkeypatch.setattr(clusters, "WAIT", 0.02)
    sandbox = Sandbox(new_bot)
    sandbox.server.gateway.shards = sandbox.server.gateway.at_once = 2
    world = sandbox.server.world
    other = add_guild(world, "Other Street", str(int(world.guild["id"]) + (1 << 22)))
    add_channel(world, ELSEWHERE, guild=other)
    async with sandbox as found:
        yield found
        found.assert_clean()


@pytest_asyncio.fixture
async def second(s, new_bot):
    """A second process; it has one of the shards when this returns."""
    found = await new_bot()
    running = asyncio.create_task(found.start(s.server.token))
    await s.until(lambda: found.connected.is_set() and s.bot.connected.is_set())
    await s.until(lambda: len(found.cluster.own) == len(s.bot.cluster.own) == 1)
    yield found
    await found.close()
    with contextlib.suppress(asyncio.CancelledError):
        await running


def ids_in(panel):
    """Those of its buttons tell of which moment a panel is."""
    return {part["custom_id"] for part in ways(panel)}


async def play_on(*parties):
    for party in parties:
        await party.act(await party.acting())
        await party.quiet()


async def test_one_process_serves_everything_and_shares_it_with_a_second_one(s, second):
    assert {s.bot.process, second.process} == {"1", "2"}
    assert s.bot.cluster.own | second.cluster.own == {0, 1}
    parties = Party(s, "red", "blue"), Party(s, "green", "purple", channel=ELSEWHERE)
    for party in parties:
        await party.begin()
    for _ in range(3):
        await play_on(*parties)


async def test_one_table_is_played_through_two_processes(s, second):
    """In direct messages with the process of shard 0, in the channel with that of the server."""
    party = Party(s, "green", "purple", channel=ELSEWHERE)
    await party.begin()
    for _ in range(4):
        name = await party.acting()
        reply = await s.slash(name, "/hand", channel=ELSEWHERE)
        await play_on(party)
        assert not await lies(party)
        seen = {each["id"]: each for each in s.messages(name, ELSEWHERE)}
        assert ids_in(seen[reply["id"]]) == ids_in(party.panel(name))


async def test_a_process_that_stops_leaves_its_shard_to_the_other(s, second):
    party = Party(s, "green", "purple", channel=ELSEWHERE)
    await party.begin()
    await second.close()
    await s.until(lambda: s.bot.cluster.own == {0, 1} and s.bot.connected.is_set())
    await play_on(party)


async def test_a_process_that_loses_the_database_leaves_its_shards_and_comes_back(s, second):
    party = Party(s, "red", "blue")
    await party.begin()
    lost = second.cluster.own.copy()
    await second.host.leases.close()
    await s.until(lambda: second.cluster.own != lost or not second.connected.is_set())
    await s.until(
        lambda: (
            len(second.cluster.own) == len(s.bot.cluster.own) == 1
            and second.connected.is_set()
            and s.bot.connected.is_set()
        )
    )
    await play_on(party)


async def test_processes_that_would_count_the_shards_differently_do_not_mix(s, url, clock):
    host = await Host.open(location_of(url), clock)
    cluster = Cluster(host)
    await cluster.join()
    with pytest.raises(CannotOpen, match="SHARDS"):
        await cluster.agree_on(3)
    await host.close()
