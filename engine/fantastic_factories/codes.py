"""Make tables of actions: every way to place a die, use a card, build or hire.

`actions` looks them up. Tables are filled when a case first comes up and then kept.
"""

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
    """Make the actions that place one of the dice where a slot is free (rulings 1 and 3)."""
    floors_with_counts = zip(FLOORS_TAKE, (research, generate, mine), strict=True)
    floors = [floor for floor, count in floors_with_counts if count < FLOOR_SLOTS]
    codes = codes_of((name, v) for name, takes in floors for v in takes if values >> v & 1)
    FLOORS[research][generate][mine][values] = codes
    return codes


@cache
def set_codes(limit: int) -> Codes:
    """Make the Foreman's actions: choose up to `limit` values, ascending."""
    return tuple(
        ("set", *values)
        for count in range(limit + 1)
        for values in combinations_with_replacement(VALUES, count)
    )


# --- using and building -----------------------------------------------------------------------


PART_OF = dict(zip([None, *Slots], SPREAD_PARTS, strict=True))  # the part that matters to slots
Uses = tuple[int, dict[Any, Codes]]  # which part of a spread matters, and the codes for each


def uses_of(uses: Uses, start: Action, metal: int, energy: int, dice: Dice) -> Codes:
    """List the codes that use one card with these dice, before cards to discard (ruling 22)."""
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
    """Yield dice and choices to put behind the card; with discards, choices are added later."""
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
"""With fewer cards built, nothing can be built without metal: no discount covers a whole price."""


def new_builds(cards: Cards) -> tuple[Build, ...]:
    """List what can be built of one tool's cards, cheapest metal first (ruling 13)."""
    names = dict.fromkeys(cards) if len(cards) > 1 else ()
    builds = sorted((_build(name, cards) for name in names), key=lambda build: build[0])
    return keep(BUILDS, cards, tuple(builds))


def _build(name: str, cards: Cards) -> Build:
    card, others = BLUEPRINTS[name], list(cards)
    others.remove(name)
    codes = codes_of(("build", name, other) for other in dict.fromkeys(others))
    return 0 if card.is_discounted else card.metal, card.energy, card, codes


def _by_purse() -> list[list[dict[str, Uses]]]:
    """Make empty tables by [metal][energy] and card; what can pay for the same dice shares one."""
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
    """Return the highest die that can be paid for; 0 when the card can't be paid at all."""
    return sum(card.pay_metal[v] <= metal and card.pay_energy[v] <= energy for v in VALUES)


USES = _by_purse()  # filled by `uses_of`
COPIES = _by_purse()


DISCARDING = frozenset(card.id for card in BLUEPRINTS.values() if card.discards)


def discarding(card: Blueprint, codes: Codes, cards: Cards) -> list[Action]:
    """Put each choice of cards to discard behind the codes."""
    ends: Iterable[Action] = dict.fromkeys(combinations(cards, card.discards))
    if card.has_choices:
        ends = [end for discarded in ends for end in _with_choices(card, discarded)]
    return [start + end for start in codes for end in ends]


@cache
def _with_choices(card: Blueprint, discarded: Any) -> Codes:
    """Put behind the discarded cards each choice that they leave."""
    costs = [BLUEPRINTS[name].row.cost for name in discarded]
    return tuple((*discarded, *chosen) for chosen in card.effect.choices((), costs))


# --- rows and limits --------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def hires(contractor: str, tool: str, cards: Cards, seats: int, seat: int) -> Codes:
    """List who can be hired with which card of the label's tool, and who gets a share."""
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
    names = [
        name
        for name, is_possible in zip(("blueprints", "contractors"), rows, strict=True)
        if is_possible
    ]
    coins = [coin for coin, is_owned in (("metal", metal), ("energy", energy)) if is_owned]
    return tuple(("refresh", name, coin) for name in names for coin in coins)


REFRESH_ANY = {
    (metal, energy): refreshes((True, True), metal, energy)
    for metal, energy in product((False, True), repeat=2)
}


@cache
def drops(metal: int, energy: int) -> Codes:
    """List the drops of up to so many of each, down to the limit."""
    codes: list[Action] = []
    for name, limit in (("metal", metal), ("energy", energy)):
        codes += [("drop", name, n) if n > 1 else ("drop", name) for n in range(1, limit + 1)]
    return tuple(codes)
