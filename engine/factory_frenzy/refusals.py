"""Why an action is not legal, in the player's words. Never decides legality."""

from typing import Any

from engine.factory_frenzy.cards import CARDS, shortage
from engine.factory_frenzy.effects import Remove, Steal, Swap
from engine.factory_frenzy.phrases import card_name, in_turn, recipe_name
from engine.factory_frenzy.resources import RESOURCES
from engine.factory_frenzy.state import HAND_LIMIT, Player, State
from engine.kernel.codes import Action
from engine.kernel.game import Fault
from engine.kernel.phrases import many


def wrong_time(state: State, seat: int, action: Action) -> str | None:
    verb = action[0]
    if seat not in state.acting:
        return "It is not your turn."
    if state.step == "mulligan" and verb not in ("keep", "mulligan"):
        return "First say whether you “keep” your starting hand or “mulligan” it."
    if state.step != "mulligan" and verb in ("keep", "mulligan"):
        return "The starting hand can be changed only before the first turn."
    return _unanswered(state, str(verb)) or _out_of_step(state, str(verb))


def _unanswered(state: State, verb: str) -> str | None:
    if state.pending and verb != state.pending[0].asks:
        if state.pending[0].asks == "order":
            return "First put the cards that you looked at back, for example with “order”."
        return f"First discard {many(int(state.pending[0].about[0]), 'card')} for your card."
    return None


def _out_of_step(state: State, verb: str) -> str | None:
    if state.step == "play" and not state.pending and verb in ("discard", "declare", "done"):
        return "First play a card: you have one that can be played."
    if verb == "play" and state.step != "play":
        return "You play only one card in a turn, and you are past that."
    return None


def _alone(verb: str) -> Fault:
    def explained(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
        return f"Write “{verb}” alone." if rest else None

    return explained


def _not_held(player: Player, card: Any) -> str | None:
    if card not in CARDS:
        return f"“{card}” is not a card of the main deck."
    return None if card in player.hand else f"You do not hold {card_name(card)}."


def _play(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if not rest:
        return "Name a card of your hand, for example “play log_stack”."
    if fault := _not_held(player, rest[0]):
        return fault
    name, chosen = card_name(rest[0]), rest[1:]
    for effect in CARDS[rest[0]].effects:
        if isinstance(effect, Remove):
            return _play_removing(state, effect, name, chosen)
        if isinstance(effect, Swap | Steal):
            return _play_against(state, seat, effect, name, chosen)
    return f"{name} needs no further word: write “play {rest[0]}”."


def _play_removing(state: State, effect: Remove, name: str, chosen: list[Any]) -> str:
    piles = RESOURCES if effect.pile == "any" else (str(effect.pile),)
    if not any(state.piles[pile] for pile in piles):
        where = "any pile" if effect.pile == "any" else f"the {effect.pile} pile"
        return f"{name} cannot be played: there is no card on {where}."
    if effect.pile != "any":
        return f"{name} needs no further word."
    if len(chosen) != 1 or chosen[0] not in RESOURCES:
        return f"Name the pile that {name} takes from, for example “steel”."
    return f"There is no card on the {chosen[0]} pile."


def _play_against(
    state: State, seat: int, effect: Swap | Steal, name: str, chosen: list[Any]
) -> str:
    if len(chosen) != 1:
        return f"Name the player whom {name} is for, by seat number, at the end."
    if chosen[0] == seat:
        return f"{name} is for another player, not for yourself."
    if isinstance(chosen[0], int) and 0 <= chosen[0] < len(state.players):
        return "That player has no card to take."
    return f"“{chosen[0]}” is not the seat number of another player."


def _discard(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if len(rest) != 1:
        return "Name one card of your hand, for example “discard rust”."
    if not state.pending and len(player.hand) <= HAND_LIMIT:
        return f"You hold no more than {HAND_LIMIT} cards, so you keep them."
    return _not_held(player, rest[0])


def _order(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if not state.pending:
        return "You have not looked at any cards that could be put back."
    return f"Name each of the cards that you saw, the next one first: {in_turn(player.deck_top)}."


def _declare(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if rest:
        return "Write “declare” alone."
    name = recipe_name(player.recipe)
    if player.declared:
        return f"Your {name} is declared already."
    lacking = shortage(state.piles, player.recipe)
    if lacking:
        return f"The board still lacks {many(lacking, 'resource')} for your {name}."
    return "Declaring comes before discarding: first take back what you discarded."


def _done(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if rest:
        return "Write “done” alone."
    crowd = len(player.hand) - HAND_LIMIT
    return f"First discard {many(crowd, 'card')}: {HAND_LIMIT} in hand is the limit."


FAULTS: dict[str, Fault] = {
    "keep": _alone("keep"),
    "mulligan": _alone("mulligan"),
    "play": _play,
    "discard": _discard,
    "order": _order,
    "declare": _declare,
    "done": _done,
}
