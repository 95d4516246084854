"""A bot that takes its time before it answers a press."""

import asyncio
import sys

import discord

from cogs.presses import Presses
from sandbox.process import main

LATE = 1.5  # seconds
_route = Presses.route


async def route(presses: Presses, interaction: discord.Interaction) -> None:
    await asyncio.sleep(LATE)
    await _route(presses, interaction)


if __name__ == "__main__":
    Presses.route = route  # type: ignore[assignment, method-assign]
    sys.exit(main())
