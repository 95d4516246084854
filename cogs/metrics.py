"""A web page for the host's own tools: `/metrics` for Prometheus, and `/healthz`.

Off unless `METRICS` gives it an address. It contains only numbers: no name, no id, no card.
"""

import asyncio
from pathlib import Path

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from cogs.heart import Heart
from host.database.locations import Location
from host.health import Storage, storage
from host.heartbeat import SECOND, Signs
from host.records import Phase
from host.version import version

SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10)  # Discord waits three seconds


class Metrics:
    """All metrics, in a registry of their own."""

    def __init__(self, heart: Heart, database: Location, backups: Path) -> None:
        self.heart, self.database, self.backups = heart, database, backups
        self.registry = CollectorRegistry()
        self.presses = Histogram(
            "factory_table_press_seconds",
            "From a press on a button to the last part of its answer",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.sent = Counter(
            "factory_table_messages_sent", "Messages delivered to Discord", registry=self.registry
        )
        self._gauges = {name: self._gauge(name, text) for name, text in GAUGES.items()}
        self._tables = Gauge(
            "factory_table_tables", "Open tables by phase", ["phase"], registry=self.registry
        )
        info = Gauge("factory_table_info", "Its version", ["version"], registry=self.registry)
        info.labels(version()).set(1)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"factory_table_{name}", text, registry=self.registry)

    async def serve(self, address: str, port: int) -> web.AppRunner:
        """Serve the page until the runner is cleaned up."""
        app = web.Application()
        app.add_routes([web.get("/metrics", self._metrics), web.get("/healthz", self._healthz)])
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, address, port).start()
        return runner

    async def _metrics(self, _: web.Request) -> web.Response:
        signs = await self.heart.signs()
        kept = await asyncio.to_thread(storage, self.database, self.backups, self.heart.now())
        self._set(signs, kept)
        return web.Response(
            body=generate_latest(self.registry),
            headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"},
        )

    def _set(self, signs: Signs, kept: Storage) -> None:
        for phase in (Phase.LOBBY, Phase.PLAYING):
            self._tables.labels(phase.value).set(signs.tables.get(phase, 0))
        for name, value in _numbers(signs, kept).items():
            self._gauges[name].set(value)

    async def _healthz(self, _: web.Request) -> web.Response:
        """Answer 200 if people can play, else 503 and what is wrong."""
        problems = [*(await self.heart.signs()).problems(self.heart.now())]
        text = "\n".join(problems or ["ok"])
        return web.Response(text=f"{text}\n", status=503 if problems else 200)


GAUGES = {
    "connected": "1 while connected to Discord",
    "saving": "1 while changes can be saved, 0 with a full disk",
    "started_seconds": "When the process started, Unix time",
    "last_event_seconds": "When Discord last sent anything, Unix time",
    "latency_seconds": "To Discord's gateway and back",
    "clock_ahead_seconds": "How far the clock for deadlines is ahead of Discord's",
    "servers": "Discord servers",
    "messages_waiting": "Messages waiting to be sent",
    "oldest_message_seconds": "How long the oldest of them has waited",
    "database_bytes": "Size of the database and its write-ahead log",
    "disk_free_bytes": "Free on the database's disk",
    "backup_age_seconds": "Age of the newest backup; NaN if there is none",
}


def _numbers(signs: Signs, kept: Storage) -> dict[str, float]:
    beat = signs.heartbeat
    assert beat
    return {
        "connected": beat.is_connected,
        "saving": not signs.unsaved,
        "started_seconds": beat.started / SECOND,
        "last_event_seconds": (beat.event or 0) / SECOND,
        "latency_seconds": float("nan") if beat.latency is None else beat.latency / SECOND,
        "clock_ahead_seconds": beat.drift / SECOND,
        "servers": beat.servers,
        "messages_waiting": signs.messages,
        "oldest_message_seconds": signs.message_age / SECOND,
        "database_bytes": kept.disk.size + kept.disk.log_size,
        "disk_free_bytes": float("nan") if kept.disk.free is None else kept.disk.free,
        "backup_age_seconds": (
            float("nan") if kept.backup_age is None else kept.backup_age / SECOND
        ),
    }
