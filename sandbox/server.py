"""The sandbox as one server on 127.0.0.1: REST, gateway, files and pages."""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.interactions import Desk
from sandbox.people import People
from sandbox.rest.api import Rest
from sandbox.rest.routes import ROUTES
from sandbox.saving import move_world, open_world, save_world
from sandbox.web import Pages, check_origin
from sandbox.world import Event

HOST = "127.0.0.1"
SAVE_EVERY = 0.5
LARGEST_BODY = 120 * 1024 * 1024


class Server:
    """The whole sandbox; `async with` starts and stops it."""

    def __init__(self, file: Path | None = None, port: int = 0, with_links: bool = False) -> None:
        self.world = open_world(file)
        self.desk = Desk(self.world)
        self.token = f"sandbox.{secrets.token_urlsafe(24)}"  # new at every start
        self.gateway = Gateway(self.world, self.token)
        self.people = People(self.world, self.desk)
        self.faults = Faults()
        self.rest = Rest(self.world, self.desk, self.gateway, self.faults, ROUTES)
        self.pages = Pages(self.world, self.people, self.gateway, with_links)
        self.port = port
        self._held: list[Event] = []
        self._has_changed = False
        self._saver: asyncio.Task[None] | None = None
        self._runner: web.AppRunner | None = None

    # --- life

    async def __aenter__(self) -> "Server":
        app = web.Application(client_max_size=LARGEST_BODY, middlewares=[only_from_here])
        app.on_shutdown.append(self._close_sockets)
        app.add_routes([web.get("/gateway/", self.gateway.serve), *self.pages.routes()])
        self.rest.mount(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        move_world(self.world, self.address)
        self.gateway.address = f"ws://{HOST}:{self.port}/gateway/"
        self.world.listeners += [self._to_bot, self.pages.hear, self._changed]
        self._saver = asyncio.create_task(self._keep_saving())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._saver and self._runner
        self._saver.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._saver
        self.desk.close()
        await self._runner.cleanup()
        save_world(self.world)

    async def _close_sockets(self, app: web.Application) -> None:
        await self.gateway.cut(code=1001)
        await self.pages.close()

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    def link(self, name: str) -> str:
        """Return the secret address of a person's page."""
        key = self.world.person(name)["id"]
        secret = next(each for each, owner in self.world.links.items() if owner == key)
        return f"{self.address}/play/{secret}/"

    # --- saving

    def _changed(self, event: Event) -> None:
        self._has_changed = True

    async def _keep_saving(self) -> None:
        while True:
            await asyncio.sleep(SAVE_EVERY)
            if self._has_changed:
                self._has_changed = False
                save_world(self.world)

    # --- events for the bot

    def _to_bot(self, event: Event) -> None:
        """Pass an event on to the gateway, with the planted faults for interactions."""
        faults = self.faults
        if event.name != "INTERACTION_CREATE":
            self.gateway.hear(event)
        elif faults.drop > 0:
            faults.drop -= 1
        elif faults.hold:
            self._held.append(event)
        else:
            self.gateway.hear(event)
            if faults.duplicate > 0:
                faults.duplicate -= 1
                self.gateway.hear(event)
            if faults.echo > 0:
                faults.echo -= 1
                self._held.append(event)

    async def release(self) -> None:
        """Deliver the interactions on hold, newest first."""
        self.faults.hold = False
        while self._held:
            self.gateway.hear(self._held.pop())
        await self.gateway.flush()


@web.middleware
async def only_from_here(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests from other sites in the browser; bots never send an origin."""
    check_origin(request)
    if request.path.startswith(("/api/", "/gateway/")) and "Origin" in request.headers:
        raise web.HTTPForbidden()
    return await handler(request)
