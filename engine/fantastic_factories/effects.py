"""What a blueprint does beside taking dice, paying and gaining: one class for each effect.

An effect says what can be chosen, what using it results in, and how it is worded, drawn and valued.
The rest of the game asks it: `codes` lists its choices, `play` hands out its outcome, `phrases`
says it, `autopilot` values it. A new effect is a class here, rows in the card table and, if it has
a sign of its own, a drawing in `render/fantastic_factories/recipes.py`.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from engine.fantastic_factories.amounts import DIE, NOTHING, Bundle, Cost, Count, Gain, gain_of
from engine.fantastic_factories.dice import ALL_DICE, NO_DICE, VALUES, WHICH_VALUES, Dice, handfuls
from engine.fantastic_factories.signs import OR, Described, Sign, Signs, phrases, signs_of
from engine.kernel.codes import Action
from engine.kernel.phrases import joined


class Outcome(NamedTuple):
    """What a use results in beside the plain gain of its card."""

    gain: Gain = NOTHING
    lost: Dice = ()  # unplaced dice that are taken away
    won: Dice = ()  # dice with known values
    rolled: int = 0  # dice to be rolled


NO_OUTCOME = Outcome()
NO_CHOICE: tuple[Action, ...] = ((),)


class Effect(Described):
    """What a card does beside its plain gain. This one does nothing."""

    is_usable: ClassVar[bool] = True  # else it acts by itself, or only counts
    copies: ClassVar[bool] = False  # it is used as another card
    touches: ClassVar[int] = NO_DICE  # what of the unplaced dice its choices depend on
    is_paid_by_choice: ClassVar[bool] = False  # the chosen value counts like that of a placed die
    more_dice: ClassVar[int] = 0
    round_worth: ClassVar[float | None] = None  # a card's for an autopilot; else it is added up

    def choices(self, dice: Dice, discarded: Sequence[Cost]) -> Iterable[Action]:
        """List what may stand at the end of the code, for these dice and discarded cards."""
        return NO_CHOICE

    def outcome(self, chosen: Any, discarded: Sequence[Cost]) -> Outcome:
        return NO_OUTCOME

    def discount(self, monuments: int) -> int:
        """Return how much less metal its card costs beside so many monuments."""
        return 0

    def more_prestige(self, others: int) -> int:
        """Return how much more its card is worth behind so many others of its kind."""
        return 0

    @property
    def worth(self) -> float:
        """Value how much better this effect makes using the card, for the autopilot."""
        return DIE * self.more_dice


# --- what can be chosen -----------------------------------------------------------------------


class Choose(Effect):
    """Gives one of several bundles, as the player chooses."""

    do: Literal["choose"]
    bundles: tuple[Bundle, ...]

    def choices(self, dice: Dice, discarded: Sequence[Cost]) -> Iterable[Action]:
        return [(_word(bundle),) for bundle in self.bundles]

    def outcome(self, chosen: Any, discarded: Sequence[Cost]) -> Outcome:
        return Outcome({_word(bundle): gain_of(bundle) for bundle in self.bundles}[chosen[0]])

    @property
    def signs(self) -> Signs:
        first, *others = map(signs_of, self.bundles)
        return sum(((OR, *signs) for signs in others), first)

    @property
    def text(self) -> str:
        parts = [joined(phrases(signs_of(bundle), "gain")) for bundle in self.bundles]
        return f"either {' or '.join(parts)}"

    @property
    def worth(self) -> float:
        return max(gain_of(bundle).worth() for bundle in self.bundles)


def _word(bundle: Bundle) -> str:
    """Return the word for a bundle in a code."""
    return next(name for name, count in bundle if count)


class Refund(Effect):
    """Gives back the cost of the card that is discarded, up to a limit (ruling 18)."""

    do: Literal["refund"]
    limit: Count
    words = "gain that card's cost, up to {limit} in total"
    brief = "at most {limit} in total"

    def choices(self, dice: Dice, discarded: Sequence[Cost]) -> Iterable[Action]:
        (cost,) = discarded
        if cost.metal + cost.energy <= self.limit:
            return NO_CHOICE
        picked = [(metal, self.limit - metal) for metal in range(cost.metal + 1)]
        return [(metal, energy) for metal, energy in picked if 0 <= energy <= cost.energy]

    def outcome(self, chosen: Any, discarded: Sequence[Cost]) -> Outcome:
        metal, energy = chosen or (discarded[0].metal, discarded[0].energy)
        return Outcome(gain_of(Bundle(metal=metal, energy=energy)))

    @property
    def signs(self) -> Signs:
        return (Sign("refund", self.limit),)

    @property
    def worth(self) -> float:
        return self.limit


class Copy(Effect):
    """Uses a blueprint in the market as if it were built (ruling 21)."""

    do: Literal["copy"]
    words = "use a blueprint in the market as if you had built it, paying its costs"
    brief = "a usable market card"
    copies = True
    round_worth = 1.5


# --- dice -------------------------------------------------------------------------------------


class Turn(Effect):
    """Changes the value of an unplaced die (ruling 20)."""

    brief = "an unplaced die"
    touches = WHICH_VALUES
    round_worth = 0.7

    def turned(self, value: int) -> int:
        raise NotImplementedError

    def choices(self, dice: Dice, discarded: Sequence[Cost]) -> Iterable[Action]:
        return [die for die in handfuls(dice, 1) if self.turned(die[0]) in VALUES]

    def outcome(self, chosen: Any, discarded: Sequence[Cost]) -> Outcome:
        return Outcome(lost=chosen, won=(self.turned(chosen[0]),))


class Flip(Turn):
    do: Literal["flip"]
    words = "flip an unplaced die to its opposite side"
    brief = "flip: 1–6, 2–5, 3–4"

    def turned(self, value: int) -> int:
        return 7 - value


class Lower(Turn):
    do: Literal["lower"]
    words = "lower an unplaced die by 1 (not a 1)"

    def turned(self, value: int) -> int:
        return value - 1


class Raise(Turn):
    do: Literal["raise"]
    words = "raise an unplaced die by 1 (not a 6)"

    def turned(self, value: int) -> int:
        return value + 1


class Reroll(Effect):
    """Rolls any of the unplaced dice again (ruling 20)."""

    do: Literal["reroll"]
    words = "reroll any of your unplaced dice"
    brief = "re-roll unplaced dice"
    touches = ALL_DICE
    round_worth = 0.7

    def choices(self, dice: Dice, discarded: Sequence[Cost]) -> Iterable[Action]:
        return [some for size in range(1, len(dice) + 1) for some in handfuls(dice, size)]

    def outcome(self, chosen: Any, discarded: Sequence[Cost]) -> Outcome:
        return Outcome(lost=chosen, rolled=len(chosen))


class ExtraDie(Effect):
    """Gives a die with a chosen value."""

    more_dice = 1

    def choices(self, dice: Dice, discarded: Sequence[Cost]) -> Iterable[Action]:
        return [(value,) for value in VALUES]

    def outcome(self, chosen: Any, discarded: Sequence[Cost]) -> Outcome:
        return Outcome(won=chosen)


class ChosenDie(ExtraDie):
    do: Literal["chosen_die"]
    words = "take an extra die of any value"


class PaidDie(ExtraDie):
    """Gives a die with a chosen value, for as much as it shows."""

    do: Literal["paid_die"]
    words = "take an extra die of that value"
    brief = "extra die, you pick"
    is_paid_by_choice = True


class RolledDie(Effect):
    do: Literal["rolled_die"]
    words = brief = "roll an extra die"
    more_dice = 1

    def outcome(self, chosen: Any, discarded: Sequence[Cost]) -> Outcome:
        return Outcome(rolled=1)


# --- what is never used -----------------------------------------------------------------------


class Trigger(Effect):
    """Acts by itself at the first occasion in each round (ruling 17)."""

    do: Literal["trigger"]
    on: Literal["good", "build"]
    gain: Bundle
    brief = "auto, once a round"
    is_usable = False
    round_worth = 0.8

    @property
    def signs(self) -> Signs:
        return signs_of(self.gain)

    @property
    def text(self) -> str:
        occasion = {"good": "make a good", "build": "build another card"}[self.on]
        gain = joined(phrases(self.signs, "gain"))
        return f"The first time you {occasion} each round, {gain} automatically."


class Rising(Effect):
    """Makes each further card of its kind worth more than the last (ruling 16)."""

    do: Literal["rising"]
    by: Count
    words = "Each extra copy you build is worth {by} more prestige than the last."
    brief = "total for 1–{copies} {name}s"
    is_usable = False

    def more_prestige(self, others: int) -> int:
        return self.by * others


class Discount(Effect):
    """Makes its card cheaper for every built monument (ruling 15)."""

    do: Literal["discount"]
    metal: Count
    words = "Costs {metal} less metal for each monument you have built."
    is_usable = False

    def discount(self, monuments: int) -> int:
        return self.metal * monuments


Usable = Choose | Refund | Copy | Flip | Lower | Raise | Reroll | ChosenDie | PaidDie | RolledDie
AnyEffect = Annotated[Usable | Trigger | Rising | Discount, Field(discriminator="do")]
