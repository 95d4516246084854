"""Who would win if nothing changes, and which cards in the viewer's hand would stop it."""

from collections.abc import Iterator

from engine.factory_frenzy.cards import CARDS
from engine.factory_frenzy.effects import Remove, Swap
from engine.factory_frenzy.pages import still_to_play
from engine.factory_frenzy.view import HandCardView, NeedView, PlayerView, RecipeView, View
from render.factory_frenzy.moment import is_standing, open_recipe


def declared_rivals(view: View) -> list[PlayerView]:
    """Whose recipe stands first, among those whose turn comes soonest."""
    if view.result:
        return []
    rivals = [each for each in view.players if each.declared and each.seat != view.seat]
    return sorted(
        rivals, key=lambda each: (not is_standing(each), len(still_to_play(view, each.seat)))
    )


def is_fragile(view: View, need: NeedView) -> bool:
    """Whether a removed top card would leave too little."""
    return _left(view, need.resource, need.resource) < need.need <= need.have


def stopped_by(view: View, held: HandCardView) -> PlayerView | None:
    """The first rival whose declared recipe the card could make fail."""
    if not held.is_playable:
        return None
    standing = (each for each in declared_rivals(view) if is_standing(each))
    return next((each for each in standing if _stops(view, held.card, each)), None)


def _stops(view: View, name: str, rival: PlayerView) -> bool:
    """By removing what is needed, or by swapping recipes."""
    if any(isinstance(effect, Swap) for effect in CARDS[name].effects):
        return True
    recipe = open_recipe(view, rival)
    assert recipe
    return any(_fails(view, recipe, name, pile) for pile in _removable(view, name))


def _removable(view: View, name: str) -> Iterator[str]:
    """The piles from which a card can take the top."""
    for effect in CARDS[name].effects:
        if isinstance(effect, Remove):
            piles = [pile.resource for pile in view.piles if pile.cards]
            yield from piles if effect.pile == "any" else [str(effect.pile)]


def _fails(view: View, recipe: RecipeView, name: str, pile: str) -> bool:
    """What the card itself adds is on the board by then."""
    card = CARDS[name]
    return any(
        _left(view, need.resource, pile) + (card.amount if card.resource == need.resource else 0)
        < need.need
        for need in recipe.needs
    )


def _left(view: View, resource: str, removed: str) -> int:
    """What lies on a pile once the top card of one of them is gone."""
    pile = next(pile for pile in view.piles if pile.resource == resource)
    return pile.total - (pile.amounts[0] if resource == removed and pile.amounts else 0)
