"""A bot that gives no answer at all to every tenth press."""

import itertools
import sys

import discord

from cogs.presses import Presses
from sandbox.process import main

_route, _numbers = Presses.route, itertools.count(1)


async def route(presses: Presses, interaction: discord.Interaction) -> None:
    if next(_numbers) % 10:
        await _route(presses, interaction)


if __name__ == "__main__":
    Presses.route = route  # type: ignore[assignment, method-assign]
    sys.exit(main())
