"""Somebody who plays as it is offered, so that the tables go on."""

from host.books import Books
from host.look import look
from host.play import Click
from proof.fuzz.scene import Scene
from sandbox.driver import parts
from sandbox.world import Json

MOST_PRESSES = 8  # until an action is complete


class Honest:
    def __init__(self, scene: Scene) -> None:
        self.scene, self.rng = scene, scene.rng
        self.actions = 0  # that were played

    async def move_on(self) -> None:
        """Somebody whom a table waits for plays what is offered."""
        tables = await self.scene.host.read(_running)
        if not tables:
            return
        seen = await self.scene.host.look(self.rng.choice(tables), look, None)
        waited = [seen.table.seats[seat].human for seat in seen.waiting]
        users = [user for user in waited if user]
        if not users:
            return
        user, table = self.rng.choice(users), seen.table.id
        name = self.scene.world.users[str(user)]["username"]
        own = await self.scene.host.look(table, look, user)
        if seen.table.channel is None:
            await self._typed(table, user)
        elif own.actions:
            await self._pressed(name, self._channel(seen.table.channel), table)
        await self.scene.still()

    def _channel(self, key: int) -> str:
        channel = self.scene.world.channel(str(key))
        return str(channel.get("name") or f"@{channel['recipients'][0]['username']}")

    async def _typed(self, table: int, user: int) -> None:
        seen = await self.scene.host.look(table, look, user)
        if seen.actions:
            text = " ".join(map(str, self.rng.choice(seen.actions)))
            await self.scene.host.act(table, Click(user, text))
            self.actions += 1

    async def _pressed(self, name: str, channel: str, table: int) -> None:
        """By the buttons of an own panel, until a row is stored."""
        before = await self.scene.host.look(table, _version)
        message = await self.scene.sandbox.slash(name, "/hand", channel)
        for _ in range(MOST_PRESSES):
            if message is None or not (found := self._ways(message)):
                return
            part = self.rng.choice(found)
            message = await self.scene.sandbox._used(
                name, message, part["custom_id"], self._some(part)
            )
            if await self.scene.host.look(table, _version) > before:
                self.actions += 1
                return

    def _ways(self, message: Json) -> list[Json]:
        found = [part for part in parts(message) if part["type"] == 3 and not part.get("disabled")]
        leads = (part for part in parts(message) if part["type"] == 2 and not part.get("disabled"))
        return found or [part for part in leads if part["custom_id"][:2] in ("a:", "m:")]

    def _some(self, part: Json) -> list[str] | None:
        if part["type"] == 2:
            return None
        many = self.rng.randint(part.get("min_values", 1), part.get("max_values", 1))
        return [option["value"] for option in self.rng.sample(part["options"], many)]


def _version(books: Books, table: int) -> int:
    return books.table(table).version


def _running(books: Books) -> list[int]:
    found = books.store._execute("SELECT id FROM tables WHERE phase = 'playing' ORDER BY id")
    return [row[0] for row in found]
