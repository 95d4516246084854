"""Stores the bot's heartbeat every few seconds, and tells systemd if that started the bot."""

import asyncio
import logging
import math
import os
import socket
import sqlite3
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import discord

from host import heartbeat
from host.errors import SaveFailed
from host.heartbeat import HOUR, MINUTE, SECOND, Heartbeat, Signs
from host.host import Host
from host.log_facts import facts
from host.version import version
from host.wall_clock import passed

if TYPE_CHECKING:
    from cogs.metrics import Metrics
    from cogs.shards import ShardedBot

STEP = 10 * SECOND  # if the clock has moved by more than this, it was set
log = logging.getLogger(__name__)


class _Drift(NamedTuple):
    """How far the clock was ahead of Discord's at some moment, in milliseconds."""

    ahead: int
    offset: int  # of the clock from the time passed; changes when the clock is set
    measured: int  # in time passed


class Heart:
    """What the bot knows about its own health."""

    def __init__(self, client: "ShardedBot", host: Host) -> None:
        self.client, self.host = client, host
        self.started = self.since = self.now()
        self.is_connected = False  # to Discord's gateway, so that presses arrive
        self.event: int | None = None  # when Discord last sent anything
        self.sent: int | None = None  # when a message was last delivered
        self.unsaved = ""  # why nothing can be saved, if that is so
        self._drift: _Drift | None = None
        self.metrics: Metrics | None = None
        self._changed = asyncio.Event()

    def now(self) -> int:
        return self.host.utc()

    def connected(self, is_connected: bool) -> None:
        if is_connected != self.is_connected:
            self.is_connected, self.since = is_connected, self.now()
            self._changed.set()

    def heard(self) -> None:
        self.event = self.now()

    def pressed(self, interaction: discord.Interaction) -> None:
        """Compare our clock with the time in a press's id.

        Presses that Discord delivers after an interruption are older than they seem.
        """
        now = self.now()
        if now - self.since > MINUTE:
            ahead = now - int(interaction.created_at.timestamp() * 1000)
            self._drift = _Drift(ahead, now - passed(), passed())

    @property
    def drift(self) -> int:
        """Return how far the clock is ahead of Discord's; 0 if it was set since the last press."""
        clock = self._drift
        if clock is None or passed() - clock.measured > HOUR:
            return 0
        return 0 if abs(self.now() - passed() - clock.offset) > STEP else clock.ahead

    def delivered(self) -> None:
        self.sent = self.now()
        if self.metrics:
            self.metrics.sent.inc()

    def timed(self) -> AbstractContextManager[object]:
        """Measure how long a press takes, if metrics are on."""
        return self.metrics.presses.time() if self.metrics else nullcontext()

    def heartbeat(self) -> Heartbeat:
        latency = self.client.latency  # seconds; not a number without a connection
        return Heartbeat(
            self.client.process,
            self.now(),
            version(),
            self.started,
            self.is_connected,
            self.since,
            round(latency * 1000) if math.isfinite(latency) else None,
            len(self.client.served),
            self.event,
            self.sent,
            self.drift,
        )

    async def beat(self) -> None:
        """Store a heartbeat and tell systemd that the process lives, whether it can save or not."""
        self._changed.clear()
        try:
            await self.host.do(heartbeat.beat, self.heartbeat())
            self._notice("")
        except SaveFailed as error:
            self._notice(error.why)
        except sqlite3.DatabaseError:
            self._notice("the database is damaged")
        except Exception:
            log.exception("the heartbeat failed")
        notify("WATCHDOG=1")

    def _notice(self, unsaved: str) -> None:
        """Log once when saving begins to fail, and once when it works again."""
        if unsaved and unsaved != self.unsaved:
            log.error("nothing can be saved, will retry", extra=facts(why=unsaved))
        elif self.unsaved and not unsaved:
            log.info("saving works again")
        self.unsaved = unsaved

    async def signs(self) -> Signs:
        """Return how the bot is doing at this moment."""
        try:
            stored = await self.host.read(heartbeat.signs)
        except (SaveFailed, sqlite3.DatabaseError):
            unsaved = self.unsaved or "the database can't be read"
            return Signs((self.heartbeat(),), unsaved=unsaved)
        others = [last for last in stored.heartbeats if last.process != self.client.process]
        return replace(stored, heartbeats=(self.heartbeat(), *others), unsaved=self.unsaved)

    async def run(self) -> None:
        """Store a heartbeat again and again, and whenever the connection changes."""
        while True:
            await self.beat()
            try:
                async with asyncio.timeout(heartbeat.EVERY / SECOND):
                    await self._changed.wait()
            except TimeoutError:
                pass


def notify(state: str) -> None:
    """Tell systemd, if it wants to know: `READY=1`, `WATCHDOG=1`, `STOPPING=1`."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:
            one.setblocking(False)
            one.sendto(state.encode(), f"\0{address[1:]}" if address[0] == "@" else address)
    except OSError as error:
        log.warning("could not notify systemd", extra=facts(state=state, why=error))
