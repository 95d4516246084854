"""Tables in the sandbox whose people vanish: at the end everybody reads there how it ended."""

from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple

from cogs.words import safe_names
from host import privacy
from host.look import Seen, look
from host.notes import Happening
from host.play import ABANDONED, AGREED, FINISHED
from host.records import Phase, Table
from host.terms import AT_ONCE as USUAL
from host.terms import DAY, HOUR, Policy
from proof.scene.scene import Calm
from proof.vanish.guests import (
    BOT,
    CHANNEL,
    DOWN,
    FORGOTTEN,
    LEAVE,
    PAUSE,
    SERVER,
    Guests,
    vanish,
)
from testing.deadlines import notes_of
from testing.people import text, ways

SLACK = DAY
TOLD_AS = {ABANDONED: "nobody played any more", AGREED: "agreed to end the game"}
MOST_DAYS = 90  # of a game that goes on by its clock
AT_ONCE = (LEAVE, FORGOTTEN)  # the autopilot has the seat


class Dealt(NamedTuple):
    """A table from which all vanish after some actions."""

    game: str
    names: tuple[str, ...]
    hours: int
    policy: Policy
    actions: int
    way: str

    def __str__(self) -> str:
        who = f"{len(self.names)} of {self.game} ({self.hours} h, {self.policy})"
        return f"{who} vanish {self.way} after {self.actions} actions"

    @property
    def is_by_clock(self) -> bool:
        return self.hours > 0 and self.policy in (Policy.TURN, Policy.SEAT)

    @property
    def must_be_finished(self) -> bool:
        return self.way in AT_ONCE or self.is_by_clock

    @property
    def most(self) -> int:
        """How long it may last, by our clock; no time passes while the bot is down."""
        if self.way in AT_ONCE:
            return SLACK
        down = DOWN if self.way == BOT else 0
        return down + (MOST_DAYS * DAY if self.is_by_clock else USUAL.idle + SLACK)

    async def faults(self, s: Calm) -> list[str]:
        return await _Vanished(s, self).faults()


class _Vanished:
    def __init__(self, s: Calm, show: Dealt) -> None:
        self.s, self.show = s, show
        self.party = Guests(s, *show.names, game=show.game, pace=show.hours)

    async def faults(self) -> list[str]:
        await self.party.deal(self.show.policy)
        for _ in range(self.show.actions):
            await self.party.act(await self.party.acting())
        self.table_id, self.since = (await self.party.table()).id, self.s.time.now
        await vanish(self.s, self.show.way, self.party.place, *self.show.names)
        if found := [each async for each in self._still_there()]:
            return found
        return await self._judged() if await self._ends() else [self._endless()]

    async def _still_there(self) -> AsyncIterator[str]:
        """For whom the command that they gave has done nothing."""
        table = (await self._seen()).table
        for name in self.show.names:
            user = int(self.s.user(name))
            seat = table.seat_of(user)
            if self.show.way == LEAVE and (seat is None or not seat.is_autopilot):
                yield f"{name} has left, and is still waited for"
            if self.show.way == FORGOTTEN and await self.party.host.read(privacy.is_known, user):
                yield f"{name} is not forgotten"

    async def _ends(self) -> bool:
        while (await self._seen()).table.phase is not Phase.OVER:
            if self._took > self.show.most:
                return False
            await self.s.go_on(PAUSE)
        return True

    @property
    def _took(self) -> int:
        return self.s.time.now - self.since

    def _endless(self) -> str:
        days = self._took // DAY
        is_idle = not self.show.must_be_finished
        return f"nobody has given it up after {days} days" if is_idle else f"{days} days, no end"

    async def _seen(self) -> Seen:
        return await self.party.host.look(self.table_id, look, None)

    async def _judged(self) -> list[str]:
        """Where what people see is not how the table stands."""
        await self.party.quiet()
        seen = await self._seen()
        said = seen.table.game.words.status(seen.view, safe_names(seen.table))
        found = [*self._in_private(seen.table, said)]
        found += [each async for each in self._in_time(seen.table)]
        if self.show.way == CHANNEL:
            return found
        return [*found, *self._on_the_board(seen.table, said)]

    async def _in_time(self, table: Table) -> AsyncIterator[str]:
        """The bot's clock has called, waited and let the autopilot play."""
        if self.show.must_be_finished and table.ending != FINISHED:
            yield f"it was {table.ending}, although by its clock the autopilot finishes it"
        if self.show.is_by_clock:
            turns = len(await notes_of(self.party.host, table.id, Happening.TIME_UP))
            most = (turns + len(self.show.names)) * self.show.hours * HOUR + SLACK
            if self._took > most:
                yield f"it took {self._took // DAY} days for {turns} turns"

    def _on_the_board(self, table: Table, said: str) -> Iterator[str]:
        board = text(self.party.board or {"components": []})
        if not self.party.is_over or said not in board:
            yield "the board does not tell how it ended"
        if table.ending != FINISHED and TOLD_AS[table.ending] not in board:
            yield f"the board does not tell that it was {table.ending}"
        if self.party.calls:
            yield "somebody is still called to their turn"

    def _in_private(self, table: Table, said: str) -> Iterator[str]:
        """Nobody has anything more to press; where there is no board they read it."""
        for name in self.show.names:
            panel = self.party.panel(name)
            seat = table.seat_of(int(self.s.user(name)))
            if seat and seat.human and panel and self.show.way != SERVER:
                if ways(panel):
                    yield f"{name} still has a hand to play"
                is_told = all(line in text(panel) for line in said.splitlines())
                if self.show.way == CHANNEL and not is_told:
                    yield f"{name} does not read how it ended, but “{text(panel)}”"
