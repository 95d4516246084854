"""The locations that bring cubes to the Docks: Requisition, Loading, Spiking and Shipping."""

from functools import cache
from typing import Any

from engine.factory_42.asking import (
    DONE,
    Question,
    ask,
    close,
    count_of,
    counted,
    mark_answered,
)
from engine.factory_42.board import BOARD
from engine.factory_42.resources import (
    COUNT,
    INDEX,
    MAGIC,
    POINTS,
    REQUISITIONED,
    RESOURCES,
    SIZES,
    add,
    cubes,
    empty,
)
from engine.factory_42.state import Basket, State
from engine.factory_42.stock import gain_rosettes, take_from_supply
from engine.factory_42.tower import draw_from_bag, drop
from engine.kernel.codes import Action
from engine.kernel.events import Fact

# --- Requisition --------------------------------------------------------------------------------


def requisition(state: State, events: list[Fact]) -> bool:
    """Ask Workers by slot, then the Commissar; return whether anybody is asked (ruling 29)."""
    numbers, workers = BOARD.requisition, state.workers_at("requisition")
    while state.at < len(workers):
        slot, seat = state.at, workers[state.at]
        state.at += 1
        if slot == 0:
            got = gain_rosettes(state, state.players[seat], numbers.first_rosettes)
            events.append(("first_slot", seat, (got,)))
        own = numbers.own[slot] + state.rules.own_points
        basket = Basket(points=own, pool_points=numbers.pool[slot])
        if ask(state, seat, "requisition", basket, _requisitions):
            return True
    if state.at == len(workers) and "requisition" in state.commissars:
        state.at += 1
        own = numbers.per_worker_own * len(workers)
        pool = numbers.commissar_pool + numbers.per_worker_pool * len(workers)
        basket = Basket(points=own, pool_points=pool)
        return ask(state, state.commissars["requisition"], "requisition", basket, _requisitions)
    return False


def _requisitions(state: State, seat: int) -> list[Action]:
    actions = own_purchases(state, seat)
    points = state.basket.points + state.basket.pool_points
    must_go_on = False
    for resource in REQUISITIONED:
        max_count = min(points // POINTS[resource], state.supply[resource])
        if max_count:
            must_go_on = True
            actions += counted("pool", RESOURCES[resource], max_count)
    return actions if must_go_on else [*actions, DONE]  # Ruling 31


def own_purchases(state: State, seat: int) -> list[Action]:
    """List cubes to buy for the Warehouse (ruling 30); `used` names what may not be bought."""
    basket, room = state.basket, state.players[seat].free
    actions: list[Action] = []
    if basket.points and room > 0:
        for resource in REQUISITIONED:
            if RESOURCES[resource] not in basket.used:
                max_count = min(basket.points // POINTS[resource], state.supply[resource], room)
                actions += counted("own", RESOURCES[resource], max_count)
    return actions


def buy_own(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    resource, count = INDEX[action[1]], count_of(action)
    state.basket.points -= count * POINTS[resource]
    take_from_supply(state, resource, count, state.players[seat].warehouse)


def _buy_for_pool(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Buy for the Pool with Pool points first, then own points (ruling 30)."""
    resource, count = INDEX[action[1]], count_of(action)
    cost = count * POINTS[resource]
    from_pool = min(cost, state.basket.pool_points)
    state.basket.pool_points -= from_pool
    state.basket.points -= cost - from_pool
    take_from_supply(state, resource, count, state.pool)
    state.players[seat].did(f"pool/{action[1]}", count)


def finish(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Close the basket; nothing else happens."""
    close(state, seat, events)


# --- Bureaucracy --------------------------------------------------------------------------------


def bureaucracy(state: State, events: list[Fact]) -> bool:
    """Drop the Pool through the Tower; an empty Pool drops nothing (ruling 33)."""
    if any(state.pool):
        thrown, state.pool = state.pool, empty()
        state.pool = drop(state, thrown, ("tower", state.round))[:]
        events.append(("tower", None, (sum(thrown), tuple(state.pool))))
    return False


# --- Loading ------------------------------------------------------------------------------------


def loading(state: State, events: list[Fact]) -> bool:
    workers = state.workers_at("loading")
    while state.at < len(workers):
        seat = workers[state.at]
        state.at += 1
        if any(state.pool):  # Ruling 37
            _begin_load(state, seat)
            return True
    if "loading" in state.commissars and state.at == len(workers):  # Ruling 38
        state.at += 1
        player = state.players[state.commissars["loading"]]
        got = gain_rosettes(state, player, BOARD.loading.commissar_rosettes)
        events.append(("commissar", state.commissars["loading"], ("loading", got, 0)))
    return False


def _begin_load(state: State, seat: int) -> None:
    numbers = BOARD.loading
    more = numbers.with_commissar if "loading" in state.commissars else 0
    min_load = min(numbers.least + more, sum(state.pool))
    max_load = max(min_load, numbers.most + more - state.rules.smaller_loads)
    basket = Basket(least=min_load, most=max_load)
    if not _free_cars(state, min_load):  # Ruling 36: Railcars never run out
        state.loads.append(empty())
        state.station.append(len(state.loads))
    cars = _free_cars(state, min_load)
    basket.car = cars[0] if len(cars) == 1 else 0
    ask(state, seat, "load" if basket.car else "car", basket, _loads if basket.car else _cars)


def _free_cars(state: State, min_room: int) -> list[int]:
    """List Railcars with room for the smallest load; of equal loads only the lowest number."""
    cars: dict[tuple[int, ...], int] = {}
    for car in sorted(state.station):
        load = state.load(car)
        if BOARD.railcar_room - sum(load) >= min_room:
            cars.setdefault(tuple(load), car)
    return sorted(cars.values())


def _cars(state: State, seat: int) -> list[Action]:
    return [("car", car) for car in _free_cars(state, state.basket.least)]


def _loads(state: State, seat: int) -> list[Action]:
    basket = state.basket
    room = min(basket.most - basket.count, BOARD.railcar_room - sum(state.load(basket.car)))
    actions: list[Action] = []
    for resource, there in enumerate(state.pool):
        if there:
            actions += counted("load", RESOURCES[resource], min(there, room))
    return [*actions, DONE] if basket.count >= basket.least else actions


def _choose_car(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    state.basket.car = action[1]
    state.asks = "load"


def _load(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    resource, count = INDEX[action[1]], count_of(action)
    state.pool[resource] -= count
    state.load(state.basket.car)[resource] += count
    state.basket.count += count
    state.players[seat].did(f"load/{action[1]}", count)


def _send_off(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Put the Railcar at the end of the track (ruling 35)."""
    car = state.basket.car
    state.station.remove(car)
    state.track.append(car)
    close(state, seat, events)
    events.append(("departed", seat, (car, tuple(state.load(car)))))


# --- Spiking ------------------------------------------------------------------------------------


def spiking(state: State, events: list[Fact]) -> bool:
    """The Commissar fills the Bag, the first Worker draws, then all place (rulings 39 to 42)."""
    workers = state.workers_at("spiking")
    if state.at == 0:
        state.at = 1
        if "spiking" in state.commissars and _fill_bag(state, state.commissars["spiking"]):
            return True
    if not workers:
        return False
    if state.at == 1:
        state.at = 2
        numbers = BOARD.spiking
        count = min(numbers.draws + numbers.draws_per_worker * len(workers), sum(state.bag))
        if count:
            return ask(state, workers[0], "draw", Basket(count=count), draws)
    while state.at < 2 + len(workers):
        seat = workers[state.at - 2]
        state.at += 1
        basket = Basket(most=BOARD.spiking.placed_per_worker)
        if ask(state, seat, "spike", basket, _spikes):
            return True
    if state.at == 2 + len(workers):
        state.at += 1
        _refill(state)
    return False


def _fill_bag(state: State, seat: int) -> bool:
    there = sum(state.supply) - state.supply[MAGIC]
    basket = Basket(most=min(BOARD.spiking.commissar_cubes, there))
    return bool(there) and ask(state, seat, "bag", basket, _bag_fillings)


def _bag_fillings(state: State, seat: int) -> list[Action]:
    left = state.basket.most - state.basket.count
    if not left:
        return [DONE]
    actions: list[Action] = []
    for resource in REQUISITIONED:
        actions += counted("bag", RESOURCES[resource], min(left, state.supply[resource]))
    return actions


def _put_into_bag(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    count = take_from_supply(state, INDEX[action[1]], count_of(action), state.bag)
    state.basket.count += count


def draws(state: State, seat: int) -> list[Action]:
    """List the sizes to draw, in the order small, medium, large, any (ruling 40)."""
    return [*_sizes(state.basket.count)]


@cache
def _sizes(count: int) -> tuple[Action, ...]:
    actions: list[Action] = []
    for small in range(count, -1, -1):
        for medium in range(count - small, -1, -1):
            for large in range(count - small - medium, -1, -1):
                sizes = (small, medium, large, count - small - medium - large)
                args = [
                    word
                    for name, number in zip((*SIZES, "any"), sizes, strict=True)
                    if number
                    for word in (name, number)
                ]
                actions.append(("draw", *args))
    return tuple(actions)


def named_sizes(action: Action) -> list[str]:
    return [
        str(size)
        for size, number in zip(action[1::2], action[2::2], strict=True)
        for _ in range(int(number))
    ]


def _draw(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    for resource in draw_from_bag(state, named_sizes(action)):
        state.drawn[resource] += 1
    events.append(("drew", seat, (tuple(state.drawn),)))
    mark_answered(state, seat)


def _spikes(state: State, seat: int) -> list[Action]:
    actions: list[Action] = []
    if state.basket.count < state.basket.most:
        cars = [car for car in state.track if sum(state.load(car)) < BOARD.railcar_room]
        actions = [
            ("spike", RESOURCES[resource], car)
            for resource in range(COUNT)
            if state.drawn[resource]
            for car in cars
        ]
    return [*actions, DONE]


def _spike(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    resource = INDEX[action[1]]
    state.drawn[resource] -= 1
    state.load(action[2])[resource] += 1
    state.basket.count += 1
    state.players[seat].did(f"spike/{action[1]}")


def _refill(state: State) -> None:
    add(state.bag, state.drawn)
    state.drawn = empty()
    for resource, count in enumerate(cubes(BOARD.spiking.refill)):
        take_from_supply(state, resource, count, state.bag)


# --- Shipping -----------------------------------------------------------------------------------

ASK_COMMISSAR, SHIP_ONE, SHIP_BOTH = 0, 1, 2  # what `part` says at Shipping


def shipping(state: State, events: list[Fact]) -> bool:
    workers = state.workers_at("shipping")
    while state.at < len(workers):
        if state.part == ASK_COMMISSAR:
            state.part = SHIP_ONE
            if _may_double(state):
                return ask(state, state.commissars["shipping"], "double", Basket(), _doubles)
        seat, count = workers[state.at], state.part
        state.at += 1
        state.part = ASK_COMMISSAR
        state.basket = Basket(pair=state.track[:2], most=count)
        if _ships(state, seat) and not _ship_alone(state, seat, events):
            return ask(state, seat, "ship", state.basket, _ships)
    return False


def _may_double(state: State) -> bool:
    """Whether the Commissar can let a Worker ship both Railcars (ruling 45)."""
    is_able = "shipping" in state.commissars and not state.doubled
    return is_able and len(state.track) > 1 and len(open_docks(state)) > 1


def open_docks(state: State) -> list[tuple[int, int]]:
    """List the Docks without a Railcar, each with its seat (ruling 44)."""
    return [
        (seat, dock)
        for seat, player in enumerate(state.players)
        for dock in (1, 2)
        if not player.docks[dock - 1]
    ]


def _doubles(state: State, seat: int) -> list[Action]:
    return [("double",), ("single",)]


def _double(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    state.doubled = True
    state.part = SHIP_BOTH
    mark_answered(state, seat)


def _single(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    mark_answered(state, seat)


def _ships(state: State, seat: int) -> list[Action]:
    """List the ways to ship, the seat's own Docks first."""
    docks = sorted(open_docks(state), key=lambda dock: dock[0] != seat)
    return [("ship", car, *dock) for car in state.basket.pair for dock in docks]


def _ship_alone(state: State, seat: int, events: list[Fact]) -> bool:
    """Ship without asking if there is only one way (ruling 17)."""
    options = _ships(state, seat)
    if len(options) != 1:
        return False
    events.append(("did", seat, options[0]))
    _send(state, seat, options[0])
    return True


def _send(state: State, seat: int, action: Any) -> None:
    _, car, target, dock = action
    state.track.remove(car)
    state.players[target].docks[dock - 1] = car
    state.players[seat].did(f"ship/{target}")
    state.basket.pair.remove(car)
    state.basket.most -= 1


def _ship(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    _send(state, seat, action)
    if state.basket.most and not _ship_alone(state, seat, events):
        return
    mark_answered(state, seat)


QUESTIONS = {
    "requisition": Question(_requisitions, {"own": buy_own, "pool": _buy_for_pool, "done": finish}),
    "car": Question(_cars, {"car": _choose_car}),
    "load": Question(_loads, {"load": _load, "done": _send_off}),
    "bag": Question(_bag_fillings, {"bag": _put_into_bag, "done": finish}),
    "draw": Question(draws, {"draw": _draw}),
    "spike": Question(_spikes, {"spike": _spike, "done": finish}),
    "double": Question(_doubles, {"double": _double, "single": _single}),
    "ship": Question(_ships, {"ship": _ship}),
}
