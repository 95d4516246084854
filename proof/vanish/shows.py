"""Tables and lobbies in the sandbox whose people vanish: the bot's own clock ends them in time."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cogs.words import safe_names
from engine import GAMES
from host.host import STALE_LOBBY
from host.notes import HostEventKind
from host.play import ABANDONED, FINISHED
from host.records import Phase
from host.terms import DAY, HOUR, Policy
from host.terms import LIVE_TERMS as USUAL
from host.views import TableView, view_table
from proof.trial import Trial
from sandbox.channels import remove_channel
from testing.days import Days
from testing.deadlines import notes_of
from testing.hosting import NOON
from testing.people import buttons, text, ways
from testing.scene.scene import SECOND, Calm, calm_sandbox

PAUSE = 12 * HOUR  # from one ring of the bot's bells to the next: months are to pass
DOWN = 3 * DAY
MOST_DAYS = 90  # of a game that goes on by its clock
LOBBY = -1  # in the place of actions: the game never begins
# A bot without the list of members sees of somebody who left only that no letter reaches them.
SILENTLY, LEAVE, SERVER, CHANNEL, FORGOTTEN, BOT = (
    *("silently", "by /leave", "from the server", "with the channel"),
    *("by /privacy delete", "while the bot is down"),
)
AT_ONCE = (LEAVE, FORGOTTEN)  # the autopilot has the seat


class Show(NamedTuple):
    """All vanish from a table after some actions, or from its lobby."""

    game: str
    people: int
    hours: int
    policy: Policy
    actions: int
    way: str

    def __str__(self) -> str:
        who = f"{self.people} of {self.game} ({self.hours} h, {self.policy})"
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
        if self.actions == LOBBY:
            return STALE_LOBBY + PAUSE + (DOWN if self.way == BOT else 0)
        if self.way in AT_ONCE:
            return DAY
        down = DOWN if self.way == BOT else 0
        return down + (MOST_DAYS * DAY if self.is_by_clock else USUAL.idle + DAY)


class Guests(Days):
    """As over days, but their quiet is that of our clock, and no bell is rung but by the bot."""

    s: Calm

    async def quiet(self) -> None:
        await self.s.until_said()


FIRST, *_, LAST = GAMES
SHOWS = [  # the first of them depend each on one bell of the bot
    Show(LAST, 3, 2, Policy.SEAT, 0, LEAVE),
    Show(FIRST, 2, 0, Policy.TURN, LOBBY, SILENTLY),
    Show(FIRST, 3, 0, Policy.TURN, 3, SILENTLY),
    Show(FIRST, 2, 24, Policy.TURN, 1, SILENTLY),
    Show(LAST, 2, 24, Policy.TURN, 3, SILENTLY),
    Show(FIRST, 3, 24, Policy.SEAT, 2, SERVER),
    Show(FIRST, 2, 72, Policy.ASK, 2, CHANNEL),
    Show(LAST, 3, 0, Policy.TURN, 4, SERVER),
    Show(FIRST, 2, 24, Policy.TURN, 0, FORGOTTEN),
    Show(LAST, 3, 0, Policy.TURN, LOBBY, CHANNEL),
    Show(LAST, 2, 24, Policy.WAIT, 5, BOT),
    Show(LAST, 3, 24, Policy.TURN, 6, CHANNEL),
    Show(FIRST, 2, 0, Policy.TURN, LOBBY, BOT),
    Show(LAST, 3, 24, Policy.ASK, 2, FORGOTTEN),
]


async def show(trial: Trial, file: Path, each: Show) -> None:
    async with calm_sandbox(file, NOON, rhythm=PAUSE / SECOND) as s:
        found = await Vanished(s, each).faults()
        found += ["somebody's press was not answered" for _ in s.unanswered]
        for fault in [*found, *s.violations, *s.errors]:
            trial.fault(f"in the sandbox, {each}: {fault}")


class Vanished:
    def __init__(self, s: Calm, show: Show) -> None:
        self.s, self.show, self.names = s, show, ("red", "blue", "green")[: show.people]
        self.party = Guests(s, s.time, *self.names, game=show.game, pace=show.hours)
        self.table_id = 0

    async def faults(self) -> list[str]:
        if self.show.actions == LOBBY:
            await self.party.seat()
        else:
            await self.party.deal(self.show.policy)
        for _ in range(self.show.actions):
            await self.party.act(await self.party.acting())
        self.table_id, since = (await self.party.table()).id, self.s.time.now
        await self._vanish()
        while (await self._seen()).table.is_open:
            if self.s.time.now - since > self.show.most:
                return [f"nobody has ended it after {(self.s.time.now - since) // DAY} days"]
            await self.s.go_on(PAUSE)
        await self.party.quiet()
        seen, took = await self._seen(), self.s.time.now - since
        turns = len(await notes_of(self.party.host, self.table_id, HostEventKind.TIME_UP))
        return [*self._ended(seen, took, turns), *self._told(seen)]

    async def _seen(self) -> TableView:
        return await self.party.host.read(view_table, self.table_id, by=None)

    async def _vanish(self) -> None:
        """They are never seen again."""
        way, s = self.show.way, self.s
        for name in self.names:
            if way == LEAVE:
                await s.slash(name, "/leave")
            elif way == SERVER:
                s.server.people.open_dms(s.user(name), False)
            elif way == FORGOTTEN:
                asked = await s.slash(name, "/privacy delete")
                await s.click(name, asked or {}, "Delete my data")
        if way == CHANNEL:
            remove_channel(s.server.world, s.server.world.channel(self.party.place))
            await s.server.gateway.flush()
        elif way == BOT:
            await s.stop_bot()
            s.time.go_to(s.time.now + DOWN)
            await s.start_bot()
        await s.until_said()

    def _ended(self, seen: TableView, took: int, turns: int) -> Iterator[str]:
        """The bot's clock has called, waited and let the autopilot play."""
        table, show = seen.table, self.show
        if show.actions == LOBBY:
            if table.phase is not Phase.CLOSED:
                yield f"the lobby is {table.phase}"
            return
        if show.must_be_finished and table.ending != FINISHED:
            yield f"it was {table.ending}, although by its clock the autopilot finishes it"
        if show.is_by_clock and took > (turns + show.people) * show.hours * HOUR + DAY:
            yield f"it took {took // DAY} days for {turns} turns"

    def _told(self, seen: TableView) -> Iterator[str]:
        """Everybody reads how it ended, and nobody has anything more to press."""
        table, is_gone = seen.table, self.show.way == CHANNEL
        public = [] if is_gone else self.party.public
        if self.show.actions == LOBBY:
            told = [each for each in public if table.ending in text(each)]
            if not is_gone and (len(told) != 1 or any(map(buttons, public))):
                yield f"that the lobby is closed was told {len(told)} times"
            return
        said = table.game.words.status(seen.view, safe_names(table))
        if not is_gone:
            board = text(self.party.board or {"components": []})
            if not self.party.is_over or said not in board or self.party.calls:
                yield "the board does not tell how it ended"
            if table.ending == ABANDONED and "nobody played any more" not in board:
                yield f"the board does not tell that it was {table.ending}"
        for name in self.names:
            panel, seat = self.party.panel(name), table.seat_of(int(self.s.user(name)))
            if seat and seat.human and panel and self.show.way != SERVER:
                is_told = all(line in text(panel) for line in said.splitlines())
                if ways(panel) or (is_gone and not is_told):
                    yield f"{name} does not read how it ended, but “{text(panel)}”"
