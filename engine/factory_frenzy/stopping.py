"""Who would win if nothing changes, and which cards would stop it."""

from collections.abc import Iterator

from engine.factory_frenzy.cards import CARDS
from engine.factory_frenzy.effects import Remove, Swap
from engine.factory_frenzy.pages import still_to_play
from engine.factory_frenzy.view import NeedView, PlayerView, RecipeView, View


def is_standing(player: PlayerView) -> bool:
    """Declared, and the board has everything it needs."""
    return player.declared and player.recipe is not None and not player.recipe.lacks


def declared_rivals(view: View) -> list[PlayerView]:
    """Those whose recipe would win first, among them those whose turn comes soonest."""
    if view.result:
        return []
    rivals = [each for each in view.players if each.declared and each.seat != view.seat]
    return sorted(
        rivals, key=lambda each: (not is_standing(each), len(still_to_play(view, each.seat)))
    )


def standing_rivals(view: View) -> list[PlayerView]:
    """Those who win on their next turn unless somebody stops them."""
    return [each for each in declared_rivals(view) if is_standing(each)]


def is_fragile(view: View, need: NeedView) -> bool:
    """Whether a removed top card would leave too little."""
    return _left(view, need.resource, need.resource) < need.need <= need.have


def stopped_by(view: View, card: str, chosen: str | int | None = None) -> list[PlayerView]:
    """The rivals whom playing this card would stop; without a choice: whom it can stop."""
    return [each for each in standing_rivals(view) if _stops(view, card, chosen, each)]


def _stops(view: View, card: str, chosen: str | int | None, rival: PlayerView) -> bool:
    """By removing what is needed, or by swapping recipes."""
    assert rival.recipe
    if any(isinstance(effect, Swap) for effect in CARDS[card].effects):
        return chosen in (None, rival.seat)
    return any(_fails(view, rival.recipe, card, pile) for pile in _removed(view, card, chosen))


def _removed(view: View, card: str, chosen: str | int | None) -> Iterator[str]:
    """The piles from which a card takes the top, or can take it."""
    for effect in CARDS[card].effects:
        if isinstance(effect, Remove):
            full = [pile.resource for pile in view.piles if pile.cards]
            wanted = [chosen] if chosen else full
            yield from (str(p) for p in (wanted if effect.pile == "any" else [effect.pile]))


def _fails(view: View, recipe: RecipeView, card: str, removed: str) -> bool:
    """What the card itself adds is on the board by then."""
    adds = {CARDS[card].resource: CARDS[card].amount}
    return any(
        _left(view, need.resource, removed) + adds.get(need.resource, 0) < need.need
        for need in recipe.needs
    )


def _left(view: View, resource: str, removed: str) -> int:
    """What lies on a pile once the top card of one of them is gone."""
    pile = next(pile for pile in view.piles if pile.resource == resource)
    return pile.total - (pile.amounts[0] if resource == removed and pile.amounts else 0)
