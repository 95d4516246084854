"""Words for messages: names made harmless, links to channels, what the host is called here."""

import itertools
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

import discord

from engine import GAMES
from engine.kernel.game import Game
from engine.kernel.refusal import Refused
from host.records import Table
from render.names import graphemes, plain

UNSEEN = ("Cc", "Cf", "Co", "Cs")  # control, direction, private, half characters
_MEANING = re.compile(r"[\\`*_~|<\[]|(?<=:)/(?=/)|^[#>+-]")
_NUMBERED = re.compile(r"^(\d+)(?=[.)])")
LONGEST_NAME = 32  # as Discord's own, although some letters become many when they are folded
UNOFFICIAL = "An unofficial fan project."


def readable(name: str) -> str:
    """A name without what cannot be seen, turns lines around or piles up, no longer than usual."""
    found = plain(name) or "Somebody"
    if len(found) <= LONGEST_NAME:
        return found
    kept = itertools.accumulate(graphemes(found))
    return [part for part in ("", *kept) if len(part) < LONGEST_NAME][-1].rstrip() + "…"


def safe(name: str) -> str:
    """A name that pings nobody, formats nothing and turns no line around."""
    return _escaped(readable(name))


def harmless(sentence: str) -> str:
    """A sentence of the host or of a game, whatever names are in it."""
    return _escaped("".join(each for each in sentence if unicodedata.category(each) not in UNSEEN))


def _escaped(text: str) -> str:
    """What Discord would read as more than letters stays what it is: marks, links, commands."""
    literal = _NUMBERED.sub(r"\1\\", _MEANING.sub(r"\\\g<0>", text))
    return discord.utils.escape_mentions(literal)


def safe_names(table: Table) -> list[str]:
    return [safe(name) for name in table.names]


def place(table: Table) -> str:
    return f"<#{table.channel}>" if table.channel else "a private table"


def game_called(id: str, games: Mapping[str, Game[Any, Any]] = GAMES) -> Game[Any, Any]:
    """What was chosen: Discord may still offer a game that is no longer here."""
    if id not in games:
        titles = ", ".join(game.title for game in games.values())
        raise Refused(f"There is no such game here (any more). There is: {titles}.")
    return games[id]
