"""`/server`: where and by whom tables are opened, which games, threads, and the usual pace."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.ids import server_id
from cogs.permissions import must_manage_server, only_in_servers
from cogs.responder import Pressed, answer
from cogs.screen import Screen, select
from cogs.times import USUAL_PACES
from engine import GAMES
from engine.kernel.refusal import Refused
from host.host import Host
from host.server_settings import MAX_CHOSEN, ServerSettings, choose, settings_in

HEADING = (
    "### This server's settings",
    "For new tables and challenges; running games go on as they are. Private games are always "
    "possible.",
)
CHANNELS, ROLES, GAMES_PLAYED = "channels", "roles", "games"
CHOICES: dict[str, Mapping[str, Any]] = {  # for the selects with one choice
    "threads": {
        "In the channel, or in a thread if asked": "asked",
        "Always in a thread of its own": "always",
        "Always in the channel": "never",
    },
    "hours": USUAL_PACES,
}
ASKS = {
    CHANNELS: ("Channels", "where they may be opened"),
    ROLES: ("Roles", "who may open them; everybody may join"),
    GAMES_PLAYED: ("Games", "what is played here"),
    "threads": ("Threads", "where a new table opens"),
    "hours": ("Pace", "the time for a turn, unless /new says otherwise"),
}


ALL = {CHANNELS: "Everywhere", ROLES: "Everybody", GAMES_PLAYED: "All games"}  # nothing is chosen
NONE_LEFT = "Everything chosen here was deleted: choose again"


class ServerSettingsCog(commands.Cog):
    def __init__(self, host: Host) -> None:
        self.host = host

    @app_commands.command(description="Server managers: channels, roles, games, threads, pace")
    @only_in_servers
    @app_commands.default_permissions(manage_guild=True)
    async def server(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            must_manage_server(interaction)
            settings = await self.host.read(settings_in, interaction.guild_id)
            return server_screen(settings, interaction.guild)

        await answer(interaction, work)


def server_screen(settings: ServerSettings, guild: discord.Guild | None) -> Screen:
    screen = Screen().say(*HEADING)
    _ask(screen, CHANNELS, _channels(settings, guild))
    _ask(screen, ROLES, _roles(settings, guild))
    _ask(screen, GAMES_PLAYED, _games(settings))
    for name, choices in CHOICES.items():
        now = getattr(settings, name)
        options = [
            discord.SelectOption(label=label, value=str(number), default=value == now)
            for number, (label, value) in enumerate(choices.items())
        ]
        _ask(screen, name, select(server_id(name), ASKS[name][0], options))
    return screen


def _ask(screen: Screen, name: str, part: ui.Item[ui.LayoutView]) -> None:
    title, about = ASKS[name]
    screen.say(f"-# **{title}** · {about}").items.append(ui.ActionRow(part))


def _channels(
    settings: ServerSettings, guild: discord.Guild | None
) -> ui.ChannelSelect[ui.LayoutView]:
    """Return the chosen channels; deleted ones aren't shown, but stay chosen."""
    there = [each for each in settings.channels if guild and guild.get_channel(each)]
    return ui.ChannelSelect(
        custom_id=server_id(CHANNELS),
        placeholder=NONE_LEFT if settings.channels and not there else ALL[CHANNELS],
        channel_types=[discord.ChannelType.text],
        min_values=0,
        max_values=MAX_CHOSEN,
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel)
            for each in there
        ],
    )


def _roles(settings: ServerSettings, guild: discord.Guild | None) -> ui.RoleSelect[ui.LayoutView]:
    there = [each for each in settings.roles if guild and guild.get_role(each)]
    return ui.RoleSelect(
        custom_id=server_id(ROLES),
        placeholder=NONE_LEFT if settings.roles and not there else ALL[ROLES],
        min_values=0,
        max_values=MAX_CHOSEN,
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.role)
            for each in there
        ],
    )


def _games(settings: ServerSettings) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(label=game.title, value=game.id, default=game.id in settings.games)
        for game in GAMES.values()
    ]
    return select(server_id(GAMES_PLAYED), ALL[GAMES_PLAYED], options, 0, len(options))


async def answer_press(host: Host, pressed: Pressed) -> Screen:
    """Store what was chosen in one of the selects."""
    interaction = pressed.interaction
    must_manage_server(interaction)
    assert interaction.guild_id
    name = pressed.press.text
    changes = {name: _chosen(name, pressed.values)}
    return server_screen(await host.do(choose, interaction.guild_id, changes), interaction.guild)


def _chosen(name: str, values: Sequence[str]) -> Any:
    if name == GAMES_PLAYED:
        return tuple(values)
    if not all(each.isdecimal() for each in values) or len(values) > MAX_CHOSEN:
        raise Refused("Please choose from the list.")
    numbers = [int(each) for each in values]
    if name in (CHANNELS, ROLES):
        return tuple(numbers)
    choices = [*CHOICES.get(name, {}).values()]
    if len(numbers) != 1 or numbers[0] >= len(choices):
        raise Refused("That setting no longer exists; open /server again.")
    return choices[numbers[0]]
