"""Interactions that arrive twice, late, out of order or not at all, at tables of every game."""

from collections import Counter
from contextlib import ExitStack
from enum import StrEnum
from random import Random
from typing import NamedTuple

import cogs.client
from engine.kernel.codes import UNDO, code
from host.records import Phase
from host.unit_of_work import UnitOfWork
from sandbox.faults import Faults
from sandbox.interactions import COMPONENT, Interaction
from sandbox.world import Json
from testing.people import BUTTON, text
from testing.planting import planted
from testing.scene.crew import REFUSAL, Crew, Pressed, new_crew
from testing.scene.scene import FIRST_ANSWER, MINUTE, SECOND, Calm


class Typed(NamedTuple):
    """Something that a user may play, perhaps twice in a row."""

    user: int
    code: str
    is_repeatable: bool


def playable(uow: UnitOfWork, table_id: int) -> list[Typed]:
    table = uow.playing(table_id)
    game, state = table.game, uow.state(table)
    uow.keep(table, state)
    text, found = game.dump(state), list[Typed]()
    for seat in table.humans:
        for action in game.actions(state, seat.number):
            after = game.load(text)
            game.apply(after, seat.number, action)
            if seat.user and action != UNDO:
                again = action in game.actions(after, seat.number)
                found.append(Typed(seat.user, code(action), again))
    return found


class Bend(StrEnum):
    TWICE = "twice"
    DELAYED = "late, but in time"
    ECHO = "again a little later"
    ECHO_OF_OLD = "again after others"
    ECHO_NEXT_DAY = "again a day later"
    DOUBLE_CLICK = "pressed twice"
    REORDERED = "the newest first"
    LATE = "too late"
    DROPPED = "never"
    TYPED = "typed, twice"
    TYPED_NEXT_DAY = "typed, again a day later"


MOST_PRESSES, FEW_PRESSES = 30, 6
A_DAY = 25 * 60 * MINUTE
SLOWLY = {"STRIKE": 3600.0, "HOUSE_KEEPING": 3600.0}
ECHOES = (Bend.ECHO, Bend.ECHO_OF_OLD, Bend.ECHO_NEXT_DAY, Bend.TYPED_NEXT_DAY)
TYPED = (Bend.TYPED, Bend.TYPED_NEXT_DAY)
LOST = (Bend.LATE, Bend.DROPPED)
LATER = {  # milliseconds until what was held, or comes again, arrives
    Bend.DELAYED: 2 * SECOND,
    Bend.REORDERED: SECOND,
    Bend.ECHO: 2 * SECOND,
    Bend.ECHO_OF_OLD: 5 * MINUTE,
    Bend.ECHO_NEXT_DAY: A_DAY,  # by then clicks are forgotten
    Bend.TYPED_NEXT_DAY: A_DAY,
}


class Bent:
    """One table whose clicks are bent on their way to the bot."""

    def __init__(self, crew: Crew, rng: Random) -> None:
        self.crew, self.s, self.rng = crew, crew.s, rng
        self.kinds: set[str] = set()  # of what was pressed, played an action and was bent
        self.typed_again = 0  # codes that would have been legal once more

    async def lies_of(self, bend: Bend) -> list[str] | None:
        """None: there was nothing to bend, or only a basket with what does not go together."""
        if bend in TYPED:
            return await self._typed_lies(bend)
        presses = await self._presses(bend)
        if not presses:
            return None
        before = len(await self.crew.rows())
        begun = await self._sent(bend, presses)
        made = len(await self.crew.rows()) - before
        found = await self._bent_lies(bend, presses, begun, made)
        if not found and not made and not any(press.is_act for press in presses):
            return None
        self.kinds |= {press.custom_id[0] for press in presses}
        return found

    async def _bent_lies(
        self, bend: Bend, presses: list[Pressed], begun: list[Interaction], made: int
    ) -> list[str]:
        found, first = await self._count_lies(bend, presses, begun, made), presses[0]
        if bend in LOST:
            sent = first._replace(interaction=begun[0].id)
            found += await self.crew.next_click_lies(sent)
        elif (
            len({press.custom_id for press in presses}) == 1
            and made
            and self._handle_http_error(first)
        ):
            found.append("a click that counts is answered with a refusal")
        await self.s.until_quiet()
        return [f"{bend}: {each}" for each in [*found, *await self.crew.lies()]]

    async def _presses(self, bend: Bend) -> list[Pressed]:
        """Actions of one person, or of all at once: a menu that is opened twice tells nothing."""
        found = await self._acts()
        if bend is Bend.REORDERED:
            return [press for press in found for _ in range(2)]
        return found[:1] * (2 if bend is Bend.DOUBLE_CLICK else 1)

    async def _acts(self) -> list[Pressed]:
        """One of everybody who can act; menus are opened until somebody can."""
        names = self.rng.sample(self.crew.names, len(self.crew.names))
        for _ in range(MOST_PRESSES):
            found = [self.rng.choice(acts) for name in names if (acts := self.crew.acts(name))]
            if found or self.crew.is_over:
                return found
            await self.crew.press_on()
            await self.s.until_said()
        return []

    async def _sent(self, bend: Bend, presses: list[Pressed]) -> list[Interaction]:
        faults = self._bend(bend)
        begun = [self._begin(press) for press in presses]
        await self.s.server.gateway.flush()
        await self.s.calm()
        if bend is Bend.ECHO_OF_OLD:
            await self.crew.press_on()
        if bend is Bend.LATE:
            await self._overdue(begun)
        await self._later(LATER.get(bend, 0))
        await self.s.server.release()
        await self.s.calm()
        await self._overdue(begun)
        faults.drop = 0
        return begun

    def _bend(self, bend: Bend) -> Faults:
        faults = self.s.server.faults
        faults.duplicate = int(bend in (Bend.TWICE, Bend.TYPED))
        faults.echo = int(bend in ECHOES)
        faults.drop = int(bend is Bend.DROPPED)
        faults.hold = bend in (Bend.DELAYED, Bend.REORDERED, Bend.LATE)
        return faults

    async def _later(self, milliseconds: int) -> None:
        """What nobody waits for is done less often in a whole day."""
        with ExitStack() as stack:
            for name, seconds in SLOWLY.items() if milliseconds == A_DAY else ():
                stack.enter_context(planted(cogs.client, name, seconds))
            await self.s.go_on(milliseconds)

    async def _typed_lies(self, bend: Bend) -> list[str] | None:
        """A code that is typed is of no moment: only the number of its interaction is known."""
        typed = await self._some_code()
        if typed is None:
            return None
        users = {int(self.s.user(name)): name for name in self.crew.names}
        before = len(await self.crew.rows())
        self._bend(bend)
        await self.s.slash(users[typed.user], "/play", self.crew.channel, action=typed.code)
        await self._later(LATER.get(bend, 0))
        await self.s.server.release()
        await self.s.until_quiet()
        made = len(await self.crew.rows()) - before
        self.typed_again += typed.is_repeatable
        found = [] if made == 1 else [f"1 clicks have made {made} rows"]
        return [f"{bend}: {each}" for each in [*found, *await self.crew.lies()]]

    async def _some_code(self) -> Typed | None:
        """Something that would be legal once more, if that comes soon; not every game has much."""
        for _ in range(FEW_PRESSES):
            if self.crew.is_over:
                return None
            found = await self.crew.host.read(playable, self.crew.number)
            if again := [each for each in found if each.is_repeatable]:
                return self.rng.choice(again)
            await self.crew.press_on()
            await self.s.until_said()
        return await self._any_code()

    async def _any_code(self) -> Typed | None:
        is_over = (await self.crew.table()).phase is not Phase.PLAYING
        found = [] if is_over else await self.crew.host.read(playable, self.crew.number)
        return self.rng.choice(found) if found else None

    def _begin(self, press: Pressed) -> Interaction:
        channel = self.s.server.world.channel(press.message["channel_id"])
        data: Json = {"custom_id": press.custom_id, "component_type": press.kind}
        if press.kind != BUTTON:
            data["values"] = list(press.values)
        user = self.s.user(press.name)
        return self.s.server.desk.begin(COMPONENT, user, channel, data, press.message)

    async def _overdue(self, begun: list[Interaction]) -> None:
        await self.s.go_on(int(FIRST_ANSWER * SECOND))
        for each in begun:
            self.s.server.desk._overdue(each)

    async def _count_lies(
        self, bend: Bend, presses: list[Pressed], begun: list[Interaction], made: int
    ) -> list[str]:
        """Every click that has arrived is answered; an act makes one row, nothing more."""
        found = []
        if bend not in LOST and any(each.answer is None for each in begun):
            found.append("a click that has arrived is not answered")
        different = {(press.name, press.custom_id, press.values) for press in presses}
        most = len(different) + (bend is Bend.ECHO_OF_OLD)  # there was one more
        if made > most or (bend is Bend.DROPPED and made):
            found.append(f"{most} clicks have made {made} rows")
        counted = [each for each in begun if await self.crew.has_row(each.id)]
        is_forgotten = bend is Bend.ECHO_NEXT_DAY
        is_act = any(press.is_act for press in presses)
        if is_act and bend is not Bend.DROPPED and not (made and (counted or is_forgotten)):
            found.append("a click that has arrived does not count")
        return found

    def _handle_http_error(self, press: Pressed) -> bool:
        panel = self.crew.panel(press.name)
        return bool(panel) and REFUSAL in text(panel or {})


PEOPLE = ("red", "blue", "green")
MOST_GAMES = 3
NOTHING = "nothing could be bent"


class Games:
    """A table of each game; whoever is done begins anew."""

    def __init__(self, s: Calm, rng: Random) -> None:
        self.s, self.rng = s, rng
        self.tables: dict[str, Bent] = {}
        self.bent: Counter[tuple[str, Bend]] = Counter()
        self.kinds: set[str] = set()  # of what was bent
        self.typed_again = 0  # codes that would have been legal once more
        self.ended = 0  # games that were played to their end

    async def lies_of(self, game: str, bend: Bend) -> list[str]:
        """What is never bent is a fault itself."""
        for _ in range(MOST_GAMES):
            bent = await self._table(game)
            if (found := await bent.lies_of(bend)) is not None:
                self.bent[game, bend] += 1
                self.kinds |= bent.kinds
                self.typed_again += bent.typed_again
                bent.typed_again = 0
                return [f"{game}: {each}" for each in found]
        return [f"{game}: {bend}: {NOTHING}"]

    async def _table(self, game: str) -> Bent:
        if game in self.tables and self.tables[game].crew.is_over:
            del self.tables[game]
            self.ended += 1
        if game not in self.tables:
            names = PEOPLE[: self.rng.randint(2, len(PEOPLE))]
            crew = await new_crew(self.s, game, self.rng.randrange(10**6), *names)
            self.tables[game] = Bent(crew, self.rng)
        return self.tables[game]
