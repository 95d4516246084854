"""Several shards in one process: each hears of its own servers, and one may be gone for a while."""

import asyncio

import pytest
import pytest_asyncio

from cogs import shards
from sandbox.channels import add_channel
from sandbox.guilds import add_guild
from testing.days import HOUR, Days
from testing.people import Party, text
from tests.cogs.conftest import _sandbox

pytestmark = pytest.mark.asyncio
ELSEWHERE = "elsewhere"  # the channel of the other server
TWO_MINUTES = 120_000


@pytest_asyncio.fixture
async def two(file, clock):
    """Two servers, one on each of the two shards that Discord recommends."""
    sandbox = _sandbox(file, clock)
    sandbox.server.gateway.shards = sandbox.server.gateway.at_once = 2
    world = sandbox.server.world
    other = add_guild(world, "Other Street", str(int(world.guild["id"]) + (1 << 22)))
    add_channel(world, ELSEWHERE, guild=other)
    async with sandbox as s:
        yield s
        s.assert_clean()


def shard_of(s, channel):
    """The shard to which the server of a channel belongs."""
    found = s.server.world.channels[s.channel(channel)]
    return (int(found["guild_id"]) >> 22) % 2


def told(s, shard, name):
    """All events of a kind that a shard was told."""
    return [each["d"] for each in s.server.gateway.lines[shard].session.told if each["t"] == name]


async def test_each_shard_hears_of_its_own_servers_and_the_first_of_direct_messages(two):
    here, there = Party(two, "red", "blue"), Party(two, "green", "purple", channel=ELSEWHERE)
    assert {shard_of(two, here.channel), shard_of(two, there.channel)} == {0, 1}
    for party in (here, there):
        await party.begin()
        acting = await party.acting()
        assert await party.press(acting)  # in their own panel, a direct message
        await party.quiet()
        assert (await party.table()).version > 0
    for shard in (0, 1):
        (ready,) = told(two, shard, "READY")
        (guild,) = told(two, shard, "GUILD_CREATE")
        assert ready["shard"] == [shard, 2] and [each["id"] for each in ready["guilds"]] == [
            guild["id"]
        ]
        places = {each.get("guild_id") for each in told(two, shard, "INTERACTION_CREATE")}
        assert places == ({guild["id"], None} if shard == 0 else {guild["id"]})
        assert {each["guild_id"] for each in told(two, shard, "MESSAGE_CREATE")} == {guild["id"]}
    assert [guild.shard_id for guild in sorted(two.bot.guilds, key=lambda each: each.shard_id)] == [
        0,
        1,
    ]


async def test_a_shard_that_was_cut_off_resumes_and_the_other_plays_on_meanwhile(two):
    here, there = Party(two, "red", "blue"), Party(two, "green", "purple", channel=ELSEWHERE)
    cut, kept = sorted((here, there), key=lambda party: -shard_of(two, party.channel))
    gateway = two.server.gateway
    sessions = {number: line.session for number, line in gateway.lines.items()}
    gateway.is_shut = True
    await gateway.cut(shard=1)
    await two.until(lambda: not two.bot.connected.is_set())
    await kept.begin()
    assert await kept.press(await kept.acting())
    missed = two.server.people.slash(two.user(cut.names[0]), two.channel(cut.channel), "games", [])
    gateway.is_shut = False
    await two.until(lambda: two.bot.connected.is_set() and missed.original)
    assert {number: line.session for number, line in gateway.lines.items()} == sessions
    await cut.begin()
    assert await cut.press(await cut.acting())
    two.errors.clear()  # the library tells each try that failed


async def test_while_a_shard_is_gone_nobodys_time_runs(two, clock, monkeypatch):
    monkeypatch.setattr("host.presence.ABSENT", TWO_MINUTES)
    monkeypatch.setattr("cogs.client.STRIKE", 0.05)
    here = Days(two, clock, "red", "blue")
    there = Days(two, clock, "green", "purple", channel=ELSEWHERE)
    before = {}
    for party in (here, there):
        await party.deal()
        (waiting,) = [name for name in party.names if (await party.seat_of(name)).due]
        before[party] = waiting, await party.due(waiting)
    gateway = two.server.gateway
    gateway.is_shut = True
    await gateway.cut(shard=1)
    await two.until(lambda: not two.bot.connected.is_set())
    clock.ahead += 30 * HOUR
    await here.host.run_housekeeping()
    gateway.is_shut = False
    await two.until(lambda: gateway.is_online)
    for party, (waiting, due) in before.items():
        await two.until(
            lambda party=party: any("I was offline" in text(each) for each in party.heard)
        )
        await party.quiet()
        moved = await party.due(waiting) - due
        assert 30 * HOUR - TWO_MINUTES < moved < 30 * HOUR + TWO_MINUTES
        assert not (await party.seat_of(waiting)).missed
    two.errors.clear()


async def test_it_is_ready_when_all_shards_are(file, clock, monkeypatch):
    """And shards that may not start together start one after the other."""
    pause, waited = asyncio.Event(), asyncio.Event()

    async def sleep(seconds):
        assert seconds == shards.BETWEEN_STARTS
        waited.set()
        await pause.wait()

    monkeypatch.setattr(shards, "asyncio", _Asyncio(sleep))
    monkeypatch.setattr("sandbox.gateway.BETWEEN_STARTS", 0)
    sandbox = _sandbox(file, clock)
    gateway = sandbox.server.gateway
    gateway.shards = 2
    starting = asyncio.create_task(sandbox.__aenter__())
    await asyncio.wait_for(waited.wait(), 60)
    await sandbox.until(lambda: 0 in gateway.lines)
    assert not sandbox.bot.is_ready() and not sandbox.bot.connected.is_set()
    pause.set()
    await starting
    assert sandbox.bot.is_ready() and [*gateway.lines] == [0, 1]
    await sandbox.until(sandbox.bot.connected.is_set)
    await sandbox.__aexit__()
    sandbox.assert_clean()


class _Asyncio:
    """All of asyncio, but for its pauses."""

    def __init__(self, sleep):
        self.sleep = sleep

    def __getattr__(self, name):
        return getattr(asyncio, name)
