"""The real discord.py talks to the sandbox: commands, components, forms, messages, threads."""

import asyncio
import io

import aiohttp
import discord
import pytest

from sandbox.demo import Layout
from sandbox.driver import PATIENCE, Failed, parts
from sandbox.refusals import Refused

pytestmark = pytest.mark.asyncio


async def test_a_slash_command_is_answered_by_a_message(s):
    message = await s.slash("red", "/say", words="hello")
    assert message["content"] == "hello"
    assert s.last("blue")["id"] == message["id"]
    assert message["interaction_metadata"]["user"]["id"] == s.user("red")


async def test_options_arrive_with_their_types_and_people(s):
    message = await s.slash("red", "/say", words="hello", times=2, to="@blue", loud=True)
    assert message["content"] == f"<@{s.user('blue')}> HELLO HELLO"
    assert message["mentions"] == []  # the bot allows no mentions


async def test_what_a_command_does_not_know_is_refused(s):
    with pytest.raises(Refused, match="no command"):
        await s.slash("red", "/nonsense")
    with pytest.raises(Refused, match="no option"):
        await s.slash("red", "/say", words="x", color="red")
    with pytest.raises(Refused, match="missing"):
        await s.slash("red", "/say")


async def test_commands_can_belong_to_one_server(s):
    guild = s.bot.guilds[0]

    @s.bot.tree.command(description="Only here", guild=guild)
    async def here(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("here")

    await s.bot.tree.sync(guild=guild)
    assert (await s.slash("red", "/here"))["content"] == "here"
    assert [each.name for each in await s.bot.tree.fetch_commands(guild=guild)] == ["here"]
    with pytest.raises(Refused, match="not offered here"):
        await s.slash("red", "/here", channel="@red")


async def test_options_complete_while_somebody_types(s):
    offered = await s.complete("red", "/say", "words", "ste")
    assert [each["value"] for each in offered] == ["steam", "steel"]


async def test_a_button_changes_its_message(s):
    message = await s.slash("red", "/classic")
    changed = await s.click("blue", message, "Clicked 0")
    assert changed["id"] == message["id"]
    assert "Clicked 1" in [part.get("label") for part in parts(changed)]


async def test_an_ephemeral_answer_is_seen_by_one_person_only(s):
    message = await s.slash("red", "/classic")
    whisper = await s.click("blue", message, "Whisper")
    assert whisper["flags"] & 64
    assert whisper in s.messages("blue")
    assert whisper not in s.messages("red")
    s.server.people.dismiss(s.user("blue"), whisper["id"])
    assert whisper not in s.messages("blue")


async def test_a_deferred_answer_is_shown_as_loading_until_it_comes(s):
    message = await s.slash("red", "/classic")
    await s.click("red", message, "Later")
    done = await s.until(lambda: s.last("red") if s.last("red")["content"] else None)
    assert done["content"] == "Thought about it."
    assert not done["flags"] & 128


async def test_selects_bring_what_was_chosen(s):
    message = await s.slash("red", "/classic")
    tea = await s.choose("red", message, "Tea?", "mint", "black")
    assert tea["content"] == "Tea: mint, black"
    who = await s.choose("red", message, "Who?", "@green")
    assert who["content"] == "Chosen: Green"
    with pytest.raises(Refused, match="not offered"):
        await s.choose("red", message, "Tea?", "coffee")
    with pytest.raises(Refused, match="Choose 1 to 2"):
        await s.choose("red", message, "Tea?", "mint", "black", "green")


async def test_channels_and_mentionables_can_be_chosen(s):
    message = await s.slash("red", "/selects")
    where = await s.choose("red", message, "Where?", s.channel("lounge"))
    assert where["content"] == f"There: <#{s.channel('lounge')}>"
    whom = await s.choose("red", message, "Whom?", "@blue")
    assert whom["content"] == "1 chosen"
    assert (await s.choose("red", message, "Which role?"))["content"] == "No roles here"


async def test_a_part_of_a_command_takes_choices_channels_and_numbers(s):
    message = await s.slash("red", "/works begin", shift="night", where="#lounge", share=0.25)
    said = f"The night shift opens in <#{s.channel('lounge')}> at 0.25."
    assert message["content"] == said


async def test_an_embed_shows_its_picture(s):
    message = await s.slash("red", "/embed")
    (embed,) = message["embeds"]
    assert embed["title"] == "An embed"
    assert embed["image"]["url"] == message["attachments"][0]["url"]


async def test_a_form_opens_for_one_person_and_is_answered_once(s):
    message = await s.slash("red", "/classic")
    await s.click("red", message, "Form")
    assert s.modal("red")["title"] == "A form"
    answer = await s.submit("red", name="Steelworks", tea="mint")
    assert answer["content"] == "Steelworks drinks mint."
    with pytest.raises(Refused, match="no longer open"):
        await s.submit("red", name="again", tea="mint")


async def test_a_form_is_checked_before_it_is_sent(s):
    message = await s.slash("red", "/classic")
    await s.click("red", message, "Form")
    for wrong in ({"name": "x", "tea": "mint"}, {"name": "Steelworks", "tea": "coffee"}, {}):
        with pytest.raises(Refused):
            await s.submit("red", **wrong)
    answer = await s.submit("red", name="Steelworks", tea="mint")
    assert answer["content"] == "Steelworks drinks mint."


async def test_a_picture_can_be_fetched_with_its_alt_text(s):
    message = await s.slash("red", "/layout")
    (gallery,) = [part for part in parts(message) if part["type"] == 12]
    media = gallery["items"][0]["media"]
    assert gallery["items"][0]["description"] == "Stripes of gold"
    assert (media["width"], media["height"]) == (240, 120)
    async with aiohttp.ClientSession() as session, session.get(media["url"]) as response:
        assert (await response.read())[:8] == b"\x89PNG\r\n\x1a\n"


async def test_a_field_outside_its_choices_or_range_is_refused(s):
    with pytest.raises(Refused, match="one of day, night"):
        await s.slash("red", "/works begin", shift="noon")
    with pytest.raises(Refused, match="from 1 to 5"):
        await s.slash("red", "/say", words="x", times=99)
    assert (await s.slash("red", "/say", words="@everyone"))["mention_everyone"] is False


async def test_a_nonce_that_is_kept_posts_once(s):
    channel = s.bot.get_channel(int(s.channel("table-1")))
    sent = {"content": "once", "nonce": "7", "enforce_nonce": True, "allowed_mentions": {}}
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    first, second = [await s.bot.http.request(route, json=sent) for _ in range(2)]
    assert first["id"] == second["id"]
    assert (first["nonce"], len(s.messages("red"))) == ("7", 1)


async def test_everyone_is_pinged_only_where_that_is_allowed(s):
    channel = s.bot.get_channel(int(s.channel("table-1")))
    await channel.send("@everyone", allowed_mentions=discord.AllowedMentions.none())
    assert not s.last("red")["mention_everyone"]
    await channel.send("@everyone", allowed_mentions=discord.AllowedMentions.all())
    assert s.last("red")["mention_everyone"]


async def test_a_reply_to_nothing_is_refused(rough):
    channel = rough.bot.get_channel(int(rough.channel("table-1")))
    message = await channel.send("going")
    await message.delete()
    with pytest.raises(discord.HTTPException):
        await message.reply("to nobody")


async def test_a_table_is_drawn_and_posted_with_its_alt_text(s):
    await s.slash("red", "/table", moves=40, picture="market")
    message = await s.until(lambda: s.last("red") if s.last("red")["attachments"] else None)
    assert message["attachments"][0]["description"].startswith("Market, round ")
    assert message["attachments"][0]["width"] == 1200


async def test_direct_messages_arrive_unless_they_are_closed(s):
    await s.slash("green", "/message")
    assert s.last("green", "@green")["content"] == "A message for you."
    s.server.people.open_dms(s.user("green"), False)
    answer = await s.slash("green", "/message")
    assert answer["content"] == "Your direct messages are closed."
    with pytest.raises(Refused):
        s.messages("red", "@green")


async def test_a_thread_is_opened_and_written_in(s):
    answer = await s.slash("red", "/thread")
    assert f"<#{s.channel('side table')}>" in answer["content"]
    assert s.last("blue", "side table")["content"] == "Here we are."
    reply = await s.slash("blue", "/say", channel="side table", words="there")
    assert reply["channel_id"] == s.channel("side table")


async def test_an_archived_thread_takes_no_interactions(s):
    await s.slash("red", "/thread")
    thread = s.bot.get_channel(int(s.channel("side table")))
    await thread.edit(archived=True)
    with pytest.raises(Refused, match="archived"):
        await s.slash("red", "/say", channel="side table", words="x")


async def test_the_bot_edits_fetches_pins_and_deletes_its_messages(s):
    channel = s.bot.get_channel(int(s.channel("table-2")))
    message = await channel.send("first", file=discord.File(io.BytesIO(b"text"), "a.txt"))
    await message.edit(content="second", attachments=[])
    fetched = await channel.fetch_message(message.id)
    assert (fetched.content, fetched.attachments) == ("second", [])
    await message.pin()
    assert [each.id async for each in channel.pins()] == [message.id]
    await message.unpin()
    assert [each async for each in channel.pins()] == []
    history = [each.content async for each in channel.history(limit=5)]
    assert history[0] == "second"
    await message.delete()
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(message.id)
    assert s.messages("red", "table-2") == []


async def test_an_edit_may_show_a_picture_that_is_there_already(s):
    message = await s.slash("red", "/layout")
    channel = s.bot.get_channel(int(s.channel("table-1")))
    found = await channel.fetch_message(int(message["id"]))
    await found.edit(view=Layout())
    assert len(s.last("red")["attachments"]) == 2


async def test_people_and_members_can_be_fetched(s):
    user = await s.bot.fetch_user(int(s.user("blue")))
    assert user.display_name == "Blue"
    member = await s.bot.guilds[0].fetch_member(user.id)
    assert member.name == "blue"
    with pytest.raises(discord.NotFound):
        await s.bot.fetch_user(1)


async def test_words_of_people_reach_the_bot_without_their_content(s):
    heard = asyncio.get_running_loop().create_future()
    s.bot.on_message = lambda message: _resolve(heard, message)
    await s.say("red", "a secret plan")
    message = await asyncio.wait_for(heard, PATIENCE)
    assert message.author.name == "red"
    assert message.content == ""  # the privileged intent was not asked for
    channel = s.bot.get_channel(int(s.channel("table-1")))
    assert (await channel.fetch_message(message.id)).content == ""
    assert [each.content async for each in channel.history(limit=1)] == [""]


async def _resolve(future, message):
    if not message.author.bot and not future.done():
        future.set_result(message)


async def test_a_click_that_nobody_answers_fails_after_three_seconds(s):
    message = await s.slash("red", "/classic")
    s.server.desk.first_answer = 0.2
    with pytest.raises(Failed, match="did not respond"):
        await s.click("red", message, "Silent")


async def test_a_disabled_or_vanished_button_cannot_be_pressed(s):
    message = await s.slash("red", "/classic")
    people = s.server.people
    with pytest.raises(Refused):
        people.click(s.user("red"), message["channel_id"], message["id"], "no such button")
    with pytest.raises(Refused):
        people.click(s.user("red"), message["channel_id"], "1", "x")
