"""The autopilot is a sensible player that finishes any seat."""

from statistics import median

import pytest

from engine import RULES
from engine.cli.simulate import play_games
from engine.kernel.codes import code
from engine.kernel.luck import FastLuck
from tests.conftest import SCALE
from tests.engine.factory_frenzy.tables import laid_out, played

GAME = RULES["factory_frenzy"]
USUAL_TURNS = {2: 21, 3: 29, 4: 30}  # of all players together, as the decks were measured


def chosen(state) -> str:
    seat = GAME.to_act(state)[0]
    return code(GAME.autopilot(GAME.view(state, seat), GAME.actions(state, seat)))


@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_random_play_in_at_least_nine_of_ten_games(seat: int) -> None:
    policies = ("autopilot", "random") if seat == 0 else ("random", "autopilot")
    tally = play_games((GAME.id, GAME.options(), 2, policies, range(60 * SCALE)))
    assert tally.wins[seat] >= 0.9 * len(tally.rounds)


def turns_of_a_game(seats: int, seed: int) -> int:
    state = GAME.setup(GAME.options(), seats, FastLuck(seed))
    while waiting := GAME.to_act(state):
        actions = GAME.choices(state, waiting[0])
        GAME.advance(state, waiting[0], GAME.autopilot(GAME.view(state, waiting[0]), actions))
    return int(state.turn)


@pytest.mark.parametrize("seats", GAME.seats)
def test_its_games_are_about_as_long_as_the_decks_were_made_for(seats: int) -> None:
    middle = median(turns_of_a_game(seats, seed) for seed in range(80 * SCALE))
    assert 0.75 * USUAL_TURNS[seats] <= middle <= 1.25 * USUAL_TURNS[seats]


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
