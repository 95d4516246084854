"""The policies of simulations and balance tables: who decides for a seat."""

import random
from collections.abc import Callable
from typing import Any

from engine.kernel.codes import Action
from engine.kernel.game import Game

Policy = Callable[[Game[Any, Any], Any, int, random.Random], Action]


def chance(game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
    """Choose any move. Undo and deals are left out, since with them a game might never end."""
    actions = game.choices(state, seat)
    return actions[int(rng.random() * len(actions))]


def autopilot(game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
    return game.autopilot(game.view(state, seat), game.choices(state, seat))


POLICIES: dict[str, Policy] = {"autopilot": autopilot, "random": chance}
