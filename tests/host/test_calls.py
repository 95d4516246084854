"""A game of many small decisions over days calls its people a few times a round, not each time."""

from collections import Counter
from random import Random

import pytest

from engine import GAMES
from engine.kernel.codes import UNDO, code
from host import play
from host.outbox import MessageKind, remember_post
from host.records import Phase, Post
from host.views import view_table
from testing.cases import on_sqlite
from testing.deadlines import MINUTE, open_timed, state_turn
from testing.hosting import CHANNEL, caller, click_of, messages_of, press, say_all
from testing.wishes import wishes

pytestmark = pytest.mark.asyncio
GAME = GAMES["factory_42"]
PLAYERS, ROUNDS = 5, 3


class Table:
    """Five people who look only when they are called, and what that costs them."""

    def __init__(self, host, clock, table, answers_after, is_planning, has_rest):
        self.host, self.clock, self.table = host, clock, table
        self.answers_after, self.is_planning, self.has_rest = answers_after, is_planning, has_rest
        self.calls, self.waits, self.rng = Counter(), Counter(), Random(5)
        self.planned, self.turn, self.since = {}, "", {}

    async def seen(self, seat=None):
        user = self.table.seats[seat].user if seat is not None else None
        by = caller(user) if user else None
        return await self.host.read(view_table, self.table.id, by=by)

    async def hear(self):
        """The calls that the channel reads until they look, when all plans have played."""
        self.clock.advance(self.answers_after * MINUTE)
        await self.host.run_due()
        await self.host.wait_for_autoplay()
        seen = await self.seen()
        for outgoing in await messages_of(self.host):
            if outgoing.kind == MessageKind.TURN:
                called = {*outgoing.body["new"], *outgoing.body.get("again", ())}
                self.calls.update((seen.round, seat) for seat in called)
                await self.remember(called)
        await say_all(self.host)
        return seen

    async def remember(self, called):
        """As the bot does when it has posted the call."""
        turn, now = (await self.host.read(play.called, self.table.id)).turn, self.clock.now
        self.since = {**(self.since if turn == self.turn else {}), **dict.fromkeys(called, now)}
        self.turn = turn
        post = Post(CHANNEL, 1, now, {"turn": turn, "since": self.since})
        await self.host.do(remember_post, self.table.id, MessageKind.TURN, post)

    async def play(self):
        """Everybody who is called answers; then the table waits again."""
        while (seen := await self.hear()).round <= ROUNDS:
            assert seen.table.phase is Phase.PLAYING
            _, asked = await self.host.read(play.called, self.table.id)
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
        """Once in a phase: what they'd like to do, and if they wish, the rest by the autopilot."""
        user, turn = self.table.seats[seat].user, await self.host.read(state_turn, self.table.id)
        if self.planned.get(seat) == turn:
            return
        self.planned[seat] = turn
        lines = await self.host.read(wishes, self.table.id, seat, self.rng.randrange(100))
        rest = [GAME.rest_line] if self.has_rest else []
        await self.host.do(play.queue, self.table.id, map(code, lines + rest), by=caller(user))


@on_sqlite
@pytest.mark.parametrize(
    ("answers_after", "is_planning", "has_rest", "expansion", "most_calls", "most_waits"),
    [
        pytest.param(90, True, True, True, 3, 8, id="plans, then the autopilot"),
        pytest.param(90, True, False, False, 5, 18, id="plans only"),
        pytest.param(90, True, False, True, 5, 18, id="plans only, expansion"),
        pytest.param(30, False, False, False, 14, 60, id="no plans"),
        pytest.param(90, False, False, False, 14, 60, id="no plans, slow"),
        pytest.param(90, False, False, True, 14, 60, id="no plans, slow, expansion"),
    ],
)
async def test_five_people_are_called_seldom(
    host, clock, answers_after, is_planning, has_rest, expansion, most_calls, most_waits
):
    options = {"expansion": expansion}
    table = await open_timed(host, GAME.id, people=PLAYERS, options=options, hours=24)
    days = Table(host, clock, table, answers_after, is_planning, has_rest)
    await days.play()
    assert max(days.calls.values()) <= most_calls
    assert max(days.waits.values()) <= most_waits
