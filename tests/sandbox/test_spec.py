"""Every exchange between the real discord.py and the sandbox fits Discord's own OpenAPI file."""

import discord
import pytest

from testing.discord_spec import needs_spec, request_faults, response_faults

pytestmark = [pytest.mark.asyncio, needs_spec]

# Answers that Discord gives and its file does not list.
UNLISTED = {("POST", "/interactions/{id}/{token}/callback")}


async def test_requests_and_answers_are_as_discord_describes_them(s):
    found, seen = [], set()

    def observe(method, route, body, status, answer):
        seen.add((method, route))
        if method in ("POST", "PUT", "PATCH") and body is not None:
            found.extend(
                f"{method} {route} asks {each}" for each in request_faults(method, route, body)
            )
        if status < 300 and (method, route) not in UNLISTED:
            faults = response_faults(method, route, status, answer)
            found.extend(f"{method} {route} answers {each}" for each in faults)

    s.server.rest.observers.append(observe)
    await s.restart_bot()
    await everything(s)
    assert not sorted(set(found))
    assert len(seen) > 25


async def everything(s):
    classic = await s.slash("red", "/classic")
    await s.click("red", classic, "Clicked 0")
    await s.click("red", classic, "Whisper")
    await s.click("red", classic, "Later")
    await s.choose("red", classic, "Tea?", "mint")
    await s.choose("red", classic, "Who?", "@blue")
    await s.click("red", classic, "Form")
    await s.submit("red", name="Steelworks", tea="mint")
    await s.slash("red", "/layout")
    await s.slash("red", "/embed")
    await s.slash("red", "/selects")
    await s.complete("red", "/say", "words", "s")
    await s.slash("red", "/say", words="x", to="@blue")
    await s.slash("red", "/message")
    await s.slash("red", "/thread")
    channel = s.bot.get_channel(int(s.channel("table-2")))
    message = await channel.send("one")
    await message.edit(content="two")
    await channel.fetch_message(message.id)
    await message.pin()
    assert [each async for each in channel.pins()]
    assert [each async for each in channel.history(limit=3)]
    async with channel.typing():
        pass
    await s.bot.fetch_user(int(s.user("blue")))
    await s.bot.guilds[0].fetch_member(int(s.user("blue")))
    await s.bot.guilds[0].fetch_channels()
    await s.bot.fetch_channel(channel.id)
    await s.bot.tree.fetch_commands()
    emoji = await s.bot.create_application_emoji(name="gold", image=b"\x89PNG\r\n\x1a\n")
    await s.bot.fetch_application_emojis()
    await s.bot.fetch_application_emoji(emoji.id)
    await emoji.edit(name="brass")
    await emoji.delete()
    thread = s.bot.get_channel(int(s.channel("side table")))
    await thread.add_user(discord.Object(int(s.user("blue"))))
    await thread.edit(archived=True)
    await message.delete()
