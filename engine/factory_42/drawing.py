"""Phase 1 of a round: the gifts of the short game, drawing cards, and the event's first effects."""

from typing import Any

from engine.factory_42.asking import DONE, Question, ask, ask_all, close, mark_answered
from engine.factory_42.board import BOARD
from engine.factory_42.cards import EVENTS, LAST_EVENT, ORDERS
from engine.factory_42.events import Spoil
from engine.factory_42.rail import buy_own, own_purchases
from engine.factory_42.resources import INDEX, RESOURCES
from engine.factory_42.state import Basket, OpenOrder, RoundRules, State
from engine.factory_42.stock import gain_rosettes, gain_vp, pay_cubes, take_from_supply
from engine.kernel.codes import Action
from engine.kernel.events import Fact
from engine.kernel.undo import forget


def start(state: State, events: list[Fact]) -> bool:
    """Let everybody take Rosettes or a VP, then cubes, in the short game (ruling 80)."""
    order = state.clockwise()
    while state.at < 2 * len(order):
        seat = order[state.at % len(order)]
        is_gift = state.at < len(order)
        state.at += 1
        if is_gift:
            return ask(state, seat, "start", Basket(), _gifts)
        basket = Basket(points=BOARD.short.points)
        if ask(state, seat, "start_cubes", basket, _start_purchases):
            return True
    return False


def _gifts(state: State, seat: int) -> list[Action]:
    return [("start", "rosettes"), ("start", "vp")]


def _take_gift(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    if action[1] == "vp":
        gain_vp(player, BOARD.short.vp)
    else:
        gain_rosettes(state, player, BOARD.short.rosettes)
    mark_answered(state, seat)


def _start_purchases(state: State, seat: int) -> list[Action]:
    return [*own_purchases(state, seat), DONE]


def _finish(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    close(state, seat, events)


# --- the draw -----------------------------------------------------------------------------------


def draw(state: State, events: list[Fact]) -> bool:
    """Draw the round's cards (ruling 19), then ask what the event takes from each player."""
    if state.at:
        return False
    state.at = 1
    forget(state)
    events.append(("round", state.first, (state.round, state.round == state.last_round)))
    state.rules = RoundRules()
    for seat, player in enumerate(state.players):
        player.meeples = meeples(state, seat)
    _draw_orders(state, events)
    if state.options.expansion:
        _draw_inventions(state, events)
    if state.market:
        state.market_deck.discards.append(state.market)
    state.market = state.market_deck.cards.pop()
    events.append(("market", None, (state.market,)))
    return _draw_event(state, events)


def meeples(state: State, seat: int) -> int:
    """Count the meeples each player has this round (rulings 5, 78 and 79)."""
    seats, options = len(state.players), state.options
    count = BOARD.meeples[seats]
    if options.workers == "six":
        count = min(count, BOARD.fewer_meeples)
    return count + (seat in options.novices and state.round <= options.novice_rounds)


def _draw_orders(state: State, events: list[Fact]) -> None:
    """Draw the Government Orders (ruling 20)."""
    while len(state.orders) < len(state.players) and state.order_deck.cards:
        name = state.order_deck.cards.pop()
        state.orders.append(OpenOrder(name))
        events.append(("order", None, (name,)))
        for resource, count in enumerate(ORDERS[name].allocation):
            take_from_supply(state, resource, count, state.pool)


def _draw_inventions(state: State, events: list[Fact]) -> None:
    """Refill the Guild's row (ruling 21)."""
    state.invention_deck.discards += state.inventions
    count = min(BOARD.guild.row, len(state.invention_deck.cards))
    state.inventions = [state.invention_deck.cards.pop() for _ in range(count)]
    events.append(("inventions", None, tuple(state.inventions)))


def _draw_event(state: State, events: list[Fact]) -> bool:
    """Draw the event (rulings 22 and 23)."""
    if state.event and state.event != LAST_EVENT:
        state.event_deck.discards.append(state.event)
    is_last = state.round >= state.last_round or not state.event_deck.cards
    state.event = LAST_EVENT if is_last else state.event_deck.cards.pop()
    card = EVENTS[state.event]
    events.append(("event", None, (card.id,)))
    for resource, count in enumerate(card.adds):
        take_from_supply(state, resource, count, state.pool)
    for resource, count in enumerate(card.removes):
        pay_cubes(state, state.pool, resource, min(count, state.pool[resource]))
    for effect in card.effects:
        effect.hold(state.rules)
        effect.happen(state, events)
    return _ask_who_loses(state, events)


def _spoil_effect(state: State) -> Spoil | None:
    return next((e for e in EVENTS[state.event].effects if isinstance(e, Spoil)), None)


def _ask_who_loses(state: State, events: list[Fact]) -> bool:
    """Ask all at once which cube spoils; a player with one kind isn't asked."""
    effect = _spoil_effect(state)
    if effect is None:
        return False
    seats = []
    for seat in state.clockwise():
        options = effect.spoils(state.players[seat].warehouse)
        if len(options) == 1:
            events.append(("did", seat, ("spoil", RESOURCES[options[0]])))
            pay_cubes(state, state.players[seat].warehouse, options[0])
        elif options:
            seats.append(seat)
    return ask_all(state, seats, "spoil")


def _spoilings(state: State, seat: int) -> list[Action]:
    effect = _spoil_effect(state)
    assert effect
    options = effect.spoils(state.players[seat].warehouse)
    return [("spoil", RESOURCES[resource]) for resource in options]


def _spoil(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    pay_cubes(state, state.players[seat].warehouse, INDEX[action[1]])
    mark_answered(state, seat)


QUESTIONS = {
    "start": Question(_gifts, {"start": _take_gift}),
    "start_cubes": Question(_start_purchases, {"own": buy_own, "done": _finish}),
    "spoil": Question(_spoilings, {"spoil": _spoil}),
}
