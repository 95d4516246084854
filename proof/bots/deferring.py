"""A bot that acknowledges every press at once and shows what became of it much later."""

import asyncio
import sys

import discord

from cogs.desk import _defer
from cogs.presses import Presses
from sandbox.process import main

LATE = 2.5  # seconds
_route = Presses.route


async def route(presses: Presses, interaction: discord.Interaction) -> None:
    await _defer(interaction)
    await asyncio.sleep(LATE)
    await _route(presses, interaction)


if __name__ == "__main__":
    Presses.route = route  # type: ignore[assignment, method-assign]
    sys.exit(main())
