"""A sensible greedy player: puts a worth on every offered action and takes the best.

It knows only its seat's view. Worths are in units of about one resource that its recipe lacks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.factory_frenzy.cards import CARDS, RECIPES, Card
from engine.factory_frenzy.effects import Discard, Draw, Effect, Peek, Remove, Steal, Swap
from engine.factory_frenzy.view import PlayerView, View
from engine.kernel.codes import Action

Totals = dict[str, int]

READY, STANDING = 2.0, 4.0  # the board suffices; and the recipe is declared
RIVAL = 0.1  # what a secret rival's progress counts beside the own
THREAT = 12.0  # a declared rival's recipe that would win
DRAWN, DISCARDED, STOLEN, SEEN = 0.5, 0.4, 0.7, 0.2
REMOVER, SWAPPER = 1.0, 1.2  # in hand, for the moment when somebody declares
GOOD_HAND = 2.0


def autopilot(view: View, actions: Sequence[Action]) -> Action:
    outlook = _outlook(view)
    return max(actions, key=lambda a: (_WORTH[str(a[0])](outlook, a), _tie(view, a)))


def _tie(view: View, action: Action) -> tuple[int, tuple[str, ...]]:
    """Among equal targets prefer the next player, so that no seat is always picked on."""
    last = action[-1]
    near = 0
    if isinstance(last, int) and view.seat is not None:
        near = -((last - view.seat) % len(view.players))
    return near, tuple(map(str, action))


@dataclass(slots=True)
class Outlook:
    """What the seat sees, boiled down once for all its actions."""

    view: View
    recipe: str
    declared: bool
    rivals: tuple[PlayerView, ...]  # in the order of their turns
    totals: Totals
    unseen: tuple[str, ...]  # recipes that a secret rival may have
    standing: float


def _outlook(view: View) -> Outlook:
    assert view.seat is not None and view.recipe
    seats = len(view.players)
    rivals = tuple(view.players[(view.seat + i) % seats] for i in range(1, seats))
    seen = {player.recipe.recipe for player in view.players if player.recipe}
    outlook = Outlook(
        view,
        view.recipe.recipe,
        view.players[view.seat].declared,
        rivals,
        {pile.resource: pile.total for pile in view.piles},
        tuple(recipe for recipe in RECIPES if recipe not in seen),
        0.0,
    )
    outlook.standing = _standing(outlook, outlook.totals)
    return outlook


# --- positions --------------------------------------------------------------------------------


def _lacking(totals: Totals, recipe: str) -> int:
    return sum(max(0, need - totals[resource]) for resource, need in RECIPES[recipe].needs)


def _hoped(outlook: Outlook, totals: Totals) -> float:
    """What a recipe that the seat has not seen lacks on the average."""
    return sum(_lacking(totals, recipe) for recipe in outlook.unseen) / len(outlook.unseen)


def _standing(outlook: Outlook, totals: Totals) -> float:
    """What a board is worth to the seat."""
    value = _own(totals, outlook.recipe, outlook.declared)
    for rival in outlook.rivals:
        value -= _rival(outlook, totals, rival)
    return value


def _own(totals: Totals, recipe: str, declared: bool) -> float:
    lacking = _lacking(totals, recipe)
    if lacking:
        return -float(lacking)
    return STANDING if declared else READY


def _rival(outlook: Outlook, totals: Totals, rival: PlayerView) -> float:
    if rival.recipe is None:
        return -RIVAL * _hoped(outlook, totals)
    lacking = _lacking(totals, rival.recipe.recipe)
    if rival.declared and not lacking:
        return THREAT
    return -2 * RIVAL * lacking if lacking else READY / 2


# --- cards ------------------------------------------------------------------------------------


def _play(outlook: Outlook, action: Action) -> float:
    card = CARDS[str(action[1])]
    chosen = action[2] if len(action) > 2 else None
    totals = outlook.totals.copy()
    value = -_keep(outlook, card) / 2
    for effect in card.effects:
        value += _effect(outlook, totals, effect, chosen)
    if card.resource:
        totals[card.resource] += card.amount
    return value + _standing(outlook, totals) - outlook.standing


def _effect(outlook: Outlook, totals: Totals, effect: Effect, chosen: Any) -> float:
    """What it brings beside changes of the board, which are made in `totals`."""
    match effect:
        case Draw(cards=count):
            return DRAWN * count
        case Discard(cards=count):
            return -DISCARDED * count
        case Peek():
            return SEEN
        case Steal():
            return STOLEN if chosen is not None else 0.0
        case Remove(pile=pile):
            resource = chosen if pile == "any" else str(pile)
            totals[resource] -= _top(outlook, resource)
        case Swap():
            return _swap(outlook, outlook.view.players[chosen])
    return 0.0


def _top(outlook: Outlook, resource: str) -> int:
    return next(
        (
            pile.amounts[0]
            for pile in outlook.view.piles
            if pile.resource == resource and pile.cards
        ),
        0,
    )


def _swap(outlook: Outlook, rival: PlayerView) -> float:
    """Their recipe for ours; both are undeclared then."""
    mine = -float(_lacking(outlook.totals, outlook.recipe))
    before = _own(outlook.totals, outlook.recipe, outlook.declared)
    if rival.recipe is None:
        hoped = _hoped(outlook, outlook.totals)
        return -hoped - before - 2 * RIVAL * (hoped + mine)
    theirs = _own(outlook.totals, rival.recipe.recipe, False)
    relief = _rival(outlook, outlook.totals, rival) + 2 * RIVAL * -mine
    return theirs - before + relief


def _keep(outlook: Outlook, card: Card) -> float:
    """What it is worth to hold a card."""
    if card.resource:
        needs = dict(RECIPES[outlook.recipe].needs)
        lacking = max(0, needs.get(card.resource, 0) - outlook.totals[card.resource])
        return min(card.amount, lacking) + (0.2 * card.amount if card.resource in needs else 0.0)
    worth = 0.0
    for effect in card.effects:
        match effect:
            case Remove():
                worth += REMOVER
            case Swap():
                worth += SWAPPER
            case Draw(cards=count):
                worth += DRAWN * count
            case Steal():
                worth += STOLEN
    return worth


# --- the other actions ------------------------------------------------------------------------


def _keep_hand(outlook: Outlook, action: Action) -> float:
    return sum(_keep(outlook, CARDS[held.card]) for held in outlook.view.hand)


def _discard(outlook: Outlook, action: Action) -> float:
    return -_keep(outlook, CARDS[str(action[1])])


def _order(outlook: Outlook, action: Action) -> float:
    """The best order for us, depending on whether we or our rivals draw the first card."""
    worths = [_keep(outlook, CARDS[str(card)]) for card in action[1:]]
    draws = _draws_next(outlook)
    own = worths[0] if draws else 0.0
    later = len(outlook.rivals) + (1 if draws else 0)
    if later < len(worths):
        own += worths[later]
    given = sum(worths[1:later] if draws else worths[:later])
    return own - 0.3 * given


def _draws_next(outlook: Outlook) -> bool:
    card = CARDS[outlook.view.playing] if outlook.view.playing else None
    return card is not None and any(isinstance(effect, Draw) for effect in card.effects)


_WORTH: dict[str, Callable[[Outlook, Action], float]] = {
    "keep": _keep_hand,
    "mulligan": lambda outlook, action: GOOD_HAND,
    "play": _play,
    "discard": _discard,
    "order": _order,
    "declare": lambda outlook, action: 100.0,
    "done": lambda outlook, action: 0.0,
    "undo": lambda outlook, action: -100.0,
}
