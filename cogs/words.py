"""Words for messages: names made harmless, links to channels, what the host is called here."""

from collections.abc import Sequence

import discord

from host.records import Table
from render.names import plain

UNOFFICIAL = "An unofficial fan project."


def safe(name: str) -> str:
    """A name that pings nobody, formats nothing and turns no line around."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(plain(name) or "Somebody"))


def safe_names(table: Table) -> list[str]:
    return [safe(name) for name in table.names]


def place(table: Table) -> str:
    return f"<#{table.channel}>" if table.channel else "a private table"


def listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
