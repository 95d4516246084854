"""A bot that was granted little is told so with Discord's codes."""

import discord
import pytest

from sandbox.permissions import INVITED_WITH, May

pytestmark = pytest.mark.asyncio


@pytest.fixture
def table(rough):
    rough.server.world.granted = INVITED_WITH
    return rough.bot.get_channel(int(rough.channel("table-1")))


async def test_what_our_invitation_asks_for_is_enough_to_write_with_pictures(rough, table):
    message = await rough.slash("red", "/layout")
    assert message["attachments"]
    await table.send("words")
    assert [each.content async for each in table.history(limit=1)] == ["words"]


async def test_threads_pins_and_others_messages_need_more(rough, table):
    rough.server.world.granted = INVITED_WITH & ~May.OPEN_THREADS
    said = await rough.say("red", "mine")
    message = await table.send("ours")
    for deed in (
        table.create_thread(name="x", type=discord.ChannelType.public_thread),
        message.pin(),
        table.get_partial_message(int(said["id"])).delete(),
        table.delete(),
        table.edit(name="other"),
    ):
        with pytest.raises(discord.Forbidden) as refused:
            await deed
        assert refused.value.code == 50013
    await message.delete()


async def test_a_channel_that_cannot_be_seen_is_missing_access(rough, table):
    rough.server.world.granted = INVITED_WITH & ~May.VIEW
    with pytest.raises(discord.Forbidden) as refused:
        await table.send("nobody sees me")
    assert refused.value.code == 50001
    user = await rough.bot.fetch_user(int(rough.user("red")))
    await user.send("but this arrives")


async def test_the_bot_is_told_what_it_may_do(rough):
    rough.server.world.granted = INVITED_WITH
    heard = []
    rough.bot.on_interaction = lambda interaction: _note(heard, interaction)
    await rough.slash("red", "/say", words="x")
    await rough.until(lambda: heard)
    assert heard[0].app_permissions.value == INVITED_WITH


async def _note(heard, interaction):
    heard.append(interaction)
