"""Works out from its view what a seat would pay for a good or a research."""

from engine.factory_42.cards import COMMISSIONS, IMPROVEMENT_COSTS, INVENTIONS, ORDERS, Cost
from engine.factory_42.effects import Discount, DiscountSteam
from engine.factory_42.payment import Payment, Purse, standard_payment
from engine.factory_42.resources import CATEGORIES, COUNT, INDEX, MAGIC, OF_CATEGORY
from engine.factory_42.view import PlayerView, View
from engine.kernel.codes import Action


def cost_of(action: Action) -> Cost:
    """Return the cost of a `make` or `research`."""
    name = str(action[1])
    if name in ORDERS:
        return ORDERS[name].costs[str(action[2])]
    if name in COMMISSIONS:
        return COMMISSIONS[name].cost
    return IMPROVEMENT_COSTS.get(name) or INVENTIONS[name].cost


def payment_for(view: View, action: Action) -> Payment:
    """Return the standard payment of an action that is legal now."""
    assert view.own
    cost = cost_of(action)
    steam = cost.steam if action[0] == "research" else _steam(view.own, cost)
    payment = standard_payment(cost, steam, _purse(view, view.own, cost))
    assert payment
    return payment


def extra_magic(view: View, action: Action) -> int:
    """Count the Magic cubes that would stand in for something else."""
    return payment_for(view, action).given[MAGIC] - cost_of(action).cubes[MAGIC]


def _steam(player: PlayerView, cost: Cost) -> int:
    effects = [INVENTIONS[name].effect for name in player.active]
    less = sum(effect.by for effect in effects if isinstance(effect, DiscountSteam))
    return max(0, cost.steam - less)


def _purse(view: View, player: PlayerView, cost: Cost) -> Purse:
    """Return what can pay and isn't held back; research uses only the Warehouse."""
    is_good, held = view.phase != "research", view.basket.held
    loads = [_load(player, dock) if is_good else [0] * COUNT for dock in (1, 2)]
    dock = int(view.phase[-1]) if is_good else 1
    has_crane = "crane" in player.improvements
    warehouse, own = list(player.warehouse), loads[dock - 1]
    other = loads[2 - dock] if has_crane else [0] * COUNT
    for name in held:
        if name in INDEX:
            for store in (warehouse, own, other):
                store[INDEX[name]] = 0
    return Purse(
        warehouse,
        own,
        other,
        0 if "steam" in held else view.steam,
        0 if "private" in held else player.private,
        view.basket.magic,
        is_good and "incinerator" in player.improvements,
        _discounts(player, cost) if is_good else (),
    )


def _load(player: PlayerView, dock: int) -> list[int]:
    car = player.docks[dock - 1]
    return list(car.load) if car else [0] * COUNT


def _discounts(player: PlayerView, cost: Cost) -> tuple[int, ...]:
    effects = [INVENTIONS[name].effect for name in player.active]
    kinds = {effect.category for effect in effects if isinstance(effect, Discount)}
    return tuple(
        number
        for number, kind in enumerate(CATEGORIES)
        if kind in kinds and (cost.wild[number] or any(cost.cubes[n] for n in OF_CATEGORY[kind]))
    )
