"""What a button says: what is done, what it costs, what it brings, in at most 80 characters."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.fantastic_factories.cards import BLUEPRINTS, CONTRACTORS
from engine.fantastic_factories.phrases import (
    amounts,
    card_name,
    imperative,
    many,
    shared,
    used,
)
from engine.fantastic_factories.state import OWN_DICE
from engine.fantastic_factories.view import View
from engine.kernel.codes import UNDO, Action
from engine.kernel.game import Names
from engine.kernel.phrases import capital, clipped, joined

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
    if undone[0] == "use":
        return f"Undo: {used(undone[1:]).done}"
    return f"Undo: {imperative(undone)}"


def _use(rest: Sequence[Any], view: View, names: Names) -> str:
    """The price is left out where it would not fit."""
    use = used(rest)
    full = f"{use.done}, {use.price} → {use.brings}" if use.price else f"{use.done} → {use.brings}"
    return full if len(full) <= LONGEST else f"{use.done} → {use.brings}"


def _hire(rest: Sequence[Any], view: View, names: Names) -> str:
    contractor = CONTRACTORS[rest[0]]
    price = amounts((("metal", contractor.metal), ("energy", contractor.energy)))
    paid = joined([card_name(rest[2]), *price])
    to = f"; {clipped(names[rest[3]])} gets {shared(contractor)}" if len(rest) > 3 else ""
    return f"Hire {contractor.row.name} for {paid}{to}"


def _build(rest: Sequence[Any], view: View, names: Names) -> str:
    card = BLUEPRINTS[rest[0]]
    metal = card.metal - (_monuments(view) if card.monument_discount else 0)
    price = amounts((("metal", max(0, metal)), ("energy", card.energy)))
    return f"Build {card.row.name} for {joined([card_name(rest[1]), *price])}"


def _monuments(view: View) -> int:
    if view.seat is None:
        return 0
    compound = view.players[view.seat].compound
    return sum(BLUEPRINTS[building.card].is_monument for building in compound)


def _floor(verb: str, unit: str) -> Label:
    def said(rest: Sequence[Any], view: View, names: Names) -> str:
        value = rest[0]
        there = getattr(view.players[view.seat], verb) if view.seat is not None else ()
        count = (value if verb == "generate" else 1) + (value in there)
        return f"{verb.capitalize()} with a {value}: {many(count, unit)}"

    return said


def _set(rest: Sequence[Any], view: View, names: Names) -> str:
    if not rest:
        return "Roll all dice"
    named = f"Set dice to {' '.join(map(str, rest))}"
    return named if len(rest) == OWN_DICE else f"{named}, roll the rest"


_LABELS: dict[str, Label] = {
    "hire": _hire,
    "build": _build,
    "set": _set,
    "use": _use,
    "research": _floor("research", "card"),
    "generate": _floor("generate", "energy"),
    "mine": _floor("mine", "metal"),
    "specialist": lambda rest, view, names: f"The Specialist's die shows {rest[0]}",
    "done": lambda rest, view, names: "Done for this round",
}
