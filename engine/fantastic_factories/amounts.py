"""Amounts of metal, energy, goods and cards: what a card costs, takes when used and brings."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from engine.kernel.strict import Strict

Die = Literal["die"]
Count = Annotated[int, Field(ge=0, le=20)]
SixCounts = Annotated[tuple[Count, ...], Field(min_length=6, max_length=6)]
Amount = Count | Die | SixCounts

# What an autopilot thinks of them, in units of about one drawn card.
POINT, METAL, ENERGY, CARD, DIE = 4.0, 1.2, 0.7, 1.0, 1.9


class Cost(Strict):
    metal: Count = 0
    energy: Count = 0


class Price(Strict):
    """What using a card takes beside dice; `cards` are discarded."""

    cards: Annotated[int, Field(ge=0, le=2)] = 0
    metal: Annotated[int, Field(ge=0, le=6)] | Die = 0
    energy: Annotated[int, Field(ge=0, le=6)] | Die = 0


class Bundle(Strict):
    """What a card gives; `cards` are drawn."""

    cards: Count = 0
    metal: Amount = 0
    energy: Amount = 0
    goods: Count = 0


def by_value(amount: Amount) -> tuple[int, ...]:
    """Return the amount for each value of the die, 1 to 6, with the plain amount at 0."""
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

    def worth(self, die: int = 0) -> float:
        """Value the gain for an autopilot that looks at nothing else: neither stock nor hand."""
        stock = self.metal[die] * METAL + self.energy[die] * ENERGY + self.cards * CARD
        return self.goods * POINT + stock


NOTHING = Gain(0, 0, by_value(0), by_value(0))


def gain_of(bundle: Bundle) -> Gain:
    if bundle == Bundle():
        return NOTHING
    return Gain(bundle.goods, bundle.cards, by_value(bundle.metal), by_value(bundle.energy))
