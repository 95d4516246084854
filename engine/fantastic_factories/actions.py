"""What a seat may do now: the only source of legality."""

from functools import cache

from engine.fantastic_factories.cards import (
    BLUEPRINTS,
    CONTRACTORS,
    MOST_PAID,
    Blueprint,
    Contractor,
)
from engine.fantastic_factories.recipes import (
    VALUES,
    builds,
    by_tool,
    discarding,
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

PASS: Action = ("pass",)
DONE: Action = ("done",)
TAKE: dict[str, Action] = {card: ("take", card) for card in BLUEPRINTS}
NAME_A_DIE: tuple[Action, ...] = tuple(("specialist", value) for value in VALUES)


def choices(state: State, seat: int | None) -> list[Action]:
    if seat is None or seat not in state.acting:
        return []
    if state.phase == "market":
        return _market(state, seat)
    return _work(state, seat)


def _market(state: State, seat: int) -> list[Action]:
    """Ruling 4: at most one refresh, then take or hire; pass only when neither can be done."""
    player = state.players[seat]
    found: list[Action] = [TAKE[card] for card in dict.fromkeys(state.blueprints.row) if card]
    groups = by_tool(player.hand)
    rivals = opponents(len(state.players), seat)
    for tool, name in zip(state.labels, state.contractors.row, strict=True):
        if name and tool in groups and can_pay(player, CONTRACTORS[name]):
            found += hires(name, tool, groups[tool], rivals)
    if not found:
        found.append(PASS)
    if not state.refreshed:
        found += _refreshes(state, player)
    return found


def can_pay(player: Player, card: Contractor) -> bool:
    """Ruling 6."""
    return player.energy >= card.energy and player.metal >= card.metal


@cache
def opponents(seats: int, seat: int) -> tuple[int, ...]:
    return tuple(other for other in range(seats) if other != seat)


def _refreshes(state: State, player: Player) -> tuple[Action, ...]:
    coins = ("metal", "energy")[player.metal < 1 : 1 + (player.energy > 0)]
    blueprints = can_refresh(state.blueprints)
    contractors = can_refresh(state.contractors)
    rows = ("blueprints", "contractors")[not blueprints : 1 + contractors]
    return refreshes(rows, coins)


def can_refresh(shelf: Shelf) -> bool:
    return any(shelf.row) or not shelf.deck.is_spent


def _work(state: State, seat: int) -> list[Action]:
    player = state.players[seat]
    if state.pending and question_for(state.pending, seat):
        return list(set_codes(player.set_dice))
    found: list[Action] = list(
        floors(player.dice, len(player.research), len(player.generate), len(player.mine))
    )
    if player.named_dice:
        found += NAME_A_DIE
    _add_builds(found, player)
    if player.ready:
        _add_uses(found, state, player)
    if player.metal + player.energy <= RESOURCE_LIMIT and len(player.hand) <= HAND_LIMIT:
        found.append(DONE)
    else:
        _add_drops(found, player)
    return found


def _add_builds(found: list[Action], player: Player) -> None:
    metal, energy, compound = player.metal, player.energy, player.compound
    for name, metal_price, energy_price, codes in builds(player.hand):
        if energy_price <= energy and metal_price <= metal:
            card = BLUEPRINTS[name]
            if name in compound and not card.many:
                continue
            if card.monument_discount and metal_cost(player, card) > metal:
                continue
            found += codes


def _add_uses(found: list[Action], state: State, player: Player) -> None:
    """Ruling 22: only what can be paid in full."""
    metal, energy = min(player.metal, MOST_PAID), min(player.energy, MOST_PAID)
    for name in player.ready:
        card = BLUEPRINTS[name]
        cap = card.caps[metal][energy]
        if cap:
            if card.copies_market:
                _add_copies(found, state, player, card)
            elif card.discards:
                found += discarding(card, placements(card.use, player.dice, cap), player.hand)
            else:
                found += placements(card.use, player.dice, cap)


def _add_copies(found: list[Action], state: State, player: Player, replicator: Blueprint) -> None:
    """Ruling 21."""
    metal = min(player.metal, MOST_PAID)
    energy = min(player.energy - replicator.pay_energy[0], MOST_PAID)
    for name in dict.fromkeys(state.blueprints.row):
        if name and BLUEPRINTS[name].may_be_copied:
            card = BLUEPRINTS[name]
            codes = placements((*replicator.use, name), player.dice, card.caps[metal][energy])
            found += discarding(card, codes, player.hand) if card.discards else codes


def _add_drops(found: list[Action], player: Player) -> None:
    """Ruling 23: only over a limit, and down to it."""
    over = player.metal + player.energy - RESOURCE_LIMIT
    for name in ("metal", "energy"):
        for count in range(1, min(over, getattr(player, name)) + 1):
            found.append(("drop", name, count) if count > 1 else ("drop", name))
    if len(player.hand) > HAND_LIMIT:
        found += [("drop", card) for card in dict.fromkeys(player.hand)]


def metal_cost(player: Player, card: Blueprint) -> int:
    """Ruling 15."""
    discount = player.monuments if card.monument_discount else 0
    return max(0, card.metal - discount)
