"""Random playouts of one of our games: a full list of legal actions before each choice."""

import random
import sys
from typing import Any

from bench.worker import serve
from engine import ALL_GAMES
from engine.kernel.codes import code
from engine.kernel.game import Game
from engine.kernel.luck import FastLuck

SEATS = 4


def playout(game: Game[Any, Any], games: int, seed: int) -> int:
    played = 0
    options = game.options()
    to_act, list_actions, advance = game.to_act, game.choices, game.advance
    for number in range(seed, seed + games):
        bits = random.Random(number).getrandbits
        state = game.setup(options, SEATS, FastLuck(number))
        while waiting := to_act(state):
            seat = waiting[0]
            actions = list_actions(state, seat)
            chosen = actions[bits(16) % len(actions)]
            code(chosen)
            advance(state, seat, chosen)
            played += 1
    return played


if __name__ == "__main__":
    name = sys.argv[1]
    serve(lambda games, seed: playout(ALL_GAMES[name], games, seed))
