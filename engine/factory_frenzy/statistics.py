"""What simulations and statistics count of this game."""

from collections import Counter

from engine.factory_frenzy.cards import RECIPES, shortage
from engine.factory_frenzy.state import State
from engine.kernel.codes import Action


def length(state: State) -> int:
    return state.turn


def goal_card(state: State, seat: int) -> str | None:
    return state.players[seat].recipe


def counts(state: State, seat: int) -> Counter[str]:
    player = state.players[seat]
    on_board = RECIPES[player.recipe].size - shortage(state.piles, player.recipe)
    return Counter(cards=len(player.hand), resources=on_board, declared=int(player.declared))


def played_card(action: Action) -> str | None:
    return str(action[1]) if action[0] in ("play", "discard") else None
