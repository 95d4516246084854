"""Pools: whatever is paid, gained or moved, nothing comes from nowhere."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.pools import amounts, gain, move, pay, shortage, total

NAMES = ("metal", "energy", "goods")
counts = st.integers(0, 20)
bundles = st.dictionaries(st.sampled_from(NAMES), counts).map(amounts)


@dataclass
class Pool:
    metal: int = 0
    energy: int = 0
    goods: int = 0


pools = st.builds(Pool, counts, counts, counts)


def test_amounts_leave_out_what_is_not_there():
    assert amounts({"metal": 2, "energy": 0, "goods": 1}) == (("metal", 2), ("goods", 1))


def test_a_shortage_names_what_is_missing_and_how_much():
    pool = Pool(metal=1, energy=5)
    assert shortage(pool, (("metal", 3), ("energy", 5), ("goods", 1))) == (
        ("metal", 2),
        ("goods", 1),
    )


@given(pools, bundles)
def test_what_is_short_is_exactly_enough_to_pay(pool, cost):
    gain(pool, shortage(pool, cost))
    assert not shortage(pool, cost)
    pay(pool, cost)
    assert min(pool.metal, pool.energy, pool.goods) >= 0


@given(pools, bundles)
def test_paying_undoes_gaining(pool, bundle):
    before = (pool.metal, pool.energy, pool.goods)
    gain(pool, bundle)
    pay(pool, bundle)
    assert (pool.metal, pool.energy, pool.goods) == before


@given(pools, pools, bundles)
def test_moving_creates_and_destroys_nothing(source, target, bundle):
    before = [getattr(source, name) + getattr(target, name) for name in NAMES]
    moved = dict(move(source, target, bundle))
    assert [getattr(source, name) + getattr(target, name) for name in NAMES] == before
    assert min(source.metal, source.energy, source.goods) >= 0
    assert all(moved[name] <= count for name, count in bundle)


def test_moving_more_than_is_there_moves_what_is_there():
    source, target = Pool(metal=2), Pool()
    assert move(source, target, (("metal", 5),)) == (("metal", 2),)
    assert (source.metal, target.metal) == (0, 2)


def test_a_total_counts_only_the_names_asked_for():
    assert total(Pool(metal=2, energy=3, goods=9), ("metal", "energy")) == 5
