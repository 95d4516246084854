"""A decent colleague: puts a worth on every offered action and takes the best.

It knows only its seat's view. It works towards goods, keeps accepted deals, and helps others where
that costs nothing. Worths are in Victory Points; `done` is worth nothing.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS, IMPROVEMENT_COSTS, INVENTIONS, ORDERS, Cost
from engine.factory_42.effects import Discount, DiscountSteam
from engine.factory_42.outlook import CUBE, MAKING, Outlook, covered, points, points_of, total
from engine.factory_42.payment import Purse, standard_payment
from engine.factory_42.places import place_of
from engine.factory_42.resources import (
    BURN,
    CATEGORIES,
    COUNT,
    INDEX,
    MAGIC,
    NEXT_SIZE,
    OF_CATEGORY,
    POINTS,
    SIZE,
    SIZES,
)
from engine.factory_42.view import View
from engine.kernel.codes import Action

Worth = Callable[[Outlook, Any], float]
NEVER = -9.0
PROMISE = 20.0  # more than any move: an accepted deal is kept if that is possible
RELIEF = 1.0  # that an order does not stay open
SECOND = 1.3  # a second Manufacturium, if there are cubes for two goods
TRADE = 0.3  # a Worker at Trading; what it sells and buys is seen later
EMBASSY, GUILD = 0.8, 0.4  # the first Commission, and an Invention
HEAT = 0.3  # a Steam that a good will need
COLD, CHILL = 0.1, 0.2  # a Steam that will be missing: for stoking, and against loading all


def autopilot(view: View, actions: Sequence[Action]) -> Action:
    if len(actions) == 1:
        return actions[0]
    outlook = Outlook(view)
    worth = _WORTH[view.asks]
    promises = _promises(outlook)
    best, best_worth = actions[0], float("-inf")
    for action in actions:
        value = worth(outlook, action)
        for clause in promises:
            value += _promised(outlook, clause, action)
        if value > best_worth:
            best, best_worth = action, value
    return best


def _count(action: Any) -> int:
    last = action[-1]
    return last if isinstance(last, int) else 1


# --- deals --------------------------------------------------------------------------------------


def _promises(outlook: Outlook) -> list[tuple[Any, ...]]:
    """Clauses of accepted deals that bind the seat."""
    return [
        clause
        for deal in outlook.view.deals
        if deal.status == "accepted"
        for seat, clauses in zip(deal.sides, deal.clauses, strict=True)
        if seat == outlook.seat
        for clause in clauses
    ]


def _promised(outlook: Outlook, clause: tuple[Any, ...], action: Any) -> float:
    """How much an action speaks for or against a promise."""
    verb, *rest = clause
    deeds, act = outlook.player.deeds, action[0]
    if verb in ("pool", "load", "spike"):
        lacking = (rest[1] if len(rest) > 1 else 1) - deeds.get(f"{verb}/{rest[0]}", 0)
        is_it = act == verb and action[1] == rest[0]
        count = 1 if verb == "spike" else _count(action)
        return PROMISE * min(count, lacking) if is_it and lacking > 0 else 0.0
    if verb == "burn":
        lacking = rest[0] - deeds.get("burn", 0)
        return PROMISE * min(_count(action), lacking) if act == "burn" and lacking > 0 else 0.0
    if verb in ("ship", "spare"):
        if act != "ship" or action[2] != rest[0]:
            return 0.0
        return -PROMISE if verb == "spare" else PROMISE * (f"ship/{rest[0]}" not in deeds)
    if verb == "make":
        is_it = act == "make" and action[1] == rest[0]
        return PROMISE * (is_it and f"make/{rest[0]}" not in deeds)
    return _promised_place(verb, place_of(tuple(rest)), deeds, action)


def _promised_place(verb: str, place: str, deeds: dict[str, int], action: Any) -> float:
    if action[0] not in ("place", "commissar") or place_of(action[1:]) != place:
        return 0.0
    return -PROMISE if verb == "avoid" else PROMISE * (f"place/{place}" not in deeds)


# --- placing ------------------------------------------------------------------------------------


def _placing(outlook: Outlook, action: Action) -> float:
    if action[0] == "pass":
        return 0.0
    place = place_of(action[1:])
    if action[0] == "commissar":
        return _chair(outlook, place)
    if place in MAKING:
        return _making(outlook, place)
    return _PLACES[place](outlook)


def _making(outlook: Outlook, place: str) -> float:
    """Own slots wait for the last meeples: nobody can take them."""
    placed = sum(each in outlook.player.at for each in MAKING)
    is_urgent = outlook.player.meeples <= 2 - placed
    dock = outlook.player.docks[int(place[-1]) - 1]
    has_load = 0.2 if dock and any(dock.load) else 0.0
    if not is_urgent:
        return 0.2 + has_load
    return has_load + (6.0 if not placed else SECOND * min(1.0, _coming(outlook) / 9))


def _coming(outlook: Outlook) -> float:
    """Cubes that the seat will probably have when goods are made."""
    shipped = 3.5 * min(_own_at(outlook, "shipping"), _open_docks(outlook))
    return sum(outlook.stock) + shipped + 1.5 * _own_at(outlook, "requisition")


def _own_at(outlook: Outlook, place: str) -> int:
    return outlook.view.workers.get(place, ()).count(outlook.seat)


def _there(outlook: Outlook, place: str) -> int:
    return len(outlook.view.workers.get(place, ()))


def _open_docks(outlook: Outlook) -> int:
    return sum(dock is None for dock in outlook.player.docks)


def _at_requisition(outlook: Outlook) -> float:
    slot = _there(outlook, "requisition")
    own = BOARD.requisition.own[slot]
    first = outlook.rosette * BOARD.requisition.first_rosettes if slot == 0 else 0.0
    room = min(own, max(0, outlook.player.free))
    return 0.6 + 0.35 * room + first - 0.7 * _own_at(outlook, "requisition")


def _at_loading(outlook: Outlook) -> float:
    coming = sum(outlook.view.pool) + 5 * _there(outlook, "requisition") + 2
    free = coming - 3 * _there(outlook, "loading")
    if free < 3:
        return 0.2
    own = _own_at(outlook, "loading")
    return 2.4 - own * (1.3 + CHILL * max(0.0, _cold(outlook)))


def _at_shipping(outlook: Outlook) -> float:
    cars = len(outlook.view.track) + max(2, _there(outlook, "loading"))
    own = _own_at(outlook, "shipping")
    if _open_docks(outlook) <= own or cars <= _there(outlook, "shipping"):
        return 0.1
    return 2.6 - 1.1 * own


def _at_spiking(outlook: Outlook) -> float:
    has_ship = _own_at(outlook, "shipping") > 0
    return 0.9 if has_ship and not _own_at(outlook, "spiking") else 0.3


def _at_steam(outlook: Outlook) -> float:
    slot = _there(outlook, "steam")
    spare = sum(n for n, burn in zip(outlook.spare, BURN, strict=True) if burn)
    left = spare - _own_at(outlook, "steam")
    chance = 1.0 if left > 0 else 0.75 if _own_at(outlook, "requisition") else 0.3
    need = COLD * min(6.0, max(0.0, _cold(outlook)))
    return chance * (outlook.rosette * BOARD.steam.rosettes[slot] + need - 0.1)


def _cold(outlook: Outlook) -> float:
    """Steam that this round's goods will probably lack, if nobody more stokes."""
    view = outlook.view
    left = sum(view.pool) + 5 * _there(outlook, "requisition") - 4 * _there(outlook, "loading")
    stoked = 2 * _there(outlook, "steam")
    return 3 * len(view.players) - view.steam - 0.7 * max(0, left) - stoked


def _at_accounting(outlook: Outlook) -> float:
    """Each further Worker sells what the first ones leave."""
    view, own = outlook.view, _own_at(outlook, "accounting")
    rosettes = outlook.player.rosettes + 2 * _own_at(outlook, "steam")
    favor = 1 - 0.34 if rosettes > own + 1 else 0.0
    large = sum(outlook.spare[INDEX[name]] for name in BOARD.accounting.bribe)
    bribe = 0.7 if large > own else 0.25
    cheat = 0.5 if sum(outlook.spare) >= 3 + 2 * own else 0.1
    best = sorted((favor, bribe, cheat))[1:]
    fee = 0.35 if view.commissars.get("accounting", outlook.seat) != outlook.seat else 0.0
    paid = outlook.rosette * view.fee if view.fee_at == "accounting" else 0.0
    return 0.3 + sum(best) - fee - paid


def _at_trading(outlook: Outlook) -> float:
    if _own_at(outlook, "trading"):
        return 0.05
    fee = 0.35 if "trading" in outlook.view.commissars else 0.0
    return TRADE - fee


def _at_research(outlook: Outlook) -> float:
    left = outlook.view.last_round - outlook.view.round
    best = max((_project(outlook, name, left) for name in _projects(outlook)), default=0.0)
    return best


def _projects(outlook: Outlook) -> list[str]:
    player = outlook.player
    return [
        *(name for name in IMPROVEMENT_COSTS if name not in player.improvements),
        *player.unresearched,
    ]


def _project_cost(name: str) -> Cost:
    return IMPROVEMENT_COSTS[name] if name in IMPROVEMENT_COSTS else INVENTIONS[name].cost


def _project(outlook: Outlook, name: str, left: int) -> float:
    """What a research is worth that could be paid from the Warehouse now."""
    cost = _project_cost(name)
    lacking = sum(
        max(0, need - have) for need, have in zip(cost.cubes, outlook.player.warehouse, strict=True)
    )
    jokers = outlook.player.warehouse[MAGIC] - cost.cubes[MAGIC]
    if lacking > max(0, jokers):
        return 0.1 if name in IMPROVEMENT_COSTS else 0.3
    return _project_worth(name, left) - CUBE * points(cost.cubes)


def _project_worth(name: str, left: int) -> float:
    if name in INVENTIONS:
        return INVENTIONS[name].vp - BOARD.final.unresearched + 0.25 * left
    lasting = {"crane": 0.35, "large_warehouse": 0.3, "small_warehouse": 0.15}
    return 0.6 + lasting.get(name, 0.2) * left


def _at_operate(outlook: Outlook) -> float:
    ready = [name for name in outlook.player.inventions if INVENTIONS[name].effect]
    return sum(0.8 if _is_strong(name) else 0.45 for name in ready)


def _is_strong(name: str) -> bool:
    return INVENTIONS[name].uses > 0 or isinstance(INVENTIONS[name].effect, Discount)


def _at_guild(outlook: Outlook) -> float:
    view = outlook.view
    cost = BOARD.guild.steam[_there(outlook, "guild")]
    free = len(view.inventions) - _there(outlook, "guild")
    if free < 1:
        return 0.0
    left = view.last_round - view.round
    return GUILD + 0.12 * min(left, 3) - 0.15 * cost - 0.3 * len(outlook.player.unresearched)


def _at_embassy(outlook: Outlook) -> float:
    left = outlook.view.last_round - outlook.view.round
    held = len(outlook.player.commissions) + len(outlook.player.begun)
    return (EMBASSY if left else 0.4) - 0.7 * held - 0.8 * _own_at(outlook, "embassy")


_PLACES: dict[str, Callable[[Outlook], float]] = {
    "requisition": _at_requisition,
    "loading": _at_loading,
    "spiking": _at_spiking,
    "shipping": _at_shipping,
    "steam": _at_steam,
    "operate": _at_operate,
    "guild": _at_guild,
    "embassy": _at_embassy,
    "trading": _at_trading,
    "research": _at_research,
    "accounting": _at_accounting,
}


def _chair(outlook: Outlook, place: str) -> float:
    """A Commissar's place."""
    workers, own = _there(outlook, place), _own_at(outlook, place)
    if place == "requisition":
        room = max(0, outlook.player.free)
        return 0.2 + 0.3 * min(workers, room) + 0.1 * workers
    if place in ("loading", "guild"):
        gained = workers if place == "guild" else 1
        return outlook.rosette * BOARD.loading.commissar_rosettes * gained
    if place in ("trading", "accounting"):
        return 0.3 * (workers - own) + 0.1
    if place == "embassy":
        return 0.45 * workers - 0.2
    if place in MAKING:
        return 0.85 if place in outlook.player.at else 0.35
    if place == "research":
        return 0.5 if outlook.player.rosettes >= BOARD.research.director_rosettes else 0.05
    return 0.15


# --- Requisition to Shipping --------------------------------------------------------------------


def _requisition(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    resource, count = INDEX[str(action[1])], _count(action)
    if action[0] == "own":
        return _own_cube(outlook, resource, count)
    return _pool_cube(outlook, resource, count)


def _own_cube(outlook: Outlook, resource: int, count: int) -> float:
    """Wanted cubes first; then what a bribe or the boiler takes."""
    wanted = min(count, outlook.wanted[resource])
    value = POINTS[resource] * (2 * wanted + 0.55 * (count - wanted))
    if count > wanted and POINTS[resource] == 3 and not wanted:
        value += 0.3  # for a bribe
    if BURN[resource] and _own_at(outlook, "steam") and not any(_fuel(outlook)):
        value += 1.6
    return value


def _fuel(outlook: Outlook) -> list[int]:
    return [n if burn else 0 for n, burn in zip(outlook.spare, BURN, strict=True)]


def _pool_cube(outlook: Outlook, resource: int, count: int) -> float:
    """What the seat can load itself, then what open orders need, then fuel."""
    loads = _own_at(outlook, "loading") > 0
    left = max(0, outlook.wanted[resource] - outlook.view.pool[resource])
    wanted = min(count, left) if loads else 0
    demanded = min(count - wanted, max(0, outlook.demand[resource] - wanted))
    value = POINTS[resource] * (0.5 * wanted + 0.35 * demanded)
    if outlook.steam_lacking > 0:
        value += 0.12 * min(count * BURN[resource], outlook.steam_lacking)
    return value + 0.01 * POINTS[resource] * count


def _car(outlook: Outlook, action: Action) -> float:
    load = next(car.load for car in outlook.view.station if car.number == action[1])
    return covered(load, _customer(outlook).wanted) + 0.1 * sum(load)


def _customer(outlook: Outlook) -> Outlook:
    """For whom a Railcar is loaded: oneself with a shipping Worker, else the next who ships."""
    shippers = outlook.view.workers.get("shipping", ())
    if outlook.seat in shippers or not shippers:
        return outlook
    return outlook.rival(shippers[0])


def _load(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    resource, count = INDEX[str(action[1])], _count(action)
    customer = _customer(outlook)
    loaded = [0] * COUNT
    if outlook.view.basket.car:
        cars = [car for car in outlook.view.station if car.number == outlook.view.basket.car]
        loaded = list(cars[0].load) if cars else loaded
    left = max(0, customer.wanted[resource] - loaded[resource])
    wanted = min(count, left)
    others = count - wanted
    return POINTS_OF[resource] * (wanted + 0.12 * others) + 0.05 * count


POINTS_OF = tuple(value or 5 for value in POINTS)


def _bag(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    resource, count = INDEX[str(action[1])], _count(action)
    return POINTS[resource] * (min(count, outlook.wanted[resource]) + 0.1 * count)


def _draw(outlook: Outlook, action: Action) -> float:
    """Sizes of what is wanted, large cubes for the rest."""
    wishes = dict.fromkeys(SIZES, 0)
    for resource, count in enumerate(outlook.wanted):
        if outlook.view.bag[resource]:
            wishes[SIZE[resource]] += count
    named = dict(zip(action[1::2], action[2::2], strict=True))
    fitting = sum(min(int(named.get(size, 0)), wishes[size]) for size in SIZES)
    return fitting + 0.2 * int(named.get("large", 0)) - 0.1 * int(named.get("any", 0))


def _spike(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    resource, car = INDEX[str(action[1])], action[2]
    is_near = any(each.number == car for each in outlook.view.track[:2])
    customer = _customer(outlook)
    on_way = next(each.load for each in outlook.view.track if each.number == car)
    wanted = customer.wanted[resource] - on_way[resource] > 0
    fits = covered(on_way, customer.wanted)
    value = POINTS_OF[resource] * (1.0 if wanted else 0.1)
    return value + (0.3 if is_near else 0.0) + 0.05 * fits


def _double(outlook: Outlook, action: Action) -> float:
    """Only where the own Worker gets both Railcars for itself."""
    is_own = outlook.view.workers["shipping"].count(outlook.seat) == len(
        outlook.view.workers["shipping"]
    )
    wants = is_own and _open_docks(outlook) == 2
    return float((action[0] == "double") == wants)


def _ship(outlook: Outlook, action: Action) -> float:
    _, number, seat, dock = action
    load = next(car.load for car in outlook.view.track if car.number == number)
    if seat != outlook.seat:
        rival = outlook.rival(int(seat))
        return -4.0 + 0.2 * covered(load, rival.wanted)
    makes = 0.6 if dock in outlook.docks else 0.0
    return covered(load, outlook.wanted_at(int(dock))) + 0.4 * sum(load) + makes


# --- Steam to Trading ---------------------------------------------------------------------------


def _burn(outlook: Outlook, action: Action) -> float:
    """One spare cube for the Rosettes; more only while goods lack Steam."""
    if action[0] == "done":
        return 0.0
    view, resource, count = outlook.view, INDEX[str(action[1])], _count(action)
    given = count * BURN[resource]
    is_first = view.basket.count == 0
    gained = outlook.rosette * view.basket.points if is_first else 0.0
    spared = min(count, outlook.spare[resource])
    price = CUBE * POINTS[resource] * spared + 0.9 * (count - spared)
    useful = 0.0 if view.ruptured else min(given, max(0, outlook.steam_lacking))
    bursts = not view.ruptured and view.steam + given >= view.rupture_at
    return gained + HEAT * useful - price - (1.0 if bursts else 0.0)


def _operate(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    name, *words = action[1:]
    card = INVENTIONS[str(name)]
    token = 0.35 if card.uses else 0.0
    value = _OPERATED.get(card.effect.do, _plain)(outlook, words)
    return value - token


def _plain(outlook: Outlook, words: Sequence[Any]) -> float:
    return 0.6


def _gained_cube(outlook: Outlook, words: Sequence[Any]) -> float:
    resource = INDEX[str(words[-1])]
    return POINTS_OF[resource] * (0.4 if outlook.wanted[resource] else 0.15)


def _upgraded(outlook: Outlook, words: Sequence[Any]) -> float:
    given = INDEX[words[0]]
    gained = NEXT_SIZE[given]
    value = 0.4 * POINTS[gained] if outlook.wanted[gained] else 0.15
    return value if outlook.spare[given] else value - 0.6


def _bellowed(outlook: Outlook, words: Sequence[Any]) -> float:
    view, given = outlook.view, INDEX[words[0]]
    price = CUBE * POINTS_OF[given] + (0.0 if outlook.spare[given] else 0.6)
    bursts = not view.ruptured and view.steam + 3 >= view.rupture_at
    return outlook.rosette + 0.1 * max(0, min(3, outlook.steam_lacking)) - price - bursts


def _redeployed(outlook: Outlook, words: Sequence[Any]) -> float:
    later = [n for n in outlook.player.inventions if INVENTIONS[n].effect]
    is_last = len(later) <= 1
    return (_PLACES[words[0]](outlook) - 0.3) if is_last else 0.0


def _later_good(outlook: Outlook, words: Sequence[Any]) -> float:
    return 0.7 if outlook.docks else NEVER


def _scrapped(outlook: Outlook, words: Sequence[Any]) -> float:
    docks = [car.load for car in outlook.player.docks if car]
    spare = sum(total(outlook.spare, *docks)) - sum(outlook.reserved)
    return 2 * outlook.rosette - 0.5 if spare >= 3 else NEVER


def _converted(outlook: Outlook, words: Sequence[Any]) -> float:
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
    "move_own": lambda outlook, words: 0.05,
    "siphon_steam": lambda outlook, words: 0.1 * words[0],
}


def _move(outlook: Outlook, action: Action) -> float:
    """Wanted cubes into the Warehouse, where both Manufacturia find them; junk stays."""
    if action[0] == "done":
        return 0.0
    is_home = action[-1] == "warehouse"
    resource = INDEX[str(action[1])]
    return 0.3 if is_home and outlook.reserved[resource] else -0.2


def _scrap(outlook: Outlook, action: Action) -> float:
    resource = INDEX[str(action[1])]
    return -POINTS_OF[resource] * (1.0 if outlook.reserved[resource] else 0.2)


def _take(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    card = INVENTIONS[str(action[1])]
    left = outlook.view.last_round - outlook.view.round
    later = min(1.0, 0.3 * left) * (card.vp - 1 - CUBE * points(card.cost.cubes) + 0.4)
    return BOARD.final.unresearched + max(0.0, later) - 0.2 * outlook.view.basket.points


def _enter(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    left = outlook.view.last_round - outlook.view.round
    held = len(outlook.player.commissions) + len(outlook.player.begun)
    return (1.2 if left else 0.5) - 0.4 * held


def _keep(outlook: Outlook, action: Action) -> float:
    name = str(action[1])
    if name in INDEX:
        resource = INDEX[name]
        return POINTS_OF[resource] * (1.0 if outlook.wanted[resource] else 0.4)
    card = COMMISSIONS[name]
    lacking = [max(0, n - have) for n, have in zip(card.cost.cubes, outlook.stock, strict=True)]
    return card.vp * (1 + 0.4 * (card.pieces - 1)) - 0.35 * points(lacking)


def _fee(outlook: Outlook, action: Action) -> float:
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


def _trade(outlook: Outlook, action: Action) -> float:
    """Give junk until the shopping list can be bought, then buy it."""
    view, shopping = outlook.view, outlook.shopping
    if action[0] == "done":
        return 0.0
    if action[0] == "buy":
        resource, count = INDEX[str(action[1])], _count(action)
        goal = points_of(shopping, view.buys)
        if not view.basket.bought and goal > view.basket.worth and any(outlook.junk):
            return -1.0
        wanted = min(count, shopping[resource])
        return POINTS_OF[resource] * wanted - 0.1 * (count - wanted)
    words = action[3:] if action[1] == "dock" else action[1:]
    resource, count = INDEX[str(words[0])], int(words[1]) if len(words) > 1 else 1
    is_enough = view.basket.worth >= points_of(shopping, view.buys)
    if shopping[resource] or is_enough or count > outlook.junk[resource]:
        return -1.0
    lacking = points_of(shopping, view.buys) - view.basket.worth
    worth = count * view.sells[resource]
    return 0.5 + 0.1 * min(lacking, worth) - 0.08 * max(0, worth - lacking)


# --- Research and goods -------------------------------------------------------------------------


def _research(outlook: Outlook, action: Action) -> float:
    view = outlook.view
    if action[0] == "research":
        cost = _project_cost(str(action[1]))
        left = view.last_round - view.round
        lost = sum(
            max(0, need - spare) for need, spare in zip(cost.cubes, outlook.spare, strict=True)
        )
        value = _project_worth(str(action[1]), left) - CUBE * points(cost.cubes)
        return value - 0.45 * lost - 0.15 * cost.steam
    if action == ("director", "vp"):
        return 1.0 - 2 * outlook.rosette
    if action == ("director", "magic"):
        return 0.7 - 2 * outlook.rosette
    return 0.0 if action[0] == "done" else NEVER


def _make(outlook: Outlook, action: Action) -> float:
    """The good itself, what it uses up, and what is left for the other Manufacturium."""
    if action[0] != "make":
        return 0.0 if action[0] == "done" else NEVER
    cost = _cost(action)
    payment = standard_payment(cost, _steam(outlook, cost), _purse(outlook, cost))
    assert payment
    left = [have - n for have, n in zip(outlook.stock, payment.given, strict=True)]
    value = _good_worth(outlook, action) - CUBE * points(payment.given) - 0.1 * payment.public
    return value + 0.8 * _next_good(outlook, action, left)


def _cost(action: Action) -> Cost:
    name = str(action[1])
    return ORDERS[name].costs[str(action[2])] if name in ORDERS else COMMISSIONS[name].cost


def _good_worth(outlook: Outlook, action: Action) -> float:
    name = str(action[1])
    if name in COMMISSIONS:
        return COMMISSIONS[name].vp + outlook.rosette * COMMISSIONS[name].rosettes
    order = next(order for order in outlook.view.orders if order.name == name)
    value = outlook.rosette * ORDERS[name].rosettes[str(action[2])]
    if name not in outlook.player.completed:
        value += BOARD.scoring.order_vp + 0.3
    if not order.makers:
        value += RELIEF + outlook.rosette * order.rosettes
    return value


def _next_good(outlook: Outlook, action: Action, left: list[int]) -> float:
    """The best other good that the rest would pay at Manufacturium 2."""
    if outlook.view.phase != MAKING[0] or MAKING[1] not in outlook.player.at:
        return 0.0
    done = {*outlook.player.completed, str(action[1])}
    best = 0.0
    for order in outlook.view.orders:
        if order.name not in done:
            cost = ORDERS[order.name].costs["minimum"]
            fits = all(need <= have for need, have in zip(cost.cubes, left, strict=True))
            if fits and not any(cost.wild):
                best = max(best, 2.5 if order.makers else 3.0)
    return best


def _steam(outlook: Outlook, cost: Cost) -> int:
    effects = [INVENTIONS[name].effect for name in outlook.player.active]
    less = sum(effect.by for effect in effects if isinstance(effect, DiscountSteam))
    return max(0, cost.steam - less)


def _purse(outlook: Outlook, cost: Cost) -> Purse:
    view, player = outlook.view, outlook.player
    dock = int(view.phase[-1])
    loads = [list(car.load) if car else [0] * COUNT for car in player.docks]
    other = loads[2 - dock] if "crane" in player.improvements else [0] * COUNT
    effects = [INVENTIONS[name].effect for name in player.active]
    kinds = {effect.category for effect in effects if isinstance(effect, Discount)}
    discounts = tuple(
        number
        for number, kind in enumerate(CATEGORIES)
        if kind in kinds and (cost.wild[number] or any(cost.cubes[n] for n in OF_CATEGORY[kind]))
    )
    return Purse(
        list(player.warehouse),
        loads[dock - 1],
        other,
        view.steam,
        player.private,
        view.basket.magic,
        "incinerator" in player.improvements,
        discounts,
    )


def _incinerate(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    resource, count = INDEX[str(action[1])], _count(action)
    return 0.15 * count - CUBE * POINTS[resource] * count if outlook.spare[resource] else -1.0


# --- Accounting and the end of a round ----------------------------------------------------------


def _account(outlook: Outlook, action: Action) -> float:
    is_over = outlook.view.round == outlook.view.last_round
    if action[0] == "favour":
        return 1.0 - _rosette_price(outlook)
    if action[0] == "bribe":
        resource = INDEX[str(action[1])]
        kept = 0.0 if outlook.spare[resource] or not outlook.docks else 0.9
        return 1.0 - (0.0 if is_over else CUBE * POINTS_OF[resource]) - kept
    if action[0] == "cheat":
        given = [0] * COUNT
        for name in action[1:]:
            given[INDEX[str(name)]] += 1
        lost = sum(max(0, n - s) for n, s in zip(given, outlook.spare, strict=True))
        kept = 0.9 * lost if outlook.docks or not is_over else 0.0
        return 1.0 - (0.1 if is_over else CUBE) * points(given) - kept
    if action[0] == "fame":
        return 3 * _rosette_price(outlook) - 2.2
    return 0.0


def _rosette_price(outlook: Outlook) -> float:
    """A Rosette that is not sold now: another Worker may sell it, or it is a third of a point."""
    return 0.4 if outlook.view.round == outlook.view.last_round else 0.55


def _lose(outlook: Outlook, action: Action) -> float:
    if action[1] == "vp":
        return -float(BOARD.scoring.penalty_vp)
    count = BOARD.scoring.penalty_rosettes * sum(not o.makers for o in outlook.view.orders)
    return -count * outlook.rosette


def _cleanup(outlook: Outlook, action: Action) -> float:
    """Keep what the open orders need, return the rest: a full Dock can receive nothing."""
    if action[0] == "done":
        return 0.0
    if action[0] == "swap":
        return -0.1
    car = next(c for c in outlook.player.docks if c and c.number == action[1])
    useful = covered(car.load, outlook.reserved)
    return 1.0 - 0.4 * useful - 0.25 * sum(car.load)


def _own_only(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    return _own_cube(outlook, INDEX[str(action[1])], _count(action))


def _start(outlook: Outlook, action: Action) -> float:
    return float(action[1] == "rosettes") * 2 * 0.6 + float(action[1] == "vp")


def _spoil(outlook: Outlook, action: Action) -> float:
    resource = INDEX[str(action[1])]
    return -POINTS[resource] - (3.0 if not outlook.spare[resource] else 0.0)


_WORTH: dict[str, Worth] = {
    "start": _start,
    "start_cubes": _own_only,
    "spoil": _spoil,
    "ready": lambda outlook, action: 0.0,
    "place": _placing,
    "requisition": _requisition,
    "car": _car,
    "load": _load,
    "bag": _bag,
    "draw": _draw,
    "spike": _spike,
    "double": _double,
    "ship": _ship,
    "burn": _burn,
    "operate": _operate,
    "move": _move,
    "seal": _own_only,
    "rummage": _draw,
    "keep_cube": _keep,
    "scrap": _scrap,
    "take": _take,
    "enter": _enter,
    "commissar_enter": lambda outlook, action: float(action[0] == "enter"),
    "keep": _keep,
    "fee": _fee,
    "trade": _trade,
    "research": _research,
    "make": _make,
    "incinerate": _incinerate,
    "account": _account,
    "lose": _lose,
    "cleanup": _cleanup,
}
