"""Market cards, and what cubes are worth and cost this round."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, model_validator

from engine.factory_42.board import BOARD, FOLDER
from engine.factory_42.resources import COUNT, INDEX, RESOURCES, Cubes, cubes
from engine.factory_42.state import State
from engine.kernel import cards
from engine.kernel.cards import load

Price = Annotated[int, Field(ge=1, le=9)]
ORDINARY_DAY = "an_ordinary_day"


class MarketRow(cards.CardRow):
    sell: dict[str, Price]
    buy: dict[str, Price]

    @model_validator(mode="after")
    def _known(self) -> "MarketRow":
        for name in (*self.sell, *self.buy):
            if name not in INDEX:
                raise ValueError(f"there is no resource “{name}”")
        return self


@dataclass(frozen=True, slots=True, eq=False)
class Market:
    """Prices by resource; 0 stands for a dash."""

    id: str
    name: str
    sell: tuple[int, ...]
    buy: tuple[int, ...]


MARKET_ROWS = load(FOLDER / "market.toml", "market", MarketRow)
MARKETS: dict[str, Market] = {
    row.id: Market(row.id, row.name, tuple(cubes(row.sell)), tuple(cubes(row.buy)))
    for row in MARKET_ROWS
}


def worth(state: State, resource: int) -> int:
    """Return what the Market gives for a cube; 0 if it takes none."""
    return MARKETS[state.market].sell[resource]


def price(state: State, resource: int) -> int:
    """Return what a cube costs; 0 if there is none. Caravan Day doesn't change a dash."""
    printed = MARKETS[state.market].buy[resource]
    if printed and RESOURCES[resource] in state.rules.bargains:
        return max(state.rules.least_price, printed - state.rules.bargain)
    return printed


def sources(state: State, seat: int) -> list[tuple[tuple[str | int, ...], Cubes]]:
    """List the places that cubes may be sold from, each with its words in a code (ruling 56)."""
    player = state.players[seat]
    places: list[tuple[tuple[str | int, ...], Cubes]] = []
    for name in BOARD.trading.sources:
        if name == "warehouse":
            places.append(((), player.warehouse))
        else:
            dock = int(name[-1])
            load = state.dock_load(seat, dock)
            if load is not None:
                places.append((("dock", dock), load))
    return places


def can_sell(state: State, seat: int) -> bool:
    return any(
        load[resource] and worth(state, resource)
        for _, load in sources(state, seat)
        for resource in range(COUNT)
    )
