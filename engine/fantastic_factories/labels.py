"""Label buttons in at most 80 characters: what is done, what it costs, what it brings."""

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

MAX_LABEL = 80


def label(action: Action, view: View, names: Names) -> str:
    if action == UNDO:
        return _undo(view)
    verb, *args = action
    labeled = _LABELS.get(str(verb))
    return labeled(args, view, names) if labeled else capital(imperative(action))


def _undo(view: View) -> str:
    undone = view.undo.action
    if not undone:
        return "Undo"
    return f"Undo: {_BRIEF.get(str(undone[0]), _as_typed)(undone)}"


def _use(args: Sequence[Any], view: View, names: Names) -> str:
    """Label a use; the price is left out where it would not fit."""
    use = used(args)
    full = f"{use.done} · {use.price} → {use.brings}" if use.price else f"{use.done} → {use.brings}"
    return full if len(full) <= MAX_LABEL else f"{use.done} → {use.brings}"


def _hire(args: Sequence[Any], view: View, names: Names) -> str:
    contractor = CONTRACTORS[args[0]]
    to = [f"{shared(contractor)} for {clipped(names[args[3]])}"] if len(args) > 3 else []
    parts = [f"Hire {contractor.row.name}", f"discard {card_name(args[2])}", *hire_price(args[0])]
    full = " · ".join(parts + to)
    return full if len(full) <= MAX_LABEL else f"{full[: MAX_LABEL - 1]}…"


def hire_price(contractor: str) -> list[str]:
    """List what is paid beside the card."""
    hired = CONTRACTORS[contractor]
    return amounts((("metal", hired.metal), ("energy", hired.energy)))


def _build(args: Sequence[Any], view: View, names: Names) -> str:
    price = build_price(args[0], view)
    return " · ".join([f"Build {card_name(args[0])}", f"discard {card_name(args[1])}", *price])


def build_price(card: str, view: View) -> list[str]:
    """List what is paid beside the other card."""
    blueprint = BLUEPRINTS[card]
    compound = () if view.seat is None else view.players[view.seat].compound
    metal = blueprint.metal_beside(monuments(building.card for building in compound))
    return amounts((("metal", metal), ("energy", blueprint.energy)))


def floor_gain(floor: str, value: int, view: View) -> int:
    """Return what a die brings on a floor, with the bonus beside an equal one."""
    placed = getattr(view.players[view.seat], floor) if view.seat is not None else ()
    return (value if floor == "generate" else 1) + (value in placed)


def _floor(verb: str, unit: str) -> Label:
    def labeled(args: Sequence[Any], view: View, names: Names) -> str:
        gain = plural(floor_gain(verb, args[0], view), unit)
        return f"{verb.capitalize()} with a {args[0]} → {gain}"

    return labeled


def _set(args: Sequence[Any], view: View, names: Names) -> str:
    if not args:
        return "Roll all dice"
    text = f"Set dice to {' '.join(map(str, args))}"
    return text if len(args) == OWN_DICE else f"{text}, roll the rest"


def _as_typed(action: Action) -> str:
    """Return the action as it is typed, such as “mine 6”."""
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
    "refresh": lambda args, view, names: f"Replace all {args[0]} · 1 {args[1]}",
    "research": _floor("research", "card"),
    "generate": _floor("generate", "energy"),
    "mine": _floor("mine", "metal"),
    "specialist": lambda args, view, names: f"The Specialist's die shows {args[0]}",
    "done": lambda args, view, names: "Done for this round",
}
