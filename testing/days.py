"""A table over several days in the sandbox: its people sleep, miss turns, vote and plan ahead."""

import copy
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from cogs.ids import option_id
from host.terms import Policy
from sandbox.driver import Sandbox
from sandbox.world import Event, Json
from testing.hosting import Click, press, set_key
from testing.message_truth import CALL
from testing.people import Label, Party, buttons, labels, selects, text
from testing.playing import key_of

HOUR, DAY = 3_600_000, 86_400_000
PACE = 24  # hours for a turn, unless given


class Say(StrEnum):
    """The labels of buttons and selects in games over days."""

    MUTE = "Mute this turn"
    TABLE = "Votes & pauses"
    AGREE = "Agree"
    WITHDRAW = "Withdraw my vote"
    DISAGREE = "Disagree"
    PLAN = "Plan my next turn"
    FORGET = "Forget my plan"
    HAND = "Back"
    FINISH = "Let autopilot play this turn"
    LET_IT = "Let it play"
    LEAVE = "Leave the game"
    ASK = "Start a vote"
    AGREE_TO = "Vote for …"
    TAKE_BACK_OF = "Withdraw your vote for …"


class Days(Party):
    """People who play at one table, a turn a day."""

    def __init__(self, s: Sandbox, clock: Any, *names: str, pace: int = PACE, **more: Any) -> None:
        super().__init__(s, *names, pace=pace, **more)
        self.clock = clock
        self.place = s.channel(self.channel)
        self.heard: list[Json] = []  # every new message in this channel, as it was first sent
        s.server.world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        if event.name == "MESSAGE_CREATE" and event.data["channel_id"] == self.place:
            self.heard.append(copy.deepcopy(event.data))

    # Time

    async def later(self, hours: float) -> None:
        """Let this much time pass, and everything that is due be done and sent."""
        self.clock.ahead += int(hours * HOUR)
        await self.strike()

    async def strike(self) -> None:
        await self.host.run_due()
        await self.quiet()

    # The table

    async def deal(self, policy: Policy = Policy.TURN, robots: int = 0) -> None:
        """Begin a game with this policy for turns whose time is up."""
        board = await self.seat(robots)
        table = (await self.table()).id
        if policy is not Policy.TURN:
            screen = await self.s.click(self.names[0], board, Label.SETTINGS)
            await self.s.choose(self.names[0], screen, option_id(table, "_policy"), policy)
        await self.host.do(set_key, table, key_of(self.seed))
        await self.s.click(self.names[0], self.board, Label.START)
        await self.quiet()

    def others(self, *names: str) -> list[str]:
        return [name for name in self.names if name not in names]

    async def seat_of(self, name: str) -> Any:
        return (await self.table()).seat_of(int(self.s.user(name)))

    async def due(self, name: str) -> int:
        due = (await self.seat_of(name)).due
        assert due is not None
        return due

    async def play_turn(self, name: str) -> None:
        """Play anything legal until the table no longer waits for this person."""
        while (seen := await self.seen(name)).seat in seen.waiting:
            click = Click(int(self.s.user(name)), " ".join(map(str, seen.actions[0])))
            await press(self.host, seen.table.id, click)
        await self.quiet()

    # What people see

    @property
    def calls(self) -> list[Json]:
        return [each for each in self.public if CALL in text(each)]

    @property
    def votes(self) -> list[Json]:
        return [each for each in self.public if is_vote(each)]

    def called(self) -> list[set[str]]:
        """Return who was pinged by each call so far."""
        return [self.pinged(each) for each in self.heard if CALL in text(each)]

    def pinged(self, message: Json) -> set[str]:
        return {each["username"] for each in message["mentions"]}

    async def press_of(self, name: str, label: str) -> Json:
        """Press a button of the hand that the board's button opens."""
        hand = await self.s.click(name, self.board, Label.MY_HAND)
        return await self.s.click(name, hand, label)

    async def let_autopilot_play(self, name: str) -> Json:
        """Let the autopilot play one turn, by More and a confirmation."""
        asked = await self.s.click(name, await self.press_of(name, Label.MORE), Say.FINISH)
        return await self.s.click(name, asked, Say.LET_IT)

    async def ask(self, name: str, what: str) -> Json:
        """Start a vote with the board's button Votes & pauses."""
        screen = await self.s.click(name, self.board, Say.TABLE)
        (part,) = selects(screen)
        (option,) = [each for each in part["options"] if what in each["label"]]
        answer = await self.s.choose(name, screen, Say.ASK, option["value"])
        await self.quiet()
        return answer

    async def agree(self, name: str, what: str, label: str = Say.AGREE) -> Json | None:
        """Press a button of the public message, below this text."""
        (message,) = self.votes
        answer = await self.use(name, message, button_below(message, what, label))
        await self.quiet()
        return answer

    async def log(self, name: str) -> str:
        return text(await self.s.click(name, self.board, Label.LOG))


def is_vote(message: Json) -> bool:
    placeholders = {part.get("placeholder") for part in selects(message)}
    return Say.AGREE in labels(message) or Say.AGREE_TO in placeholders


def button_below(message: Json, what: str, label: str) -> Json:
    """Return the button with this label that follows the text."""
    texts = [line for line in text(message).splitlines() if line.startswith("🗳️")]
    (place,) = [number for number, line in enumerate(texts) if what in line]
    return [part for part in buttons(message) if part["label"] == label][place]


def stamps(due: int) -> tuple[str, str]:
    """Write a moment as everybody sees it on their own clock."""
    return f"<t:{due // 1000}:f>", f"<t:{due // 1000}:R>"


def shows(message: Json, due: int) -> bool:
    """Whether a message shows how far away it is; hovering shows the moment itself."""
    return f"<t:{due // 1000}:R>" in text(message)


def set_to(clock: Any, hour: int) -> None:
    """Set the clock to the next time at which it is that hour in UTC."""
    now = datetime.fromtimestamp(clock() / 1000, UTC)
    then = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    clock.ahead += int((then + timedelta(days=then <= now) - now).total_seconds() * 1000)


async def save_hours(s: Sandbox, name: str, zone: str, begin: int, end: int) -> Json | None:
    """Choose quiet hours, read what they do to a turn, and save them."""
    asked = await s.slash(name, "/hours", zone=zone, quiet_from=begin, quiet_to=end)
    return await s.click(name, asked, "Save") if asked else None


async def change(s: Sandbox, name: str, select: str, label: str) -> Json:
    """Change one personal setting."""
    answer = await s.choose(name, await s.slash(name, "/settings"), select, label)
    assert answer is not None
    return answer
