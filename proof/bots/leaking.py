"""A bot that keeps something of every press for ever."""

import sys

import discord

from cogs.presses import Presses
from sandbox.process import main

SIZE = 8 << 20  # bytes: a run of seconds is to show what otherwise takes days
_kept: list[bytes] = []
_route = Presses.route


async def route(presses: Presses, interaction: discord.Interaction) -> None:
    _kept.append(b"x" * SIZE)
    await _route(presses, interaction)


if __name__ == "__main__":
    Presses.route = route  # type: ignore[assignment, method-assign]
    sys.exit(main())
