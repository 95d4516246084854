"""Tells every few seconds how the bot is: to the database, and to systemd if that started it."""

import asyncio
import logging
import math
import os
import socket
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import discord

from host import heartbeat
from host.errors import SaveFailed
from host.heartbeat import MINUTE, SECOND, Heartbeat, Signs
from host.host import Host
from host.version import version
from host.wall_clock import utc

if TYPE_CHECKING:
    from cogs.metrics import Metrics

log = logging.getLogger(__name__)


class Heart:
    """What the bot notices of itself while it runs."""

    def __init__(self, client: discord.Client, host: Host) -> None:
        self.client, self.host = client, host
        self.started = self.since = utc()
        self.is_connected = False  # to Discord's gateway, so that presses arrive
        self.event: int | None = None  # when Discord last sent anything
        self.sent: int | None = None  # when a message was last delivered
        self.drift = 0  # milliseconds that the clock is ahead of Discord's
        self.metrics: Metrics | None = None
        self._changed = asyncio.Event()

    def connected(self, is_connected: bool) -> None:
        if is_connected != self.is_connected:
            self.is_connected, self.since = is_connected, utc()
            self._changed.set()

    def heard(self) -> None:
        self.event = utc()

    def pressed(self, interaction: discord.Interaction) -> None:
        """Discord's number of a press tells when it was made.

        Presses that Discord delivers after an interruption are older than they seem to be.
        """
        now = utc()
        if now - self.since > MINUTE:
            self.drift = now - int(interaction.created_at.timestamp() * 1000)

    def delivered(self) -> None:
        self.sent = utc()
        if self.metrics:
            self.metrics.sent.inc()

    def timed(self) -> AbstractContextManager[object]:
        """Measures how long a press takes, if somebody wants to know."""
        return self.metrics.presses.time() if self.metrics else nullcontext()

    def heartbeat(self) -> Heartbeat:
        latency = self.client.latency  # seconds; not a number while there is no connection
        return Heartbeat(
            utc(),
            version(),
            self.started,
            self.is_connected,
            self.since,
            round(latency * 1000) if math.isfinite(latency) else None,
            len(self.client.guilds),
            self.event,
            self.sent,
            self.drift,
        )

    async def beat(self) -> None:
        """Also when nothing can be saved the process lives; only one that hangs is silent."""
        self._changed.clear()
        try:
            await self.host.do(heartbeat.beat, self.heartbeat())
        except SaveFailed as error:
            log.warning("no heartbeat could be saved: %s", error)
        notify("WATCHDOG=1")

    async def signs(self) -> Signs:
        """How the bot is at this moment."""
        stored = await self.host.read(heartbeat.signs)
        return Signs(self.heartbeat(), stored.tables, stored.messages, stored.message_age)

    async def run(self) -> None:
        """Beat again and again, and whenever the connection changes."""
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
        log.warning("systemd could not be told %s: %s", state, error)
