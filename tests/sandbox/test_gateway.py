"""The gateway: nothing is lost by a cut, a resume replays, a dead session begins anew."""

import asyncio
import json

import aiohttp
import discord
import pytest

from sandbox.demo import DemoBot
from sandbox.driver import PATIENCE, Sandbox
from sandbox.server import Server

pytestmark = pytest.mark.asyncio


async def test_after_a_cut_the_bot_resumes_and_misses_nothing(rough):
    session = rough.server.gateway.current
    await rough.server.gateway.cut()
    people = rough.server.people
    found = people.slash(
        rough.user("red"),
        rough.channel("table-1"),
        "say",
        [{"name": "words", "type": 3, "value": "meanwhile"}],
    )
    assert found.answer is None
    await rough.until(lambda: found.original)
    assert rough.last("red")["content"] == "meanwhile"
    assert rough.server.gateway.current is session
    rough.assert_clean()  # nothing came twice either


async def test_asked_to_reconnect_the_bot_does(rough):
    await rough.server.gateway.ask_to_reconnect()
    await asyncio.sleep(0)
    message = await rough.slash("red", "/say", words="still here")
    assert message["content"] == "still here"


async def test_a_session_that_was_forgotten_begins_anew(rough):
    old = rough.server.gateway.current
    rough.server.gateway.forget()
    await rough.server.gateway.cut()
    gateway = rough.server.gateway
    await rough.until(lambda: gateway.current is not old and gateway.is_online)
    message = await rough.slash("red", "/say", words="anew")
    assert message["content"] == "anew"


async def test_a_wrong_token_is_not_let_in():
    async with Server() as server:
        from sandbox.library import pointed_at

        with pointed_at(server):
            bot = DemoBot()
            with pytest.raises(discord.LoginFailure):
                await bot.start("wrong")
            await bot.close()


async def test_the_three_attributes_of_the_library_are_where_we_point_them(s):
    """A canary: a new version of discord.py may move them."""
    from discord.asset import Asset
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    assert f"{s.server.address}/api/v10" == Route.BASE
    assert Route("GET", "/x").url.startswith(s.server.address)
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == s.server.gateway.address
    assert s.server.address in s.bot.user.default_avatar.url
    assert Asset.BASE.startswith(s.server.address)


async def test_afterwards_the_library_points_at_discord_again():
    from discord.http import Route

    before = Route.BASE
    async with Sandbox(DemoBot):
        assert before != Route.BASE
    assert before == Route.BASE
    assert "discord.com" in before


async def test_a_resume_tells_each_event_once_and_in_order(s):
    gateway = s.server.gateway
    url = gateway.address + "?v=10&encoding=json"
    session_id, seq = gateway.current.id, gateway.current.sequence
    await s.stop_bot()
    await s.say("red", "one")
    await s.say("red", "two")
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        await socket.receive_json()
        resume = {"token": s.server.token, "session_id": session_id, "seq": seq}
        await socket.send_json({"op": 6, "d": resume})
        told = [await socket.receive_json(timeout=PATIENCE) for _ in range(3)]
        await s.say("red", "three")
        told.append(await socket.receive_json(timeout=PATIENCE))
    assert [each["t"] for each in told][:3] == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]
    assert [each["s"] for each in told] == [seq + n for n in (1, 2, 3, 4)]


async def test_a_frame_of_nonsense_closes_only_its_own_socket(s):
    url = s.server.gateway.address + "?v=10&encoding=json"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        await socket.receive_json(timeout=PATIENCE)
        await socket.send_str("{bad")
        assert (await socket.receive(timeout=PATIENCE)).data == 4002
    assert (await s.slash("red", "/say", words="fine"))["content"] == "fine"


async def test_another_site_cannot_listen_to_the_gateway(s):
    url = s.server.gateway.address + "?v=10&encoding=json"
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(url, headers={"Origin": "http://evil.example"})


async def test_events_are_one_stream_of_zlib(s):
    url = s.server.gateway.address + "?v=10&encoding=json"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as plain:
        hello = await plain.receive_json()
        assert hello["op"] == 10
        await plain.send_json({"op": 1, "d": None})
        assert (await plain.receive_json())["op"] == 11
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(url + "&compress=zlib-stream") as squeezed,
    ):
        message = await squeezed.receive()
        assert message.type is aiohttp.WSMsgType.BINARY
        assert message.data.endswith(b"\x00\x00\xff\xff")


async def identified(session, server, *shard):
    """What a bot hears after it has named its shard: an event, or why it is not let in."""
    socket = await session.ws_connect(server.gateway.address + "?v=10&encoding=json")
    await socket.receive_json(timeout=PATIENCE)
    facts = {"token": server.token, "intents": 1, "shard": shard}
    await socket.send_json({"op": 2, "d": facts})
    heard = await socket.receive(timeout=PATIENCE)
    return heard.data if heard.type is aiohttp.WSMsgType.CLOSE else json.loads(heard.data)


@pytest.mark.parametrize(
    ("shard", "fewest", "code"),
    [((2, 2), 1, 4010), ((-1, 2), 1, 4010), ((0, 0), 1, 4010), ((0, 1), 2, 4011)],
)
async def test_a_shard_that_cannot_be_is_not_let_in(shard, fewest, code):
    async with Server() as server, aiohttp.ClientSession() as session:
        server.gateway.fewest = fewest
        assert await identified(session, server, *shard) == code
        assert not server.gateway.lines


@pytest.mark.parametrize(("at_once", "second"), [(1, 9), (2, 0)])
async def test_only_so_many_shards_may_start_at_once(at_once, second):
    async with Server() as server, aiohttp.ClientSession() as session:
        server.gateway.at_once = at_once
        assert (await identified(session, server, 0, 2))["t"] == "READY"
        assert (await identified(session, server, 1, 2))["op"] == second
        assert (await identified(session, server, 0, 2))["t"] == "READY"  # it began anew
