"""Lists the legal actions of a seat, fast; nothing else decides what is legal."""

from typing import Any

from engine.fantastic_factories.cards import BLUEPRINTS, COPIER, MAX_PAID, Blueprint, monuments
from engine.fantastic_factories.codes import (
    BUILDS,
    DISCARDING,
    DONE,
    FLOORS,
    FREE_BESIDE,
    NAME_A_DIE,
    PASS,
    REFRESH_ANY,
    TAKE,
    USES,
    Codes,
    copied_uses,
    discarding,
    drops,
    hires,
    new_builds,
    new_floors,
    own_uses,
    refreshes,
    set_codes,
)
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.dice import SPREADS, new_spread
from engine.fantastic_factories.state import HAND_LIMIT, RESOURCE_LIMIT, Player, Shelf, State
from engine.kernel.codes import Action
from engine.kernel.questions import question_for


def choices(state: State, seat: Any) -> list[Action]:
    if seat not in state.acting:
        return []
    if state.phase == "market":
        return _market(state, seat)
    player = state.players[seat]
    if state.pending and question_for(state.pending, seat):
        return list(set_codes(player.set_dice))
    return _work(state, player)


def _market(state: State, seat: Any) -> list[Action]:
    """Ruling 4: at most one refresh, then take or hire; pass only when neither can be done."""
    player = state.players[seat]
    hand, metal, energy = player.hand, player.metal, player.energy
    found = [TAKE[card] for card in dict.fromkeys(state.blueprints.row) if card]
    for tool, name in zip(state.labels, state.contractors.row, strict=True):
        if name and hand[tool]:
            card = CONTRACTORS[name]
            if card.energy <= energy and card.metal <= metal:  # Ruling 6
                found += hires(name, tool, hand[tool], len(state.players), seat)
    if not found:
        found.append(PASS)
    if not state.refreshed and (metal or energy):
        found += _refreshes(state, metal > 0, energy > 0)
    return found


def _refreshes(state: State, metal: bool, energy: bool) -> Codes:
    if all(state.blueprints.row) and all(state.contractors.row):
        return REFRESH_ANY[metal, energy]
    rows = can_refresh(state.blueprints), can_refresh(state.contractors)
    return refreshes(rows, metal, energy)


def can_refresh(shelf: Shelf) -> bool:
    return any(shelf.row) or not shelf.deck.is_spent


def _work(state: State, player: Player) -> list[Action]:  # noqa: C901
    """One long function on purpose: this is what simulations spend their time in."""
    metal, energy, compound = player.metal, player.energy, player.compound
    research, generate, mine = len(player.research), len(player.generate), len(player.mine)
    try:
        spread = SPREADS[player.dice]
        found = list(FLOORS[research][generate][mine][spread[1]])
    except KeyError:
        spread = new_spread(player.dice)
        found = list(new_floors(research, generate, mine, spread[1]))
    if player.named_dice:
        found += NAME_A_DIE

    if metal or len(compound) >= FREE_BESIDE:
        for cards in player.hand.values():
            if len(cards) > 1:
                try:
                    builds = BUILDS[cards]
                except KeyError:
                    builds = new_builds(cards)
                for metal_price, energy_price, card, codes in builds:
                    if metal_price > metal:
                        break  # they are in the order of their metal
                    if energy_price <= energy and (card.id not in compound or card.many):
                        if card.is_discounted and metal_cost(player, card) > metal:
                            continue
                        found += codes

    by_energy = USES[metal if metal < MAX_PAID else MAX_PAID]
    uses = by_energy[energy if energy < MAX_PAID else MAX_PAID]
    for name in player.ready:  # Ruling 22: only what can be paid in full
        part, table = uses[name]
        try:
            codes = table[spread[part]]
        except KeyError:
            codes = own_uses(name, metal, energy, player.dice)
        if codes:
            if name in DISCARDING:
                found += discarding(BLUEPRINTS[name], codes, player.cards)
            else:
                found += codes
    if COPIER.id in player.ready and energy >= COPIER.pay_energy[0]:
        _add_copies(found, state, player)

    if metal + energy <= RESOURCE_LIMIT and player.hand_size <= HAND_LIMIT:  # Ruling 23
        found.append(DONE)
    else:
        _add_drops(found, player)
    return found


def metal_cost(player: Player, card: Blueprint) -> int:
    return card.metal_beside(monuments(player.compound)) if card.is_discounted else card.metal


def _add_copies(found: list[Action], state: State, player: Player) -> None:
    """Ruling 21."""
    energy = player.energy - COPIER.pay_energy[0]
    for name in filter(None, dict.fromkeys(state.blueprints.row)):
        codes = copied_uses(name, player.metal, energy, player.dice)
        if codes:
            card = BLUEPRINTS[name]
            found += discarding(card, codes, player.cards) if card.discards else codes


def _add_drops(found: list[Action], player: Player) -> None:
    """Ruling 23: only over a limit, and down to it."""
    over = player.metal + player.energy - RESOURCE_LIMIT
    found += drops(min(over, player.metal), min(over, player.energy))
    if player.hand_size > HAND_LIMIT:
        found += [("drop", card) for card in dict.fromkeys(player.cards)]
