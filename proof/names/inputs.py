"""What people type: every option that takes any text, and what is offered while they type it."""

from collections.abc import Iterator

from proof.calm.scene import Calm
from proof.names.reading import read, unseen
from proof.names.story import said_in
from sandbox.people import STRING
from sandbox.world import Json

PLAIN = "qzvqzv"
LONGEST_INPUT = 6_000
MOST_CHOICES, LONGEST_CHOICE = 25, 100
GIVEN = {"kind": "daily"}  # what else a command wants


class Input:
    """One option of one command."""

    def __init__(self, command: str, option: Json, others: dict[str, str]) -> None:
        self.command, self.name, self.others = command, option["name"], others
        self.is_completed = bool(option.get("autocomplete"))
        self.longest = option.get("max_length") or LONGEST_INPUT

    async def answer(self, s: Calm, typed: str) -> Json | None:
        given = {**self.others, self.name: typed[: self.longest]}
        return await s.slash("red", self.command, **given)

    async def lies_of(self, s: Calm, typed: str) -> list[str]:
        """Compared with the answer to a word that is as wrong."""
        found, plainly = await self.answer(s, typed), await self.answer(s, PLAIN)
        lies = [*self._answer_lies(found, plainly), *await s.lies()]
        if self.is_completed:
            lies += self._choice_lies(await s.complete("red", self.command, self.name, typed))
        return [f"{self.command} {typed[:60]!r}: {lie}" for lie in lies]

    def _answer_lies(self, found: Json | None, plainly: Json | None) -> Iterator[str]:
        if found is None or plainly is None:
            yield "there is no answer"
            return
        said, expected = "".join(_texts(found)), "".join(_texts(plainly))
        if found["mentions"] or found["mention_everyone"]:
            yield "somebody is called"
        if unseen(said, "\n\u200b\u200d"):
            yield f"something is quoted that nobody sees: {unseen(said)[:3]}"
        if read(said).signs != read(expected).signs:
            yield f"{said[:120]!r} does {read(said).signs}"
        if said.count("\n") != expected.count("\n"):
            yield "it breaks the line"

    def _choice_lies(self, choices: list[Json]) -> Iterator[str]:
        if len(choices) > MOST_CHOICES:
            yield f"{len(choices)} choices"
        for choice in choices:
            if not 0 < len(choice["name"]) <= LONGEST_CHOICE or unseen(choice["name"]):
                yield f"{choice['name'][:120]!r} is offered"


def _texts(message: Json) -> Iterator[str]:
    return (said.text for said in said_in(message) if said.kind == "text")


def inputs(s: Calm) -> list[Input]:
    """All of them, however deep they stand in a command."""
    return [found for each in s.server.people.commands() for found in _in(each, f"/{each['name']}")]


def _in(command: Json, path: str) -> Iterator[Input]:
    options = command.get("options") or []
    for option in options:
        if option["type"] in (1, 2):
            yield from _in(option, f"{path} {option['name']}")
        elif option["type"] == STRING and not option.get("choices"):
            needed = [each["name"] for each in options if each.get("required")]
            yield Input(path, option, {name: GIVEN[name] for name in needed if name in GIVEN})
