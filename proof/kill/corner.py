"""Screens of every kind that stay open while the bot is killed, where nobody plays.

The bot opens no forms, so there is none that could be left open. A basket is rare in a game, so
some wait with one on their screens.
"""

import asyncio
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from cogs.ids import Kind
from host import challenges, lobby, votes
from host.host import Host
from host.records import User
from host.votes import Matter, Subject
from proof.kill.clicks import Clicked, Fate
from proof.kill.hall import Hall
from sandbox.driver import parts
from sandbox.interactions import DEFER, DEFER_UPDATE
from sandbox.world import Json
from tests.cogs.people import buttons, is_ephemeral, text
from tests.host.hosting import set_key
from tests.playing import key_of

GAME, LEVEL = "fantastic_factories", "easy"
LATE, PAUSE = 0.3, 0.05  # seconds until a press, at most; between two looks
LOBBY, TABLE, SEAT, POST = "corner-lobby", "corner-table", "corner-seat", "corner-post"
PEOPLE = ("c-0", "c-1", "c-2")  # they sit at all of these tables
SETTERS = ("d-0", "d-1", "d-2", "d-3", "d-4", "d-5")  # each alone with an autopilot
FOREMAN, FOR_A_FOREMAN = "hire foreman hammer warehouse", 10  # lets dice be set; a seed for it
FIRST_BEGINS = 2  # a seed with which the table waits for the first seat, so for ever
DUE = 48  # hours that a challenge is open


class Errand(NamedTuple):
    """What somebody has open and presses after the next kill; how it is opened, if it is not."""

    kind: Kind
    channel: str
    who: str
    opening: tuple[str, ...]  # commands, and labels of what was there or came of them
    says: str  # the answer, as a regular expression; a public message may show what was before
    what: str = ""  # is pressed, likewise
    values: str = ""  # that are chosen, likewise
    by: str = ""  # who opens it, if somebody else
    given: Mapping[str, Any] = {}  # with the commands
    is_once: bool = False  # what was pressed does not come back


ERRANDS = (
    Errand(Kind.OPTION, LOBBY, "c-0", ("Options",), "Options of|longer than one turn takes"),
    Errand(
        *(Kind.VOTE, TABLE, "c-0", ("Table",), "End the game .*\n.* voices: .*c-0"),
        what=":ask$",
        values="abandon",
    ),
    Errand(
        *(Kind.WITHDRAW, TABLE, "c-1", ("/table replace",), "the table decides|nothing to take"),
        what=":replace_2$",
        given={"player": "@c-2"},
    ),
    Errand(Kind.PLAN, TABLE, "c-2", ("My hand", "Plan ahead", "Forget my plan"), "Plan ahead"),
    Errand(
        *(Kind.JOIN, SEAT, "c-2", ("/table replace",), r"Fantastic Factories\*\*|You already sit"),
        by="c-0",
        given={"player": "@c-2", "force": True},
    ),
    Errand(
        *(Kind.CHALLENGE, POST, "c-1", (), r"On all servers|Fantastic Factories\*\*"),
        what=":(play|overall)$",
    ),
    Errand(Kind.REPLAY, "hall-1", "c-0", ("/replay",), r"Step \d+ of|All that was played"),
    Errand(Kind.PAGE, POST, "c-2", ("/help",), r"Page \d+ of"),
    Errand(Kind.SETTING, POST, "alone", ("/settings",), "Your settings"),
    Errand(
        *(Kind.FORGET, LOBBY, "stranger", ("/hours", "/privacy delete"), "You are forgotten"),
        given={"zone": "UTC"},
    ),
)
DICE = tuple(
    Errand(
        *(Kind.BASKET, f"@{name}", name, ("/play", "Set …"), r"Fantastic Factories\*\*"),
        given={"action": FOREMAN},
        is_once=True,
    )
    for name in SETTERS
)
NAMES = (*PEOPLE, *SETTERS, "alone", "stranger")


async def furnish(hall: Hall, host: Host) -> None:
    """Before the first process: a lobby, two tables, one with a free seat, and a challenge."""
    for channel in (LOBBY, TABLE, SEAT, POST):
        hall.sandbox.server.world.add_channel(channel)
    hall.invite(NAMES)
    people = [User(int(hall.sandbox.user(name)), name) for name in PEOPLE]
    await _seated(hall, host, LOBBY, people[:1])
    for channel in (TABLE, SEAT):
        table = await _seated(hall, host, channel, people)
        await host.at(table, set_key, key_of(FIRST_BEGINS))
        await host.at(table, lobby.start, people[0].id)
    await host.at(table, votes.force, Matter(Subject.REPLACE, 2))
    for name in SETTERS:
        await _with_an_autopilot(hall, host, name)
    where = int(hall.sandbox.channel(POST))
    await host.run(challenges.post, GAME, LEVEL, DUE, where, people[0])


async def _with_an_autopilot(hall: Hall, host: Host, name: str) -> None:
    user = User(int(hall.sandbox.user(name)), name)
    hall.sandbox.server.world.add_channel(f"corner-{name}")
    table = await _seated(hall, host, f"corner-{name}", [user])
    await host.at(table, lobby.add_autopilot, user.id)
    await host.at(table, set_key, key_of(FOR_A_FOREMAN))
    await host.at(table, lobby.start, user.id)


async def _seated(hall: Hall, host: Host, channel: str, people: list[User]) -> int:
    where = int(hall.sandbox.channel(channel))
    table = await host.run(lobby.open_table, GAME, {}, where, people[0])
    for other in people[1:]:
        await host.at(table.id, lobby.join, other)
    return table.id


class Keeper:
    """Once in each life presses what an earlier one has drawn."""

    def __init__(self, hall: Hall, errand: Errand) -> None:
        self.hall, self.errand, self.rng = hall, errand, hall.rng
        self.is_sure = True  # what became of the last press
        self.is_heard = True
        self.is_done = False

    async def live(self) -> None:
        while not self.is_done:
            await self.hall.alive.wait()
            life = self.hall.life
            await asyncio.sleep(self.rng.uniform(0, LATE))
            if self.hall.alive.is_set():
                await self.go()
            while self.hall.life == life:
                await asyncio.sleep(PAUSE)

    async def go(self) -> None:
        """As long as somebody answers: else the bot was killed meanwhile."""
        found, self.is_heard = self._open_one(), True
        if found and self.hall.is_old(found[0]):
            await self._press(*found)
        if self.is_heard and not self._open_one():
            await self._open()

    def _open_one(self) -> tuple[Json, Json] | None:
        """A message that they see, and something of this kind in it; the newest first."""
        for message in reversed(self.hall.sandbox.messages(self.errand.who, self.errand.channel)):
            offered = [part for part in parts(message) if self._is_of_use(part)]
            if offered:
                return message, self.rng.choice(offered)
        return None

    def _is_of_use(self, part: Json) -> bool:
        custom_id, errand = part.get("custom_id", ""), self.errand
        is_such = custom_id.startswith(f"{errand.kind}:") and re.search(errand.what, custom_id)
        return bool(is_such) and not part.get("disabled")

    async def _press(self, message: Json, part: Json) -> None:
        chosen = self._chosen(part)
        clicked = await self.hall.press(self.errand.who, message, part["custom_id"], chosen)
        if clicked is None:
            return
        self.is_done = self.errand.is_once
        was_sure, self.is_sure = self.is_sure, self._listen(clicked)
        if was_sure and self.is_sure:
            self._judge(clicked)
        self._put_away(clicked, message)

    def _listen(self, clicked: Clicked | None) -> bool:
        """None: what was to be pressed is gone, so nothing was asked."""
        self.is_heard = clicked is None or clicked.fate is Fate.ANSWERED
        return self.is_heard

    def _chosen(self, part: Json) -> list[str] | None:
        found = [each["value"] for each in part.get("options") or ()]
        found = [value for value in found if re.search(self.errand.values, value)]
        return [self.rng.choice(found)] if found else None

    def _judge(self, clicked: Clicked) -> None:
        """What takes longer has said nothing yet."""
        is_late = clicked.interaction.answer == DEFER
        is_late |= clicked.interaction.answer == DEFER_UPDATE != self._usual
        shown = self.hall.answer_to(clicked)
        said = text(shown) if shown else ""
        is_right = is_late or re.search(self.errand.says, said)
        kind = self.errand.kind.name.lower()
        self.hall.trial.check(is_right, f"a screen is dead after a kill: {kind} gives {said!r}")

    @property
    def _usual(self) -> int | None:
        """Where the message follows by itself."""
        return DEFER_UPDATE if self.errand.kind is Kind.WITHDRAW else None

    def _put_away(self, clicked: Clicked, pressed: Json) -> None:
        shown = self.hall.answer_to(clicked)
        if shown and is_ephemeral(shown) and shown["id"] != pressed["id"]:
            self.hall.sandbox.server.people.dismiss(str(clicked.user), shown["id"])

    async def _open(self) -> None:
        for step in self.errand.opening:
            if not self._listen(await self._take(step)):
                return

    async def _take(self, step: str) -> Clicked | None:
        errand = self.errand
        if step.startswith("/"):
            given = errand.given if step == errand.opening[0] else {}
            return await self.hall.type(errand.by or errand.who, step, errand.channel, **given)
        found = self._labelled(step)
        return await self.hall.press(errand.who, *found) if found else None

    def _labelled(self, label: str) -> tuple[Json, str] | None:
        for message in reversed(self.hall.sandbox.messages(self.errand.who, self.errand.channel)):
            for part in buttons(message):
                if part.get("label") == label:
                    return message, part["custom_id"]
        return None
