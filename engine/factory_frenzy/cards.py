"""The card tables: rows of data, checked when loaded."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from engine.factory_frenzy.effects import AnyEffect, Effect
from engine.factory_frenzy.resources import RESOURCES, Resource
from engine.kernel import cards
from engine.kernel.cards import DATA, load
from engine.kernel.pools import Amounts

FOLDER = DATA / "factory_frenzy"
RULES = 1  # raised when rules or cards change what a stored journal means

Count = Annotated[int, Field(ge=0, le=9)]
Amount = Annotated[int, Field(ge=1, le=3)]


class CardRow(cards.CardRow):
    copies: Annotated[int, Field(ge=1, le=9)]
    copies_with: dict[int, Count] = Field(default_factory=dict)  # by number of players
    effects: tuple[AnyEffect, ...] = ()
    adds: dict[Resource, Amount] = Field(default_factory=dict, max_length=1)


class RecipeRow(cards.CardRow):
    needs: Annotated[dict[Resource, Amount], Field(min_length=1)]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card of the main deck, ready for play; `row` has it as it stands in the card table."""

    id: str
    name: str
    row: CardRow
    effects: tuple[Effect, ...]
    resource: str | None  # what it adds to the board; None: it goes to the discard pile
    amount: int
    play: tuple[str, ...]  # how codes begin that play it


@dataclass(frozen=True, slots=True, eq=False)
class Recipe:
    id: str
    name: str
    row: RecipeRow
    needs: Amounts  # in the order of the piles
    size: int  # how many resources in all


def _card(row: CardRow) -> Card:
    resource, amount = next(iter(row.adds.items()), (None, 0))
    produced = str(resource) if resource else None
    return Card(row.id, row.name, row, row.effects, produced, amount, ("play", row.id))


def _recipe(row: RecipeRow) -> Recipe:
    needs = {str(resource): count for resource, count in row.needs.items()}
    ordered = tuple((resource, needs[resource]) for resource in RESOURCES if resource in needs)
    return Recipe(row.id, row.name, row, ordered, sum(needs.values()))


_card_rows = load(FOLDER / "cards.toml", "card", CardRow)
_recipe_rows = load(FOLDER / "recipes.toml", "recipe", RecipeRow)
CARD_ROWS: list[cards.CardRow] = [*_card_rows, *_recipe_rows]
CARDS: dict[str, Card] = {row.id: _card(row) for row in _card_rows}
RECIPES: dict[str, Recipe] = {row.id: _recipe(row) for row in _recipe_rows}


def deck_for(seats: int, rules: int = RULES) -> list[str]:
    """List every copy of every card that so many players use."""
    return [
        card.id
        for card in CARDS.values()
        if card.row.is_in(rules)
        for _ in range(card.row.copies_with.get(seats, card.row.copies))
    ]


def recipes_of(rules: int) -> list[str]:
    return [recipe.id for recipe in RECIPES.values() if recipe.row.is_in(rules)]


def total(pile: list[str]) -> int:
    """Count how much of its resource a pile holds."""
    return sum([CARDS[card].amount for card in pile])


def shortage(piles: dict[str, list[str]], recipe: str) -> int:
    """Count the resources that the board still lacks for a recipe."""
    lacking = 0
    for resource, need in RECIPES[recipe].needs:
        have = total(piles[resource])
        if have < need:
            lacking += need - have
    return lacking
