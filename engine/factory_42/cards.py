"""The card tables: rows of data, checked when loaded."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, model_validator

from engine.factory_42.board import FOLDER, IMPROVEMENTS
from engine.factory_42.effects import AnyEffect
from engine.factory_42.events import AnyEventEffect
from engine.factory_42.resources import CATEGORIES, INDEX, Cubes, cubes
from engine.kernel import cards
from engine.kernel.cards import load
from engine.kernel.strict import Strict

QUALITIES = ("minimum", "standard", "optimal")
WILD = tuple(f"any_{category}" for category in CATEGORIES)

Count = Annotated[int, Field(ge=1, le=6)]
Bundle = dict[str, Count]


def _check_names(bundle: Bundle, wild: tuple[str, ...] = ()) -> None:
    for name in bundle:
        if name not in INDEX and name not in wild:
            raise ValueError(f"there is no resource “{name}”")
    if sum(bundle.values()) > 6:
        raise ValueError("more than 6 cubes")


class Level(Strict):
    cost: Bundle
    rosettes: Annotated[int, Field(ge=0, le=6)]

    @model_validator(mode="after")
    def _known(self) -> "Level":
        _check_names(self.cost, WILD)
        return self


class OrderRow(cards.CardRow):
    steam: Annotated[int, Field(ge=0, le=6)]
    allocation: Bundle
    minimum: Level
    standard: Level
    optimal: Level

    @model_validator(mode="after")
    def _known(self) -> "OrderRow":
        _check_names(self.allocation)
        return self


class CommissionRow(cards.CardRow):
    cost: Bundle
    steam: Annotated[int, Field(ge=0, le=6)]
    pieces: Annotated[int, Field(ge=1, le=3)]
    vp: Annotated[int, Field(ge=0, le=9)]
    rosettes: Annotated[int, Field(ge=0, le=6)]

    @model_validator(mode="after")
    def _known(self) -> "CommissionRow":
        _check_names(self.cost)
        return self


class InventionRow(cards.CardRow):
    cost: Bundle
    steam: Annotated[int, Field(ge=0, le=6)] = 0
    vp: Annotated[int, Field(ge=0, le=9)]
    uses: Annotated[int, Field(ge=0, le=3)] = 0  # 0: no limit
    store: Annotated[int, Field(ge=0, le=3)] = 0
    effect: AnyEffect | None = None

    @model_validator(mode="after")
    def _known(self) -> "InventionRow":
        _check_names(self.cost)
        return self


class EventRow(cards.CardRow):
    is_last: bool = False
    adds: Bundle = Field(default_factory=dict)
    removes: Bundle = Field(default_factory=dict)
    effects: tuple[AnyEventEffect, ...] = ()

    @model_validator(mode="after")
    def _known(self) -> "EventRow":
        _check_names({**self.adds, **self.removes})
        return self


@dataclass(frozen=True, slots=True, eq=False)
class Cost:
    """What a good or a research needs: cubes, wildcards by category, and Steam."""

    cubes: tuple[int, ...]
    wild: tuple[int, int, int]  # any Material, any Metal, any Food
    steam: int
    size: int  # cubes and wildcards
    items: tuple[tuple[int, int], ...] = ()  # the cubes again: only resources that it has


def _cost(bundle: Bundle, steam: int) -> Cost:
    wild = tuple(bundle.get(name, 0) for name in WILD)
    exact = cubes({name: count for name, count in bundle.items() if name in INDEX})
    items = tuple((number, count) for number, count in enumerate(exact) if count)
    return Cost(tuple(exact), wild, steam, sum(bundle.values()), items)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    id: str
    name: str
    steam: int
    allocation: Cubes
    costs: dict[str, Cost]  # by quality
    rosettes: dict[str, int]
    row: OrderRow


@dataclass(frozen=True, slots=True, eq=False)
class Commission:
    id: str
    name: str
    cost: Cost
    pieces: int
    vp: int
    rosettes: int
    row: CommissionRow


@dataclass(frozen=True, slots=True, eq=False)
class Invention:
    id: str
    name: str
    cost: Cost
    vp: int
    uses: int
    store: int
    effect: Any  # one of `effects`, or None
    row: InventionRow


@dataclass(frozen=True, slots=True, eq=False)
class EventCard:
    id: str
    name: str
    adds: Cubes
    removes: Cubes
    effects: tuple[Any, ...]  # of `events`


def _order(row: OrderRow) -> Order:
    levels = {quality: getattr(row, quality) for quality in QUALITIES}
    costs = {quality: _cost(level.cost, row.steam) for quality, level in levels.items()}
    rosettes = {quality: level.rosettes for quality, level in levels.items()}
    return Order(row.id, row.name, row.steam, cubes(row.allocation), costs, rosettes, row)


RULES = 1  # raised when rules or cards change what a stored journal means
EVENT_ROWS = load(FOLDER / "events.toml", "event", EventRow)

ORDERS: dict[str, Order] = {
    row.id: _order(row) for row in load(FOLDER / "orders.toml", "order", OrderRow)
}
COMMISSIONS: dict[str, Commission] = {
    row.id: Commission(
        row.id, row.name, _cost(row.cost, row.steam), row.pieces, row.vp, row.rosettes, row
    )
    for row in load(FOLDER / "commissions.toml", "commission", CommissionRow)
}
INVENTIONS: dict[str, Invention] = {
    row.id: Invention(
        row.id,
        row.name,
        _cost(row.cost, row.steam),
        row.vp,
        row.uses,
        row.store,
        row.effect,
        row,
    )
    for row in load(FOLDER / "inventions.toml", "invention", InventionRow)
}
EVENTS: dict[str, EventCard] = {
    row.id: EventCard(row.id, row.name, cubes(row.adds), cubes(row.removes), row.effects)
    for row in EVENT_ROWS
}
LAST_EVENT = next(row.id for row in EVENT_ROWS if row.is_last)
EVENT_DECK = tuple(row.id for row in EVENT_ROWS if not row.is_last)
QUIET_WEEK = "a_quiet_week"

IMPROVEMENT_COSTS: dict[str, Cost] = {
    name: _cost(row.cost, 0) for name, row in IMPROVEMENTS.items()
}
