"""What is stored about a person: as a file for them alone, or forgotten when they ask twice."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.desk import answer, sentence_screen
from cogs.ids import forget_id
from cogs.screen import Screen, button
from engine.kernel.refusal import Refused
from host import privacy
from host.host import Host
from host.limits import MOST_EXPORTED

FILE = "what-is-stored-about-you.json"
MOST_BYTES = 9_000_000  # of one file
TOO_MUCH = "That is more than Discord takes in one file; please ask whoever runs this bot for it."
GIVEN = "This is all that I have stored about you. Nobody else sees it."
ASK = """### Shall I forget you?
It happens at once and cannot be taken back:
- **Running games** go on: the autopilot plays your seats to the end, as “A former player”.
- **Lobbies**: you leave them; one with nobody else is closed.
- **Finished games** stay as they were played, so that they can still be proven; your seat is \
called “A former player”.
- Your name, your number, your settings, your votes and what I still had to tell you are deleted.

What was already sent stays in Discord: direct messages, and boards with your name. Backups that \
were made before keep you until newer ones take their place, mostly within eight weeks."""
DONE = "You are forgotten. If you ever sit down at a table again, you come as a new person."


class Privacy(
    commands.GroupCog, group_name="privacy", group_description="What is stored about you"
):
    def __init__(self, host: Host) -> None:
        self.host = host

    @app_commands.command(description="Everything that is stored about you, as a file")
    async def export(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            user = interaction.user.id
            if await self.host.read(privacy.actions_of, user) > MOST_EXPORTED:
                raise Refused(TOO_MUCH)
            text = await self.host.read(privacy.export, user)
            if len(text.encode()) > MOST_BYTES:
                raise Refused(TOO_MUCH)
            return Screen().say(GIVEN).enclose(FILE, text)

        await answer(interaction, work)

    @app_commands.command(description="Be forgotten; you are asked once more")
    async def delete(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            if not await self.host.read(privacy.is_known, interaction.user.id):
                raise Refused(privacy.NOTHING)
            danger = discord.ButtonStyle.danger
            return Screen().say(ASK).press(button("Forget me", forget_id(), danger))

        await answer(interaction, work)


async def forgotten(host: Host, user: int) -> Screen:
    return sentence_screen(DONE if await host.forget(user) else privacy.NOTHING)
