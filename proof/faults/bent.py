"""Interactions that arrive twice, late, out of order or not at all."""

from enum import StrEnum
from random import Random

from proof.calm.crew import REFUSAL, Crew, Pressed
from proof.calm.scene import FIRST_ANSWER, SECOND
from sandbox.interactions import COMPONENT, Interaction
from sandbox.world import Json
from tests.cogs.people import BUTTON, text


class Bend(StrEnum):
    TWICE = "twice"
    ECHO = "again a little later"
    ECHO_OF_OLD = "again much later"
    DOUBLE_CLICK = "pressed twice"
    REORDERED = "the newest first"
    LATE = "too late"
    DROPPED = "never"


class Bent:
    """One table whose clicks are bent on their way to the bot."""

    def __init__(self, crew: Crew, rng: Random) -> None:
        self.crew, self.s, self.rng = crew, crew.s, rng

    async def lies_of(self, bend: Bend) -> list[str]:
        presses = self._presses(bend)
        if not presses:
            await self.s.go_on(SECOND)
            return []
        before, first = len(await self.crew.rows()), presses[0]
        begun = await self._sent(bend, presses)
        made = len(await self.crew.rows()) - before
        found = await self._count_lies(bend, presses, begun, made)
        if bend in (Bend.LATE, Bend.DROPPED):
            sent = first._replace(interaction=begun[0].id)
            found += await self.crew.next_click_lies(sent)
        elif len({press.custom_id for press in presses}) == 1 and made and self._is_refused(first):
            found.append("a click that counts is answered with a refusal")
        await self.s.until_quiet()
        return [f"{bend}: {each}" for each in [*found, *await self.crew.lies()]]

    def _presses(self, bend: Bend) -> list[Pressed]:
        """Of one person, or of all at once."""
        names = self.rng.sample(self.crew.names, len(self.crew.names))
        found = [press for name in names if (press := self.crew.some_press(name))]
        if bend is Bend.REORDERED:
            return [press for press in found for _ in range(2)]
        return found[:1] * (2 if bend is Bend.DOUBLE_CLICK else 1)

    async def _sent(self, bend: Bend, presses: list[Pressed]) -> list[Interaction]:
        faults = self.s.server.faults
        faults.duplicate = int(bend is Bend.TWICE)
        faults.echo = int(bend in (Bend.ECHO, Bend.ECHO_OF_OLD))
        faults.drop = int(bend is Bend.DROPPED)
        faults.hold = bend in (Bend.REORDERED, Bend.LATE)
        begun = [self._begin(press) for press in presses]
        await self.s.server.gateway.flush()
        await self.s.calm()
        if bend is Bend.ECHO_OF_OLD:
            await self.crew.press_on()
        if bend is Bend.LATE:
            await self._overdue(begun)
        await self.s.server.release()
        await self.s.calm()
        await self._overdue(begun)
        faults.drop = 0
        return begun

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
        """Every click that has arrived is answered; none makes more than one row."""
        found = []
        is_lost = bend in (Bend.LATE, Bend.DROPPED)
        if not is_lost and any(each.answer is None for each in begun):
            found.append("a click that has arrived is not answered")
        most = len({(press.name, press.custom_id, press.values) for press in presses})
        most += bend is Bend.ECHO_OF_OLD  # there was one more
        if made > most or (bend is Bend.DROPPED and made):
            found.append(f"{most} clicks have made {made} rows")
        counted = [each for each in begun if await self.crew.has_row(each.id)]
        is_act = presses[0].custom_id.startswith("a:")
        if is_act and len(presses) == 1 and bend is not Bend.DROPPED and len(counted) != 1:
            found.append("a click that has arrived does not count")
        return found

    def _is_refused(self, press: Pressed) -> bool:
        panel = self.crew.panel(press.name)
        return bool(panel) and REFUSAL in text(panel or {})
