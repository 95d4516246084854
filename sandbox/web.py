"""Serves the page to each person at a secret link; without the link nothing can be seen."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.channels import DM, channel_facts, is_thread, may_read
from sandbox.gateway import Gateway
from sandbox.messages import messages_seen_by
from sandbox.people import People
from sandbox.refusals import Refused
from sandbox.users import COLORS
from sandbox.world import Event, Json, World

PAGE = Path(__file__).parent / "page"
HOSTS = ("127.0.0.1", "localhost")
FOREVER = "public, max-age=31536000"
Deed = Callable[[web.Request, str], Awaitable[Any]]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Pages:
    """Serves the page and its data, and sends each person the events they may see."""

    def __init__(self, world: World, people: People, gateway: Gateway, with_links: bool) -> None:
        self.world, self.people, self.gateway = world, people, gateway
        self.with_links = with_links
        self.listeners: dict[asyncio.Queue[str], str] = {}
        self.sockets: set[web.WebSocketResponse] = set()

    def routes(self) -> list[web.RouteDef]:
        base = "/play/{secret}/"
        return [
            web.get("/play/{secret}", self._to_the_page),
            web.get(base, self._guarded(self.index)),
            web.get(base + "api/start", self._guarded(self.start)),
            web.get(base + "api/channels/{channel}/messages", self._guarded(self.history)),
            web.post(base + "api/channels/{channel}/messages", self._guarded(self.say)),
            web.post(base + "api/typing", self._guarded(self.typing)),
            web.post(base + "api/interactions", self._guarded(self.interact)),
            web.post(base + "api/dismiss", self._guarded(self.dismiss)),
            web.post(base + "api/dms", self._guarded(self.dms)),
            web.get(base + "api/events", self._guarded(self.events)),
            web.get(base + "{file}", self._guarded(self.file)),
            web.get("/cdn/attachments/{channel}/{file}/{name}", self.attachment),
            web.get("/cdn/emojis/{emoji}.{kind:png|webp|gif}", self.emoji),
        ]

    async def _to_the_page(self, request: web.Request) -> web.StreamResponse:
        raise web.HTTPFound(request.path + "/")

    def _guarded(self, handler: Deed) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def answer(request: web.Request) -> web.StreamResponse:
            user = self.world.links.get(request.match_info["secret"])
            if user is None:
                raise web.HTTPNotFound()
            try:
                result = await handler(request, user)
            except Refused as refusal:
                return web.json_response({"message": refusal.message}, status=refusal.status)
            except (ValueError, KeyError, TypeError, AttributeError):
                return web.json_response({"message": "That was not understood."}, status=400)
            await self.gateway.flush()
            return result if isinstance(result, web.StreamResponse) else web.json_response(result)

        return answer

    # --- files

    async def index(self, request: web.Request, user: str) -> web.StreamResponse:
        return self._static("index.html")

    async def file(self, request: web.Request, user: str) -> web.StreamResponse:
        return self._static(request.match_info["file"])

    def _static(self, name: str) -> web.StreamResponse:
        known = {file.name: file for file in PAGE.glob("*")}
        if name not in known:
            raise web.HTTPNotFound()
        response = web.FileResponse(known[name])
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    async def attachment(self, request: web.Request) -> web.StreamResponse:
        """Serve a file; its address is known only from its message."""
        key = request.match_info["file"]
        file = self.world.files.get(key) or self.world.dropped.get(key)
        if file is None or request.query.get("hm") != file.secret:
            raise web.HTTPNotFound()
        headers = {"Content-Type": file.kind, "X-Content-Type-Options": "nosniff"}
        return web.Response(body=file.content, headers=headers)

    async def emoji(self, request: web.Request) -> web.StreamResponse:
        """Serve an emoji to anybody, in the format in which it was uploaded."""
        key = request.match_info["emoji"]
        file = self.world.files.get(key) or self.world.dropped.get(key)
        if file is None or file.secret:
            raise web.HTTPNotFound()
        headers = {"Content-Type": file.kind, "X-Content-Type-Options": "nosniff"}
        return web.Response(body=file.content, headers={**headers, "Cache-Control": FOREVER})

    # --- what the page asks for

    async def start(self, request: web.Request, user: str) -> Json:
        world = self.world
        mine = [each for each in world.channels.values() if may_read(user, each)]
        facts: Json = {
            "me": world.users[user],
            "bot": world.bot,
            "bot_online": self.gateway.is_online,
            "guild": {
                "id": world.guild["id"],
                "name": world.guild["name"],
                "roles": world.guild.get("roles", []),
            },
            "people": [{**each, "color": COLORS.get(each["username"])} for each in world.people],
            "channels": [_for_page(each) for each in mine if each["type"] != DM],
            "dms": [channel_facts(each) for each in mine if each["type"] == DM],
            "commands": self.people.commands(),
            "dms_open": user not in world.closed,
        }
        return {**facts, "links": self._links()} if self.with_links else facts

    def _links(self) -> list[Json]:
        names = {key: self.world.users[key] for key in self.world.links.values()}
        return [
            {
                "name": names[key]["global_name"],
                "color": COLORS.get(names[key]["username"]),
                "url": f"/play/{secret}/",
            }
            for secret, key in self.world.links.items()
        ]

    async def history(self, request: web.Request, user: str) -> list[Json]:
        messages = messages_seen_by(self.world, user, request.match_info["channel"])[::-1]
        before = request.query.get("before")
        messages = [each for each in messages if not before or int(each["id"]) < int(before)]
        return messages[: int(request.query.get("limit", 50))]

    async def say(self, request: web.Request, user: str) -> Json:
        body = await request.json()
        return self.people.say(user, request.match_info["channel"], str(body["content"]))

    async def typing(self, request: web.Request, user: str) -> Json:
        self.people.typing(user, (await request.json())["channel_id"])
        return {}

    async def dismiss(self, request: web.Request, user: str) -> Json:
        self.people.dismiss(user, (await request.json())["message_id"])
        return {}

    async def dms(self, request: web.Request, user: str) -> Json:
        self.people.open_dms(user, bool((await request.json())["open"]))
        return {}

    async def interact(self, request: web.Request, user: str) -> Json:
        body = await request.json()
        kind, channel = body["type"], str(body.get("channel_id"))
        if kind == 2:
            interaction = self.people.slash(user, channel, body["name"], body.get("options") or [])
        elif kind == 3:
            chosen = body.get("values")
            interaction = self.people.click(
                user, channel, body["message_id"], body["custom_id"], chosen
            )
        elif kind == 5:
            interaction = self.people.submit(user, body["interaction_id"], body["components"])
        elif kind == 4:
            interaction = self.people.autocomplete(user, channel, body["name"], body["options"])
            await self.gateway.flush()
            assert interaction.choices
            return {"choices": await interaction.choices}
        else:
            raise Refused(400, 50035, "There is no such interaction.")
        return {"id": interaction.id}

    # --- events for the page

    def hear(self, event: Event) -> None:
        if event.name in ("INTERACTION_CREATE", "READY"):
            return
        text = json.dumps({"t": event.name, "d": event.data})
        for queue, user in self.listeners.items():
            if event.people is None or user in event.people:
                queue.put_nowait(text)

    async def events(self, request: web.Request, user: str) -> web.StreamResponse:
        socket = web.WebSocketResponse(heartbeat=20)
        queue: asyncio.Queue[str] = asyncio.Queue()
        self.listeners[queue] = user  # before the page knows that the connection is open
        sender = None
        try:
            await socket.prepare(request)
            self.sockets.add(socket)
            sender = asyncio.create_task(_pump(queue, socket))
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
        finally:
            if sender:
                sender.cancel()
            self.sockets.discard(socket)
            del self.listeners[queue]
        return socket

    async def close(self) -> None:
        for socket in list(self.sockets):
            await socket.close(code=1001)


async def _pump(queue: asyncio.Queue[str], socket: web.WebSocketResponse) -> None:
    while True:
        text = await queue.get()
        if socket.closed:
            return
        await socket.send_str(text)


def check_origin(request: web.Request) -> None:
    """Refuse requests from other pages in the same browser."""
    if (request.url.host or "") not in HOSTS:
        raise web.HTTPForbidden()
    origin = request.headers.get("Origin")
    if origin and origin != f"http://{request.host}":
        raise web.HTTPForbidden()


def _for_page(channel: Json) -> Json:
    facts = channel_facts(channel)
    if is_thread(channel):
        facts["archived"] = channel["thread_metadata"]["archived"]
    return facts
