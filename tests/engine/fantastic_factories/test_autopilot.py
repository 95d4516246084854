"""The autopilot is a sensible player that finishes any seat."""

import pytest

from engine import GAMES
from engine.cli.simulate import play_games
from engine.kernel.luck import FastLuck
from testing import SCALE

GAME = GAMES["fantastic_factories"]


def simulated(seats: int, policies: tuple[str, ...], games: int, **options: object):
    options = GAME.options.model_validate(options)
    return play_games((GAME.id, options, seats, policies, range(games)))


@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_random_play_in_at_least_nine_of_ten_games(seat: int) -> None:
    policies = ("autopilot", "random") if seat == 0 else ("random", "autopilot")
    tally = simulated(2, policies, 20 * SCALE)
    assert tally.wins[seat] >= 0.9 * len(tally.lengths)


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_finishes_every_game_without_an_illegal_action(seats: int) -> None:
    tally = simulated(seats, ("autopilot",) * seats, 5 * SCALE)
    assert len(tally.scores) == 5 * SCALE


def test_it_wins_more_often_against_a_weaker_machine() -> None:
    wins = [
        simulated(1, ("autopilot",), 30 * SCALE, difficulty=name).wins[0]
        for name in ("easy", "insane")
    ]
    assert wins[0] > wins[1]


def test_it_also_finishes_a_seat_that_a_random_player_left() -> None:
    for seed in range(5 * SCALE):
        state = GAME.setup(GAME.options(), 3, FastLuck(seed))
        played = 0
        while waiting := GAME.to_act(state):
            seat = waiting[-1]
            actions = GAME.actions(state, seat)
            is_left = played > 40
            chosen = GAME.autopilot(GAME.view(state, seat), actions) if is_left else actions[0]
            GAME.apply(state, seat, chosen)
            played += 1
        assert GAME.result(state) is not None
