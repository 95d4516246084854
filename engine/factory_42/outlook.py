"""What the autopilot thinks of a position: the goods it works towards and the cubes it needs.

It is computed once for each decision. Worths are in Victory Points.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS, ORDERS, QUALITIES, Cost
from engine.factory_42.resources import CATEGORIES, COUNT, MAGIC, OF_CATEGORY, POINTS
from engine.factory_42.state import PHASES
from engine.factory_42.view import PlayerView, View

ROSETTE, LAST_ROSETTE = 0.6, 0.34  # a Rosette now, and when only the final scoring is left
CUBE = 0.13  # what a requisition point of cubes is worth in the end
MISSING = 0.3  # what a missing point takes from a good's worth
OPEN_ORDER = 1.0  # what the seat's share of a closed order's penalty is worth
OWN_ORDER = 0.6  # everybody looks after one order first, so that none is forgotten
NEVER = -9.0
PHASE = {phase: number for number, phase in enumerate(PHASES)}
POINTS_OF = tuple(points or 5 for points in POINTS)  # Magic counts 5
_KINDS = tuple(OF_CATEGORY[category] for category in CATEGORIES)
MAKING = ("manufacturium1", "manufacturium2")
Counts = list[int]


@dataclass(slots=True)
class Target:
    """A good that the seat could make, with the cubes that it still lacks."""

    name: str
    worth: float
    used: Counts  # of what the seat has
    missing: Counts
    dock: int  # of the Manufacturium where it would be made
    spent: int  # points of what is used
    lacking: int  # points of what is missing


class Outlook:
    def __init__(self, view: View, seat: int | None = None) -> None:
        self.view = view
        self.seat = view.seat if seat is None else seat
        assert self.seat is not None
        self.player = view.players[self.seat]

    @cached_property
    def rosette(self) -> float:
        """Return what a Rosette is worth to the seat now."""
        view = self.view
        if view.round < view.last_round:
            return ROSETTE
        is_past = PHASE[view.phase] > PHASE["accounting"]
        can_sell = view.phase == "place" or self.seat in view.workers.get("accounting", ())
        return LAST_ROSETTE if is_past or not can_sell else ROSETTE

    @cached_property
    def stock(self) -> Counts:
        """Count all cubes of the seat, in the Warehouse and at Docks."""
        return total(self.player.warehouse, *(car.load for car in self.player.docks if car))

    @cached_property
    def docks(self) -> list[int]:
        """List the Docks, by number, at which the seat can still make goods this round."""
        now = PHASE[self.view.phase]
        if now <= PHASE["place"]:
            return [1, 2]
        places = [place for place in MAKING if place in self.player.at and PHASE[place] >= now]
        return [int(place[-1]) for place in places]

    @cached_property
    def targets(self) -> list[Target]:
        """List the goods to work towards, one for each Manufacturium, the best first."""
        return self._chosen(_appeal)

    def _chosen(self, appeal: Callable[[Target], float]) -> list[Target]:
        targets: list[Target] = []
        left, free = list(self.player.warehouse), self.docks or [1]
        while free:
            names = {target.name for target in targets}
            options = [
                target
                for dock in self._different(free)
                for target in self._options(self._reach(left, dock), dock)
                if target.name not in names
            ]
            if not options:
                break
            best = max(options, key=appeal)
            targets.append(best)
            free = [dock for dock in free if dock != best.dock]
            at_dock = own_dock(self.player, best.dock)
            for n in range(COUNT):
                left[n] -= min(left[n], max(0, best.used[n] - at_dock[n]))
        return targets

    def _different(self, docks: list[int]) -> list[int]:
        """Leave out the second of two Docks that have no load: they are the same."""
        is_same = not any(car and any(car.load) for car in self.player.docks)
        return docks[:1] if is_same else docks

    def _reach(self, warehouse: Counts, dock: int) -> Counts:
        """Count the cubes a Manufacturium can use; with a Crane it reaches both Docks."""
        if "crane" in self.player.improvements:
            return total(warehouse, own_dock(self.player, 1), own_dock(self.player, 2))
        return total(warehouse, own_dock(self.player, dock))

    def _options(self, stock: Counts, dock: int) -> Iterator[Target]:
        for place, order in enumerate(self.view.orders):
            if order.name in self.player.completed:
                continue
            relief = 0.0 if order.makers else OPEN_ORDER + order.rosettes * self.rosette
            relief += OWN_ORDER if place == self.seat else 0.0
            card = ORDERS[order.name]
            for quality in QUALITIES[:2]:
                worth = BOARD.scoring.order_vp + relief + card.rosettes[quality] * self.rosette
                yield _target(order.name, worth, card.costs[quality], stock, dock)
        for name in (*self.player.commissions, *self.player.begun):
            piece = COMMISSIONS[name]
            worth = piece.vp + piece.rosettes * self.rosette
            yield _target(name, worth, piece.cost, stock, dock)

    # --- trading --------------------------------------------------------------------------------

    @cached_property
    def shopping(self) -> Counts:
        """Count the cubes to buy: what the best goods lack and spare cubes can pay for."""
        view = self.view
        cubes = [0] * COUNT
        purse = points_of(self.junk, view.sells)
        for target in self._chosen(self._bargain):
            cost = sum(n * view.buys[r] for r, n in enumerate(target.missing))
            is_there = all(view.buys[r] for r, n in enumerate(target.missing) if n)
            if any(target.missing) and is_there and cost <= purse:
                purse -= cost
                cubes = total(cubes, target.missing)
        return cubes

    def _bargain(self, target: Target) -> float:
        """Rate a good as `_appeal` does, but a missing cube counts what it costs at the Market."""
        view = self.view
        cost = sum(n * (view.buys[r] or 20) for r, n in enumerate(target.missing))
        return target.worth - 0.12 * cost - CUBE * target.spent

    @cached_property
    def junk(self) -> Counts:
        """Count the cubes anywhere that no target uses."""
        used = total(*(target.used for target in self._chosen(self._bargain)), [0] * COUNT)
        return [max(0, n - u) for n, u in zip(self.stock, used, strict=True)]

    @cached_property
    def wanted(self) -> Counts:
        """Count the cubes that the targets still lack."""
        return total(*(target.missing for target in self.targets)) if self.targets else [0] * COUNT

    def wanted_at(self, dock: int) -> Counts:
        """Count the cubes that the target of one Manufacturium lacks."""
        missing = [target.missing for target in self.targets if target.dock == dock]
        return missing[0] if missing else [0] * COUNT

    @cached_property
    def reserved(self) -> Counts:
        """Count own cubes that the targets use; only targets that are nearly complete count."""
        near = [target for target in self.targets if sum(target.missing) <= 3]
        return total(*(target.used for target in near)) if near else [0] * COUNT

    @cached_property
    def spare(self) -> Counts:
        """Count the cubes of the Warehouse that no target uses; those at Docks are used first."""
        docks = total(*(car.load for car in self.player.docks if car), [0] * COUNT)
        from_warehouse = [max(0, n - at) for n, at in zip(self.reserved, docks, strict=True)]
        return [
            max(0, n - keep) for n, keep in zip(self.player.warehouse, from_warehouse, strict=True)
        ]

    @cached_property
    def demand(self) -> Counts:
        """Count what one good of every open order would need, less what is in the Pool."""
        cubes = [0] * COUNT
        for order in self.view.orders:
            if not order.makers:
                cost = ORDERS[order.name].costs["minimum"]
                for n in range(COUNT):
                    cubes[n] += cost.cubes[n]
        return [max(0, n - there) for n, there in zip(cubes, self.view.pool, strict=True)]

    @cached_property
    def steam_lacking(self) -> int:
        """Estimate the Steam that this round's goods will need beyond what there is."""
        view = self.view
        makers = sum(place in p.at for p in view.players for place in MAKING) or len(view.players)
        return 2 * makers - view.steam

    def own_at(self, place: str) -> int:
        """Count own Workers at a shared location."""
        return self.view.workers.get(place, ()).count(self.seat)

    def there(self, place: str) -> int:
        """Count all Workers at a shared location."""
        return len(self.view.workers.get(place, ()))

    @property
    def open_docks(self) -> int:
        return sum(dock is None for dock in self.player.docks)

    def rival(self, seat: int) -> "Outlook":
        return Outlook(self.view, seat)


def total(*parts: Sequence[int]) -> Counts:
    return [sum(column) for column in zip(*parts, strict=True)]


def points(cubes: Sequence[int]) -> int:
    return points_of(cubes, POINTS_OF)


def points_of(cubes: Sequence[int], prices: Sequence[int]) -> int:
    return sum(map(int.__mul__, cubes, prices))


def covered(load: Sequence[int], wanted: Sequence[int]) -> int:
    """Return the points of those cubes in a load that are wanted."""
    return sum(min(n, w) * p for n, w, p in zip(load, wanted, POINTS_OF, strict=True))


def _appeal(target: Target) -> float:
    return target.worth - MISSING * target.lacking - CUBE * target.spent


def _target(name: str, worth: float, cost: Cost, stock: Counts, dock: int) -> Target:
    """Work out what a good would use and lack.

    Wildcards take what is left over, cheapest first; Magic fills the dearest gaps.
    """
    used, missing = [0] * COUNT, [0] * COUNT
    spent = lacking = 0
    for n, need in cost.items:
        have = min(need, stock[n])
        used[n], missing[n] = have, need - have
        spent += have * POINTS_OF[n]
        lacking += (need - have) * POINTS_OF[n]
    for kinds, wild in zip(_KINDS, cost.wild, strict=True):
        for _ in range(wild):
            kind = next((k for k in kinds if stock[k] > used[k]), None)
            if kind is None:
                missing[kinds[0]] += 1
                lacking += POINTS_OF[kinds[0]]
            else:
                used[kind] += 1
                spent += POINTS_OF[kind]
    magic = stock[MAGIC] - used[MAGIC]
    if magic and lacking:
        for n in sorted(range(MAGIC), key=lambda n: -POINTS_OF[n]):
            filled = min(magic, missing[n])
            missing[n] -= filled
            used[MAGIC] += filled
            magic -= filled
            lacking -= filled * POINTS_OF[n]
            spent += filled * POINTS_OF[MAGIC]
    return Target(name, worth, used, missing, dock, spent, lacking)


def own_dock(player: PlayerView, dock: int) -> Sequence[int]:
    car = player.docks[dock - 1]
    return car.load if car else [0] * COUNT
