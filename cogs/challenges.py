"""The commands for playing alone: `/solo` and `/challenge`, with rankings and results to share."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.opening import solo_here
from cogs.people import zone_choices
from cogs.permissions import IN_SERVERS, must_post
from cogs.responder import Pressed, answer, caller_of, is_own_panel, sentence_screen
from cogs.screen import Screen
from cogs.standings import ranking_screen, title_of
from cogs.times import exactly, many
from engine import GAMES
from engine.kernel.game import Game
from engine.kernel.refusal import Refused
from host import challenges, deals, schedules
from host.caller import Caller
from host.host import Host
from host.lobby import game_called
from host.server_settings import settings_in

if TYPE_CHECKING:
    from cogs.presses import Presses

SOLO = {game.id: game for game in GAMES.values() if game.solo}
GAME_CHOICES = [app_commands.Choice(name=game.title, value=game.id) for game in SOLO.values()]
LEVELS = list(
    dict.fromkeys(level for game in SOLO.values() if game.solo for level in game.solo.levels)
)
LEVEL_CHOICES = [app_commands.Choice(name=level, value=level) for level in LEVELS]
KIND_CHOICES = [app_commands.Choice(name=each, value=each) for each in (deals.DAILY, deals.WEEKLY)]


class Challenges(commands.Cog):
    challenge = app_commands.Group(
        name="challenge",
        description="Solo challenges: everyone gets the same deck and dice",
        allowed_contexts=IN_SERVERS,
    )

    def __init__(self, host: Host, presses: "Presses") -> None:
        self.host, self.presses = host, presses

    async def _usual_game(self, interaction: discord.Interaction) -> str:
        """Return the first solo game that this server plays."""
        return (await self.host.read(settings_in, interaction.guild_id)).usual_game(SOLO)

    @app_commands.command(description="Play solo against the game's built-in opponent")
    @app_commands.describe(
        game="which game", level="how strong the opponent is", private="keep the table private"
    )
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.choices(level=LEVEL_CHOICES)
    async def solo(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        level: str | None = None,
        private: bool = False,
    ) -> None:
        async def work() -> Screen:
            game_id = game or await self._usual_game(interaction)
            chosen = level or usual_level(game_called(game_id, SOLO))
            is_private = private or not interaction.guild_id
            return await solo_here(self.presses, interaction, game_id, chosen, is_private)

        await answer(interaction, work)

    @challenge.command(description="Post a challenge: same deck for everyone, one ranked try each")
    @app_commands.describe(
        level="how strong the opponent is", hours="how many hours it stays open", game="which game"
    )
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.choices(level=LEVEL_CHOICES)
    async def post(
        self,
        interaction: discord.Interaction,
        level: str | None = None,
        hours: app_commands.Range[int, 1, challenges.LONGEST] = 48,
        game: str | None = None,
    ) -> None:
        async def work() -> Screen:
            must_post(interaction)
            channel = _channel(interaction)
            game_id = game or await self._usual_game(interaction)
            chosen = level or usual_level(game_called(game_id, SOLO))
            caller = caller_of(interaction)
            await self.host.do(challenges.post, game_id, chosen, hours, channel, by=caller)
            return sentence_screen(
                "The challenge is open! Press **Play** below to start your attempt."
            )

        await answer(interaction, work)

    @challenge.command(description="Post a challenge here every day or every week")
    @app_commands.describe(
        kind="how often",
        hour="hour of the day to post it, 0–23",
        zone="time zone for that hour, such as Europe/Paris",
        game="which game",
    )
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.choices(kind=KIND_CHOICES)
    @app_commands.autocomplete(zone=zone_choices)
    async def schedule(
        self,
        interaction: discord.Interaction,
        kind: str,
        hour: app_commands.Range[int, 0, 23] = 9,
        zone: str = "UTC",
        game: str | None = None,
    ) -> None:
        async def work() -> Screen:
            _must_manage(interaction)
            must_post(interaction)
            channel = _channel(interaction)
            caller = caller_of(interaction)
            game_id = game or await self._usual_game(interaction)
            scheduled = await self.host.do(
                schedules.schedule, kind, game_id, zone, hour, channel, by=caller
            )
            anchor = await self.host.do(deals.published, kind)
            return sentence_screen(
                f"I'll post a {kind} challenge here, starting {exactly(scheduled.next)}. The luck "
                "for every future challenge is already fixed; its public fingerprint is "
                f"`{anchor}`."
            )

        await answer(interaction, work)

    @challenge.command(description="Stop daily or weekly challenges here")
    @app_commands.choices(kind=KIND_CHOICES)
    async def stop(self, interaction: discord.Interaction, kind: str) -> None:
        async def work() -> Screen:
            _must_manage(interaction)
            await self.host.do(schedules.unschedule, kind, interaction.channel_id or 0)
            return sentence_screen(f"I've stopped the {kind} challenges in this channel.")

        await answer(interaction, work)


def _channel(interaction: discord.Interaction) -> int:
    if not interaction.channel_id:
        raise Refused(
            "Use this in a server channel: challenges can't be posted in direct messages."
        )
    return interaction.channel_id


def _must_manage(interaction: discord.Interaction) -> None:
    if not interaction.permissions.manage_messages:
        raise Refused("Only moderators can do that (you need the Manage Messages permission).")


def usual_level(game: Game[Any, Any]) -> str:
    assert game.solo
    return game.solo.levels[len(game.solo.levels) // 2 - 1]


# Presses on a challenge


async def answer_press(presses: "Presses", pressed: Pressed) -> Screen:
    """Carry out a press on a challenge; its id has the challenge's number instead of a table's."""
    work = CHALLENGE_BUTTONS.get(pressed.press.text)
    if work is None:
        raise Refused("This button is out of date; use the challenge's latest message.")
    screen = await work(presses, pressed.caller, pressed.table)
    screen.is_apart = is_own_panel(pressed.interaction) and pressed.press.text != "play"
    return screen


async def _play(presses: "Presses", caller: Caller, number: int) -> Screen:
    table = await presses.host.do(challenges.play, number, by=caller)
    return await presses.hand_of(caller.anywhere, table)


async def _overall(presses: "Presses", caller: Caller, number: int) -> Screen:
    board = await presses.host.read(challenges.board, number, is_overall=True, by=caller)
    where = "Results from all servers:" if board.anchor else ""
    return await ranking_screen(presses.gallery.studio, board, where)


async def _share(presses: "Presses", caller: Caller, number: int) -> Screen:
    challenge = await presses.host.do(challenges.share, number, by=caller)
    return sentence_screen(f"I've posted your result in <#{challenge.channel}>.")


async def _best(presses: "Presses", caller: Caller, number: int) -> Screen:
    table = await presses.host.read(challenges.winning_table, number, by=caller)
    return await presses.replay.opened(caller, table)


async def _verify(presses: "Presses", caller: Caller, number: int) -> Screen:
    proof = await presses.host.read(challenges.proof, number, by=caller)
    deal = proof.deal
    screen = Screen().say(
        f"### {title_of(deal)}: proof of fairness",
        f"Key: `{proof.key}`",
        f"SHA-256 of the key, shown in the challenge from the start: `{proof.commitment}`",
    )
    if proof.link:
        screen.say(
            f"Chain link for this challenge: `{proof.link}`",
            f"Hash the link {many(proof.steps, 'time')} with SHA-256 and you get the "
            f"fingerprint published at the start: `{proof.anchor}`",
            f"The key is HMAC-SHA256 of the link and the text “the deal of {deal.game}”.",
        )
    return screen.say(
        "-# To check a whole game: press **Best attempt**, then **Export**, and run "
        "`python -m engine verify FILE`."
    )


CHALLENGE_BUTTONS: dict[str, Callable[["Presses", Caller, int], Awaitable[Screen]]] = {
    "play": _play,
    "overall": _overall,
    "share": _share,
    "best": _best,
    "verify": _verify,
}
