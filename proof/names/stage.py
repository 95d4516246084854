"""A table that is played and one in its lobby, at which nasty things are typed and pressed."""

import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from cogs.ids import base36
from proof.scene.crew import Crew
from proof.scene.scene import Calm
from sandbox.people import STRING
from sandbox.world import Json
from testing.people import BUTTON, SELECT, forge

GAME = "fantastic_factories"
LONGEST_INPUT, LONGEST_ID = 6_000, 100
GIVEN = {"kind": "daily"}  # what else a command wants
# As `cogs.ids` writes them: {played} and {lobby} are tables, {} is what is typed
IDS = (
    *("a:{played}:0:{}", "o:{lobby}:{}", "m:{played}:0:{}~0", "s:{played}:0:{}~0"),
    *("b:{played}:0:{}", "v:{played}:{}", "w:{played}:{}", "j:{played}:{}", "c:1:{}"),
    *("q:{played}:0:{}~0", "r:{played}:0:{}~0", "t:{played}:{}", "p:{}:1", "u:{}", "{}"),
)
SELECTS = (
    *("o:{lobby}:difficulty", "o:{lobby}:learning", "o:{lobby}:_hours", "o:{lobby}:_policy"),
    *("o:{lobby}:_idle_days", "o:{played}:_view", "v:{played}:ask", "w:{played}:ask", "p:help:"),
    *("u:hand", "u:digest", "u:away", "s:{played}:0:~0", "b:{played}:0:", "q:{played}:0:~0"),
)


class Stage(NamedTuple):
    s: Calm
    played: Crew
    lobby: Crew
    numbers: dict[str, str]

    def board(self, custom_id: str) -> Json:
        crew = self.lobby if "{lobby}" in custom_id else self.played
        assert crew.board
        return crew.board

    async def press(self, form: str, typed: str, *values: str) -> Json | None:
        custom_id = form.format(typed, **self.numbers)[:LONGEST_ID]
        kind = SELECT if values else BUTTON
        return await forge(self.s, "red", self.board(form), custom_id, *values, kind=kind)


async def set_stage(s: Calm) -> Stage:
    played = Crew(s, "red", "blue", seed=5, game=GAME, pace=24)
    await played.begin()
    lobby = Crew(s, "red", "green", seed=5, game=GAME)
    await lobby.seat()
    tables = {"played": await played.table(), "lobby": await lobby.table()}
    return Stage(s, played, lobby, {name: base36(each.id) for name, each in tables.items()})


class Place(Protocol):
    """Where something can be typed, or sent instead of what was offered."""

    @property
    def name(self) -> str: ...

    def form(self, nasty: str) -> str:
        """What of it can be sent here."""

    async def answer(self, stage: Stage, typed: str) -> Json | None: ...


class Option(NamedTuple):
    """Text in a command."""

    command: str
    option: str
    others: dict[str, str]
    longest: int
    is_completed: bool

    @property
    def name(self) -> str:
        return f"{self.command} {self.option}:"

    def form(self, nasty: str) -> str:
        return nasty[: self.longest]

    async def answer(self, stage: Stage, typed: str) -> Json | None:
        given = {**self.others, self.option: typed}
        return await stage.s.slash("red", self.command, stage.played.channel, **given)


class Id(NamedTuple):
    """A button's id that was never made."""

    name: str

    def form(self, nasty: str) -> str:
        letters = re.sub("[^a-z0-9_]", "", nasty.lower())
        return nasty[:LONGEST_ID] or "-" if self.name == "{}" else f"q__{letters[:30]}__"

    async def answer(self, stage: Stage, typed: str) -> Json | None:
        return await stage.press(self.name, typed)


class Value(NamedTuple):
    """What was chosen from a select that never offered it."""

    name: str

    def form(self, nasty: str) -> str:
        return nasty[:LONGEST_ID] or "-"

    async def answer(self, stage: Stage, typed: str) -> Json | None:
        return await stage.press(self.name, "", typed)


def places(s: Calm) -> list[Place]:
    """All there are; those that quote come first."""
    commands = s.server.people.commands()
    options = [found for each in commands for found in _in(each, f"/{each['name']}")]
    return [*options, *map(Id, IDS), *map(Value, SELECTS)]


def _in(command: Json, path: str) -> Iterator[Option]:
    """However deep they stand in a command."""
    options = command.get("options") or []
    for option in options:
        if option["type"] in (1, 2):
            yield from _in(option, f"{path} {option['name']}")
        elif option["type"] == STRING and not option.get("choices"):
            needed = [each["name"] for each in options if each.get("required")]
            others = {name: GIVEN[name] for name in needed if name in GIVEN}
            longest = option.get("max_length") or LONGEST_INPUT
            is_completed = bool(option.get("autocomplete"))
            yield Option(path, option["name"], others, longest, is_completed)
