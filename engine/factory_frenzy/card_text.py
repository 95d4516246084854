"""Describe a card or a recipe in words, made from its effects."""

from engine.factory_frenzy.cards import CARDS, RECIPES, Card, Recipe
from engine.factory_frenzy.phrases import amount, needs
from engine.kernel.phrases import capital, plural


def card(name: str) -> str:
    """Describe everything about a card or recipe."""
    return _recipe(RECIPES[name]) if name in RECIPES else _card(CARDS[name])


def effect(name: str) -> str:
    """Say what a card does, in one sentence."""
    played = CARDS[name]
    parts = [effect.text for effect in played.effects]
    if played.resource:
        parts.append(f"add {amount(played.amount, played.resource)} to the board")
    return f"{capital(', then '.join(parts))}."


def _card(card: Card) -> str:
    kind = card.resource or "action"
    end = "Then it stays on its pile." if card.resource else "Then it is discarded."
    return f"{card.name} ({kind}). {effect(card.id)} {end} {_copies(card)}"


def _copies(card: Card) -> str:
    row = card.row
    other = "".join(f" ({n} with {seats} players)" for seats, n in row.copies_with.items())
    return f"{plural(row.copies, 'copy', 'copies')} in the deck{other}."


def _recipe(recipe: Recipe) -> str:
    return f"{recipe.name} (recipe). Needs {needs(recipe.id)} on the board."
