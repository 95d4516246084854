"""Why an action is not legal, in the player's words. Never decides legality."""

from typing import Any

from engine.fantastic_factories.actions import can_refresh, metal_cost
from engine.fantastic_factories.card_text import effect
from engine.fantastic_factories.cards import BLUEPRINTS, CONTRACTORS, TOOLS
from engine.fantastic_factories.phrases import card_name, many
from engine.fantastic_factories.state import (
    FLOOR_SLOTS,
    HAND_LIMIT,
    RESOURCE_LIMIT,
    Player,
    State,
)
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
        return f"“{verb}” belongs to the market phase; this is the work phase."
    if verb not in MARKET_VERBS and state.phase == "market":
        return f"“{verb}” belongs to the work phase; this is the market phase."
    asked = question_for(state.pending, seat)
    if asked and verb != "set":
        return "First name the dice your Foreman sets, for example “set 6 6”, or “set” for none."
    if state.players[seat].done:
        return "You are done with this round; undo that first, as long as others still work."
    if seat not in state.acting:
        return "It is not your turn."
    return None


def _short_of(player: Player, what: str, **cost: int) -> str | None:
    lacks = shortage(player, tuple(cost.items()))
    if not lacks:
        return None
    return f"You need {joined(f'{n} more {name}' for name, n in lacks)} for {what}."


def _not_held(player: Player, card: Any) -> str | None:
    if card not in BLUEPRINTS:
        return f"“{card}” is not a blueprint."
    if card not in player.cards:
        return f"You do not hold {card_name(card)}."
    return None


def _no_die(player: Player, value: Any) -> str | None:
    if not isinstance(value, int):
        return f"“{value}” is not a die; name its value, 1 to 6."
    if value not in player.dice:
        have = " ".join(map(str, player.dice)) or "none"
        return f"You have no unplaced die showing {value} (unplaced: {have})."
    return None


def _refresh(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if len(rest) != 2 or rest[0] not in ROWS or rest[1] not in RESOURCES:
        return "Say which row and what you pay, for example “refresh blueprints metal”."
    if state.refreshed:
        return "You have already swept a row this turn; now take a blueprint or hire."
    if not can_refresh(getattr(state, rest[0])):
        return f"There are no {rest[0]} left to lay out."
    return _short_of(player, "sweeping a row", **{rest[1]: 1})


def _take(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if len(rest) != 1:
        return "Name one blueprint of the market, for example “take foundry”."
    return f"{_name(rest[0])} does not lie in the blueprint row."


def _name(word: Any) -> str:
    return card_name(word) if word in BLUEPRINTS or word in CONTRACTORS else f"“{word}”"


def _hire(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if len(rest) < 3 or rest[0] not in CONTRACTORS or rest[1] not in TOOLS:
        return "Say whom, under which tool and with which card: “hire miner hammer obelisk”."
    contractor, tool, card = CONTRACTORS[rest[0]], rest[1], rest[2]
    if state.contractors.row[state.labels.index(tool)] != contractor.id:
        return f"{contractor.row.name} is not under the {tool} label."
    if fault := _not_held(player, card):
        return fault
    if BLUEPRINTS[card].tool != tool:
        return f"{card_name(card)} shows a {BLUEPRINTS[card].tool}; the label asks for a {tool}."
    cost = {"metal": contractor.metal, "energy": contractor.energy}
    if fault := _short_of(player, f"the {contractor.row.name}", **cost):
        return fault
    return _wrong_gift(state, seat, contractor.opponent is not None, rest[3:])


def _wrong_gift(state: State, seat: int, gives: bool, rest: list[Any]) -> str | None:
    gives = gives and len(state.players) > 1
    if not gives:
        return "Nothing may stand behind the card that is discarded."
    if not rest:
        return "Name the opponent who gets a share, by seat number, at the end."
    if len(rest) > 1:
        return "Nothing may stand behind the opponent's seat number."
    if rest[0] == seat:
        return "The share goes to an opponent, not to yourself."
    return f"“{rest[0]}” is not the seat number of an opponent."


def _pass(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    return "You can still take or hire, so you may not pass." if not rest else None


def _set(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if not player.set_dice:
        return "You have no Foreman whose dice could be set now."
    return f"Name up to {player.set_dice} values from 1 to 6, ascending, for example “set 1 6 6”."


def _specialist(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if not player.named_dice:
        return "You have no Specialist's die left to name."
    return "Name one value from 1 to 6 for the Specialist's die."


def _floor(name: str, values: range) -> Any:
    def explained(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
        if len(rest) != 1:
            return f"Name one die by its value, for example “{name} {values[0]}”."
        if fault := _no_die(player, rest[0]):
            return fault
        if rest[0] not in values:
            return f"{name.capitalize()} takes dice from {values[0]} to {values[-1]}."
        if len(getattr(player, name)) >= FLOOR_SLOTS:
            return f"The {name.capitalize()} floor is full: it has {FLOOR_SLOTS} slots."
        return None

    return explained


def _build(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if len(rest) != 2:
        return "Name the card and the one you discard for it, for example “build foundry dojo”."
    if fault := _not_held(player, rest[0]) or _not_held(player, rest[1]):
        return fault
    card, partner = BLUEPRINTS[rest[0]], BLUEPRINTS[rest[1]]
    if card is partner and player.cards.count(card.id) < 2:
        return f"You need another card beside the {card.row.name} to discard for it."
    if card.tool != partner.tool:
        return f"{partner.row.name} shows a {partner.tool}; {card.row.name} needs a {card.tool}."
    if card.id in player.compound and not card.many:
        return f"{card.row.name} stands in your compound already."
    cost = {"metal": metal_cost(player, card), "energy": card.energy}
    return _short_of(player, f"the {card.row.name}", **cost)


def _use(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if not rest or rest[0] not in BLUEPRINTS:
        return "Name a card of your compound, for example “use biolab 1”."
    card, tail = BLUEPRINTS[rest[0]], rest[1:]
    if card.id not in player.compound:
        return f"{card.row.name} does not stand in your compound."
    if not card.is_usable:
        return f"{card.row.name} cannot be used: it acts by itself or only counts."
    if card.id not in player.ready:
        return f"{card.row.name} was already used this round."
    if not card.copies_market:
        return _use_of(player, card.id, tail, player.energy)
    if not tail or tail[0] not in state.blueprints.row:
        return "Name a blueprint of the market for the Replicator to copy."
    if fault := _short_of(player, f"the {card.row.name}", energy=card.pay_energy[0]):
        return fault
    if not BLUEPRINTS[tail[0]].may_be_copied:
        return f"{card_name(tail[0])} cannot be copied."
    return _use_of(player, tail[0], tail[1:], player.energy - card.pay_energy[0])


def _use_of(player: Player, name: str, tail: list[Any], energy: int) -> str | None:
    card = BLUEPRINTS[name]
    dice = [word for word in tail if isinstance(word, int)][: card.dice or len(tail)]
    die = dice[0] if dice and 1 <= dice[0] <= 6 else 0
    purse = Player(metal=player.metal, energy=energy)
    cost = {"metal": card.pay_metal[die], "energy": card.pay_energy[die]}
    if fault := _short_of(purse, f"the {card.row.name}", **cost):
        return fault
    for value in dice if card.dice or card.train else ():
        if fault := _no_die(player, value):
            return fault
    given = [word for word in tail if word in BLUEPRINTS]
    for word in given:
        if fault := _not_held(player, word):
            return fault
    if len(given) < card.discards:
        return f"{card.row.name} needs {many(card.discards, 'card')} to discard, by name."
    for word in set(given):
        held = player.cards.count(word)
        if given.count(word) > held:
            return f"You hold {card_name(word)} only {many(held, 'time')}."
    order = " Name dice ascending, then cards in alphabetical order, then choices."
    return f"{card.row.name} cannot be used like that: “{effect(name)}”{order if tail else ''}"


def _drop(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    if not rest or rest[0] not in (*RESOURCES, *BLUEPRINTS):
        return "Say what to drop: “drop metal”, “drop energy 3” or “drop dojo”."
    if rest[0] in BLUEPRINTS:
        if player.hand_size <= HAND_LIMIT:
            return f"You hold no more than {HAND_LIMIT} cards, so you keep them."
        return _not_held(player, rest[0])
    over = player.metal + player.energy - RESOURCE_LIMIT
    if over <= 0:
        return f"You have no more than {RESOURCE_LIMIT} metal and energy, so you keep them."
    if rest[1:] == [1]:
        return f"For a single one write “drop {rest[0]}”."
    return f"You can drop at most {min(over, getattr(player, rest[0]))} {rest[0]}."


def _done(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    over = player.metal + player.energy - RESOURCE_LIMIT
    if over > 0:
        return f"First drop {over} metal or energy: {RESOURCE_LIMIT} is the limit."
    crowd = player.hand_size - HAND_LIMIT
    if crowd > 0:
        return f"First drop {many(crowd, 'card')}: {HAND_LIMIT} in hand is the limit."
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
