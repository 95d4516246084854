"""The gateway: what the bot is told, compressed, numbered, and told again after a resume."""

import contextlib
import json
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.guilds import member_facts, whole_guild
from sandbox.world import Event, Json, World


class Op(IntEnum):
    """What a frame of the gateway is."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
INTERVAL = 41_250
REMEMBERED = 2_000


@dataclass
class Session:
    """What one identified bot was told; it outlives its connection."""

    id: str
    intents: int
    sequence: int = 0
    told: deque[Json] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    def tell(self, name: str, data: Json) -> None:
        """Events are numbered, and written down as they are now."""
        self.sequence += 1
        facts = json.loads(json.dumps(data))
        self.told.append({"op": Op.DISPATCH, "t": name, "s": self.sequence, "d": facts})

    def has_since(self, number: Any) -> bool:
        """Whether nothing that came after a number was forgotten."""
        return isinstance(number, int) and (not self.told or self.told[0]["s"] <= number + 1)


class Connection:
    """One socket; everything goes through one stream of zlib."""

    def __init__(self, socket: web.WebSocketResponse, is_compressed: bool) -> None:
        self.socket = socket
        self.sent = 0  # the number of the last event that went out here
        self._squeeze = zlib.compressobj() if is_compressed else None

    async def send(self, payload: Json) -> None:
        """What cannot be sent any more waits in the session for a resume."""
        text = json.dumps(payload, separators=(",", ":"))
        with contextlib.suppress(ConnectionError):
            if self._squeeze is None:
                await self.socket.send_str(text)
                return
            data = self._squeeze.compress(text.encode()) + self._squeeze.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(data)


class Gateway:
    """Keeps sessions; one connection speaks for the newest of them."""

    def __init__(self, world: World, token: str) -> None:
        self.world, self.token = world, token
        self.address = ""
        self.is_shut = False  # nobody can connect
        self.sessions: dict[str, Session] = {}
        self.current: Session | None = None
        self.connection: Connection | None = None
        self.sockets = 0  # that are open, identified or not
        self._is_sending = False

    @property
    def is_online(self) -> bool:
        return self.connection is not None and not self.connection.socket.closed

    # --- one socket

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        if self.is_shut:
            raise web.HTTPServiceUnavailable()
        socket = web.WebSocketResponse(compress=False, max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(socket, request.query.get("compress") == "zlib-stream")
        self.sockets += 1
        try:
            await connection.send(
                {"op": Op.HELLO, "d": {"heartbeat_interval": INTERVAL}, "s": None}
            )
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                await self._heard(connection, json.loads(message.data))
        except (ValueError, KeyError, TypeError):
            await socket.close(code=4002, message=b"Error while decoding payload.")
        finally:
            self.sockets -= 1
            if self.connection is connection:
                self.connection = None
                self._told_people()
        return socket

    async def _heard(self, connection: Connection, payload: Json) -> None:
        match payload["op"]:
            case Op.HEARTBEAT:
                await connection.send({"op": Op.ACK, "d": None})
            case Op.IDENTIFY:
                await self._identified(connection, payload["d"])
            case Op.RESUME:
                await self._resumed(connection, payload["d"])

    async def _identified(self, connection: Connection, data: Json) -> None:
        if data["token"] != self.token:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return
        session = Session(secrets.token_hex(8), int(data["intents"]))
        self.sessions[session.id] = self.current = session
        self.connection = connection
        session.tell("READY", self._ready(session))
        session.tell("GUILD_CREATE", whole_guild(self.world))
        await self.flush()
        self._told_people()

    async def _resumed(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self.token or not session.has_since(data["seq"]):
            await connection.send({"op": Op.INVALID_SESSION, "d": False})
            return
        self.current, self.connection = session, connection
        connection.sent = data["seq"]
        session.tell("RESUMED", {})
        await self.flush()
        self._told_people()

    def _told_people(self) -> None:
        facts = {"online": self.is_online}
        self.world.tell(Event("BOT_STATUS", facts, None, to_bot=False))

    # --- telling

    def hear(self, event: Event) -> None:
        """A listener of the world: what the bot may know is put in line, in order."""
        session = self.current
        if session is None or not event.to_bot or not self._may_know(event, session):
            return
        session.tell(event.name, self._for_bot(event))

    def _may_know(self, event: Event, session: Session) -> bool:
        if not event.name.startswith(("MESSAGE_", "TYPING_")):
            return True
        is_dm = "guild_id" not in event.data
        return bool(session.intents & (DIRECT_MESSAGES if is_dm else GUILD_MESSAGES))

    def _for_bot(self, event: Event) -> Json:
        """Without the privileged intent, others' words are kept from the bot."""
        data = event.data
        if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return data
        if "guild_id" in data and not data["author"].get("bot"):
            member = member_facts(self.world, data["author"]["id"])
            del member["user"]
            data = {**data, "member": member}
        return self.readable(data)

    def readable(self, message: Json) -> Json:
        """A message as the bot may read it: without the intent, only what concerns it."""
        is_own = message["author"]["id"] == self.world.bot["id"]
        is_open = is_own or "guild_id" not in message or self.world.bot in message["mentions"]
        if is_open or (self.current and self.current.intents & MESSAGE_CONTENT):
            return message
        return {**message, "content": "", "embeds": [], "attachments": [], "components": []}

    async def flush(self) -> None:
        """Sends what the connection was not told yet; called after every request and deed."""
        if self._is_sending:
            return
        self._is_sending = True
        try:
            while (connection := self.connection) and (payload := self._next(connection)):
                connection.sent = payload["s"]
                await connection.send(payload)
        finally:
            self._is_sending = False

    def _next(self, connection: Connection) -> Json | None:
        assert self.current
        if connection.sent >= self.current.sequence:
            return None
        return next(each for each in self.current.told if each["s"] > connection.sent)

    # --- what it says at the beginning

    def _ready(self, session: Session) -> Json:
        world = self.world
        return {
            "v": 10,
            "user": {**world.bot, "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": world.guild["id"], "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "application": {"id": world.bot["id"], "flags": 0},
            "shard": [0, 1],
        }

    # --- faults

    async def cut(self, code: int = 4000) -> None:
        """Closes the socket under the bot, which may resume."""
        if self.connection:
            await self.connection.socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        if self.connection:
            await self.connection.send({"op": Op.RECONNECT, "d": None})

    def forget(self) -> None:
        """No session can be resumed any more."""
        self.sessions.clear()
