"""What a seat may do now: the only source of legality.

This is the engine's innermost loop, so it looks codes up in tables (`codes.py`) and lets
C code (`map`, `filter`, set operations) do the walking.
"""

from itertools import chain

from engine.fantastic_factories.cards import BLUEPRINTS, CONTRACTORS, MOST_PAID, Blueprint
from engine.fantastic_factories.codes import (
    BUILD,
    DONE,
    MOST_ENERGY,
    MOST_METAL,
    NAME_A_DIE,
    PASS,
    PAYABLE,
    TAKE,
    TWIN,
    discarding,
    drop_cards,
    drop_resources,
    floors,
    hires,
    placements,
    refreshes,
    set_codes,
)
from engine.fantastic_factories.state import (
    HAND_LIMIT,
    RESOURCE_LIMIT,
    Player,
    Shelf,
    State,
)
from engine.kernel.codes import Action
from engine.kernel.questions import question_for


def choices(state: State, seat: int | None) -> list[Action]:
    if seat is None or seat not in state.acting:
        return []
    if state.phase == "market":
        return _market(state, seat)
    player = state.players[seat]
    if state.pending and question_for(state.pending, seat):
        return list(set_codes(player.set_dice))
    return _work(state, player)


def _market(state: State, seat: int) -> list[Action]:
    """Ruling 4: at most one refresh, then take or hire; pass only when neither can be done."""
    player = state.players[seat]
    hand, metal, energy = player.hand, player.metal, player.energy
    found = list(filter(None, map(TAKE.get, dict.fromkeys(state.blueprints.row))))
    for tool, name in zip(state.labels, state.contractors.row, strict=True):
        if name:
            card = CONTRACTORS[name]
            if card.energy <= energy and card.metal <= metal:  # Ruling 6
                given = hires(name, tool, len(state.players), seat)
                found += chain.from_iterable(dict.fromkeys(filter(None, map(given.get, hand))))
    if not found:
        found.append(PASS)
    if not state.refreshed:
        rows = can_refresh(state.blueprints), can_refresh(state.contractors)
        found += refreshes(rows, metal > 0, energy > 0)
    return found


def can_refresh(shelf: Shelf) -> bool:
    return any(shelf.row) or not shelf.deck.is_spent


def _work(state: State, player: Player) -> list[Action]:
    metal, energy, hand = player.metal, player.energy, player.hand
    found = list(floors(player.dice, len(player.research), len(player.generate), len(player.mine)))
    if player.named_dice:
        found += NAME_A_DIE
    payable = PAYABLE[min(metal, MOST_METAL)][min(energy, MOST_ENERGY)].intersection(hand)
    if payable:
        _add_builds(found, player, sorted(payable))
    if player.ready:
        _add_uses(found, state, player)
    if metal + energy <= RESOURCE_LIMIT and len(hand) <= HAND_LIMIT:  # Ruling 23
        found.append(DONE)
    else:
        over = metal + energy - RESOURCE_LIMIT
        found += drop_resources(min(over, metal), min(over, energy))
        found += drop_cards(hand)
    return found


def _add_builds(found: list[Action], player: Player, payable: list[str]) -> None:
    """Ruling 13: each with another card of its tool, and no second copy of most cards."""
    hand, compound = player.hand, player.compound
    for name in payable:
        card = BLUEPRINTS[name]
        if name in compound and not card.many:
            continue
        if card.monument_discount and metal_cost(player, card) > player.metal:
            continue
        found += dict.fromkeys(filter(None, map(BUILD[name].get, hand)))
        if hand.count(name) > 1:
            found.append(TWIN[name])


def metal_cost(player: Player, card: Blueprint) -> int:
    """Ruling 15."""
    discount = player.monuments if card.monument_discount else 0
    return max(0, card.metal - discount)


def _add_uses(found: list[Action], state: State, player: Player) -> None:
    """Ruling 22: only what can be paid in full."""
    dice = player.dice
    metal, energy = min(player.metal, MOST_PAID), min(player.energy, MOST_PAID)
    for name in player.ready:
        card = BLUEPRINTS[name]
        cap = card.caps[metal][energy]
        if cap:
            if card.is_plain:
                found += placements(card.use, dice, cap)
            elif card.discards:
                found += discarding(card, placements(card.use, dice, cap), player.hand)
            else:
                _add_copies(found, state, player, card)


def _add_copies(found: list[Action], state: State, player: Player, replicator: Blueprint) -> None:
    """Ruling 21."""
    metal = min(player.metal, MOST_PAID)
    energy = min(player.energy - replicator.pay_energy[0], MOST_PAID)
    for name in dict.fromkeys(state.blueprints.row):
        if name and BLUEPRINTS[name].may_be_copied:
            card = BLUEPRINTS[name]
            codes = placements((*replicator.use, name), player.dice, card.caps[metal][energy])
            found += discarding(card, codes, player.hand) if card.discards else codes
