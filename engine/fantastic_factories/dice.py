"""Sets of dice: taking some out, putting some in, and what of them matters to a card."""

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
    """The one tuple of that content. Tables that share their tuples stay in the fast memory."""
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
    """Every different handful of that many dice."""
    return tuple(dict.fromkeys(combinations(dice, size)))


Spread = tuple[Any, ...]
SPREAD_PARTS = NO_DICE, WHICH_VALUES, PAIRS, TRIPLES, RUNS, ALL_DICE = range(6)
SPREADS: dict[Dice, Spread] = {}  # filled by `new_spread`


def new_spread(dice: Dice) -> Spread:
    """All that matters of the dice, by what a card asks for: values as bits, or all of them.

    Many sets of dice are alike for a card, so tables by spread stay small.
    """
    counts = Counter(dice)
    alike = [sum(1 << v for v in counts if counts[v] >= least) for least in (1, 2, 3)]
    runs = sum(1 << v for v in VALUES if {v, v + 1, v + 2} <= counts.keys())
    return keep(SPREADS, dice, (0, *alike, runs, dice))


def keep(table: dict[T, R], dice: T, found: R) -> R:
    """Tables leave out the rarest positions: there are many, and they hardly come again."""
    if len(dice) <= MAX_KEPT:
        table[dice] = found
    return found
