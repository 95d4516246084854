"""One story told with harmless names and with nasty ones: nothing differs but the names."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from host import challenges
from proof.names.blanks import unseen
from proof.names.letters import CUT, pattern, shape
from proof.names.nasty import CORE, some_name, with_core
from proof.names.reading import JOINERS, MOST_MARKS, is_balanced, piles, read
from proof.names.story import NOON, Moment, Said, Story
from proof.proof import planted
from proof.scene.scene import Calm, calm_sandbox
from render.alt import LIMIT
from sandbox.world import Json
from testing.playing import key_of

PEOPLE = ("red", "blue", "green", "yellow")
HARMLESS = tuple(f"{CORE}{number}" for number in range(len(PEOPLE) + 1))  # the last: the server's
LONGEST = {"label": 80, "option": 100, "placeholder": 150}
FILE = re.compile(r"[\w.-]{1,60}")
NAME = "‹›"
_KEY = re.compile("[0-9a-f]{64}")
_NUMBER = re.compile(r"\b\d{17,20}\b")


def nasty_five(rng: Random, known: Sequence[str]) -> list[str]:
    """For four people and their server; some are known ones, others made by chance."""
    raw = [rng.choice(known) if rng.random() < 0.5 else some_name(rng) for _ in HARMLESS]
    return [with_core(name[:24], rng, number) for number, name in enumerate(raw)]


class Told:
    """What people were shown in one world."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._patterns = [pattern(name, f"{CORE}{n}") for n, name in enumerate(names)]
        self.moments: list[Moment] = []
        self.lies: list[str] = []

    async def tell(self, file: Path, game: str) -> "Told":
        with planted(challenges, "new_key", lambda: key_of(1)):
            async with calm_sandbox(file, NOON, self._prepare) as s:
                self.moments = await Story(s, game).told()
                self.lies += await s.lies()
        return self

    def _prepare(self, s: Calm) -> None:
        world = s.server.world
        for person, name in zip(PEOPLE, self.names, strict=False):
            world.person(person)["global_name"] = name
        world.guild["name"] = self.names[-1]
        s.server.rest.observers.append(self._observe)

    def _observe(self, method: str, route: str, body: Any, status: int, answer: Any) -> None:
        self.lies += loud(method, route, body)

    def without_names(self, text: str) -> str:
        """The shape of a text with one sign for every name."""
        found = shape(text)
        for name in self._patterns:
            found = name.sub(NAME, found)
        return _KEY.sub("#", _NUMBER.sub("0", found))


def loud(method: str, route: str, body: Any) -> list[str]:
    """Every message says whom it may call: nobody, or some people by their numbers."""
    found = []
    for message in _messages_in(body):
        allowed = message.get("allowed_mentions")
        if allowed is None or allowed.get("parse") or allowed.get("roles"):
            found.append(f"{method} {route} may call {allowed}")
    return found


def _messages_in(body: Any) -> Iterator[Json]:
    if isinstance(body, dict):
        data = body.get("data") if "type" in body else body
        if isinstance(data, dict) and data.get("components"):
            yield data


def differences(told: Told, harmless: Told) -> Iterator[str]:
    """What nasty names have changed."""
    yield from told.lies
    if len(told.moments) != len(harmless.moments):
        yield f"{len(told.moments)} messages, not {len(harmless.moments)}"
    for here, there in zip(told.moments, harmless.moments, strict=False):
        if here.mentions != there.mentions or here.is_loud:
            yield f"{here.step}: {here.mentions} are called, not {there.mentions}"
        if [said.kind for said in here.said] != [said.kind for said in there.said]:
            yield f"{here.step}: another layout"
        for said, expected in zip(here.said, there.said, strict=False):
            yield from (f"{here.step}: {each}" for each in _lies(told, harmless, said, expected))


def _lies(told: Told, harmless: Told, said: Said, expected: Said) -> Iterator[str]:
    if wrong := unseen(said.text, "\n" + JOINERS):
        yield f"in {said.text[:80]!r} nobody sees {wrong[:3]}"
    if piles(said.text) > MOST_MARKS:
        yield f"{said.text[:80]!r} piles up {piles(said.text)} marks"
    match said.kind:
        case "text":
            yield from _text_lies(told, harmless, said.text, expected.text)
        case "alt":
            if not 0 < len(said.text) <= LIMIT or not is_balanced(said.text):
                yield f"an alt text of {len(said.text)} characters: {said.text[-60:]!r}"
        case "file":
            if not FILE.fullmatch(said.text):
                yield f"a file is called {said.text[:80]!r}"
        case kind:
            plainly = harmless.without_names(expected.text)
            is_same = told.without_names(said.text) == plainly or _is_cut(said, plainly)
            if not is_same or not said.text.strip() or "\n" in said.text:
                yield f"a {kind} is {said.text!r} where {expected.text!r} should be"


def _is_cut(said: Said, plainly: str) -> bool:
    """The name is shorter there, or the whole is."""
    begin, _, end = plainly.partition(NAME)
    is_whole, found = len(said.text) < LONGEST[said.kind], shape(said.text)
    return (
        CUT in found
        and found.startswith(begin)
        and (not is_whole or found.endswith(end.rpartition(NAME)[2]))
    )


def _text_lies(told: Told, harmless: Told, said: str, expected: str) -> Iterator[str]:
    found, plainly = read(said), read(expected)
    if _numberless(found.signs) != _numberless(plainly.signs):
        yield f"{said[:160]!r} does {found.signs}, not {plainly.signs}"
    elif told.without_names(found.letters) != harmless.without_names(plainly.letters):
        yield f"{found.letters[:160]!r} is read where {plainly.letters[:160]!r} should be"


def _numberless(signs: Sequence[str]) -> list[str]:
    """Whom a sign calls is told by the message itself."""
    return [_NUMBER.sub("0", sign) for sign in signs]
