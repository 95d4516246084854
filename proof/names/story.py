"""Everything that shows a name, at one table in the sandbox; told twice it is the same story."""

from collections.abc import Iterator
from typing import NamedTuple

from proof.scene.crew import Crew
from proof.scene.scene import MINUTE, Calm
from sandbox.channels import add_channel
from sandbox.driver import parts
from sandbox.world import Json
from testing.hosting import set_key
from testing.people import GALLERY, SELECT, TEXT, Label, buttons, forge, selects
from testing.playing import key_of

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

    async def _lobby(self) -> None:
        await self.crew.open()
        board = await self._board()
        await self.s.click("blue", board, Label.JOIN)
        await self.s.click("green", await self._board(), Label.JOIN)
        await self.s.click("yellow", await self._board(), Label.JOIN)
        await self.s.click("yellow", await self._board(), Label.LEAVE)
        await self.s.click("red", await self._board(), Label.ADD_AUTOPILOT)
        await self.s.click("red", await self._board(), Label.OPTIONS)

    async def _board(self) -> Json:
        await self.s.until_said()
        assert self.crew.board
        return self.crew.board

    async def _begin(self) -> None:
        self.crew.number = (await self.crew.table()).id
        await self.s.host.at(self.crew.number, set_key, key_of(5))
        await self.s.click("red", await self._board(), Label.START)

    async def _play(self) -> None:
        while (await self.crew.seen()).round < 2:
            await self.crew.press_on()
            await self.s.until_said()

    async def _look(self) -> None:
        for label in (Label.LOG, Label.LOOK_AROUND, Label.MY_HAND, Label.HELP, "Votes & pauses"):
            await self.s.click("red", await self._board(), label)
        found = await self.s.click("yellow", await self._board(), Label.LOOK_AROUND)
        for part in selects(found or {"components": []})[:1]:
            for option in part["options"]:
                await self._choose("yellow", found or {}, part, option)

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
        screen = await self.s.click("red", await self._board(), "Votes & pauses")
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
        for label in (Label.LOG, Label.VERIFY, "Replay"):
            found = await self.s.click("red", await self._board(), label)
        for part in selects(found or {})[-1:]:
            for option in part["options"]:
                await self._choose("red", found or {}, part, option)
        for command in (*QUESTIONS[3:5], *QUESTIONS[-2:]):
            await self.s.slash("red", command, self.crew.channel)
        await self.s.click("blue", await self._board(), Label.REMATCH)

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
