"""`/help`, `/rules` and `/card`: how a game is played, what the bot can do, and all cards.

Books have pages. The id of a button names its book and page, so that it still works after a
restart.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.entrances import entrances
from cogs.ids import Press, page_id
from cogs.responder import answer
from cogs.screen import Screen, button, select
from cogs.words import UNOFFICIAL, readable
from engine import GAMES
from engine.kernel.codes import nearest
from engine.kernel.game import Game
from engine.kernel.phrases import either
from engine.kernel.refusal import Refused
from engine.kernel.sections import sections
from host.lobby import STALE_LOBBY
from host.version import version
from render.names import plain
from render.studio import Studio

AnyGame = Game[Any, Any]
HELP = "help"
HELP_TEXT = Path(__file__).parents[1] / "data" / "help.md"
HOUR = 3_600_000
MAX_CHOICES = 25
MAX_NAME = 40  # of what somebody typed, repeated to them


class Reference(commands.Cog):
    def __init__(self, studio: Studio) -> None:
        self.studio = studio

    @app_commands.command(description="What this bot does and how to use it")
    async def help(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            return help_screen(interaction.client)

        await answer(interaction, work)

    @app_commands.command(description="Look up a card")
    @app_commands.describe(name="name of the card")
    async def card(self, interaction: discord.Interaction, name: str) -> None:
        async def work() -> Screen:
            game, card = card_named(name)
            picture = await self.studio.card(game.id, card)
            return Screen().show(picture).say(game.words.card(card), f"-# {game.title}")

        await answer(interaction, work)

    @card.autocomplete("name")
    async def _names(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        names = matching(typed)[:MAX_CHOICES]
        return [app_commands.Choice(name=name, value=name) for name in names]


# Cards


@cache
def all_cards() -> dict[str, tuple[AnyGame, str]]:
    """Return every card by its name, with the game's title where two games share the name."""
    named = [
        (name, game, card)
        for game in GAMES.values()
        for card, name in game.words.cards().items()
        if card not in game.old_cards
    ]
    count = Counter(name for name, _, _ in named)
    return {
        name if count[name] == 1 else f"{name} · {game.title}": (game, card)
        for name, game, card in sorted(named, key=lambda each: each[0])
    }


def matching(typed: str) -> list[str]:
    """Return the names that contain this; those that begin with it come first."""
    wanted = typed.strip().casefold()
    names = [name for name in all_cards() if wanted in name.casefold()]
    return sorted(names, key=lambda name: not name.casefold().startswith(wanted))


def card_named(typed: str) -> tuple[AnyGame, str]:
    """Return the card with this name, or the only one with this part of a name."""
    name = " ".join(typed.split())
    matches = matching(name)
    exact = [each for each in matches if each.casefold() == name.casefold()]
    if exact or len(matches) == 1:
        return all_cards()[(exact or matches)[0]]
    beginning = f"{name.casefold()} · "
    if namesakes := [match for match in matches if match.casefold().startswith(beginning)]:
        raise Refused(f"Several games have that card. Choose {either(namesakes)}.")
    short = plain(name[:MAX_NAME])
    if not short:
        raise Refused("Type the name of a card.")
    hint = nearest(short.title(), all_cards())
    raise Refused(f"I don't know a card called “{readable(short)}”.{hint}")


# Books


def rules_screen(game: AnyGame, page: int = 0) -> Screen:
    return _open_book(game.id, game.title, game.words.rules(), page)


def help_screen(client: discord.Client, page: int = 0) -> Screen:
    """Show a page of the help; the first one has the buttons of the welcome message."""
    return _open_book(HELP, "Help", help_pages(client), page, () if page else entrances())


async def turn_page(client: discord.Client, press: Press, values: Sequence[str]) -> Screen:
    page = int(values[0]) if values and values[0].isdecimal() else press.page
    if press.text == HELP:
        return help_screen(client, page)
    if press.text not in GAMES:
        raise Refused("This page no longer exists.")
    return rules_screen(GAMES[press.text], page)


def _open_book(
    book: str,
    title: str,
    pages: Mapping[str, str],
    page: int,
    buttons: Sequence[ui.Button[ui.LayoutView]] = (),
) -> Screen:
    titles = list(pages)
    last = len(titles) - 1
    page = min(page, last)
    screen = Screen().say(f"### {title} · {titles[page]}", pages[titles[page]]).press(*buttons)
    options = [
        discord.SelectOption(
            label=f"{number + 1}. {each}", value=str(number), default=number == page
        )
        for number, each in enumerate(titles)
    ]
    before = button("◀", page_id(book, max(page - 1, 0)))
    after = button("▶", page_id(book, min(page + 1, last)))
    before.disabled, after.disabled = page == 0, page == last
    screen.choose(select(page_id(book), "Jump to a page", options)).press(before, after)
    return screen.say(f"-# Page {page + 1} of {last + 1} · {UNOFFICIAL}")


def help_pages(client: discord.Client) -> dict[str, str]:
    """Return the help text with its placeholders filled in."""
    facts = {
        "games": "\n".join(map(_game, GAMES.values())),
        "credits": "\n".join(f"{game.title} is {game.credits}." for game in GAMES.values()),
        "commands": "\n".join(_commands(client)),
        "version": version(),
        "lobby_hours": str(STALE_LOBBY // HOUR),
    }
    return {title: text.format_map(facts) for title, text in sections(HELP_TEXT).items()}


def _game(game: AnyGame) -> str:
    people = f"{game.seats[0]}–{game.seats[-1]} players"
    return f"-# **{game.title}** · {people} · about {game.minutes} minutes"


def _commands(client: discord.Client) -> list[str]:
    """List all commands, one per line."""
    assert isinstance(client, commands.AutoShardedBot)
    known = client.tree.walk_commands()
    listed = [command for command in known if isinstance(command, app_commands.Command)]
    return [_command(command) for command in sorted(listed, key=attrgetter("qualified_name"))]


def _command(command: app_commands.Command[Any, ..., Any]) -> str:
    asked = [each.name if each.required else f"[{each.name}]" for each in command.parameters]
    return f"- `{' '.join([f'/{command.qualified_name}', *asked])}` {command.description}"
