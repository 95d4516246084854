"""People at a table on our own clock, who press on whatever still arrives."""

from typing import Any, NamedTuple

from cogs import ids
from cogs.ids import IN_A_PANEL
from host.books import Books
from host.look import look
from host.records import Table
from proof.calm.scene import Calm
from sandbox.world import Json
from tests.cogs.people import (
    BUTTON,
    SELECT,
    Label,
    Party,
    buttons,
    forge,
    labels,
    selects,
    text,
    ways,
)
from tests.cogs.truth import lies
from tests.host.hosting import set_key
from tests.playing import key_of

REFUSAL = "⚠️"


class Pressed(NamedTuple):
    """Something in a panel that was pressed, to be pressed again."""

    name: str
    message: Json
    custom_id: str
    kind: int
    values: tuple[str, ...]
    interaction: str = "0"


class Crew(Party):
    """As a party, but its quiet is that of our clock."""

    s: Calm

    def __init__(self, s: Calm, *names: str, **more: Any) -> None:
        channel = s.server.world.add_channel(f"table-{len(s.server.world.channels)}")
        super().__init__(s, *names, channel=channel["name"], **more)
        self.number = 0  # of the table, once it was dealt

    def panels(self, name: str) -> list[Json]:
        return [each for each in super().panels(name) if self._is_ours(each)]

    def _is_ours(self, message: Json) -> bool:
        pressed = [ids.read(part["custom_id"]) for part in (*buttons(message), *selects(message))]
        acts = [press for press in pressed if press and press.kind in IN_A_PANEL]
        return any(press.table == self.number for press in acts)

    async def begin(self, robots: int = 0) -> None:
        await self.seat(robots)
        self.number = (await self.table()).id
        await self.host.at(self.number, set_key, key_of(self.seed))
        assert self.board
        await self.s.click(self.names[0], self.board, Label.START)
        await self.quiet()

    async def table(self) -> Table:
        if not self.number:
            return await super().table()
        return (await self.host.look(self.number, look, None)).table

    async def quiet(self) -> None:
        await self.s.until_said()

    # Pressing

    def some_press(self, name: str) -> Pressed | None:
        """Something that leads on in their panel, if anything does."""
        message = self.panel(name)
        if message is None:
            return None
        if choices := selects(message):
            values = tuple(self._some(choices[0]))
            return Pressed(name, message, choices[0]["custom_id"], SELECT, values)
        found = [part for part in ways(message) if not part.get("disabled")]
        if not found:
            return None
        return Pressed(name, message, self.rng.choice(found)["custom_id"], BUTTON, ())

    async def do(self, pressed: Pressed) -> Json | None:
        """As it stood there when it was seen, whatever the message shows by now."""
        name, message, custom_id, kind, values, _ = pressed
        return await forge(self.s, name, message, custom_id, *values, kind=kind)

    async def press_on(self) -> Pressed | None:
        """Anybody who can presses something."""
        for name in self.rng.sample(self.names, len(self.names)):
            if pressed := self.some_press(name):
                await self.do(pressed)
                return pressed._replace(interaction=[*self.s.server.desk.by_id][-1])
        return None

    async def moves(self) -> int:
        """How many actions of people count."""
        return sum(seat.moves for seat in (await self.table()).seats)

    # Looking

    async def lies(self, lost_rounds: frozenset[int] = frozenset()) -> list[str]:
        return [*await lies(self, lost_rounds), *await self.s.lies()]

    async def next_click_lies(self, pressed: Pressed, has_counted: bool = False) -> list[str]:
        """It is pressed again: that is answered, and counts only if it has not yet."""
        if not self.is_there(pressed.message):
            return await self._fresh_look_lies(pressed.name)
        moves, unanswered = await self.moves(), len(self.s.unanswered)
        has_counted = has_counted or await self._is_last_of_its_seat(pressed)
        answer = await self.do(pressed)
        if len(self.s.unanswered) > unanswered or answer is None:
            return [f"{pressed.name}'s next click is not answered"]
        found = []
        if has_counted and REFUSAL in text(answer):
            found.append(f"{pressed.name} is told that a click of theirs did not count")
        if has_counted and await self.moves() != moves:
            found.append(f"a click of {pressed.name} counts twice")
        return found

    async def _fresh_look_lies(self, name: str) -> list[str]:
        """What they pressed is gone: the panel in its place shows this moment when it is asked."""
        message, unanswered = self.panel(name), len(self.s.unanswered)
        if message and Label.AGAIN in labels(message):
            await self.s.click(name, message, Label.AGAIN)
        elif pressed := self.some_press(name):
            await self.do(pressed)
        is_answered = len(self.s.unanswered) == unanswered
        return [] if is_answered else [f"{name}'s next click is not answered"]

    def is_there(self, message: Json) -> bool:
        return message["id"] in self.s.server.world.messages[message["channel_id"]]

    async def row_of(self, pressed: Pressed) -> int | None:
        """The row of the journal that a click has made."""
        return await self.has_row(pressed.interaction)

    async def has_row(self, interaction: str) -> int | None:
        found = await self.host.read(_row_of, int(interaction))
        return found[1] if found else None

    async def _is_last_of_its_seat(self, pressed: Pressed) -> bool:
        number, rows = await self.row_of(pressed), await self.rows()
        seat = self._seat(pressed.name, await self.table())
        found = [row.number for row in rows if row.seat == seat]
        return bool(found) and found[-1] == number

    def _seat(self, name: str, table: Table) -> int | None:
        seat = table.seat_of(int(self.s.user(name)))
        return seat.number if seat else None


def _row_of(books: Books, click: int) -> tuple[int, int] | None:
    return books.store.click(click)


async def new_crew(s: Calm, game: str, seed: int, *names: str, **more: Any) -> Crew:
    """A table that was dealt."""
    crew = Crew(s, *(names or ("red", "blue")), seed=seed, game=game, **more)
    await crew.begin()
    return crew
