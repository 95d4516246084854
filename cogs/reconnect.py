"""The way back to the gateway: soon after an outage, and also when the very first try fails."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Literal

import discord.client
from discord.backoff import ExponentialBackoff

MAX_PAUSE = 60.0  # seconds between two tries; the library's own is 17 minutes
log = logging.getLogger(__name__)


class Backoff(ExponentialBackoff[Literal[False]]):
    """As that of the library, but while nobody can click anything a minute is long enough."""

    def delay(self) -> float:
        return min(super().delay(), MAX_PAUSE)


def pauses() -> Iterator[float]:
    pause = 1.0
    while True:
        yield pause
        pause = min(2 * pause, MAX_PAUSE)


async def stay_connected(bot: discord.Client) -> None:
    """Until the bot is closed.

    When its first try fails, the library stumbles over the session that it does not have yet.
    """
    discord.client.ExponentialBackoff = Backoff  # type: ignore[attr-defined, assignment]
    for pause in pauses():
        try:
            return await bot.connect()
        except AttributeError:
            if _has_session(bot):
                raise
            log.warning("cannot reach the Discord gateway", extra={"facts": {"pause": pause}})
        await asyncio.sleep(pause)


def _has_session(bot: discord.Client) -> bool:
    ws: object = bot.ws
    return ws is not None
