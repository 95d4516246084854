"""Opens a table in the channel of an interaction: for `/new` and for the welcome message."""

import discord

from cogs.permissions import must_post
from cogs.responder import caller_of, sentence_screen
from cogs.screen import Screen
from cogs.table_screens import TableScreens
from engine.kernel.refusal import Refused
from host import lobby
from host.errors import ChannelTaken
from host.terms import Terms

ONLY_IN_SERVERS = "Open a table in a server's channel, where others can join; type /new there."


async def open_here(
    screens: TableScreens, interaction: discord.Interaction, game: str, terms: Terms
) -> Screen:
    """A lobby in this channel; if there is a table already, where that is."""
    if interaction.guild_id is None:
        raise Refused(ONLY_IN_SERVERS)
    must_post(interaction)
    caller = caller_of(interaction)
    try:
        table = await screens.host.do(
            lobby.open_table, game, {}, interaction.channel_id, by=caller, terms=terms
        )
    except ChannelTaken as taken:
        where = await screens.where_is(interaction.guild_id, taken.table_id)
        return sentence_screen(f"{taken} {where}")
    return sentence_screen(
        f"Your {table.game.title} table is open. Others press **Join**; press "
        "**Start** when everyone is here."
    )
