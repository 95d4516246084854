"""Tables of codes: every way to use a card, to build, to hire. What repeats is made once."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from engine.fantastic_factories.cards import BLUEPRINTS, COPIER, MAX_PAID, Blueprint, Slots
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.dice import (
    MAX_KEPT,
    SPREAD_PARTS,
    SPREADS,
    VALUES,
    Dice,
    handfuls,
    keep,
    new_spread,
    one,
)
from engine.fantastic_factories.state import FLOOR_SLOTS, Cards
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


PART_OF = dict(zip([None, *Slots], SPREAD_PARTS, strict=True))  # what of a spread slots ask for
Uses = tuple[int, dict[Any, Codes]]  # which part of a spread matters, and the codes by it


def uses_of(uses: Uses, start: Action, metal: int, energy: int, dice: Dice) -> Codes:
    """The codes that use one card with these dice, without what is discarded (ruling 22)."""
    part, table = uses
    spread = SPREADS.get(dice) or new_spread(dice)
    codes = table.get(spread[part])
    if codes is None:
        card = BLUEPRINTS[str(start[-1])]
        codes = codes_of(start + args for args in _args(card, dice, _highest(card, metal, energy)))
        if len(dice) <= MAX_KEPT:
            table[spread[part]] = codes
    return codes


def own_uses(name: str, metal: int, energy: int, dice: Dice) -> Codes:
    metal, energy = min(metal, MAX_PAID), min(energy, MAX_PAID)
    return uses_of(USES[metal][energy][name], ("use", name), metal, energy, dice)


def copied_uses(name: str, metal: int, energy: int, dice: Dice) -> Codes:
    metal, energy = min(metal, MAX_PAID), min(energy, MAX_PAID)
    return uses_of(COPIES[metal][energy][name], ("use", COPIER.id, name), metal, energy, dice)


def _args(card: Blueprint, dice: Dice, highest: int) -> Iterator[Action]:
    """Dice and choices behind the card; choices that stand behind discarded cards come later."""
    if not highest or not card.may_be_copied:
        return
    choices = [()] if card.discards else [*card.effect.choices(dice, ())]
    if card.effect.is_paid_by_choice:
        choices = [chosen for chosen in choices if int(chosen[0]) <= highest]
    for placed in handfuls(dice, card.dice):
        if not placed or (placed[0] <= highest and _fits(card, placed)):
            yield from (placed + chosen for chosen in choices)


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


Build = tuple[int, int, Blueprint, Codes]  # least metal, energy, the card, codes that build it
BUILDS: dict[Cards, tuple[Build, ...]] = {}


FREE_BESIDE = min(card.metal for card in BLUEPRINTS.values() if card.is_discounted)
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
    return 0 if card.is_discounted else card.metal, card.energy, card, codes


def _by_purse() -> list[list[dict[str, Uses]]]:
    """By [metal][energy] and the card. What can pay for the same dice shares its table."""
    by_highest: dict[str, list[Uses]] = {
        card.id: [(PART_OF[card.row.slots] or card.effect.touches, {}) for _ in range(7)]
        for card in BLUEPRINTS.values()
    }
    purse = range(MAX_PAID + 1)  # more than that makes no difference
    return [
        [
            {name: uses[_highest(BLUEPRINTS[name], m, e)] for name, uses in by_highest.items()}
            for e in purse
        ]
        for m in purse
    ]


@cache
def _highest(card: Blueprint, metal: int, energy: int) -> int:
    """The highest die that can be paid for; 0 when the card cannot be paid at all."""
    return sum(card.pay_metal[v] <= metal and card.pay_energy[v] <= energy for v in VALUES)


USES = _by_purse()  # filled by `uses_of`
COPIES = _by_purse()


DISCARDING = frozenset(card.id for card in BLUEPRINTS.values() if card.discards)


def discarding(card: Blueprint, codes: Codes, cards: Cards) -> list[Action]:
    """The codes with each choice of cards to discard behind them."""
    ends: Iterable[Action] = dict.fromkeys(combinations(cards, card.discards))
    if card.has_choices:
        ends = [end for discarded in ends for end in _with_choices(card, discarded)]
    return [start + end for start in codes for end in ends]


@cache
def _with_choices(card: Blueprint, discarded: Any) -> Codes:
    """Discarded cards, and each choice that they leave."""
    costs = [BLUEPRINTS[name].row.cost for name in discarded]
    return tuple((*discarded, *chosen) for chosen in card.effect.choices((), costs))


# --- rows and limits --------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
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
