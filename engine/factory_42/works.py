"""The locations between the rails and the goods: Steam Generation, Operate, Guild and Embassy."""

from typing import Any

from engine.factory_42.asking import (
    DONE,
    Question,
    ask,
    close,
    count_of,
    counted,
    leave,
    mark_answered,
    tell_steps,
)
from engine.factory_42.board import BOARD
from engine.factory_42.cards import INVENTIONS
from engine.factory_42.places import moves, stores
from engine.factory_42.rail import buy_own, draws, named_sizes, own_purchases
from engine.factory_42.resources import BURN, BURNABLE, COUNT, INDEX, MAGIC, RESOURCES, empty
from engine.factory_42.state import Basket, State
from engine.factory_42.stock import (
    can_pay_steam,
    gain_cubes,
    gain_rosettes,
    gain_steam,
    pay_cubes,
    pay_steam,
)
from engine.factory_42.tower import draw_from_bag
from engine.kernel.codes import Action
from engine.kernel.events import Fact
from engine.kernel.undo import seal

# --- Steam Generation ---------------------------------------------------------------------------


def steam(state: State, events: list[Fact]) -> bool:
    if state.at == 0:
        state.at = 1
        _burn_pool(state, events)
    workers = state.workers_at("steam")
    while state.at <= len(workers):
        slot = state.at - 1
        state.at += 1
        basket = Basket(points=BOARD.steam.rosettes[slot])
        if ask(state, workers[slot], "burn", basket, _burnings):
            return True
    return False


def _burn_pool(state: State, events: list[Fact]) -> None:
    """Burn all fuel in the Pool (ruling 46)."""
    burnt = empty()
    for resource in BURNABLE:
        burnt[resource] = state.pool[resource]
        pay_cubes(state, state.pool, resource, burnt[resource])
    heat = sum(map(int.__mul__, burnt, BURN))
    if heat:
        events.append(("pool_burnt", None, (tuple(burnt), heat)))
        gain_steam(state, heat, events)


def _burnings(state: State, seat: int) -> list[Action]:
    warehouse = state.players[seat].warehouse
    actions: list[Action] = []
    for resource in BURNABLE:
        actions += counted("burn", RESOURCES[resource], warehouse[resource])
    return [*actions, DONE]


def _burn(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    resource, count = INDEX[action[1]], count_of(action)
    player = state.players[seat]
    pay_cubes(state, player.warehouse, resource, count)
    gain_steam(state, count * BURN[resource], events)
    player.did("burn", count)
    state.basket.count += count


def _stop_burning(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Give the slot's Rosettes, once, for at least one cube (ruling 47)."""
    close(state, seat, events)
    if state.basket.count:
        got = gain_rosettes(state, state.players[seat], state.basket.points)
        events.append(("stoker", seat, (got,)))


# --- Operate ------------------------------------------------------------------------------------


def operate(state: State, events: list[Fact]) -> bool:
    order = state.clockwise()
    while state.at < len(order):
        seat = order[state.at]
        state.at += 1
        is_there = "operate" in state.players[seat].at
        if is_there and ask(state, seat, "operate", Basket(), _operations):
            return True
    return False


def _operations(state: State, seat: int) -> list[Action]:
    player = state.players[seat]
    actions: list[Action] = []
    for name in player.inventions:
        effect = INVENTIONS[name].effect
        if effect and name not in player.operated:
            actions += [("operate", name, *args) for args in effect.choices(state, seat)]
    return [*actions, DONE]


def _operate(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Use an Invention, each once a round; without tokens left it is discarded (ruling 49)."""
    player, name = state.players[seat], action[1]
    player.operated.append(name)
    if player.inventions[name]:
        player.inventions[name] -= 1
        if not player.inventions[name]:
            del player.inventions[name]
            player.spent.append(name)
    INVENTIONS[name].effect.run(state, seat, action[2:], events)
    if "operate" not in player.at:  # Mechanical Understudy
        mark_answered(state, seat)


def _back(state: State, seat: int, events: list[Fact]) -> None:
    """Close a basket that was opened by an Invention and go on operating."""
    tell_steps(state, seat, events)
    state.asks, state.basket = "operate", Basket()


def _done_inside(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    _back(state, seat, events)


def _moves(state: State, seat: int) -> list[Action]:
    return [*moves(state, seat), DONE]


def _move(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    resource = INDEX[action[1]]
    split = 3 if action[2] == "warehouse" else 4
    places = {store: cubes for store, cubes, _ in stores(state, seat)}
    places[action[2:split]][resource] -= 1
    places[action[split:]][resource] += 1
    state.basket.count += 1
    if state.basket.count == state.basket.most:
        _back(state, seat, events)


def _seal_purchases(state: State, seat: int) -> list[Action]:
    return [*own_purchases(state, seat), DONE]


def _rummage(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Draw cubes that everyone sees and ask which one to keep; this can't be undone."""
    for resource in draw_from_bag(state, named_sizes(action)):
        state.drawn[resource] += 1
    seal(state, "drew")
    events.append(("drew", seat, (tuple(state.drawn),)))
    state.asks, state.basket = "keep_cube", Basket()
    options = _cube_keepings(state, seat)
    if len(options) == 1:
        events.append(("did", seat, options[0]))
        _keep_cube(state, seat, options[0], events)


def _cube_keepings(state: State, seat: int) -> list[Action]:
    return [("keep", RESOURCES[resource]) for resource in range(COUNT) if state.drawn[resource]]


def _keep_cube(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    cube = INDEX[action[1]]
    state.drawn[cube] -= 1
    state.players[seat].warehouse[cube] += 1
    for resource, count in enumerate(state.drawn):
        state.bag[resource] += count
    state.drawn = empty()
    state.asks, state.basket = "operate", Basket()


def _scraps(state: State, seat: int) -> list[Action]:
    return [
        ("scrap", RESOURCES[resource], *store)
        for store, cubes, _ in stores(state, seat)
        for resource in range(COUNT)
        if cubes[resource]
    ]


def _scrap(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    places = {store: cubes for store, cubes, _ in stores(state, seat)}
    pay_cubes(state, places[action[2:]], INDEX[action[1]])
    state.basket.count += 1
    if state.basket.count == state.basket.most:
        gain_rosettes(state, state.players[seat], state.basket.points)
        _back(state, seat, events)


# --- the Inventors' Guild -----------------------------------------------------------------------


def guild(state: State, events: list[Fact]) -> bool:
    workers = state.workers_at("guild")
    while state.at < len(workers):
        slot, seat = state.at, workers[state.at]
        state.at += 1
        basket = Basket(points=BOARD.guild.steam[slot])
        if ask(state, seat, "take", basket, _takings):
            return True
    if state.at == len(workers) and "guild" in state.commissars:  # Ruling 51
        state.at += 1
        seat = state.commissars["guild"]
        count = BOARD.guild.commissar_rosettes * len(workers)
        if got := gain_rosettes(state, state.players[seat], count):
            events.append(("commissar", seat, ("guild", got, 0)))
    return False


def _takings(state: State, seat: int) -> list[Action]:
    if not can_pay_steam(state, state.players[seat], state.basket.points):
        return [DONE]
    return [*(("take", name) for name in state.inventions), DONE]


def _take(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    pay_steam(state, player, state.basket.points)
    state.inventions.remove(action[1])
    player.unresearched.append(action[1])
    mark_answered(state, seat)


# --- the Elven Embassy --------------------------------------------------------------------------


def embassy(state: State, events: list[Fact]) -> bool:
    workers = state.workers_at("embassy")
    while state.at < len(workers):
        seat = workers[state.at]
        state.at += 1
        if ask(state, seat, "enter", Basket(), _entries):
            return True
    if state.at == len(workers) and "embassy" in state.commissars:
        state.at += 1
        seat = state.commissars["embassy"]
        return ask(state, seat, "commissar_enter", Basket(), _commissar_entries)
    return False


def _entries(state: State, seat: int) -> list[Action]:
    """List ways to enter; nobody can when no card is left (ruling 52)."""
    can_pay = can_pay_steam(state, state.players[seat], BOARD.embassy.steam)
    return [("enter",), DONE] if can_pay and not state.commission_deck.is_spent else [DONE]


def _enter(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    pay_steam(state, state.players[seat], BOARD.embassy.steam)
    state.paid += 1
    cards = state.commission_deck.draw_many(BOARD.embassy.drawn, state.luck)
    seal(state, "commissions")
    events.append(("saw_commissions", seat, tuple(cards), (seat,)))
    state.asks, state.basket = "keep", Basket(cards=sorted(cards))
    if len(cards) == 1:
        _keep(state, seat, ("keep", cards[0]), events)


def _keepings(state: State, seat: int) -> list[Action]:
    return [("keep", name) for name in state.basket.cards]


def _keep(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    player.commissions = sorted([*player.commissions, action[1]])
    state.commission_deck.discards += [name for name in state.basket.cards if name != action[1]]
    state.basket = Basket()
    events.append(("kept", seat, (action[1],), (seat,)))
    mark_answered(state, seat)


def _commissar_entries(state: State, seat: int) -> list[Action]:
    """List ways to pay as the Commissar; none if the Supply has no Magic (rulings 8, 53)."""
    can_pay = can_pay_steam(state, state.players[seat], BOARD.embassy.steam)
    return [("enter",), DONE] if state.paid and can_pay and state.supply[MAGIC] else [DONE]


def _commissar_enter(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    pay_steam(state, state.players[seat], BOARD.embassy.steam)
    gained = empty()
    gained[MAGIC] = BOARD.embassy.commissar_magic * state.paid
    got = gain_cubes(state, seat, gained)[MAGIC]
    events.append(("commissar", seat, ("embassy", 0, got)))
    mark_answered(state, seat)


QUESTIONS = {
    "burn": Question(_burnings, {"burn": _burn, "done": _stop_burning}),
    "operate": Question(_operations, {"operate": _operate, "done": leave}),
    "move": Question(_moves, {"move": _move, "done": _done_inside}),
    "seal": Question(_seal_purchases, {"own": buy_own, "done": _done_inside}),
    "rummage": Question(draws, {"draw": _rummage}),
    "keep_cube": Question(_cube_keepings, {"keep": _keep_cube}),
    "scrap": Question(_scraps, {"scrap": _scrap}),
    "take": Question(_takings, {"take": _take, "done": leave}),
    "enter": Question(_entries, {"enter": _enter, "done": leave}),
    "commissar_enter": Question(_commissar_entries, {"enter": _commissar_enter, "done": leave}),
    "keep": Question(_keepings, {"keep": _keep}),
}
