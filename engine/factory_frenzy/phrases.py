"""Small pieces of this game's sentences, and every action as a verb with what follows it."""

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
    """Count a resource in words: 1 gear, 2 gears, 3 wood."""
    return plural(count, SINGULAR[resource], resource)


def amounts(pairs: Iterable[tuple[str, int]]) -> str:
    return joined(amount(count, resource) for resource, count in pairs if count)


def needs(recipe: str) -> str:
    return amounts(RECIPES[recipe].needs)


def in_turn(cards: Iterable[str]) -> str:
    """Name cards one after the other: Rust, then Termites, then Rust."""
    return ", then ".join(map(card_name, cards))


def _play(args: list[Any]) -> tuple[str, str]:
    on = f" on {args[1]}" if len(args) > 1 and isinstance(args[1], str) else ""
    return "play", f"{card_name(args[0])}{on}"


def _order(args: list[Any]) -> tuple[str, str]:
    return "put", f"back {in_turn(args)}" if args else "the cards back on the deck"


CLAUSES = Clauses(
    {
        "keep": lambda args: ("keep", "the starting hand"),
        "mulligan": lambda args: ("change", "the whole starting hand"),
        "play": _play,
        "discard": lambda args: ("discard", card_name(args[0])),
        "order": _order,
        "declare": lambda args: ("declare", "the recipe"),
        "done": lambda args: ("end", "the turn"),
    }
)
imperative, third_person = CLAUSES.imperative, CLAUSES.third_person
