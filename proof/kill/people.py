"""What the people in *kill* do: they open, join, start, play, look, type, end and play again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from proof.kill.clicks import Clicked, Fate, only_redraws
from proof.kill.hall import Hall, Place, shown
from sandbox.driver import Failed, parts
from sandbox.world import Json
from testing.people import Label, buttons, labels, pressable, presses_in, some_values, text

PAUSE = 0.1  # seconds between two clicks of a person, at most
GAMES_LAST = (20, 300)  # clicks in panels at a place, until they agree to end
TYPES, TAKES_BACK, OPENS_A_HAND = 0.25, 0.05, 0.05  # how often in a game
ACTS = 0.4  # how often an action is played at once where there are menus, too
IN_GAMES = ("a:", "m:", "x:")  # how the buttons of an action, a menu and an answer begin


class Person:
    """Somebody who sits at a place."""

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
        part = next(part for part in buttons(message) if part["label"].startswith(label))
        return await self.hall.press(self.name, message, part["custom_id"])

    async def _see_another(self, board: Json) -> None:
        """Wait until the board is another one or says something else, or the bot is another one."""
        before, life = text(board), self.hall.life
        while self.hall.board(self.place) is board and text(board) == before:
            await asyncio.sleep(PAUSE)
            if life != self.hall.life:
                return

    # Before and after a game

    async def _open(self) -> None:
        """Open a table, once in a life: if nobody sees it, the last time was in vain."""
        is_asked = self.place.opened == self.hall.life or self.place.is_prepared
        if self.name == self.place.names[0] and not is_asked:
            self.place.opened = self.hall.life
            await self.hall.type(self.name, "/new", self.place.channel, game=self.place.game)

    async def _sit_down(self, board: Json) -> None:
        """Join; the host waits for the others and starts."""
        said, names = text(board), self.place.names
        seated = [name for name in names if shown(name) in said]
        self.place.patience = self.rng.randrange(*GAMES_LAST)
        if self.name not in seated:
            await self._click(board, Label.JOIN)
        elif f"{shown(self.name)} · host" in said and len(seated) == len(names):
            is_short = said.count("🤖") < self.place.robots
            await self._click(board, Label.ADD_AUTOPILOT if is_short else Label.START)

    # In a game

    async def _play(self, board: Json) -> None:
        if self.place.patience < 0 and self.ended != _table_of(board):
            await self._end(board)
        elif self.rng.random() < OPENS_A_HAND:
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

    def dismiss(self, clicked: Clicked | None) -> None:
        if clicked and (found := self.hall.answer_to(clicked)):
            self._put_away(found)

    def _put_away(self, message: Json) -> None:
        server = self.hall.sandbox.server
        if server.world.private.get(message["id"]) and message is not self.hand:
            server.people.dismiss(self.hall.sandbox.user(self.name), message["id"])

    async def _open_hand(self, board: Json) -> None:
        """Ask for the own hand by the button or by the command, and put the last one away."""
        if self.rng.random() < 0.5:
            clicked = await self._click(board, Label.MY_HAND)
        else:
            clicked = await self.hall.type(self.name, "/hand", self.place.channel)
        before, self.hand = self.hand, self.hall.answer_to(clicked) if clicked else None
        if before:
            self._put_away(before)

    def _panel(self, board: Json) -> Json | None:
        """Where they play: in private, or in the hand that they have opened."""
        is_hand = self.hand and self.rng.random() < 0.5
        found = [self.hand] if is_hand else self.hall.panels(self.name)[-1:]
        here = [each for each in found if each and _table_of(board) in _tables(each)]
        return here[0] if here else None

    async def _use(self, panel: Json) -> None:
        """Press, choose or type something that leads on, or sometimes the way back."""
        luck, found = self.rng.random(), pressable(panel)
        acts = [part for part in found if part["custom_id"].startswith("a:")]
        if acts and luck < TYPES:
            code = self.rng.choice(acts)["custom_id"].split(":", 3)[3]
            self.dismiss(await self.hall.type(self.name, "/play", self.place.channel, action=code))
            return
        if luck > 1 - TAKES_BACK:
            found = [part for part in buttons(panel) if part["custom_id"].startswith(IN_GAMES)]
        elif acts and luck < TYPES + ACTS:
            found = acts
        if found := [part for part in found if not part.get("disabled")]:
            part = self.rng.choice(found)
            values = some_values(part, self.rng) or None
            await self.hall.press(self.name, panel, part["custom_id"], values)


@asynccontextmanager
async def everybody_plays(hall: Hall) -> AsyncIterator[list[Person]]:
    """Meanwhile all people play; what stops them or the bot is a fault."""
    people = [Person(hall, place, name) for place in hall.places for name in place.names]
    living = [asyncio.create_task(person.live()) for person in people]
    try:
        yield people
    except Failed as failure:
        hall.trial.fault(f"it does not start again: {failure}")
    except TimeoutError:
        hall.trial.fault("it does not go on")
    finally:
        for task in living:
            task.cancel()
        for ended in await asyncio.gather(*living, return_exceptions=True):
            if isinstance(ended, Exception):  # the others were cancelled
                hall.trial.fault(f"somebody cannot play on: {ended!r}")


def _tables(message: Json) -> list[int]:
    return [press.table for press in presses_in(message)]


def _table_of(board: Json) -> int:
    return _tables(board)[0]


Touch = tuple[Json, str, list[str] | None]  # a press that only redraws: where, on what, which


def touches(person: Person) -> list[Touch]:
    """Everything that they could press without changing a thing."""
    board, panels = person.hall.board(person.place), person.hall.panels(person.name)
    return [
        (message, part["custom_id"], values)
        for message in (*panels, *([board] if board else ()))
        for part in parts(message)
        if "custom_id" in part and only_redraws(part["custom_id"], values := _first_menu(part))
    ]


def _first_menu(part: Json) -> list[str] | None:
    """A way on in a select that leads to another menu, else what would act."""
    values = [option["value"] for option in part.get("options") or ()]
    menus = [value for value in values if value.startswith("m:")]
    return menus[:1] or values[:1] or None


async def touch(person: Person, one: Touch) -> Clicked | None:
    """Press it, and put away what only they see of it."""
    clicked = await person.hall.press(person.name, *one)
    person.dismiss(clicked)
    return clicked
