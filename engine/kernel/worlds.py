"""Exchange hidden cards: what the games' `other_world` functions share.

Tests and proofs call `Game.other_world` to see that nothing which a seat is shown depends on them.
"""

from collections.abc import Sequence

from engine.kernel.luck import Luck

Place = tuple[int, str] | int  # a card in an opponent's hand (seat, name), or an index in the deck


def shuffled_cards(places: Sequence[Place], deck: Sequence[str], luck: Luck) -> list[str]:
    """Return the cards of these places in another order."""
    cards = [deck[place] if isinstance(place, int) else place[1] for place in places]
    luck.shuffle(cards, "hidden")
    return cards
