"""Read a use of a card from its code: everything that follows from it without the table."""

from functools import lru_cache
from typing import Any, NamedTuple

from engine.fantastic_factories.cards import BLUEPRINTS, Blueprint
from engine.fantastic_factories.dice import Dice
from engine.fantastic_factories.effects import Outcome
from engine.fantastic_factories.state import Cards


class Use(NamedTuple):
    card: Blueprint  # which stands in the compound
    played: Blueprint  # the same, or the one in the market that it copies
    placed: Dice
    discarded: Cards
    die: int  # the value by which price and gain go; 0 where there is none
    outcome: Outcome


@lru_cache(maxsize=1 << 14)
def use_of(args: tuple[Any, ...]) -> Use:
    """Read the code without its verb: a card, what it copies, dice, discarded cards, choices."""
    card = played = BLUEPRINTS[args[0]]
    start = 1
    if card.effect.copies:
        played = BLUEPRINTS[args[1]]
        start = 2
    cards = start + played.dice
    end = cards + played.discards
    placed, discarded, chosen = args[start:cards], args[cards:end], args[end:]
    values = chosen if played.effect.is_paid_by_choice else placed
    outcome = played.effect.outcome(chosen, [BLUEPRINTS[name].row.cost for name in discarded])
    return Use(card, played, placed, discarded, values[0] if values else 0, outcome)
