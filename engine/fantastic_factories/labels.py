"""What a button says: what is done, what it costs, what it brings, in at most 80 characters."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.fantastic_factories.cards import BLUEPRINTS, monuments
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.phrases import amounts, card_name, imperative, plural, shared, used
from engine.fantastic_factories.state import OWN_DICE
from engine.fantastic_factories.view import View
from engine.kernel.codes import UNDO, Action
from engine.kernel.game import Names
from engine.kernel.phrases import capital, clipped

Label = Callable[[Sequence[Any], View, Names], str]

LONGEST = 80


def label(action: Action, view: View, names: Names) -> str:
    if action == UNDO:
        return _undo(view)
    verb, *rest = action
    said = _LABELS.get(str(verb))
    return said(rest, view, names) if said else capital(imperative(action))


def _undo(view: View) -> str:
    undone = view.undo.action
    if not undone:
        return "Undo"
    return f"Undo: {_BRIEF.get(str(undone[0]), _as_typed)(undone)}"


def _use(rest: Sequence[Any], view: View, names: Names) -> str:
    """The price is left out where it would not fit."""
    use = used(rest)
    full = f"{use.done} · {use.price} → {use.brings}" if use.price else f"{use.done} → {use.brings}"
    return full if len(full) <= LONGEST else f"{use.done} → {use.brings}"


def _hire(rest: Sequence[Any], view: View, names: Names) -> str:
    contractor = CONTRACTORS[rest[0]]
    to = [f"{shared(contractor)} for {clipped(names[rest[3]])}"] if len(rest) > 3 else []
    parts = [f"Hire {contractor.row.name}", f"discard {card_name(rest[2])}", *hire_price(rest[0])]
    full = " · ".join(parts + to)
    return full if len(full) <= LONGEST else f"{full[: LONGEST - 1]}…"


def hire_price(contractor: str) -> list[str]:
    """What is paid beside the card."""
    found = CONTRACTORS[contractor]
    return amounts((("metal", found.metal), ("energy", found.energy)))


def _build(rest: Sequence[Any], view: View, names: Names) -> str:
    price = build_price(rest[0], view)
    return " · ".join([f"Build {card_name(rest[0])}", f"discard {card_name(rest[1])}", *price])


def build_price(card: str, view: View) -> list[str]:
    """What is paid beside the other card."""
    found = BLUEPRINTS[card]
    compound = () if view.seat is None else view.players[view.seat].compound
    metal = found.metal_beside(monuments(building.card for building in compound))
    return amounts((("metal", metal), ("energy", found.energy)))


def floor_gain(floor: str, value: int, view: View) -> int:
    """What a die brings on a floor, with the bonus beside an equal one."""
    there = getattr(view.players[view.seat], floor) if view.seat is not None else ()
    return (value if floor == "generate" else 1) + (value in there)


def _floor(verb: str, unit: str) -> Label:
    def said(rest: Sequence[Any], view: View, names: Names) -> str:
        gain = plural(floor_gain(verb, rest[0], view), unit)
        return f"{verb.capitalize()} with a {rest[0]} → {gain}"

    return said


def _set(rest: Sequence[Any], view: View, names: Names) -> str:
    if not rest:
        return "Roll all dice"
    named = f"Set dice to {' '.join(map(str, rest))}"
    return named if len(rest) == OWN_DICE else f"{named}, roll the rest"


def _as_typed(action: Action) -> str:
    """Mine 6."""
    return " ".join(map(str, action))


_BRIEF: dict[str, Callable[[Action], str]] = {
    "use": lambda action: used(action[1:]).done,
    "build": lambda action: f"build {card_name(str(action[1]))}",
    "drop": lambda action: imperative(action),
    "done": lambda action: "Done",
    "specialist": lambda action: f"die set to {action[1]}",
}
_LABELS: dict[str, Label] = {
    "hire": _hire,
    "build": _build,
    "set": _set,
    "use": _use,
    "refresh": lambda rest, view, names: f"Replace all {rest[0]} · 1 {rest[1]}",
    "research": _floor("research", "card"),
    "generate": _floor("generate", "energy"),
    "mine": _floor("mine", "metal"),
    "specialist": lambda rest, view, names: f"The Specialist's die shows {rest[0]}",
    "done": lambda rest, view, names: "Done for this round",
}
