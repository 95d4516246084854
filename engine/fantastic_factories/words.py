"""The texts of this game: the one module that `Game.words` offers to everybody else."""

from functools import cache, partial

from engine.fantastic_factories.card_text import card, effect
from engine.fantastic_factories.cards import BLUEPRINTS, FOLDER
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.labels import label
from engine.fantastic_factories.log import sentence
from engine.fantastic_factories.pages import ending, pages
from engine.fantastic_factories.phrases import CLAUSES, card_name
from engine.fantastic_factories.view import View
from engine.kernel.game import Names
from engine.kernel.phrases import joined
from engine.kernel.sections import sections

__all__ = ["card", "cards", "effect", "label", "pages", "rules", "sentence", "status", "undo"]

SEALS = {
    "": "You can only undo what you did in this work phase.",
    "drew": "You can't undo this because it drew a card.",
    "rolled": "You can't undo this because it rolled dice.",
    "shuffled": "You can't undo this because the discarded card was shuffled into the deck.",
}

rules = partial(sections, FOLDER / "rules.md")
undo = partial(CLAUSES.undo, seals=SEALS)


@cache
def cards() -> dict[str, str]:
    """Name every card."""
    return {card: card_name(card) for card in (*BLUEPRINTS, *CONTRACTORS)}


def status(view: View, names: Names) -> str:
    """Say in one line who has to act; the ranking when it is over."""
    if view.result:
        return ending(view, names)
    waiting = joined(names[seat] for seat in view.to_act)
    if view.phase == "market":
        doing = f"market: {waiting} takes a blueprint or hires a contractor."
    else:
        doing = f"work: {waiting} {'are' if len(view.to_act) > 1 else 'is'} still working."
    return f"Round {view.round}, {doing}{_countdown(view)}"


def _countdown(view: View) -> str:
    if view.final:
        return " This is the last round."
    return " One more round follows this one." if view.ended_by else ""
