"""Plays for a seat: estimates what each offered action is worth and takes the best.

It knows only its seat's view. It works towards goods, keeps accepted deals, and helps others where
that costs nothing. Worths are in Victory Points; `done` is worth nothing.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engine.factory_42.asking import count_of
from engine.factory_42.hauling import (
    bag,
    car,
    double,
    draw,
    load,
    own_cube,
    requisition,
    ship,
    spike,
)
from engine.factory_42.making import account, cleanup, incinerate, lose, make, research
from engine.factory_42.outlook import Outlook
from engine.factory_42.places import place_of
from engine.factory_42.placing import placing
from engine.factory_42.resources import INDEX, POINTS
from engine.factory_42.view import View
from engine.factory_42.working import (
    burn,
    enter,
    fee,
    keep,
    move,
    operate,
    scrap,
    take,
    trade,
)
from engine.kernel.codes import Action

Worth = Callable[[Outlook, Any], float]
PROMISE = 20.0  # more than any move: an accepted deal is kept if that is possible


def autopilot(view: View, actions: Sequence[Action]) -> Action:
    if len(actions) == 1:
        return actions[0]
    outlook = Outlook(view)
    worth = _WORTH[view.asks]
    promises = _promises(outlook)
    best, best_worth = actions[0], float("-inf")
    for action in actions:
        value = worth(outlook, action)
        for clause in promises:
            value += _promised(outlook, clause, action)
        if value > best_worth:
            best, best_worth = action, value
    return best


# --- deals --------------------------------------------------------------------------------------


def _promises(outlook: Outlook) -> list[tuple[Any, ...]]:
    """Return the clauses of accepted deals that bind the seat."""
    return [
        clause
        for deal in outlook.view.deals
        if deal.status == "accepted"
        for seat, clauses in zip(deal.sides, deal.clauses, strict=True)
        if seat == outlook.seat
        for clause in clauses
    ]


def _promised(outlook: Outlook, clause: tuple[Any, ...], action: Any) -> float:
    """Return how much an action speaks for or against a promise."""
    verb, *args = clause
    deeds, act = outlook.player.deeds, action[0]
    if verb in ("pool", "load", "spike"):
        lacking = (args[1] if len(args) > 1 else 1) - deeds.get(f"{verb}/{args[0]}", 0)
        if act != verb or action[1] != args[0] or lacking <= 0:
            return 0.0
        return PROMISE * min(1 if verb == "spike" else count_of(action), lacking)
    if verb == "burn":
        lacking = args[0] - deeds.get("burn", 0)
        return PROMISE * min(count_of(action), lacking) if act == "burn" and lacking > 0 else 0.0
    if verb in ("ship", "spare"):
        if act != "ship" or action[2] != args[0]:
            return 0.0
        return -PROMISE if verb == "spare" else PROMISE * (f"ship/{args[0]}" not in deeds)
    if verb == "make":
        is_it = act == "make" and action[1] == args[0]
        return PROMISE * (is_it and f"make/{args[0]}" not in deeds)
    return _promised_place(verb, place_of(tuple(args)), deeds, action)


def _promised_place(verb: str, place: str, deeds: dict[str, int], action: Any) -> float:
    if action[0] not in ("place", "commissar") or place_of(action[1:]) != place:
        return 0.0
    return -PROMISE if verb == "avoid" else PROMISE * (f"place/{place}" not in deeds)


# --- small questions ----------------------------------------------------------------------------


def _own_only(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    return own_cube(outlook, INDEX[str(action[1])], count_of(action))


def _start(outlook: Outlook, action: Action) -> float:
    return float(action[1] == "rosettes") * 2 * 0.6 + float(action[1] == "vp")


def _spoil(outlook: Outlook, action: Action) -> float:
    resource = INDEX[str(action[1])]
    return -POINTS[resource] - (3.0 if not outlook.spare[resource] else 0.0)


_WORTH: dict[str, Worth] = {
    "start": _start,
    "start_cubes": _own_only,
    "spoil": _spoil,
    "ready": lambda outlook, action: 0.0,
    "place": placing,
    "requisition": requisition,
    "car": car,
    "load": load,
    "bag": bag,
    "draw": draw,
    "spike": spike,
    "double": double,
    "ship": ship,
    "burn": burn,
    "operate": operate,
    "move": move,
    "seal": _own_only,
    "rummage": draw,
    "keep_cube": keep,
    "scrap": scrap,
    "take": take,
    "enter": enter,
    "commissar_enter": lambda outlook, action: float(action[0] == "enter"),
    "keep": keep,
    "fee": fee,
    "trade": trade,
    "research": research,
    "make": make,
    "incinerate": incinerate,
    "account": account,
    "lose": lose,
    "cleanup": cleanup,
}
