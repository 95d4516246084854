"""A game of many small decisions over days calls its people a few times in a round, not at each."""

from collections import Counter
from random import Random

import pytest

from engine import ALL_GAMES, GAMES
from engine.kernel.codes import UNDO, code
from host import play
from host.outbox import MessageKind
from host.records import Phase
from host.views import plans as offered_plans
from host.views import view_table
from testing.deadlines import MINUTE, open_timed, state_turn
from testing.hosting import caller, click_of, messages_of, press, say_all

pytestmark = pytest.mark.asyncio
GAME = ALL_GAMES["factory_42"]
PLAYERS, ROUNDS = 5, 3
PLACING = ("place", "commissar")


@pytest.fixture(autouse=True)
def offered(monkeypatch):
    monkeypatch.setitem(GAMES, GAME.id, GAME)


class Table:
    """Five people who look only when they are called, and what that costs them."""

    def __init__(self, host, clock, table, is_planning):
        self.host, self.clock, self.table = host, clock, table
        self.is_planning = is_planning
        self.calls, self.waits, self.rng = Counter(), Counter(), Random(5)
        self.planned = set()

    async def seen(self, seat=None):
        user = self.table.seats[seat].user if seat is not None else None
        by = caller(user) if user else None
        return await self.host.read(view_table, self.table.id, by=by)

    async def hear(self):
        """The calls that the channel would read a minute later, when all plans have played."""
        self.clock.advance(MINUTE)
        await self.host.run_due()
        await self.host.wait_for_autoplay()
        seen = await self.seen()
        for outgoing in await messages_of(self.host):
            if outgoing.kind == MessageKind.TURN:
                self.calls.update((seen.round, seat) for seat in outgoing.body["new"])
        await say_all(self.host)
        return seen

    async def play(self):
        """Everybody who is called answers; then the table waits again."""
        while (seen := await self.hear()).round <= ROUNDS:
            assert seen.table.phase is Phase.PLAYING
            asked = await self.host.read(play.called, self.table.id)
            assert asked
            self.waits[seen.round] += 1
            for seat, later in asked.items():
                if not later:
                    await self.act(seat)
                if self.is_planning:
                    await self.plan(seat)

    async def act(self, seat):
        """By hand until the table waits for somebody else."""
        while seat in (seen := await self.seen(seat)).waiting:
            moves = [a for a in seen.actions if a != UNDO and a[0] not in GAME.aside_verbs]
            if not moves:
                return
            action = code(GAME.autopilot(seen.view, moves))
            await press(self.host, self.table.id, click_of(seen, action))
            await self.host.wait_for_autoplay()

    async def plan(self, seat):
        """Once in a phase: wishes for it in any order; the autopilot does the rest with cubes."""
        user, turn = self.table.seats[seat].user, await self.host.read(state_turn, self.table.id)
        if (turn, seat) in self.planned:
            return
        self.planned.add((turn, seat))
        lines, _ = await self.host.read(offered_plans, self.table.id, by=caller(user))
        is_placing = turn.endswith(("talk", "place"))
        wishes = [a for a in lines if (a[0] in PLACING) == is_placing and a != GAME.rest_line]
        self.rng.shuffle(wishes)
        chosen = wishes[: GAME.max_planned - 1] + ([] if is_placing else [GAME.rest_line])
        await self.host.do(play.queue, self.table.id, [*map(code, chosen)], by=caller(user))


@pytest.mark.parametrize(
    ("is_planning", "most_calls", "most_waits"), [(True, 5, 18), (False, 14, 90)]
)
async def test_five_people_are_called_seldom(host, clock, is_planning, most_calls, most_waits):
    table = await open_timed(host, GAME.id, people=PLAYERS, hours=24)
    days = Table(host, clock, table, is_planning)
    await days.play()
    assert max(days.calls.values()) <= most_calls
    assert max(days.waits.values()) <= most_waits
