"""Votes of a table as people see them, and the commands of `/table`."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ids import (
    agree_id,
    disagree_id,
    oppose_id,
    propose_id,
    recall_id,
    table_id,
    withdraw_id,
)
from cogs.permissions import must_moderate
from cogs.responder import answer, caller_of, sentence_screen
from cogs.screen import Screen, button, select
from cogs.times import pause_line, terms_line
from cogs.words import safe_names
from engine.kernel.refusal import Refused
from host import votes
from host.host import Host
from host.records import Phase, Table
from host.rules import has_newer_rules
from host.views import table_here
from host.votes import DecidedBy, Decision, OpenVote, Proposal, ProposalKind, Standing, standing

PRIMARY, SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success
DANGER = discord.ButtonStyle.danger
MAX_ROWS = 7  # proposals with their own buttons: a message holds 40 components
MAX_OPTIONS = 25
ASKS = {
    ProposalKind.PAUSE: "Pause the clock",
    ProposalKind.RESUME: "Resume the clock",
    ProposalKind.EXTEND: "More time: one extra turn's worth for everyone still playing",
    ProposalKind.TURN: "Let the autopilot play {who}'s turn",
    ProposalKind.TAKEOVER: "Let the autopilot play for {who} until they're back",
    ProposalKind.REPLACE: "Open {who}'s seat to someone else",
    ProposalKind.REMOVE: "Give {who}'s seat to the autopilot permanently",
    ProposalKind.RULES: "Go on with the game's newest rules",
    ProposalKind.ABANDON: "End the game now with the current scores",
}


def asked(matter: Proposal, names: Sequence[str]) -> str:
    """Say what the vote is about."""
    who = "" if matter.seat is None else names[matter.seat]
    return ASKS[matter.subject].format(who=who)


def numbered(seats: int) -> list[str]:
    """Return names for players when real names can't be used."""
    return [f"player {number}" for number in range(1, seats + 1)]


def possible(table: Table, user: int) -> list[Proposal]:
    """List everything that this user could propose."""
    own = table.seat_of(user)
    if table.phase is not Phase.PLAYING or own is None:
        return []
    proposals = []
    if table.terms.budget:
        stop_or_go = ProposalKind.RESUME if table.paused else ProposalKind.PAUSE
        proposals = [Proposal(stop_or_go), Proposal(ProposalKind.EXTEND)]
    for seat in table.seats:
        if seat.user is not None and seat.number != own.number:
            if not seat.is_autopilot:
                proposals.append(Proposal(ProposalKind.TAKEOVER, seat.number))
            proposals += [
                Proposal(ProposalKind.REPLACE, seat.number),
                Proposal(ProposalKind.REMOVE, seat.number),
            ]
    if has_newer_rules(table):
        proposals.append(Proposal(ProposalKind.RULES))
    return [*proposals, Proposal(ProposalKind.ABANDON)]


def votes_screen(shown: Standing) -> Screen:
    """Show the open votes publicly, with buttons to join in."""
    table, open_votes = shown
    names = safe_names(table)
    screen = Screen().say(f"**{table.game.title}** · votes")
    if len(open_votes) > MAX_ROWS:
        return _in_selects(screen, table, open_votes)
    for motion in open_votes:
        screen.say(_line(motion, names)).press(
            button("Agree", agree_id(table.id, motion.matter), SUCCESS),
            button("Disagree", disagree_id(table.id, motion.matter), DANGER),
            button("Withdraw my vote", withdraw_id(table.id, motion.matter)),
        )
    return screen


def _in_selects(screen: Screen, table: Table, open_votes: Sequence[OpenVote]) -> Screen:
    """Show so many votes that each gets only a line."""
    names = safe_names(table)
    screen.say(*(_short_line(motion, names) for motion in open_votes))
    options = _options(table, [motion.matter for motion in open_votes])
    screen.choose(select(propose_id(table.id), "Vote for …", options))
    screen.choose(select(oppose_id(table.id), "Vote against …", options))
    return screen.choose(select(recall_id(table.id), "Withdraw your vote for …", options))


def _options(table: Table, matters: Sequence[Proposal]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=asked(matter, table.names)[:100], value=matter.text)
        for matter in matters[:MAX_OPTIONS]
    ]


def _short_line(motion: OpenVote, names: Sequence[str]) -> str:
    return f"🗳️ {asked(motion.matter, names)} · {len(motion.in_favor)} of {motion.needed}"


def vote_lines(table: Table, motions: Sequence[OpenVote]) -> list[str]:
    """Describe a vote, and who has voted so far."""
    names = safe_names(table)
    return [_line(motion, names) for motion in motions[:MAX_ROWS]]


def _line(motion: OpenVote, names: Sequence[str]) -> str:
    wanted = ", ".join(f"**{names[seat]}**" for seat in motion.in_favor) or "nobody yet"
    denied = ", ".join(f"**{names[seat]}**" for seat in motion.against)
    against = f" Against: {denied}." if denied else ""
    absent = "" if motion.voters else " Nobody is around to vote."
    return (
        f"🗳️ {asked(motion.matter, names)}\n"
        f"-# {len(motion.in_favor)} of {motion.needed} votes: {wanted}.{against}{absent}"
    )


def table_screen(shown: Standing, user: int, warning: str = "") -> Screen:
    """Show the open votes privately, and what could be proposed."""
    table, open_votes = shown
    screen = Screen().say(f"**{table.game.title}**", warning)
    if table.phase is not Phase.PLAYING:
        return screen.say("No game is running here.")
    screen.say(terms_line(table.terms), pause_line(table))
    screen.say(f"-# The game ends if nobody plays for {table.terms.idle_days} days.")
    said = _short_line if len(open_votes) > MAX_ROWS else _line
    names = safe_names(table)
    screen.say(*(said(motion, names) for motion in open_votes))
    return _asking(screen, table, user)


def _asking(screen: Screen, table: Table, user: int) -> Screen:
    own = table.seat_of(user)
    if own is None:
        return screen.say("You're watching. Players can start a vote here.")
    if own.is_autopilot:
        take_back = button("Take my seat back", table_id(table.id, "takeback"), PRIMARY)
        return screen.say("The autopilot is playing your seat.").press(take_back)
    options = _options(table, possible(table, user))
    screen.choose(select(propose_id(table.id), "Start a vote", options))
    return screen.press(button("Leave the game", table_id(table.id, "askleave")))


def decisions_screen(table: Table, decisions: Sequence[Decision]) -> Screen:
    """List the decisions for moderators, the newest first."""
    screen, names = Screen().say(f"**{table.game.title}** · table {table.id}"), safe_names(table)
    if not decisions:
        return screen.say("Nothing was decided here by vote, by a moderator or by the time limit.")
    return screen.say(*(_decision_line(each, names) for each in decisions))


def _decision_line(decision: Decision, todays: Sequence[str]) -> str:
    """Describe a decision; players who have lost their seat since are shown by number."""
    then = zip(todays, numbered(len(todays)), strict=True)
    names = [pair[seat in decision.passed_on] for seat, pair in enumerate(then)]
    voted = ", ".join(f"**{names[seat]}**" for seat in decision.seats)
    moderator = "a moderator" if decision.user is None else f"<@{decision.user}>"
    how = {
        DecidedBy.VOTE: f"by vote of {voted}",
        DecidedBy.MODERATOR: f"by {moderator}",
        DecidedBy.LIMIT: "by the time limit",
        DecidedBy.NOBODY: f"did not pass, {voted} voted against",
    }
    matter = asked(decision.matter, names)
    return f"<t:{decision.at // 1000}:f> {matter}: {how[decision.by]}"


class Votes(commands.Cog):
    """The commands of `/table`; moderators can force a decision."""

    table = app_commands.Group(
        name="table", description="Votes: pause, more time, change players, end"
    )

    def __init__(self, host: Host) -> None:
        self.host = host

    async def _put(
        self,
        interaction: discord.Interaction,
        subject: ProposalKind,
        player: discord.User | discord.Member | None,
        force: bool,
    ) -> None:
        async def work() -> Screen:
            caller = caller_of(interaction)
            number = await self.host.read(table_here, caller)
            table, _ = await self.host.read(standing, number, by=caller)
            matter = Proposal(subject, None if player is None else _seat(table, player.id))
            if force:
                must_moderate(interaction)
                await self.host.do(votes.force, number, matter, by=caller)
                return sentence_screen("Done.")
            motion = await self.host.do(votes.agree, number, matter, by=caller)
            return sentence_screen(_outcome(motion) if motion else "You've already voted for that.")

        await answer(interaction, work)

    @table.command(description="Moderators: who decided what at this table, and when")
    async def decisions(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            must_moderate(interaction)
            caller = caller_of(interaction)
            number = await self.host.read(table_here, caller)
            return decisions_screen(*await self.host.read(votes.decisions, number))

        await answer(interaction, work)

    @table.command(description="Propose to pause the clock")
    @app_commands.describe(force="moderators: do it without a vote")
    async def pause(self, interaction: discord.Interaction, force: bool = False) -> None:
        await self._put(interaction, ProposalKind.PAUSE, None, force)

    @table.command(description="Propose to resume the clock")
    @app_commands.describe(force="moderators: do it without a vote")
    async def resume(self, interaction: discord.Interaction, force: bool = False) -> None:
        await self._put(interaction, ProposalKind.RESUME, None, force)

    @table.command(description="Propose more time for this turn")
    @app_commands.describe(force="moderators: do it without a vote")
    async def extend(self, interaction: discord.Interaction, force: bool = False) -> None:
        await self._put(interaction, ProposalKind.EXTEND, None, force)

    @table.command(description="Propose to open a player's seat to someone else")
    @app_commands.describe(player="whose seat", force="moderators: do it without a vote")
    async def replace(
        self, interaction: discord.Interaction, player: discord.User, force: bool = False
    ) -> None:
        await self._put(interaction, ProposalKind.REPLACE, player, force)

    @table.command(description="Propose to give a player's seat to the autopilot")
    @app_commands.describe(player="whose seat", force="moderators: do it without a vote")
    async def remove(
        self, interaction: discord.Interaction, player: discord.User, force: bool = False
    ) -> None:
        await self._put(interaction, ProposalKind.REMOVE, player, force)

    @table.command(description="Propose to go on with the game's newest rules")
    @app_commands.describe(force="moderators: do it without a vote")
    async def rules(self, interaction: discord.Interaction, force: bool = False) -> None:
        await self._put(interaction, ProposalKind.RULES, None, force)

    @table.command(description="Propose to end the game now")
    @app_commands.describe(force="moderators: do it without a vote")
    async def abandon(self, interaction: discord.Interaction, force: bool = False) -> None:
        await self._put(interaction, ProposalKind.ABANDON, None, force)


def _seat(table: Table, user: int) -> int:
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("That person isn't playing at this table.")
    return seat.number


def _outcome(motion: OpenVote) -> str:
    if motion.is_carried:
        return "Everyone needed has agreed. Done!"
    missing = motion.needed - len(motion.in_favor)
    return f"Vote started: {missing} more must agree."
