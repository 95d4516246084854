"""Words for messages: names made harmless, links to channels, what the host is called here."""

import unicodedata

import discord

from host.records import Table
from render.names import plain

UNSEEN = ("Cc", "Cf", "Co", "Cs")  # control, direction, private, half characters
UNOFFICIAL = "An unofficial fan project."


def safe(name: str) -> str:
    """A name that pings nobody, formats nothing and turns no line around."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(plain(name) or "Somebody"))


def harmless(sentence: str) -> str:
    """A sentence of the host or of a game, whatever names are in it."""
    seen = "".join(each for each in sentence if unicodedata.category(each) not in UNSEEN)
    return discord.utils.escape_mentions(discord.utils.escape_markdown(seen))


def safe_names(table: Table) -> list[str]:
    return [safe(name) for name in table.names]


def place(table: Table) -> str:
    return f"<#{table.channel}>" if table.channel else "a private table"
