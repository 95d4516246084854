"""Tables of codes: every way to use a card, to build, to hire. What repeats is made once."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product

from engine.fantastic_factories.cards import (
    BLUEPRINTS,
    CONTRACTORS,
    Blueprint,
    ExtraDie,
    Slots,
    Train,
)
from engine.fantastic_factories.state import FLOOR_SLOTS, HAND_LIMIT, Dice
from engine.kernel.codes import Action

Hand = tuple[str, ...]  # always in card order

VALUES = (1, 2, 3, 4, 5, 6)
PASS: Action = ("pass",)
DONE: Action = ("done",)
NAME_A_DIE: tuple[Action, ...] = tuple(("specialist", value) for value in VALUES)
TAKE: dict[str | None, Action] = {card: ("take", card) for card in BLUEPRINTS}
TWIN: dict[str, Action] = {card: ("build", card, card) for card in BLUEPRINTS}
BUILD: dict[str, dict[str, Action]] = {
    card.id: {
        other.id: ("build", card.id, other.id)
        for other in BLUEPRINTS.values()
        if other.tool == card.tool and other is not card
    }
    for card in BLUEPRINTS.values()
}
MOST_METAL = max(card.metal for card in BLUEPRINTS.values())
MOST_ENERGY = max(card.energy for card in BLUEPRINTS.values())
PAYABLE: list[list[frozenset[str]]] = [  # by [metal][energy]; a discount may make it nothing
    [
        frozenset(
            card.id
            for card in BLUEPRINTS.values()
            if card.energy <= energy and (card.metal <= metal or card.monument_discount)
        )
        for energy in range(MOST_ENERGY + 1)
    ]
    for metal in range(MOST_METAL + 1)
]


@lru_cache(maxsize=1 << 14)
def without(dice: Dice, taken: Dice) -> Dice:
    left = list(dice)
    for value in taken:
        left.remove(value)
    return tuple(left)


@lru_cache(maxsize=1 << 14)
def with_more(dice: Dice, more: Dice) -> Dice:
    return tuple(sorted(dice + more))


def with_card(hand: Hand, card: str) -> Hand:
    return tuple(sorted((*hand, card)))


def without_card(hand: Hand, card: str) -> Hand:
    i = hand.index(card)
    return hand[:i] + hand[i + 1 :]


@lru_cache(maxsize=1 << 12)
def handfuls(dice: Dice, size: int) -> tuple[Dice, ...]:
    """Every different handful of that many dice."""
    return tuple(sorted(set(combinations(dice, size))))


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


def turned(train: Train, value: int) -> int:
    """What a training card makes of one die."""
    return {Train.FLIP: 7 - value, Train.LOWER: value - 1, Train.RAISE: value + 1}[train]


def _trained(train: Train, dice: Dice) -> list[Dice]:
    """The handfuls of unplaced dice that a training card may touch."""
    if train is Train.REROLL:
        return [some for size in range(1, len(dice) + 1) for some in handfuls(dice, size)]
    never = {Train.LOWER: 1, Train.RAISE: 6}.get(train)
    return [one for one in handfuls(dice, 1) if one != (never,)]


@lru_cache(maxsize=1 << 15)
def placements(prefix: Action, dice: Dice, cap: int) -> tuple[Action, ...]:
    """The codes that begin with the prefix, without discards, for dice up to the cap."""
    card = BLUEPRINTS[str(prefix[-1])]
    tails: list[Dice] = [()]
    if not cap:
        return ()
    if card.dice:
        tails = [some for some in handfuls(dice, card.dice) if _fits(card, some) and some[0] <= cap]
    elif card.train:
        tails = _trained(card.train, dice)
    elif card.extra_die is ExtraDie.PAID:
        tails = [(x,) for x in VALUES[:cap]]
    ends: Sequence[Action] = [()]
    if card.choices:
        ends = [(word,) for word in card.choices]
    elif card.extra_die is ExtraDie.CHOSEN:
        ends = [(x,) for x in VALUES]
    return tuple(prefix + tail + end for tail, end in product(tails, ends))


@lru_cache(maxsize=1 << 12)
def discardable(hand: tuple[str, ...], count: int) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(set(combinations(hand, count))))


@cache
def refunds(card: str, most: int) -> tuple[Action, ...]:
    """Ruling 18: what may stand behind a card discarded for its cost."""
    cost = BLUEPRINTS[card]
    if cost.metal + cost.energy <= most:
        return ((card,),)
    return tuple((card, m, most - m) for m in range(cost.metal + 1) if 0 <= most - m <= cost.energy)


def discarding(
    card: Blueprint, codes: tuple[Action, ...], hand: tuple[str, ...]
) -> Sequence[Action]:
    """The codes with each choice of cards to discard behind them."""
    if not codes:
        return codes
    given: Sequence[Action] = discardable(hand, card.discards)
    if card.refund:
        given = [end for one in given for end in refunds(str(one[0]), card.refund)]
    return [start + end for start in codes for end in given]


@cache
def refreshes(rows: tuple[bool, bool], metal: bool, energy: bool) -> tuple[Action, ...]:
    names = [name for name, can in zip(("blueprints", "contractors"), rows, strict=True) if can]
    coins = [coin for coin, has in (("metal", metal), ("energy", energy)) if has]
    return tuple(("refresh", name, coin) for name in names for coin in coins)


@lru_cache(maxsize=1 << 12)
def floors(dice: Dice, research: int, generate: int, mine: int) -> tuple[Action, ...]:
    """Rulings 1 and 3: placing one die on a floor; the numbers say how many lie there."""
    values = sorted(set(dice))
    found: list[Action] = []
    if research < FLOOR_SLOTS:
        found += [("research", value) for value in values]
    if generate < FLOOR_SLOTS:
        found += [("generate", value) for value in values if value <= 3]
    if mine < FLOOR_SLOTS:
        found += [("mine", value) for value in values if value >= 4]
    return tuple(found)


@cache
def hires(contractor: str, tool: str, seats: int, seat: int) -> dict[str, tuple[Action, ...]]:
    """For each card of the label's tool, the codes that give it away for the contractor."""
    rivals: list[Action] = [()]
    if seats > 1 and CONTRACTORS[contractor].opponent:  # Ruling 7
        rivals = [(rival,) for rival in range(seats) if rival != seat]
    return {
        card: tuple(("hire", contractor, tool, card, *rival) for rival in rivals)
        for card in BLUEPRINTS
        if BLUEPRINTS[card].tool == tool
    }


@cache
def drop_resources(metal: int, energy: int) -> tuple[Action, ...]:
    """Down to the limit: at most so many of each."""
    found: list[Action] = []
    for name, most in (("metal", metal), ("energy", energy)):
        found += [("drop", name, n) if n > 1 else ("drop", name) for n in range(1, most + 1)]
    return tuple(found)


def drop_cards(hand: Hand) -> tuple[Action, ...]:
    if len(hand) <= HAND_LIMIT:
        return ()
    return tuple(("drop", card) for card in dict.fromkeys(hand))


@cache
def set_codes(most: int) -> tuple[Action, ...]:
    """Foreman: up to that many values, ascending."""
    return tuple(
        ("set", *values)
        for count in range(most + 1)
        for values in combinations_with_replacement(VALUES, count)
    )
