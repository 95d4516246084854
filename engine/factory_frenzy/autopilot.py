"""A greedy autopilot: it values every offered action and takes the best.

It knows only its seat's view. Values are in units of about one resource that its recipe lacks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.factory_frenzy.cards import CARDS, RECIPES, Card
from engine.factory_frenzy.effects import Discard, Draw, Effect, Peek, Remove, Steal, Swap
from engine.factory_frenzy.view import PlayerView, View
from engine.kernel.codes import Action

Totals = dict[str, int]

READY, STANDING = 2.0, 4.0  # the board has enough; and the recipe is declared
RIVAL = 0.1  # what a secret rival's progress counts beside the own
THREAT = 12.0  # a declared rival's recipe that would win
DRAWN, DISCARDED, STOLEN, PEEKED = 0.5, 0.4, 0.7, 0.2
REMOVER, SWAPPER = 1.0, 1.2  # in hand, for the moment when somebody declares
GOOD_HAND = 2.0


def autopilot(view: View, actions: Sequence[Action]) -> Action:
    situation = _situation(view)
    return max(actions, key=lambda action: (worth(situation, action), _tie(view, action)))


def _tie(view: View, action: Action) -> tuple[int, tuple[str, ...]]:
    """Rank equally good actions: the next player is preferred, so that no seat is always hit."""
    last = action[-1]
    near = 0
    if isinstance(last, int) and view.seat is not None:
        near = -((last - view.seat) % len(view.players))
    return near, tuple(map(str, action))


@dataclass(slots=True)
class Situation:
    """What matters of a seat's view, prepared once for valuing all its actions."""

    view: View
    recipe: str
    declared: bool
    rivals: tuple[PlayerView, ...]  # in the order of their turns
    totals: Totals
    unseen: tuple[str, ...]  # recipes that a secret rival may have
    board_worth: float


def _situation(view: View) -> Situation:
    assert view.seat is not None and view.recipe
    seats = len(view.players)
    rivals = tuple(view.players[(view.seat + i) % seats] for i in range(1, seats))
    open_recipes = {player.recipe.recipe for player in view.players if player.recipe}
    situation = Situation(
        view,
        view.recipe.recipe,
        view.players[view.seat].declared,
        rivals,
        {pile.resource: pile.total for pile in view.piles},
        tuple(recipe for recipe in RECIPES if recipe not in open_recipes),
        0.0,
    )
    situation.board_worth = _board_worth(situation, situation.totals)
    return situation


def worth(situation: Situation, action: Action) -> float:
    return _WORTH[str(action[0])](situation, action)


# --- positions --------------------------------------------------------------------------------


def _lacking(totals: Totals, recipe: str) -> int:
    return sum(max(0, need - totals[resource]) for resource, need in RECIPES[recipe].needs)


def _expected_lack(situation: Situation, totals: Totals) -> float:
    """Return how much a recipe that the seat hasn't seen lacks on average."""
    return sum(_lacking(totals, recipe) for recipe in situation.unseen) / len(situation.unseen)


def _board_worth(situation: Situation, totals: Totals) -> float:
    """Value a board for the seat."""
    value = _own_worth(totals, situation.recipe, situation.declared)
    for rival in situation.rivals:
        value -= _rival_worth(situation, totals, rival)
    return value


def _own_worth(totals: Totals, recipe: str, declared: bool) -> float:
    lacking = _lacking(totals, recipe)
    if lacking:
        return -float(lacking)
    return STANDING if declared else READY


def _rival_worth(situation: Situation, totals: Totals, rival: PlayerView) -> float:
    if rival.recipe is None:
        return -RIVAL * _expected_lack(situation, totals)
    lacking = _lacking(totals, rival.recipe.recipe)
    if rival.declared and not lacking:
        return THREAT
    return -2 * RIVAL * lacking if lacking else READY / 2


# --- cards ------------------------------------------------------------------------------------


def _play(situation: Situation, action: Action) -> float:
    card = CARDS[str(action[1])]
    chosen = action[2] if len(action) > 2 else None
    totals = situation.totals.copy()
    value = -_card_worth(situation, card) / 2
    for effect in card.effects:
        value += _effect(situation, totals, effect, chosen)
    if card.resource:
        totals[card.resource] += card.amount
    return value + _board_worth(situation, totals) - situation.board_worth


def _effect(situation: Situation, totals: Totals, effect: Effect, chosen: Any) -> float:
    """Value an effect beside its changes of the board, which are made in `totals`."""
    match effect:
        case Draw(cards=count):
            return DRAWN * count
        case Discard(cards=count):
            return -DISCARDED * count
        case Peek():
            return PEEKED
        case Steal():
            return STOLEN if chosen is not None else 0.0
        case Remove(pile=pile):
            resource = chosen if pile == "any" else str(pile)
            totals[resource] -= _top(situation, resource)
        case Swap():
            return _swap(situation, situation.view.players[chosen])
    return 0.0


def _top(situation: Situation, resource: str) -> int:
    return next(
        (
            pile.amounts[0]
            for pile in situation.view.piles
            if pile.resource == resource and pile.cards
        ),
        0,
    )


def _swap(situation: Situation, rival: PlayerView) -> float:
    """Value swapping recipes with a rival; afterwards both are undeclared."""
    mine = -float(_lacking(situation.totals, situation.recipe))
    before = _own_worth(situation.totals, situation.recipe, situation.declared)
    if rival.recipe is None:
        expected = _expected_lack(situation, situation.totals)
        return -expected - before - 2 * RIVAL * (expected + mine)
    theirs = _own_worth(situation.totals, rival.recipe.recipe, False)
    relief = _rival_worth(situation, situation.totals, rival) + 2 * RIVAL * -mine
    return theirs - before + relief


def _card_worth(situation: Situation, card: Card) -> float:
    """Value holding a card."""
    if card.resource:
        needs = dict(RECIPES[situation.recipe].needs)
        lacking = max(0, needs.get(card.resource, 0) - situation.totals[card.resource])
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


def _keep_hand(situation: Situation, action: Action) -> float:
    return sum(_card_worth(situation, CARDS[held.card]) for held in situation.view.hand)


def _discard(situation: Situation, action: Action) -> float:
    return -_card_worth(situation, CARDS[str(action[1])])


def _order(situation: Situation, action: Action) -> float:
    """Value putting cards back, by whether we or our rivals draw the first one."""
    worths = [_card_worth(situation, CARDS[str(card)]) for card in action[1:]]
    draws = _draws_next(situation)
    own = worths[0] if draws else 0.0
    later = len(situation.rivals) + (1 if draws else 0)
    if later < len(worths):
        own += worths[later]
    given = sum(worths[1:later] if draws else worths[:later])
    return own - 0.3 * given


def _draws_next(situation: Situation) -> bool:
    card = CARDS[situation.view.playing] if situation.view.playing else None
    return card is not None and any(isinstance(effect, Draw) for effect in card.effects)


_WORTH: dict[str, Callable[[Situation, Action], float]] = {
    "keep": _keep_hand,
    "mulligan": lambda situation, action: GOOD_HAND,
    "play": _play,
    "discard": _discard,
    "order": _order,
    "declare": lambda situation, action: 100.0,
    "done": lambda situation, action: 0.0,
    "undo": lambda situation, action: -100.0,
}
