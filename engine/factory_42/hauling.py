"""The autopilot's estimates for the steps from Requisition to Shipping."""

from engine.factory_42.asking import count_of
from engine.factory_42.outlook import POINTS_OF, Outlook, covered
from engine.factory_42.resources import BURN, COUNT, INDEX, POINTS, SIZE, SIZES
from engine.kernel.codes import Action


def requisition(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    resource, count = INDEX[str(action[1])], count_of(action)
    if action[0] == "own":
        return own_cube(outlook, resource, count)
    return _pool_cube(outlook, resource, count)


def own_cube(outlook: Outlook, resource: int, count: int) -> float:
    """Value wanted cubes first, then what a bribe or the boiler takes."""
    wanted = min(count, outlook.wanted[resource])
    value = POINTS[resource] * (2 * wanted + 0.55 * (count - wanted))
    if count > wanted and POINTS[resource] == 3 and not wanted:
        value += 0.3  # for a bribe
    if BURN[resource] and outlook.own_at("steam") and not any(_fuel(outlook)):
        value += 1.6
    return value


def _fuel(outlook: Outlook) -> list[int]:
    return [n if burn else 0 for n, burn in zip(outlook.spare, BURN, strict=True)]


def _pool_cube(outlook: Outlook, resource: int, count: int) -> float:
    """Value these cubes in the Pool for the seat: to load, for orders, and as fuel."""
    loads = outlook.own_at("loading") > 0
    left = max(0, outlook.wanted[resource] - outlook.view.pool[resource])
    wanted = min(count, left) if loads else 0
    demanded = min(count - wanted, max(0, outlook.demand[resource] - wanted))
    value = POINTS[resource] * (0.5 * wanted + 0.35 * demanded)
    if outlook.steam_lacking > 0:
        value += 0.12 * min(count * BURN[resource], outlook.steam_lacking)
    return value + 0.01 * POINTS[resource] * count


def car(outlook: Outlook, action: Action) -> float:
    load = next(car.load for car in outlook.view.station if car.number == action[1])
    return covered(load, _customer(outlook).wanted) + 0.1 * sum(load)


def _customer(outlook: Outlook) -> Outlook:
    """Return the seat whose Dock the load should suit: this one, or the next that ships."""
    shippers = outlook.view.workers.get("shipping", ())
    if outlook.seat in shippers or not shippers:
        return outlook
    return outlook.rival(shippers[0])


def load(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    resource, count = INDEX[str(action[1])], count_of(action)
    customer = _customer(outlook)
    loaded = [0] * COUNT
    if outlook.view.basket.car:
        cars = [car for car in outlook.view.station if car.number == outlook.view.basket.car]
        loaded = list(cars[0].load) if cars else loaded
    left = max(0, customer.wanted[resource] - loaded[resource])
    wanted = min(count, left)
    others = count - wanted
    return POINTS_OF[resource] * (wanted + 0.12 * others) + 0.05 * count


def bag(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    resource, count = INDEX[str(action[1])], count_of(action)
    return POINTS[resource] * (min(count, outlook.wanted[resource]) + 0.1 * count)


def draw(outlook: Outlook, action: Action) -> float:
    """Prefer the sizes of wanted cubes, and large cubes for the rest."""
    wishes = dict.fromkeys(SIZES, 0)
    for resource, count in enumerate(outlook.wanted):
        if outlook.view.bag[resource]:
            wishes[SIZE[resource]] += count
    named = dict(zip(action[1::2], action[2::2], strict=True))
    fitting = sum(min(int(named.get(size, 0)), wishes[size]) for size in SIZES)
    return fitting + 0.2 * int(named.get("large", 0)) - 0.1 * int(named.get("any", 0))


def spike(outlook: Outlook, action: Action) -> float:
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


def double(outlook: Outlook, action: Action) -> float:
    """Use it only if the seat's own Worker ships both Railcars for itself."""
    is_own = outlook.view.workers["shipping"].count(outlook.seat) == len(
        outlook.view.workers["shipping"]
    )
    wants = is_own and outlook.open_docks == 2
    return float((action[0] == "double") == wants)


def ship(outlook: Outlook, action: Action) -> float:
    _, number, seat, dock = action
    load = next(car.load for car in outlook.view.track if car.number == number)
    if seat != outlook.seat:
        rival = outlook.rival(int(seat))
        return -4.0 + 0.2 * covered(load, rival.wanted)
    makes = 0.6 if dock in outlook.docks else 0.0
    return covered(load, outlook.wanted_at(int(dock))) + 0.4 * sum(load) + makes
