"""Everything the game says; this module is the door to it."""

from functools import cache

from engine.fantastic_factories.card_text import card, effect
from engine.fantastic_factories.cards import BLUEPRINTS, CONTRACTORS, FOLDER
from engine.fantastic_factories.labels import label
from engine.fantastic_factories.log import sentence
from engine.fantastic_factories.pages import ending, pages
from engine.fantastic_factories.phrases import card_name, imperative, joined
from engine.fantastic_factories.view import View
from engine.kernel.game import Names
from engine.kernel.sections import sections
from engine.kernel.trail import UndoOffer

__all__ = ["card", "cards", "effect", "label", "pages", "rules", "sentence", "status", "undo"]

SEALS = {
    "": "You have not done anything in this work phase that could be taken back.",
    "drew": "Your last action drew a card, so it stays.",
    "rolled": "Your last action rolled dice, so it stays.",
    "shuffled": "A card you discarded has been shuffled into the deck since, so it stays.",
}


@cache
def cards() -> dict[str, str]:
    """Every card with the name that it shows."""
    return {card: card_name(card) for card in (*BLUEPRINTS, *CONTRACTORS)}


@cache
def rules() -> dict[str, str]:
    """How the game is played, page by page, for somebody who never did."""
    return sections(FOLDER / "rules.md")


def undo(offer: UndoOffer) -> str:
    """What would be taken back, or why nothing can be."""
    if offer.action is None:
        return SEALS[offer.seal]
    return f"You can take back: {imperative(offer.action)}."


def status(view: View, names: Names) -> str:
    """Whom the table waits for, in one line; the ranking when it is over."""
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
