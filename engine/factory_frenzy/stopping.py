"""Find who would win if nothing changes, and which cards would stop it.

The panel, its pictures and the news use it.
"""

from collections.abc import Iterator

from engine.factory_frenzy.cards import CARDS
from engine.factory_frenzy.effects import Remove, Swap
from engine.factory_frenzy.pages import still_to_play
from engine.factory_frenzy.view import NeedView, PlayerView, RecipeView, View


def is_standing(player: PlayerView) -> bool:
    """Tell whether the recipe is declared and the board has everything it needs."""
    return player.declared and player.recipe is not None and not player.recipe.lacks


def declared_rivals(view: View) -> list[PlayerView]:
    """List rivals who have declared: those who would win first, then by their next turn."""
    if view.result:
        return []

    def order(rival: PlayerView) -> tuple[bool, int]:
        return not is_standing(rival), len(still_to_play(view, rival.seat))

    rivals = (player for player in view.players if player.declared and player.seat != view.seat)
    return sorted(rivals, key=order)


def standing_rivals(view: View) -> list[PlayerView]:
    """List rivals who win on their next turn unless somebody stops them."""
    return [rival for rival in declared_rivals(view) if is_standing(rival)]


def is_fragile(view: View, need: NeedView) -> bool:
    """Tell whether the board would have too little if the top card were removed."""
    return _left(view, need.resource, need.resource) < need.need <= need.have


def stopped_by(view: View, card: str, chosen: str | int | None = None) -> list[PlayerView]:
    """List the rivals whom playing this card stops; without a choice, whom it can stop."""
    return [rival for rival in standing_rivals(view) if _stops(view, card, chosen, rival)]


def _stops(view: View, card: str, chosen: str | int | None, rival: PlayerView) -> bool:
    """Tell whether the card removes what is needed, or swaps the recipes."""
    assert rival.recipe
    if any(isinstance(effect, Swap) for effect in CARDS[card].effects):
        return chosen in (None, rival.seat)
    return any(_fails(view, rival.recipe, card, pile) for pile in _removed(view, card, chosen))


def _removed(view: View, card: str, chosen: str | int | None) -> Iterator[str]:
    """Yield the piles from which a card takes the top card, or can take it."""
    for effect in CARDS[card].effects:
        if isinstance(effect, Remove):
            filled = [pile.resource for pile in view.piles if pile.cards]
            chosen_piles = [chosen] if chosen else filled
            yield from map(str, chosen_piles if effect.pile == "any" else [effect.pile])


def _fails(view: View, recipe: RecipeView, card: str, removed: str) -> bool:
    """Tell whether the recipe lacks something then; what the card adds is on the board, too."""
    adds = {CARDS[card].resource: CARDS[card].amount}
    return any(
        _left(view, need.resource, removed) + adds.get(need.resource, 0) < need.need
        for need in recipe.needs
    )


def _left(view: View, resource: str, removed: str) -> int:
    """Count what is on a pile once the top card of the removed one is gone."""
    pile = next(pile for pile in view.piles if pile.resource == resource)
    return pile.total - (pile.amounts[0] if resource == removed and pile.amounts else 0)
