"""What an Invention does at Operate: a closed set of effects that run and describe themselves.

A choice that can be made beforehand stands in the code behind the Invention's name; what needs
several steps opens a basket of its own. What would have no effect is not offered (ruling 49).
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from engine.factory_42.board import BOARD
from engine.factory_42.market import can_sell
from engine.factory_42.nouns import amounts, location_name
from engine.factory_42.places import has_open_slot, moves, stand_at
from engine.factory_42.resources import (
    COUNT,
    INDEX,
    NEXT_SIZE,
    OF_CATEGORY,
    POINTS,
    RESOURCES,
    SIZE,
    cubes,
    fits_within,
)
from engine.factory_42.state import Basket, Player, State
from engine.factory_42.stock import (
    gain_cubes,
    gain_rosettes,
    gain_steam,
    gain_vp,
    pay_cubes,
    pay_rosettes,
)
from engine.kernel.effects import NO_CHOICE, Choices, RunningEffect
from engine.kernel.events import Fact
from engine.kernel.phrases import joined, plural


class Effect(RunningEffect[State]):
    """What an Invention does: it acts at once, or opens a basket."""


def _of(state: State, seat: int) -> Player:
    return state.players[seat]


class TakeFromPool(Effect):
    do: Literal["take_from_pool"]

    def choices(self, state: State, seat: int) -> Choices:
        if _of(state, seat).free < 1:
            return []
        return [(RESOURCES[resource],) for resource in range(COUNT) if state.pool[resource]]

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        resource = INDEX[chosen[0]]
        state.pool[resource] -= 1
        _of(state, seat).warehouse[resource] += 1

    @property
    def text(self) -> str:
        return "move 1 cube of your choice from the Pool to your Warehouse"


class PrivateSteam(Effect):
    do: Literal["private_steam"]
    amount: int

    def choices(self, state: State, seat: int) -> Choices:
        player = _of(state, seat)
        return NO_CHOICE if player.private < player.store else []

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        player = _of(state, seat)
        player.private = min(player.store, player.private + self.amount)

    @property
    def text(self) -> str:
        return f"gain {self.amount} Private Steam, as far as your store has room"


class SiphonSteam(Effect):
    do: Literal["siphon_steam"]
    most: int

    def choices(self, state: State, seat: int) -> Choices:
        player = _of(state, seat)
        max_count = min(self.most, state.steam, player.store - player.private)
        return [(count,) for count in range(1, max_count + 1)]

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        state.steam -= chosen[0]
        _of(state, seat).private += chosen[0]

    @property
    def text(self) -> str:
        return f"turn up to {self.most} public Steam into Private Steam"


class Upgrade(Effect):
    do: Literal["upgrade"]
    size: Literal["small", "medium"]

    def choices(self, state: State, seat: int) -> Choices:
        warehouse = _of(state, seat).warehouse
        return [
            (RESOURCES[small],)
            for small, large in NEXT_SIZE.items()
            if SIZE[small] == self.size and warehouse[small] and state.supply[large]
        ]

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        given = INDEX[chosen[0]]
        warehouse, gained = _of(state, seat).warehouse, NEXT_SIZE[given]
        pay_cubes(state, warehouse, given)
        pay_cubes(state, warehouse, gained, -1)

    @property
    def text(self) -> str:
        bigger = "medium" if self.size == "small" else "large"
        return f"change 1 {self.size} cube in your Warehouse into the {bigger} cube of its category"


class Convert(Effect):
    """Exchange cubes of the Warehouse, Rosettes or VP for others: pay all of it, gain all of it."""

    do: Literal["convert"]
    give: dict[str, int]
    get: dict[str, int]

    def choices(self, state: State, seat: int) -> Choices:
        player = _of(state, seat)
        is_payable = fits_within(_cubes(self.give), player.warehouse)
        is_payable &= player.rosettes >= self.give.get("rosette", 0)
        is_there = fits_within(_cubes(self.get), state.supply)
        return NO_CHOICE if is_payable and is_there else []

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        player = _of(state, seat)
        for resource, count in enumerate(_cubes(self.give)):
            pay_cubes(state, player.warehouse, resource, count)
        pay_rosettes(state, player, self.give.get("rosette", 0))
        gain_cubes(state, seat, _cubes(self.get))
        gain_vp(player, self.get.get("vp", 0))

    @property
    def text(self) -> str:
        return f"pay {_bundle(self.give)} to gain {_bundle(self.get)}"


def _cubes(bundle: dict[str, int]) -> list[int]:
    return cubes({name: count for name, count in bundle.items() if name in INDEX})


def _bundle(bundle: dict[str, int]) -> str:
    parts = [amounts(_cubes(bundle), "")]
    if bundle.get("rosette"):
        parts.append(plural(bundle["rosette"], "Rosette"))
    if bundle.get("vp"):
        parts.append(f"{bundle['vp']} VP")
    return joined(filter(None, parts))


class Gain(Effect):
    do: Literal["gain"]
    cubes: dict[str, int] = Field(default_factory=dict)
    rosettes: int = 0

    def choices(self, state: State, seat: int) -> Choices:
        is_there = any(state.supply[INDEX[name]] for name in self.cubes)
        return NO_CHOICE if is_there or (self.rosettes and state.rosettes) else []

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        gain_cubes(state, seat, cubes(self.cubes))
        gain_rosettes(state, _of(state, seat), self.rosettes)

    @property
    def text(self) -> str:
        gained = [amounts(cubes(self.cubes), "")]
        if self.rosettes:
            gained.append(plural(self.rosettes, "Rosette"))
        return f"gain {joined(filter(None, gained))}"


class MoveOwn(Effect):
    do: Literal["move_own"]
    moves: int

    def choices(self, state: State, seat: int) -> Choices:
        return NO_CHOICE if moves(state, seat) else []

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        state.asks, state.basket = "move", Basket(most=self.moves)

    @property
    def text(self) -> str:
        return f"move up to {self.moves} cubes between your Docks and your Warehouse"


class RequisitionOwn(Effect):
    do: Literal["requisition"]
    points: int
    without: list[str]

    def choices(self, state: State, seat: int) -> Choices:
        bought = [r for r in range(COUNT) if POINTS[r] and RESOURCES[r] not in self.without]
        is_there = any(state.supply[r] and POINTS[r] <= self.points for r in bought)
        return NO_CHOICE if is_there and _of(state, seat).free > 0 else []

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        state.asks = "seal"
        state.basket = Basket(points=self.points, used=[*self.without])

    @property
    def text(self) -> str:
        without = joined(f"no {name.capitalize()}" for name in self.without)
        return f"requisition {self.points} points of cubes into your Warehouse ({without})"


class Bellows(Effect):
    do: Literal["bellows"]
    steam: int
    rosettes: int

    def choices(self, state: State, seat: int) -> Choices:
        can_rise = not state.ruptured or state.steam < BOARD.steam.rupture_to
        if not can_rise and not state.rosettes:
            return []
        warehouse = _of(state, seat).warehouse
        return [(RESOURCES[resource],) for resource in range(COUNT) if warehouse[resource]]

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        player = _of(state, seat)
        pay_cubes(state, player.warehouse, INDEX[chosen[0]])
        gain_steam(state, self.steam, events)
        gain_rosettes(state, player, self.rosettes)

    @property
    def text(self) -> str:
        rosettes = plural(self.rosettes, "Rosette")
        return f"pay any 1 cube to raise the public Steam by {self.steam} and gain {rosettes}"


class TakeFromRailcar(Effect):
    do: Literal["take_from_railcar"]
    category: str

    def choices(self, state: State, seat: int) -> Choices:
        if _of(state, seat).free < 1:
            return []
        return [
            (car, RESOURCES[resource])
            for car in sorted([*state.station, *state.track])
            for resource in OF_CATEGORY[self.category]
            if state.load(car)[resource]
        ]

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        car, name = chosen
        state.load(car)[INDEX[name]] -= 1
        _of(state, seat).warehouse[INDEX[name]] += 1

    @property
    def text(self) -> str:
        kind = self.category.capitalize()
        return f"take 1 {kind} from a Railcar in the Station or on the track"


class Rummage(Effect):
    do: Literal["rummage"]
    cubes: int

    def choices(self, state: State, seat: int) -> Choices:
        return NO_CHOICE if any(state.bag) and _of(state, seat).free > 0 else []

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        state.asks = "rummage"
        state.basket = Basket(count=min(self.cubes, sum(state.bag)))

    @property
    def text(self) -> str:
        return f"draw {self.cubes} cubes from the Bag, naming a size for each, and keep 1"


class Trade(Effect):
    do: Literal["trade"]

    def choices(self, state: State, seat: int) -> Choices:
        return NO_CHOICE if can_sell(state, seat) else []

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        state.asks, state.basket = "trade", Basket()

    @property
    def text(self) -> str:
        return "make one trade at this round's prices, without a fee"


class Later(Effect):
    """Change goods that are made later in the round; it can always be used (ruling 49)."""

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        player = _of(state, seat)
        player.active.append(player.operated[-1])


class Discount(Later):
    do: Literal["discount"]
    category: str

    @property
    def text(self) -> str:
        kind = self.category.capitalize()
        return f"your first good this round that needs {kind} needs 1 less"


class DiscountSteam(Later):
    do: Literal["discount_steam"]
    by: int

    @property
    def text(self) -> str:
        return f"each good you make this round needs {self.by} less Steam"


class BonusOnOrder(Later):
    do: Literal["bonus_on_order"]
    qualities: list[str]
    rosettes: int

    @property
    def text(self) -> str:
        named = " or ".join(quality.capitalize() for quality in self.qualities)
        more = plural(self.rosettes, "more Rosette")
        return f"your first Government Order this round at {named} gives {more}"


class SecondGood(Later):
    do: Literal["second_good"]

    @property
    def text(self) -> str:
        return "you may make a second good at Manufacturium 1 this round, at full cost"


class Redeploy(Effect):
    do: Literal["redeploy"]
    to: list[str]

    def choices(self, state: State, seat: int) -> Choices:
        return [(place,) for place in self.to if has_open_slot(state, seat, place)]

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        _of(state, seat).at.remove("operate")
        stand_at(state, seat, chosen[0], events)

    @property
    def text(self) -> str:
        named = [location_name(place) for place in self.to]
        where = f"{', '.join(named[:-1])} or {named[-1]}"
        return f"move this Worker to the next open Worker slot of {where}; your Operate turn ends"


class Scrap(Effect):
    do: Literal["scrap"]
    cubes: int
    rosettes: int

    def choices(self, state: State, seat: int) -> Choices:
        loads = [_of(state, seat).warehouse, state.dock_load(seat, 1), state.dock_load(seat, 2)]
        have = sum(sum(load) for load in loads if load)
        return NO_CHOICE if have >= self.cubes and state.rosettes else []

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        state.asks, state.basket = "scrap", Basket(most=self.cubes, points=self.rosettes)

    @property
    def text(self) -> str:
        rosettes = plural(self.rosettes, "Rosette")
        return f"return any {self.cubes} cubes from your Docks and Warehouse for {rosettes}"


AnyEffect = Annotated[
    TakeFromPool
    | PrivateSteam
    | SiphonSteam
    | Upgrade
    | Convert
    | Gain
    | MoveOwn
    | RequisitionOwn
    | Bellows
    | TakeFromRailcar
    | Rummage
    | Trade
    | Discount
    | DiscountSteam
    | BonusOnOrder
    | SecondGood
    | Redeploy
    | Scrap,
    Field(discriminator="do"),
]
