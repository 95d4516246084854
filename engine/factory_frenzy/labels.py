"""Label buttons in at most 80 characters: what is done, what it costs, what it brings."""

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
    verb, *args = action
    labeled = _LABELS.get(str(verb))
    return labeled(args, view, names) if labeled else capital(imperative(action))


def _brief(action: Action) -> str:
    """Name the card alone, where there is one."""
    card = str(action[1]) if len(action) > 1 else ""
    return card_name(card) if card in CARDS else imperative(action)


def _play(args: Sequence[Any], view: View, names: Names) -> str:
    card = CARDS[args[0]]
    chosen = args[1] if len(args) > 1 else None
    does = ", ".join(_does(effect, chosen, view, names) for effect in card.effects)
    text = f"Play {card.name}: {does}" if does else f"Play {card.name}"
    if card.resource:
        text += f" → {amount(card.amount, card.resource)}"
    return text


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


def _order(args: Sequence[Any], view: View, names: Names) -> str:
    return f"Next {' → '.join(map(card_name, args))}"


def _declare(args: Sequence[Any], view: View, names: Names) -> str:
    if view.recipe is None:
        return "Declare the recipe"
    return f"Declare the {recipe_name(view.recipe.recipe)}: it wins if it stands at your next turn"


_LABELS: dict[str, Label] = {
    "keep": lambda args, view, names: "Keep these cards",
    "mulligan": lambda args, view, names: "Swap all your cards for new ones, only once",
    "play": _play,
    "order": _order,
    "declare": _declare,
    "done": lambda args, view, names: "End your turn",
}
