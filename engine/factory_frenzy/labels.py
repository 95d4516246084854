"""What a button says: what is done, what it costs, what it brings, in at most 80 characters."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.factory_frenzy.cards import CARDS
from engine.factory_frenzy.effects import Effect, Remove, Steal, Swap
from engine.factory_frenzy.phrases import amount, card_name, imperative, recipe_name
from engine.factory_frenzy.view import View
from engine.kernel.codes import UNDO, Action
from engine.kernel.game import Names
from engine.kernel.phrases import capital, clipped

Label = Callable[[Sequence[Any], View, Names], str]


def label(action: Action, view: View, names: Names) -> str:
    if action == UNDO:
        return f"Undo: {_brief(view.undo.action)}" if view.undo.action else "Undo"
    verb, *rest = action
    said = _LABELS.get(str(verb))
    return said(rest, view, names) if said else capital(imperative(action))


def _brief(action: Action) -> str:
    """The card alone, where there is one."""
    card = str(action[1]) if len(action) > 1 else ""
    return card_name(card) if card in CARDS else imperative(action)


def _play(rest: Sequence[Any], view: View, names: Names) -> str:
    card = CARDS[rest[0]]
    chosen = rest[1] if len(rest) > 1 else None
    does = ", ".join(_does(effect, chosen, view, names) for effect in card.effects)
    said = f"Play {card.name}: {does}" if does else f"Play {card.name}"
    if card.resource:
        said += f" → {amount(card.amount, card.resource)}"
    return said


def _does(effect: Effect, chosen: Any, view: View, names: Names) -> str:
    if isinstance(effect, Remove):
        return _remove(chosen if effect.pile == "any" else str(effect.pile), view)
    if isinstance(effect, Swap):
        return f"{effect.brief} with {clipped(names[chosen])}"
    if isinstance(effect, Steal):
        return "nobody has a card" if chosen is None else f"a card of {clipped(names[chosen])}"
    return effect.brief


def _remove(resource: str, view: View) -> str:
    pile = next(pile for pile in view.piles if pile.resource == resource)
    if not pile.cards:
        return f"remove the top of {resource}"
    return f"remove {card_name(pile.cards[0])} ({amount(pile.amounts[0], resource)})"


def _order(rest: Sequence[Any], view: View, names: Names) -> str:
    return f"Next {' → '.join(map(card_name, rest))}"


def _declare(rest: Sequence[Any], view: View, names: Names) -> str:
    if view.recipe is None:
        return "Declare the recipe"
    return f"Declare the {recipe_name(view.recipe.recipe)}: it wins if it stands at your next turn"


_LABELS: dict[str, Label] = {
    "keep": lambda rest, view, names: "Keep these cards",
    "mulligan": lambda rest, view, names: "Swap all your cards for new ones, only once",
    "play": _play,
    "order": _order,
    "declare": _declare,
    "done": lambda rest, view, names: "End your turn",
}
