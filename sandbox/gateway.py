"""The gateway: sends the bot numbered, compressed events, and repeats them after a resume.

A bot may have several shards. Each guild belongs to one of them; direct messages go to shard 0.
"""

import asyncio
import contextlib
import json
import secrets
import time
import zlib
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from aiohttp import WSMsgType, web

from sandbox.guilds import member_facts, whole_guild
from sandbox.world import Event, Json, World


class Op(IntEnum):
    """What a frame of the gateway means."""

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
JOURNEY = 0.02  # seconds: discord.py notes the time of a heartbeat a moment after sending it
REMEMBERED = 2_000
BETWEEN_STARTS = 5.0  # seconds, for shards that may not start together


class ShardId(NamedTuple):
    """A shard as the bot names it when it identifies."""

    number: int = 0
    total: int = 1

    @property
    def is_possible(self) -> bool:
        return 0 <= self.number < self.total

    def hears_of(self, guild_id: Any) -> bool:
        """Whether this shard gets the events of a guild.

        The first shard also gets direct messages, and what tests send with an invalid id.
        """
        is_guild = isinstance(guild_id, str) and guild_id.isdecimal()
        return (int(guild_id) >> 22) % self.total == self.number if is_guild else self.number == 0


@dataclass
class Session:
    """The events sent to one shard of an identified bot; it outlives its connection."""

    id: str
    intents: int
    shard: ShardId
    sequence: int = 0
    told: deque[Json] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    def tell(self, name: str, data: Json) -> None:
        """Number an event and keep a copy of its data as it is now."""
        self.sequence += 1
        facts = json.loads(json.dumps(data))
        self.told.append({"op": Op.DISPATCH, "t": name, "s": self.sequence, "d": facts})

    def has_since(self, number: Any) -> bool:
        """Whether all events after that number are still kept."""
        return isinstance(number, int) and (not self.told or self.told[0]["s"] <= number + 1)


class Connection:
    """One socket; everything sent over it goes through one zlib stream."""

    def __init__(self, socket: web.WebSocketResponse, is_compressed: bool) -> None:
        self.socket = socket
        self.sent = 0  # the number of the last event that went out here
        self._squeeze = zlib.compressobj() if is_compressed else None

    async def send(self, payload: Json) -> None:
        """Send a frame; if the connection is gone, the event waits in the session for a resume."""
        text = json.dumps(payload, separators=(",", ":"))
        with contextlib.suppress(ConnectionError):
            if self._squeeze is None:
                await self.socket.send_str(text)
                return
            data = self._squeeze.compress(text.encode()) + self._squeeze.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(data)


class Line:
    """A shard of the bot: its newest session and the connection that serves it."""

    def __init__(self, session: Session, connection: Connection) -> None:
        self.session = session
        self.connection: Connection | None = connection
        self._is_sending = False

    @property
    def is_online(self) -> bool:
        return self.connection is not None and not self.connection.socket.closed

    async def flush(self) -> None:
        """Send the events that the connection hasn't sent yet."""
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
        if connection.sent >= self.session.sequence:
            return None
        return next(each for each in self.session.told if each["s"] > connection.sent)


class Gateway:
    """Keeps the sessions of one bot and a line to each of its shards."""

    def __init__(self, world: World, token: str) -> None:
        self.world, self.token = world, token
        self.address = ""
        self.is_shut = False  # nobody can connect
        self.shards, self.at_once = 1, 1  # how many are recommended, and may start together
        self.fewest = 1  # with fewer shards a bot is not let in
        self.sessions: dict[str, Session] = {}
        self.lines: dict[int, Line] = {}  # by the number of the shard
        self.sockets = 0  # that are open, identified or not
        self._starts: dict[int, tuple[int, float]] = {}  # who started last, and when

    @property
    def is_online(self) -> bool:
        """Whether all shards are connected."""
        return bool(self.lines) and all(line.is_online for line in self.lines.values())

    @property
    def current(self) -> Session | None:
        """Return the session of the first shard, which is often the only one."""
        return self.lines[0].session if 0 in self.lines else None

    @property
    def connection(self) -> Connection | None:
        return self.lines[0].connection if 0 in self.lines else None

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
                await self._receive(connection, json.loads(message.data))
        except (ValueError, KeyError, TypeError):
            await socket.close(code=4002, message=b"Error while decoding payload.")
        finally:
            self.sockets -= 1
            for line in self.lines.values():
                if line.connection is connection:
                    line.connection = None
                    self._tell_people()
        return socket

    async def _receive(self, connection: Connection, payload: Json) -> None:
        match payload["op"]:
            case Op.HEARTBEAT:
                await asyncio.sleep(JOURNEY)
                await connection.send({"op": Op.ACK, "d": None})
            case Op.IDENTIFY:
                await self._identify(connection, payload["d"])
            case Op.RESUME:
                await self._resume(connection, payload["d"])

    async def _identify(self, connection: Connection, data: Json) -> None:
        shard = ShardId(*data.get("shard", ()))
        if refusal := self._refusal(data["token"], shard):
            code, reason = refusal
            await connection.socket.close(code=code, message=reason)
            return
        if self._is_too_soon(shard):
            await connection.send({"op": Op.INVALID_SESSION, "d": False})
            return
        session = Session(secrets.token_hex(8), int(data["intents"]), shard)
        guilds = [each for each in self.world.guilds if shard.hears_of(each["id"])]
        session.tell("READY", self._ready(session, guilds))
        for guild in guilds:
            session.tell("GUILD_CREATE", whole_guild(self.world, guild))
        self.sessions[session.id] = session
        await self._join(session, connection)

    def _refusal(self, token: str, shard: ShardId) -> tuple[int, bytes] | None:
        if token != self.token:
            return 4004, b"Authentication failed."
        if not shard.is_possible:
            return 4010, b"Invalid shard."
        if shard.total < self.fewest:
            return 4011, b"Sharding required."
        return None

    def _is_too_soon(self, shard: ShardId) -> bool:
        """Whether another shard of the group has just started; the same one may start again."""
        group, now = shard.number % self.at_once, time.monotonic()
        number, then = self._starts.get(group, (shard.number, now))
        if number != shard.number and now < then + BETWEEN_STARTS:
            return True
        self._starts[group] = shard.number, now
        return False

    async def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self.token or not session.has_since(data["seq"]):
            await connection.send({"op": Op.INVALID_SESSION, "d": False})
            return
        connection.sent = data["seq"]
        session.tell("RESUMED", {})
        await self._join(session, connection)

    async def _join(self, session: Session, connection: Connection) -> None:
        """Serve the shard by this session; drop lines of a bot with another number of shards."""
        total = session.shard.total
        lines = [line for line in self.lines.values() if line.session.shard.total == total]
        self.lines = {line.session.shard.number: line for line in lines}
        line = self.lines[session.shard.number] = Line(session, connection)
        await line.flush()
        self._tell_people()

    def _tell_people(self) -> None:
        facts = {"online": self.is_online}
        self.world.tell(Event("BOT_STATUS", facts, None, to_bot=False))

    # --- sending events

    def hear(self, event: Event) -> None:
        """Queue what the bot may know; the world calls this for every event."""
        if not event.to_bot:
            return
        is_guild = event.name.startswith("GUILD_") and "guild_id" not in event.data
        guild_id = event.data["id"] if is_guild else event.data.get("guild_id")
        for line in self.lines.values():
            session = line.session
            if session.shard.hears_of(guild_id) and self._may_know(event, session):
                session.tell(event.name, self._for_bot(event))

    def _may_know(self, event: Event, session: Session) -> bool:
        if not event.name.startswith(("MESSAGE_", "TYPING_")):
            return True
        is_dm = "guild_id" not in event.data
        return bool(session.intents & (DIRECT_MESSAGES if is_dm else GUILD_MESSAGES))

    def _for_bot(self, event: Event) -> Json:
        """Return the event's data as the bot gets it: without texts that it may not read."""
        data = event.data
        if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return data
        if "guild_id" in data and not data["author"].get("bot"):
            member = member_facts(self.world, data["author"]["id"])
            del member["user"]
            data = {**data, "member": member}
        return self.readable(data)

    def readable(self, message: Json) -> Json:
        """Return a message as the bot may read it; without the intent, only what concerns it."""
        is_own = message["author"]["id"] == self.world.bot["id"]
        is_open = is_own or "guild_id" not in message or self.world.bot in message["mentions"]
        if is_open or (self.current and self.current.intents & MESSAGE_CONTENT):
            return message
        return {**message, "content": "", "embeds": [], "attachments": [], "components": []}

    async def flush(self) -> None:
        """Send the bot what is queued; called after every request and everything a person does."""
        for line in [*self.lines.values()]:
            await line.flush()

    # --- the first events

    def _ready(self, session: Session, guilds: list[Json]) -> Json:
        world = self.world
        return {
            "v": 10,
            "user": {**world.bot, "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": each["id"], "unavailable": True} for each in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "application": {"id": world.bot["id"], "flags": 0},
            "shard": [*session.shard],
        }

    # --- faults

    async def cut(self, code: int = 4000, shard: int | None = None) -> None:
        """Close the bot's sockets, of all shards or of one; it may resume."""
        for connection in self._connections(shard):
            await connection.socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        for connection in self._connections():
            await connection.send({"op": Op.RECONNECT, "d": None})

    def _connections(self, shard: int | None = None) -> list[Connection]:
        lines = [line for number, line in self.lines.items() if shard in (None, number)]
        return [line.connection for line in lines if line.connection]

    def forget(self) -> None:
        """End all sessions, so that none can be resumed."""
        self.sessions.clear()
