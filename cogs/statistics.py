"""`/stats` and `/leaderboard`: what has become of the games of a person or of a server."""

from collections.abc import Iterator

import discord
from discord import app_commands
from discord.ext import commands

from cogs.permissions import only_in_servers
from cogs.responder import answer, sentence_screen
from cogs.screen import Screen
from cogs.tables import GAME_CHOICES, game_here
from cogs.times import reliability
from cogs.words import safe
from engine import GAMES
from engine.kernel.phrases import plural
from engine.kernel.refusal import Refused
from host import statistics
from host.host import Host
from host.lobby import game_called
from host.records import Rating
from host.statistics import Tally
from render.statistics import LevelRecord, Statistics
from render.studio import Studio

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
MAX_CHANNELS = 5_000


def channels_of(interaction: discord.Interaction) -> list[int]:
    """Every channel and thread of the server; in private none."""
    guild = interaction.guild
    if guild is None:
        return []
    return [each.id for each in (*guild.channels, *guild.threads)][:MAX_CHANNELS]


def duration(milliseconds: int) -> str:
    """Roughly, as people say it."""
    for unit, name in ((DAY, "days"), (HOUR, "h"), (MINUTE, "min")):
        if milliseconds >= 2 * unit:
            return f"{milliseconds // unit} {name}"
    return f"{milliseconds // 1000} s"


def drawn(game_id: str, tally: Tally, rating: Rating | None) -> Statistics:
    """The sums as the picture wants them."""
    game = GAMES[game_id]
    names = game.words.cards()
    levels = game.solo.levels if game.solo else ()
    return Statistics(
        games=tally.games,
        wins=tally.wins,
        average=tally.average,
        best=tally.best,
        levels=tuple(
            LevelRecord(level, *tally.levels[level]) for level in levels if level in tally.levels
        ),
        rival=game.solo.rival if game.solo else "the opponent",
        turn_time=duration(tally.turn_ms) if tally.turn_ms is not None else "",
        dice=tally.pips,
        dice_rolled=tally.dice,
        favourites=tuple((names.get(card, card), count) for card, count in tally.cards),
        rating=rating.points if rating and rating.games else None,
        rated_games=rating.games if rating else 0,
    )


def _set_apart(tally: Tally) -> Iterator[str]:
    """The games that are counted, but not in every sum."""
    if tally.by_autopilot:
        played = plural(tally.by_autopilot, "game")
        yield f"-# {played} mostly by autopilot: not counted for favorite cards."
    if tally.left:
        yield f"-# {plural(tally.left, 'game')} left: counted as lost, in no average."


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
                return await self._shown(chosen, interaction.guild.name, tally, None)
            user = player or interaction.user
            tally = await self.host.read(statistics.of_person, user.id, chosen)
            rating = await self.host.read(statistics.rating_of, user.id, chosen)
            found = await self.host.read(statistics.reliability_of, user.id)
            screen = await self._shown(chosen, user.display_name, tally, rating)
            return screen.say(f"⏰ {reliability(found).capitalize()}." if found.is_known else "")

        await answer(interaction, work)

    async def _shown(self, game: str, name: str, tally: Tally, rating: Rating | None) -> Screen:
        facts = drawn(game, tally, rating)
        picture = await self.studio.statistics(game, name, facts)
        screen = Screen().say(f"**{GAMES[game].title}** · {safe(name)}").show(picture)
        return screen.say(*_set_apart(tally))

    @app_commands.command(description="Top players on this server")
    @app_commands.describe(game="which game")
    @app_commands.choices(game=GAME_CHOICES)
    @only_in_servers
    async def leaderboard(self, interaction: discord.Interaction, game: str | None = None) -> None:
        async def work() -> Screen:
            chosen = game_called(game or await game_here(self.host, interaction)).id
            found = await self.host.read(statistics.leaders, channels_of(interaction), chosen)
            lines = [_leader(n, *each) for n, each in enumerate(found, 1)]
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
