"""A story in which every kind of message is sent, the same every time."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from engine.kernel.refusal import Refused
from host import challenges, lobby, people, votes, welcome
from host.happenings import Happening, choose_log
from host.quarantine import quarantine_table
from host.unit_of_work import UnitOfWork
from host.votes import Proposal, ProposalKind
from sandbox.faults import EVERY, Fault
from sandbox.world import Json
from testing.hosting import caller, random_click
from testing.people import SELECT, forge, text
from testing.planting import planted
from testing.scene.phases import SOLO, all_phases, leaves, offers, readers, user_called
from testing.scene.scene import MINUTE, Calm, Prepare

ALWAYS = 10**9
HOUR = 60 * MINUTE
LEFT_OUT = (
    *("f", "t:close", "t:leave", "t:handover", "/leave"),  # what would end the story
    "/status",  # it measures real time
)
FILLED = {"kind": "daily", "player": "@blue", "name": "x", "action": "x", "zone": "UTC"}


class Everything:
    """The story; `note` is called after each step; people press and type only if that is wanted."""

    def __init__(self, s: Calm, note: Callable[[str], None] = str, is_pressed: bool = True) -> None:
        self.s, self.note, self.is_pressed, self.rng = s, note, is_pressed, Random(7)
        self.pressed: set[str] = set()

    async def happens(self) -> None:
        steps: tuple[Callable[[], Awaitable[None]], ...] = (
            *(
                self._log,
                self._door,
                self._press,
                self._type,
                self._round,
                self._votes,
                self._press,
            ),
            *(self._welcome, self._rematch, self._share),
            *(self._wait, self._absence, self._end, self._press),
            *(self._lost_channel, self._quarantine),
        )
        for step in steps:
            if self.is_pressed or step not in (self._press, self._type):
                await step()
                await self.s.until_quiet()
                self.note(step.__name__.removeprefix("_"))

    # What people do

    async def _press(self) -> None:
        """Press whatever wasn't pressed yet, as somebody who sees it."""
        s = self.s
        for offer in offers(s.server.world):
            seen = readers(s.server.world, offer.message)
            if seen != [] and offer.word not in (*self.pressed, *LEFT_OUT):
                self.pressed.add(offer.word)
                who = s.server.world.users[seen[0]]["username"] if seen else "red"
                values = offer.values[: offer.bounds[0]] if offer.type == SELECT else ()
                await forge(s, who, offer.message, offer.custom_id, *values, kind=offer.type)
                await s.until_said()

    async def _type(self) -> None:
        for leaf in [each for each in leaves(self.s) if each.word not in LEFT_OUT]:
            needed = [each["name"] for each in leaf.options if each.get("required")]
            given = {name: FILLED.get(name, "x") for name in needed}
            await self.s.slash("red", leaf.word, "table-1", **given)
            self.note(leaf.word)

    # What happens

    async def _table(self, channel: str) -> int:
        place = int(self.s.channel(channel))
        return await self.s.host.read(lambda uow: _table_in(uow, place))

    async def _do(self, use_case: Any, *words: Any, **by: Any) -> None:
        with suppress(Refused):  # a press may have done it already
            await self.s.host.do(use_case, *words, **by)
        await self.s.until_said()

    async def _log(self) -> None:
        """Choose a channel for the server's log."""
        server = int(self.s.server.world.guild["id"])
        await self.s.host.do(choose_log, server, int(self.s.channel("arena")))

    async def _door(self) -> None:
        """Let Blue, whose direct messages were refused when the games began, try again."""
        blue = self.s.user("blue")
        await self.s.until_quiet()
        self.s.server.people.open_dms(blue, True)
        number = await self._table("table-1")
        await self.s.host.do(people.try_messages_again, number, by=caller(int(blue)))

    async def _round(self) -> None:
        """Play a round to its end, where every action is news for everybody."""
        number = await self._table("table-1")
        await self.s.slash("red", "/hand", "table-1")  # a private panel, which is kept up to date
        with planted(type(SOLO), "headlines", frozenset({"did"})):
            await self._click(number)
        begun = len(self._rounds())
        while len(self._rounds()) == begun:
            await self._click(number)

    async def _click(self, number: int) -> None:
        await random_click(self.s.host, number, self.rng, may_undo=False)
        await self.s.until_said()

    def _rounds(self) -> list[Json]:
        seen = self.s.messages("red", "table-1")
        return [each for each in seen if text(each).startswith("**Round ")]

    async def _votes(self) -> None:
        """Start a vote, withdraw it, start it again, agree."""
        number, pause = await self._table("table-1"), Proposal(ProposalKind.PAUSE)
        resume, end = Proposal(ProposalKind.RESUME), Proposal(ProposalKind.ABANDON)
        for use_case, name, matter in (
            *((votes.agree, "red", end), (votes.agree, "red", pause)),
            *((votes.withdraw, "red", end), (votes.agree, "blue", pause)),
            *((votes.agree, "red", resume), (votes.agree, "blue", resume)),
        ):
            await self._do(use_case, number, matter, by=caller(user_called(self.s, name).id))

    async def _welcome(self) -> None:
        """Greet the server as if it had just added the bot."""
        server, channel = int(self.s.server.world.guild["id"]), int(self.s.channel("lounge"))
        await self._do(welcome.greet, server, channel, self.s.time.now)

    async def _rematch(self) -> None:
        """Ask for a rematch of the game that is over in the hall; red has a panel there, too."""
        await self._do(
            lobby.rematch, await self._table("hall"), by=caller(user_called(self.s, "yellow").id)
        )

    async def _share(self) -> None:
        purple, place = user_called(self.s, "purple"), int(self.s.channel("arena"))
        query = "SELECT max(id) FROM challenges WHERE channel = ?"
        number = await self.s.host.read(lambda uow: uow.store._first(query, place))
        await self._do(challenges.share, number, by=caller(purple.id))

    async def _wait(self) -> None:
        """Wait for a daily list, reminders, a missed turn and the end of a challenge."""
        red, hour = user_called(self.s, "red"), (self.s.time.now // HOUR + 1) % 24
        await self.s.host.do(people.choose, {"digest": hour, "zone": "UTC"}, by=caller(red))
        for _ in range(3):
            await self.s.go_on(28 * MINUTE)
            self.note("waited")

    async def _absence(self) -> None:
        await self.s.stop_bot()
        self.s.time.go_to(self.s.time.now + 5 * HOUR)
        await self.s.start_bot()
        await self.s.go_on(10 * MINUTE)

    async def _end(self) -> None:
        number = await self._table("table-1")
        await self.s.host.do(votes.force, number, Proposal(ProposalKind.ABANDON))

    async def _lost_channel(self) -> None:
        """Lose the channel of a running game; its players are told."""
        number = await self._table("table-2")
        wall = Fault(EVERY, f"^/channels/{self.s.channel('table-2')}/", times=ALWAYS)
        wall.status, wall.code = 403, 50001
        self.s.server.faults.planted.insert(0, wall)  # before what else is planted there
        await self.s.host.do(votes.force, number, Proposal(ProposalKind.RESUME))
        await self._click(number)
        await self.s.until_quiet()
        self.s.server.faults.planted.remove(wall)

    async def _quarantine(self) -> None:
        await self.s.host.do(quarantine_table, await self._table("lounge"), "it was planted")
        self.s.errors.remove(Happening.DAMAGED)  # the log reports it to the host


def _table_in(uow: UnitOfWork, channel: int) -> int:
    return uow.store.open_table_in(channel) or uow.store.last_table_in(channel) or 0


def everything(file: Path, prepare: Prepare | None = None) -> Any:
    """Prepare the scene, in which Blue refuses direct messages at first."""

    def close_a_door(s: Calm) -> None:
        if prepare:
            prepare(s)
        s.server.people.open_dms(s.user("blue"), False)

    return all_phases(file, Random(5), close_a_door, hours=1)
