"""The autopilot's estimates for the steps from Steam Generation to Trading."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.factory_42.asking import count_of
from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS, INVENTIONS
from engine.factory_42.outlook import (
    CUBE,
    NEVER,
    POINTS_OF,
    Outlook,
    points,
    points_of,
    total,
)
from engine.factory_42.placing import PLACES
from engine.factory_42.resources import BURN, INDEX, NEXT_SIZE, POINTS
from engine.kernel.codes import Action

HEAT = 0.3  # a Steam that a good will need


def burn(outlook: Outlook, action: Action) -> float:
    """Burn one spare cube for the Rosettes; more only while goods lack Steam."""
    if action[0] == "done":
        return 0.0
    view, resource, count = outlook.view, INDEX[str(action[1])], count_of(action)
    given = count * BURN[resource]
    is_first = view.basket.count == 0
    gained = outlook.rosette * view.basket.points if is_first else 0.0
    spared = min(count, outlook.spare[resource])
    price = CUBE * POINTS[resource] * spared + 0.9 * (count - spared)
    useful = 0.0 if view.ruptured else min(given, max(0, outlook.steam_lacking))
    bursts = not view.ruptured and view.steam + given >= view.rupture_at
    return gained + HEAT * useful - price - (1.0 if bursts else 0.0)


def operate(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    name, *args = action[1:]
    card = INVENTIONS[str(name)]
    token = 0.35 if card.uses else 0.0
    value = _OPERATED.get(card.effect.do, _plain)(outlook, args)
    return value - token


def _plain(outlook: Outlook, args: Sequence[Any]) -> float:
    return 0.6


def _gained_cube(outlook: Outlook, args: Sequence[Any]) -> float:
    resource = INDEX[str(args[-1])]
    return POINTS_OF[resource] * (0.4 if outlook.wanted[resource] else 0.15)


def _upgraded(outlook: Outlook, args: Sequence[Any]) -> float:
    given = INDEX[args[0]]
    gained = NEXT_SIZE[given]
    value = 0.4 * POINTS[gained] if outlook.wanted[gained] else 0.15
    return value if outlook.spare[given] else value - 0.6


def _bellowed(outlook: Outlook, args: Sequence[Any]) -> float:
    view, given = outlook.view, INDEX[args[0]]
    price = CUBE * POINTS_OF[given] + (0.0 if outlook.spare[given] else 0.6)
    bursts = not view.ruptured and view.steam + 3 >= view.rupture_at
    return outlook.rosette + 0.1 * max(0, min(3, outlook.steam_lacking)) - price - bursts


def _redeployed(outlook: Outlook, args: Sequence[Any]) -> float:
    later = [n for n in outlook.player.inventions if INVENTIONS[n].effect]
    is_last = len(later) <= 1
    return (PLACES[args[0]](outlook) - 0.3) if is_last else 0.0


def _later_good(outlook: Outlook, args: Sequence[Any]) -> float:
    return 0.7 if outlook.docks else NEVER


def _scrapped(outlook: Outlook, args: Sequence[Any]) -> float:
    docks = [car.load for car in outlook.player.docks if car]
    spare = sum(total(outlook.spare, *docks)) - sum(outlook.reserved)
    return 2 * outlook.rosette - 0.5 if spare >= 3 else NEVER


def _converted(outlook: Outlook, args: Sequence[Any]) -> float:
    is_beer = outlook.wanted[INDEX["beer"]] and outlook.spare[INDEX["lichen"]] >= 2
    return 0.8 if is_beer or outlook.player.rosettes >= 2 else -0.1


_OPERATED: dict[str, Callable[[Outlook, Sequence[Any]], float]] = {
    "take_from_pool": _gained_cube,
    "take_from_railcar": _gained_cube,
    "upgrade": _upgraded,
    "bellows": _bellowed,
    "redeploy": _redeployed,
    "discount": _later_good,
    "discount_steam": _later_good,
    "second_good": _later_good,
    "bonus_on_order": _later_good,
    "scrap": _scrapped,
    "convert": _converted,
    "move_own": lambda outlook, args: 0.05,
    "siphon_steam": lambda outlook, args: 0.1 * args[0],
}


def move(outlook: Outlook, action: Action) -> float:
    """Move wanted cubes into the Warehouse, where both Manufacturia can use them."""
    if action[0] == "done":
        return 0.0
    is_home = action[-1] == "warehouse"
    resource = INDEX[str(action[1])]
    return 0.3 if is_home and outlook.reserved[resource] else -0.2


def scrap(outlook: Outlook, action: Action) -> float:
    resource = INDEX[str(action[1])]
    return -POINTS_OF[resource] * (1.0 if outlook.reserved[resource] else 0.2)


def take(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    card = INVENTIONS[str(action[1])]
    left = outlook.view.last_round - outlook.view.round
    later = min(1.0, 0.3 * left) * (card.vp - 1 - CUBE * points(card.cost.cubes) + 0.4)
    return BOARD.final.unresearched + max(0.0, later) - 0.2 * outlook.view.basket.points


def enter(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    left = outlook.view.last_round - outlook.view.round
    held = len(outlook.player.commissions) + len(outlook.player.begun)
    return (1.2 if left else 0.5) - 0.4 * held


def keep(outlook: Outlook, action: Action) -> float:
    name = str(action[1])
    if name in INDEX:
        resource = INDEX[name]
        return POINTS_OF[resource] * (1.0 if outlook.wanted[resource] else 0.4)
    card = COMMISSIONS[name]
    lacking = [max(0, n - have) for n, have in zip(card.cost.cubes, outlook.stock, strict=True)]
    return card.vp * (1 + 0.4 * (card.pieces - 1)) - 0.35 * points(lacking)


def fee(outlook: Outlook, action: Action) -> float:
    """Pay with the cheapest spare cube, if what follows is worth it."""
    if action[0] == "done":
        return 0.0
    resource = INDEX[str(action[1])]
    price = CUBE * POINTS_OF[resource] + (0.0 if outlook.spare[resource] else 0.7)
    if outlook.view.phase == "accounting":
        gain = 1.0 - outlook.rosette if outlook.player.rosettes else 0.0
        gain += 0.5 if any(outlook.spare[INDEX[n]] for n in BOARD.accounting.bribe) else 0.0
        gain += 0.4 if sum(outlook.spare) > 3 else 0.0
    else:
        gain = 1.2 if any(outlook.shopping) else 0.0
    return gain - price


def trade(outlook: Outlook, action: Action) -> float:
    """Sell spare cubes until the shopping list can be bought, then buy it."""
    view, shopping = outlook.view, outlook.shopping
    if action[0] == "done":
        return 0.0
    if action[0] == "buy":
        resource, count = INDEX[str(action[1])], count_of(action)
        goal = points_of(shopping, view.buys)
        if not view.basket.bought and goal > view.basket.worth and any(outlook.junk):
            return -1.0
        wanted = min(count, shopping[resource])
        return POINTS_OF[resource] * wanted - 0.1 * (count - wanted)
    args = action[3:] if action[1] == "dock" else action[1:]
    resource, count = INDEX[str(args[0])], int(args[1]) if len(args) > 1 else 1
    is_enough = view.basket.worth >= points_of(shopping, view.buys)
    if shopping[resource] or is_enough or count > outlook.junk[resource]:
        return -1.0
    lacking = points_of(shopping, view.buys) - view.basket.worth
    worth = count * view.sells[resource]
    return 0.5 + 0.1 * min(lacking, worth) - 0.08 * max(0, worth - lacking)
