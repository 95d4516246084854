"""The autopilot is a sensible player that finishes any seat."""

from functools import cache
from math import sqrt
from statistics import median

import pytest

from engine import GAMES
from engine.cli.simulate import SimulationTally, play_games
from engine.factory_frenzy.cards import RECIPES
from engine.kernel.codes import code
from testing import SCALE
from tests.engine.factory_frenzy.tables import laid_out, played

GAME = GAMES["factory_frenzy"]
USUAL_TURNS = {2: 21, 3: 29, 4: 30}  # of all players together, as the decks were measured


def chosen(state) -> str:
    seat = GAME.to_act(state)[0]
    return code(GAME.autopilot(GAME.view(state, seat), GAME.actions(state, seat)))


@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_random_play_in_at_least_nine_of_ten_games(seat: int) -> None:
    policies = ("autopilot", "random") if seat == 0 else ("random", "autopilot")
    found = play_games((GAME.id, GAME.options(), 2, policies, range(30 * SCALE)))
    assert found.wins[seat] >= 0.9 * len(found.lengths)


@cache
def tally(seats: int) -> SimulationTally:
    policies = ("autopilot",) * seats
    return play_games((GAME.id, GAME.options(), seats, policies, range(40 * SCALE)))


@pytest.mark.parametrize("seats", GAME.seats)
def test_its_games_are_about_as_long_as_the_decks_were_made_for(seats: int) -> None:
    """Within a quarter of the usual length, and what so few games may be off by."""
    lengths, usual = tally(seats).lengths, USUAL_TURNS[seats]
    error = 1.5 * usual / sqrt(len(lengths))
    assert abs(median(lengths) - usual) <= usual / 4 + error


@pytest.mark.parametrize("seats", GAME.seats)
def test_no_place_in_the_order_of_turns_wins_far_more_often(seats: int) -> None:
    found, even = tally(seats), 1 / seats
    games = len(found.lengths)
    error = 2.5 * sqrt(even * (1 - even) / games)
    for turn in range(seats):
        assert abs(found.wins_by_turn[turn] / games - even) <= even / 4 + error


@pytest.mark.parametrize("seats", GAME.seats)
def test_no_recipe_wins_far_more_often(seats: int) -> None:
    found, even = tally(seats), 1 / seats
    assert set(found.dealt) == set(found.held) == set(RECIPES)
    assert found.dealt.total() == found.held.total() == seats * len(found.lengths)
    for had, wins in ((found.dealt, found.dealt_wins), (found.held, found.held_wins)):
        for recipe, times in had.items():
            error = 3 * sqrt(even * (1 - even) / times)
            assert abs(wins[recipe] / times - even) <= even / 4 + error, recipe


def test_it_declares_as_soon_as_it_can() -> None:
    piles = {"chemicals": ["distillery_row"], "wood": ["plank_mill"], "gears": ["cog_bin"]}
    state = laid_out({"recipe": "alarm_clock", "hand": ["ingot_pallet"]}, {}, piles=piles)
    played(state, "play ingot_pallet")
    assert chosen(state) == "declare"


def test_it_breaks_a_declared_recipe_that_would_win() -> None:
    piles = {"chemicals": ["distillery_row"], "wood": ["plank_mill"], "gears": ["cog_bin"]}
    state = laid_out(
        {"recipe": "tin_robot", "hand": ["ingot_pallet", "stripped_teeth", "log_stack"]},
        {"recipe": "alarm_clock", "declared": True},
        piles=piles,
    )
    assert chosen(state) == "play stripped_teeth"


def test_it_swaps_for_a_declared_recipe_that_the_board_already_holds() -> None:
    piles = {"chemicals": ["distillery_row"], "wood": ["plank_mill"], "gears": ["cog_bin"]}
    state = laid_out(
        {"recipe": "tin_robot", "hand": ["ingot_pallet", "swapped_blueprints", "rust"]},
        {"recipe": "alarm_clock", "declared": True},
        piles=piles,
    )
    assert chosen(state) == "play swapped_blueprints 1"


def test_it_changes_a_hand_that_helps_in_nothing() -> None:
    hand = ["night_watch", "reagent_flask", "reagent_flask", "pump_station"]
    state = laid_out({"recipe": "cuckoo_clock", "hand": hand}, {}, mulligan=True)
    assert chosen(state) == "mulligan"
    hand = ["steelworks", "ingot_pallet", "cog_bin", "log_stack"]
    state = laid_out({"recipe": "cuckoo_clock", "hand": hand}, {}, mulligan=True)
    assert chosen(state) == "keep"
