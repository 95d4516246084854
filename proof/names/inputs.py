"""What people type or send: it is answered as plain words are, and quoted as it is."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cogs.ids import base36
from proof.names.nasty import CORE, ID
from proof.names.stories import said_in
from proof.names.texts import MOST_MARKS, piles, read, unseen
from proof.names.words import CUT, bare, shape
from sandbox.people import STRING
from sandbox.world import Json
from testing.people import BUTTON, SELECT, forge
from testing.scene.crew import Crew
from testing.scene.scene import Calm

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
    """A table that is played and one in its lobby, at which nasty things are typed and pressed."""

    s: Calm
    played: Crew
    lobby: Crew
    numbers: dict[str, str]


async def set_stage(s: Calm) -> Stage:
    played = Crew(s, "red", "blue", seed=5, game=GAME, pace=24)
    await played.begin()
    lobby = Crew(s, "red", "green", seed=5, game=GAME)
    await lobby.seat()
    tables = {"played": await played.table(), "lobby": await lobby.table()}
    return Stage(s, played, lobby, {name: base36(each.id) for name, each in tables.items()})


class Place(NamedTuple):
    """Where something can be typed (an option of a command), or sent instead of what was offered.

    That is the id of a button that was never made, or the value of a select that never offered it.
    """

    name: str
    longest: int = LONGEST_ID
    command: str = ""
    option: str = ""
    others: dict[str, str] = {}  # noqa: RUF012 — nobody changes it
    is_completed: bool = False
    is_value: bool = False

    def form(self, nasty: str) -> str:
        """What of it can be sent here."""
        if self.command or self.is_value or self.name == "{}":
            return nasty[: self.longest] or ("" if self.command else "-")
        return f"q__{re.sub('[^a-z0-9_]', '', nasty.lower())[:30]}__"

    async def answer(self, stage: Stage, typed: str) -> Json | None:
        if self.command:
            given = {**self.others, self.option: typed}
            return await stage.s.slash("red", self.command, stage.played.channel, **given)
        board = (stage.lobby if "{lobby}" in self.name else stage.played).board
        custom_id = self.name.format("" if self.is_value else typed, **stage.numbers)[:LONGEST_ID]
        values, kind = ([typed], SELECT) if self.is_value else ([], BUTTON)
        return await forge(stage.s, "red", board or {}, custom_id, *values, kind=kind)


def places(s: Calm) -> list[Place]:
    """All there are; those that quote come first."""
    commands = s.server.people.commands()
    options = [found for each in commands for found in _in(each, f"/{each['name']}")]
    return [*options, *map(Place, IDS), *(Place(each, is_value=True) for each in SELECTS)]


def _in(command: Json, path: str) -> Iterator[Place]:
    """However deep they stand in a command."""
    options = command.get("options") or []
    for option in options:
        if option["type"] in (1, 2):
            yield from _in(option, f"{path} {option['name']}")
        elif option["type"] == STRING and not option.get("choices"):
            needed = [each["name"] for each in options if each.get("required")]
            others = {name: GIVEN[name] for name in needed if name in GIVEN}
            longest = option.get("max_length") or LONGEST_INPUT
            name, is_completed = f"{path} {option['name']}:", bool(option.get("autocomplete"))
            yield Place(name, longest, path, option["name"], others, is_completed)


PLAIN = ("qzvqzv", "qzv-qzv", "qzv9qzv", "take qzvqzv", " ", "q" * 100)
QUOTE = "‹›"
MOST_OF_A_NAME = 40  # characters that are read where a card's name is asked
_QUOTED = re.compile(f"(take )?qzv[-9]?qzv|q{{30,}}{CUT}?")
_HINT = re.compile(r" Did you mean “[^“”]+”\?$", re.MULTILINE)


class Answer(NamedTuple):
    """A message: its parts, the signs in it that do something, and its words."""

    parts: tuple[str, ...]
    signs: tuple[str, ...]
    words: str

    @property
    def is_a_picture(self) -> bool:
        return "alt" in self.parts

    @property
    def quotes(self) -> bool:
        return QUOTE in self.words


def answer_in(message: Json) -> Answer:
    said = [*said_in(message)]
    readings = [read(each.text) for each in said]
    signs = tuple(sign for reading in readings for sign in reading.signs)
    words = "\n".join(shape(reading.letters) for reading in readings)
    return Answer(tuple(each.kind for each in said), signs, _HINT.sub("", words))


def plain_answer_in(message: Json) -> Answer:
    found = answer_in(message)
    return found._replace(words=_QUOTED.sub(QUOTE, found.words))


def is_answered(found: Answer, plainly: Answer, typed: str) -> bool:
    """Whether only what is quoted differs, and that is what was typed."""
    if found[:2] != plainly[:2]:
        return False
    begin, quote, end = plainly.words.partition(QUOTE)
    if not quote:
        return found.words == plainly.words
    middle = found.words[len(begin) : len(found.words) - len(end)]
    return found.words == begin + middle + end and _is_of(middle, typed)


def _is_of(quote: str, typed: str) -> bool:
    """A word of it, or all of it, or its beginning where it is too long."""
    told = bare(quote.rstrip(CUT)).casefold()
    parts = (*typed.lower().split(), *re.findall(r"[a-z0-9]+", typed.lower()), typed)
    *words, whole = (bare(part).casefold() for part in parts)
    is_cut = quote.endswith(CUT) or len(typed) > MOST_OF_A_NAME
    return told in (*words, whole) or (is_cut and bool(told) and whole.startswith(told))


def lies_in(message: Json, typed: str, plain: Sequence[Answer]) -> Iterator[str]:
    found, said = answer_in(message), "\n".join(each.text for each in said_in(message))
    if message["mentions"] or message["mention_everyone"]:
        yield "somebody is called"
    if wrong := unseen(said, "\n\u200b\u2068\u2069"):
        yield f"something is said that nobody sees: {wrong[:3]}"
    if piles(said) > MOST_MARKS:
        yield f"{piles(said)} marks are piled up"
    if not any(is_answered(found, each, typed) for each in plain):
        yield f"{found.words[:160]!r} with the signs {found.signs[:5]} is answered"


QUOTING = ("/play action:", "/card name:", "a:{played}:0:{}", "o:{lobby}:{}")
FIRST = f"**{CORE}**_<@{ID}>"  # at every place, before chance has its turn
MOST_CHOICES, LONGEST_CHOICE = 25, 100


class Inputs:
    """The places of one stage, what they answer to plain words, and which have quoted."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._plain: dict[str, list[Answer]] = {}
        self.quoted: set[str] = set()

    async def lies_of(self, place: Place, nasty: str) -> list[str]:
        typed = place.form(nasty)
        found = await place.answer(self.stage, typed)
        lies = [*await self._answer_lies(place, typed, found), *await self.stage.s.lies()]
        if place.is_completed:
            lies += [*_choice_lies(await self._choices(place, typed))]
        return [f"{place.name} {typed[:60]!r}: {lie}" for lie in lies]

    async def _answer_lies(self, place: Place, typed: str, found: Json | None) -> list[str]:
        plain = await self._plainly(place)
        if found is None or not plain:
            return ["there is no answer"]
        if answer_in(found).is_a_picture and _is_named(typed, found):
            return []
        if any(each.quotes for each in plain) and bare(typed)[:4] in answer_in(found).words:
            self.quoted.add(place.name)
        return [*lies_in(found, typed, plain)]

    async def _plainly(self, place: Place) -> list[Answer]:
        """Its answers to plain words, asked once."""
        if place.name not in self._plain:
            found = [await place.answer(self.stage, each) for each in PLAIN]
            self._plain[place.name] = [plain_answer_in(each) for each in found if each]
        return self._plain[place.name]

    async def _choices(self, place: Place, typed: str) -> list[Json]:
        channel = self.stage.played.channel
        return await self.stage.s.complete("red", place.command, place.option, typed, channel)

    def silent(self) -> list[str]:
        """Places that should say back what was typed, and never did."""
        return [f"{name} quotes nothing" for name in QUOTING if name not in self.quoted]


def _is_named(typed: str, found: Json) -> bool:
    """A part of its name was enough to find a card."""
    return bare(typed).casefold() in bare(answer_in(found).words).casefold()


def _choice_lies(choices: list[Json]) -> Iterator[str]:
    if len(choices) > MOST_CHOICES:
        yield f"{len(choices)} choices"
    for choice in choices:
        if not 0 < len(choice["name"]) <= LONGEST_CHOICE or unseen(choice["name"]):
            yield f"{choice['name'][:120]!r} is offered"
