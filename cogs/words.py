"""Text for messages: escapes names and sentences, and links to channels."""

import itertools
import re
from functools import lru_cache

import discord

from host.records import Table
from host.views import NO_WINNER, TableView
from render.names import calm, graphemes, plain

_MEANING = re.compile(r"[\\`*_~|<\[]|(?<=:)/(?=/)|^[#>+-]")
_NUMBERED = re.compile(r"^(\d+)(?=[.)])")
_RANK = re.compile(r"^ *(\d+)(?=\. )", re.MULTILINE)
MAX_NAME = 32  # as in Discord
UNOFFICIAL = "An unofficial fan project."


@lru_cache(maxsize=1024)
def readable(name: str) -> str:
    """Shorten a name and remove characters that are invisible, reverse text or pile up."""
    clean = plain(name) or "Someone"
    if len(clean) <= MAX_NAME:
        return clean
    kept = itertools.accumulate(graphemes(clean))
    return [part for part in ("", *kept) if len(part) < MAX_NAME][-1].rstrip() + "…"


def safe(name: str) -> str:
    """Return a name that pings nobody, formats nothing and reverses no text."""
    return _escaped(readable(name))


def escape_markdown(sentence: str) -> str:
    """Escape a sentence of the host or a game, whatever names or typed text it contains."""
    return _escaped(calm(sentence))


def _escaped(text: str) -> str:
    """Escape what Discord would format or link: markdown, links, commands."""
    literal = _NUMBERED.sub(r"\1\\", _MEANING.sub(r"\\\g<0>", text))
    return discord.utils.escape_mentions(literal)


def readable_names(table: Table) -> list[str]:
    """Return readable names; equal ones get a number that is never cut off."""
    short = tuple(seat._replace(name=readable(seat.name)) for seat in table.seats)
    return table._replace(seats=short).names


def safe_names(table: Table) -> list[str]:
    return list(map(_escaped, readable_names(table)))


def status_of(seen: TableView) -> str:
    """Say who the table is waiting for, or how it ended, with safe names."""
    if seen.is_undecided:
        return NO_WINNER
    return ranked(seen.table.game.words.status(seen.view, safe_names(seen.table)))


def ranked(said: str) -> str:
    """Escape the ranks of shared places, because Discord would renumber them."""
    ranks = [int(number) for number in _RANK.findall(said)]
    return said if ranks == [*range(1, len(ranks) + 1)] else _RANK.sub(r"\1\\", said)


def place(table: Table) -> str:
    return f"<#{table.channel}>" if table.channel else "a private table"
