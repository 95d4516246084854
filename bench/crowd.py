"""People at many tables in the sandbox, who press at random what their panels show."""

import asyncio
import hashlib
import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from host import lobby
from host.host import Host
from host.records import User
from sandbox.driver import PATIENCE, parts
from sandbox.process import Apart
from sandbox.world import Event, Json

BUTTON, SELECT = 2, 3
BACK = ("Back", "🔄", "◀ Before", "More ▶")
QUIET = 0.06  # seconds without a word of the bot after which it has said all


class Press(NamedTuple):
    name: str
    message: Json
    custom_id: str
    values: list[str] | None = None


class Crowd:
    """Two people at each table; they sit at further tables where no letter is on its way."""

    def __init__(self, sandbox: Apart, game: str, tables: int, further: int = 0) -> None:
        self.sandbox, self.game, self.tables, self.further = sandbox, game, tables, further
        self.rng = random.Random(5)
        self.heard = 0
        world = sandbox.server.world
        for number in range(2 * tables):
            person = {**world.person("red"), "id": world.new_id(), "username": f"p{number}"}
            world.users[person["id"]] = {**person, "global_name": f"Player {number}"}
        for number in range(tables + further):
            world.add_channel(hall(number))
        world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        self.heard += 1

    def names(self, table: int) -> tuple[str, str]:
        first = 2 * table % (2 * self.tables)
        return f"p{first}", f"p{first + 1}"

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
        channel = int(self.sandbox.channel(hall(number)))
        first, second = (User(int(self.sandbox.user(n)), n) for n in self.names(number))
        table = await host.run(lobby.open_table, self.game, {}, channel, first)
        await host.at(table.id, lobby.join, second)
        await host.at(table.id, lobby.start, first.id)

    async def dealt(self) -> None:
        """Until everybody has a panel."""
        async with asyncio.timeout(10 * PATIENCE):
            while not all(self.panel(f"p{n}") for n in range(2 * self.tables)):
                await asyncio.sleep(0.1)
        await self.quiet()

    async def quiet(self) -> None:
        before = -1
        while before != self.heard:
            before = self.heard
            await asyncio.sleep(QUIET)

    def panel(self, name: str) -> Json | None:
        found = self.sandbox.messages(name, f"@{name}")
        return found[-1] if found else None

    def press(self, table: int) -> Press | None:
        """Something that one of the two may press."""
        for name in self.rng.sample(self.names(table), 2):
            message = self.panel(name)
            if message and (found := self._choice(name, message)):
                return found
        return None

    def _choice(self, name: str, message: Json) -> Press | None:
        found = [part for part in parts(message) if part["type"] == SELECT]
        if found:
            low, high = found[0].get("min_values", 1), found[0].get("max_values", 1)
            some = self.rng.sample(found[0]["options"], self.rng.randint(low, high))
            values = [option["value"] for option in some]
            return Press(name, message, found[0]["custom_id"], values)
        ways = [part for part in parts(message) if part["type"] == BUTTON and _leads_on(part)]
        return Press(name, message, self.rng.choice(ways)["custom_id"]) if ways else None

    async def carry_out(self, press: Press) -> None:
        await self.sandbox._used(press.name, press.message, press.custom_id, press.values)


def hall(table: int) -> str:
    return f"hall-{table}"


def _leads_on(part: Json) -> bool:
    custom_id = part["custom_id"]
    is_ours = custom_id.startswith(("a:", "m:"))
    return is_ours and part["label"] not in BACK and not custom_id.endswith(":undo")


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
