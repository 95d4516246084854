"""Several processes on one PostgreSQL database: each serves its own shards of one bot."""

import asyncio
import contextlib

import pytest
import pytest_asyncio

from cogs import client, shards
from cogs import cluster as clusters
from cogs.client import TableBot
from cogs.cluster import Cluster
from engine.kernel.codes import UNDO
from host import heartbeat
from host.database.locations import location_of
from host.errors import CannotOpen
from host.host import Host
from host.views import view_table
from sandbox.channels import add_channel
from sandbox.driver import Sandbox
from sandbox.guilds import add_guild
from testing.hosting import caller, click_of, next_click, press, press_undo
from testing.message_truth import lies
from testing.people import Party, text, until, ways
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


async def test_status_counts_the_servers_of_all_processes(s, second):
    for each in (s.bot, second):
        await s.until(lambda bot=each: bot.heart.is_connected and len(bot.served) == 1)
        await each.heart.beat()
    shown = text(await s.slash("red", "/status"))
    assert "No problems found" in shown and "0 open tables on 2 servers" in shown


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


class Moments:
    """A clock for shards and processes that stands still."""

    now = 1_000.0

    def monotonic(self):
        return self.now


@pytest.fixture
def moments(s, monkeypatch):
    found = Moments()
    for module in (shards, clusters):
        monkeypatch.setattr(module, "time", found)
    return found


async def until_both_serve(s, *bots):
    await s.until(lambda: all(len(bot.cluster.own) == 1 for bot in bots))
    await s.until(lambda: all(bot.connected.is_set() for bot in bots))


async def until_true(party):
    """Every message shows this moment."""

    async def is_true():
        return not await lies(party)

    await until(is_true)


async def cut_off(s, bot, other, moments):
    """The bot cannot reach Discord any more, so that the other one serves all shards."""
    (lost,), bot._since = bot.cluster.own, moments.now

    async def unreachable(*_, **__):
        raise OSError("no way there")

    bot.http.ws_connect = unreachable
    await s.server.gateway.cut(shard=lost)
    await s.until(lambda: not bot.connected.is_set())
    for _ in range(2):
        assert bot.cluster.own == {lost}
        moments.now += 0.6 * shards.CUT_OFF
        await bot.on_shard_disconnect(lost)  # as after each try that fails
    await s.until(lambda: other.cluster.own == {0, 1} and other.connected.is_set())


async def come_back(s, bot, other, moments):
    """It can reach Discord again, and gets the shard that the other one leaves."""
    del bot.http.ws_connect
    moments.now += clusters.LONGEST_REST
    await until_both_serve(s, bot, other)
    s.errors.clear()  # the library tells each try that failed


async def test_a_process_that_cannot_reach_discord_leaves_its_shard_to_the_other(
    s, second, moments
):
    await cut_off(s, second, s.bot, moments)
    for each in (Party(s, "red", "blue"), Party(s, "green", "purple", channel=ELSEWHERE)):
        await each.begin()
    moments.now += clusters.REST
    await s.until(lambda: not second.cluster.is_rested)  # it has tried in vain
    assert s.bot.cluster.own == {0, 1}
    await come_back(s, second, s.bot, moments)


async def test_a_process_does_not_rely_on_what_its_messages_showed_before_it_lost_them(
    s, second, moments
):
    """What looks as it did when this process showed it last was something else in between."""
    first, then = sorted((s.bot, second), key=lambda bot: -(0 in bot.cluster.own))
    await until_both_serve(s, first, then)
    party = Party(s, "red", "blue")
    await party.begin()
    table, undone = (await party.table()).id, None
    while undone is None:
        await press(first.host, table, click := await next_click(first.host, table, party.rng))
        after = await first.host.read(view_table, table, by=caller(click.user))
        if UNDO in after.actions:
            undone = await press_undo(first.host, table, click_of(after, "undo"))
        await party.quiet()
    again = await first.host.read(view_table, table, by=caller(click.user))

    await cut_off(s, first, then, moments)
    await come_back(s, first, then, moments)
    assert 0 in then.cluster.own
    played = await press(then.host, table, click_of(again, click.code))
    await party.quiet()
    assert not await lies(party)

    await cut_off(s, then, first, moments)
    await come_back(s, then, first, moments)
    assert 0 in first.cluster.own
    await press_undo(first.host, table, click_of(played.seen, "undo"))
    await party.quiet()
    assert not await lies(party)


@contextlib.contextmanager
def holding_edits(bot, channel):
    """What the bot edits in a channel stays on its way until it is let go."""
    is_on_its_way, may_arrive, real = asyncio.Event(), asyncio.Event(), bot.http.request

    async def request(route, **more):
        if route.method != "PATCH" or str(route.channel_id) != channel:
            return await real(route, **more)
        is_on_its_way.set()
        await may_arrive.wait()
        return await real(route, **more)

    bot.http.request = request
    yield is_on_its_way, may_arrive
    bot.http.request = real


async def press_until(party, name, is_reached):
    while not is_reached.is_set():
        await party.press(name)
        await asyncio.sleep(0.01)


async def test_a_process_without_leases_breaks_off_what_it_is_sending(s, second):
    """Others may send it now: what came later than theirs would show an older moment."""
    first = s.bot if 0 in s.bot.cluster.own else second
    await until_both_serve(s, s.bot, second)
    party = Party(s, "red", "blue")
    await party.begin()
    acting = await party.acting()
    (other,) = {*party.names} - {acting}
    with holding_edits(first, s.channel(f"@{other}")) as (is_on_its_way, may_arrive):
        await press_until(party, acting, is_on_its_way)
        sending = [*first.sender._busy.values()]
        await first.host.leases.close()
        await s.until(lambda: all(task.done() for task in sending))
        may_arrive.set()
        await s.until(lambda: first.connected.is_set())
    await party.quiet()
    assert not await lies(party)


class Sleeping:
    """All of asyncio, but one of its pauses ends when it is let go."""

    def __init__(self, seconds):
        self.seconds, self.is_over = seconds, asyncio.Event()

    async def sleep(self, seconds):
        await (self.is_over.wait() if seconds == self.seconds else asyncio.sleep(seconds))

    def __getattr__(self, name):
        return getattr(asyncio, name)


async def test_shards_of_a_group_are_introduced_one_after_the_other(s, second, monkeypatch):
    """Whichever process they belong to; other groups don't wait."""
    pause, tries = 5.0, []
    monkeypatch.setattr(clusters, "asyncio", asleep := Sleeping(pause))
    await s.bot.cluster.wait_to_identify(7, pause)
    take = second.host.leases.take

    async def taken(kind, number):
        tries.append(number)
        return await take(kind, number)

    monkeypatch.setattr(second.host.leases, "take", taken)
    waiting = asyncio.create_task(second.cluster.wait_to_identify(7, pause))
    await s.until(lambda: tries.count(7) > 2)
    await second.cluster.wait_to_identify(8, pause)
    assert not waiting.done()
    asleep.is_over.set()
    await waiting


async def test_what_a_process_changes_at_its_very_end_does_not_stay(
    s, second, moments, monkeypatch
):
    """It was thought to be dead, but an edit of an older moment arrives after a newer one."""
    first, then = sorted((s.bot, second), key=lambda bot: -(0 in bot.cluster.own))
    await until_both_serve(s, first, then)
    party = Party(s, "red", "blue")
    await party.begin()
    acting = await party.acting()
    (other,) = {*party.names} - {acting}
    monkeypatch.setattr(client, "asyncio", pause := Sleeping(client.SETTLED))
    with holding_edits(first, s.channel(f"@{other}")) as (is_on_its_way, may_arrive):
        await press_until(party, acting, is_on_its_way)
        for task in (first._sharing, *first._tasks):  # it hangs, but for what is on its way
            task.cancel()
        for each in (first, then):
            await each.heart.beat()
        await first.host.leases.close()
        await s.until(lambda: not first.cluster._freeing)
        moments.now += clusters.GONE + 1
        await s.until(lambda: then.cluster.own == {0, 1} and then.connected.is_set())
        moments.now += clusters.GONE + 1
        await s.until(lambda: not [*then.cluster._gone])
        alive = [each.process for each in (await then.heart.signs()).heartbeats]
        assert alive == [then.process], "nothing is expected of the other any more"
        before = (await party.seen(other)).status
        while (await party.seen(other)).status == before:
            click = await next_click(then.host, (await party.table()).id, party.rng)
            await press(then.host, (await party.table()).id, click)
        await until_true(party)
        may_arrive.set()
        await s.until(lambda: not first.sender._busy)
        assert await lies(party)
    pause.is_over.set()
    await until_true(party)


async def test_nothing_is_expected_of_a_process_that_died_before(url, clock, moments):
    host = await Host.open(location_of(url), clock)
    now = host.now()
    last = heartbeat.Heartbeat("7", now, "1.0.0", now, True, now, None, 0, None, None, 0)
    await host.do(heartbeat.beat, last)
    cluster = Cluster(host)
    await cluster.begin(2)
    for _ in range(2):
        await cluster.look()
        moments.now += clusters.GONE + 1
    assert not (await host.read(heartbeat.signs)).heartbeats
    await host.close()


async def test_processes_that_would_count_the_shards_differently_do_not_mix(s, url, clock):
    host = await Host.open(location_of(url), clock)
    cluster = Cluster(host)
    await cluster.join()
    with pytest.raises(CannotOpen, match="SHARDS"):
        await cluster.agree_on(3)
    await host.close()
