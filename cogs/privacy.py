"""`/privacy`: gives people what is stored about them as a file, or deletes it after asking."""

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ids import forget_id
from cogs.responder import answer, sentence_screen
from cogs.screen import Screen, button
from engine.kernel.refusal import Refused
from host import privacy
from host.host import Host
from host.limits import MAX_EXPORTED

FILE = "what-is-stored-about-you.json"
MAX_BYTES = 9_000_000  # of one file
TOO_MUCH = "Your data is too big for one Discord file. Please ask the person who runs this bot."
COLLECTING = "I'm already putting your data together. Please wait for that file."
GIVEN = "Here is everything I store about you. Only you can see this."
ASK = """### Delete your data?
This happens right away and can't be undone:
- **Running games** continue: the autopilot finishes them for you, shown as “A former player”.
- **Lobbies**: you leave them. Lobbies with nobody else close.
- **Finished games** stay, so they can still be verified. Your seat is shown as “A former player”.
- Your name, Discord ID, settings, votes and unsent messages are deleted.

Messages already sent stay in Discord, including boards with your name. Existing backups keep \
your data until newer ones replace them, usually within 8 weeks."""
ON_A_SERVER = """
My database is on a server of its own: what is deleted is out of reach at once, but its old bytes \
stay in the server's files until it uses the space again, and in its own log and backups for as \
long as the person who runs me keeps those."""
DONE = "Done, I've deleted your data. If you play again, you start fresh."


class Privacy(
    commands.GroupCog,
    group_name="privacy",
    group_description="See or delete what I store about you",
):
    def __init__(self, host: Host) -> None:
        self.host = host
        self._collecting: set[int] = set()  # people whose data is being read

    @app_commands.command(description="Download everything I store about you")
    async def export(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            user = interaction.user.id
            if user in self._collecting:
                raise Refused(COLLECTING)
            self._collecting.add(user)
            try:
                text = await self._collected(user)
            finally:
                self._collecting.discard(user)
            if len(text.encode()) > MAX_BYTES:
                raise Refused(TOO_MUCH)
            return Screen().say(GIVEN).enclose(FILE, text)

        await answer(interaction, work)

    async def _collected(self, user: int) -> str:
        """Read each table by itself, so that nobody's press waits for all of them."""
        if await self.host.read(privacy.actions_of, user) > MAX_EXPORTED:
            raise Refused(TOO_MUCH)
        data = await self.host.read(privacy.without_tables, user)
        numbers = await self.host.read(privacy.tables_of, user)
        tables = [await self.host.read(privacy.told_place, user, table) for table in numbers]
        return await asyncio.to_thread(privacy.as_text, data, tables)

    @app_commands.command(description="Delete your data (asks you to confirm)")
    async def delete(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            if not await self.host.read(privacy.is_known, interaction.user.id):
                raise Refused(privacy.NOTHING)
            danger = discord.ButtonStyle.danger
            text = ASK if self.host.leases is None else f"{ASK}\n{ON_A_SERVER}"
            return Screen().say(text).press(button("Delete my data", forget_id(), danger))

        await answer(interaction, work)


async def forgotten(host: Host, user: int) -> Screen:
    return sentence_screen(DONE if await host.forget(user) else privacy.NOTHING)
