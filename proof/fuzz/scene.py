"""Tables in every phase at the same time, with people who also play honestly."""

import asyncio
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from cogs.client import TableBot
from engine.kernel.refusal import Refused
from host import challenges, lobby
from host.host import Clock, Host
from host.look import look, table_here
from host.records import User
from proof.fuzz.facts import BEGUN
from proof.fuzz.tables import CHANNELS, Tables
from proof.fuzz.texts import PERSON
from proof.proof import planted
from render.studio import Studio
from sandbox.channels import add_channel
from sandbox.driver import PATIENCE, Sandbox
from testing.discord_spec import SPEC, request_faults

OURS = ("cogs", "host", "render", "asyncio")  # their errors are answered kindly: only the log tells
STRANGER = "grey"
IMPATIENCE = 2.6  # seconds; with a mutant, for an answer that may never come
NAMES_OF_TASKS = ("discord.py: on_interaction", "CommandTree-invoker")


class Ear(logging.Handler):
    """Everything that goes wrong without anybody being told."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        is_lost = "could not deliver an answer" in record.msg
        if record.levelno >= logging.ERROR or is_lost:
            why = f": {record.exc_info[1]!r}" if record.exc_info else ""
            self.heard.append(f"{record.name}: {record.getMessage()}{why}"[:400])


class Scene:
    """The sandbox, the bot in it, its file, and what was heard of both."""

    def __init__(self, sandbox: Sandbox, file: Path, rng: Random) -> None:
        self.sandbox, self.file, self.rng = sandbox, file, rng
        self.ear = Ear()
        self.unspecified: list[str] = []
        self.world = sandbox.server.world

    @property
    def bot(self) -> Any:
        return self.sandbox.bot

    @property
    def host(self) -> Host:
        host: Host = self.bot.host
        return host

    def user(self, name: str) -> User:
        person = self.world.person(name)
        return User(int(person["id"]), person["global_name"])

    def place(self, name: str) -> int:
        return int(self.sandbox.channel(name))

    @property
    def names(self) -> list[str]:
        return [person["username"] for person in self.world.people]

    def observe(self, method: str, route: str, body: Any, status: int, answer: Any) -> None:
        if method in ("POST", "PUT", "PATCH") and body is not None:
            self.unspecified += [
                f"{method} {route}: {f}" for f in request_faults(method, route, body)
            ]

    def complaints(self) -> list[str]:
        """What was noticed since the last time."""
        heard = (self.ear.heard, self.sandbox.errors, self.sandbox.violations, self.unspecified)
        found = [_short(text) for each in heard for text in each]
        for each in heard:
            each.clear()
        return found

    # Waiting

    async def still(self) -> None:
        """Every interaction is done with, and nothing plays by itself."""
        async with asyncio.timeout(PATIENCE):
            while tasks := [t for t in asyncio.all_tasks() if t.get_name() in NAMES_OF_TASKS]:
                await asyncio.wait(tasks)
        await self.host.settled()

    # What everybody sees

    async def table_here(self, channel: int | None, user: int) -> int | None:
        try:
            return await self.host.read(table_here, channel, user)
        except (Refused, OverflowError):  # of a channel that cannot be
            return None

    async def pictures(self, table: int, user: int | None, state: Any = None) -> dict[str, str]:
        """What all that the user may look at tells, by its name, which comes from its pixels."""
        own = await self.host.look(table, look, user)
        public = await self.host.look(table, look, None)
        if state is not None:
            own = public = replace(public, view=public.table.game.view(state, None))
        drawn = [
            await self.bot.gallery.one(seen, each)
            for seen in (own, public)
            for each in self.bot.gallery.offered(seen)
        ]
        return {f"{picture.digest[:20]}.png": picture.alt for picture in drawn}

    async def renew(self, host: Host | None = None) -> None:
        """There are tables in all phases again."""
        await Tables(host or self.host, self.user, self.place).renew()


def _short(text: str) -> str:
    """What it is about, and how it ended."""
    lines = text.splitlines()
    return (lines[0] if len(lines) == 1 else f"{lines[0][:200]} … {lines[-1]}")[:400]


# Its life


@asynccontextmanager
async def opened(folder: Path, rng: Random, is_impatient: bool) -> AsyncIterator[Scene]:
    """Dealt and announced; the keys of the decks come from the same luck as everything else."""
    file, clock = folder / "tables.sqlite", _slow_clock()

    async def new_bot() -> TableBot:
        return TableBot(await Host.open(file, clock), Studio(), guild_ready_timeout=0.05)

    sandbox = Sandbox(new_bot)
    scene = Scene(sandbox, file, rng)
    _populate(scene)
    async with AsyncExitStack() as stack:
        for place in (lobby, challenges):
            stack.enter_context(planted(place, "new_key", _keys(rng)))
        await _prepared(scene, clock)
        await stack.enter_async_context(sandbox)
        if is_impatient:
            sandbox.server.desk.first_answer = IMPATIENCE
        stack.enter_context(_listening(scene.ear))
        if SPEC.exists():
            sandbox.server.rest.observers.append(scene.observe)
        yield scene


def _populate(scene: Scene) -> None:
    world = scene.world
    stranger = {**world.person("red"), "id": world.new_id(), "username": STRANGER}
    world.users[stranger["id"]] = {**stranger, "global_name": STRANGER.capitalize()}
    world.person("yellow")["global_name"] = f"@everyone {PERSON}"
    for name in CHANNELS:
        add_channel(world, name)


async def _prepared(scene: Scene, clock: Clock) -> None:
    host = await Host.open(scene.file, clock)
    try:
        await scene.renew(host)
    finally:
        await host.close()


def _slow_clock() -> Clock:
    """No hour strikes while it runs: what the clock does would be taken for somebody's deed."""
    start = time.monotonic()
    return lambda: BEGUN + int((time.monotonic() - start) * 100)


def _keys(rng: Random) -> Callable[[], bytes]:
    own = Random(rng.random())
    return lambda: hashlib.sha256(own.randbytes(32)).digest()


@contextmanager
def _listening(ear: Ear) -> Iterator[None]:
    """For a while, the ear is at all logs that are ours."""
    for name in OURS:
        logging.getLogger(name).addHandler(ear)
    try:
        yield
    finally:
        for name in OURS:
            logging.getLogger(name).removeHandler(ear)
