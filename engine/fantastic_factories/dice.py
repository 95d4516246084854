"""Sets of dice: take some out, put some in, and find what of them matters to a card."""

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any, TypeVar

T = TypeVar("T", bound=tuple[Any, ...])
R = TypeVar("R")

Dice = tuple[int, ...]  # always ascending

VALUES = (1, 2, 3, 4, 5, 6)
MAX_KEPT = 8
_KNOWN: dict[tuple[Any, ...], Any] = {}


def one(thing: T) -> T:
    """Return the one shared tuple of this content: few different objects fit the CPU's cache."""
    known: T = _KNOWN.setdefault(thing, thing)
    return known


@cache
def without(dice: Dice, taken: Dice) -> Dice:
    left = list(dice)
    for value in taken:
        left.remove(value)
    return one(tuple(left))


@cache
def with_more(dice: Dice, more: Dice) -> Dice:
    return one(tuple(sorted(dice + more)))


@cache
def handfuls(dice: Dice, size: int) -> tuple[Dice, ...]:
    """List every different choice of that many dice."""
    return tuple(dict.fromkeys(combinations(dice, size)))


Spread = tuple[Any, ...]
SPREAD_PARTS = NO_DICE, WHICH_VALUES, PAIRS, TRIPLES, RUNS, ALL_DICE = range(6)
SPREADS: dict[Dice, Spread] = {}  # filled by `new_spread`


def new_spread(dice: Dice) -> Spread:
    """Make and keep the spread of these dice: what of them can matter to a card.

    Its parts are nothing, the values, pairs, triples and runs as bits, and all dice. Many sets of
    dice are alike for a card, so tables by a part of the spread stay small.
    """
    counts = Counter(dice)
    by_count = [sum(1 << v for v in counts if counts[v] >= count) for count in (1, 2, 3)]
    runs = sum(1 << v for v in VALUES if {v, v + 1, v + 2} <= counts.keys())
    return keep(SPREADS, dice, (0, *by_count, runs, dice))


def keep(table: dict[T, R], dice: T, value: R) -> R:
    """Put a value into a table, unless so many dice hardly come up again; return the value."""
    if len(dice) <= MAX_KEPT:
        table[dice] = value
    return value
