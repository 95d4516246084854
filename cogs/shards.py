"""Shards: a large bot has several connections to Discord, each for some of its servers."""

import asyncio
import contextlib
import logging
import time
from typing import Any

import discord.shard
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from cogs.cluster import Change, Cluster
from cogs.reconnect import Backoff, Shard
from host.errors import SaveFailed
from host.log_facts import facts
from host.records import Shards

BETWEEN_STARTS = 5.0  # seconds, by Discord's rules
LOOK = 5.0  # seconds between two looks at the shards that several processes share
CUT_OFF = 60.0  # seconds without Discord after which another process shall try
log = logging.getLogger(__name__)


class ShardedBot(commands.AutoShardedBot):
    """Any number of shards in one process: `shards`, or as many as Discord recommends.

    Direct messages arrive at shard 0, all else at the shard of its server. With a cluster, several
    processes share the shards, and this one serves those that it has leased.
    """

    def __init__(
        self, shards: int | None = None, cluster: Cluster | None = None, **more: Any
    ) -> None:
        discord.shard.ExponentialBackoff = Backoff  # type: ignore[attr-defined, assignment]
        discord.shard.Shard = Shard  # type: ignore[misc]
        super().__init__(shard_count=shards, **more)
        self.cluster = cluster
        self.at_once = 1  # shards that may start at the same time
        self.connected = asyncio.Event()  # all shards are, so that every press arrives
        self._up: set[int] = set()
        self._since = time.monotonic()  # when a shard last came or went
        self._starting: dict[int, asyncio.Task[None]] = {}  # the start of each shard we serve
        self._sharing: asyncio.Task[None] | None = None

    async def launch_shards(self) -> None:
        """Discord says how many there should be, unless we know, and how many may start at once."""
        recommended, _, limits = await self.http.get_bot_gateway()
        self.shard_count = self.shard_count or recommended
        self.at_once = limits["max_concurrency"]
        if self.cluster is None:
            await super().launch_shards()
        else:
            self._connection.shard_count = self.shard_count
            await self.cluster.agree_on(self.shard_count)
            self._sharing = asyncio.create_task(self._share(self.cluster))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        number = shard_id or 0
        if self.cluster:
            await self.cluster.may_identify(number % self.at_once, BETWEEN_STARTS)
            return
        is_first_of_some = number > 0 and number % self.at_once == 0
        if is_first_of_some or number in self.shards:
            await asyncio.sleep(BETWEEN_STARTS)

    async def close(self) -> None:
        """Where nobody has logged in yet, the library stumbles at the very end."""
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

    # Shards that come from and go to other processes

    async def _share(self, cluster: Cluster) -> None:
        while True:
            try:
                change = await cluster.look(self._is_cut_off())
            except SaveFailed as error:
                change = Change(left=[*self._starting])
                log.warning("can't agree with other processes", extra=facts(why=error.why))
            except Exception:
                log.exception("can't agree with other processes")
                change = Change()
            for shard in change.left:
                await self._leave(cluster, shard)
            for shard in change.taken:
                self._serve(shard)
            await asyncio.sleep(LOOK)

    def _is_cut_off(self) -> bool:
        """Whether Discord has been out of reach for so long that another process shall try."""
        is_serving = bool(self._starting) and not self.connected.is_set()
        return is_serving and time.monotonic() - self._since > CUT_OFF

    def _serve(self, shard: int) -> None:
        log.info("shard taken", extra=facts(shard=shard))
        self._starting[shard] = asyncio.create_task(self._launch(shard))
        self._judge()

    async def _launch(self, shard: int) -> None:
        self._connection.shard_ids = [*self._starting]
        await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)

    async def _leave(self, cluster: Cluster, shard: int) -> None:
        """Close its connection, then let another process have it."""
        if task := self._starting.pop(shard, None):
            task.cancel()
        if connection := self.get_shard(shard):
            with contextlib.suppress(Exception):  # it may be closed already
                await connection.disconnect()
        self._up.discard(shard)
        self._judge()
        log.info("shard left", extra=facts(shard=shard))
        with contextlib.suppress(SaveFailed):
            await cluster.give_back(shard)

    @property
    def process(self) -> str:
        """Which of several processes this is."""
        return str(self.cluster.number) if self.cluster else "1"

    def shares(self) -> Shards | None:
        """The shards that this process serves; None: all."""
        return self.cluster.shards() if self.cluster else None

    # Which of them are there

    @property
    def served(self) -> list[discord.Guild]:
        """The servers whose events arrive here."""
        if self.cluster is None:
            return [*self.guilds]
        return [guild for guild in self.guilds if guild.shard_id in self._starting]

    async def on_shard_connect(self, shard: int) -> None:
        self._came(shard, "connected")

    async def on_shard_resumed(self, shard: int) -> None:
        self._came(shard, "connection resumed")

    async def on_shard_disconnect(self, shard: int) -> None:
        """Also after each try to come back that fails: the log has one line for each outage."""
        if shard in self._up:
            self._note("disconnected", shard)
        self._up.discard(shard)
        self._judge()

    async def on_ready(self) -> None:
        log.info("ready", extra=facts(servers=len(self.served)))

    def _came(self, shard: int, how: str) -> None:
        self._up.add(shard)
        self._judge()
        self._note(how, shard)

    def _judge(self) -> None:
        self._since = time.monotonic()
        expected = len(self._starting) if self.cluster else self.shard_count
        self._reachable(bool(self._up) and len(self._up) == expected)
        if self.cluster and self.connected.is_set():
            self.cluster.recovered()

    def _reachable(self, is_reachable: bool) -> None:
        """Whether every press arrives from now on."""
        if is_reachable:
            self.connected.set()
        else:
            self.connected.clear()

    def _note(self, name: str, shard: int) -> None:
        known = {"shard": shard} if self.shard_count != 1 else {}
        log.info(name, extra=facts(**known))
