"""People who play at one table for days: they look when called, while awake, and plan ahead."""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

from cogs.ids import option_id
from engine.kernel.codes import UNDO, code, parse
from host import play
from host.records import Phase
from host.views import TableView
from host.views import plans as offered_plans
from sandbox.driver import Sandbox
from sandbox.world import Event, Json
from testing.days import DAY, HOUR, Days
from testing.deadlines import state_turn
from testing.hosting import Click, caller, press
from testing.people import Label, is_ephemeral, text
from testing.slow_clock import Wishes

PLACING = ("place", "commissar")
RESTART_EVERY = 2 * DAY
MOST_TOLD = 5  # lines of a plan in the transcript
_STAMP = re.compile(r"<t:(\d+):\w>")


@dataclass
class Habits:
    """When somebody is awake, and after how many waking hours they answer a call."""

    zone: str
    quiet: tuple[int, int]
    pause: float
    first: list[str] = field(default_factory=list)  # codes they play before anything else
    away_until: int = 0

    @property
    def wishes(self) -> Wishes:
        return Wishes(self.zone, self.quiet, self.away_until)


class Fortnight(Days):
    """Time jumps from one alarm or look to the next, until the game is over."""

    def __init__(self, s: Sandbox, clock: Any, habits: dict[str, Habits], **more: Any) -> None:
        super().__init__(s, clock, *habits, **more)
        self.habits, self.luck = habits, Random(5)
        self.looks: dict[str, int] = {}  # when each of them will look next
        self.gone: set[str] = set()
        self.calls_in: Counter[tuple[int, str]] = Counter()  # by round and name
        self.round, self.begun = 1, clock()
        self.disturbed: list[str] = []  # who was pinged while asleep or on vacation
        self.planned: set[tuple[str, str]] = set()
        self.transcript: list[tuple[int, str]] = []  # by round

    # What people read

    def _hear(self, event: Event) -> None:
        super()._hear(event)
        is_new = event.name == "MESSAGE_CREATE" and event.data["channel_id"] == self.place
        if is_new and not is_ephemeral(event.data):
            self.tell("the channel", text(event.data))
            for name in self.pinged(event.data) & {*self.habits}:
                self._follow(name)

    def _follow(self, name: str) -> None:
        now, habits = self.clock(), self.habits[name]
        self.calls_in[self.round, name] += 1
        if not habits.wishes.is_awake(now):
            self.disturbed.append(f"{name} at {self.moment()}")
        looks = habits.wishes.moment_after(now, int(habits.pause * HOUR))
        self.looks.setdefault(name, looks)

    def moment(self) -> str:
        begun, now = (datetime.fromtimestamp(at / 1000, UTC) for at in (self.begun, self.clock()))
        return f"day {1 + (now.date() - begun.date()).days}, {now:%H:%M} UTC"

    def tell(self, who: str, said: str) -> None:
        lines = _STAMP.sub(_written, said.strip()).replace("\n", "\n> ")
        for name in self.names:
            lines = lines.replace(f"<@{self.s.user(name)}>", f"@{name}")
        lines = lines.replace(f"<#{self.place}>", f"#{self.channel}")
        self.transcript.append((self.round, f"**{self.moment()}, {who}**\n> {lines}\n"))

    # Before the game

    async def agree_on(self, **options: str) -> None:
        screen = await self.s.click(self.names[0], self.board, Label.SETTINGS)
        for name, value in options.items():
            where = option_id((await self.table()).id, name)
            screen = await self.s.choose(self.names[0], screen, where, value)

    # Days

    async def live_until(self, is_enough: Any) -> None:
        """Let time pass until something is true or the game is over; restart the bot at times."""
        restart = self.clock() + RESTART_EVERY
        while not self.is_over and not is_enough(self):
            if self.clock() >= restart:
                restart += RESTART_EVERY
                await self.s.restart_bot()
                self.tell("the bot", "was restarted")
            alarm = await self.host.next_alarm()
            moments = [at for at in (alarm, *self.looks.values()) if at is not None]
            assert moments, "nobody would ever do anything again"
            self.clock.ahead += max(0, min(moments) - self.clock())
            await self.strike()
            for name in sorted(name for name, at in self.looks.items() if at <= self.clock()):
                del self.looks[name]
                if name not in self.gone:
                    await self.look(name)
            self.round = (await self.seen()).round

    async def look(self, name: str) -> None:
        """Let somebody read their panel, do what is asked and plan ahead."""
        if panel := self.panel(name):
            self.tell(f"{name}'s panel", text(panel))
        played = await self.act_for(name)
        is_over = (await self.table()).phase is Phase.OVER
        planned = [] if is_over else await self.plan(name)
        if played or planned:
            self.tell(name, "; ".join([*played, *_plan_told(planned)]))
        await self.quiet()

    async def act_for(self, name: str) -> list[str]:
        """Act until the table waits for somebody else."""
        played: list[str] = []
        while (seen := await self.seen(name)).seat in seen.waiting:
            aside = seen.table.game.aside_verbs
            moves = [a for a in seen.actions if a != UNDO and a[0] not in aside]
            first = [text for text in self.habits[name].first if text in map(code, moves)]
            chosen = first[0] if first else code(seen.table.game.autopilot(seen.view, moves))
            self.habits[name].first[:] = [t for t in self.habits[name].first if t not in first[:1]]
            played.append(self.said(seen, chosen))
            await self.do(name, chosen)
            await self.host.wait_for_autoplay()
        return played

    def said(self, seen: TableView, text: str) -> str:
        return seen.table.game.words.label(parse(text), seen.view, seen.table.names)

    async def do(self, name: str, *codes: str) -> None:
        """Play whole actions, one after the other."""
        for each in codes:
            user = int(self.s.user(name))
            await press(self.host, (await self.table()).id, Click(user, each))

    async def plan(self, name: str) -> list[str]:
        """Plan once per phase: wishes in any order; with cubes, the autopilot decides the rest."""
        table, user = await self.table(), int(self.s.user(name))
        turn = await self.host.read(state_turn, table.id)
        if (turn, name) in self.planned:
            return []
        self.planned.add((turn, name))
        lines, _ = await self.host.read(offered_plans, table.id, by=caller(user))
        is_placing = turn.endswith(("talk", "place"))
        wishes = [a for a in lines if (a[0] in PLACING) == is_placing and a != table.game.rest_line]
        self.luck.shuffle(wishes)
        rest = [] if is_placing else [table.game.rest_line]
        first = [line for line in wishes if code(line) in self.habits[name].first]
        chosen = [*map(code, [*first, *wishes][: table.game.max_planned - 1] + rest)]
        seen = await self.seen(name)
        await self.host.do(play.queue, table.id, chosen, by=caller(user))
        return [self.said(seen, line) for line in chosen]


def _plan_told(lines: list[str]) -> list[str]:
    more = len(lines) - MOST_TOLD
    told = ", ".join(lines[:MOST_TOLD]) + (f" and {more} more lines" if more > 0 else "")
    return [f"plans: {told}"] if lines else []


def _written(stamp: re.Match[str]) -> str:
    """Write a timestamp as Discord shows it."""
    return f"{datetime.fromtimestamp(int(stamp[1]), UTC):%d %b %H:%M}"


def messages_with(party: Days, words: str) -> list[Json]:
    """Return all new messages of the channel that contain this text."""
    return [each for each in party.heard if words in text(each)]
