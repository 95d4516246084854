"""Whole games of Factory 42 by presses, in the real bot: few of them for every decision."""

from collections import Counter

import pytest

from engine import GAMES
from engine.kernel.codes import UNDO
from host import play
from host.records import Phase
from sandbox.driver import parts
from sandbox.world import Json
from testing import SCALE
from testing.people import Label, Party, labels, text
from testing.playing import some_action
from testing.screens import Walk

pytestmark = pytest.mark.asyncio
GAME = GAMES["factory_42"]
PEOPLE = ("red", "blue", "green", "purple", "yellow")
FEW, SHARE = 2, 0.95
OWN_WILL = 0.5  # how often people do not do what the autopilot would
OF_THE_EXPANSION = {"operate", "take", "enter"}
ALL = [(seats, expansion) for seats in GAME.seats for expansion in (False, True)]
SOME = [(2, True)]
MOST_DECISIONS = 2_000


class Table(Party):
    """Everybody presses what the autopilot would choose, or now and then anything else, by the
    shortest way on their screen."""

    presses: Counter[int]  # how many decisions took so many presses
    asked: set[str]  # what was decided

    async def decide(self, name: str) -> None:
        seen = await self.seen(name)
        moves = [a for a in seen.actions if a != UNDO and a[0] not in GAME.aside_verbs]
        action = GAME.autopilot(seen.view, moves)
        if self.rng.random() < OWN_WILL:
            action = some_action(moves, self.rng)
        self.asked.add(seen.view.asks)
        steps = Walk(seen, wanted=action).steps[action]
        before = len(await self.rows())
        message = await self.s.until(lambda: self._panel_with(name, steps[0].custom_id))
        for step in steps:
            message = await self.s._used(name, message, step.custom_id, [*step.values] or None)
        assert len(await self.rows()) > before, f"{action} was not played by {steps}"
        self.presses[len(steps)] += 1

    def _panel_with(self, name: str, custom_id: str) -> Json | None:
        """Their panel, as soon as it shows that it is their turn."""
        panel = self.panel(name)
        offered = [part.get("custom_id") for part in parts(panel)] if panel else []
        return panel if custom_id in offered else None

    async def decide_all(self) -> None:
        self.presses, self.asked = Counter(), set()
        for _ in range(MOST_DECISIONS):
            seen = await self.seen()
            if seen.table.phase is Phase.OVER:
                return
            user = str(seen.table.seats[seen.waiting[0]].user)
            await self.decide(next(name for name in self.names if self.s.user(name) == user))
        pytest.fail("this game does not end")


@pytest.mark.parametrize(("seats", "expansion"), ALL if SCALE > 1 else SOME)
async def test_a_whole_game_takes_two_presses_for_nearly_every_decision(s, seats, expansion):
    table = Table(s, *PEOPLE[:seats], game=GAME.id, seed=seats)
    board = await table.seat()
    if expansion:
        screen = await s.click("red", board, Label.SETTINGS)
        await s.choose("red", screen, "Commissions expansion", "True")
    await table.start()
    await table.decide_all()
    await table.quiet()
    ended = await table.table()
    assert (ended.phase, ended.ending) == (Phase.OVER, play.FINISHED)
    assert ended.options["expansion"] == expansion
    assert Label.REMATCH in labels(table.board) and "win" in text(table.board)
    few = sum(count for presses, count in table.presses.items() if presses <= FEW)
    share = few / table.presses.total()
    print(f"{seats} seats, expansion {expansion}: {share:.1%} of {table.presses.total()}")
    print(dict(sorted(table.presses.items())), sorted(table.asked))
    assert share >= SHARE
    assert {"place", "requisition", "load", "ship", "make", "account"} <= table.asked
    assert bool(OF_THE_EXPANSION & table.asked) == expansion
