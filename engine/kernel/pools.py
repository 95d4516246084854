"""Count and move resources: any object whose attributes are named after resources is a pool."""

from collections.abc import Iterable
from typing import Any

Amounts = tuple[tuple[str, int], ...]


def amounts(bundle: dict[str, int]) -> Amounts:
    return tuple((name, count) for name, count in bundle.items() if count)


def shortage(pool: Any, cost: Amounts) -> Amounts:
    """Return what is missing to pay the cost; empty when it can be paid."""
    return tuple((name, n - getattr(pool, name)) for name, n in cost if getattr(pool, name) < n)


def gain(pool: Any, bundle: Amounts) -> None:
    for name, count in bundle:
        setattr(pool, name, getattr(pool, name) + count)


def pay(pool: Any, cost: Amounts) -> None:
    gain(pool, tuple((name, -count) for name, count in cost))


def move(source: Any, target: Any, bundle: Amounts) -> Amounts:
    """Move what is there, at most the bundle; return what was moved."""
    moved = tuple((name, min(count, getattr(source, name))) for name, count in bundle)
    pay(source, moved)
    gain(target, moved)
    return moved


def total(pool: Any, names: Iterable[str]) -> int:
    return sum(getattr(pool, name) for name in names)
