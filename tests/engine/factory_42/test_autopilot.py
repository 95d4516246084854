"""The autopilot is a decent colleague: it makes goods, keeps deals and does not spoil."""

from functools import cache

import pytest

from engine.cli.simulate import SimulationTally, play_games
from engine.factory_42.state import Deal
from engine.kernel.codes import code, parse
from engine.kernel.luck import FastLuck
from testing import SCALE
from tests.engine.factory_42.tables import GAME, acted, laid_out

FOUR = 4


def chosen(state, seat=None) -> str:
    seat = GAME.to_act(state)[0] if seat is None else seat
    return code(GAME.autopilot(GAME.view(state, seat), GAME.choices(state, seat)))


@cache
def tally(seats: int, expansion: bool, *policies: str) -> SimulationTally:
    options = GAME.options(start="drawn", expansion=expansion)
    who = policies or ("autopilot",) * seats
    return play_games((GAME.id, options, seats, who, range(5 * SCALE)))


@pytest.mark.parametrize("expansion", [False, True])
def test_it_beats_three_random_players(expansion):
    found = tally(FOUR, expansion, "random", "autopilot", "random", "random")
    assert found.wins[1] >= 0.9 * len(found.lengths)


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_plays_every_table_to_the_end_and_makes_goods(seats):
    found = tally(seats, bool(seats % 2))
    games = len(found.lengths)
    goods = found.figures["goods"] / sum(seats * rounds for rounds in found.lengths)
    assert found.lengths == [6] * games
    assert goods > 0.6


def test_four_of_them_make_nearly_a_good_per_round_and_leave_few_orders_open():
    """Measured over hundreds of games: see docs/balance.md; five games may be a little off."""
    found = tally(FOUR, False)
    places = sum(FOUR * rounds for rounds in found.lengths)
    scores = [score for scores in found.scores for score in scores]
    assert found.figures["goods"] / places >= 0.85
    assert found.figures["open orders"] / places <= 0.38
    assert sum(scores) / len(scores) >= 12.5


# --- single decisions ---------------------------------------------------------------------------


def test_it_keeps_an_accepted_deal():
    state = laid_out({"meeples": 1}, {"meeples": 1}, options={"deals": "fine"})
    acted(state, 1, "propose 0", "clause you place spiking", "clause you avoid loading", "send")
    acted(state, 0, "accept 1")
    assert chosen(state) == "place spiking"


@pytest.mark.parametrize("expansion", [False, True])
def test_it_answers_every_question_whatever_it_has_promised(expansion):
    """In each round both sides of three deals have promised something of every kind."""
    options = GAME.options(expansion=expansion)
    state, promised = GAME.setup(options, FOUR, FastLuck(3)), 0
    asked = set()
    while waiting := GAME.to_act(state):
        if state.phase == "place" and promised < state.round:
            make = ("make", state.orders[0].name)
            clauses = [(("pool", "coal", 2), ("load", "wood", 3), ("spike", "gold"))]
            clauses += [(("ship", 1), ("spare", 2), ("burn", 2)), (("avoid", "trading"), make)]
            state.deals += [
                Deal((0, 1), (each, each), "accepted", round=state.round) for each in clauses
            ]
            promised = state.round
        asked.add(state.asks)
        GAME.apply(state, waiting[0], parse(chosen(state)))
    assert {"requisition", "load", "spike", "ship", "burn", "make", "account"} <= asked
    assert [deal.status for deal in state.deals] == ["judged"] * 3 * promised


def test_it_ships_what_it_promised_to_ship():
    track = [{"car": 1, "wood": 2}, {"car": 2, "gold": 1}]
    state = laid_out(
        {"at": ["manufacturium1"]},
        {},
        phase="loading",
        pool={"flax": 1},
        track=track,
        workers={"loading": [1], "shipping": [0]},
    )
    acted(state, 1, "propose 0", "clause you ship 1", "send")
    acted(state, 0, "accept 1")
    acted(state, 1, "load flax", "done")
    assert chosen(state).split()[2] == "1"


def test_it_ships_to_its_own_dock_and_else_to_where_the_load_fits():
    state = laid_out(
        {"at": ["manufacturium1"]},
        {},
        phase="shipping",
        track=[{"car": 1, "wood": 2}, {"car": 2, "beer": 1}],
        workers={"shipping": [0]},
    )
    assert chosen(state) == "ship 1 0 1"


def test_it_burns_one_spare_cube_for_the_rosettes_and_spares_what_its_good_needs():
    player = {"at": ["manufacturium1"], "warehouse": {"wood": 2, "lichen": 1}}
    state = laid_out(player, {}, phase="steam", workers={"steam": [0]}, steam=9)
    assert chosen(state) == "burn lichen"
    acted(state, 0, "burn lichen")
    assert chosen(state) == "done"


def test_it_pays_the_penalty_with_what_is_worth_less():
    few = laid_out({"rosettes": 5}, {"rosettes": 5}, phase="scoring")
    assert chosen(few) == "lose rosettes"
    many = laid_out(*({"rosettes": 6} for _ in range(5)), phase="scoring")
    assert chosen(many) == "lose vp"


def test_it_makes_the_open_order_rather_than_one_that_is_made():
    player = {"at": ["manufacturium1"], "warehouse": {"wood": 2, "copper": 2}}
    state = laid_out(
        player, {}, phase="manufacturium1", steam=4, completed={"pit_prop_timbers": [1]}
    )
    assert chosen(state) == "make medal_blanks minimum"


def test_it_is_ready_when_asked():
    state = laid_out({}, {}, phase="talk", options={"negotiation": True})
    assert chosen(state, 1) == "ready"
