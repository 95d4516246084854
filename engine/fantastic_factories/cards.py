"""The card tables: rows of data, checked when loaded and compiled for quick play."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from engine.kernel import cards
from engine.kernel.cards import DATA, load
from engine.kernel.strict import Strict

FOLDER = DATA / "fantastic_factories"

Die = Literal["die"]
Count = Annotated[int, Field(ge=0, le=20)]
SixCounts = Annotated[tuple[Count, ...], Field(min_length=6, max_length=6)]
Amount = Count | Die | SixCounts


class Tool(StrEnum):
    GEAR = "gear"
    HAMMER = "hammer"
    SHOVEL = "shovel"
    WRENCH = "wrench"


class Type(StrEnum):
    PRODUCTION = "production"
    UTILITY = "utility"
    TRAINING = "training"
    SPECIAL = "special"
    MONUMENT = "monument"


class Slots(StrEnum):
    """Which dice a card takes."""

    ONE = "one"
    PAIR = "pair"
    TRIPLE = "triple"
    RUN = "run"  # three values in a row
    THREE = "three"  # any three, with a least sum


class Train(StrEnum):
    """What a card does to unplaced dice."""

    FLIP = "flip"
    LOWER = "lower"
    RAISE = "raise"
    REROLL = "reroll"


class ExtraDie(StrEnum):
    """Which value an extra die shows."""

    PAID = "paid"
    ROLLED = "rolled"
    CHOSEN = "chosen"


class Cost(Strict):
    metal: Count = 0
    energy: Count = 0


class Price(Strict):
    """What using a card takes beside dice; `cards` are discarded."""

    cards: Annotated[int, Field(ge=0, le=2)] = 0
    metal: Annotated[int, Field(ge=0, le=6)] | Die = 0
    energy: Annotated[int, Field(ge=0, le=6)] | Die = 0


class Bundle(Strict):
    """What a card brings; `cards` are drawn."""

    cards: Count = 0
    metal: Amount = 0
    energy: Amount = 0
    goods: Count = 0


class CardRow(cards.CardRow):
    copies: Annotated[int, Field(ge=1, le=9)]


class BlueprintRow(CardRow):
    type: Type
    tool: Tool
    cost: Cost
    prestige: Count
    rising: bool = False
    many: bool = False
    monument_discount: bool = False
    slots: Slots | None = None
    value: Annotated[int, Field(ge=1, le=6)] | None = None
    sum: Annotated[int, Field(ge=3, le=18)] | None = None
    pay: Price = Price()
    gain: Bundle = Bundle()
    choose: tuple[Bundle, ...] = ()
    extra_die: ExtraDie | None = None
    train: Train | None = None
    refund: Count = 0
    copies_market: bool = False
    on_good: Bundle | None = None
    on_build: Bundle | None = None


class ContractorRow(CardRow):
    cost: Cost = Cost()
    gain: Bundle = Bundle()
    opponent: Bundle | None = None
    reveal: Literal["build", "cost"] | None = None
    set_dice: Count = 0
    rolled_dice: Count = 0
    named_dice: Count = 0


def by_value(amount: Amount) -> tuple[int, ...]:
    """The amount for each value of the die, 1 to 6, with the plain amount at 0."""
    if amount == "die":
        return (0, 1, 2, 3, 4, 5, 6)
    if isinstance(amount, int):
        return (amount,) * 7
    return (0, *(int(n) for n in amount))


@dataclass(frozen=True, slots=True)
class Gain:
    """A bundle ready to be handed out; metal and energy are indexed by the value of the die."""

    goods: int
    cards: int
    metal: tuple[int, ...]
    energy: tuple[int, ...]


NOTHING = Gain(0, 0, by_value(0), by_value(0))


def _gain(bundle: Bundle) -> Gain:
    if bundle == Bundle():
        return NOTHING
    return Gain(bundle.goods, bundle.cards, by_value(bundle.metal), by_value(bundle.energy))


MOST_PAID = 6  # no card asks for more metal or energy when it is used
DICE_TAKEN = {None: 0, Slots.ONE: 1, Slots.PAIR: 2, Slots.TRIPLE: 3, Slots.RUN: 3, Slots.THREE: 3}


@dataclass(frozen=True, slots=True, eq=False)
class Blueprint:
    """A blueprint compiled for play; the row behind it says what the card is."""

    id: str
    row: BlueprintRow
    tool: str
    metal: int
    energy: int
    is_monument: bool
    is_usable: bool
    dice: int  # how many dice are placed on it
    pay_metal: tuple[int, ...]
    pay_energy: tuple[int, ...]
    discards: int
    gain: Gain
    choices: dict[str, Gain]
    train: Train | None
    extra_die: ExtraDie | None
    refund: int
    many: bool
    monument_discount: bool
    copies_market: bool
    may_be_copied: bool
    use: tuple[str, ...]  # how codes begin that use it


def _blueprint(row: BlueprintRow) -> Blueprint:
    acts_by_itself = row.on_good is not None or row.on_build is not None
    is_usable = row.type is not Type.MONUMENT and not acts_by_itself
    return Blueprint(
        id=row.id,
        row=row,
        tool=str(row.tool),
        metal=row.cost.metal,
        energy=row.cost.energy,
        is_monument=row.type is Type.MONUMENT,
        is_usable=is_usable,
        dice=DICE_TAKEN[row.slots],
        pay_metal=by_value(row.pay.metal),
        pay_energy=by_value(row.pay.energy),
        discards=row.pay.cards,
        gain=_gain(row.gain),
        choices={_chosen_word(bundle): _gain(bundle) for bundle in row.choose},
        train=row.train,
        extra_die=row.extra_die,
        refund=row.refund,
        many=row.many,
        monument_discount=row.monument_discount,
        copies_market=row.copies_market,
        may_be_copied=is_usable and not row.copies_market,
        use=("use", row.id),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Contractor:
    """A contractor compiled for play."""

    id: str
    row: ContractorRow
    metal: int
    energy: int
    gain: Gain
    opponent: Gain | None
    reveal: str | None
    set_dice: int
    rolled_dice: int
    named_dice: int


def _contractor(row: ContractorRow) -> Contractor:
    return Contractor(
        id=row.id,
        row=row,
        metal=row.cost.metal,
        energy=row.cost.energy,
        gain=_gain(row.gain),
        opponent=_gain(row.opponent) if row.opponent else None,
        reveal=row.reveal,
        set_dice=row.set_dice,
        rolled_dice=row.rolled_dice,
        named_dice=row.named_dice,
    )


def _chosen_word(bundle: Bundle) -> str:
    return next(name for name, count in bundle if count)


_blueprint_rows = load(FOLDER / "blueprints.toml", "blueprint", BlueprintRow)
_contractor_rows = load(FOLDER / "contractors.toml", "contractor", ContractorRow)

BLUEPRINTS: dict[str, Blueprint] = {row.id: _blueprint(row) for row in _blueprint_rows}
CONTRACTORS: dict[str, Contractor] = {row.id: _contractor(row) for row in _contractor_rows}
TOOLS: tuple[str, ...] = tuple(str(tool) for tool in Tool)
TOOL_OF: dict[str, str] = {card.id: card.tool for card in BLUEPRINTS.values()}

ALL_BLUEPRINTS: list[str] = [b.id for b in BLUEPRINTS.values() for _ in range(b.row.copies)]
ALL_CONTRACTORS: list[str] = [c.id for c in CONTRACTORS.values() for _ in range(c.row.copies)]

ON_GOOD: dict[str, Gain] = {
    b.id: _gain(b.row.on_good) for b in BLUEPRINTS.values() if b.row.on_good
}
ON_BUILD: dict[str, Gain] = {
    b.id: _gain(b.row.on_build) for b in BLUEPRINTS.values() if b.row.on_build
}


def prestige(compound: list[str]) -> int:
    """Ruling 16: the n-th card of a rising kind is worth n - 1 more than the first."""
    total = 0
    seen: dict[str, int] = {}
    for card in compound:
        row = BLUEPRINTS[card].row
        total += row.prestige + (seen.get(card, 0) if row.rising else 0)
        seen[card] = seen.get(card, 0) + 1
    return total
