"""Tables in the sandbox whose people vanish: at the end everybody reads there how it ended."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

from cogs.client import TableBot
from cogs.words import safe_names
from engine import GAMES
from host import privacy
from host.host import Host, utc
from host.look import look
from host.play import FINISHED
from host.records import Phase, Table
from host.terms import DAY, Policy
from proof.trial import Trial
from render.studio import Studio
from sandbox.driver import Sandbox
from tests.cogs.days import Days
from tests.cogs.people import text, ways

MOST_STRIKES = 300
FORGET = "Forget me"
# A bot without the list of members sees of somebody who left only that no letter reaches them.
SILENTLY, LEAVE, SERVER, CHANNEL, FORGOTTEN, BOT = (
    *("silently", "by /leave", "from the server", "with the channel"),
    *("by /privacy delete", "while the bot is down"),
)


class Show(NamedTuple):
    game: str
    names: tuple[str, ...]
    hours: int
    policy: Policy
    actions: int  # that are played before
    way: str

    def __str__(self) -> str:
        who = f"{len(self.names)} of {self.game} ({self.hours} h, {self.policy})"
        return f"in the sandbox, {who} vanish {self.way} after {self.actions} actions"


def _shows() -> list[Show]:
    two, three = ("red", "blue"), ("red", "blue", "green")
    first, *_, last = GAMES
    return [
        Show(last, three, 2, Policy.SEAT, 0, LEAVE),
        Show(first, two, 24, Policy.TURN, 1, SILENTLY),
        Show(last, two, 24, Policy.TURN, 3, SILENTLY),
        Show(first, three, 24, Policy.SEAT, 2, SERVER),
        Show(first, two, 72, Policy.ASK, 2, CHANNEL),
        Show(last, two, 24, Policy.WAIT, 5, BOT),
        Show(first, three, 0, Policy.TURN, 3, SILENTLY),
        Show(last, three, 0, Policy.TURN, 4, SERVER),
        Show(first, two, 24, Policy.TURN, 0, FORGOTTEN),
        Show(last, three, 24, Policy.TURN, 6, CHANNEL),
        Show(first, two, 24, Policy.SEAT, 2, LEAVE),
        Show(last, three, 24, Policy.ASK, 2, FORGOTTEN),
    ]


SHOWS = _shows()


class _Clock:
    ahead = 0

    def __call__(self) -> int:
        return utc() + self.ahead


async def show(trial: Trial, file: Path, each: Show) -> None:
    clock = _Clock()

    async def new_bot() -> TableBot:
        return TableBot(await Host.open(file, clock), Studio(), guild_ready_timeout=0.05)

    async with Sandbox(new_bot) as sandbox:
        found = await _Vanished(trial, sandbox, clock, each).faults()
        for fault in [*found, *sandbox.violations, *sandbox.errors]:
            trial.fault(f"{each}: {fault}")


class _Vanished:
    def __init__(self, trial: Trial, sandbox: Sandbox, clock: _Clock, each: Show) -> None:
        self.trial, self.s, self.clock, self.show = trial, sandbox, clock, each
        self.party = Days(sandbox, clock, *each.names, game=each.game, pace=each.hours)

    async def faults(self) -> list[str]:
        await self.party.deal(self.show.policy)
        for _ in range(self.show.actions):
            await self.party.act(await self.party.acting())
        self.table_id = (await self.party.table()).id
        await self._vanish()
        if found := [each async for each in self._still_there()]:
            return found
        return await self._judged() if await self._ends() else ["it does not end"]

    async def _still_there(self) -> AsyncIterator[str]:
        """For whom the command that they gave has done nothing."""
        table = await self._table()
        for name in self.show.names:
            user = int(self.s.user(name))
            seat = table.seat_of(user)
            if self.show.way == LEAVE and (seat is None or not seat.is_autopilot):
                yield f"{name} has left, and is still waited for"
            if self.show.way == FORGOTTEN and await self.party.host.read(privacy.is_known, user):
                yield f"{name} is not forgotten"

    async def _vanish(self) -> None:
        s, way = self.s, self.show.way
        for name in self.show.names:
            if way == LEAVE:
                await s.slash(name, "/leave")
            elif way == SERVER:
                s.server.people.open_dms(s.user(name), False)
            elif way == FORGOTTEN:
                asked = await s.slash(name, "/privacy delete")
                assert asked
                await s.click(name, asked, FORGET)
        if way == CHANNEL:
            s.server.world.remove_channel(s.server.world.channel(self.party.place))
        elif way == BOT:
            await s.stop_bot()
            self.clock.ahead += 3 * DAY
            await s.start_bot()
        await self.party.quiet()

    async def _ends(self) -> bool:
        """The clock goes from alarm to alarm, two days at most."""
        host = self.party.host
        for _ in range(MOST_STRIKES):
            if (await self._table()).phase is Phase.OVER:
                return True
            alarm = await host.next_alarm()
            soon = 2 * DAY if alarm is None else alarm - self.clock() + 1
            self.clock.ahead += max(0, min(soon, 2 * DAY))
            await host.strike()
            await host.keep_house()
            await self.party.quiet()
        return False

    async def _table(self) -> Table:
        return (await self.party.host.look(self.table_id, look, None)).table

    async def _judged(self) -> list[str]:
        """Where what people see is not how the table stands."""
        await self.party.quiet()
        seen = await self.party.host.look(self.table_id, look, None)
        said = seen.table.game.words.status(seen.view, safe_names(seen.table))
        found = [*self._in_private(seen.table, said)]
        if self.show.way == CHANNEL:
            return found
        board = text(self.party.board or {"components": []})
        if not self.party.is_over or said not in board:
            found.append("the board does not tell how it ended")
        if seen.table.ending != FINISHED and seen.table.ending not in board:
            found.append(f"the board does not tell that it was {seen.table.ending}")
        if self.party.calls:
            found.append("somebody is still called to their turn")
        return found

    def _in_private(self, table: Table, said: str) -> Iterator[str]:
        """Nobody has anything more to press; where there is no board they read it."""
        for name in self.show.names:
            panel = self.party.panel(name)
            seat = table.seat_of(int(self.s.user(name)))
            if seat and seat.human and panel and self.show.way != SERVER:
                if ways(panel):
                    yield f"{name} still has a hand to play"
                if self.show.way == CHANNEL and said not in text(panel):
                    yield f"{name} does not read how it ended, but “{text(panel)}”"
