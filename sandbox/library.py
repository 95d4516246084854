"""Points the unmodified discord.py at the sandbox: three class attributes, process-wide."""

from collections.abc import Iterator
from contextlib import contextmanager

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox.server import Server


@contextmanager
def pointed_at(server: Server) -> Iterator[None]:
    """As long as this lasts, every client in this process talks to the sandbox."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    Route.BASE = f"{server.address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway.address)
    Asset.BASE = f"{server.address}/cdn"
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before
