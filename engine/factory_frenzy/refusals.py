"""Say in the player's words why an action isn't legal. This never decides what is legal."""

from typing import Any

from engine.factory_frenzy.actions import can_play_any, to_act
from engine.factory_frenzy.cards import CARDS, shortage
from engine.factory_frenzy.effects import Remove, Steal, Swap
from engine.factory_frenzy.phrases import card_name, in_turn, recipe_name
from engine.factory_frenzy.resources import RESOURCES
from engine.factory_frenzy.state import HAND_LIMIT, Player, State
from engine.kernel.codes import Action
from engine.kernel.game import Fault
from engine.kernel.phrases import plural


def wrong_time(state: State, seat: int, action: Action) -> str | None:
    verb = action[0]
    if seat not in to_act(state):
        return "It's not your turn."
    if state.step == "mulligan" and verb not in ("keep", "mulligan"):
        return "First choose: “keep” your starting hand or “mulligan” it."
    if state.step != "mulligan" and verb in ("keep", "mulligan"):
        return "You can only swap your hand before the first turn."
    return _unanswered(state, str(verb)) or _out_of_step(state, seat, action)


def _unanswered(state: State, verb: str) -> str | None:
    if state.pending and verb != state.pending[0].asks:
        if state.pending[0].asks == "order":
            return "First put back the cards you looked at, using “order”."
        count = int(state.pending[0].about[0])
        return f"First discard {plural(count, 'card')} for the card you played."
    return None


def _out_of_step(state: State, seat: int, action: Action) -> str | None:
    verb, *args = action
    if state.step == "play" and not state.pending and verb in ("discard", "declare", "done"):
        return "Play a card first: you have one you can play."
    return _too_late(state, seat, args) if verb == "play" and state.step != "play" else None


def _too_late(state: State, seat: int, args: list[Any]) -> str | None:
    """Explain after the play step; if it was skipped, no card in hand can be played."""
    if can_play_any(state, seat):
        return "You've already played your card this turn."
    player = state.players[seat]
    is_held = bool(args) and args[0] in player.hand
    return _play(state, seat, player, args) if is_held else "You can't play any of your cards now."


def _alone(verb: str) -> Fault:
    def explained(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
        return f"Type “{verb}” on its own." if args else None

    return explained


def _not_held(player: Player, card: Any) -> str | None:
    if card not in CARDS:
        return f"“{card}” isn't a card in the deck."
    return None if card in player.hand else f"You don't have {card_name(card)} in your hand."


def _play(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if not args:
        return "Type a card from your hand, such as “play log_stack”."
    if refusal := _not_held(player, args[0]):
        return refusal
    name, chosen = card_name(args[0]), args[1:]
    for effect in CARDS[args[0]].effects:
        if isinstance(effect, Remove):
            return _play_removing(state, effect, args[0], chosen)
        if isinstance(effect, Swap | Steal):
            return _play_against(state, seat, effect, name, chosen)
    return f"{name} has no choices: just type “play {args[0]}”."


def _play_removing(state: State, effect: Remove, card: str, chosen: list[Any]) -> str:
    name = card_name(card)
    piles = RESOURCES if effect.pile == "any" else (str(effect.pile),)
    if not any(state.piles[pile] for pile in piles):
        where = "every pile" if effect.pile == "any" else f"the {effect.pile} pile"
        return f"You can't play {name}: {where} is empty."
    if effect.pile != "any":
        return f"{name} has no choices: just type “play {card}”."
    if len(chosen) != 1 or chosen[0] not in RESOURCES:
        return f"Add the pile that {name} removes from, such as “steel”."
    return f"The {chosen[0]} pile is empty."


def _play_against(
    state: State, seat: int, effect: Swap | Steal, name: str, chosen: list[Any]
) -> str:
    if len(chosen) != 1:
        return f"Add the seat number of the player you choose for {name}."
    if chosen[0] == seat:
        return f"Choose another player for {name}, not yourself."
    if isinstance(chosen[0], int) and 0 <= chosen[0] < len(state.players):
        return "That player has no card to take."
    return f"No other player sits in seat “{chosen[0]}”."


def _discard(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if len(args) != 1:
        return "Type one card from your hand, such as “discard rust”."
    if not state.pending and len(player.hand) <= HAND_LIMIT:
        return f"You have {HAND_LIMIT} cards or fewer, so you don't need to discard."
    return _not_held(player, args[0])


def _order(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if not state.pending:
        return "You have no cards to put back."
    return (
        "List every card you saw, starting with the one to be drawn next: "
        f"{in_turn(player.deck_top)}."
    )


def _declare(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if args:
        return "Type “declare” on its own."
    name = recipe_name(player.recipe)
    if player.declared:
        return f"You've already declared the {name}."
    lacking = shortage(state.piles, player.recipe)
    if lacking:
        return f"The board is still {plural(lacking, 'resource')} short for your {name}."
    return "You must declare before you discard; undo your discard first."


def _done(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if args:
        return "Type “done” on its own."
    excess = len(player.hand) - HAND_LIMIT
    return f"Discard {plural(excess, 'card')} first: you can keep {HAND_LIMIT}."


FAULTS: dict[str, Fault] = {
    "keep": _alone("keep"),
    "mulligan": _alone("mulligan"),
    "play": _play,
    "discard": _discard,
    "order": _order,
    "declare": _declare,
    "done": _done,
}
