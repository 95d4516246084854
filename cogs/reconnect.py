"""Reconnects to the gateway: quickly after an outage, and even when the very first try fails."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Any, Literal

import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from cogs.responder import UNREACHABLE
from host.log_facts import facts

MAX_PAUSE = 60.0  # seconds between two tries; the library's own is 17 minutes
RETURNING = "the way back"  # the task of a shard that waits for its next try
log = logging.getLogger(__name__)


class Backoff(ExponentialBackoff[Literal[False]]):
    """The library's pauses, but at most a minute, because nobody can press anything meanwhile."""

    def delay(self) -> float:
        return min(super().delay(), MAX_PAUSE)


class Shard(discord.shard.Shard):
    """The library's shard, except that other shards don't wait for its pauses.

    It resumes its session after the pause, so that it receives what it has missed.
    """

    def __init__(self, ws: DiscordWebSocket, client: Any, queue_put: Callable[[Any], None]) -> None:
        super().__init__(ws, client, queue_put)
        self.is_left = False  # another process serves it from now on
        client.connections[self.id] = self

    async def leave(self) -> None:
        """Close the connection for good, even if one is just being opened."""
        self.is_left = True
        await self.close()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        if not self.is_left:
            await super().reidentify(exc)
        if self.is_left:
            await self.close()

    async def _handle_disconnect(self, e: Exception) -> None:
        log.debug("cannot reach the Discord gateway", extra=facts(why=str(e) or type(e).__name__))
        waiting = super()._handle_disconnect(e)
        self._task = asyncio.create_task(waiting, name=RETURNING)

    async def reconnect(self) -> None:
        await self.reidentify(ReconnectWebSocket(self.id, resume=self.ws.session_id is not None))


def pauses() -> Iterator[float]:
    pause = 1.0
    while True:
        yield pause
        pause = min(2 * pause, MAX_PAUSE)


async def knock(bot: discord.AutoShardedClient) -> None:
    """Check that the gateway answers; raises one of UNREACHABLE, or GatewayNotFound, if not."""
    socket = await bot.http.ws_connect(str(DiscordWebSocket.DEFAULT_GATEWAY))
    await socket.close()


async def stay_connected(bot: discord.AutoShardedClient) -> None:
    """Stay connected until the bot is closed; before the first shard, wait for the gateway."""
    for pause in pauses():
        try:
            await knock(bot)
            return await bot.connect()
        except (*UNREACHABLE, discord.GatewayNotFound) as error:
            if bot.shards:
                raise
            why = str(error) or type(error).__name__
            log.warning("cannot reach the Discord gateway", extra=facts(why=why, pause=pause))
        await asyncio.sleep(pause)
