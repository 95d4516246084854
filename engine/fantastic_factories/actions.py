"""List the legal actions of a seat, fast: only these functions decide what is legal.

`FantasticFactories.choices` calls them for buttons, autopilots and simulations.
"""

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
    """List the market actions (ruling 4): at most one refresh, then take or hire, else pass."""
    player = state.players[seat]
    hand, metal, energy = player.hand, player.metal, player.energy
    actions = [TAKE[card] for card in dict.fromkeys(state.blueprints.row) if card]
    for tool, name in zip(state.labels, state.contractors.row, strict=True):
        if name and hand[tool]:
            card = CONTRACTORS[name]
            if card.energy <= energy and card.metal <= metal:  # Ruling 6
                actions += hires(name, tool, hand[tool], len(state.players), seat)
    if not actions:
        actions.append(PASS)
    if not state.refreshed and (metal or energy):
        actions += _refreshes(state, metal > 0, energy > 0)
    return actions


def _refreshes(state: State, metal: bool, energy: bool) -> Codes:
    if all(state.blueprints.row) and all(state.contractors.row):
        return REFRESH_ANY[metal, energy]
    rows = can_refresh(state.blueprints), can_refresh(state.contractors)
    return refreshes(rows, metal, energy)


def can_refresh(shelf: Shelf) -> bool:
    return any(shelf.row) or not shelf.deck.is_spent


def _work(state: State, player: Player) -> list[Action]:  # noqa: C901
    """List the actions of the work phase.

    Simulations spend most of their time here, so this is one long function: a call for each step
    would cost more than the step. It only joins lists of actions that `codes` has made before.
    """
    metal, energy, compound = player.metal, player.energy, player.compound
    research, generate, mine = len(player.research), len(player.generate), len(player.mine)

    # Place a die. What matters is how many dice lie on each floor and which values are unplaced
    # (`spread[1]`, as bits): for that there is a ready list. A missing entry is made once; catching
    # the KeyError costs nothing when the entry is there, which is nearly always.
    try:
        spread = SPREADS[player.dice]
        actions = list(FLOORS[research][generate][mine][spread[1]])
    except KeyError:
        spread = new_spread(player.dice)
        actions = list(new_floors(research, generate, mine, spread[1]))

    # Set the Specialist's die to any value.
    if player.named_dice:
        actions += NAME_A_DIE

    # Build. A card is paid for with another card of its tool, so tools with one card are skipped,
    # and without metal nothing can be built unless the discount for monuments is large enough.
    # The builds of each set of cards are made once, cheapest metal first: the first one that is
    # too expensive ends the loop. Discounted cards stand there with 0 metal and are looked at
    # again, because their price depends on the compound.
    if metal or len(compound) >= FREE_BESIDE:
        for cards in player.hand.values():
            if len(cards) > 1:
                try:
                    builds = BUILDS[cards]
                except KeyError:
                    builds = new_builds(cards)
                for metal_price, energy_price, card, codes in builds:
                    if metal_price > metal:
                        break
                    if energy_price <= energy and (card.id not in compound or card.many):
                        if card.is_discounted and metal_cost(player, card) > metal:
                            continue
                        actions += codes

    # Use a card, if it can be paid in full (ruling 22). No use costs more than MAX_PAID, so a
    # richer player has the same uses; min() would cost a call. `part` says what of the dice
    # matters to the card (a value, pairs, a run), and the table has the actions for each case.
    by_energy = USES[metal if metal < MAX_PAID else MAX_PAID]
    uses = by_energy[energy if energy < MAX_PAID else MAX_PAID]
    for name in player.ready:
        part, table = uses[name]
        try:
            codes = table[spread[part]]
        except KeyError:
            codes = own_uses(name, metal, energy, player.dice)
        if codes:
            if name in DISCARDING:  # the cards to discard depend on the hand: no table has them
                actions += discarding(BLUEPRINTS[name], codes, player.cards)
            else:
                actions += codes

    # Copy a blueprint of the market. Its uses depend on the market, so they aren't in `ready`.
    if COPIER.id in player.ready and energy >= COPIER.pay_energy[0]:
        _add_copies(actions, state, player)

    # End the work phase, or drop what is over a limit first (ruling 23).
    if metal + energy <= RESOURCE_LIMIT and player.hand_size <= HAND_LIMIT:
        actions.append(DONE)
    else:
        _add_drops(actions, player)
    return actions


def metal_cost(player: Player, card: Blueprint) -> int:
    return card.metal_beside(monuments(player.compound)) if card.is_discounted else card.metal


def _add_copies(actions: list[Action], state: State, player: Player) -> None:
    """Add what a ready Replicator can copy from the market (ruling 21)."""
    energy = player.energy - COPIER.pay_energy[0]
    for name in filter(None, dict.fromkeys(state.blueprints.row)):
        codes = copied_uses(name, player.metal, energy, player.dice)
        if codes:
            card = BLUEPRINTS[name]
            actions += discarding(card, codes, player.cards) if card.discards else codes


def _add_drops(actions: list[Action], player: Player) -> None:
    """Add what can be dropped when the player is over a limit, down to the limit (ruling 23)."""
    over = player.metal + player.energy - RESOURCE_LIMIT
    actions += drops(min(over, player.metal), min(over, player.energy))
    if player.hand_size > HAND_LIMIT:
        actions += [("drop", card) for card in dict.fromkeys(player.cards)]
