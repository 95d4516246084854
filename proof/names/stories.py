"""Tells the same story with harmless and with nasty names: only the names may differ."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from render.alt import LIMIT
from render.marks import Drawing
from render.studio import Picture
from sandbox.driver import parts
from sandbox.world import Json
from testing.layout_rules import faults
from testing.nasty_names import CORE, some_name
from testing.people import GALLERY, TEXT
from testing.planting import planted
from testing.reading import JOINERS, MAX_MARKS, bare, is_balanced, piles, read, unseen
from testing.scene.everything import Everything, everything
from testing.scene.phases import in_order
from testing.scene.scene import Calm, DotStudio

A_FILE = 13
PEOPLE = ("red", "blue", "green", "yellow")
HARMLESS = tuple(f"{CORE}{number}" for number in range(len(PEOPLE) + 1))  # the last: the server's
LONGEST = {"label": 80, "option": 100, "placeholder": 150}
FILE = re.compile(r"[\w.-]{1,60}")
NAME, CUT = "‹›", "…"
FEWEST = 0.9  # of the messages are there, too
MAX_BEFORE = 12  # letters before the core of a name, which is never cut off
_KEY = re.compile("[0-9a-f]{64}")
_NUMBER = re.compile(r"\b\d{17,20}\b")


class Said(NamedTuple):
    """Something in a message that people read: of which kind, and what."""

    kind: str
    text: str


class Moment(NamedTuple):
    """A message after a step of the story."""

    step: str
    said: tuple[Said, ...]
    mentions: tuple[str, ...]
    is_loud: bool

    @property
    def form(self) -> tuple[Any, ...]:
        return self.mentions, self.is_loud, tuple(each.kind for each in self.said)


def said_in(message: Json) -> Iterator[Said]:
    for part in parts(message):
        match part["type"]:
            case kind if kind == TEXT:
                yield Said("text", part["content"])
            case kind if kind == GALLERY:
                yield from (Said("alt", item["description"]) for item in part["items"])
            case kind if kind == A_FILE:
                yield Said("file", part["file"]["url"].rsplit("/", 1)[-1].split("?")[0])
            case _:
                yield from _of_a_widget(part)


def _of_a_widget(part: Json) -> Iterator[Said]:
    for name in ("label", "placeholder"):
        if part.get(name):
            yield Said(name, part[name])
    for option in part.get("options") or ():
        for name in ("label", "description"):
            if option.get(name):
                yield Said("option", option[name])


def nasty_five(rng: Random) -> list[str]:
    """Names for four people and their server, each with a core that is found nowhere else."""
    return [_with_core(some_name(rng)[:24], rng, number) for number in range(len(HARMLESS))]


def _with_core(name: str, rng: Random, number: int) -> str:
    place = rng.randint(0, len(name))
    while len(unicodedata.normalize("NFKC", name[:place])) > MAX_BEFORE:
        place -= 1
    return f"{name[:place]}{CORE}{number}{name[place:]}"


def shape(text: str) -> str:
    """Line by line the bare words of a text, with single spaces."""
    lines = (" ".join(bare(word, CUT) for word in line.split()) for line in text.split("\n"))
    return "\n".join(" ".join(line.split()) for line in lines)


def pattern(name: str, core: str) -> re.Pattern[str]:
    """How a name is found in a shape: whole, or cut somewhere behind its core."""
    letters = bare(name)
    least = letters.index(core) + len(core)
    cuts = [" ?".join(map(re.escape, letters[:end])) for end in range(len(letters), least - 1, -1)]
    forms = [*(f"{each}{CUT}" for each in cuts), cuts[0], *(rf"{each}\.{{3}}" for each in cuts)]
    return re.compile("|".join(forms))


class Story:
    """What people with these names were shown while everything happened."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._patterns = [pattern(name, f"{CORE}{n}") for n, name in enumerate(names)]
        self.moments: list[Moment] = []
        self.lies: list[str] = []
        self._seen: set[str] = set()

    async def tell(self, file: Path, is_pressed: bool) -> None:
        finish = DotStudio.finish

        def measured(studio: DotStudio, drawing: Drawing) -> Picture:
            self.lies += faults(drawing)
            return finish(studio, drawing)

        with planted(DotStudio, "finish", measured):
            async with everything(file, self._prepare) as s:
                await Everything(s, lambda step: self._note(s, step), is_pressed).happens()
                self.lies += await s.lies()

    def _prepare(self, s: Calm) -> None:
        world = s.server.world
        for person, name in zip(PEOPLE, self.names, strict=False):
            world.person(person)["global_name"] = name
        world.guild["name"] = self.names[-1]
        s.server.rest.observers.append(self._observe)

    def _observe(self, method: str, route: str, body: Any, status: int, answer: Any) -> None:
        self.lies += loud(method, route, body)

    def _note(self, s: Calm, step: str) -> None:
        """Whatever is new, or says something new, in any channel."""
        for message in in_order(s.server.world):
            called = tuple(user["username"] for user in message["mentions"])
            said = tuple(said_in(message))
            if (key := f"{message['id']} {said}") not in self._seen:
                self._seen.add(key)
                self.moments.append(Moment(step, said, called, message["mention_everyone"]))

    def without_names(self, text: str) -> str:
        """The shape of a text with one sign for every name."""
        found = shape(text)
        for name in self._patterns:
            found = name.sub(NAME, found)
        return _KEY.sub("#", _NUMBER.sub("0", found))


def loud(method: str, route: str, body: Any) -> list[str]:
    """Every message says whom it may call: nobody, or some people by their numbers."""
    if not isinstance(body, dict):
        return []
    message = body.get("data") if "type" in body else body
    if not isinstance(message, dict) or not message.get("components"):
        return []
    allowed = message.get("allowed_mentions")
    is_loud = allowed is None or allowed.get("parse") or allowed.get("roles")
    return [f"{method} {route} may call {allowed}"] if is_loud else []


def differences(story: Story, harmless: Story) -> Iterator[str]:
    """What nasty names have changed: each message is as one of the other world.

    Which of two edits of a message is still seen is chance, so they are not compared in order.
    """
    yield from story.lies
    if len(story.moments) < FEWEST * len(harmless.moments):
        yield f"{len(story.moments)} messages, not {len(harmless.moments)}"
    for here in story.moments:
        alike = [each for each in harmless.moments if each.form == here.form]
        lies: list[str] = [f"{here.form} is called or laid out otherwise"]
        for there in alike:
            both = zip(here.said, there.said, strict=True)
            lies = [lie for one, other in both for lie in _lies(story, harmless, one, other)]
            if not lies:
                break
        yield from (f"{here.step}: {lie}" for lie in lies)


def _lies(story: Story, harmless: Story, said: Said, expected: Said) -> Iterator[str]:
    if wrong := unseen(said.text, "\n" + JOINERS):
        yield f"in {said.text[:80]!r} nobody sees {wrong[:3]}"
    if piles(said.text) > MAX_MARKS:
        yield f"{said.text[:80]!r} piles up {piles(said.text)} marks"
    match said.kind:
        case "text":
            yield from _text_lies(story, harmless, said.text, expected.text)
        case "alt":
            if not 0 < len(said.text) <= LIMIT or not is_balanced(said.text):
                yield f"an alt text of {len(said.text)} characters: {said.text[-60:]!r}"
        case "file":
            if not FILE.fullmatch(said.text):
                yield f"a file is called {said.text[:80]!r}"
        case kind:
            plainly = harmless.without_names(expected.text)
            is_same = story.without_names(said.text) == plainly or _is_cut(said, plainly)
            if not is_same or not said.text.strip() or "\n" in said.text:
                yield f"a {kind} is {said.text!r} where {expected.text!r} should be"


def _is_cut(said: Said, plainly: str) -> bool:
    """The name is shorter there, or the whole is."""
    begin, _, end = plainly.partition(NAME)
    is_whole, found = len(said.text) < LONGEST[said.kind], shape(said.text)
    is_so = CUT in found and found.startswith(begin)
    return is_so and (not is_whole or found.endswith(end.rpartition(NAME)[2]))


def _text_lies(story: Story, harmless: Story, said: str, expected: str) -> Iterator[str]:
    found, plainly = read(said), read(expected)
    signs, wanted = ([_NUMBER.sub("0", each) for each in all_.signs] for all_ in (found, plainly))
    if signs != wanted:  # whom a sign calls is told by the message itself
        yield f"{said[:160]!r} does {found.signs}, not {plainly.signs}"
        return
    here = story.without_names(found.letters).split("\n")
    there = harmless.without_names(plainly.letters).split("\n")
    if len(here) != len(there) or not all(map(_is_line, here, there)):
        yield f"{found.letters[:160]!r} is read where {plainly.letters[:160]!r} should be"


def _is_line(mine: str, other: str) -> bool:
    """Behind a long name there is less room in a recap, so that less is told of what they did."""
    is_recap = mine.strip("*-# ").startswith(NAME) and ":" in mine
    return mine == other or (is_recap and mine.split(":")[0] == other.split(":")[0])
