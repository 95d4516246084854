"""What the server stores, whom it lets in, and what it tells whom."""

import asyncio
import json
import re

import aiohttp
import pytest

from sandbox.demo import DemoBot
from sandbox.driver import PATIENCE, Sandbox
from sandbox.server import HOST, Server

pytestmark = pytest.mark.asyncio


async def fetched(url, **more):
    async with aiohttp.ClientSession() as session, session.get(url, **more) as response:
        return response.status, await response.text()


async def test_only_the_loopback_is_listened_on(s):
    assert {address[0] for address in s.server._runner.addresses} == {HOST}
    assert HOST == "127.0.0.1"


async def test_a_wrong_or_missing_secret_gets_nothing(s):
    right = s.server.link("red")
    assert (await fetched(right + "api/start"))[0] == 200
    for path in ("", "api/start", "app.js", "api/channels/1/messages"):
        assert (await fetched(f"{s.server.address}/play/wrong/{path}"))[0] == 404
    assert (await fetched(s.server.address + "/play/"))[0] == 404
    assert (await fetched(s.server.address + "/"))[0] == 404


async def test_a_file_is_handed_out_only_with_its_secret(s):
    message = await s.slash("red", "/layout")
    url = message["attachments"][0]["url"]
    assert (await fetched(url.split("?")[0]))[0] == 404
    assert (await fetched(url.split("?")[0] + "?hm=guess"))[0] == 404
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert response.status == 200


async def test_another_host_or_origin_is_refused(s):
    right = s.server.link("red") + "api/start"
    assert (await fetched(right, headers={"Host": "evil.example"}))[0] == 403
    assert (await fetched(right, headers={"Origin": "http://evil.example"}))[0] == 403
    assert (await fetched(right, headers={"Origin": s.server.address}))[0] == 200


async def test_the_page_is_told_what_its_person_may_know(s):
    _, text = await fetched(s.server.link("red") + "api/start")
    start = json.loads(text)
    assert start["me"]["username"] == "red"
    assert {each["name"] for each in start["channels"]} == {"table-1", "table-2", "lounge"}
    assert {each["name"] for each in start["commands"]} >= {"say", "layout"}
    assert "links" not in start  # only where somebody plays alone on one machine


async def test_events_reach_only_those_who_may_see_them(s):
    async with aiohttp.ClientSession() as session:
        red = await session.ws_connect(s.server.link("red") + "api/events")
        blue = await session.ws_connect(s.server.link("blue") + "api/events")
        message = await s.slash("red", "/classic")
        await s.click("blue", message, "Whisper")
        await s.say("red", "the end")
        heard = {name: await until_the_end(each) for name, each in (("red", red), ("blue", blue))}
        await red.close()
        await blue.close()
    assert "Only you see this." in heard["blue"]
    assert "Only you see this." not in heard["red"]
    assert "Classic components" in heard["red"] and "Classic components" in heard["blue"]


async def until_the_end(socket):
    heard = ""
    while "the end" not in heard:
        heard += (await asyncio.wait_for(socket.receive(), PATIENCE)).data
    return heard


async def test_a_restart_goes_on_where_it_ended(tmp_path):
    file = tmp_path / "world.json"
    async with Sandbox(DemoBot, file) as first:
        await first.slash("red", "/layout")
        await first.slash("green", "/message")
        first.server.people.open_dms(first.user("green"), False)
        before = plain(first.messages("red")), first.server.link("red").split("/play/")[1]
    async with Sandbox(DemoBot, file) as second:
        link = second.server.link("red").split("/play/")[1]
        assert (plain(second.messages("red")), link) == before
        url = second.messages("red")[0]["attachments"][0]["url"]
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            assert response.status == 200
        assert second.user("green") in second.server.world.closed
        assert second.last("green", "@green")["content"] == "A message for you."
        await second.slash("red", "/say", words="on we go")


def plain(messages):
    """Without the addresses of files, which begin with the port of the day."""
    return re.sub(r"http://127\.0\.0\.1:\d+", "", json.dumps(messages))


async def test_ids_grow_and_never_repeat():
    async with Server() as server:
        ids = [int(server.world.new_id()) for _ in range(2000)]
    assert ids == sorted(set(ids))


async def test_the_bot_survives_its_own_restart(s):
    await s.slash("red", "/say", words="before")
    await s.restart_bot()
    assert (await s.slash("red", "/say", words="after"))["content"] == "after"
    assert [each["content"] for each in s.messages("blue")] == ["before", "after"]


async def test_a_person_s_words_have_one_to_two_thousand_characters(s):
    async with aiohttp.ClientSession() as session:
        url = f"{s.server.link('red')}api/channels/{s.channel('table-1')}/messages"
        for words, status in (("hello", 200), ("", 400), ("x" * 2001, 400)):
            async with session.post(url, json={"content": words}) as response:
                assert response.status == status
