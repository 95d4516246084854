"""`/status`: shows moderators how the bot is doing."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.heart import Heart
from cogs.permissions import must_moderate, only_in_servers
from cogs.responder import answer
from cogs.screen import Screen
from engine.kernel.phrases import plural
from host.heartbeat import Signs, span


class Status(commands.Cog):
    def __init__(self, heart: Heart) -> None:
        self.heart = heart

    @app_commands.command(description="Moderators: see how the bot is doing")
    @only_in_servers
    @app_commands.default_permissions(manage_messages=True)
    async def status(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            must_moderate(interaction)
            return status_screen(await self.heart.signs(), self.heart.now())

        await answer(interaction, work)


def status_screen(signs: Signs, now: int) -> Screen:
    beat = signs.heartbeat
    assert beat
    screen = Screen().say(f"**Factory Table {beat.version}**")
    lines = [f"⚠️ {problem}" for problem in signs.problems(now)]
    screen.say(*lines or ["✅ No problems found."])
    latency = "" if beat.latency is None else f", {beat.latency} ms to Discord and back"
    waiting = f", the oldest for {span(signs.message_age)}" if signs.messages else ""
    return screen.say(
        f"Running since <t:{beat.started // 1000}:f>{latency}.",
        f"{plural(signs.open_tables, 'open table')} on {plural(signs.servers(now), 'server')}.",
        f"{plural(signs.messages, 'message')} waiting to be sent{waiting}.",
    )
