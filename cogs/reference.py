"""Help that is always there: how a game is played, what the bot can do, and every card."""

from typing import Any

from cogs.screen import Screen
from cogs.words import UNOFFICIAL
from engine.kernel.game import Game


def rules_screen(game: Game[Any, Any], page: int = 0) -> Screen:
    pages = list(game.words.rules().items())
    title, text = pages[page % len(pages)]
    return Screen().say(f"**{game.title}: {title}**", text, f"-# {UNOFFICIAL}")
