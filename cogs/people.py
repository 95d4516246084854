"""What everybody chooses for themselves: where their hand is shown, and whether they are called."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.desk import answer
from cogs.ids import setting_id
from cogs.screen import Screen, button, select
from engine.kernel.refusal import Refused
from host.host import Host
from host.people import Settings, choose, settings_of
from host.records import User

DOOR = "door"
CHOICES: dict[str, dict[str, Any]] = {
    "hand": {
        "By direct message, and by the button My hand": "dm",
        "Only by the button My hand": "ephemeral",
    },
    "pings": {"Yes, call me when it is my turn": True, "No, only write my name": False},
}
ASKS = {
    "hand": ("Your hand", "Where do you want to see your cards and choose what to do?"),
    "pings": ("Your turn", "Shall a message in the channel call you?"),
}
REFUSED = (
    "⚠️ Discord does not let me send you direct messages. Allow them in the privacy settings of a "
    "server that we share, then press Try again; until then **My hand** on the board does it all."
)


class People(commands.Cog):
    def __init__(self, host: Host) -> None:
        self.host = host

    @app_commands.command(description="Where your hand is shown, and whether you are called")
    async def settings(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            return settings_screen(await self.host.read(settings_of, interaction.user.id))

        await answer(interaction, work)


def settings_screen(settings: Settings) -> Screen:
    screen = Screen().say("### Your settings", "They hold at all tables, from now on.")
    for name, choices in CHOICES.items():
        now, (title, question) = getattr(settings, name), ASKS[name]
        options = [
            discord.SelectOption(label=label, value=str(number), default=value == now)
            for number, (label, value) in enumerate(choices.items())
        ]
        screen.say(f"**{title}**", question).choose(select(setting_id(name), title, options))
    if settings.is_door_closed and settings.hand == "dm":
        screen.say(REFUSED).press(button("Try again", setting_id(DOOR)))
    return screen


async def change_setting(host: Host, user: User, name: str, values: Sequence[str]) -> Screen:
    if name == DOOR:
        return settings_screen(await host.run(choose, user, "hand", "dm"))
    choices = dict(enumerate(CHOICES.get(name, {}).values()))
    number = int(values[0]) if values and values[0].isdecimal() else -1
    if number not in choices:
        raise Refused("There is no such setting (any more); open /settings again.")
    return settings_screen(await host.run(choose, user, name, choices[number]))
