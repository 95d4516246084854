"""Who decides for a seat in simulations."""

import random
from collections.abc import Callable
from typing import Any

from engine.kernel.codes import UNDO, Action
from engine.kernel.game import Game

Policy = Callable[[Game[Any, Any], Any, int, random.Random], Action]


def chance(game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
    """Any legal action but taking one back, which would never end."""
    actions = game.actions(state, seat)
    return actions[int(rng.random() * (len(actions) - (actions[-1] == UNDO)))]


def autopilot(game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
    return game.autopilot(game.view(state, seat), game.actions(state, seat))


POLICIES: dict[str, Policy] = {"autopilot": autopilot, "random": chance}
