"""The state of one table: plain, mutable, quick to copy.

`phase` is the location (or the step around the locations) that is being resolved, `at` and `part`
say how far it has come, `asks` is the question that is open, and `basket` what is known about it.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Optional

from pydantic import Field, field_validator

from engine.factory_42.board import BOARD
from engine.factory_42.resources import Cubes, empty
from engine.kernel.deck import Deck
from engine.kernel.luck import AnyLuck
from engine.kernel.packed import packed
from engine.kernel.strict import Strict
from engine.kernel.undo import Row, Seats

SHARED = tuple(BOARD.slots)  # locations on the main board
OWN_BOARD = ("operate", "research", "manufacturium1", "manufacturium2")
EXPANSION = ("operate", "guild", "embassy")
NO_COMMISSAR = ("steam", "operate")
RAIL = ("requisition", "bureaucracy", "loading", "spiking", "shipping")
RESOLVED = (
    *RAIL,
    *("steam", "operate", "guild", "embassy", "trading", "research"),
    *("manufacturium1", "accounting", "manufacturium2"),
)
PHASES = ("start", "draw", "talk", "place", *RESOLVED, "scoring", "cleanup", "over")
LOCATIONS = tuple(place for place in RESOLVED if place != "bureaucracy")  # where meeples stand


class Options(Strict):
    """The settings that a table may choose before it starts."""

    expansion: bool = Field(
        False,
        title="Commissions expansion",
        description="Play with Inventions and Elven Commissions.",
        json_schema_extra={"labels": ["no", "yes"]},
    )
    workers: Literal["standard", "six"] = Field(
        "standard",
        title="Meeples each",
        description="With 2 or 3 players: 7 meeples each, or only 6 (harder).",
        json_schema_extra={"labels": ["7", "6 (harder)"], "seats": [2, 3]},
    )
    novices: list[int] = Field(
        default_factory=list,
        title="New players, with 1 more meeple",
        description="Seats that have 1 more meeple in the first rounds.",
        json_schema_extra={"of": "seats"},
    )
    novice_rounds: int = Field(
        3,
        ge=1,
        le=3,
        title="New players have it",
        description="For how many rounds new players have 1 more meeple.",
        json_schema_extra={
            "labels": ["in round 1", "in rounds 1–2", "in rounds 1–3"],
            "needs": "novices",
        },
    )
    short: bool = Field(
        False,
        title="Length",
        description="One round fewer, and everyone starts with something.",
        json_schema_extra={"labels": ["full game", "one round fewer"]},
    )
    start: Literal["rotation", "drawn"] = Field(
        "rotation",
        title="First player",
        description="The starting player moves on clockwise, or is drawn for every round "
        "(fairer with 4 or 5 players).",
        json_schema_extra={"labels": ["moves on clockwise", "drawn every round"]},
    )
    deals: Literal["talk", "fine"] = Field(
        "talk",
        title="A broken deal",
        description="A broken deal is only shown, or costs 1 VP.",
        json_schema_extra={"labels": ["is only shown", "costs 1 VP"]},
    )
    negotiation: bool = Field(
        False,
        title="Time to talk before placing",
        description="Nobody places a meeple before everyone is ready.",
        json_schema_extra={"labels": ["no", "until everyone is ready"]},
    )
    learning: int = Field(
        0,
        ge=0,
        le=20,
        description="Has no effect any more: hints belong to each player, see /settings.",
        json_schema_extra={"of": "past"},
    )

    @field_validator("novices", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        """Turn seats that were typed as “0,2” into a list."""
        return [word for word in value.split(",") if word] if isinstance(value, str) else value


Clause = tuple[str | int, ...]


@dataclass(slots=True)
class Draft:
    """A deal that a seat is writing; nobody else sees it."""

    other: int
    me: list[Clause] = field(default_factory=list)
    you: list[Clause] = field(default_factory=list)

    def copy(self) -> "Draft":
        return Draft(self.other, self.me[:], self.you[:])


@dataclass(slots=True)
class Deal:
    """A deal that was offered: the two seats, and the clauses that bind each of them."""

    sides: tuple[int, int]
    clauses: tuple[tuple[Clause, ...], tuple[Clause, ...]]
    status: Literal["open", "accepted", "declined", "withdrawn", "lapsed", "judged"] = "open"
    broken: tuple[int, ...] = ()  # seats that broke a clause, once it is judged
    round: int = 1

    def copy(self) -> "Deal":
        return Deal(self.sides, self.clauses, self.status, self.broken, self.round)


@dataclass(slots=True)
class Player:
    vp: int = 0
    rosettes: int = 0
    warehouse: Cubes = field(default_factory=empty)
    room: int = BOARD.warehouse_room  # cubes that the Warehouse can hold
    docks: list[int] = field(default_factory=lambda: [0, 0])  # Railcars; 0: none
    private: int = 0  # Private Steam
    store: int = 0  # room for it
    improvements: list[str] = field(default_factory=list)
    meeples: int = 0  # still to place
    at: list[str] = field(default_factory=list)  # own-board locations with a Worker
    commissar_at: list[str] = field(default_factory=list)
    unresearched: list[str] = field(default_factory=list)
    inventions: dict[str, int] = field(default_factory=dict)  # tokens left; 0: no limit
    spent: list[str] = field(default_factory=list)  # used up inventions
    commissions: list[str] = field(default_factory=list)  # face down, in card order
    begun: dict[str, int] = field(default_factory=dict)  # tokens left
    finished: list[str] = field(default_factory=list)  # commissions
    operated: list[str] = field(default_factory=list)  # this round
    active: list[str] = field(default_factory=list)  # inventions that act on later goods
    completed: list[str] = field(default_factory=list)  # Government Orders of this round
    pieces: list[str] = field(default_factory=list)  # commissions of this round, one per good
    swapped: bool = False  # has exchanged the Docks in this Clean Up
    deeds: dict[str, int] = field(default_factory=dict)  # of this round, what deals are judged by
    draft: Draft | None = None

    def copy(self) -> "Player":
        return Player(
            self.vp,
            self.rosettes,
            self.warehouse[:],
            self.room,
            self.docks[:],
            self.private,
            self.store,
            self.improvements[:],
            self.meeples,
            self.at[:],
            self.commissar_at[:],
            self.unresearched[:],
            self.inventions.copy(),
            self.spent[:],
            self.commissions[:],
            self.begun.copy(),
            self.finished[:],
            self.operated[:],
            self.active[:],
            self.completed[:],
            self.pieces[:],
            self.swapped,
            self.deeds.copy(),
            self.draft.copy() if self.draft else None,
        )

    @property
    def free(self) -> int:
        """Return how many cubes still fit into the Warehouse."""
        return self.room - sum(self.warehouse)

    def did(self, deed: str, count: int = 1) -> None:
        self.deeds[deed] = self.deeds.get(deed, 0) + count


@dataclass(slots=True)
class OpenOrder:
    """A visible Government Order."""

    name: str
    rosettes: int = 0
    makers: list[tuple[int, str]] = field(default_factory=list)  # seat and quality, this round

    def copy(self) -> "OpenOrder":
        return OpenOrder(self.name, self.rosettes, self.makers[:])


@dataclass(slots=True)
class RoundRules:
    """What the event of the round changes for as long as the round lasts."""

    closed: list[str] = field(default_factory=list)
    no_commissars: bool = False
    rupture_at: int = BOARD.steam.rupture_at
    own_points: int = 0  # more for each Worker at Requisition
    smaller_loads: int = 0
    hero_rosettes: int = BOARD.scoring.hero_rosettes
    bargains: list[str] = field(default_factory=list)  # cost less to buy
    bargain: int = 0
    least_price: int = 1
    fee_at: str = ""  # a Worker placed there pays
    fee: int = 0

    def copy(self) -> "RoundRules":
        return RoundRules(
            self.closed[:],
            self.no_commissars,
            self.rupture_at,
            self.own_points,
            self.smaller_loads,
            self.hero_rosettes,
            self.bargains[:],
            self.bargain,
            self.least_price,
            self.fee_at,
            self.fee,
        )


@dataclass(slots=True)
class Basket:
    """What an open question needs to remember; each question uses a few of the fields."""

    points: int = 0  # own points
    pool_points: int = 0
    count: int = 0  # steps made, or cubes chosen
    least: int = 0
    most: int = 0
    car: int = 0
    pair: list[int] = field(default_factory=list)  # Railcars that must still be sent
    worth: int = 0  # of a trade
    bought: bool = False
    sold: list[int] = field(default_factory=list)  # resources
    held: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    magic: bool = False  # the slot's Magic
    cards: list[str] = field(default_factory=list)  # drawn commissions, for their seat only

    def copy(self) -> "Basket":
        return Basket(
            self.points,
            self.pool_points,
            self.count,
            self.least,
            self.most,
            self.car,
            self.pair[:],
            self.worth,
            self.bought,
            self.sold[:],
            self.held[:],
            self.used[:],
            self.magic,
            self.cards[:],
        )


@dataclass(slots=True)
class Script:
    """Luck that a scenario has written down, used before the table's own luck."""

    tower_out: list[Cubes] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def copy(self) -> "Script":
        return Script([each[:] for each in self.tower_out], self.draws[:], self.starts[:])


PackedPlayer = Annotated[Player, *packed(Player)]
PackedBasket = Annotated[Basket, *packed(Basket)]
PackedRules = Annotated[RoundRules, *packed(RoundRules)]


@dataclass(slots=True)
class State:
    luck: AnyLuck
    options: Options
    players: list[PackedPlayer]
    first: int  # the Starting Player
    supply: Cubes
    rosettes: int
    bag: Cubes
    tower: list[list[int]]  # shelves from the top, each with its cubes by resource
    order_deck: Deck
    market_deck: Deck
    event_deck: Deck
    invention_deck: Deck
    commission_deck: Deck
    round: int = 1
    phase: str = "draw"
    at: int = 0
    part: int = 0
    asks: str = ""
    basket: PackedBasket = field(default_factory=Basket)
    pool: Cubes = field(default_factory=empty)
    drawn: Cubes = field(default_factory=empty)  # of the Bag, not placed yet
    bag_draws: int = 0  # this round: each has luck of its own
    loads: list[Cubes] = field(default_factory=list)  # of Railcar 1, 2, ...
    station: list[int] = field(default_factory=list)
    track: list[int] = field(default_factory=list)  # space 1 first
    steam: int = 0
    ruptured: bool = False
    orders: list[OpenOrder] = field(default_factory=list)
    market: str = ""
    event: str = ""
    rules: PackedRules = field(default_factory=RoundRules)
    inventions: list[str] = field(default_factory=list)  # the open row
    workers: dict[str, list[int]] = field(default_factory=dict)  # seats by slot
    commissars: dict[str, int] = field(default_factory=dict)
    doubled: bool = False  # the Shipping Commissar has used it this round
    paid: int = 0  # Workers who paid at the Embassy this round
    deals: list[Deal] = field(default_factory=list)
    points: list[int] = field(default_factory=list)  # everybody's VP when the last round ended
    script: Script | None = None
    acting: tuple[int, ...] = ()
    base: Optional["State"] = None
    rows: list[Row] = field(default_factory=list)
    undoable: Seats = field(default_factory=set)

    def copy(self) -> "State":
        return State(
            self.luck.copy(),
            self.options,
            [player.copy() for player in self.players],
            self.first,
            self.supply[:],
            self.rosettes,
            self.bag[:],
            [shelf[:] for shelf in self.tower],
            self.order_deck.copy(),
            self.market_deck.copy(),
            self.event_deck.copy(),
            self.invention_deck.copy(),
            self.commission_deck.copy(),
            self.round,
            self.phase,
            self.at,
            self.part,
            self.asks,
            self.basket.copy(),
            self.pool[:],
            self.drawn[:],
            self.bag_draws,
            [load[:] for load in self.loads],
            self.station[:],
            self.track[:],
            self.steam,
            self.ruptured,
            [order.copy() for order in self.orders],
            self.market,
            self.event,
            self.rules.copy(),
            self.inventions[:],
            {place: seats[:] for place, seats in self.workers.items()},
            self.commissars.copy(),
            self.doubled,
            self.paid,
            [deal.copy() for deal in self.deals],
            self.points[:],
            self.script.copy() if self.script else None,
            self.acting,
            self.base,
            self.rows[:],
            self.undoable.copy(),
        )

    @property
    def last_round(self) -> int:
        return BOARD.short.rounds if self.options.short else BOARD.rounds

    def clockwise(self) -> list[int]:
        """Return all seats in turn order."""
        seats = len(self.players)
        return [(self.first + step) % seats for step in range(seats)]

    def order(self, name: str) -> OpenOrder | None:
        return next((order for order in self.orders if order.name == name), None)

    def load(self, car: int) -> Cubes:
        """Return the cubes in a Railcar."""
        return self.loads[car - 1]

    def dock_load(self, seat: int, dock: int) -> Cubes | None:
        car = self.players[seat].docks[dock - 1]
        return self.loads[car - 1] if car else None

    def is_in_play(self, place: str) -> bool:
        """Whether the location exists at this table."""
        return self.options.expansion or place not in EXPANSION

    def slots(self, place: str) -> int:
        """Return the number of Worker slots of a shared location (ruling 25)."""
        more = BOARD.more_slots.get(len(self.players), {})
        return BOARD.slots[place] + more.get(place, 0)

    def workers_at(self, place: str) -> list[int]:
        """Return the seats by slot at a shared location, in turn order on own boards."""
        if place in OWN_BOARD:
            return [seat for seat in self.clockwise() if place in self.players[seat].at]
        return self.workers.get(place, [])
