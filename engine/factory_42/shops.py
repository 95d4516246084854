"""Trading and Accounting, where somebody else's Commissar takes a fee at the door."""

from itertools import combinations_with_replacement
from typing import Any

from engine.factory_42.asking import (
    DONE,
    Choices,
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
from engine.factory_42.market import price, sources, worth
from engine.factory_42.resources import COUNT, INDEX, RESOURCES
from engine.factory_42.state import Basket, State
from engine.factory_42.stock import (
    gain_rosettes,
    gain_vp,
    pay_cubes,
    pay_rosettes,
    receive,
    take_from_supply,
)
from engine.kernel.codes import Action
from engine.kernel.events import Fact


def trading(state: State, events: list[Fact]) -> bool:
    return _serve(state, "trading", "trade", _trades)


def accounting(state: State, events: list[Fact]) -> bool:
    return _serve(state, "accounting", "account", _accounts)


def _serve(state: State, place: str, asks: str, choices: Choices) -> bool:
    """Ask Workers by slot, first for the fee if there is one (rulings 54 and 66)."""
    workers = state.workers_at(place)
    while state.at < len(workers):
        seat = workers[state.at]
        state.at += 1
        has_fee = state.commissars.get(place, seat) != seat
        if has_fee and ask(state, seat, "fee", Basket(), _fees):
            return True
        if not has_fee and ask(state, seat, asks, Basket(), choices):
            return True
    return False


def _fees(state: State, seat: int) -> list[Action]:
    warehouse = state.players[seat].warehouse
    return [*(("fee", RESOURCES[n]) for n in range(COUNT) if warehouse[n]), DONE]


def _pay_fee(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Give a cube to the Commissar.

    Without room it goes to the Pool, at Accounting to the Supply (ruling 9).
    """
    resource = INDEX[action[1]]
    state.players[seat].warehouse[resource] -= 1
    is_trade = state.phase == "trading"
    overflow = state.pool if is_trade else state.supply
    receive(state, state.commissars[state.phase], resource, 1, overflow)
    state.asks, state.basket = ("trade" if is_trade else "account"), Basket()
    if (_trades if is_trade else _accounts)(state, seat) == [DONE]:
        mark_answered(state, seat)


# --- Trading ------------------------------------------------------------------------------------


def _trades(state: State, seat: int) -> list[Action]:
    """List what can be sold, and bought after that (ruling 55)."""
    basket = state.basket
    actions: list[Action] = []
    if not basket.bought:
        for source, load in sources(state, seat):
            for resource in range(COUNT):
                if load[resource] and worth(state, resource):
                    sales = counted("sell", RESOURCES[resource], load[resource])
                    actions += [("sell", *source, *sale[1:]) for sale in sales]
    room = state.players[seat].free
    for resource in range(COUNT):
        cost = price(state, resource)
        if cost and resource not in basket.sold and basket.worth >= cost:
            max_count = min(basket.worth // cost, state.supply[resource], room)
            actions += counted("buy", RESOURCES[resource], max_count)
    return [*actions, DONE]


def _sell(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    source = action[1:3] if action[1] == "dock" else ()
    name, *counts = action[1 + len(source) :]
    resource, count = INDEX[name], counts[0] if counts else 1
    pay_cubes(state, dict(sources(state, seat))[source], resource, count)
    state.basket.worth += count * worth(state, resource)
    if resource not in state.basket.sold:
        state.basket.sold.append(resource)


def _buy(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    resource, count = INDEX[action[1]], count_of(action)
    take_from_supply(state, resource, count, state.players[seat].warehouse)
    state.basket.worth -= count * price(state, resource)
    state.basket.bought = True


def _end_trade(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    if state.phase == "operate":  # Market Telegraph
        tell_steps(state, seat, events)
        state.asks, state.basket = "operate", Basket()
    else:
        close(state, seat, events)


# --- Accounting ---------------------------------------------------------------------------------


def _accounts(state: State, seat: int) -> list[Action]:
    """List what the Worker can do here, up to two different things (ruling 67)."""
    numbers, player, used = BOARD.accounting, state.players[seat], state.basket.used
    actions: list[Action] = []
    if len(used) < numbers.actions:
        if "bribe" not in used:
            bribes = [name for name in numbers.bribe if player.warehouse[INDEX[name]]]
            actions += [("bribe", name) for name in bribes]
        if "favour" not in used and player.rosettes >= numbers.favour_rosettes:
            actions.append(("favour",))
        if "fame" not in used and player.vp >= numbers.fame_vp and state.rosettes:
            actions.append(("fame",))
        if "cheat" not in used:
            actions += _cheats(player.warehouse)
    return [*actions, DONE]


def _cheats(warehouse: list[int]) -> list[Action]:
    size = BOARD.accounting.cheat_cubes
    there = sorted(name for name in RESOURCES if warehouse[INDEX[name]])
    return [
        ("cheat", *names)
        for names in combinations_with_replacement(there, size)
        if all(names.count(name) <= warehouse[INDEX[name]] for name in set(names))
    ]


def _bribe(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    pay_cubes(state, player.warehouse, INDEX[action[1]])
    gain_vp(player, BOARD.accounting.bribe_vp)
    state.basket.used.append("bribe")


def _favour(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    pay_rosettes(state, player, BOARD.accounting.favour_rosettes)
    gain_vp(player, BOARD.accounting.favour_vp)
    state.basket.used.append("favour")


def _fame(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    player.vp -= BOARD.accounting.fame_vp
    gain_rosettes(state, player, BOARD.accounting.fame_rosettes)
    state.basket.used.append("fame")


def _cheat(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    for name in action[1:]:
        pay_cubes(state, player.warehouse, INDEX[name])
    gain_vp(player, BOARD.accounting.cheat_vp)
    state.basket.used.append("cheat")


QUESTIONS = {
    "fee": Question(_fees, {"fee": _pay_fee, "done": leave}),
    "trade": Question(_trades, {"sell": _sell, "buy": _buy, "done": _end_trade}),
    "account": Question(
        _accounts,
        {"bribe": _bribe, "favour": _favour, "fame": _fame, "cheat": _cheat, "done": leave},
    ),
}
