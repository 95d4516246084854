"""Moves cubes, Rosettes, Steam and points; what the Supply lacks isn't gained (rulings 8 to 14)."""

from engine.factory_42.board import BOARD
from engine.factory_42.resources import COUNT, MAGIC, Cubes
from engine.factory_42.state import Player, State
from engine.kernel.events import Fact


def take_from_supply(state: State, resource: int, count: int, target: Cubes) -> int:
    """Take as many as there are and return how many (ruling 8)."""
    moved = min(count, state.supply[resource])
    state.supply[resource] -= moved
    target[resource] += moved
    return moved


def gain_cubes(state: State, seat: int, gained: Cubes) -> Cubes:
    """Move cubes from the Supply into the Warehouse, or into the Pool if it's full (ruling 9)."""
    got = [0] * COUNT
    for resource, count in enumerate(gained):
        moved = min(count, state.supply[resource]) if count else 0
        if moved:
            state.supply[resource] -= moved
            got[resource] = moved
            receive(state, seat, resource, moved, state.pool)
    return got


def receive(state: State, seat: int, resource: int, count: int, overflow: Cubes) -> None:
    """Put cubes into the Warehouse, and what doesn't fit where it overflows to (ruling 9)."""
    player = state.players[seat]
    stored = min(count, max(0, player.free))
    player.warehouse[resource] += stored
    overflow[resource] += count - stored


def pay_cubes(state: State, source: Cubes, resource: int, count: int = 1) -> None:
    """Return cubes to the Supply (ruling 10)."""
    source[resource] -= count
    state.supply[resource] += count


def gain_rosettes(state: State, player: Player, count: int) -> int:
    """Gain as many as there are and return how many (ruling 8)."""
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
    """Raise the gauge; too much bursts the boiler, and Steam stays low this round (ruling 48)."""
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
    """Pay public Steam, then Private Steam, then Magic, at Guild and Embassy (ruling 12)."""
    public = min(amount, state.steam)
    private = min(amount - public, player.private)
    state.steam -= public
    player.private -= private
    pay_cubes(state, player.warehouse, MAGIC, amount - public - private)
