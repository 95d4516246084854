"""Ruling 12: the standard payment is the best of all payments, and exists if any exists."""

from collections.abc import Iterator
from itertools import product
from random import Random

from engine.factory_42.cards import COMMISSIONS, INVENTIONS, ORDERS, Cost
from engine.factory_42.payment import Purse, can_pay, standard_payment
from engine.factory_42.resources import COUNT, INDEX, MAGIC, cubes, empty, named
from testing import SCALE
from testing.every import with_every

POINTS = cubes(
    {"flax": 1, "steel": 1, "lichen": 1, "wood": 2, "copper": 2, "mushroom": 2}
    | {"marble": 3, "gold": 3, "beer": 3, "coal": 4, "magic": 5}
)
HEAT = cubes({"flax": 1, "wood": 1, "lichen": 1, "mushroom": 1, "coal": 2})
KINDS = (
    tuple(map(INDEX.get, ("flax", "wood", "marble"))),
    tuple(map(INDEX.get, ("steel", "copper", "gold"))),
    tuple(map(INDEX.get, ("lichen", "mushroom", "beer"))),
)


# --- every payment, one unit after the other ----------------------------------------------------


def units_of(cost: Cost) -> list[tuple[int, ...]]:
    """Each cube of a cost as the resources that are such a cube."""
    exact = [(n,) for n in range(COUNT) for _ in range(cost.cubes[n])]
    return exact + [KINDS[kind] for kind in range(3) for _ in range(cost.wild[kind])]


def all_keys(cost: Cost, steam: int, purse: Purse) -> Iterator[tuple[int, ...]]:
    """The key of every payment: what ruling 12 compares, in its order."""
    places = [purse.warehouse[:], purse.own_dock[:], purse.other_dock[:]]
    for paid, slot in cube_payments(units_of(cost), places, purse.has_slot, [*purse.discounts]):
        for more, private, burnt in steam_payments(steam, purse, places, paid, slot):
            given = [sum(place[n] for place in more) + burnt[n] for n in range(COUNT)]
            points = sum(n * each for n, each in zip(given, POINTS, strict=True)) + private
            yield (
                given[MAGIC],
                points,
                sum(burnt),
                private,
                -sum(more[1]),
                -sum(more[2]),
                *(-n for n in given),
            )


def cube_payments(units, places, slot, discounts, paid=None):
    """Ways to pay the cubes: by place what is given, and whether the slot's Magic is left."""
    paid = paid or [empty() for _ in places]
    if not units:
        yield [place[:] for place in paid], slot
        return
    unit, *rest = units
    if slot:
        yield from cube_payments(rest, places, False, discounts, paid)
    for kind in discounts:
        if set(unit) & set(KINDS[kind]):
            left = [each for each in discounts if each != kind]
            yield from cube_payments(rest, places, slot, left, paid)
    for place, resource in product(range(3), {*unit, MAGIC}):
        if places[place][resource]:
            places[place][resource] -= 1
            paid[place][resource] += 1
            yield from cube_payments(rest, places, slot, discounts, paid)
            places[place][resource] += 1
            paid[place][resource] -= 1


def steam_payments(steam, purse, places, paid, slot):
    """Ways to pay the Steam: what is given in all, Private Steam, and what is burnt."""
    left = [
        [a - b for a, b in zip(place, given, strict=True)]
        for place, given in zip(
            (purse.warehouse, purse.own_dock, purse.other_dock), paid, strict=True
        )
    ]
    magics = product(*(range(min(place[MAGIC], steam) + 1) for place in left))
    fuels = [n for n in range(COUNT) if HEAT[n]] if purse.has_fire else []
    counts = list(product(*(range(min(left[0][n], steam) + 1) for n in fuels)))
    for spell, relief, private in product(magics, range(slot + 1), range(purse.private + 1)):
        for burnt in counts:
            heat = sum(HEAT[n] * count for n, count in zip(fuels, burnt, strict=True))
            have = sum(spell) + relief + min(purse.public, steam) + private + heat
            if have >= steam and sum(spell) + relief + private <= steam:
                more = [place[:] for place in paid]
                for place, count in zip(more, spell, strict=True):
                    place[MAGIC] += count
                ashes = empty()
                for n, count in zip(fuels, burnt, strict=True):
                    ashes[n] = count
                yield more, private, ashes


def key_of(payment) -> tuple[int, ...]:
    given = payment.given
    points = sum(n * each for n, each in zip(given, POINTS, strict=True)) + payment.private
    return (
        given[MAGIC],
        points,
        sum(payment.burnt),
        payment.private,
        -sum(payment.from_own_dock),
        -sum(payment.from_other_dock),
        *(-n for n in given),
    )


# --- random purses ------------------------------------------------------------------------------


def some_cost(rng: Random) -> Cost:
    """A printed cost, or a small one of any kind."""
    if rng.random() < 0.5:
        costs = [cost for order in ORDERS.values() for cost in order.costs.values()]
        costs += [card.cost for card in (*COMMISSIONS.values(), *INVENTIONS.values())]
        found = rng.choice(costs)
        if found.size <= 4:
            return found
    exact = empty()
    for _ in range(rng.randrange(3)):
        exact[rng.randrange(COUNT)] += 1
    wild = tuple(rng.choice((0, 0, 0, 1, 2)) if rng.random() < 0.4 else 0 for _ in range(3))
    return Cost(tuple(exact), wild, rng.randrange(4), sum(exact) + sum(wild))


def some_purse(cost: Cost, rng: Random) -> Purse:
    """Mostly things that the cost has a use for."""
    places = [empty() for _ in range(3)]
    useful = [n for unit in units_of(cost) for n in unit] + [MAGIC]
    for place in places:
        for _ in range(rng.randrange(4)):
            is_useful = rng.random() < 0.75
            place[rng.choice(useful) if is_useful else rng.randrange(COUNT)] += 1
    fitting = [
        kind for kind in range(3) if any({*unit} & {*KINDS[kind]} for unit in units_of(cost))
    ]
    discounts = tuple(kind for kind in fitting if rng.random() < 0.2)
    return Purse(
        *places,
        rng.choice((0, 0, 1, 2, 5)),
        rng.randrange(3),
        rng.random() < 0.3,
        rng.random() < 0.5,
        discounts,
    )


@with_every("batch", range(8))
def test_ruling_12_the_standard_payment_is_the_best_of_all(batch):
    answers = set()
    for number in range(120 * SCALE):
        rng = Random(batch * 100_000 + number)
        cost = some_cost(rng)
        purse = some_purse(cost, rng)
        best = min(all_keys(cost, cost.steam, purse), default=None)
        payment = standard_payment(cost, cost.steam, purse)
        assert can_pay(cost, cost.steam, purse) == (best is not None)
        assert (key_of(payment) if payment else None) == best
        if payment:
            assert_is_there(payment, purse)
        answers.add(payment is None)
    assert answers == {True, False}


def assert_is_there(payment, purse):
    paid = (payment.from_own_dock, payment.from_other_dock)
    for given, place in zip(paid, (purse.own_dock, purse.other_dock), strict=True):
        assert all(n <= have for n, have in zip(given, place, strict=True))
    taken = zip(payment.from_warehouse, payment.burnt, purse.warehouse, strict=True)
    assert all(n + burnt <= have for n, burnt, have in taken)
    assert payment.public <= purse.public and payment.private <= purse.private
    assert payment.left_over >= 0


# --- what the ruling says in words --------------------------------------------------------------


def paid(cost, steam=0, warehouse=None, own=None, other=None, **purse):
    bundles = [cubes(each or {}) for each in (warehouse, own, other)]
    wild = tuple(cost.pop(kind, 0) for kind in ("any_material", "any_metal", "any_food"))
    exact = tuple(cubes(cost))
    found = Purse(*bundles, purse.pop("public", 0), purse.pop("private", 0), **purse)
    return standard_payment(Cost(exact, wild, steam, sum(exact) + sum(wild)), steam, found)


def test_ruling_12_a_wildcard_takes_the_cheapest_cube():
    payment = paid({"any_metal": 1}, warehouse={"gold": 1, "copper": 1, "magic": 1})
    assert named(payment.given) == {"copper": 1}


def test_ruling_12_the_slot_s_magic_saves_the_dearest_cube_unless_something_is_missing():
    stock = {"gold": 1, "flax": 1}
    payment = paid({"gold": 1, "flax": 1}, warehouse=stock, has_slot=True)
    assert named(payment.given) == {"flax": 1} and payment.uses_slot
    payment = paid({"gold": 1, "flax": 1}, warehouse={"gold": 1}, has_slot=True)
    assert named(payment.given) == {"gold": 1}


def test_ruling_12_public_steam_goes_before_private_steam_and_that_before_burning():
    payment = paid({}, 3, warehouse={"flax": 3}, public=1, private=1, has_fire=True)
    assert (payment.public, payment.private) == (1, 1)
    assert named(payment.burnt) == {"flax": 1}


def test_ruling_12_magic_is_spared_as_long_as_anything_else_pays():
    payment = paid({}, 1, warehouse={"coal": 1, "magic": 1}, has_fire=True)
    assert named(payment.burnt) == {"coal": 1} and payment.left_over == 1


def test_ruling_12_cubes_come_from_the_own_dock_then_the_other_then_the_warehouse():
    payment = paid({"wood": 3}, warehouse={"wood": 3}, own={"wood": 1}, other={"wood": 1})
    assert named(payment.from_own_dock) == named(payment.from_other_dock) == {"wood": 1}
    assert named(payment.from_warehouse) == {"wood": 1}


def test_ruling_12_among_equals_flax_is_given_before_lichen():
    payment = paid({}, 1, warehouse={"lichen": 1, "flax": 1}, has_fire=True)
    assert named(payment.burnt) == {"flax": 1}
