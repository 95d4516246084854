"""List what a seat may queue for its coming decision."""

from engine.factory_frenzy.cards import CARDS
from engine.factory_frenzy.effects import Remove, Steal, Swap
from engine.factory_frenzy.resources import RESOURCES
from engine.factory_frenzy.state import State
from engine.kernel.codes import Action


def plans(state: State, seat: int) -> list[Action]:
    """List every play of a card in hand; whether the piles allow it is checked later."""
    if state.step in ("over", "mulligan") or seat in state.acting:
        return []
    actions: list[Action] = []
    for card in dict.fromkeys(state.players[seat].hand):
        actions += _plays(state, seat, card)
    return actions


def _plays(state: State, seat: int, name: str) -> list[Action]:
    card = CARDS[name]
    for effect in card.effects:
        if isinstance(effect, Remove) and effect.pile == "any":
            return [(*card.play, pile) for pile in RESOURCES]
        if isinstance(effect, Swap | Steal):
            return [(*card.play, other) for other in sorted(state.others(seat))]
    return [card.play]
