"""Say in the player's words why an action isn't legal. This never decides what is legal."""

from typing import Any

from engine.fantastic_factories.actions import can_refresh, metal_cost
from engine.fantastic_factories.card_text import effect
from engine.fantastic_factories.cards import BLUEPRINTS, COPIER, TOOLS
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.phrases import card_name, plural
from engine.fantastic_factories.state import FLOOR_SLOTS, HAND_LIMIT, RESOURCE_LIMIT, Player, State
from engine.kernel.codes import Action
from engine.kernel.game import Fault
from engine.kernel.phrases import joined
from engine.kernel.pools import shortage
from engine.kernel.questions import question_for

MARKET_VERBS = ("refresh", "take", "hire", "pass")
ROWS = ("blueprints", "contractors")
RESOURCES = ("metal", "energy")


def wrong_time(state: State, seat: int, action: Action) -> str | None:
    verb = action[0]
    if verb in MARKET_VERBS and state.phase != "market":
        return f"You can only “{verb}” in the market phase; this is the work phase."
    if verb not in MARKET_VERBS and state.phase == "market":
        return f"You can only “{verb}” in the work phase; this is the market phase."
    question = question_for(state.pending, seat)
    if question and verb != "set":
        return "Choose your Foreman's dice first: for example “set 6 6”, or “set” to roll them all."
    if state.players[seat].done:
        return "You've finished this round; while others are still working you can undo that."
    if seat not in state.acting:
        return "It's not your turn."
    return None


def _short_of(player: Player, what: str, **cost: int) -> str | None:
    lacks = shortage(player, tuple(cost.items()))
    if not lacks:
        return None
    return f"You need {joined(f'{n} more {name}' for name, n in lacks)} for {what}."


def _not_held(player: Player, card: Any) -> str | None:
    if card not in BLUEPRINTS:
        return f"“{card}” isn't a blueprint."
    if card not in player.cards:
        return f"You don't have {card_name(card)} in your hand."
    return None


def _no_die(player: Player, value: Any) -> str | None:
    if not isinstance(value, int):
        return f"“{value}” isn't a die: type its value, 1 to 6."
    if value not in player.dice:
        have = " ".join(map(str, player.dice)) or "none"
        return f"You have no unplaced {value} (your unplaced dice: {have})."
    return None


def _refresh(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if len(args) != 2 or args[0] not in ROWS or args[1] not in RESOURCES:
        return "Type which row to replace and how you pay, such as “refresh blueprints metal”."
    if state.refreshed:
        return "You've already replaced a row this turn: now take a blueprint or hire."
    if not can_refresh(getattr(state, args[0])):
        return f"There are no {args[0]} left."
    return _short_of(player, "replacing a row", **{args[1]: 1})


def _take(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if len(args) != 1:
        return "Type one blueprint from the market, such as “take foundry”."
    return f"{_name(args[0])} isn't in the market."


def _name(word: Any) -> str:
    return card_name(word) if word in BLUEPRINTS or word in CONTRACTORS else f"“{word}”"


def _hire(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if len(args) < 3 or args[0] not in CONTRACTORS or args[1] not in TOOLS:
        return (
            "Type who to hire, the tool above them and the card you discard, such as “hire "
            "miner hammer obelisk”."
        )
    contractor, tool, card = CONTRACTORS[args[0]], args[1], args[2]
    if state.contractors.row[state.labels.index(tool)] != contractor.id:
        return f"{contractor.row.name} isn't under the {tool}."
    if refusal := _not_held(player, card):
        return refusal
    if BLUEPRINTS[card].tool != tool:
        return f"{card_name(card)} has a {BLUEPRINTS[card].tool}, but you need a {tool}."
    cost = {"metal": contractor.metal, "energy": contractor.energy}
    if refusal := _short_of(player, f"the {contractor.row.name}", **cost):
        return refusal
    return _wrong_gift(state, seat, contractor.opponent is not None, args[3:])


def _wrong_gift(state: State, seat: int, gives: bool, args: list[Any]) -> str | None:
    gives = gives and len(state.players) > 1
    if not gives:
        return "Type nothing after the card you discard."
    if not args:
        return "Add the seat number of the opponent who gets a share."
    if len(args) > 1:
        return "Type nothing after the opponent's seat number."
    if args[0] == seat:
        return "Choose an opponent, not yourself."
    return f"No opponent sits in seat “{args[0]}”."


def _pass(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    return "You can't pass while you can still take or hire." if not args else None


def _set(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if not player.set_dice:
        return "You have no Foreman, so you can't set dice now."
    return (
        f"Type up to {player.set_dice} values from 1 to 6 in ascending order, such as “set 1 6 6”."
    )


def _specialist(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if not player.named_dice:
        return "You have no Specialist's die left to set."
    return "Choose one value from 1 to 6 for the Specialist's die."


def _floor(name: str, values: range) -> Any:
    def explained(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
        if len(args) != 1:
            return f"Type the value of one die, such as “{name} {values[0]}”."
        if refusal := _no_die(player, args[0]):
            return refusal
        if args[0] not in values:
            return f"{name.capitalize()} takes dice from {values[0]} to {values[-1]}."
        if len(getattr(player, name)) >= FLOOR_SLOTS:
            return f"{name.capitalize()} is full: it holds {FLOOR_SLOTS} dice."
        return None

    return explained


def _build(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if len(args) != 2:
        return "Type the card to build and the card to discard, such as “build foundry dojo”."
    if refusal := _not_held(player, args[0]) or _not_held(player, args[1]):
        return refusal
    card, partner = BLUEPRINTS[args[0]], BLUEPRINTS[args[1]]
    if card is partner and player.cards.count(card.id) < 2:
        return f"You need a second card to discard for the {card.row.name}."
    if card.tool != partner.tool:
        return f"{partner.row.name} has a {partner.tool}, but {card.row.name} needs a {card.tool}."
    if card.id in player.compound and not card.many:
        return f"You've already built {card.row.name}."
    cost = {"metal": metal_cost(player, card), "energy": card.energy}
    return _short_of(player, f"the {card.row.name}", **cost)


def _use(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if not args or args[0] not in BLUEPRINTS:
        return "Type one of your built cards, such as “use biolab 1”."
    card, choices = BLUEPRINTS[args[0]], args[1:]
    if card.id not in player.compound:
        return f"You haven't built {card.row.name}."
    if not card.is_usable:
        return f"You can't use {card.row.name}: it works automatically or only scores points."
    if card.id not in player.ready:
        return f"You've already used {card.row.name} this round."
    if card is not COPIER:
        return _use_of(player, card.id, choices, player.energy)
    if not choices or choices[0] not in state.blueprints.row:
        return "Choose a blueprint in the market for the Replicator to copy."
    if refusal := _short_of(player, f"the {card.row.name}", energy=card.pay_energy[0]):
        return refusal
    if not BLUEPRINTS[choices[0]].may_be_copied:
        return f"The Replicator can't copy {card_name(choices[0])}."
    return _use_of(player, choices[0], choices[1:], player.energy - card.pay_energy[0])


def _use_of(player: Player, name: str, choices: list[Any], energy: int) -> str | None:
    card = BLUEPRINTS[name]
    dice = [word for word in choices if isinstance(word, int)][: card.dice or len(choices)]
    die = dice[0] if dice and 1 <= dice[0] <= 6 else 0
    purse = Player(metal=player.metal, energy=energy)
    cost = {"metal": card.pay_metal[die], "energy": card.pay_energy[die]}
    if refusal := _short_of(purse, f"the {card.row.name}", **cost):
        return refusal
    for value in dice if card.dice or card.effect.touches else ():
        if refusal := _no_die(player, value):
            return refusal
    cards = [word for word in choices if word in BLUEPRINTS]
    for word in cards:
        if refusal := _not_held(player, word):
            return refusal
    if len(cards) < card.discards:
        return f"Name {plural(card.discards, 'card')} to discard for {card.row.name}."
    for word in set(cards):
        held = player.cards.count(word)
        if cards.count(word) > held:
            return f"You have only {held} {card_name(word)}."
    order = " Type dice in ascending order, then cards alphabetically, then choices."
    return f"You can't use {card.row.name} like that: “{effect(name)}”{order if choices else ''}"


def _drop(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if not args or args[0] not in (*RESOURCES, *BLUEPRINTS):
        return "Type what to drop, such as “drop metal”, “drop energy 3” or “drop dojo”."
    if args[0] in BLUEPRINTS:
        if player.hand_size <= HAND_LIMIT:
            return f"You have {HAND_LIMIT} cards or fewer, so you don't need to drop any."
        return _not_held(player, args[0])
    over = player.metal + player.energy - RESOURCE_LIMIT
    if over <= 0:
        return f"You have {RESOURCE_LIMIT} metal and energy or less, so you don't need to drop any."
    if args[1:] == [1]:
        return f"To drop just one, type “drop {args[0]}”."
    return f"You can drop at most {min(over, getattr(player, args[0]))} {args[0]}."


def _done(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    over = player.metal + player.energy - RESOURCE_LIMIT
    if over > 0:
        return f"Drop {over} metal or energy first: you can keep {RESOURCE_LIMIT} in total."
    excess = player.hand_size - HAND_LIMIT
    if excess > 0:
        return f"Drop {plural(excess, 'card')} first: you can keep {HAND_LIMIT}."
    return None


FAULTS: dict[str, Fault] = {
    "refresh": _refresh,
    "take": _take,
    "hire": _hire,
    "pass": _pass,
    "set": _set,
    "specialist": _specialist,
    "research": _floor("research", range(1, 7)),
    "generate": _floor("generate", range(1, 4)),
    "mine": _floor("mine", range(4, 7)),
    "build": _build,
    "use": _use,
    "drop": _drop,
    "done": _done,
}
