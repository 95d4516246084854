"""The slash commands of a table: open one, see it, play by code, read its log."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs import games
from cogs.ids import table_id
from cogs.more import leave_screen
from cogs.opening import open_new
from cogs.panel import label
from cogs.permissions import missing_permissions, only_in_servers
from cogs.presses import Presses
from cogs.reference import rules_screen
from cogs.responder import answer, caller_of, sentence_screen
from cogs.screen import Screen, button
from cogs.times import pace_name
from engine import GAMES
from engine.kernel.codes import Action, code
from engine.kernel.refusal import Refused
from engine.kernel.typed import as_code, meant, most_like
from host import lobby, outbox, own_tables, seating, votes
from host.caller import Caller
from host.fairness import proven
from host.host import Host
from host.lobby import game_called
from host.play import Move, Played, act
from host.records import Phase
from host.replay import record_for
from host.terms import MAX_TURN, PACES
from host.views import TableView, table_here, view_table

GAME_CHOICES = [app_commands.Choice(name=game.title, value=game.id) for game in GAMES.values()]
PACE_CHOICES = [app_commands.Choice(name=pace_name(hours), value=hours) for hours in PACES.values()]
FIRST_GAME = next(iter(GAMES))
MAX_CHOICES = 25
DANGER = discord.ButtonStyle.danger


async def game_here(host: Host, interaction: discord.Interaction) -> str:
    """Return the game of this channel's last table, or else the first one."""
    caller = caller_of(interaction)
    try:
        table = await host.read(table_here, caller)
        return (await host.read(view_table, table, by=caller)).table.game.id
    except Refused:
        return FIRST_GAME


def end_screen(table: int) -> Screen:
    """Ask once more, because nobody else has to agree."""
    text = "End this game now with the current score? You can't undo this."
    return Screen().say(text).press(button("End game", table_id(table, "end"), DANGER))


async def played_by_words(host: Host, table_id: int, typed: str, by: Caller) -> Played:
    """Play what was typed; a refusal names what was probably meant."""
    seen = await host.read(view_table, table_id, by=by)
    text = as_code(typed, seen.table.game.vocabulary)
    matches = meant(text, seen.actions)
    chosen = code(matches[0]) if len(matches) == 1 else text or typed
    try:
        return await host.do(act, table_id, Move(chosen), by=by)
    except Refused as refusal:
        has_advice = str(refusal).endswith("?") or ". " in str(refusal)
        hint = "" if has_advice else _hint(text, seen, matches)
        raise Refused(f"{refusal}{hint}") from None


def _hint(text: str, seen: TableView, matches: Sequence[Action]) -> str:
    """Name what can be typed; nobody who means a move is led to something beside the game."""
    if len(matches) > 1:
        return f" You can type “{code(matches[0])}” or “{code(matches[1])}”."
    asides = seen.table.game.aside_verbs
    nearest = most_like(text, [each for each in seen.actions if each[0] not in asides])
    return f" The nearest thing you can do is “{nearest}”." if nearest else ""


class Tables(commands.Cog):
    def __init__(self, host: Host, presses: Presses) -> None:
        self.host, self.presses = host, presses

    async def _here(self, caller: Caller) -> int:
        """Return the table of this channel; in direct messages the user's most active one."""
        return await self.host.read(table_here, caller)

    @app_commands.command(description="Open a table in this channel")
    @app_commands.describe(
        game="which game",
        pace="time per turn",
        hours="custom pace: hours per turn",
        thread="open it in a thread of its own",
    )
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.choices(pace=PACE_CHOICES)
    @only_in_servers
    async def new(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        pace: int | None = None,
        hours: app_commands.Range[int, 1, MAX_TURN] | None = None,
        thread: bool = False,
    ) -> None:
        async def work() -> Screen:
            return await open_new(self.presses, interaction, game, hours or pace, thread)

        await answer(interaction, work)

    @app_commands.command(description="Show your cards and actions")
    async def hand(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            return await games.hand(self.presses, caller_of(interaction))

        await answer(interaction, work)

    @app_commands.command(description="Show the board")
    @app_commands.describe(form="pictures or text")
    @app_commands.choices(
        form=[app_commands.Choice(name=each, value=each) for each in ("pictures", "text")]
    )
    async def board(self, interaction: discord.Interaction, form: str = "pictures") -> None:
        async def work() -> Screen:
            table = await self._here(caller_of(interaction))
            if not missing_permissions(interaction):
                await self.host.do(outbox.find_channel, table, interaction.channel_id)
            seen = await self.host.read(view_table, table, by=None)
            if form == "text":
                return await self.presses.board_text(seen)
            return await self.presses.board_pictures(seen)

        await answer(interaction, work)

    @app_commands.command(description="Play by typing, such as “mine 5” or “build Nuclear Plant”")
    @app_commands.describe(action="pick a suggestion or type an action")
    async def play(self, interaction: discord.Interaction, action: str) -> None:
        async def work() -> Screen:
            caller = caller_of(interaction)
            played = await played_by_words(self.host, await self._here(caller), action, caller)
            return await self.presses.panel_after(played)

        await answer(interaction, work)

    @play.autocomplete("action")
    async def _actions(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            caller = caller_of(interaction)
            seen = await self.host.read(view_table, await self._here(caller), by=caller)
        except Refused:
            return []
        text = as_code(typed, seen.table.game.vocabulary)
        actions = [each for each in seen.actions if text in code(each)][:MAX_CHOICES]
        return [
            app_commands.Choice(name=label(seen, each)[:100], value=code(each)) for each in actions
        ]

    @app_commands.command(description="Show what happened at this table")
    async def log(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            caller = caller_of(interaction)
            return await self.presses.log_of(caller, await self._here(caller))

        await answer(interaction, work)

    @app_commands.command(
        description="Leave: give up your seat in a lobby, or let the autopilot play for you"
    )
    async def leave(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            caller = caller_of(interaction)
            table = await self._here(caller)
            seen = await self.host.read(view_table, table, by=caller)
            if seen.table.phase is Phase.LOBBY:
                await self.host.do(lobby.leave, table, by=caller)
                return sentence_screen("You left the lobby.")
            is_loss = await self.host.read(seating.is_loss_to_leave, table, by=caller)
            return leave_screen(table, is_loss)

        await answer(interaction, work)

    @app_commands.command(description="Propose to end the game now (everyone must agree)")
    async def end(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            caller = caller_of(interaction)
            table = await self._here(caller)
            seen = await self.host.read(view_table, table, by=caller)
            if len(seen.table.humans) == 1 and seen.seat is not None and seen.waiting:
                return end_screen(table)
            await self.host.do(votes.end, table, by=caller)
            is_over = (await self.host.read(view_table, table, by=caller)).table.phase is Phase.OVER
            return sentence_screen(
                "The game is over."
                if is_over
                else "Vote recorded. The game ends when everyone agrees."
            )

        await answer(interaction, work)

    @app_commands.command(description="Check that the deck and dice were fair")
    @app_commands.describe(table="which game (default: the last one played here)")
    async def verify(self, interaction: discord.Interaction, table: str | None = None) -> None:
        async def work() -> Screen:
            by = caller_of(interaction)
            number = await games.meant(self.host, by, games.VERIFY, table)
            if isinstance(number, Screen):
                return number
            return sentence_screen((await proven(self.host.read(record_for, number, by))).sentence)

        await answer(interaction, work)

    @verify.autocomplete("table")
    async def _tables(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await games.choices(self.host, interaction, typed)

    @app_commands.command(name="games", description="Your games: whose turn it is, and replays")
    async def own_games(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            own = await own_tables.listed(self.host, interaction.user.id)
            return games.games_screen(own, self.presses.gallery.emojis)

        await answer(interaction, work)

    @app_commands.command(description="Read the rules of a game")
    @app_commands.describe(game="which game (default: the one played here)")
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: discord.Interaction, game: str | None = None) -> None:
        async def work() -> Screen:
            return rules_screen(game_called(game or await game_here(self.host, interaction)))

        await answer(interaction, work)
