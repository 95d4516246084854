"""What an event does: a closed set of effects that run and describe themselves.

`happen` runs once when the card is drawn; `hold` sets what applies for the round (ruling 23).
"""

from typing import Annotated, Literal

from pydantic import Field

from engine.factory_42.board import BOARD
from engine.factory_42.nouns import amounts, location_name
from engine.factory_42.resources import OF_CATEGORY, Cubes, cubes
from engine.factory_42.state import RoundRules, State
from engine.factory_42.stock import check_rupture, gain_cubes, gain_steam
from engine.factory_42.tower import release
from engine.kernel.events import Fact
from engine.kernel.phrases import joined, plural
from engine.kernel.strict import Strict


class EventEffect(Strict):
    def hold(self, rules: RoundRules) -> None:
        """Set what lasts for the round."""

    def happen(self, state: State, events: list[Fact]) -> None:
        """Do what is done once."""

    @property
    def text(self) -> str:
        """One sentence."""
        raise NotImplementedError


class Close(EventEffect):
    do: Literal["close"]
    location: str

    def hold(self, rules: RoundRules) -> None:
        rules.closed = [*rules.closed, self.location]

    @property
    def text(self) -> str:
        return f"{location_name(self.location)} is closed for everyone this round."


class NoCommissars(EventEffect):
    do: Literal["no_commissars"]

    def hold(self, rules: RoundRules) -> None:
        rules.no_commissars = True

    @property
    def text(self) -> str:
        return "No meeple may be placed as a Commissar this round."


class GainAll(EventEffect):
    do: Literal["gain_all"]
    cubes: dict[str, int]

    def happen(self, state: State, events: list[Fact]) -> None:
        for seat in state.clockwise():
            gain_cubes(state, seat, cubes(self.cubes))

    @property
    def text(self) -> str:
        return f"Every player gains {amounts(cubes(self.cubes))}."


class MoreSteam(EventEffect):
    do: Literal["steam"]
    amount: int

    def happen(self, state: State, events: list[Fact]) -> None:
        gain_steam(state, self.amount, events)

    @property
    def text(self) -> str:
        return f"The Steam rises by {self.amount} (the boiler can burst)."


class Spoil(EventEffect):
    """Everyone who has such a cube must give one up; `drawing` asks them."""

    do: Literal["spoil"]
    category: str

    def spoils(self, warehouse: Cubes) -> list[int]:
        return [resource for resource in OF_CATEGORY[self.category] if warehouse[resource]]

    @property
    def text(self) -> str:
        kind = self.category.capitalize()
        return f"Everyone with {kind} in their Warehouse returns 1 {kind} of their choice."


class Cheaper(EventEffect):
    do: Literal["cheaper"]
    resources: list[str]
    by: int
    least: int

    def hold(self, rules: RoundRules) -> None:
        rules.bargains, rules.bargain, rules.least_price = [*self.resources], self.by, self.least

    @property
    def text(self) -> str:
        named = joined(name.capitalize() for name in self.resources)
        return f"At Trading, {named} cost {self.by} less to buy (but at least {self.least})."


class RuptureAt(EventEffect):
    do: Literal["rupture_at"]
    steam: int

    def hold(self, rules: RoundRules) -> None:
        rules.rupture_at = self.steam

    def happen(self, state: State, events: list[Fact]) -> None:
        check_rupture(state, events)

    @property
    def text(self) -> str:
        return f"The boiler bursts at {self.steam} Steam this round (now, if it's already there)."


class OwnPoints(EventEffect):
    do: Literal["own_points"]
    points: int

    def hold(self, rules: RoundRules) -> None:
        rules.own_points = self.points

    @property
    def text(self) -> str:
        return f"Each Worker at Requisition has {plural(self.points, 'more own point')}."


class Release(EventEffect):
    do: Literal["release"]
    cubes: int

    def happen(self, state: State, events: list[Fact]) -> None:
        out = release(state, self.cubes)
        events.append(("released", None, (tuple(out),)))

    @property
    def text(self) -> str:
        return f"Up to {self.cubes} random cubes fall from the Tower into the Pool."


class Volunteers(EventEffect):
    do: Literal["volunteers"]
    meeples: int

    def happen(self, state: State, events: list[Fact]) -> None:
        lowest = min(player.vp for player in state.players)
        for player in state.players:
            if player.vp == lowest:
                player.meeples += self.meeples

    @property
    def text(self) -> str:
        more = plural(self.meeples, "more meeple")
        return f"Each player with the fewest Victory Points has {more} this round."


class SmallerLoads(EventEffect):
    do: Literal["smaller_loads"]
    by: int

    def hold(self, rules: RoundRules) -> None:
        rules.smaller_loads = self.by

    @property
    def text(self) -> str:
        numbers = BOARD.loading
        max_load = numbers.most - self.by
        more = max_load + numbers.with_commissar
        return (
            f"A Worker at Loading loads at most {max_load} cubes ({more} with a Commissar there)."
        )


class Hero(EventEffect):
    do: Literal["hero"]
    rosettes: int

    def hold(self, rules: RoundRules) -> None:
        rules.hero_rosettes = self.rosettes

    @property
    def text(self) -> str:
        return f"The Hero of Labor gets {plural(self.rosettes, 'Rosette')} this round."


class PlacingFee(EventEffect):
    do: Literal["placing_fee"]
    location: str
    rosettes: int

    def hold(self, rules: RoundRules) -> None:
        rules.fee_at, rules.fee = self.location, self.rosettes

    @property
    def text(self) -> str:
        fee = plural(self.rosettes, "Rosette")
        return f"A Worker placed at {location_name(self.location)} costs {fee} at once."


AnyEventEffect = Annotated[
    Close
    | NoCommissars
    | GainAll
    | MoreSteam
    | Spoil
    | Cheaper
    | RuptureAt
    | OwnPoints
    | Release
    | Volunteers
    | SmallerLoads
    | Hero
    | PlacingFee,
    Field(discriminator="do"),
]
