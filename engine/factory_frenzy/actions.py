"""List the legal actions of a seat: only these functions decide what is legal."""

from itertools import permutations, product

from engine.factory_frenzy.cards import CARDS, shortage
from engine.factory_frenzy.state import HAND_LIMIT, State
from engine.kernel.codes import Action
from engine.kernel.effects import NO_CHOICE

KEEP: Action = ("keep",)
MULLIGAN: Action = ("mulligan",)
DECLARE: Action = ("declare",)
DONE: Action = ("done",)


def to_act(state: State) -> tuple[int, ...]:
    """Return who has to act: before the first turn all who haven't decided (ruling 3),
    then one player.
    """
    if state.step != "mulligan":
        return state.acting
    return tuple(seat for seat, player in enumerate(state.players) if not player.ready)


def choices(state: State, seat: int | None) -> list[Action]:
    if seat is None or seat not in to_act(state):
        return []
    if state.pending:
        return _answers(state, seat)
    if state.step == "play":
        return _plays(state, seat)
    if state.step == "mulligan":
        return [KEEP, MULLIGAN]
    return _closing(state, seat)


def _answers(state: State, seat: int) -> list[Action]:
    if state.pending[0].asks == "discard":
        return _discards(state, seat)
    return orders(state.players[seat].deck_top)


def orders(cards: list[str]) -> list[Action]:
    """List every way to put the cards back; the first one named is drawn first."""
    return [("order", *order) for order in dict.fromkeys(permutations(cards))]


def _plays(state: State, seat: int) -> list[Action]:
    actions: list[Action] = []
    for name in dict.fromkeys(state.players[seat].hand):
        actions += plays_of(state, seat, name)
    return actions


def plays_of(state: State, seat: int, name: str) -> list[Action]:
    card = CARDS[name]
    actions: list[Action] = [card.play]
    for effect in card.effects:
        choices = effect.choices(state, seat)
        if choices is not NO_CHOICE:
            actions = [(*play, *choice) for play, choice in product(actions, choices)]
    return actions


def can_play_any(state: State, seat: int) -> bool:
    return any(
        all(effect.choices(state, seat) for effect in CARDS[name].effects)
        for name in state.players[seat].hand
    )


def _discards(state: State, seat: int) -> list[Action]:
    return [("discard", card) for card in dict.fromkeys(state.players[seat].hand)]


def _closing(state: State, seat: int) -> list[Action]:
    """List steps 4 and 5 of a turn: declare, then discard down to the limit."""
    player = state.players[seat]
    actions: list[Action] = []
    if state.step == "declare" and can_declare(state, seat):
        actions.append(DECLARE)
    if len(player.hand) > HAND_LIMIT:
        return actions + _discards(state, seat)
    return [*actions, DONE]


def can_declare(state: State, seat: int) -> bool:
    """Tell whether the board has what the undeclared recipe needs (ruling 7)."""
    player = state.players[seat]
    return not player.declared and not shortage(state.piles, player.recipe)
