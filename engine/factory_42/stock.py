"""Moving cubes, Rosettes, Steam and points; what is not there is not gained (rulings 8 to 14)."""

from engine.factory_42.board import BOARD
from engine.factory_42.resources import COUNT, MAGIC, Cubes
from engine.factory_42.state import Player, State
from engine.kernel.events import Fact


def take_from_supply(state: State, resource: int, count: int, target: Cubes) -> int:
    """Ruling 8: as many as there are; returns how many."""
    moved = min(count, state.supply[resource])
    state.supply[resource] -= moved
    target[resource] += moved
    return moved


def gain_cubes(state: State, seat: int, gained: Cubes) -> Cubes:
    """Ruling 9: from the Supply into the Warehouse, what has no room into the Pool."""
    got = [0] * COUNT
    for resource, count in enumerate(gained):
        moved = min(count, state.supply[resource]) if count else 0
        if moved:
            state.supply[resource] -= moved
            got[resource] = moved
            receive(state, seat, resource, moved, state.pool)
    return got


def receive(state: State, seat: int, resource: int, count: int, overflow: Cubes) -> None:
    """Ruling 9: what has no room in the Warehouse overflows."""
    player = state.players[seat]
    stored = min(count, max(0, player.free))
    player.warehouse[resource] += stored
    overflow[resource] += count - stored


def pay_cubes(state: State, source: Cubes, resource: int, count: int = 1) -> None:
    """Ruling 10: back to the Supply."""
    source[resource] -= count
    state.supply[resource] += count


def gain_rosettes(state: State, player: Player, count: int) -> int:
    """Ruling 8: as many as there are; returns how many."""
    moved = min(count, state.rosettes)
    state.rosettes -= moved
    player.rosettes += moved
    return moved


def pay_rosettes(state: State, player: Player, count: int) -> None:
    player.rosettes -= count
    state.rosettes += count


def gain_vp(player: Player, count: int) -> None:
    """Add VP within the limits of ruling 14; a negative count takes VP away."""
    player.vp = min(BOARD.most_vp, max(BOARD.least_vp, player.vp + count))


def gain_steam(state: State, amount: int, events: list[Fact]) -> None:
    """Ruling 48: too much drops the gauge, and then it stays low for the round."""
    if state.ruptured:
        state.steam = max(state.steam, min(BOARD.steam.rupture_to, state.steam + amount))
        return
    state.steam += amount
    check_rupture(state, events)


def check_rupture(state: State, events: list[Fact]) -> None:
    if not state.ruptured and state.steam >= state.rules.rupture_at:
        state.steam, state.ruptured = BOARD.steam.rupture_to, True
        events.append(("rupture", None, (state.steam,)))


def can_pay_steam(state: State, player: Player, amount: int) -> bool:
    return state.steam + player.private + player.warehouse[MAGIC] >= amount


def pay_steam(state: State, player: Player, amount: int) -> None:
    """Ruling 12, Guild and Embassy: public Steam, then Private Steam, then Magic."""
    public = min(amount, state.steam)
    private = min(amount - public, player.private)
    state.steam -= public
    player.private -= private
    pay_cubes(state, player.warehouse, MAGIC, amount - public - private)
