"""This game's part of scenario files."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from engine.factory_42.board import BOARD, IMPROVEMENTS
from engine.factory_42.cards import COMMISSIONS, EVENTS, INVENTIONS, LAST_EVENT, QUIET_WEEK
from engine.factory_42.drawing import meeples
from engine.factory_42.market import ORDINARY_DAY
from engine.factory_42.resources import COUNT, INDEX, RESOURCES, Cubes, add, cubes, named
from engine.factory_42.result import final_score
from engine.factory_42.rounds import proceed
from engine.factory_42.setup import DECKS, deck_of, empty_table
from engine.factory_42.state import (
    OWN_BOARD,
    PHASES,
    SHARED,
    Basket,
    OpenOrder,
    Options,
    Script,
    State,
)
from engine.factory_42.tower import inside_tower
from engine.kernel import scenario as kernel
from engine.kernel.luck import KeyedLuck
from engine.kernel.refusal import Refused
from engine.kernel.scenario import Partial, Unordered, undealt
from engine.kernel.strict import Strict

Bundle = dict[str, int]
STARTING_PHASES = tuple(phase for phase in PHASES if phase != "over")


class Cards(Strict):
    """A player's cards, both in a position that a file sets up and in one that it expects."""

    inventions: list[str] = Field(default_factory=list)
    uses: dict[str, int] = Field(default_factory=dict)
    unresearched: list[str] = Field(default_factory=list)
    commissions: list[str] = Field(default_factory=list)
    begun: dict[str, int] = Field(default_factory=dict)
    finished: list[str] = Field(default_factory=list)
    spent: list[str] = Field(default_factory=list)


class PlayerStart(Cards):
    vp: int = Field(0, ge=BOARD.least_vp, le=BOARD.most_vp)
    rosettes: int = Field(0, ge=0)
    warehouse: Bundle = Field(default_factory=dict)
    dock1: Bundle | None = None
    dock2: Bundle | None = None
    improvements: list[str] = Field(default_factory=list)
    private_steam: int = Field(0, ge=0)
    meeples: int | None = Field(None, ge=0)
    at: list[str] = Field(default_factory=list)
    commissar_at: list[str] = Field(default_factory=list)


class Start(kernel.Start):
    round: int = Field(1, ge=1, le=BOARD.rounds)
    phase: str = "place"
    event: str | None = None
    market: str | None = None
    orders: list[str] | None = None
    order_rosettes: dict[str, int] = Field(default_factory=dict)
    completed: dict[str, list[int]] = Field(default_factory=dict)
    order_deck: list[str] = Field(default_factory=list)
    market_deck: list[str] = Field(default_factory=list)
    event_deck: list[str] = Field(default_factory=list)
    invention_deck: list[str] = Field(default_factory=list)
    commission_deck: list[str] = Field(default_factory=list)
    inventions_row: list[str] = Field(default_factory=list)
    pool: Bundle = Field(default_factory=dict)
    tower: Bundle = Field(default_factory=dict)
    bag: Bundle | None = None
    supply: Bundle = Field(default_factory=dict)
    rosettes: int | None = Field(None, ge=0)
    steam: int = Field(0, ge=0)
    ruptured: bool = False
    track: list[Bundle] = Field(default_factory=list)
    station: list[Bundle] = Field(default_factory=list)
    workers: dict[str, list[int]] = Field(default_factory=dict)
    commissars: dict[str, int] = Field(default_factory=dict)
    tower_out: list[Bundle] = Field(default_factory=list)
    draws: list[str] = Field(default_factory=list)
    starts: list[int] = Field(default_factory=list)
    player: list[PlayerStart] = Field(default_factory=list)

    def of(self, seat: int) -> PlayerStart:
        return self.player[seat] if seat < len(self.player) else PlayerStart()

    @property
    def is_drawn(self) -> bool:
        """Whether this round's cards have been drawn."""
        return self.phase not in ("start", "draw")


class Expect(Cards, kernel.Expect):
    vp: int = 0
    rosettes: int = 0
    warehouse: Bundle = Field(default_factory=dict)
    room: int = 0
    dock1: Bundle = Field(default_factory=dict)
    dock2: Bundle = Field(default_factory=dict)
    dock1_car: int = 0
    dock2_car: int = 0
    improvements: list[str] = Field(default_factory=list)
    private_steam: int = 0
    meeples: int = 0
    completed: list[str] = Field(default_factory=list)
    score: int = 0


class Table(kernel.Table):
    round: int = 1
    phase: str = ""
    first: int = 0
    pool: Bundle = Field(default_factory=dict)
    tower: Bundle = Field(default_factory=dict)
    bag: Bundle = Field(default_factory=dict)
    drawn: Bundle = Field(default_factory=dict)
    supply: Bundle = Field(default_factory=dict)
    rosettes: int = 0
    steam: int = 0
    ruptured: bool = False
    track: list[Bundle] = Field(default_factory=list)
    station: list[int] = Field(default_factory=list)
    orders: list[str] = Field(default_factory=list)
    order_rosettes: dict[str, int] = Field(default_factory=dict)
    event: str = ""
    market: str = ""
    inventions_row: list[str] = Field(default_factory=list)
    workers: dict[str, list[int]] = Field(default_factory=dict)
    commissars: dict[str, int] = Field(default_factory=dict)
    deals: list[str] = Field(default_factory=list)


class Factory42Scenarios:
    start = Start
    expect = Expect
    table = Table

    def build_position(self, start: Start, seats: int, options: Options) -> State:
        state = empty_table(options, seats, KeyedLuck(start.seed.encode()))
        _check(start, state)
        state.first, state.round = start.first, start.round
        state.phase = start.phase
        state.steam, state.ruptured = start.steam, start.ruptured
        _lay_cards(state, start)
        _lay_orders(state, start)
        _lay_players(state, start)
        _lay_cubes(state, start)
        _lay_meeples(state, start)
        state.points = [player.vp for player in state.players]
        state.script = Script(
            [_cubes(bundle, "tower_out") for bundle in start.tower_out],
            [_resource(name) for name in start.draws],
            [*start.starts],
        )
        state.basket = Basket()
        proceed(state, [])
        return state

    def seat_facts(self, state: State, seat: int) -> dict[str, Any]:
        player = state.players[seat]
        loads = [state.dock_load(seat, dock) or [0] * COUNT for dock in (1, 2)]
        limited = {name: left for name, left in player.inventions.items() if left}
        return {
            "vp": player.vp,
            "rosettes": player.rosettes,
            "warehouse": named(player.warehouse),
            "room": player.free,
            "dock1": named(loads[0]),
            "dock2": named(loads[1]),
            "dock1_car": player.docks[0],
            "dock2_car": player.docks[1],
            "improvements": Unordered(player.improvements),
            "private_steam": player.private,
            "meeples": player.meeples,
            "inventions": Unordered(player.inventions),
            "uses": limited,
            "unresearched": Unordered(player.unresearched),
            "commissions": Unordered(player.commissions),
            "begun": player.begun,
            "finished": Unordered(player.finished),
            "spent": Unordered(player.spent),
            "completed": Unordered(player.completed),
            "score": final_score(state, seat),
        }

    def table_facts(self, state: State) -> dict[str, Any]:
        return {
            "round": state.round,
            "phase": state.phase,
            "first": state.first,
            "pool": named(state.pool),
            "tower": named(inside_tower(state)),
            "bag": named(state.bag),
            "drawn": named(state.drawn),
            "supply": Partial(zip(RESOURCES, state.supply, strict=True)),
            "rosettes": state.rosettes,
            "steam": state.steam,
            "ruptured": state.ruptured,
            "track": [{"car": car, **named(state.load(car))} for car in state.track],
            "station": Unordered(state.station),
            "orders": Unordered(order.name for order in state.orders),
            "order_rosettes": {o.name: o.rosettes for o in state.orders if o.rosettes},
            "event": state.event,
            "market": state.market,
            "inventions_row": Unordered(state.inventions),
            "workers": {place: seats for place, seats in state.workers.items() if seats},
            "commissars": state.commissars,
            "deals": [deal.status for deal in state.deals],
        }


# --- checks -------------------------------------------------------------------------------------


def _check(start: Start, state: State) -> None:
    if start.phase not in STARTING_PHASES or not state.is_in_play(start.phase):
        raise Refused(f"there is no phase “{start.phase}” at this table")
    if start.phase == "start" and not state.options.short:
        raise Refused("only the short game has the phase “start”")
    if start.round > state.last_round:
        raise Refused(f"the game has only {state.last_round} rounds")
    for place, seats in start.workers.items():
        _check_place(state, place, SHARED, seats)
        if len(seats) > state.slots(place):
            raise Refused(f"{place} has only {state.slots(place)} slots")
    for place, seat in start.commissars.items():
        _check_place(state, place, SHARED, [seat])
    for given in start.player:
        for place in (*given.at, *given.commissar_at):
            _check_place(state, place, OWN_BOARD, [])
    _check_seats(state, [*start.starts, *(s for seats in start.completed.values() for s in seats)])


def _check_place(state: State, place: str, known: tuple[str, ...], seats: list[int]) -> None:
    if place not in known or not state.is_in_play(place):
        raise Refused(f"no meeple can stand at “{place}”")
    _check_seats(state, seats)


def _check_seats(state: State, seats: list[int]) -> None:
    for seat in seats:
        if not 0 <= seat < len(state.players):
            raise Refused(f"there is no seat {seat}")


def _resource(name: str) -> int:
    if name not in INDEX:
        raise Refused(f"there is no resource “{name}”")
    return INDEX[name]


def _cubes(bundle: Bundle, where: str) -> Cubes:
    for name, count in bundle.items():
        _resource(name)
        if count < 0:
            raise Refused(f"“{where}” has {count} {name}")
    return cubes(bundle)


# --- cards --------------------------------------------------------------------------------------


def _lay_cards(state: State, start: Start) -> None:
    """Take named cards out of the decks first and shuffle what is left."""
    named_cards = {
        "order": [*(start.orders or ()), *start.order_deck],
        "market": [*([start.market] if start.market else ()), *start.market_deck],
        "event": [*start.event_deck],
        "invention": [*start.inventions_row, *start.invention_deck],
        "commission": [*start.commission_deck],
    }
    if start.event and start.event != LAST_EVENT:
        named_cards["event"].append(start.event)
    for given in start.player:
        named_cards["invention"] += [*given.inventions, *given.unresearched, *given.spent]
        named_cards["commission"] += [*given.commissions, *given.begun, *given.finished]
    if start.is_drawn:
        if start.market is None and ORDINARY_DAY not in start.market_deck:
            named_cards["market"].append(ORDINARY_DAY)
        is_quiet = start.event is None and _event(state, start) == QUIET_WEEK
        if is_quiet and QUIET_WEEK not in start.event_deck:
            named_cards["event"].append(QUIET_WEEK)
    for kind, printed in DECKS.items():
        deck = deck_of(state, kind)
        left = undealt(printed, named_cards[kind], kind)
        deck.shuffle_in(left, state.luck)
        deck.cards += reversed(getattr(start, f"{kind}_deck"))
    state.inventions = [*start.inventions_row]
    if start.is_drawn:
        state.market = start.market or ORDINARY_DAY
        state.event = _event(state, start)
        for effect in EVENTS[state.event].effects:
            effect.hold(state.rules)


def _event(state: State, start: Start) -> str:
    is_last = start.round == state.last_round
    event = start.event or (LAST_EVENT if is_last else QUIET_WEEK)
    if event not in EVENTS:
        raise Refused(f"there is no event “{event}”")
    return event


def _lay_orders(state: State, start: Start) -> None:
    names = start.orders
    if names is None:
        count = len(state.players) if start.is_drawn else 0
        names = [state.order_deck.cards.pop() for _ in range(count)]
    state.orders = [OpenOrder(name) for name in names]
    for name, rosettes in start.order_rosettes.items():
        _visible(state, name).rosettes = rosettes
    for name, seats in start.completed.items():
        for seat in seats:
            _visible(state, name).makers.append((seat, "minimum"))
            if name not in state.players[seat].completed:
                state.players[seat].completed.append(name)


def _visible(state: State, name: str) -> OpenOrder:
    order = state.order(name)
    if order is None:
        raise Refused(f"the order “{name}” does not lie there")
    return order


# --- players ------------------------------------------------------------------------------------


def _lay_players(state: State, start: Start) -> None:
    for seat, player in enumerate(state.players):
        given = start.of(seat)
        player.vp, player.rosettes = given.vp, given.rosettes
        for name in given.improvements:
            if name not in IMPROVEMENTS:
                raise Refused(f"there is no improvement “{name}”")
            player.improvements.append(name)
            player.room += IMPROVEMENTS[name].room
            player.store += IMPROVEMENTS[name].store
        for name in given.inventions:
            player.inventions[name] = given.uses.get(name, INVENTIONS[name].uses)
            player.store += INVENTIONS[name].store
        if unknown := [name for name in given.uses if name not in given.inventions]:
            raise Refused(f"“{unknown[0]}” has uses but is not researched")
        player.unresearched = [*given.unresearched]
        player.commissions = sorted(given.commissions)
        player.begun = dict(given.begun)
        for name, left in given.begun.items():
            if not 0 < left <= COMMISSIONS[name].pieces:
                raise Refused(f"“{name}” can't have {left} pieces left")
        player.finished, player.spent = [*given.finished], [*given.spent]
        player.private = given.private_steam
        if player.private > player.store:
            raise Refused(f"seat {seat} has no room for {player.private} Private Steam")
        player.warehouse = _cubes(given.warehouse, "warehouse")
        if player.free < 0:
            raise Refused(f"the Warehouse of seat {seat} holds {player.room} cubes")


def _lay_meeples(state: State, start: Start) -> None:
    state.workers = {place: [*seats] for place, seats in start.workers.items()}
    state.commissars = dict(start.commissars)
    for place, seats in start.workers.items():
        for seat in seats:
            state.players[seat].did(f"place/{place}")
    for place, seat in start.commissars.items():
        state.players[seat].did(f"place/{place}")
    for seat, player in enumerate(state.players):
        given = start.of(seat)
        player.at, player.commissar_at = [*given.at], [*given.commissar_at]
        for place in (*given.at, *given.commissar_at):
            player.did(f"place/{place}")
        is_placing = start.phase in ("place", "talk")
        default = meeples(state, seat) if is_placing else 0
        player.meeples = default if given.meeples is None else given.meeples


# --- cubes and Railcars -------------------------------------------------------------------------


def _lay_cubes(state: State, start: Start) -> None:
    """Put into the Supply what is nowhere else, unless the file says how much it has."""
    state.pool = _cubes(start.pool, "pool")
    inside = _cubes(start.tower, "tower")
    state.tower[-1] = [n for n in range(COUNT) for _ in range(inside[n])]
    bag = BOARD.spiking.bag if start.bag is None else start.bag
    state.bag = _cubes(bag, "bag")
    _lay_cars(state, start)
    used = [0] * COUNT
    for place in _places(state):
        add(used, place)
    for resource, name in enumerate(RESOURCES):
        state.supply[resource] -= used[resource]
        if state.supply[resource] < 0:
            total = BOARD.resource[name].supply
            raise Refused(f"there are {used[resource]} {name} in use, but only {total} exist")
        wanted = start.supply.get(name, state.supply[resource])
        if not 0 <= wanted <= state.supply[resource]:
            raise Refused(f"the supply can't have {wanted} {name}")
        state.supply[resource] = wanted
    if unknown := [name for name in start.supply if name not in INDEX]:
        raise Refused(f"there is no resource “{unknown[0]}”")
    _lay_rosettes(state, start)


def _places(state: State) -> Iterator[Cubes]:
    yield from (state.pool, state.bag, inside_tower(state), *state.loads)
    yield from (player.warehouse for player in state.players)


def _lay_rosettes(state: State, start: Start) -> None:
    used = sum(player.rosettes for player in state.players)
    used += sum(order.rosettes for order in state.orders)
    state.rosettes -= used
    if state.rosettes < 0:
        raise Refused(f"there are {used} Rosettes in use, but only {BOARD.rosettes} exist")
    if start.rosettes is not None:
        if start.rosettes > state.rosettes:
            raise Refused(f"the supply can't have {start.rosettes} Rosettes")
        state.rosettes = start.rosettes


def _lay_cars(state: State, start: Start) -> None:
    docks = [
        (seat, number, load)
        for seat in range(len(state.players))
        for number, load in enumerate((start.of(seat).dock1, start.of(seat).dock2))
        if load is not None
    ]
    state.track = [_lay_car(state, load) for load in start.track]
    for load in start.station:
        _lay_car(state, load)
    for seat, number, load in docks:
        state.players[seat].docks[number] = _lay_car(state, load)
    named_cars = [bundle["car"] for bundle in (*start.track, *start.station)]
    named_cars += [load["car"] for _, _, load in docks]
    if len(set(named_cars)) < len(named_cars):
        raise Refused("a Railcar is in two places")
    away = {*state.track, *(load["car"] for _, _, load in docks)}
    state.station = [car for car in range(1, len(state.loads) + 1) if car not in away]


def _lay_car(state: State, bundle: Bundle) -> int:
    car = bundle.get("car", 0)
    if not 1 <= car <= len(state.loads) + 1:
        raise Refused(f"there is no Railcar {car}" if car else "a Railcar needs its number: car")
    load = _cubes({name: n for name, n in bundle.items() if name != "car"}, "a Railcar")
    if sum(load) > BOARD.railcar_room:
        raise Refused(f"Railcar {car} holds only {BOARD.railcar_room} cubes")
    if car > len(state.loads):
        state.loads.append([0] * COUNT)
    state.loads[car - 1] = load
    return car
