"""Small pieces of sentences, and every action as a verb with what follows it."""

from collections.abc import Iterable
from typing import Any

from engine.factory_frenzy.cards import CARDS, RECIPES
from engine.kernel.phrases import Clauses, joined, plural

SINGULAR = {"chemicals": "chemical", "wood": "wood", "gears": "gear", "steel": "steel"}


def card_name(card: str) -> str:
    return CARDS[card].name


def recipe_name(recipe: str) -> str:
    return RECIPES[recipe].name


def amount(count: int, resource: str) -> str:
    """1 gear, 2 gears, 3 wood."""
    return plural(count, SINGULAR[resource], resource)


def amounts(pairs: Iterable[tuple[str, int]]) -> str:
    return joined(amount(count, resource) for resource, count in pairs if count)


def needs(recipe: str) -> str:
    return amounts(RECIPES[recipe].needs)


def in_turn(cards: Iterable[str]) -> str:
    """Rust, then Termites, then Rust."""
    return ", then ".join(map(card_name, cards))


def _play(rest: list[Any]) -> tuple[str, str]:
    on = f" on {rest[1]}" if len(rest) > 1 and isinstance(rest[1], str) else ""
    return "play", f"{card_name(rest[0])}{on}"


def _order(rest: list[Any]) -> tuple[str, str]:
    return "put", f"back {in_turn(rest)}" if rest else "the cards back on the deck"


CLAUSES = Clauses(
    {
        "keep": lambda rest: ("keep", "the starting hand"),
        "mulligan": lambda rest: ("change", "the whole starting hand"),
        "play": _play,
        "discard": lambda rest: ("discard", card_name(rest[0])),
        "order": _order,
        "declare": lambda rest: ("declare", "the recipe"),
        "done": lambda rest: ("end", "the turn"),
    }
)
imperative, third_person = CLAUSES.imperative, CLAUSES.third_person
