"""A server's log: a channel where openings, endings, votes and decisions of its tables appear."""

from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.permissions import must_moderate, only_in_servers
from cogs.responder import answer, sentence_screen
from cogs.screen import Screen
from cogs.votes import asked, numbered
from engine import GAMES
from engine.kernel.phrases import plural
from host.happenings import BEGUN, Happening, choose_log
from host.host import Host
from host.votes import DecidedBy, proposal_of

ENDED = {
    "finished": "it was played to the end",
    "ended by agreement": "everyone agreed to end it",
    "ended by a moderator": "a moderator ended it",
    "abandoned": "nobody played any more",
}
DECIDERS: dict[str, str] = {
    DecidedBy.MODERATOR: "a moderator decided",
    DecidedBy.LIMIT: "time was up",
}
CHOSEN = (
    "Done: {channel} gets a line when a table opens, starts or ends, when a vote opens or ends, "
    "when something is decided, and when I can't go on with a table. If you don't see my first "
    "message there, check my permissions."
)


class ServerLog(commands.Cog):
    def __init__(self, host: Host) -> None:
        self.host = host

    @app_commands.command(description="Moderators: choose a channel for a log of what tables do")
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
    """Describe one event without anybody's name."""
    what = body.get("what")
    if what == BEGUN:
        return "📋 I'll post here when tables open, start or end, and what is decided there."
    game = GAMES[body["game"]].title if body.get("game") in GAMES else "A game"
    where = f"**{game}**, table {body.get('table')} in <#{body.get('channel')}>"
    icon, sentence = _LINES[Happening(str(what))]
    return f"{icon} {where}: {sentence(body)}."


Body = Mapping[str, Any]


def _started(body: Body) -> str:
    robots = body.get("autopilots") or 0
    also = f" and {plural(robots, 'autopilot')}" if robots else ""
    return f"the game began with {plural(body.get('people') or 0, 'player')}{also}"


def _ended(body: Body) -> str:
    how = ENDED.get(str(body.get("ending")), "it is over")
    return f"the game ended after {plural(body.get('actions') or 0, 'action')}, {how}"


def _decided(body: Body) -> str:
    by = DECIDERS.get(str(body.get("by")), "the players voted")
    return f"{by}: “{_matter(body)}”"


_LINES: dict[Happening, tuple[str, Callable[[Body], str]]] = {
    Happening.OPENED: ("📗", lambda body: "a table was opened"),
    Happening.STARTED: ("▶️", _started),
    Happening.ENDED: ("🏁", _ended),
    Happening.CLOSED: ("📕", lambda body: "the table was closed before the game began"),
    Happening.ASKED: ("🗳️", lambda body: f"a vote was opened (“{_matter(body)}”)"),
    Happening.WITHDRAWN: ("🗳️", lambda body: f"a vote was withdrawn (“{_matter(body)}”)"),
    Happening.EXPIRED: ("🗳️", lambda body: f"a vote was open for too long (“{_matter(body)}”)"),
    Happening.REJECTED: ("🗳️", lambda body: f"a vote did not pass (“{_matter(body)}”)"),
    Happening.DECIDED: ("⚖️", _decided),
    Happening.RESTS: ("⏸️", lambda body: "the game is on hold, because I no longer know its rules"),
    Happening.WOKEN: ("▶️", lambda body: "the game goes on, because I know its rules again"),
    Happening.DAMAGED: ("⚠️", lambda body: "the table was closed, because its record is damaged"),
}


def _matter(body: Mapping[str, Any]) -> str:
    """Describe a proposal with player numbers, because names may change."""
    matter = proposal_of(str(body.get("matter")))
    return asked(matter, numbered((matter.seat or 0) + 1))
