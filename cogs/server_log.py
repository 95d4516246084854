"""A server's log: a channel that gets openings, endings, votes and decisions of its tables."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.permissions import must_moderate, only_in_servers
from cogs.responder import answer, sentence_screen
from cogs.screen import Screen
from cogs.votes import asked
from engine import GAMES
from engine.kernel.phrases import plural
from host.happenings import BEGUN, Happening, choose_log
from host.host import Host
from host.votes import proposal_of

ENDED = {
    "finished": "it was played to the end",
    "ended by agreement": "everyone agreed to end it",
    "ended by a moderator": "a moderator ended it",
    "abandoned": "nobody played any more",
}
CHOSEN = (
    "Done: {channel} gets a line when a table opens, starts or ends, when a vote is opened, and "
    "when something is decided. If you don't see my first message there, check my permissions."
)


class ServerLog(commands.Cog):
    def __init__(self, host: Host) -> None:
        self.host = host

    @app_commands.command(description="Moderators: choose a channel that tells what tables do")
    @app_commands.describe(to="where to post; leave it out to switch the log off")
    @only_in_servers
    @app_commands.default_permissions(manage_messages=True)
    async def serverlog(
        self,
        interaction: discord.Interaction,
        to: discord.TextChannel | discord.Thread | None = None,
    ) -> None:
        async def work() -> Screen:
            must_moderate(interaction)
            assert interaction.guild_id
            await self.host.do(choose_log, interaction.guild_id, to.id if to else None)
            if to is None:
                return sentence_screen("Done: the log is off.")
            return sentence_screen(CHOSEN.format(channel=f"<#{to.id}>"))

        await answer(interaction, work)


def logged_line(body: Mapping[str, Any]) -> str:
    """One happening in words, without anybody's name."""
    what = body.get("what")
    if what == BEGUN:
        return "📋 Here I'll tell when tables open, start or end, and what is decided there."
    game = GAMES[body["game"]].title if body.get("game") in GAMES else "A game"
    where = f"**{game}**, table {body.get('table')} in <#{body.get('channel')}>"
    return f"{_ICONS[Happening(str(what))]} {where}: {_said(Happening(str(what)), body)}."


_ICONS = {
    Happening.OPENED: "📗",
    Happening.STARTED: "▶️",
    Happening.ENDED: "🏁",
    Happening.CLOSED: "📕",
    Happening.ASKED: "🗳️",
    Happening.DECIDED: "⚖️",
}


def _said(what: Happening, body: Mapping[str, Any]) -> str:
    match what:
        case Happening.OPENED:
            return "a table was opened"
        case Happening.STARTED:
            robots = body.get("autopilots") or 0
            also = f" and {plural(robots, 'autopilot')}" if robots else ""
            return f"the game began with {plural(body.get('people') or 0, 'player')}{also}"
        case Happening.ENDED:
            how = ENDED.get(str(body.get("ending")), "it is over")
            return f"the game ended after {plural(body.get('actions') or 0, 'action')}, {how}"
        case Happening.CLOSED:
            return "the table was closed before the game began"
        case Happening.ASKED:
            return f"a vote was opened (“{_matter(body)}”)"
    by = "a moderator decided" if body.get("by") == "moderator" else "the players voted"
    return f"{by}: “{_matter(body)}”"


def _matter(body: Mapping[str, Any]) -> str:
    """What it was about; seats have numbers here, for names may change."""
    matter = proposal_of(str(body.get("matter")))
    return asked(matter, [f"seat {number + 1}" for number in range((matter.seat or 0) + 1)])
