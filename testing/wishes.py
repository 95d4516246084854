"""What sensible people put on a plan that is a list: they imagine how the turn goes on.

Used for games over days; a person at the table could do the same with what they see.
"""

from random import Random
from typing import Any

from engine.kernel.codes import UNDO, Action
from engine.kernel.game import Game
from engine.kernel.luck import FastLuck
from host.unit_of_work import UnitOfWork

IMAGINED = 3  # ways in which it may go on: the first is wished for, the others are fallbacks


def wishes(uow: UnitOfWork, table_id: int, seat: int, seed: int) -> list[Action]:
    """Return the lines of a plan: what the autopilot would do, then what else it might do.

    The rest line is left out. The last line says to do nothing if no line fits, unless the seat
    wants to decide by hand, because no line says what it would do.
    """
    table = uow.table(table_id)
    game, state, rng = table.game, uow.position(table), Random(seed)
    offered = {*game.plans(state, seat), *game.choices(state, seat)} - {game.rest_line}
    lines, by_hand = list[Action](), set[str]()
    for number in range(IMAGINED):
        world = game.other_world(state, seat, FastLuck(rng.randrange(1 << 30)))
        for phase, action in _imagined(game, world, seat):
            fitting = _lines_of(action, offered)
            lines += [line for line in fitting if number == 0 or line not in lines]
            by_hand |= set() if fitting else {phase}
    idle = [
        line for line in offered if line[0] == "done" and "".join(map(str, line[1:])) not in by_hand
    ]
    return [*lines[: game.max_planned - len(idle) - 1], *sorted(idle)]


def _imagined(game: Game[Any, Any], world: Any, seat: int) -> list[tuple[str, Action]]:
    """Imagine the seat's actions until the turn ends, by the autopilot, with the phase of each."""
    world.luck = FastLuck(world.round)
    turn, done = game.turn(world), list[tuple[str, Action]]()
    while game.turn(world) == turn and (waiting := game.to_act(world)):
        actor = waiting[0]
        choices = [action for action in game.choices(world, actor) if action != UNDO]
        action = game.autopilot(game.view(world, actor), choices)
        if actor == seat:
            done.append((world.phase, action))
        game.advance(world, actor, action)
    return done


def _lines_of(action: Action, offered: set[Action]) -> list[Action]:
    """Turn an action into lines of a plan: several cubes are several lines."""
    *words, count = action
    if action not in offered and isinstance(count, int) and tuple(words) in offered:
        return [tuple(words)] * count
    return [action] if action in offered else []
