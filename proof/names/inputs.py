"""What people type or send: it is answered as plain words are, and quoted as it is."""

from collections.abc import Iterator

from proof.names.answers import PLAIN, Answer, answer_in, lies_in, plain_answer_in
from proof.names.blanks import unseen
from proof.names.letters import bare
from proof.names.nasty import CORE, ID
from proof.names.stage import Option, Place, Stage
from sandbox.world import Json

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
        if isinstance(place, Option) and place.is_completed:
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

    async def _choices(self, place: Option, typed: str) -> list[Json]:
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
