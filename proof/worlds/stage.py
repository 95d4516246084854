"""A table in the sandbox that was played for a while: from there both worlds begin."""

import copy
import itertools
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import cogs.desk
import cogs.screen
from cogs.client import TableBot
from engine import GAMES
from engine.kernel.game import Game
from host import lobby
from host.host import Host
from host.positions import digest
from host.records import User
from proof.proof import planted
from render.raster import Easel
from render.studio import Studio
from sandbox.driver import Sandbox
from sandbox.saving import KEPT as SAVED
from testing.hosting import FakeClock, play_out
from testing.people import Party
from testing.playing import key_of, option_sets

WATCHING = "yellow"
PLACE = "table-1"
MOST_CLICKS = 160
MOMENT = 1_790_000_000.0
FIRST_ID = 100_000  # of the messages in either world
LONG = 60.0  # seconds: an answer never depends on how fast it was
KEPT = (*SAVED, "closed", "files", "dropped")


class Cast(NamedTuple):
    """The people of a table, in the order of their seats, and how many autopilots follow them."""

    names: tuple[str, ...]
    robots: int = 0


def casts(game: Game[Any, Any]) -> Iterator[Cast]:
    """People only; with autopilots; one person alone, or with as many as that takes."""
    while True:
        yield Cast(("red", "blue", "green"))
        yield Cast(("red", "blue"), 1)
        yield Cast(("red",), game.seats[0] - 1)


class Stage:
    """A table that was played for a while; then the bot is down, and both worlds begin there."""

    def __init__(self, s: Sandbox, file: Path, cast: Cast) -> None:
        self.s, self.file, self.cast, self.party = s, file, cast, Party(s, *cast.names)
        self.start = file.with_suffix(".start")

    async def set(self, game: str, rng: Random) -> None:
        host, seed = self.party.host, rng.getrandbits(30)
        people = [User(int(self.s.user(name)), name.title()) for name in self.cast.names]
        options = rng.choice(option_sets(GAMES[game])).model_dump(mode="json")
        channel = int(self.s.channel(PLACE))
        key = key_of(seed)
        table = await host.run(lobby.open_table, game, options, channel, people[0], key=key)
        for user in people[1:]:
            await host.at(table.id, lobby.join, user)
        for _ in range(self.cast.robots):
            await host.at(table.id, lobby.add_autopilot, people[0].id)
        await host.at(table.id, lobby.start, people[0].id)
        await host.settled()
        await play_out(host, table.id, rng, most=rng.randrange(MOST_CLICKS))
        await self.party.quiet()
        await self.s.stop_bot()
        shutil.copyfile(self.file, self.start)
        world, rest = self.s.server.world, self.s.server.rest
        self.kept = copy.deepcopy({name: getattr(world, name) for name in KEPT})
        self.nonces = dict(rest.nonces)

    def reset(self, stored: bytes) -> None:
        """Everything is as it was, but for the state of the table."""
        shutil.copyfile(self.start, self.file)
        with closing(sqlite3.connect(self.file)) as opened, opened:
            facts = (stored, digest(stored))
            opened.execute("UPDATE tables SET state = ?, digest = ?", facts)
        for name, value in copy.deepcopy(self.kept).items():
            setattr(self.s.server.world, name, value)
        self.s.server.world._counter = itertools.count(FIRST_ID)
        self.s.server.rest.nonces = dict(self.nonces)

    def state(self) -> tuple[Any, Any]:
        with closing(sqlite3.connect(self.start)) as opened:
            game, stored = opened.execute("SELECT game, state FROM tables").fetchone()
        return GAMES[game], GAMES[game].load(stored)


@asynccontextmanager
async def staged(
    folder: Path, game: str, cast: Cast, easel: Easel, rng: Random
) -> AsyncIterator[Stage]:
    file, clock = folder / "tables.sqlite", FakeClock()

    async def new_bot() -> TableBot:
        host, studio = await Host.open(file, clock), Studio(easel=easel)
        return TableBot(host, studio, folder / "synced", guild_ready_timeout=0.05)

    s = Sandbox(new_bot)
    s.server.world.clock = lambda: MOMENT
    with (
        planted(cogs.screen, "PATIENCE", LONG),  # no answer in two parts because it took long
        planted(cogs.desk, "PATIENCE", LONG),
    ):
        async with s:
            stage = Stage(s, file, cast)
            await stage.set(game, rng)
            yield stage
