"""Opens a table where an interaction happened, or in a thread there: for `/new`, `/solo`, the
welcome and a rematch."""

import contextlib
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord

from cogs.ids import table_id, welcome_id
from cogs.permissions import may_open_threads, must_open_threads, must_post, parent_of
from cogs.responder import Pressed, caller_of, is_own_panel, sentence_screen
from cogs.screen import Screen, button
from cogs.table_screens import TableScreens
from cogs.words import place, readable
from engine import GAMES
from engine.kernel.game import Game
from engine.kernel.phrases import capital, either
from engine.kernel.refusal import Refused
from host import lobby
from host.errors import ChannelTaken
from host.limits import must_have_room
from host.lobby import game_called
from host.records import Table
from host.server_settings import HELPER, ServerSettings, must_be_allowed, settings_in
from host.terms import LIVE_TERMS, Terms, agreed
from host.views import view_from_seat

PRIMARY = discord.ButtonStyle.primary
ONLY_IN_SERVERS = "Open a table in a server's channel, where others can join; type /new there."
WEEK: Final = 10_080  # minutes without a message until Discord archives a thread: the maximum
# What a press on the welcome message asks for, followed by the hours of a turn or the level.
IN_A_THREAD = re.compile(r"(thread|solo)([0-9]{1,3})")

Opening = Callable[[int], Awaitable[Table | None]]  # opens a table in the channel with this number


async def open_new(
    screens: TableScreens,
    interaction: discord.Interaction,
    game: str | None = None,
    hours: int | None = None,
    is_apart: bool = False,
) -> Screen:
    """Open a lobby; game, pace and place are this server's usual ones unless given."""
    server = await screens.host.read(settings_in, interaction.guild_id)
    terms = agreed(LIVE_TERMS, {"hours": server.hours if hours is None else hours})
    if is_apart or wants_thread(server, interaction):
        return await open_in_thread(screens, interaction, game or server.usual_game(GAMES), terms)
    return await open_here(screens, interaction, game or server.usual_game(GAMES), terms)


async def games_to_open(screens: TableScreens, interaction: discord.Interaction) -> list[str]:
    """Return the games that the caller may open here; refuse if there is none."""
    _must_be_in_a_server(interaction)
    server = await screens.host.read(settings_in, interaction.guild_id)
    await screens.host.read(must_be_allowed, server.usual_game(GAMES), caller_of(interaction))
    return [game_id for game_id in GAMES if server.has_game(game_id)]


def wants_thread(server: ServerSettings, interaction: discord.Interaction) -> bool:
    """Whether the server wants a thread for each table, and this isn't one."""
    return server.threads == "always" and not isinstance(interaction.channel, discord.Thread)


async def open_here(
    screens: TableScreens, interaction: discord.Interaction, game: str, terms: Terms
) -> Screen:
    """Open a lobby in this channel; if it is taken, offer a thread."""
    _must_be_in_a_server(interaction)
    must_post(interaction)
    caller = caller_of(interaction)
    try:
        table = await screens.host.do(
            lobby.open_table, game, {}, interaction.channel_id, by=caller, terms=terms
        )
    except ChannelTaken as taken:
        return await offer_thread(screens, interaction, taken, thread_id(game, terms))
    return _opened_screen(table)


async def open_in_thread(
    screens: TableScreens, interaction: discord.Interaction, game: str, terms: Terms
) -> Screen:
    """Open a lobby in a new thread, so that a channel can have any number of tables."""
    caller = caller_of(interaction)

    def opening(channel: int) -> Awaitable[Table]:
        return screens.host.do(lobby.open_table, game, {}, channel, by=caller, terms=terms)

    table = await in_thread(screens, interaction, game_called(game), opening)
    return _opened_screen(table, f" in {place(table)}")


async def solo_here(
    screens: TableScreens, interaction: discord.Interaction, game: str, level: str, is_private: bool
) -> Screen:
    """Start a game against the game's own opponent; return the player's panel."""
    server = await screens.host.read(settings_in, interaction.guild_id)
    if not is_private and wants_thread(server, interaction):
        return await _solo_in_thread(screens, interaction, game, level)
    if not is_private:
        must_post(interaction, or_else=", or use /solo with “private” set to True")
    caller, channel = caller_of(interaction), None if is_private else interaction.channel_id
    options = _solo_options(game, level)
    try:
        table = await screens.host.do(lobby.open_and_start, game, options, channel, by=caller)
    except ChannelTaken as taken:
        solo_id = welcome_id(f"solo{_solo_levels(game).index(level)}", game)
        otherwise = "use `/solo` with *private*"
        return await offer_thread(screens, interaction, taken, solo_id, otherwise)
    return await screens.hand_of(caller, table.id)


async def _solo_in_thread(
    screens: TableScreens, interaction: discord.Interaction, game: str, level: str
) -> Screen:
    options, caller = _solo_options(game, level), caller_of(interaction)

    def opening(channel: int) -> Awaitable[Table]:
        return screens.host.do(lobby.open_and_start, game, options, channel, by=caller)

    table = await in_thread(screens, interaction, game_called(game), opening)
    return await screens.hand_of(caller, table.id)


def _solo_levels(game_id: str) -> list[str]:
    solo = game_called(game_id).solo
    return [*solo.levels] if solo else []


def _solo_options(game_id: str, level: str) -> dict[str, Any]:
    game = game_called(game_id)
    if game.solo is None or level not in game.solo.levels:
        raise Refused(f"{game.title} can't be played solo like that; type /solo.")
    return game.solo.options(level)


async def rematch_here(screens: TableScreens, pressed: Pressed) -> Screen | None:
    """Open a lobby for the same people where they played; from a panel, say where that is.

    In direct messages the bot can't know whether it may post there.
    """
    interaction, number = pressed.interaction, pressed.table
    must_post(interaction)
    try:
        table = await screens.host.do(lobby.rematch, number, by=pressed.caller)
    except ChannelTaken as taken:
        if interaction.guild_id is None:
            raise
        screen = await offer_thread(screens, interaction, taken, table_id(number, "threadmatch"))
        screen.is_apart = True
        return screen
    is_elsewhere = is_own_panel(interaction) or (table and table.channel != interaction.channel_id)
    return _rematch_is_open(table) if table and is_elsewhere else None


async def rematch_in_thread(screens: TableScreens, pressed: Pressed) -> Screen:
    """Open it in a thread of its own, because the channel has another table by now."""
    old = await screens.host.read(view_from_seat, pressed.table, by=pressed.caller)

    def opening(channel: int) -> Awaitable[Table | None]:
        return screens.host.do(lobby.rematch, pressed.table, channel=channel, by=pressed.caller)

    game = old.table.game
    return _rematch_is_open(await in_thread(screens, pressed.interaction, game, opening))


def _rematch_is_open(table: Table) -> Screen:
    return Screen(is_apart=True).say(f"You're in! The lobby for the rematch is in {place(table)}.")


# In a thread


def thread_id(game: str, terms: Terms) -> str:
    """Make the id of a button that opens a lobby in a thread."""
    return welcome_id(f"thread{terms.hours}", game)


async def pressed_for_thread(
    screens: TableScreens, interaction: discord.Interaction, verb: str, game: str
) -> Screen | None:
    """Carry out a press on such a button; return None if it is another button."""
    match = IN_A_THREAD.fullmatch(verb)
    if match is None:
        return None
    number = int(match[2])
    if match[1] == "thread":
        terms = agreed(LIVE_TERMS, {"hours": number})
        return await open_in_thread(screens, interaction, game, terms)
    levels = _solo_levels(game)
    level = levels[number] if number < len(levels) else ""
    return await _solo_in_thread(screens, interaction, game, level)


async def offer_thread(
    screens: TableScreens,
    interaction: discord.Interaction,
    taken: ChannelTaken,
    press_id: str,
    otherwise: str = "",
) -> Screen:
    """Say where the channel's table is, and offer a thread if the bot may open one."""
    server = await screens.host.read(settings_in, interaction.guild_id)
    may = may_open_threads(interaction) and server.threads != "never"
    ways = ("open yours in a thread" if may else "", otherwise, "end that one first")
    where = await screens.where_is(interaction.guild_id, taken.table_id)
    said = f"This channel already has a table. {capital(either(filter(None, ways)))}."
    screen = sentence_screen(f"{said} {where}")
    return screen.press(button("Open it in a thread", press_id, PRIMARY)) if may else screen


async def in_thread(
    screens: TableScreens, interaction: discord.Interaction, game: Game[Any, Any], opening: Opening
) -> Table:
    """Open a table in a new thread of this channel; if that is refused, leave no thread.

    A press that arrives again gets the table that it opened the first time.
    """
    _must_be_in_a_server(interaction)
    if (await screens.host.read(settings_in, interaction.guild_id)).threads == "never":
        raise Refused(f"Tables here don't get threads of their own. {HELPER}")
    must_open_threads(interaction)
    parent, caller = parent_of(interaction), caller_of(interaction)
    assert parent
    if known := await screens.host.read(lobby.opened_before, by=caller):
        return known
    await screens.host.read(must_be_allowed, game.id, caller)
    await screens.host.read(must_have_room, caller.id, is_private=False)
    thread = await parent.create_thread(
        name=f"{game.title} · {readable(caller.user.name)}"[:100],
        type=discord.ChannelType.public_thread,
        auto_archive_duration=WEEK,
    )
    table = None
    try:
        table = await opening(thread.id)
    finally:
        if table is None or table.channel != thread.id:
            await _put_away(thread)
    if table is None:
        raise Refused("That was done already; look at the newest messages of the channel.")
    return table


async def _put_away(thread: discord.Thread) -> None:
    """Delete a thread that nobody needs; archive it if the bot may not delete it."""
    try:
        await thread.delete()
    except discord.HTTPException:
        with contextlib.suppress(discord.HTTPException):
            await thread.edit(archived=True)


def _must_be_in_a_server(interaction: discord.Interaction) -> None:
    if interaction.guild_id is None:
        raise Refused(ONLY_IN_SERVERS)


def _opened_screen(table: Table, where: str = "") -> Screen:
    return sentence_screen(
        f"Your {table.game.title} table is open{where}. Others press **Join**; press "
        "**Start** when everyone is here."
    )
