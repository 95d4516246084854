"""Say every event as one sentence of the log."""

from collections.abc import Callable
from typing import Any

from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.phrases import (
    card_name,
    dice,
    imperative,
    plural,
    shared,
    third_person,
)
from engine.kernel.events import Event
from engine.kernel.game import Names
from engine.kernel.phrases import joined

Sentence = Callable[[str, Any, Names], str]  # who, facts of the event, names


def sentence(event: Event, names: Names, viewer: int | None = None) -> str:
    """Say what the viewer reads; a private event is told to its reader as “you”."""
    who = "The Machine" if event.seat is None else names[event.seat]
    return _SENTENCES[event.kind](who, event.facts, names)


def _did(who: str, action: Any, names: Names) -> str:
    gift = ""
    if action[0] == "hire" and len(action) > 4:
        gift = f"; {names[action[4]]} gets {shared(CONTRACTORS[action[1]])}"
    return f"{who} {third_person(action)}{gift}."


def _ending(who: str, facts: Any, names: Names) -> str:
    why, count = facts
    have = plural(count, "good") if why == "goods" else f"{count} buildings"
    return f"{who} has {have}, so there is one last round after this one!"


def _round(who: str, facts: Any, names: Names) -> str:
    number, first, final = facts
    last = ", and it is the last one!" if final else "."
    return f"Round {number} begins with {names[first]}{last}"


def _machine_rolled(who: str, facts: Any, names: Names) -> str:
    green, red, blue, purple, yellow = facts
    return (
        f"The Machine rolls green {green}, red {red}, blue {blue}, "
        f"purple {purple} and yellow {yellow}."
    )


_SENTENCES: dict[str, Sentence] = {
    "did": _did,
    "undo": lambda who, facts, names: f"{who} undoes: {imperative(facts)}.",
    "drew": lambda who, facts, names: f"{who} draws {plural(facts[0], 'card')}.",
    "drew_cards": lambda who, facts, names: f"You drew {joined(map(card_name, facts))}.",
    "rolled": lambda who, facts, names: f"{who} rolls {dice(sorted(facts))}.",
    "revealed": lambda who, facts, names: f"{who} reveals {card_name(facts[0])}.",
    "engineered": lambda who, facts, names: f"{who} builds {card_name(facts[0])} for free.",
    "triggered": lambda who, facts, names: f"{who}'s {card_name(facts[0])} triggers.",
    "arrived": lambda who, facts, names: f"{card_name(facts[1])} joins the market.",
    "reshuffled": lambda who, facts, names: (
        f"The discarded {facts[0]} are shuffled into a new deck."
    ),
    "work": lambda who, facts, names: f"Round {facts[0]}: time to work.",
    "round": _round,
    "ending": _ending,
    "concluded": lambda who, facts, names: "The game ends early with the current scores.",
    "over": lambda who, facts, names: "The game is over.",
    "machine_rolled": _machine_rolled,
    "machine_built": lambda who, facts, names: f"The Machine builds {card_name(facts[0])}.",
    "machine_swept": lambda who, facts, names: f"The Machine replaces all {facts[0]}.",
    "machine_made": lambda who, facts, names: (
        f"The Machine makes 1 good with its {facts[0]} cards (rolled {facts[1]})."
    ),
}
