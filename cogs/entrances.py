"""The buttons for newcomers, in the welcome message and in /help."""

from typing import Any

import discord
from discord import ui

from cogs.ids import welcome_id
from cogs.screen import button
from engine.kernel.game import Game

PRIMARY, SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success
PLAY, LEARN, OPEN = "play", "learn", "open"


def entrances() -> list[ui.Button[ui.LayoutView]]:
    return [
        button("Play now", welcome_id(PLAY), SUCCESS),
        button("Learn in three minutes", welcome_id(LEARN), PRIMARY),
        button("Open a table for friends", welcome_id(OPEN)),
    ]


def about(game: Game[Any, Any]) -> str:
    """Describe a game in one line."""
    people = f"{game.seats[0]}–{game.seats[-1]} players"
    return f"{people} · about {game.minutes} minutes · {game.pitch}"
