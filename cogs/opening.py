"""Opens a table where an interaction happened, or in a thread there: for `/new` and the welcome."""

from typing import Final

import discord

from cogs.ids import welcome_id
from cogs.permissions import must_open_threads, must_post
from cogs.responder import caller_of, sentence_screen
from cogs.screen import Screen, button
from cogs.table_screens import TableScreens
from cogs.words import readable
from engine.kernel.refusal import Refused
from host import lobby
from host.errors import ChannelTaken
from host.limits import must_have_room
from host.lobby import game_called
from host.records import Table
from host.terms import Terms

PRIMARY = discord.ButtonStyle.primary
THREAD = "thread"  # a press on the welcome message; the hours of a turn follow
ONLY_IN_SERVERS = "Open a table in a server's channel, where others can join; type /new there."
NO_THREADS_HERE = "I can't open a thread in this kind of channel; type /new in a text channel."
WEEK: Final = 10_080  # minutes without a message, then Discord puts a thread away: the longest


async def open_here(
    screens: TableScreens, interaction: discord.Interaction, game: str, terms: Terms
) -> Screen:
    """A lobby in this channel; if there is a table already, a thread is offered."""
    _must_be_in_a_server(interaction)
    must_post(interaction)
    caller = caller_of(interaction)
    try:
        table = await screens.host.do(
            lobby.open_table, game, {}, interaction.channel_id, by=caller, terms=terms
        )
    except ChannelTaken as taken:
        where = await screens.where_is(interaction.guild_id, taken.table_id)
        in_thread = welcome_id(f"{THREAD}{terms.hours}", game)
        screen = sentence_screen(f"{taken} {where}")
        return screen.press(button("Open it in a thread", in_thread, PRIMARY))
    return _opened(table)


async def open_in_thread(
    screens: TableScreens, interaction: discord.Interaction, game: str, terms: Terms
) -> Screen:
    """A lobby in a new thread of this channel, so that a channel holds any number of tables."""
    _must_be_in_a_server(interaction)
    must_open_threads(interaction)
    channel, caller = interaction.channel, caller_of(interaction)
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(parent, discord.TextChannel):
        raise Refused(NO_THREADS_HERE)
    if known := await screens.host.read(lobby.opened_before, by=caller):  # the press came again
        return _opened(known)
    title = game_called(game).title
    await screens.host.read(must_have_room, caller.id, is_private=False)
    thread = await parent.create_thread(
        name=f"{title} · {readable(caller.user.name)}"[:100],
        type=discord.ChannelType.public_thread,
        auto_archive_duration=WEEK,
    )
    table = await screens.host.do(lobby.open_table, game, {}, thread.id, by=caller, terms=terms)
    return _opened(table, f" in {thread.mention}")


def _must_be_in_a_server(interaction: discord.Interaction) -> None:
    if interaction.guild_id is None:
        raise Refused(ONLY_IN_SERVERS)


def _opened(table: Table, where: str = "") -> Screen:
    return sentence_screen(
        f"Your {table.game.title} table is open{where}. Others press **Join**; press "
        "**Start** when everyone is here."
    )
