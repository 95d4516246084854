"""`/stats` and `/leaderboard`: how the games of a person or of a server went."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.permissions import only_in_servers
from cogs.responder import answer, caller_of, sentence_screen
from cogs.screen import Screen
from cogs.tables import GAME_CHOICES, game_here
from cogs.tallies import person_screen, tally_screen
from cogs.words import safe
from engine import GAMES
from engine.kernel.refusal import Refused
from host import statistics
from host.host import Host
from host.lobby import game_called
from host.records import Rating, User
from render.studio import Studio

MAX_CHANNELS = 5_000


def channels_of(interaction: discord.Interaction) -> list[int]:
    """Return every channel and thread of the server; none in direct messages."""
    guild = interaction.guild
    if guild is None:
        return []
    return [each.id for each in (*guild.channels, *guild.threads)][:MAX_CHANNELS]


class StatisticsCog(commands.Cog, name="Statistics"):
    def __init__(self, host: Host, studio: Studio) -> None:
        self.host, self.studio = host, studio

    @app_commands.command(description="Games, wins, scores, dice luck and favorite cards")
    @app_commands.describe(
        player="whose stats (default: yours)",
        server="stats for the whole server",
        game="which game",
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def stats(
        self,
        interaction: discord.Interaction,
        player: discord.User | None = None,
        server: bool = False,
        game: str | None = None,
    ) -> None:
        async def work() -> Screen:
            chosen = game_called(game or await game_here(self.host, interaction)).id
            if server and not interaction.guild:
                raise Refused("Use this in a server channel.")
            if server and interaction.guild:
                channels = channels_of(interaction)
                tally = await self.host.read(statistics.of_channels, channels, chosen)
                return await tally_screen(self.studio, chosen, interaction.guild.name, tally)
            user = player or interaction.user
            who = User(user.id, user.display_name)
            by = caller_of(interaction)
            return await person_screen(self.host, self.studio, who, chosen, by)

        await answer(interaction, work)

    @app_commands.command(description="Top players on this server")
    @app_commands.describe(game="which game")
    @app_commands.choices(game=GAME_CHOICES)
    @only_in_servers
    async def leaderboard(self, interaction: discord.Interaction, game: str | None = None) -> None:
        async def work() -> Screen:
            chosen = game_called(game or await game_here(self.host, interaction)).id
            leaders = await self.host.read(statistics.leaders, channels_of(interaction), chosen)
            lines = [_leader(n, *each) for n, each in enumerate(leaders, 1)]
            if not lines:
                return sentence_screen(
                    "No ratings yet. Finish a game with at least 2 people to get one."
                )
            title = f"### {GAMES[chosen].title}: leaderboard"
            return Screen().say(
                title, *lines, "-# Ratings count games between people on this server."
            )

        await answer(interaction, work)


def _leader(place: int, rating: Rating, name: str) -> str:
    games = "1 game" if rating.games == 1 else f"{rating.games} games"
    return f"{place}. {safe(name)} · **{rating.points}** ({games})"
