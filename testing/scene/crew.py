"""People at a table with our own clock, who press whatever still arrives."""

from typing import Any, NamedTuple

from cogs.ids import ButtonKind
from host import outbox
from host.records import Phase, Table
from host.unit_of_work import UnitOfWork
from host.views import view_table
from sandbox.channels import add_channel
from sandbox.world import Json
from testing.hosting import set_key
from testing.message_truth import last_round, lies
from testing.people import (
    BUTTON,
    SELECT,
    Label,
    Party,
    buttons,
    forge,
    panel_tables,
    redraw,
    selects,
    some_values,
    text,
    ways,
)
from testing.playing import key_of
from testing.scene.scene import Calm

REFUSAL = "⚠️"


class Pressed(NamedTuple):
    """Something in a panel that was pressed, to be pressed again."""

    name: str
    message: Json
    custom_id: str
    kind: int
    values: tuple[str, ...]
    interaction: str = "0"

    @property
    def is_act(self) -> bool:
        """Whether it must count; the values of a multi-select may not go together."""
        return _acts(self.custom_id) or (_selects(self.custom_id) and _acts(self.values[0]))

    @property
    def is_answer(self) -> bool:
        """Whether it answers a question, which may play several actions at once."""
        return self.custom_id.startswith(f"{ButtonKind.ANSWER}:")


class Crew(Party):
    """Like a party, but waits by our clock."""

    s: Calm

    def __init__(self, s: Calm, *names: str, **more: Any) -> None:
        channel = add_channel(s.server.world, f"table-{len(s.server.world.channels)}")
        super().__init__(s, *names, channel=channel["name"], **more)
        self.number = 0  # of the table, once it was dealt
        self.lost_rounds: frozenset[int] = frozenset()  # left untold in a lost channel

    def panels(self, name: str) -> list[Json]:
        return [each for each in super().panels(name) if self._is_ours(each)]

    def _is_ours(self, message: Json) -> bool:
        return self.number in panel_tables(message)

    async def begin(self, robots: int = 0) -> None:
        await self.seat(robots)
        self.number = (await self.table()).id
        await self.host.do(set_key, self.number, key_of(self.seed))
        assert self.board
        await self.s.click(self.names[0], self.board, Label.START)
        await self.quiet()

    async def table(self) -> Table:
        if not self.number:
            return await super().table()
        return (await self.host.read(view_table, self.number, by=None)).table

    async def quiet(self) -> None:
        await self.s.until_said()

    # Pressing

    def some_press(self, name: str) -> Pressed | None:
        """Return something that leads on in their panel, if anything does."""
        message = self.panel(name)
        if message is None:
            return None
        if choices := selects(message):
            values = tuple(some_values(choices[0], self.rng))
            return Pressed(name, message, choices[0]["custom_id"], SELECT, values)
        found = [part for part in ways(message) if not part.get("disabled")]
        if not found:
            return None
        return Pressed(name, message, self.rng.choice(found)["custom_id"], BUTTON, ())

    def acts(self, name: str) -> list[Pressed]:
        """Return what plays an action when pressed, or may do so."""
        message = self.panel(name) or {"components": []}
        found = [
            Pressed(name, message, part["custom_id"], BUTTON, ())
            for part in ways(message)
            if _acts(part["custom_id"]) and not part.get("disabled")
        ]
        return [*found, *(each for part in selects(message) for each in self._chosen(name, part))]

    def _chosen(self, name: str, part: Json) -> list[Pressed]:
        message, custom_id = self.panel(name) or {}, part["custom_id"]
        if custom_id.startswith(f"{ButtonKind.MULTI}:"):
            return [Pressed(name, message, custom_id, SELECT, tuple(some_values(part, self.rng)))]
        values = [option["value"] for option in part["options"]]
        found = [Pressed(name, message, custom_id, SELECT, (value,)) for value in values]
        return [press for press in found if press.is_act]

    async def do(self, pressed: Pressed) -> Json | None:
        """Press it as it was when it was seen, whatever the message shows by now."""
        name, message, custom_id, kind, values, _ = pressed
        return await forge(self.s, name, message, custom_id, *values, kind=kind)

    async def press_on(self) -> Pressed | None:
        """Let anybody who can press something."""
        for name in self.rng.sample(self.names, len(self.names)):
            if pressed := self.some_press(name):
                await self.do(pressed)
                return pressed._replace(interaction=[*self.s.server.desk.by_id][-1])
        return None

    async def moves(self) -> int:
        """Count the actions of people."""
        return sum(seat.moves for seat in (await self.table()).seats)

    # Looking

    async def lies(self) -> list[str]:
        return [*await lies(self, self.lost_rounds), *await self.s.lies()]

    async def miss_rounds(self, since: int) -> None:
        """Expect no recaps of rounds that have ended without a channel."""
        if (await self.table()).is_lost:
            self.lost_rounds |= {*range(since, last_round(await self.seen()))}

    async def find_channel(self) -> list[str]:
        """Check that the loss was told once, and the board is back once somebody asks for it."""
        told = len(self.s.record.told(outbox.MessageKind.LOST, self.number))
        is_over = (await self.table()).phase is Phase.OVER  # then panels show how it ended
        self.lost_rounds |= self.s.record.lost_rounds(self.number)
        await self.s.slash(self.names[0], "/board", self.channel)
        await self.s.until_said()
        is_right = told == len(self.names) or (is_over and not told)
        return [] if is_right else [f"{told} were told of the loss"]

    async def next_click_lies(self, pressed: Pressed, has_counted: bool = False) -> list[str]:
        """Press it again: that must be answered, and count only if it hasn't counted yet."""
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
        """Check that a panel replacing a lost one shows the current moment."""
        message, unanswered = self.panel(name), len(self.s.unanswered)
        if message and buttons(message):
            await redraw(self.s, name, message)
        elif pressed := self.some_press(name):
            await self.do(pressed)
        is_answered = len(self.s.unanswered) == unanswered
        return [] if is_answered else [f"{name}'s next click is not answered"]

    def is_there(self, message: Json) -> bool:
        return message["id"] in self.s.server.world.messages[message["channel_id"]]

    async def row_of(self, pressed: Pressed) -> int | None:
        """Return the row of the journal that a click has made."""
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


def _acts(text: str) -> bool:
    return text.startswith(f"{ButtonKind.ACT}:")


def _selects(text: str) -> bool:
    return text.startswith(f"{ButtonKind.SELECT}:")


def _row_of(uow: UnitOfWork, click: int) -> tuple[int, int] | None:
    return uow.store.click(click)


async def new_crew(s: Calm, game: str, seed: int, *names: str, **more: Any) -> Crew:
    """Deal a table."""
    crew = Crew(s, *(names or ("red", "blue")), seed=seed, game=game, **more)
    await crew.begin()
    return crew
