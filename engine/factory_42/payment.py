"""Finds the standard payment of a cost, the best of all payments (ruling 12).

The search goes by the number of Magic cubes, fewest first. For each way in which discounts, the
slot's Magic and Magic cubes can take something off the cost, the rest is paid cube by cube; the
best payment is the one with the smallest key, made of what ruling 12 compares.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.factory_42.cards import Cost
from engine.factory_42.resources import (
    CATEGORIES,
    COUNT,
    FUEL,
    INCINERATE,
    MAGIC,
    OF_CATEGORY,
    POINTS,
    Cubes,
)

MAGIC_POINTS = 5
_POINTS = tuple(points or MAGIC_POINTS for points in POINTS)
_KINDS = tuple(OF_CATEGORY[category] for category in CATEGORIES)  # Material, Metal, Food
_WILD, _STEAM = COUNT, COUNT + len(CATEGORIES)  # where they stand in a `Need`

Need = tuple[int, ...]  # cubes by resource, wildcards by category, Steam


@dataclass(slots=True)
class Purse:
    """What a payment may use, without what is held back."""

    warehouse: Cubes
    own_dock: Cubes
    other_dock: Cubes
    public: int
    private: int
    has_slot: bool = False  # the slot's Magic
    has_fire: bool = False  # cubes of the Warehouse may be burnt
    discounts: tuple[int, ...] = ()  # categories, each one cube fewer

    @property
    def there(self) -> Cubes:
        return [
            a + b + c
            for a, b, c in zip(self.warehouse, self.own_dock, self.other_dock, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Payment:
    from_warehouse: tuple[int, ...]  # paid, not burnt
    from_own_dock: tuple[int, ...]
    from_other_dock: tuple[int, ...]
    burnt: tuple[int, ...]
    public: int
    private: int
    left_over: int  # Private Steam made by burning beyond what was needed
    uses_slot: bool

    @property
    def given(self) -> tuple[int, ...]:
        parts = (self.from_warehouse, self.from_own_dock, self.from_other_dock, self.burnt)
        return tuple(map(sum, zip(*parts, strict=True)))


def can_pay(cost: Cost, steam: int, purse: Purse) -> bool:
    """Whether some payment exists; tries the clear cases first, because it is called often."""
    there = purse.there
    # Cubes that only Magic can stand in for: named ones, then wildcards.
    lacking = sum(need - have for need, have in zip(cost.cubes, there, strict=True) if need > have)
    lacking -= max(0, cost.cubes[MAGIC] - there[MAGIC])
    for kinds, wild in zip(_KINDS, cost.wild, strict=True):
        if wild:
            spare = sum(max(0, there[kind] - cost.cubes[kind]) for kind in kinds)
            lacking += max(0, wild - spare)
    # What is left of Magic, and the Steam that neither the gauge nor the store has.
    jokers = there[MAGIC] + purse.has_slot - cost.cubes[MAGIC]
    cold = max(0, steam - purse.public - purse.private)
    # Without discounts and without burning the count decides; too much lacking decides, too.
    if not purse.discounts and (lacking + cold <= jokers or not purse.has_fire):
        return lacking + cold <= jokers
    if lacking - len(purse.discounts) > jokers:
        return False
    return standard_payment(cost, steam, purse) is not None


def standard_payment(cost: Cost, steam: int, purse: Purse) -> Payment | None:
    there = purse.there
    needs = _discounted({(*cost.cubes, *cost.wild, steam)}, purse.discounts)
    slotted = _relieved(needs) if purse.has_slot else set()
    # Magic is the dearest cube, so the first number of it with any payment has the best one.
    for magic in range(there[MAGIC] + 1):
        options = [
            option
            for uses_slot, start in ((False, needs), (True, slotted))
            for need in _without_magic(start, magic)
            for option in _payments(need, magic, purse, there, uses_slot)
        ]
        if options:
            return min(options, key=lambda option: option[0])[1]
    return None


def _discounted(needs: set[Need], discounts: Iterable[int]) -> set[Need]:
    """Take one cube or wildcard of each category off the needs that have one."""
    for category in discounts:
        places = (*_KINDS[category], _WILD + category)
        needs = {
            lighter
            for need in needs
            for lighter in [_less(need, place) for place in places if need[place]] or [need]
        }
    return needs


def _relieved(needs: set[Need], places: Sequence[int] = range(_STEAM + 1)) -> set[Need]:
    """Take one cube, wildcard or Steam off the needs, in every possible way."""
    return {_less(need, place) for need in needs for place in places if need[place]}


def _less(need: Need, place: int) -> Need:
    return (*need[:place], need[place] - 1, *need[place + 1 :])


_NOT_MAGIC = tuple(place for place in range(_STEAM + 1) if place != MAGIC)


def _without_magic(needs: set[Need], magic: int) -> Iterator[Need]:
    """List what is left to pay with exactly so many Magic cubes, own Magic costs first."""
    for must in range(magic + 1):
        fitting = {need for need in needs if need[MAGIC] == must}
        for _ in range(magic - must):
            fitting = _relieved(fitting, _NOT_MAGIC)
        yield from ((*need[:MAGIC], 0, *need[MAGIC + 1 :]) for need in fitting)


def _payments(
    need: Need, magic: int, purse: Purse, there: Cubes, uses_slot: bool
) -> Iterator[tuple[tuple[int, ...], Payment]]:
    """List every way to pay the need without further Magic, each with its key."""
    for paid in _resolved(need, there):
        cubes = [*paid]
        cubes[MAGIC] = magic
        own = list(map(min, cubes, purse.own_dock))
        other = [min(n - a, have) for n, a, have in zip(cubes, own, purse.other_dock, strict=True)]
        stored = [n - a - b for n, a, b in zip(cubes, own, other, strict=True)]
        if any(n > have for n, have in zip(stored, purse.warehouse, strict=True)):
            continue
        for private, burnt in _fires(need[_STEAM], purse, stored):
            given = [n + b for n, b in zip(cubes, burnt, strict=True)]
            points = sum(map(int.__mul__, given, _POINTS)) + private
            public = min(purse.public, need[_STEAM])
            heat = sum(map(int.__mul__, burnt, INCINERATE))
            key = (points, sum(burnt), private, -sum(own), -sum(other), *(-n for n in given))
            yield (
                key,
                Payment(
                    tuple(stored),
                    tuple(own),
                    tuple(other),
                    tuple(burnt),
                    public,
                    private,
                    heat - (need[_STEAM] - public - private),
                    uses_slot,
                ),
            )


def _resolved(need: Need, there: Cubes) -> Iterator[Cubes]:
    """Replace every wildcard by a cube of its category that is there, in every way."""
    needs = [list(need[:COUNT])]
    if any(n > have for n, have in zip(needs[0], there, strict=True)):
        return
    for kinds, wild in zip(_KINDS, need[_WILD:_STEAM], strict=True):
        for _ in range(wild):
            more = {
                (*cubes[:kind], cubes[kind] + 1, *cubes[kind + 1 :])
                for cubes in needs
                for kind in kinds
                if cubes[kind] < there[kind]
            }
            needs = [list(cubes) for cubes in more]
    yield from needs


def _fires(steam: int, purse: Purse, stored: Cubes) -> Iterator[tuple[int, Cubes]]:
    """List the Private Steam to spend and the cubes to burn for the Steam that is missing."""
    cold = max(0, steam - purse.public)
    for private in range(min(cold, purse.private) + 1):
        heat = cold - private
        if not heat:
            yield private, [0] * COUNT
        elif purse.has_fire:
            left = [have - n for have, n in zip(purse.warehouse, stored, strict=True)]
            for burnt in _burnings(heat, left, 0):
                yield private, burnt


def _burnings(heat: int, left: Cubes, place: int) -> Iterator[Cubes]:
    """List every set of fuel that gives at least so much, with no cube too many."""
    if heat <= 0:
        yield [0] * COUNT
        return
    if place == len(FUEL):
        return
    fuel = FUEL[place]
    for count in range(min(left[fuel], -(-heat // INCINERATE[fuel])) + 1):
        for rest in _burnings(heat - count * INCINERATE[fuel], left, place + 1):
            rest[fuel] += count
            yield rest
