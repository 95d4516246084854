"""Shards: a large bot has several connections to Discord, each for some of its servers."""

import asyncio
import logging
from typing import Any

import discord.shard
from discord.ext import commands

from cogs.reconnect import Backoff, Shard
from host.log_facts import facts

BETWEEN_STARTS = 5.0  # seconds, by Discord's rules
log = logging.getLogger(__name__)


class ShardedBot(commands.AutoShardedBot):
    """Any number of shards in one process: `shards`, or as many as Discord recommends.

    Direct messages arrive at shard 0, all else at the shard of its server.
    """

    def __init__(self, shards: int | None = None, **more: Any) -> None:
        discord.shard.ExponentialBackoff = Backoff  # type: ignore[attr-defined, assignment]
        discord.shard.Shard = Shard  # type: ignore[misc]
        super().__init__(shard_count=shards, **more)
        self.at_once = 1  # shards that may start at the same time
        self.connected = asyncio.Event()  # all shards are, so that every press arrives
        self._up: set[int] = set()

    async def launch_shards(self) -> None:
        """Discord says how many there should be, unless we know, and how many may start at once."""
        recommended, _, limits = await self.http.get_bot_gateway()
        self.shard_count = self.shard_count or recommended
        self.at_once = limits["max_concurrency"]
        await super().launch_shards()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        number = shard_id or 0
        is_first_of_some = number > 0 and number % self.at_once == 0
        if is_first_of_some or number in self.shards:
            await asyncio.sleep(BETWEEN_STARTS)

    async def close(self) -> None:
        """Where nobody has logged in yet, the library stumbles at the very end."""
        try:
            await super().close()
        except AttributeError:
            if self.user is not None:
                raise

    # Which of them are there

    async def on_shard_connect(self, shard: int) -> None:
        self._came(shard, "connected")

    async def on_shard_resumed(self, shard: int) -> None:
        self._came(shard, "connection resumed")

    async def on_shard_disconnect(self, shard: int) -> None:
        """Also after each try to come back that fails: the log has one line for each outage."""
        if shard in self._up:
            self._note("disconnected", shard)
        self._up.discard(shard)
        self._reachable(False)

    async def on_ready(self) -> None:
        log.info("ready", extra=facts(servers=len(self.guilds)))

    def _came(self, shard: int, how: str) -> None:
        self._up.add(shard)
        if len(self._up) == self.shard_count:
            self._reachable(True)
        self._note(how, shard)

    def _reachable(self, is_reachable: bool) -> None:
        """Whether every press arrives from now on."""
        if is_reachable:
            self.connected.set()
        else:
            self.connected.clear()

    def _note(self, name: str, shard: int) -> None:
        known = {"shard": shard} if self.shard_count != 1 else {}
        log.info(name, extra=facts(**known))
