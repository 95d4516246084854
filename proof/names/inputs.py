"""What people type or send is answered as plain words are: nothing in it does anything."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from proof.names.nasty import CORE, ID
from proof.names.stories import said_in
from proof.names.texts import MAX_MARKS, piles, read, unseen
from proof.names.words import bare
from proof.phases import Offer, leaves, offers, readers
from sandbox.people import STRING
from sandbox.world import Json
from testing.people import SELECT, forge
from testing.scene.scene import Calm

MAX_INPUT_LENGTH, MAX_ID = 6_000, 100
MAX_CHOICES, MAX_CHOICE = 25, 100
GIVEN = {"kind": "daily"}  # what else a command wants
PLAIN = ("qzvqzv", "qzv-qzv", "qzv9qzv", "take qzvqzv", " ", "q" * 100)
FIRST = f"**{CORE}**_<@{ID}>"  # at every place, before chance has its turn
HERE = "table-1"


class Place(NamedTuple):
    """An option of a command; or the last part of an id, or the value of a select, of an offer."""

    name: str
    option: str = ""
    others: tuple[tuple[str, str], ...] = ()  # what else the command wants
    longest: int = MAX_ID
    is_completed: bool = False
    offer: Offer | None = None

    def form(self, nasty: str) -> str:
        """What of it can be sent here."""
        if self.option or (self.offer and self.offer.type == SELECT):
            return nasty[: self.longest] or "-"
        return f"q__{re.sub('[^a-z0-9_]', '', nasty.lower())[:30]}__"

    async def answer(self, s: Calm, typed: str) -> Json | None:
        if self.option:
            given = {**dict(self.others), self.option: typed}
            return await s.slash("red", self.name, HERE, **given)
        assert self.offer
        custom_id, kind, _, message, _ = self.offer
        who = (readers(s.server.world, message) or [s.user("red")])[0]
        name = s.server.world.users[who]["username"]
        if kind == SELECT:
            return await forge(s, name, message, custom_id, typed, kind=kind)
        spoilt = ":".join([*custom_id.split(":")[:-1], typed])
        return await forge(s, name, message, spoilt[:MAX_ID], kind=kind)


def places(s: Calm) -> list[Place]:
    """All there are, by the bot's own commands and by what is offered in messages."""
    found = []
    for leaf in leaves(s):
        needed = {each["name"] for each in leaf.options if each.get("required")}
        others = tuple((name, GIVEN[name]) for name in needed & GIVEN.keys())
        for option in leaf.options:
            if option["type"] == STRING and not option.get("choices"):
                longest = option.get("max_length") or MAX_INPUT_LENGTH
                is_completed = bool(option.get("autocomplete"))
                found.append(Place(leaf.word, option["name"], others, longest, is_completed))
    pressed = {each.word: Place(each.word, offer=each) for each in offers(s.server.world)}
    return [*found, *pressed.values()]


class Answer(NamedTuple):
    """A message: its parts, and the signs in it that do something."""

    parts: tuple[str, ...]
    signs: tuple[str, ...]


def answer_in(message: Json) -> Answer:
    said = [*said_in(message)]
    signs = (sign for each in said for sign in read(each.text).signs)
    return Answer(tuple(each.kind for each in said), tuple(signs))


class Inputs:
    """The places of one sandbox, and what they answer to plain words."""

    def __init__(self, s: Calm) -> None:
        self.s = s
        self._plain: dict[str, set[Answer]] = {}

    async def lies_of(self, place: Place, nasty: str) -> list[str]:
        typed, plain = place.form(nasty), await self._plainly(place)
        found = await place.answer(self.s, typed)
        if found is None:
            return [f"{place.name} {typed[:60]!r}: there is no answer"]
        is_old = place.offer is not None and found["id"] == place.offer.message["id"]
        lies = [] if is_old else [*_lies_in(found, typed, plain)]  # else nothing new was said
        lies += await self.s.lies()
        if place.is_completed:
            asked = self.s.complete("red", place.name, place.option, typed, HERE)
            lies += [*_choice_lies(await asked)]
        return [f"{place.name} {typed[:60]!r}: {lie}" for lie in lies]

    async def _plainly(self, place: Place) -> set[Answer]:
        """Asked once."""
        name = f"{place.name} {place.option}"
        if name not in self._plain:
            found = [await place.answer(self.s, place.form(each)) for each in PLAIN]
            self._plain[name] = {answer_in(each) for each in found if each}
        return self._plain[name]


def _lies_in(message: Json, typed: str, plain: set[Answer]) -> Iterator[str]:
    found, said = answer_in(message), "\n".join(each.text for each in said_in(message))
    if message["mentions"] or message["mention_everyone"]:
        yield "somebody is called"
    if wrong := unseen(said, "\n\u200b\u2068\u2069"):
        yield f"something is said that nobody sees: {wrong[:3]}"
    if piles(said) > MAX_MARKS:
        yield f"{piles(said)} marks are piled up"
    is_a_card = "alt" in found.parts and bare(typed).casefold() in bare(said).casefold()
    if found not in plain and not is_a_card:
        yield f"{said[:160]!r} with the signs {found.signs[:5]} is answered"


def _choice_lies(choices: list[Json]) -> Iterator[str]:
    if len(choices) > MAX_CHOICES:
        yield f"{len(choices)} choices"
    for choice in choices:
        if not 0 < len(choice["name"]) <= MAX_CHOICE or unseen(choice["name"]):
            yield f"{choice['name'][:120]!r} is offered"
