"""Say every event as one sentence of the log."""

from collections.abc import Callable
from typing import Any

from engine.factory_frenzy.phrases import (
    amount,
    card_name,
    imperative,
    in_turn,
    needs,
    recipe_name,
    third_person,
)
from engine.factory_frenzy.state import MAX_TURNS
from engine.kernel.codes import Action
from engine.kernel.events import Event
from engine.kernel.game import Names
from engine.kernel.phrases import joined, plural

Sentence = Callable[[str, Any, Names], str]  # who, facts of the event, names


def public_form(action: Action) -> Action:
    """Leave out which cards were put back: only their seat may read that."""
    return action[:1] if action[0] == "order" else action


def sentence(event: Event, names: Names, viewer: int | None = None) -> str:
    """Say what the viewer reads; what only one player may read is told to them as “you”."""
    who = "The table" if event.seat is None else names[event.seat]
    return _SENTENCES[event.kind](who, event.facts, names)


def _did(who: str, action: Any, names: Names) -> str:
    on = ""
    if action[0] == "play" and len(action) > 2 and isinstance(action[2], int):
        on = f" on {names[action[2]]}"
    return f"{who} {third_person(action)}{on}."


def _declared(who: str, facts: Any, names: Names) -> str:
    recipe = facts[0]
    return (
        f"{who} declares the {recipe_name(recipe)} and wins at the start of their next turn "
        f"if the board still has {needs(recipe)}!"
    )


def _over(who: str, facts: Any, names: Names) -> str:
    return f"After {MAX_TURNS} turns the game is over." if facts[0] else "The game is over."


_SENTENCES: dict[str, Sentence] = {
    "did": _did,
    "undo": lambda who, facts, names: f"{who} undoes: {imperative(facts)}.",
    "turn": lambda who, facts, names: f"Turn {facts[0]}: {who}.",
    "skipped": lambda who, facts, names: f"{who} has no playable card.",
    "drew": lambda who, facts, names: f"{who} draws {plural(facts[0], 'card')}.",
    "drew_cards": lambda who, facts, names: f"You drew {joined(map(card_name, facts))}.",
    "reshuffled": lambda who, facts, names: "The discard pile is shuffled into a new deck.",
    "removed": lambda who, facts, names: f"{who} removes {card_name(facts[1])} from {facts[0]}.",
    "added": lambda who, facts, names: (
        f"{card_name(facts[0])} adds {amount(facts[1], facts[2])} to the board."
    ),
    "peeked": lambda who, facts, names: (
        f"{who} looks at the top {plural(facts[0], 'card')} of the deck."
    ),
    "peeked_cards": lambda who, facts, names: f"You saw {in_turn(facts)} on top of the deck.",
    "ordered": lambda who, facts, names: f"You put back {in_turn(facts)}.",
    "swapped": lambda who, facts, names: f"{who} and {names[facts[0]]} swap recipes.",
    "got_recipe": lambda who, facts, names: f"Your recipe is now the {recipe_name(facts[0])}.",
    "stole": lambda who, facts, names: f"{who} takes a card from {names[facts[0]]}.",
    "stole_card": lambda who, facts, names: (
        f"{who} took {card_name(facts[1])} from {names[facts[0]]}."
    ),
    "declared": _declared,
    "built": lambda who, facts, names: f"{who} completes the {recipe_name(facts[0])} and wins!",
    "concluded": lambda who, facts, names: "The game ends early.",
    "over": _over,
}
