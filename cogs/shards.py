"""Shards: a large bot has several connections to Discord, each for some of its servers."""

import asyncio
import contextlib
import logging
import math
import time
from typing import Any

import discord.shard
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from cogs.cluster import Change, Cluster
from cogs.reconnect import Backoff, Shard, knock
from cogs.responder import UNREACHABLE
from host.errors import SaveFailed
from host.log_facts import facts
from host.records import Shards

BETWEEN_STARTS = 5.0  # seconds; a rule of Discord's
LOOK = 5.0  # seconds between two checks of how processes share the shards
CUT_OFF = 60.0  # seconds without Discord after which another process should try
LONGEST_KNOCK = 10.0  # seconds for the gateway to answer
log = logging.getLogger(__name__)


class ShardedBot(commands.AutoShardedBot):
    """Any number of shards in one process: `shards`, or as many as Discord recommends.

    Direct messages arrive at shard 0, everything else at the shard of its server. With a cluster,
    several processes share the shards, and this one serves those it has leased.
    """

    def __init__(
        self, shards: int | None = None, cluster: Cluster | None = None, **more: Any
    ) -> None:
        discord.shard.ExponentialBackoff = Backoff  # type: ignore[attr-defined, assignment]
        discord.shard.Shard = Shard  # type: ignore[misc]
        super().__init__(shard_count=shards, **more)
        self.cluster = cluster
        self.at_once = 1  # shards that may start at the same time
        self.connected = asyncio.Event()  # all shards are, so every press arrives
        self.connections: dict[int, Shard] = {}  # the newest connection of each shard
        self._up: set[int] = set()
        self._since = time.monotonic()  # when a shard last connected, disconnected or was taken
        self._starting: dict[int, asyncio.Task[None]] = {}  # the start of each shard that we serve
        self._sharing: asyncio.Task[None] | None = None

    async def launch_shards(self) -> None:
        """Ask Discord how many shards may start at once and, unless set, how many are needed."""
        recommended, _, limits = await self.http.get_bot_gateway()
        self.shard_count = self.shard_count or recommended
        self.at_once = limits["max_concurrency"]
        if self.cluster is None:
            await super().launch_shards()
        else:
            self._connection.shard_count = self.shard_count
            await self.cluster.begin(self.shard_count)
            self._sharing = asyncio.create_task(self._share(self.cluster))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        number = shard_id or 0
        if self.cluster:
            await self.cluster.wait_to_identify(number % self.at_once, BETWEEN_STARTS)
            return
        is_first_of_some = number > 0 and number % self.at_once == 0
        if is_first_of_some or number in self.shards:
            await asyncio.sleep(BETWEEN_STARTS)

    async def close(self) -> None:
        """Close everything; before the first login, the library fails at the very end."""
        ending = [task for task in (self._sharing, *self._starting.values()) if task]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        if self.cluster:
            await self.cluster.close()
        try:
            await super().close()
        except AttributeError:
            if self.user is not None:
                raise

    # Sharing with other processes

    async def _share(self, cluster: Cluster) -> None:
        while True:
            if cluster.is_lost:
                await self._lose_all(cluster)
            try:
                change = await cluster.look(await self._is_cut_off(cluster))
            except SaveFailed as error:
                change = Change()
                log.warning("can't agree with other processes", extra=facts(why=error.why))
            except Exception:
                log.exception("can't agree with other processes")
                change = Change()
            for shard in change.left:
                await self._leave(cluster, shard)
            for shard in change.taken:
                self._serve(shard)
            await asyncio.sleep(LOOK)

    async def _lose_all(self, cluster: Cluster) -> None:
        """Stop serving all shards, because other processes may serve them by now."""
        cluster.lose()
        await self._break_off()
        for shard in [*self._starting]:
            await self._leave(cluster, shard)

    async def _break_off(self) -> None:
        """Cancel all messages that are on their way."""

    async def _is_cut_off(self, cluster: Cluster) -> bool:
        """Whether Discord has been out of reach for so long that another process should try."""
        if cluster.is_rested:
            return not await self._is_reachable()
        is_serving = bool(self._starting) and not self.connected.is_set()
        return is_serving and time.monotonic() - self._since > CUT_OFF

    async def _is_reachable(self) -> bool:
        try:
            async with asyncio.timeout(LONGEST_KNOCK):
                await knock(self)
        except (*UNREACHABLE, discord.GatewayNotFound):
            return False
        return True

    def _serve(self, shard: int) -> None:
        log.info("shard taken", extra=facts(shard=shard))
        self._shard_taken()
        self._since = time.monotonic()
        self._starting[shard] = asyncio.create_task(self._launch(shard))
        self._update_connected()

    async def _launch(self, shard: int) -> None:
        self._connection.shard_ids = [*self._starting]
        await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)

    async def _leave(self, cluster: Cluster, shard: int) -> None:
        """Close its connection, then let another process have it."""
        if task := self._starting.pop(shard, None):
            task.cancel()
        if connection := self.connections.pop(shard, None):
            with contextlib.suppress(Exception):  # it may be closed already
                await connection.leave()
        self._up.discard(shard)
        self._update_connected()
        log.info("shard left", extra=facts(shard=shard))
        with contextlib.suppress(SaveFailed):
            await cluster.give_back(shard)

    def _shard_taken(self) -> None:
        """Called for each shard that is served here from now on, perhaps after another process."""

    @property
    def latency(self) -> float:
        """Seconds to Discord and back, averaged over the shards that are served here."""
        found = [
            late for shard, late in self.latencies if not self.cluster or shard in self._starting
        ]
        return sum(found) / len(found) if found else math.nan

    @property
    def process(self) -> str:
        """The number of this process, if there are several."""
        return str(self.cluster.number) if self.cluster else "1"

    def shares(self) -> Shards | None:
        """The shards that this process serves; None if it serves all."""
        return self.cluster.shards() if self.cluster else None

    # Which shards are connected

    @property
    def served(self) -> list[discord.Guild]:
        """The servers whose events arrive here."""
        if self.cluster is None:
            return [*self.guilds]
        return [guild for guild in self.guilds if guild.shard_id in self._starting]

    async def on_shard_connect(self, shard: int) -> None:
        self._shard_up(shard, "connected")

    async def on_shard_resumed(self, shard: int) -> None:
        self._shard_up(shard, "connection resumed")

    async def on_shard_disconnect(self, shard: int) -> None:
        """Log an outage in one line; this is also called after each failed try to reconnect."""
        if shard in self._up:
            self._since = time.monotonic()
            self._log_shard("disconnected", shard)
        self._up.discard(shard)
        self._update_connected()

    async def on_ready(self) -> None:
        log.info("ready", extra=facts(servers=len(self.served)))

    def _shard_up(self, shard: int, how: str) -> None:
        if self.cluster and shard not in self._starting:  # it was given up at the same moment
            return
        self._up.add(shard)
        self._since = time.monotonic()
        self._update_connected()
        self._log_shard(how, shard)

    def _update_connected(self) -> None:
        expected = len(self._starting) if self.cluster else self.shard_count
        self._reachable(bool(self._up) and len(self._up) == expected)
        if self.cluster and self.connected.is_set():
            self.cluster.recovered()

    def _reachable(self, is_reachable: bool) -> None:
        """Note whether every press arrives from now on."""
        if is_reachable:
            self.connected.set()
        else:
            self.connected.clear()

    def _log_shard(self, name: str, shard: int) -> None:
        known = {"shard": shard} if self.shard_count != 1 else {}
        log.info(name, extra=facts(**known))
