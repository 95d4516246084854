"""Everything that shows a name, told with harmless names and with nasty ones: only names differ."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from host import challenges
from proof.names.nasty import CORE, some_name, with_core
from proof.names.texts import JOINERS, MAX_MARKS, is_balanced, piles, read, unseen
from proof.names.words import CUT, pattern, shape
from render.alt import LIMIT
from sandbox.channels import add_channel
from sandbox.driver import parts
from sandbox.world import Json
from testing.hosting import set_key
from testing.people import GALLERY, SELECT, TEXT, buttons, forge, selects
from testing.planting import planted
from testing.playing import key_of
from testing.scene.crew import Crew
from testing.scene.scene import MINUTE, Calm, calm_sandbox

NOON = 1_790_000_000_000
QUESTIONS = ("/log", "/games", "/hand", "/verify", "/replay", "/settings", "/leaderboard", "/stats")
CHALLENGE = "Play"
A_FILE = 13
WANTED, WANTED_IDS = ("extend", "takeover 1"), ("extend", "takeover_1")  # matters of a vote


class Said(NamedTuple):
    """Something in a message that people read: of which kind, and what."""

    kind: str
    text: str


class Moment(NamedTuple):
    """A message after a step of the story, or an answer to it."""

    step: str
    said: tuple[Said, ...]
    mentions: tuple[str, ...]
    is_loud: bool


class Story:
    """The same presses in the same order, whatever people are called."""

    def __init__(self, s: Calm, game: str) -> None:
        self.s, self.game = s, game
        self.crew = Crew(s, "red", "blue", "green", seed=5, game=game, hours=1)
        self.moments: list[Moment] = []
        self._seen: set[str] = set()

    async def told(self) -> list[Moment]:
        for step in (
            *(self._lobby, self._begin, self._play, self._look, self._ask, self._votes),
            *(self._wait, self._end, self._challenge, self._look_back),
        ):
            await step()
            await self.s.until_quiet()
            self._note(step.__name__.removeprefix("_"))
        return self.moments

    # Steps

    async def _board(self) -> Json:
        await self.s.until_said()
        assert self.crew.board
        return self.crew.board

    async def _click(self, *clicks: str) -> Json | None:
        """Each a name and a label on the board; the last answer."""
        for each in clicks:
            name, _, label = each.partition(": ")
            found = await self.s.click(name, await self._board(), label)
        return found

    async def _lobby(self) -> None:
        await self.crew.open()
        await self._click("blue: Join", "green: Join", "yellow: Join", "yellow: Leave")
        await self._click("red: Add autopilot", "red: Options")

    async def _begin(self) -> None:
        self.crew.number = (await self.crew.table()).id
        await self.s.host.do(set_key, self.crew.number, key_of(5))
        await self._click("red: Start")

    async def _play(self) -> None:
        while (await self.crew.seen()).round < 2:
            await self.crew.press_on()
            await self.s.until_said()

    async def _look(self) -> None:
        await self._click("red: Log", "red: Look around", "red: My hand", "red: Help")
        await self._click("red: Votes & pauses")
        await self._choose_all("yellow", await self._click("yellow: Look around"))

    async def _choose_all(self, name: str, message: Json | None) -> None:
        """All that a message offers to choose."""
        assert message
        for part in selects(message)[-1:]:
            for option in part["options"]:
                await self._choose(name, message, part, option)

    async def _choose(self, name: str, message: Json, part: Json, option: Json) -> None:
        """As it was offered at first: what is chosen may change the message."""
        await forge(self.s, name, message, part["custom_id"], option["value"], kind=SELECT)

    async def _ask(self) -> None:
        for command in QUESTIONS:
            await self.s.slash("red", command, self.crew.channel)
        await self.s.slash("yellow", "/board", self.crew.channel, form="text")
        await self.s.slash("yellow", "/stats", self.crew.channel, player="@blue")
        await self.s.slash("yellow", "/stats", self.crew.channel, server=True)
        await self.s.slash("red", "/privacy export", self.crew.channel)

    async def _votes(self) -> None:
        """Everything that can be asked is asked, then agreed to."""
        screen = await self._click("red: Votes & pauses")
        assert screen
        (part,) = selects(screen)
        for option in part["options"]:
            await self._choose("red", screen, part, option)
            await self.s.until_said()
            self._note(f"votes for {option['value']}")
        await self._agree()

    async def _agree(self) -> None:
        """To more time, and to an autopilot for somebody."""
        (vote,) = [each for each in self.crew.public if is_vote(each)]
        for part in selects(vote)[:1]:
            for option in part["options"]:
                if option["value"] in WANTED:
                    await self._choose("blue", vote, part, option)
        for part in buttons(vote):
            if part["label"] == "Agree" and part["custom_id"].endswith(WANTED_IDS):
                await self.crew.use("blue", vote, part)
        await self.s.until_said()
        self._note("agreed")

    async def _wait(self) -> None:
        """Reminders, and a turn whose time is up; then a door that is closed."""
        for _ in range(3):
            await self.s.go_on(28 * MINUTE)
            self._note("waited")
        self.s.server.people.open_dms(self.s.user("blue"), False)
        await self.crew.press_on()
        await self.s.until_said()
        self.s.server.people.open_dms(self.s.user("blue"), True)
        await self.s.slash("red", "/log", self.crew.channel)

    async def _end(self) -> None:
        for name in self.crew.names:
            if not self.crew.is_over:
                await self.s.slash(name, "/end", self.crew.channel)
                await self.s.until_said()

    async def _look_back(self) -> None:
        await self._click("red: Log", "red: Verify")
        await self._choose_all("red", await self._click("red: Replay"))
        for command in (*QUESTIONS[3:5], *QUESTIONS[-2:]):
            await self.s.slash("red", command, self.crew.channel)
        await self._click("blue: Rematch")

    async def _challenge(self) -> None:
        """Tried by one, shared, and closed when its time is up."""
        if self.game != "fantastic_factories":
            return
        place = add_channel(self.s.server.world, "challenges")["name"]
        await self.s.slash("red", "/challenge post", place, hours=1)
        await self.s.until_said()
        post = self.s.messages("red", place)[-1]
        await self.s.click("blue", post, CHALLENGE)
        await self.s.until_said()
        asked = await self.s.slash("blue", "/end", "@blue")
        await self.s.click("blue", asked or {}, "End game")
        await self.s.until_quiet()
        for name in ("blue", "yellow"):
            for part in buttons(post)[1:]:
                await self.crew.use(name, post, part)
        await self.s.until_quiet()
        self._note("tried")
        await self.s.go_on(61 * MINUTE)

    # Noting

    def _note(self, step: str) -> None:
        """Whatever is new, or says something new, in any channel."""
        for messages in self.s.server.world.messages.values():
            for message in messages.values():
                found = Moment(step, tuple(said_in(message)), *_called(message))
                if (key := f"{message['id']} {found.said}") not in self._seen:
                    self._seen.add(key)
                    self.moments.append(found)


def _called(message: Json) -> tuple[tuple[str, ...], bool]:
    return tuple(user["username"] for user in message["mentions"]), message["mention_everyone"]


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
        yield Said("option", option["label"])
        if option.get("description"):
            yield Said("option", option["description"])


def is_vote(message: Json) -> bool:
    return any("votes" in said.text for said in said_in(message))


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
    if piles(said.text) > MAX_MARKS:
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
    elif told.without_names(found.messages) != harmless.without_names(plainly.messages):
        yield f"{found.messages[:160]!r} is read where {plainly.messages[:160]!r} should be"


def _numberless(signs: Sequence[str]) -> list[str]:
    """Whom a sign calls is told by the message itself."""
    return [_NUMBER.sub("0", sign) for sign in signs]
