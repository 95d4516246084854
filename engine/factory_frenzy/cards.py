"""The card tables: rows of data, checked when loaded."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.factory_frenzy.effects import AnyEffect, Effect
from engine.factory_frenzy.resources import RESOURCES, Resource
from engine.kernel.pools import Amounts

FOLDER = Path(__file__).parents[2] / "data" / "factory_frenzy"

Count = Annotated[int, Field(ge=0, le=9)]
Amount = Annotated[int, Field(ge=1, le=3)]


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=r"^[A-Z][a-z]+(,? [A-Z][a-z]+)*$")]

    @property
    def id(self) -> str:
        return self.name.lower().replace(",", "").replace(" ", "_")


class CardRow(Row):
    copies: Annotated[int, Field(ge=1, le=9)]
    copies_with: dict[int, Count] = {}  # by number of players, where it differs
    effects: tuple[AnyEffect, ...] = ()
    adds: Annotated[dict[Resource, Amount], Field(max_length=1)] = {}


class RecipeRow(Row):
    needs: Annotated[dict[Resource, Amount], Field(min_length=1)]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card of the main deck, ready for play; the row behind it says what it is."""

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
    needs: Amounts  # in the order of the piles
    size: int  # how many resources in all


class FaultyCards(Exception):
    """Names every faulty row of a card table at once."""


def _faults(row: dict[str, Any], model: type[Row]) -> list[str]:
    try:
        model.model_validate(row)
    except ValidationError as error:
        name = row.get("name", "a card without a name")
        return [
            f"{name}: {'.'.join(map(str, fault['loc']))}: {fault['msg']}"
            for fault in error.errors()
        ]
    return []


def load(file: Path, kind: str, model: type[Row]) -> list[Any]:
    rows = tomllib.loads(file.read_text(encoding="utf-8"))[kind]
    faults = [fault for row in rows for fault in _faults(row, model)]
    names = [row.get("name") for row in rows]
    faults += [f"{name}: stands there twice" for name in {n for n in names if names.count(n) > 1}]
    if faults:
        raise FaultyCards("\n".join([f"{file.name} has {len(faults)} faults:", *faults]))
    return sorted((model.model_validate(row) for row in rows), key=lambda row: row.id)


def _card(row: CardRow) -> Card:
    resource, amount = next(iter(row.adds.items()), (None, 0))
    produced = str(resource) if resource else None
    return Card(row.id, row.name, row, row.effects, produced, amount, ("play", row.id))


def _recipe(row: RecipeRow) -> Recipe:
    needs = {str(resource): count for resource, count in row.needs.items()}
    ordered = tuple((resource, needs[resource]) for resource in RESOURCES if resource in needs)
    return Recipe(row.id, row.name, ordered, sum(needs.values()))


CARDS: dict[str, Card] = {
    row.id: _card(row) for row in load(FOLDER / "cards.toml", "card", CardRow)
}
RECIPES: dict[str, Recipe] = {
    row.id: _recipe(row) for row in load(FOLDER / "recipes.toml", "recipe", RecipeRow)
}


def deck_for(seats: int) -> list[str]:
    """Every copy of every card that so many players use."""
    return [
        card.id
        for card in CARDS.values()
        for _ in range(card.row.copies_with.get(seats, card.row.copies))
    ]


def total(pile: list[str]) -> int:
    """How much of its resource a pile holds."""
    return sum([CARDS[card].amount for card in pile])


def shortage(piles: dict[str, list[str]], recipe: str) -> int:
    """How many resources the board still lacks for a recipe."""
    lacking = 0
    for resource, need in RECIPES[recipe].needs:
        have = total(piles[resource])
        if have < need:
            lacking += need - have
    return lacking
