"""Tables of codes: every way to use a card, to build, to hire. What repeats is made once."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from engine.fantastic_factories.cards import (
    BLUEPRINTS,
    CONTRACTORS,
    MOST_PAID,
    Blueprint,
    ExtraDie,
    Slots,
    Train,
)
from engine.fantastic_factories.dice import (
    MOST_KEPT,
    SPREADS,
    VALUES,
    handfuls,
    keep,
    new_spread,
    one,
)
from engine.fantastic_factories.state import FLOOR_SLOTS, Cards, Dice
from engine.kernel.codes import Action

Codes = tuple[Action, ...]

PASS: Action = ("pass",)
DONE: Action = ("done",)
NAME_A_DIE: Codes = tuple(("specialist", value) for value in VALUES)
TAKE: dict[str | None, Action] = {card: ("take", card) for card in BLUEPRINTS}


def codes_of(actions: Iterable[Action]) -> Codes:
    return one(tuple([one(action) for action in actions]))


# --- floors and named dice --------------------------------------------------------------------

FLOORS_TAKE = (("research", VALUES), ("generate", VALUES[:3]), ("mine", VALUES[3:]))
_SLOTS = range(FLOOR_SLOTS + 1)
FLOORS: list[list[list[dict[int, Codes]]]] = [
    [[{} for _ in _SLOTS] for _ in _SLOTS] for _ in _SLOTS
]  # by how many dice lie on each floor, and the values of the unplaced; filled by `new_floors`


def new_floors(research: int, generate: int, mine: int, values: int) -> Codes:
    """Rulings 1 and 3: placing one of the dice where there is still a slot."""
    there = zip(FLOORS_TAKE, (research, generate, mine), strict=True)
    floors = [floor for floor, count in there if count < FLOOR_SLOTS]
    found = codes_of((name, v) for name, takes in floors for v in takes if values >> v & 1)
    FLOORS[research][generate][mine][values] = found
    return found


@cache
def set_codes(most: int) -> Codes:
    """Foreman: up to that many values, ascending."""
    return tuple(
        ("set", *values)
        for count in range(most + 1)
        for values in combinations_with_replacement(VALUES, count)
    )


# --- using and building -----------------------------------------------------------------------


KINDS = {None: 0, Slots.ONE: 1, Slots.PAIR: 2, Slots.TRIPLE: 3, Slots.RUN: 4, Slots.THREE: 5}


def _kind(card: Blueprint) -> int:
    if card.train:
        return KINDS[Slots.THREE if card.train is Train.REROLL else Slots.ONE]
    return KINDS[card.row.slots]


Uses = tuple[int, dict[Any, Codes]]  # which part of a spread counts, and the codes by it


def uses_of(uses: Uses, start: Action, metal: int, energy: int, dice: Dice) -> Codes:
    """The codes that use one card with these dice, without what is discarded (ruling 22)."""
    kind, table = uses
    spread = SPREADS.get(dice) or new_spread(dice)
    found = table.get(spread[kind])
    if found is None:
        card = BLUEPRINTS[str(start[-1])]
        tails = _tails(card, dice, _cap(card, metal, energy))
        found = codes_of(start + tail + end for tail in tails for end in _ends(card))
        if len(dice) <= MOST_KEPT:
            table[spread[kind]] = found
    return found


def own_uses(name: str, metal: int, energy: int, dice: Dice) -> Codes:
    metal, energy = min(metal, MOST_PAID), min(energy, MOST_PAID)
    return uses_of(USES[metal][energy][name], ("use", name), metal, energy, dice)


def copied_uses(name: str, metal: int, energy: int, dice: Dice) -> Codes:
    metal, energy = min(metal, MOST_PAID), min(energy, MOST_PAID)
    return uses_of(COPIES[metal][energy][name], (*COPIER.use, name), metal, energy, dice)


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
        yield from (die for die in handfuls(dice, 1) if die != (never,))


Build = tuple[int, int, Blueprint, Codes]  # least metal, energy, the card, codes that build it
BUILDS: dict[Cards, tuple[Build, ...]] = {}


FREE_BESIDE = min(card.metal for card in BLUEPRINTS.values() if card.monument_discount)
"""Nothing is built without metal, unless so many monuments stand that a discount is all of it."""
assert all(card.metal for card in BLUEPRINTS.values())


def new_builds(cards: Cards) -> tuple[Build, ...]:
    """Ruling 13: of one tool's cards each that has another beside it, the cheapest first."""
    names = dict.fromkeys(cards) if len(cards) > 1 else ()
    builds = sorted((_build(name, cards) for name in names), key=lambda build: build[0])
    return keep(BUILDS, cards, tuple(builds))


def _build(name: str, cards: Cards) -> Build:
    card, others = BLUEPRINTS[name], list(cards)
    others.remove(name)
    codes = codes_of(("build", name, other) for other in dict.fromkeys(others))
    return 0 if card.monument_discount else card.metal, card.energy, card, codes


def _by_purse() -> list[list[dict[str, Uses]]]:
    """By [metal][energy] and the card. What can pay for the same dice shares its table."""
    by_cap: dict[str, list[Uses]] = {
        card.id: [(_kind(card), {}) for _ in range(7)] for card in BLUEPRINTS.values()
    }
    purse = range(MOST_PAID + 1)  # more than that makes no difference
    return [
        [
            {card.id: by_cap[card.id][_cap(card, metal, energy)] for card in BLUEPRINTS.values()}
            for energy in purse
        ]
        for metal in purse
    ]


@cache
def _cap(card: Blueprint, metal: int, energy: int) -> int:
    """The highest die that can be paid for; 0 when the card cannot be paid at all."""
    return sum(card.pay_metal[v] <= metal and card.pay_energy[v] <= energy for v in VALUES)


COPIER = next(card for card in BLUEPRINTS.values() if card.copies_market)
USES = _by_purse()  # filled by `uses_of`
COPIES = _by_purse()


DISCARDING = frozenset(card.id for card in BLUEPRINTS.values() if card.discards)


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


HIRES: dict[tuple[str, str, Cards, int, int], Codes] = {}
MOST_HIRES = 1 << 14


def hires(contractor: str, tool: str, cards: Cards, seats: int, seat: int) -> Codes:
    """Every card of the label's tool that may be given, and to whom the opponent's share goes."""
    key = (contractor, tool, cards, seats, seat)
    try:
        return HIRES[key]
    except KeyError:
        if len(HIRES) >= MOST_HIRES:
            HIRES.clear()
        HIRES[key] = found = _hires(*key)
        return found


def _hires(contractor: str, tool: str, cards: Cards, seats: int, seat: int) -> Codes:
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


REFRESH_ANY = {
    (metal, energy): refreshes((True, True), metal, energy)
    for metal, energy in product((False, True), repeat=2)
}


@cache
def drops(metal: int, energy: int) -> Codes:
    """Down to the limit: at most so many of each."""
    found: list[Action] = []
    for name, most in (("metal", metal), ("energy", energy)):
        found += [("drop", name, n) if n > 1 else ("drop", name) for n in range(1, most + 1)]
    return tuple(found)
