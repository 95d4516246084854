"""A round from the draw to Clean Up, and how the table goes on by itself between questions."""

from collections.abc import Callable
from typing import Any

from engine.factory_42.asking import (
    DONE,
    Question,
    answered,
    ask,
    ask_all,
    close,
    leave,
)
from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS, EVENTS, LAST_EVENT, ORDERS
from engine.factory_42.deals import judge, lapse
from engine.factory_42.events import Spoil
from engine.factory_42.goods import manufacturium, research
from engine.factory_42.places import place_of, placements, sit_at, stand_at
from engine.factory_42.rail import (
    bureaucracy,
    buy_own,
    loading,
    own_purchases,
    requisition,
    shipping,
    spiking,
)
from engine.factory_42.resources import INDEX, RESOURCES
from engine.factory_42.result import final_score
from engine.factory_42.shops import accounting, trading
from engine.factory_42.state import PHASES, RAIL, Basket, OpenOrder, RoundRules, State
from engine.factory_42.stock import (
    gain_rosettes,
    gain_vp,
    pay_cubes,
    pay_rosettes,
    take_from_supply,
)
from engine.factory_42.works import embassy, guild, operate, steam
from engine.kernel.codes import Action
from engine.kernel.events import Fact
from engine.kernel.trail import checkpoint, forget, seal_older

Step = Callable[[State, list[Fact]], bool]
PASS: Action = ("pass",)


def proceed(state: State, events: list[Fact]) -> None:
    """Go on until somebody is asked or the game is over."""
    while not state.acting and state.phase != "over":
        if not STEPS[state.phase](state, events) and state.phase != "over":
            _next_phase(state, events)


def _next_phase(state: State, events: list[Fact]) -> None:
    state.at = state.part = 0
    if state.phase == "cleanup":
        begin_round(state, events)
        return
    later = PHASES[PHASES.index(state.phase) + 1 :]
    state.phase = next(phase for phase in later if state.is_in_play(phase))


def begin_round(state: State, events: list[Fact]) -> None:
    state.round += 1
    state.phase = "draw"
    state.first = _next_first(state)
    state.ruptured = state.doubled = False
    state.paid = state.bag_draws = 0


def _next_first(state: State) -> int:
    """Ruling 1."""
    seats = len(state.players)
    if state.options.start == "rotation":
        return (state.first + 1) % seats
    if state.script and state.script.starts:
        return state.script.starts.pop(0)
    return state.luck.below(seats, "start", state.round)


def turn(state: State) -> str:
    """Names the part of the round, so that time goes on from one decision to the next."""
    phase = state.phase
    if phase in ("start", "draw", "talk", "place"):
        part = {"draw": "talk"}.get(phase, phase)
    elif phase in RAIL:
        part = "rail"
    else:
        part = "close" if phase in ("scoring", "cleanup", "over") else "work"
    return f"{state.round}.{part}"


# --- the start of the short game ----------------------------------------------------------------


def _start(state: State, events: list[Fact]) -> bool:
    """Ruling 80: everybody takes Rosettes or a VP, then everybody takes cubes."""
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
    answered(state, seat)


def _start_purchases(state: State, seat: int) -> list[Action]:
    return [*own_purchases(state, seat), DONE]


def _finish(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    close(state, seat, events)


# --- phase 1: draw ------------------------------------------------------------------------------


def _draw(state: State, events: list[Fact]) -> bool:
    """Ruling 19; then those are asked who must choose what the event takes from them."""
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
    """Rulings 5, 78 and 79."""
    seats, options = len(state.players), state.options
    count = BOARD.meeples[seats]
    if options.workers == "six":
        count = min(count, BOARD.fewer_meeples)
    return count + (seat in options.novices and state.round <= options.novice_rounds)


def _draw_orders(state: State, events: list[Fact]) -> None:
    """Ruling 20."""
    while len(state.orders) < len(state.players) and state.order_deck.cards:
        name = state.order_deck.cards.pop()
        state.orders.append(OpenOrder(name))
        events.append(("order", None, (name,)))
        for resource, count in enumerate(ORDERS[name].allocation):
            take_from_supply(state, resource, count, state.pool)


def _draw_inventions(state: State, events: list[Fact]) -> None:
    """Ruling 21."""
    state.invention_deck.discards += state.inventions
    count = min(BOARD.guild.row, len(state.invention_deck.cards))
    state.inventions = [state.invention_deck.cards.pop() for _ in range(count)]
    events.append(("inventions", None, tuple(state.inventions)))


def _draw_event(state: State, events: list[Fact]) -> bool:
    """Rulings 22 and 23."""
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
    """Cellar Rats: all at once; who has one kind only is not asked."""
    effect = _spoil_effect(state)
    if effect is None:
        return False
    asked = []
    for seat in state.clockwise():
        options = effect.spoils(state.players[seat].warehouse)
        if len(options) == 1:
            events.append(("did", seat, ("spoil", RESOURCES[options[0]])))
            pay_cubes(state, state.players[seat].warehouse, options[0])
        elif options:
            asked.append(seat)
    return ask_all(state, asked, "spoil")


def _spoilings(state: State, seat: int) -> list[Action]:
    effect = _spoil_effect(state)
    assert effect
    options = effect.spoils(state.players[seat].warehouse)
    return [("spoil", RESOURCES[resource]) for resource in options]


def _spoil(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    pay_cubes(state, state.players[seat].warehouse, INDEX[action[1]])
    answered(state, seat)


# --- negotiation and phase 2: place -------------------------------------------------------------


def _talk(state: State, events: list[Fact]) -> bool:
    """Ruling 81."""
    if state.at or not state.options.negotiation:
        return False
    state.at = 1
    return ask_all(state, range(len(state.players)), "ready")


def _readiness(state: State, seat: int) -> list[Action]:
    return [("ready",)]


def _place_meeples(state: State, events: list[Fact]) -> bool:
    if state.at:
        return False
    state.at = 1
    waiting = [seat for seat in state.clockwise() if state.players[seat].meeples]
    state.asks, state.basket = "place", Basket()
    state.acting = tuple(waiting[:1])
    if waiting:
        checkpoint(state)
    return bool(waiting)


def _placements(state: State, seat: int) -> list[Action]:
    return placements(state, seat) or [PASS]


def _place(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Ruling 84: a placement can be taken back until the next meeple is placed."""
    seal_older(state, "placed")
    if action[0] == "place":
        stand_at(state, seat, place_of(action[1:]))
    elif action[0] == "commissar":
        sit_at(state, seat, place_of(action[1:]))
    state.players[seat].meeples -= 1
    seats = len(state.players)
    following = [(seat + step) % seats for step in range(1, seats + 1)]
    waiting = [each for each in following if state.players[each].meeples]
    state.acting = tuple(waiting[:1])


# --- scoring ------------------------------------------------------------------------------------


def _score(state: State, events: list[Fact]) -> bool:
    """Rulings 68 to 71."""
    if state.at == 0:
        state.at = 1
        _honor_hero(state, events)
        _award(state, events)
        judge(state, events)
        if _ask_for_penalty(state, events):
            return True
    if state.round >= state.last_round or any(p.vp >= BOARD.most_vp for p in state.players):
        end(state, events)
    else:
        _tell_points(state, [player.vp for player in state.players], events)
    return False


def _honor_hero(state: State, events: list[Fact]) -> None:
    most = max(len(player.completed) for player in state.players)
    for seat in state.clockwise() if most else []:
        player = state.players[seat]
        if len(player.completed) == most:
            got = gain_rosettes(state, player, state.rules.hero_rosettes)
            events.append(("hero", seat, (most, got)))


def _award(state: State, events: list[Fact]) -> None:
    """Ruling 69."""
    for seat in state.clockwise():
        player = state.players[seat]
        for_orders = BOARD.scoring.order_vp * len(player.completed)
        for_pieces = sum(COMMISSIONS[name].vp for name in player.pieces)
        gain_vp(player, for_orders + for_pieces)
        if for_orders or for_pieces:
            events.append(("awarded", seat, (for_orders, for_pieces)))


def open_orders(state: State) -> int:
    return sum(not order.makers for order in state.orders)


def penalty(state: State) -> int:
    """Rosettes for all open orders."""
    return BOARD.scoring.penalty_rosettes * open_orders(state)


def _ask_for_penalty(state: State, events: list[Fact]) -> bool:
    """Ruling 70: who has no choice loses VP without being asked."""
    rosettes = penalty(state)
    if not rosettes:
        return False
    events.append(("penalty", None, (open_orders(state),)))
    asked = []
    for seat in state.clockwise():
        if state.players[seat].rosettes >= rosettes:
            asked.append(seat)
        else:
            _lose(state, seat, ("lose", "vp"), events)
    return ask_all(state, asked, "lose")


def _losses(state: State, seat: int) -> list[Action]:
    return [("lose", "rosettes"), ("lose", "vp")]


def _lose(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    if action[1] == "vp":
        count = BOARD.scoring.penalty_vp
        gain_vp(player, -count)
    else:
        count = penalty(state)
        pay_rosettes(state, player, count)
    events.append(("lost", seat, (action[1], count)))
    answered(state, seat)


def _tell_points(state: State, points: list[int], events: list[Fact]) -> None:
    """What everybody has now and had when the last round ended."""
    events.append(("points", None, (tuple(points), tuple(state.points))))
    state.points = points


def end(state: State, events: list[Fact]) -> None:
    """Ruling 76: scored as it stands."""
    forget(state)
    state.phase, state.asks, state.acting = "over", "", ()
    _tell_points(state, [final_score(state, seat) for seat in range(len(state.players))], events)
    events.append(("over", None, (state.round,)))


# --- Clean Up -----------------------------------------------------------------------------------


def _clean_up(state: State, events: list[Fact]) -> bool:
    """Rulings 72 and 73."""
    if state.at:
        return False
    state.at = 1
    lapse(state)
    _leave_orders(state)
    _send_home(state)
    _return_empty_cars(state)
    loaded = [seat for seat, player in enumerate(state.players) if any(player.docks)]
    return ask_all(state, loaded, "cleanup")


def _leave_orders(state: State) -> None:
    for order in state.orders:
        if not order.makers:
            moved = min(BOARD.scoring.open_order_rosettes, state.rosettes)
            state.rosettes -= moved
            order.rosettes += moved
    state.order_deck.discards += [order.name for order in state.orders if order.makers]
    state.orders = [order for order in state.orders if not order.makers]


def _send_home(state: State) -> None:
    state.workers, state.commissars = {}, {}
    for player in state.players:
        player.at, player.commissar_at = [], []
        player.operated, player.active = [], []
        player.completed, player.pieces = [], []
        player.deeds, player.swapped, player.draft = {}, False, None
        player.meeples = 0


def _return_empty_cars(state: State) -> None:
    for player in state.players:
        for dock, car in enumerate(player.docks):
            if car and not any(state.load(car)):
                player.docks[dock] = 0
                state.station.append(car)
    state.station += [car for car in state.track if not any(state.load(car))]
    state.track = [car for car in state.track if any(state.load(car))]
    state.station.sort()


def _cleanings(state: State, seat: int) -> list[Action]:
    player = state.players[seat]
    found: list[Action] = [("return", car) for car in player.docks if car]
    if any(player.docks) and not player.swapped:
        found.append(("swap",))
    return [*found, DONE]


def _return_car(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    docks = state.players[seat].docks
    docks[docks.index(action[1])] = 0
    state.station = sorted([*state.station, action[1]])


def _swap(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    player.docks.reverse()
    player.swapped = True


STEPS: dict[str, Step] = {
    "start": _start,
    "draw": _draw,
    "talk": _talk,
    "place": _place_meeples,
    "requisition": requisition,
    "bureaucracy": bureaucracy,
    "loading": loading,
    "spiking": spiking,
    "shipping": shipping,
    "steam": steam,
    "operate": operate,
    "guild": guild,
    "embassy": embassy,
    "trading": trading,
    "research": research,
    "manufacturium1": manufacturium,
    "accounting": accounting,
    "manufacturium2": manufacturium,
    "scoring": _score,
    "cleanup": _clean_up,
}
QUESTIONS = {
    "start": Question(_gifts, {"start": _take_gift}),
    "start_cubes": Question(_start_purchases, {"own": buy_own, "done": _finish}),
    "spoil": Question(_spoilings, {"spoil": _spoil}),
    "ready": Question(_readiness, {"ready": leave}),
    "place": Question(_placements, {"place": _place, "commissar": _place, "pass": _place}),
    "lose": Question(_losses, {"lose": _lose}),
    "cleanup": Question(_cleanings, {"return": _return_car, "swap": _swap, "done": _finish}),
}
