"""The texts of this game: the one module that `Game.words` offers to everybody else."""

from functools import cache, partial

from engine.factory_frenzy.card_text import card, effect
from engine.factory_frenzy.cards import CARDS, FOLDER, RECIPES
from engine.factory_frenzy.labels import label
from engine.factory_frenzy.log import sentence
from engine.factory_frenzy.pages import ending, pages
from engine.factory_frenzy.phrases import CLAUSES, card_name, recipe_name
from engine.factory_frenzy.view import View
from engine.kernel.game import Names
from engine.kernel.phrases import joined, plural
from engine.kernel.sections import sections

__all__ = ["card", "cards", "effect", "label", "pages", "rules", "sentence", "status", "undo"]

SEALS = {
    "": "There's nothing to undo this turn.",
    "drew": "You can't undo this because it drew a card.",
    "peeked": "You can't undo this because you saw cards from the deck.",
    "swapped": "You can't undo this because you saw another recipe.",
    "declared": "You can't undo this because everyone has seen your recipe.",
    "stole": "You can't undo this because it took a card.",
}

rules = partial(sections, FOLDER / "rules.md")
undo = partial(CLAUSES.undo, seals=SEALS)


@cache
def cards() -> dict[str, str]:
    """Name every card and recipe."""
    return {
        **{card: card_name(card) for card in CARDS},
        **{recipe: recipe_name(recipe) for recipe in RECIPES},
    }


def status(view: View, names: Names) -> str:
    """Say in one line who has to act; the ranking when it is over."""
    if view.result:
        return ending(view, names)
    who = names[view.turn_of]
    if view.step == "mulligan":
        waiting = joined(names[seat] for seat in view.to_act)
        return f"Before the first turn: keep or change your cards, {waiting}."
    return f"Turn {view.turn}: {who} {_doing(view)}.{_threat(view, names)}"


def _doing(view: View) -> str:
    if view.asked == "order":
        return "puts back cards of the deck"
    if view.to_discard and view.step != "declare":
        return f"discards {plural(view.to_discard, 'card')}"
    if view.step == "play":
        return "plays a card"
    has_declared = view.players[view.turn_of].declared
    can_declare = view.step == "declare" and not has_declared
    return "may declare, then ends the turn" if can_declare else "ends the turn"


def _threat(view: View, names: Names) -> str:
    """Warn of a declared recipe that would win as the board is now."""
    return "".join(
        f" {names[player.seat]} declared the {recipe_name(player.recipe.recipe)} and wins on their"
        " next turn unless someone stops it!"
        for player in view.players
        if player.declared and player.recipe and not player.recipe.lacks
    )
