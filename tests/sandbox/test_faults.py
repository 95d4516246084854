"""Faults that tests plant: each happens as it would at Discord, and no more often than asked."""

import asyncio
import time

import aiohttp
import discord
import pytest

from sandbox.channels import remove_channel
from sandbox.driver import Failed
from sandbox.faults import EVERY, Fault
from sandbox.messages import edit_message, remove_message
from sandbox.rest.messages import NONCE_LIFE

pytestmark = pytest.mark.asyncio
SEND = r"/channels/\d+/messages$"
CREATED = "INTERACTION_CREATE"


async def table(s):
    return s.bot.get_channel(int(s.channel("table-1")))


async def test_a_server_error_is_tried_again_by_the_library(rough):
    fault = rough.server.faults.plant(Fault("POST", SEND, status=502))
    message = await (await table(rough)).send("twice")
    assert message.content == "twice"
    assert fault.times == 0
    sent = [each for each in rough.server.rest.requests if each.endswith("/messages")]
    assert len(sent) == 2


async def test_a_missing_permission_is_told_with_its_code(rough):
    fault = Fault("POST", SEND, status=403, code=50013, message="Missing Permissions")
    rough.server.faults.plant(fault)
    with pytest.raises(discord.Forbidden) as refused:
        await (await table(rough)).send("never")
    assert refused.value.code == 50013


async def test_a_503_is_not_tried_again(rough):
    rough.server.faults.plant(Fault("POST", SEND, status=503))
    with pytest.raises(discord.DiscordServerError):
        await (await table(rough)).send("once")
    assert rough.messages("red") == []


async def test_a_rate_limit_is_waited_for(rough):
    rough.server.faults.plant(Fault("POST", SEND, status=429, retry_after=0.01))
    message = await (await table(rough)).send("patient")
    assert rough.last("red")["id"] == str(message.id)


@pytest.mark.parametrize(("deed", "arrived"), [("reset before", 0), ("reset after", 1)])
async def test_a_connection_is_reset_before_or_after_the_deed(rough, deed, arrived):
    rough.server.faults.plant(Fault("POST", SEND, deed=deed))
    with pytest.raises(aiohttp.ClientError):
        await (await table(rough)).send("maybe")
    assert len(rough.messages("red")) == arrived


async def test_a_dropped_interaction_fails_for_the_person(rough):
    rough.server.faults.drop = 1
    usual, rough.server.desk.first_answer = rough.server.desk.first_answer, 0.05
    with pytest.raises(Failed):
        await rough.slash("red", "/say", words="lost")
    rough.server.desk.first_answer = usual
    assert (await rough.slash("red", "/say", words="found"))["content"] == "found"


async def test_a_duplicate_is_answered_once(rough):
    rough.server.faults.duplicate = 1
    await rough.slash("red", "/say", words="double")
    await rough.until(lambda: rough.errors)
    assert "40060" in rough.errors[0]
    assert [each["content"] for each in rough.messages("red")] == ["double"]


async def test_held_interactions_arrive_the_newest_first(rough):
    """The bot works on both at once, so only the order in which it is told is certain."""
    rough.server.faults.hold = True
    waiting = [
        asyncio.create_task(rough.slash("red", "/say", words=words)) for words in ("one", "two")
    ]
    await asyncio.sleep(0)
    await rough.server.release()
    await asyncio.gather(*waiting)
    told = [each["d"] for each in rough.server.gateway.current.told if each["t"] == CREATED]
    assert [each["data"]["options"][0]["value"] for each in told] == ["two", "one"]
    assert {each["content"] for each in rough.messages("red")} == {"one", "two"}


async def test_an_expired_token_cannot_be_used_any_more(rough):
    rough.server.desk.token_life = 0.05
    message = await rough.slash("red", "/say", words="x")
    found = next(each for each in rough.server.desk.open.values() if each.original == message["id"])
    await rough.until(lambda: found.is_dead)
    hook = discord.Webhook.partial(
        rough.bot.application_id, found.token, session=rough.bot.http._HTTPClient__session
    )
    with pytest.raises(discord.HTTPException) as refused:
        await hook.edit_message(int(message["id"]), content="too late")
    assert refused.value.code == 50027


async def test_an_answer_after_three_seconds_is_an_unknown_interaction(rough):
    rough.server.desk.first_answer = 0.0
    with pytest.raises(Failed):
        await rough.slash("red", "/say", words="late")
    await rough.until(lambda: rough.errors)
    assert "10062" in rough.errors[0]
    assert rough.messages("red") == []


async def test_a_token_reaches_only_the_messages_of_its_own_interaction(rough):
    message = await rough.slash("red", "/classic")
    secret = await rough.click("red", message, "Whisper")
    await rough.slash("blue", "/say", words="x")
    token = next(
        each.token for each in rough.server.desk.open.values() if each.data.get("name") == "say"
    )
    hook = discord.Webhook.partial(
        rough.bot.application_id, token, session=rough.bot.http._HTTPClient__session
    )
    for deed in (hook.fetch_message, hook.delete_message):
        with pytest.raises(discord.NotFound):
            await deed(int(secret["id"]))
    assert secret in rough.messages("red")


async def test_a_public_answer_stays_public_whatever_the_follow_up_says(rough):
    message = await rough.slash("red", "/classic")
    await rough.click("red", message, "Later")
    done = await rough.until(lambda: rough.last("red") if rough.last("red")["content"] else None)
    edit_message(rough.server.world, done, {"content": "my hand", "flags": 64})
    assert not done["flags"] & 64
    assert done in rough.messages("blue")


async def test_a_change_of_a_message_that_is_gone_fails_for_the_person(rough):
    message = await rough.slash("red", "/classic")
    rough.server.faults.hold = True
    click = asyncio.create_task(rough.click("red", message, "Clicked 0"))
    await rough.until(lambda: rough.server._held)
    remove_message(rough.server.world, message)
    await rough.server.release()
    await rough.until(lambda: rough.errors)
    assert "10008" in rough.errors[0]
    (found,) = (each for each in rough.server.desk.open.values() if each.message)
    rough.server.desk._overdue(found)  # its time is up
    with pytest.raises(Failed):
        await click


async def test_nonsense_is_answered_with_400_and_written_down(rough):
    session = rough.bot.http._HTTPClient__session
    base = f"{rough.server.address}/api/v10"
    headers = {"Authorization": f"Bot {rough.server.token}", "Content-Type": "application/json"}
    channel = rough.channel("table-1")
    for path, data in (
        (f"/channels/{channel}/messages", "{bad"),
        ("/users/@me/channels", "[]"),
        (f"/channels/{channel}/threads", "{}"),
    ):
        async with session.post(base + path, data=data, headers=headers) as response:
            assert response.status == 400
    async with session.get(f"{base}/channels/{channel}/messages?limit=x", headers=headers) as found:
        assert found.status == 400
    assert len(rough.violations) == 4
    assert not rough.errors


async def test_a_deleted_message_or_channel_is_unknown_to_the_bot(rough):
    channel = await table(rough)
    message = await channel.send("short life")
    remove_message(rough.server.world, rough.last("red"))
    with pytest.raises(discord.NotFound):
        await message.edit(content="x")
    remove_channel(rough.server.world, rough.server.world.channel(str(channel.id)))
    with pytest.raises(discord.NotFound):
        await channel.send("nobody hears")


async def test_what_discord_would_refuse_is_refused_and_written_down(rough):
    channel = await table(rough)
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("x" * 2001)
    assert refused.value.code == 50035
    assert "content" in str(refused.value)
    assert len(rough.violations) == 1
    assert rough.messages("red") == []


async def test_a_route_that_is_not_there_is_written_down(rough):
    with pytest.raises(discord.NotFound):
        await rough.bot.http.request(discord.http.Route("GET", "/nonsense"))
    assert "no such route" in rough.violations[0]


async def test_a_fault_can_come_after_the_deed(rough):
    rough.server.faults.plant(Fault("POST", SEND, "answer after", status=503))
    with pytest.raises(discord.DiscordServerError):
        await (await table(rough)).send("heard")
    assert [each["content"] for each in rough.messages("red")] == ["heard"]


async def test_a_fault_can_meet_everything_and_refusals_are_counted(rough):
    rough.server.faults.plant(Fault(EVERY, "^/", status=403, times=2))
    place = await table(rough)
    for _ in range(2):
        with pytest.raises(discord.Forbidden):
            await place.send("never")
    assert len(rough.server.rest.invalid) == 2


async def test_a_fault_knows_when_and_where_it_was_met(rough):
    fault = rough.server.faults.plant(Fault("POST", "/messages$", status=403))
    assert (fault.met, fault.place) == (0.0, "")
    rough.server.world.clock = lambda: 1_800_000_000.0
    with pytest.raises(discord.Forbidden):
        await (await table(rough)).send("never")
    assert fault.met == 1_800_000_000.0
    assert fault.place == f"/channels/{rough.channel('table-1')}/messages"


async def test_a_nonce_is_forgotten_after_some_minutes_and_told_to_nobody_later(rough):
    place = await table(rough)
    for _ in range(2):
        await place.send("once", nonce="7")
    assert len(rough.messages("red")) == 1
    (found,) = [message async for message in place.history()]
    assert found.nonce is None
    rough.server.world.clock = lambda: time.time() + NONCE_LIFE + 1
    await place.send("once", nonce="7")
    assert len(rough.messages("red")) == 2


async def test_an_echo_arrives_at_once_and_again_when_it_is_released(rough):
    rough.server.faults.echo = 1
    assert await rough.slash("red", "/say", words="once")
    await rough.server.release()
    await rough.until(lambda: rough.errors)
    assert "40060" in rough.errors[0]
    assert [each["content"] for each in rough.messages("red")] == ["once"]


async def test_nobody_comes_through_a_gateway_that_is_shut(rough):
    rough.server.gateway.is_shut = True
    await rough.server.gateway.cut()
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(rough.server.gateway.address)
    rough.server.gateway.is_shut = False
