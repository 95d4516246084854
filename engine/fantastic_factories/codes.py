"""Tables of codes: every way to use a card, to build, to hire. What repeats is made once."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Any, TypeVar

from engine.fantastic_factories.cards import (
    BLUEPRINTS,
    CONTRACTORS,
    MOST_PAID,
    Blueprint,
    ExtraDie,
    Slots,
    Train,
)
from engine.fantastic_factories.state import FLOOR_SLOTS, Cards, Dice
from engine.kernel.codes import Action

Codes = tuple[Action, ...]
T = TypeVar("T", bound=tuple[Any, ...])

VALUES = (1, 2, 3, 4, 5, 6)
PASS: Action = ("pass",)
DONE: Action = ("done",)
NAME_A_DIE: Codes = tuple(("specialist", value) for value in VALUES)
TAKE: dict[str | None, Action] = {card: ("take", card) for card in BLUEPRINTS}
MOST_DICE_KEPT = 8  # tables do not keep rare positions
MOST_CARDS_KEPT = 5


_KNOWN: dict[tuple[Any, ...], Any] = {}


def one(thing: T) -> T:
    """The one tuple of that content. Tables that share their tuples stay in the fast memory."""
    known: T = _KNOWN.setdefault(thing, thing)
    return known


def codes_of(actions: Iterable[Action]) -> Codes:
    return one(tuple([one(action) for action in actions]))


# --- dice -------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def without(dice: Dice, taken: Dice) -> Dice:
    left = list(dice)
    for value in taken:
        left.remove(value)
    return one(tuple(left))


@lru_cache(maxsize=1 << 14)
def with_more(dice: Dice, more: Dice) -> Dice:
    return one(tuple(sorted(dice + more)))


@lru_cache(maxsize=1 << 13)
def handfuls(dice: Dice, size: int) -> tuple[Dice, ...]:
    """Every different handful of that many dice."""
    return tuple(dict.fromkeys(combinations(dice, size)))


def turned(train: Train, value: int) -> int:
    """What a training card makes of one die."""
    return {Train.FLIP: 7 - value, Train.LOWER: value - 1, Train.RAISE: value + 1}[train]


class Floors(dict[Dice, Codes]):
    """Rulings 1 and 3: placing one of the dice where there is still a slot."""

    def __init__(self, research: int, generate: int, mine: int) -> None:
        taken = {"research": research, "generate": generate, "mine": mine}
        self.open = [(name, ok) for name, ok in FLOORS_TAKE if taken[name] < FLOOR_SLOTS]

    def __missing__(self, dice: Dice) -> Codes:
        values = sorted(set(dice))
        found = codes_of((name, v) for name, takes in self.open for v in values if v in takes)
        if len(dice) <= MOST_DICE_KEPT:
            self[dice] = found
        return found


FLOORS_TAKE = (("research", VALUES), ("generate", VALUES[:3]), ("mine", VALUES[3:]))
_COUNTS = range(FLOOR_SLOTS + 1)
FLOORS = [[[Floors(r, g, m) for m in _COUNTS] for g in _COUNTS] for r in _COUNTS]  # dice there


@cache
def set_codes(most: int) -> Codes:
    """Foreman: up to that many values, ascending."""
    return tuple(
        ("set", *values)
        for count in range(most + 1)
        for values in combinations_with_replacement(VALUES, count)
    )


# --- using and building -----------------------------------------------------------------------


class Uses(dict[Dice, Codes]):
    """For each set of dice the codes that use one card, without discards, with dice up to a cap."""

    def __init__(self, prefix: Action, cap: int) -> None:
        self.prefix, self.cap = prefix, cap
        self.card = BLUEPRINTS[str(prefix[-1])]

    def __missing__(self, dice: Dice) -> Codes:
        tails = _tails(self.card, dice, self.cap)
        found = codes_of(self.prefix + tail + end for tail in tails for end in _ends(self.card))
        if len(dice) <= MOST_DICE_KEPT:
            self[dice] = found
        return found


def _tails(card: Blueprint, dice: Dice, cap: int) -> list[Dice]:
    if not cap or not card.may_be_copied:
        return []
    if card.dice:
        return [some for some in handfuls(dice, card.dice) if some[0] <= cap and _fits(card, some)]
    if card.train:
        return list(_trainable(card.train, dice))
    return [(x,) for x in VALUES[:cap]] if card.extra_die is ExtraDie.PAID else [()]


def _ends(card: Blueprint) -> list[Action]:
    if card.choices:
        return [(word,) for word in card.choices]
    return [(x,) for x in VALUES] if card.extra_die is ExtraDie.CHOSEN else [()]


def _fits(card: Blueprint, dice: Dice) -> bool:
    row = card.row
    low, high = dice[0], dice[-1]
    match row.slots:
        case Slots.ONE:
            return row.value is None or low == row.value
        case Slots.PAIR | Slots.TRIPLE:
            return low == high
        case Slots.RUN:
            return dice == (low, low + 1, low + 2)
        case _:
            return sum(dice) >= (row.sum or 0)


def _trainable(train: Train, dice: Dice) -> Iterator[Dice]:
    """Ruling 20: the handfuls of unplaced dice that a training card may touch."""
    if train is Train.REROLL:
        for size in range(1, len(dice) + 1):
            yield from handfuls(dice, size)
    else:
        never = {Train.LOWER: 1, Train.RAISE: 6}.get(train)
        yield from (one for one in handfuls(dice, 1) if one != (never,))


Build = tuple[int, int, Blueprint, Codes]  # least metal, energy, the card, codes that build it


class Builds(dict[Cards, tuple[Build, ...]]):
    """Ruling 13: of one tool's cards each that has another beside it, the cheapest first."""

    def __missing__(self, cards: Cards) -> tuple[Build, ...]:
        names = dict.fromkeys(cards) if len(cards) > 1 else ()
        builds = [_build(name, cards) for name in names]
        found = tuple(sorted(builds, key=lambda build: build[0]))
        if len(cards) <= MOST_CARDS_KEPT:
            self[cards] = found
        return found


def _build(name: str, cards: Cards) -> Build:
    card, others = BLUEPRINTS[name], list(cards)
    others.remove(name)
    codes = codes_of(("build", name, other) for other in dict.fromkeys(others))
    return 0 if card.monument_discount else card.metal, card.energy, card, codes


BUILDS = Builds()


def _by_purse(*start: str) -> list[list[dict[str, Uses]]]:
    """For [metal][energy] and a card its uses; more than `MOST_PAID` makes no difference."""
    by_cap = {name: [Uses((*start, name), cap) for cap in range(7)] for name in BLUEPRINTS}
    purse = range(MOST_PAID + 1)
    return [
        [
            {card.id: by_cap[card.id][_cap(card, metal, energy)] for card in BLUEPRINTS.values()}
            for energy in purse
        ]
        for metal in purse
    ]


def _cap(card: Blueprint, metal: int, energy: int) -> int:
    """The highest die that can be paid for; 0 when the card cannot be paid at all."""
    return sum(card.pay_metal[v] <= metal and card.pay_energy[v] <= energy for v in VALUES)


COPIER = next(card for card in BLUEPRINTS.values() if card.copies_market)
USES = _by_purse("use")
COPIES = _by_purse("use", COPIER.id)


def discarding(card: Blueprint, codes: Codes, cards: Cards) -> list[Action]:
    """The codes with each choice of cards to discard behind them."""
    given: Iterable[Action] = dict.fromkeys(combinations(cards, card.discards))
    if card.refund:
        given = [end for name in dict.fromkeys(cards) for end in refunds(name, card.refund)]
    return [start + end for start in codes for end in given]


@cache
def refunds(card: str, most: int) -> Codes:
    """Ruling 18: what may stand behind a card discarded for its cost."""
    cost = BLUEPRINTS[card]
    if cost.metal + cost.energy <= most:
        return ((card,),)
    return tuple((card, m, most - m) for m in range(cost.metal + 1) if 0 <= most - m <= cost.energy)


# --- rows and limits --------------------------------------------------------------------------


@lru_cache(maxsize=1 << 13)
def hires(contractor: str, tool: str, cards: Cards, seats: int, seat: int) -> Codes:
    """Every card of the label's tool that may be given, and to whom the opponent's share goes."""
    rivals: list[Action] = [()]
    if seats > 1 and CONTRACTORS[contractor].opponent:  # Ruling 7
        rivals = [(rival,) for rival in range(seats) if rival != seat]
    return codes_of(
        ("hire", contractor, tool, card, *rival)
        for card in dict.fromkeys(cards)
        for rival in rivals
    )


@cache
def refreshes(rows: tuple[bool, bool], metal: bool, energy: bool) -> Codes:
    names = [name for name, can in zip(("blueprints", "contractors"), rows, strict=True) if can]
    coins = [coin for coin, has in (("metal", metal), ("energy", energy)) if has]
    return tuple(("refresh", name, coin) for name in names for coin in coins)


@lru_cache(maxsize=1 << 10)
def drops(metal: int, energy: int) -> Codes:
    """Down to the limit: at most so many of each."""
    found: list[Action] = []
    for name, most in (("metal", metal), ("energy", energy)):
        found += [("drop", name, n) if n > 1 else ("drop", name) for n in range(1, most + 1)]
    return tuple(found)
