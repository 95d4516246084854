"""What a seat, or a spectator, may see: all that pictures, panels and sentences use (ruling 85)."""

from dataclasses import dataclass

from engine.factory_42.market import price, worth
from engine.factory_42.resources import COUNT
from engine.factory_42.result import result
from engine.factory_42.state import LOCATIONS, OWN_BOARD, Clause, Deal, State
from engine.factory_42.tower import inside_tower
from engine.kernel.game import Result
from engine.kernel.undo import UndoOffer, undo_offer

Counts = tuple[int, ...]  # of cubes, in the order of RESOURCES


@dataclass(slots=True)
class CarView:
    """A Railcar and what it holds."""

    number: int
    load: Counts


@dataclass(slots=True)
class PlayerView:
    """A player as the viewer sees them."""

    seat: int
    vp: int
    rosettes: int
    warehouse: Counts
    room: int  # cubes that the Warehouse can hold
    docks: tuple[CarView | None, CarView | None]
    private: int  # Private Steam
    store: int  # room for it
    improvements: tuple[str, ...]
    meeples: int  # still to place
    at: tuple[str, ...]  # own-board locations with a Worker
    commissar_at: tuple[str, ...]
    unresearched: tuple[str, ...]
    inventions: dict[str, int]  # tokens left; 0: no limit
    spent: tuple[str, ...]
    active: tuple[str, ...]  # inventions that act on goods of this round
    commission_count: int  # face down
    commissions: tuple[str, ...]  # face down ones, only the viewer's own (all after the end)
    begun: dict[str, int]
    finished: tuple[str, ...]
    completed: tuple[str, ...]  # Government Orders of this round
    pieces: tuple[str, ...]  # commissions made this round
    deeds: dict[str, int]  # of this round, what deals are judged by

    @property
    def free(self) -> int:
        return self.room - sum(self.warehouse)


@dataclass(slots=True)
class OrderView:
    """A visible Government Order; the first to finish it takes the Rosettes on it."""

    name: str
    rosettes: int
    makers: tuple[tuple[int, str], ...]  # seat and quality


@dataclass(slots=True)
class DealView:
    number: int
    sides: tuple[int, int]
    clauses: tuple[tuple[Clause, ...], tuple[Clause, ...]]
    status: str
    broken: tuple[int, ...]
    round: int


@dataclass(slots=True)
class DraftView:
    """The deal that the viewer is writing."""

    other: int
    me: tuple[Clause, ...]
    you: tuple[Clause, ...]


@dataclass(slots=True)
class BasketView:
    """What the viewer knows about the open question."""

    points: int  # own points, a price in Steam, or Rosettes to be had
    pool_points: int
    count: int  # steps made, or cubes to draw
    least: int
    most: int
    car: int
    pair: tuple[int, ...]  # Railcars that may be sent
    worth: int  # of what was given in a trade
    bought: bool
    sold: tuple[int, ...]
    held: tuple[str, ...]
    used: tuple[str, ...]
    magic: bool  # the slot's Magic can be used
    cards: tuple[str, ...]  # the commissions just drawn, only for their seat


@dataclass(slots=True)
class StartView:
    """What there was when the open question began: a panel keeps a place for all of it."""

    pair: tuple[int, ...]  # Railcars that may be sent
    docks: tuple[int, ...]  # Railcars at the viewer's Docks


@dataclass(slots=True)
class View:
    seat: int | None  # the viewer; None is the public
    round: int
    last_round: int
    phase: str  # the location or step that is being resolved
    asks: str  # the open question; empty when it is over
    first: int  # the Starting Player
    to_act: tuple[int, ...]
    has_expansion: bool
    has_fines: bool
    players: tuple[PlayerView, ...]
    orders: tuple[OrderView, ...]
    pool: Counts
    drawn: Counts  # of the Bag, not placed yet
    bag: Counts
    tower: Counts  # which cubes, not where they lodge
    supply: Counts
    rosettes: int  # in the Supply
    station: tuple[CarView, ...]
    track: tuple[CarView, ...]  # space 1 first
    steam: int
    rupture_at: int
    ruptured: bool
    market: str
    sells: Counts  # what the Market gives for a cube; 0: it takes none
    buys: Counts  # what a cube costs there; 0: there is none
    event: str
    closed: tuple[str, ...]
    has_commissars: bool  # False: nobody may be placed as one this round
    fee_at: str  # a Worker placed there costs Rosettes
    fee: int
    inventions: tuple[str, ...]  # the Guild's open row
    decks: dict[str, int]  # cards left
    workers: dict[str, tuple[int, ...]]  # seats by slot, shared locations
    slots: dict[str, int]
    commissars: dict[str, int]
    paid: int  # Workers who paid at the Embassy
    doubled: bool
    at: int  # which Worker of a shared location acts, counted by slot from 0
    basket: BasketView
    start: StartView
    deals: tuple[DealView, ...]
    draft: DraftView | None
    undo: UndoOffer
    result: Result | None

    @property
    def own(self) -> PlayerView | None:
        """Return the viewer's own board; None for a spectator."""
        return None if self.seat is None else self.players[self.seat]

    @property
    def loading(self) -> CarView | None:
        """Return the Railcar that is being loaded; it still belongs to the Station."""
        cars = (car for car in self.station if car.number == self.basket.car)
        return next(cars, None) if self.asks == "load" else None


def view(state: State, seat: int | None) -> View:
    return View(
        seat=seat,
        round=state.round,
        last_round=state.last_round,
        phase=state.phase,
        asks=state.asks,
        first=state.first,
        to_act=state.acting,
        has_expansion=state.options.expansion,
        has_fines=state.options.deals == "fine",
        players=tuple(_player(state, number, seat) for number in range(len(state.players))),
        orders=tuple(OrderView(o.name, o.rosettes, tuple(o.makers)) for o in state.orders),
        pool=tuple(state.pool),
        drawn=tuple(state.drawn),
        bag=tuple(state.bag),
        tower=tuple(inside_tower(state)),
        supply=tuple(state.supply),
        rosettes=state.rosettes,
        station=tuple(_car(state, car) for car in state.station),
        track=tuple(_car(state, car) for car in state.track),
        steam=state.steam,
        rupture_at=state.rules.rupture_at,
        ruptured=state.ruptured,
        market=state.market,
        sells=tuple(worth(state, n) for n in range(COUNT)) if state.market else (),
        buys=tuple(price(state, n) for n in range(COUNT)) if state.market else (),
        event=state.event,
        closed=tuple(state.rules.closed),
        has_commissars=not state.rules.no_commissars,
        fee_at=state.rules.fee_at,
        fee=state.rules.fee,
        inventions=tuple(state.inventions),
        decks=_decks(state),
        workers={place: tuple(seats) for place, seats in state.workers.items()},
        slots={
            place: state.slots(place)
            for place in LOCATIONS
            if place not in OWN_BOARD and state.is_in_play(place)
        },
        commissars=state.commissars.copy(),
        paid=state.paid,
        doubled=state.doubled,
        at=state.at,
        basket=_basket(state, seat),
        start=_start(state.base or state, seat),
        deals=tuple(_deal(number, deal) for number, deal in enumerate(state.deals, 1)),
        draft=_draft(state, seat),
        undo=undo_offer(state, seat),
        result=result(state),
    )


def _car(state: State, car: int) -> CarView:
    return CarView(car, tuple(state.load(car)))


def _dock(state: State, car: int) -> CarView | None:
    return _car(state, car) if car else None


def _player(state: State, seat: int, viewer: int | None) -> PlayerView:
    player = state.players[seat]
    is_shown = seat == viewer or state.phase == "over"
    return PlayerView(
        seat,
        player.vp,
        player.rosettes,
        tuple(player.warehouse),
        player.room,
        (_dock(state, player.docks[0]), _dock(state, player.docks[1])),
        player.private,
        player.store,
        tuple(player.improvements),
        player.meeples,
        tuple(player.at),
        tuple(player.commissar_at),
        tuple(player.unresearched),
        player.inventions.copy(),
        tuple(player.spent),
        tuple(player.active),
        len(player.commissions),
        tuple(player.commissions) if is_shown else (),
        player.begun.copy(),
        tuple(player.finished),
        tuple(player.completed),
        tuple(player.pieces),
        player.deeds.copy(),
    )


def _decks(state: State) -> dict[str, int]:
    """Count the cards of each deck; the event deck has one for each round still to come."""
    sizes = {
        "order": len(state.order_deck.cards),
        "market": len(state.market_deck.cards),
        "event": max(0, state.last_round - 1 - state.round),
    }
    if state.options.expansion:
        sizes["invention"] = len(state.invention_deck.cards)
        sizes["commission"] = len(state.commission_deck.cards)
        sizes["refused"] = len(state.commission_deck.discards)
    return sizes


def _basket(state: State, viewer: int | None) -> BasketView:
    basket = state.basket
    return BasketView(
        basket.points,
        basket.pool_points,
        basket.count,
        basket.least,
        basket.most,
        basket.car,
        tuple(basket.pair),
        basket.worth,
        basket.bought,
        tuple(basket.sold),
        tuple(basket.held),
        tuple(basket.used),
        basket.magic,
        tuple(basket.cards) if viewer is not None and viewer in state.acting else (),
    )


def _start(state: State, viewer: int | None) -> StartView:
    docks = state.players[viewer].docks if viewer is not None else []
    return StartView(tuple(state.basket.pair), tuple(car for car in docks if car))


def _deal(number: int, deal: Deal) -> DealView:
    return DealView(number, deal.sides, deal.clauses, deal.status, deal.broken, deal.round)


def _draft(state: State, viewer: int | None) -> DraftView | None:
    draft = state.players[viewer].draft if viewer is not None else None
    return DraftView(draft.other, tuple(draft.me), tuple(draft.you)) if draft else None
