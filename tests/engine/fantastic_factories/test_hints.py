"""Hints explain the current step, to its player only."""

import dataclasses

import pytest

from engine import GAMES
from engine.fantastic_factories import hints as told
from engine.fantastic_factories.cards import BLUEPRINTS
from testing import SCALE
from testing.playing import Table, moments

GAME = GAMES["fantastic_factories"]
LONGEST = 450


def taught(seats, rounds=0, seed=0):
    """Every moment of a random game, with what each seat is told; with so many learning rounds."""
    table = Table(GAME, seats, GAME.options(learning=rounds), seed)
    for moment in moments(table):
        views = [GAME.view(moment.state, seat) for seat in range(seats)]
        yield moment.state, [(view, GAME.hint(view)) for view in views]


@pytest.mark.parametrize("seats", GAME.seats)
def test_everybody_is_told_something_until_the_end(seats):
    for state, lessons in taught(seats, 2):
        for _, said in lessons:
            assert bool(said) == (GAME.result(state) is None)
            assert len(said) <= LONGEST


def test_the_public_is_told_nothing():
    for state, _ in taught(2, 20):
        assert GAME.hint(GAME.view(state, None)) == ""


def test_what_is_advised_can_be_done():
    seen = set()
    for seed in range(3 * SCALE):
        for state, lessons in taught(2, 20, seed):
            for view, said in lessons:
                offered = {action[0] for action in GAME.actions(state, view.seat)}
                for verb in ("take", "build", "use", "drop"):
                    if f"**{verb}**" in said:
                        assert verb in offered, said
                        seen.add(verb)
                if said == told.FINISH:
                    assert "done" in offered
                    seen.add("done")
    assert seen == {"take", "build", "use", "drop", "done"}


def test_a_card_that_is_said_to_be_ready_can_be_used():
    for seed in range(2 * SCALE):
        for state, lessons in taught(2, 20, seed):
            for view, said in lessons:
                uses = {action[1] for action in GAME.actions(state, view.seat) if "use" in action}
                ready = [
                    card for card in uses if f"Your {BLUEPRINTS[card].row.name} is ready" in said
                ]
                assert bool(ready) == ("is ready" in said)


def test_in_the_last_round_no_further_round_is_promised():
    view = next(view for state, lessons in taught(2, 20) for view, _ in lessons if view.players)
    player = dataclasses.replace(view.players[0], done=True)
    done = dataclasses.replace(
        view, seat=0, phase="work", players=(player, view.players[1]), asked=None
    )
    assert GAME.hint(dataclasses.replace(done, final=True)) == told.COUNTED
    assert GAME.hint(dataclasses.replace(done, final=False)) == told.FINISHED
