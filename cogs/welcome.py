"""The welcome message for a server, and what its buttons do."""

import hashlib
from collections.abc import Awaitable, Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord

from cogs.entrances import LEARN, OPEN, PLAY, about, entrances
from cogs.ids import welcome_id
from cogs.opening import games_to_open, open_new, pressed_for_thread
from cogs.permissions import NEEDED
from cogs.responder import Pressed
from cogs.screen import Screen, button
from engine import GAMES
from engine.kernel.game import Game
from engine.kernel.refusal import Refused
from host import lessons
from host.lobby import game_called
from host.records import Table
from host.server_settings import settings_in
from render.studio import Picture

if TYPE_CHECKING:
    from cogs.presses import Presses

AnyGame = Game[Any, Any]
PRIMARY = discord.ButtonStyle.primary
PICTURE = Path(__file__).parents[1] / "data" / "assets" / "welcome.png"
ALT = "The Factory Table: three dice in hard hats walk to work along a street of smiling factories."
GREETING = (
    "I deal, roll, check the rules and draw the board; your cards stay private. Play live, or over "
    "several days. **Play now** starts right away, against an autopilot."
)


# The message


def welcome_screen() -> Screen:
    screen = Screen().show(_picture()).say("## Board games, right here", GREETING)
    screen.press(*entrances())
    for game in GAMES.values():
        screen.beside(
            button("Play", welcome_id(PLAY, game.id)), f"**{game.title}**", f"-# {about(game)}"
        )
    return screen.say("-# Type **/new** to open a table and **/help** for everything else.")


@cache
def _picture() -> Picture:
    png = PICTURE.read_bytes()
    return Picture(png, ALT, hashlib.sha256(png).hexdigest())


def channel_for(guild: discord.Guild) -> int | None:
    """Return the channel where everybody looks first and the bot may post; None if none."""
    usual = [guild.system_channel] if guild.system_channel else []
    channels = (each for each in (*usual, *guild.text_channels) if _may_post(each))
    return next((each.id for each in channels), None)


def _may_post(channel: discord.TextChannel) -> bool:
    return channel.permissions_for(channel.guild.me).is_superset(NEEDED)


# Its buttons


async def answer_press(presses: "Presses", pressed: Pressed) -> Screen:
    """Do what the press names, with the game it may name."""
    verb, _, game_id = pressed.press.text.partition(" ")
    if shown := await pressed_for_thread(presses, pressed.interaction, verb, game_id):
        return shown
    work = _WORK.get(verb)
    if work is None:
        raise Refused("This button is out of date; type /help.")
    return await work(presses, pressed, game_called(game_id) if game_id else None)


async def _play(presses: "Presses", pressed: Pressed, game: AnyGame | None) -> Screen:
    """Start a private game against an autopilot, of a kind that this server plays."""
    server = await presses.host.read(settings_in, pressed.interaction.guild_id)
    game_id = game.id if game else server.usual_game(GAMES)
    table = await presses.host.do(lessons.play_a_real_one, game_id, by=pressed.caller)
    return await _panel_of(presses, pressed, table)


async def _panel_of(presses: "Presses", pressed: Pressed, table: Table) -> Screen:
    """Show the first panel, with what autopilots have already done."""
    await presses.host.wait_for_autoplay(table.id)
    return await presses.hand_of(pressed.caller.anywhere, table.id)


async def _learn(presses: "Presses", pressed: Pressed, game: AnyGame | None) -> Screen:
    if game is None:
        return which_game(LEARN, "Which game do you want to learn?", GAMES)
    table = await presses.host.do(lessons.learn, game.id, by=pressed.caller)
    return await _panel_of(presses, pressed, table)


async def _open(presses: "Presses", pressed: Pressed, game: AnyGame | None) -> Screen:
    if game:
        return await open_new(presses, pressed.interaction, game.id)
    offered = await games_to_open(presses, pressed.interaction)
    if len(offered) == 1:
        return await open_new(presses, pressed.interaction, offered[0])
    return which_game(OPEN, "Which game do you want to play?", offered)


def which_game(verb: str, question: str, offered: Iterable[str]) -> Screen:
    screen, games = Screen().say(f"**{question}**"), [GAMES[game_id] for game_id in offered]
    for game in games:
        screen.say(f"**{game.title}**\n-# {about(game)}")
    return screen.press(*(button(g.title, welcome_id(verb, g.id), PRIMARY) for g in games))


_WORK: dict[str, Callable[["Presses", Pressed, AnyGame | None], Awaitable[Screen]]] = {
    PLAY: _play,
    LEARN: _learn,
    OPEN: _open,
}
