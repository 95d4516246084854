"""Emojis of the application, as the real discord.py makes, uses and deletes them."""

import base64
import io

import aiohttp
import discord
import pytest
from PIL import Image

from sandbox.emojis import add_emoji
from sandbox.rules.emojis import (
    LARGEST_EMOJI,
    MAX_EMOJIS,
    new_emoji_violations,
    renamed_emoji_violations,
)
from sandbox.saving import open_world
from sandbox.server import Server
from sandbox.world import File
from testing.every import with_every

HEAD = b"\x89PNG\r\n\x1a\n"


def picture():
    out = io.BytesIO()
    Image.new("RGBA", (128, 128), "gold").save(out, "PNG")
    return out.getvalue()


def uri(content=HEAD, kind="image/png"):
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


async def fetched(url):
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.read()


@pytest.mark.asyncio
async def test_an_emoji_is_made_listed_renamed_and_deleted(s):
    made = await s.bot.create_application_emoji(name="gold", image=picture())
    assert (made.user, made.is_application_owned()) == (s.bot.user, True)
    assert await fetched(made.url) == (200, picture())
    renamed = await made.edit(name="brass")
    assert [each.name for each in await s.bot.fetch_application_emojis()] == [renamed.name]
    assert (await s.bot.fetch_application_emoji(made.id)).name == "brass"
    await made.delete()
    assert await s.bot.fetch_application_emojis() == []
    with pytest.raises(discord.NotFound) as refusal:
        await made.delete()
    assert refusal.value.code == 10014


@pytest.mark.asyncio
async def test_two_emojis_never_share_a_name(s):
    gold = await s.bot.create_application_emoji(name="gold", image=picture())
    brass = await s.bot.create_application_emoji(name="brass", image=picture())
    for again in (
        s.bot.create_application_emoji(name=gold.name, image=picture()),
        brass.edit(name=gold.name),
    ):
        with pytest.raises(discord.HTTPException, match="already taken") as refusal:
            await again
        assert (refusal.value.status, refusal.value.code) == (400, 50035)
    assert (await brass.edit(name=brass.name)).name == brass.name


@pytest.mark.asyncio
async def test_too_large_pictures_and_too_many_emojis_are_refused(s):
    with pytest.raises(discord.HTTPException) as refusal:
        await s.bot.create_application_emoji(name="gold", image=HEAD + bytes(LARGEST_EMOJI))
    assert (refusal.value.status, refusal.value.code) == (400, 50138)
    world = s.server.world
    for number in range(MAX_EMOJIS):
        add_emoji(world, f"gold_{number}", File("gold", HEAD, "image/png"), world.bot)
    with pytest.raises(discord.HTTPException) as refusal:
        await s.bot.create_application_emoji(name="gold", image=picture())
    assert (refusal.value.status, refusal.value.code) == (400, 30008)


@pytest.mark.asyncio
async def test_the_emojis_of_another_application_are_not_told(s):
    with pytest.raises(discord.Forbidden) as refusal:
        await s.bot.http.get_application_emojis(1)
    assert refusal.value.code == 20012


FAULTS = {
    "no name": ({"image": uri()}, "name", "BASE_TYPE_REQUIRED"),
    "short name": ({"name": "x", "image": uri()}, "name", "BASE_TYPE_BAD_LENGTH"),
    "long name": ({"name": "x" * 33, "image": uri()}, "name", "BASE_TYPE_BAD_LENGTH"),
    "name with a dash": ({"name": "a-b", "image": uri()}, "name", "STRING_TYPE_REGEX"),
    "no image": ({"name": "gold"}, "image", "BASE_TYPE_REQUIRED"),
    "no data URI": ({"name": "gold", "image": "gold.png"}, "image", "SANDBOX_IMAGE"),
    "no base64": (
        {"name": "gold", "image": "data:image/png;base64,#"},
        "image",
        "SANDBOX_IMAGE",
    ),
    "another kind": ({"name": "gold", "image": uri(kind="image/gif")}, "image", "SANDBOX_IMAGE"),
    "text": ({"name": "gold", "image": uri(b"gold")}, "image", "SANDBOX_IMAGE"),
}


@with_every(("body", "field", "code"), FAULTS.values())
def test_a_body_that_discord_refuses_is_refused(body, field, code):
    assert [(each.path, each.code) for each in new_emoji_violations(body)] == [((field,), code)]


def test_a_whole_body_and_a_new_name_are_taken():
    assert new_emoji_violations({"name": "Gold_2", "image": uri()}) == []
    assert renamed_emoji_violations({"name": "Brass"}) == []
    assert [each.code for each in renamed_emoji_violations({"name": "a b"})] == [
        "STRING_TYPE_REGEX"
    ]


@pytest.mark.asyncio
async def test_a_message_with_an_emoji_that_is_not_there_is_refused(rough):
    s = rough
    gold = await s.bot.create_application_emoji(name="gold", image=picture())
    channel = s.bot.get_channel(int(s.channel("table-1")))

    def view():
        found = discord.ui.View()
        found.add_item(discord.ui.Button(emoji=discord.PartialEmoji(name="gold", id=gold.id)))
        option = discord.SelectOption(label="Gold", emoji=str(gold))
        found.add_item(discord.ui.Select(options=[option]))
        found.stop()
        return found

    message = await channel.send("gold", view=view())
    assert not s.violations
    await gold.delete()
    for refused in (channel.send("gold", view=view()), message.edit(view=view())):
        with pytest.raises(discord.HTTPException, match="Invalid emoji"):
            await refused
    assert len(s.violations) == 4  # the button and the option, sent and edited


@pytest.mark.asyncio
async def test_emojis_are_kept_with_the_sandbox(tmp_path):
    file = tmp_path / "world.json"
    async with Server(file) as server:
        image = File("gold", picture(), "image/png")
        made = add_emoji(server.world, "gold", image, server.world.bot)
    again = open_world(file)
    assert again.emojis == {made["id"]: made}
    assert again.files[made["id"]].content == picture()
