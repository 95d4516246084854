"""List what a seat may queue for its coming market turn."""

from engine.fantastic_factories.codes import TAKE, hires
from engine.fantastic_factories.state import State
from engine.kernel.codes import Action


def plans(state: State, seat: int) -> list[Action]:
    """List every pick from the rows as they are now; whether it can be paid is checked later."""
    if not _has_market_turn_to_come(state, seat):
        return []
    hand = state.players[seat].hand
    actions: list[Action] = [TAKE[card] for card in dict.fromkeys(state.blueprints.row) if card]
    for tool, name in zip(state.labels, state.contractors.row, strict=True):
        if name:
            actions += hires(name, tool, hand[tool], len(state.players), seat)
    return actions


def _has_market_turn_to_come(state: State, seat: int) -> bool:
    if state.phase == "over" or (state.phase == "market" and seat in state.acting):
        return False
    if not state.final:
        return True
    order = state.clockwise()
    return state.phase == "market" and order.index(seat) > order.index(state.turn)
