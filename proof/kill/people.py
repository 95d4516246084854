"""What the people do: they open, join, start, play, look, type, end and play again."""

import asyncio
from typing import NamedTuple

from cogs.ids import ButtonKind
from proof.kill.clicks import Clicked, Fate, only_redraws, pressable
from proof.kill.hall import Hall, Place, shown
from sandbox.driver import parts
from sandbox.world import Json
from testing.people import Label, buttons, labels, selects, text, ways

PAUSE = 0.1  # seconds between two clicks of a person, at most
GAMES_LAST = (20, 300)  # clicks in panels at a place, until they agree to end
LOOKS, TYPES, TAKES_BACK, OPENS_A_HAND = 0.05, 0.25, 0.05, 0.05  # how often in a game
GOES_DEEPER = 0.5  # into a menu, where something can be done at once
CHOOSES = 0.3  # from a list, rather than pressing a button


class Person:
    """One who sits at a place."""

    def __init__(self, hall: Hall, place: Place, name: str) -> None:
        self.hall, self.place, self.name = hall, place, name
        self.rng = hall.rng
        self.hand: Json | None = None  # what only they see in the channel
        self.ended = 0  # the last table that they wanted to end

    async def live(self) -> None:
        while True:
            await self.hall.alive.wait()
            await asyncio.sleep(self.rng.uniform(0, PAUSE))
            if self.hall.alive.is_set():
                await self.do_something()

    async def do_something(self) -> None:
        board = self.hall.board(self.place)
        said = labels(board) if board else set()
        if board is None:
            await self._open()
        elif Label.JOIN in said:
            await self._sit_down(board)
            await self._see_another(board)
        elif Label.REMATCH in said:
            await self._click(board, Label.REMATCH)
            await self._see_another(board)
        else:
            await self._play(board)

    async def _click(self, message: Json, label: str) -> Clicked | None:
        part = next(each for each in buttons(message) if each["label"] == label)
        return await self.hall.press(self.name, message, part["custom_id"])

    async def _see_another(self, board: Json) -> None:
        """Until the board is another one or shows something else, or the bot is another one."""
        before, life = text(board), self.hall.life
        while self.hall.board(self.place) is board and text(board) == before:
            await asyncio.sleep(PAUSE)
            if life != self.hall.life:
                return

    # Before and after

    @property
    def _is_first(self) -> bool:
        return self.name == self.place.names[0]

    async def _open(self) -> None:
        """Once in a life: if they see no table, the last time was in vain."""
        is_asked = self.place.opened == self.hall.life or self.place.is_prepared
        if self._is_first and not is_asked:
            self.place.opened = self.hall.life
            await self.hall.type(self.name, "/new", self.place.channel, game=self.place.game)

    async def _sit_down(self, board: Json) -> None:
        """Whoever opened it waits for the others and starts."""
        said, names = text(board), self.place.names
        seated = [name for name in names if shown(name) in said]
        self.place.patience = self.rng.randrange(*GAMES_LAST)
        if self.name not in seated:
            await self._click(board, Label.JOIN)
        elif f"{shown(self.name)} · host" in said and len(seated) == len(names):
            is_short = said.count("🤖") < self.place.robots
            await self._click(board, Label.ADD_AUTOPILOT if is_short else Label.START)
        elif self.rng.random() < LOOKS:
            await self._look(board)

    # In a game

    async def _play(self, board: Json) -> None:
        luck = self.rng.random()
        if self.place.patience < 0 and self.ended != _table_of(board):
            await self._end(board)
        elif luck < LOOKS:
            await self._look(board)
        elif luck < LOOKS + OPENS_A_HAND:
            await self._open_hand(board)
        elif panel := self._panel(board):
            self.place.patience -= 1
            await self._use(panel)

    async def _end(self, board: Json) -> None:
        clicked = await self.hall.type(self.name, "/end", self.place.channel)
        if clicked.fate is Fate.ANSWERED:
            self.ended = _table_of(board)
        if (screen := self.hall.answer_to(clicked)) and (found := buttons(screen)):
            await self.hall.press(self.name, screen, found[0]["custom_id"])
        self.dismiss(clicked)

    async def _look(self, message: Json) -> None:
        offered = [part for part in buttons(message) if only_redraws(part["custom_id"])]
        if offered:
            custom_id = self.rng.choice(offered)["custom_id"]
            self.dismiss(await self.hall.press(self.name, message, custom_id))

    def dismiss(self, clicked: Clicked | None) -> None:
        if clicked and (found := self.hall.answer_to(clicked)):
            self._put_away(found)

    def _put_away(self, message: Json) -> None:
        """What only they see goes away."""
        server = self.hall.sandbox.server
        if server.world.private.get(message["id"]) and message is not self.hand:
            server.people.dismiss(self.hall.sandbox.user(self.name), message["id"])

    async def _open_hand(self, board: Json) -> None:
        """By the button or by the command; the one before is put away."""
        if self.rng.random() < 0.5:
            clicked = await self._click(board, Label.MY_HAND)
        else:
            clicked = await self.hall.type(self.name, "/hand", self.place.channel)
        before, self.hand = self.hand, self.hall.answer_to(clicked) if clicked else None
        if before:
            self._put_away(before)

    def _panel(self, board: Json) -> Json | None:
        """Where they play: in private, or in the hand that they have opened."""
        table = _table_of(board)
        found = self.hall.panels(self.name)
        if self.hand and self.rng.random() < 0.5:
            found = [self.hand]
        shown = found[-1] if found else None
        is_here = shown and any(press.table == table for press in pressable(shown))
        return shown if is_here else None

    async def _use(self, panel: Json) -> None:
        acts = [part for part in ways(panel) if part["custom_id"].startswith("a:")]
        choices = [part for part in selects(panel) if _is_ours(part)]
        if choices and (not acts or self.rng.random() < CHOOSES):
            part = self.rng.choice(choices)
            await self.hall.press(self.name, panel, part["custom_id"], self._some(part))
        elif acts and self.rng.random() < TYPES:
            code = self.rng.choice(acts)["custom_id"].split(":", 3)[3]
            self.dismiss(await self.hall.type(self.name, "/play", self.place.channel, action=code))
        else:
            await self._press_on(panel)

    async def _press_on(self, panel: Json) -> None:
        found = [part for part in ways(panel) if part["custom_id"].startswith("a:")]
        if not found or self.rng.random() < GOES_DEEPER:
            found = ways(panel)
        if not found or self.rng.random() < TAKES_BACK:
            found = [part for part in buttons(panel) if part["custom_id"][:2] in ("a:", "m:", "x:")]
            found = [part for part in found if not part.get("disabled")]
        if found:
            await self.hall.press(self.name, panel, self.rng.choice(found)["custom_id"])

    def _some(self, part: Json) -> list[str]:
        many = self.rng.randint(part.get("min_values", 1), part.get("max_values", 1))
        return [option["value"] for option in self.rng.sample(part["options"], many)]


def _table_of(board: Json) -> int:
    return pressable(board)[0].table


def _is_ours(part: Json) -> bool:
    return part["custom_id"][:1] in (ButtonKind.SELECT, ButtonKind.BASKET, ButtonKind.ANSWER)


class Touch(NamedTuple):
    """A press that only redraws, on something that is there now."""

    name: str
    message: Json
    custom_id: str
    values: list[str] | None


def touches(person: Person) -> list[Touch]:
    """All that they could press without changing a thing."""
    hall = person.hall
    board = hall.board(person.place)
    shown = [*hall.panels(person.name), *([board] if board else ())]
    return [
        Touch(person.name, message, part["custom_id"], values)
        for message in shown
        for part in parts(message)
        if "custom_id" in part and only_redraws(part["custom_id"], values := _first_menu(part))
    ]


def _first_menu(part: Json) -> list[str] | None:
    """A way on in a select that leads to another menu, else what would act."""
    values = [option["value"] for option in part.get("options") or ()]
    menus = [value for value in values if value.startswith("m:")]
    return menus[:1] or values[:1] or None


async def touch(person: Person, one: Touch) -> Clicked | None:
    """Pressed, and what only they see of it put away."""
    clicked = await person.hall.press(*one)
    person.dismiss(clicked)
    return clicked
