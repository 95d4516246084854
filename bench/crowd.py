"""People at many tables in the sandbox who press random buttons of their panels."""

import asyncio
import hashlib
import random
import sqlite3
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from bench.shown import Screens
from engine import GAMES
from host import lobby
from host.caller import Caller
from host.host import Host
from host.records import User
from sandbox.channels import add_channel
from sandbox.driver import PATIENCE, parts
from sandbox.interactions import Interaction
from sandbox.process import Apart
from sandbox.world import Event, Json

BUTTON, SELECT = 2, 3
BACK = ("Back", "Previous page", "Next page", "Keep working", "Keep playing")
QUIET = 0.06  # seconds without a word of the bot after which it has said all


def mixed() -> list[str]:
    """Games for many tables: ten of the one that seats most, then one of each other."""
    first, *others = sorted(GAMES, key=lambda game: -GAMES[game].seats[-1])
    return [*[first] * 10, *others]


class Press(NamedTuple):
    name: str
    message: Json
    custom_id: str
    values: list[str] | None = None


class Crowd:
    """People at tables with these games in turn; further tables are theirs, too, but silent.

    Each table has so many people, or as many as its game seats.
    """

    def __init__(
        self,
        sandbox: Apart,
        games: Sequence[str],
        tables: int,
        further: int = 0,
        people: int = 2,
    ) -> None:
        self.sandbox, self.games, self.tables, self.further = sandbox, games, tables, further
        self.people = people
        self.screens, self.rng = Screens(sandbox.server), random.Random(5)
        self.heard = 0
        self.ids: dict[str, str] = {}  # of all people
        self.halls: dict[int, str] = {}  # the ids of the channels
        self._panels: dict[str, Json] = {}  # by the id of the person
        self._offers: dict[str, list[Json]] = {}  # what leads on in them
        world = sandbox.server.world
        for number in range(people * tables):
            person = {**world.person("red"), "id": world.new_id(), "username": f"p{number}"}
            world.users[person["id"]] = {**person, "global_name": f"Player {number}"}
            self.ids[f"p{number}"] = person["id"]
        for number in range(tables + further):
            self.halls[number] = add_channel(world, hall(number))["id"]
        world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        self.heard += 1
        is_message = event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE")
        if is_message and event.people and "guild_id" not in event.data:
            (person,) = event.people
            self._panels[person], self._offers[person] = event.data, _offers(event.data)

    def game_of(self, table_id: int) -> str:
        return self.games[table_id % len(self.games)]

    def names(self, table_id: int) -> list[str]:
        first = self.people * (table_id % self.tables)
        many = min(self.people, GAMES[self.game_of(table_id)].seats[-1])
        return [f"p{number}" for number in range(first, first + many)]

    async def prepare(self) -> None:
        """Before the bot starts: tables that have just been dealt."""
        host = await Host.open(self.sandbox.database)
        for number in range(self.tables + self.further):
            await self._seat(host, number)
        await host.close()
        with closing(sqlite3.connect(self.sandbox.database)) as connection:
            connection.execute("DELETE FROM outbox WHERE table_id > ?", (self.tables,))
            connection.commit()

    async def _seat(self, host: Host, number: int) -> None:
        channel = int(self.halls[number])
        first, *others = (User(int(self.ids[name]), name) for name in self.names(number))
        game, key = self.game_of(number), (number + 1).to_bytes(32, "big")  # the same in every run
        table = await host.do(lobby.open_table, game, {}, channel, key=key, by=Caller(first))
        for other in others:
            await host.do(lobby.join, table.id, by=Caller(other))
        await host.do(lobby.start, table.id, by=Caller(first))

    async def dealt(self) -> None:
        """Until everybody has a panel."""
        names = {name for table in range(self.tables) for name in self.names(table)}
        async with asyncio.timeout(10 * PATIENCE):
            while not all(self.panel(name) for name in names):
                await asyncio.sleep(0.1)
        await self.quiet()

    async def quiet(self) -> None:
        before = -1
        while before != self.heard:
            before = self.heard
            await asyncio.sleep(QUIET)

    def panel(self, name: str) -> Json | None:
        """What they were told last in private."""
        return self._panels.get(self.ids[name])

    def press(self, table_id: int, busy: Collection[str] = ()) -> Press | None:
        """Something that somebody there may press who is not busy."""
        names = self.names(table_id)
        for name in self.rng.sample(names, len(names)):
            if name not in busy and (offered := self._offers.get(self.ids[name])):
                return self._choice(name, self._panels[self.ids[name]], offered)
        return None

    def _choice(self, name: str, message: Json, offered: list[Json]) -> Press:
        part = self.rng.choice(offered)
        if part["type"] == BUTTON:
            return Press(name, message, part["custom_id"])
        low, high = part.get("min_values", 1), part.get("max_values", 1)
        some = self.rng.sample(part["options"], self.rng.randint(low, high))
        return Press(name, message, part["custom_id"], [option["value"] for option in some])

    async def carry_out(self, press: Press) -> Interaction:
        """Until what became of it is shown."""
        message, people = press.message, self.sandbox.server.people
        place, user = message["channel_id"], self.ids[press.name]
        found = people.click(user, place, message["id"], press.custom_id, press.values)
        await self.sandbox._outcome(found)
        await self.screens.shown(found)
        return found


def hall(table_id: int) -> str:
    return f"hall-{table_id}"


def _offers(message: Json) -> list[Json]:
    """Whatever leads on in a panel."""
    found = [part for part in parts(message) if not part.get("disabled")]
    selects = [part for part in found if part["type"] == SELECT]
    return [*selects, *(part for part in found if part["type"] == BUTTON and _leads_on(part))]


def _leads_on(part: Json) -> bool:
    custom_id = part["custom_id"]
    is_ours = custom_id.startswith(("a:", "m:", "x:"))
    is_way = not custom_id.endswith((":undo", ":~0", ":aside~0"))  # no deals
    return is_ours and is_way and part.get("label") not in BACK


def rows(database: Path) -> int:
    """How many actions are stored."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM journal").fetchone()[0])


class Traffic:
    """Bytes of pictures that the bot sends: new ones, kept ones, and those sent again in vain."""

    def __init__(self, sandbox: Apart) -> None:
        self.world = sandbox.server.world
        self.bytes: Counter[str] = Counter()
        self._files: dict[str, dict[str, bytes]] = {}  # message -> attachment -> digest
        self.world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return
        before = self._files.get(event.data["id"], {})
        now: dict[str, bytes] = {}
        for each in event.data["attachments"]:
            key = each["id"]
            now[key] = before.get(key) or self._digest(key)
            kind = "kept" if key in before else "again" if now[key] in before.values() else "new"
            self.bytes[kind] += each["size"]
        self._files[event.data["id"]] = now

    def _digest(self, key: str) -> bytes:
        return hashlib.sha1(self.world.files[key].content).digest()
