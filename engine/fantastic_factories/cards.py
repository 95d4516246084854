"""The blueprints: rows of data, checked when loaded and compiled for quick play."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from engine.fantastic_factories.amounts import Bundle, Cost, Count, Gain, Price, by_value, gain_of
from engine.fantastic_factories.effects import AnyEffect, Effect, Trigger
from engine.fantastic_factories.signs import Recipe, Sign, Signs, signs_of
from engine.kernel import cards
from engine.kernel.cards import DATA, load

FOLDER = DATA / "fantastic_factories"


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


class CardRow(cards.CardRow):
    copies: Annotated[int, Field(ge=1, le=9)]


class BlueprintRow(CardRow):
    type: Type
    tool: Tool
    cost: Cost
    prestige: Count
    many: bool = False
    slots: Slots | None = None
    value: Annotated[int, Field(ge=1, le=6)] | None = None
    sum: Annotated[int, Field(ge=3, le=18)] | None = None
    pay: Price = Price()
    gain: Bundle = Bundle()
    effect: AnyEffect | None = None

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        takes = self.slots or self.pay.cards
        if self.effect and takes and (self.effect.touches or self.effect.is_paid_by_choice):
            raise ValueError(f"a card with “{self.effect.do}” takes neither dice nor cards")
        if not self.cost.metal:  # or `new_builds` would have to look for free cards, too
            raise ValueError("a card costs at least 1 metal")
        return self


MAX_PAID = 6  # no card asks for more metal or energy when it is used
DICE_TAKEN = {None: 0, Slots.ONE: 1, Slots.PAIR: 2, Slots.TRIPLE: 3, Slots.RUN: 3, Slots.THREE: 3}


class Blueprint:
    """A blueprint compiled for play; `row` has it as it stands in the card table."""

    def __init__(self, row: BlueprintRow) -> None:
        self.id, self.row, self.tool = row.id, row, str(row.tool)
        self.metal, self.energy, self.many = row.cost.metal, row.cost.energy, row.many
        self.dice = DICE_TAKEN[row.slots]  # so many are placed on it
        self.pay_metal, self.pay_energy = by_value(row.pay.metal), by_value(row.pay.energy)
        self.discards = row.pay.cards
        self.gain = gain_of(row.gain)
        self.effect = effect = row.effect or Effect()
        self.recipe = _recipe(row, effect)
        self.is_monument = row.type is Type.MONUMENT
        self.is_usable = effect.is_usable and not self.is_monument
        self.may_be_copied = self.is_usable and not effect.copies
        self.is_discounted = effect.discount(1) > 0
        self.has_choices = type(effect).choices is not Effect.choices  # at the end of its codes

    def metal_beside(self, monuments: int) -> int:
        """Return what building it costs beside this many monuments."""
        return max(0, self.metal - self.effect.discount(monuments))


def _recipe(row: BlueprintRow, effect: Effect) -> Recipe:
    if isinstance(effect, Trigger):
        return Recipe((), effect.signs, effect.on)
    pay = _dice(row) + signs_of(row.pay, "discard")
    if effect.is_paid_by_choice:
        pay = tuple(Sign(sign.kind, "x") for sign in pay)
    return Recipe(pay, signs_of(row.gain) + effect.signs)


def _dice(row: BlueprintRow) -> Signs:
    if row.slots is None:
        return ()
    if row.slots is Slots.ONE:
        return (Sign("die", row.value or 0),)  # 0: any value
    return (Sign(str(row.slots), row.sum or 0),)


RULES = 1  # raised when rules or cards change what a stored journal means
BLUEPRINT_ROWS = load(FOLDER / "blueprints.toml", "blueprint", BlueprintRow)
BLUEPRINTS: dict[str, Blueprint] = {row.id: Blueprint(row) for row in BLUEPRINT_ROWS}
TOOLS: tuple[str, ...] = tuple(str(tool) for tool in Tool)
TOOL_OF: dict[str, str] = {card.id: card.tool for card in BLUEPRINTS.values()}
COPIER = next(card for card in BLUEPRINTS.values() if card.effect.copies)


def all_blueprints(rules: int = RULES) -> list[str]:
    """List every copy of every blueprint in the deck of these rules."""
    return [row.id for row in BLUEPRINT_ROWS if row.is_in(rules) for _ in range(row.copies)]


def _triggers(occasion: str) -> dict[str, Gain]:
    """Return what each card that waits for this occasion then gives."""
    effects = [(row.id, row.effect) for row in BLUEPRINT_ROWS if isinstance(row.effect, Trigger)]
    return {name: gain_of(trigger.gain) for name, trigger in effects if trigger.on == occasion}


ON_GOOD, ON_BUILD = _triggers("good"), _triggers("build")


def monuments(compound: Iterable[str]) -> int:
    return sum(BLUEPRINTS[card].is_monument for card in compound)


def prestige(compound: list[str]) -> int:
    total = 0
    counts: Counter[str] = Counter()
    for name in compound:
        card = BLUEPRINTS[name]
        total += card.row.prestige + card.effect.more_prestige(counts[name])
        counts[name] += 1
    return total
