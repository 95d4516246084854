"""All recipes in one picture; those that everybody sees carry their owners' badges."""

from collections.abc import Sequence

from engine.factory_frenzy.cards import RECIPES
from engine.factory_frenzy.phrases import needs
from engine.factory_frenzy.view import View
from render.alt import fitting
from render.factory_frenzy.cards import recipe_tile
from render.factory_frenzy.look import COPPER_STRIPES, NAME_H, TILE_H
from render.factory_frenzy.moment import open_recipe
from render.marks import Drawing, Placed, drawing, spread
from render.names import initial_of
from render.theme import COLUMN, CREAM, SEATS, TOP, column
from render.widgets.badges import badge
from render.widgets.cards import RULE
from render.widgets.panels import table_header

A_ROW = 4
TILES_TOP = TOP + 20
PITCH = TILE_H + 20
BADGE = 64


def picture(view: View, names: Sequence[str]) -> Drawing:
    owners = _owners(view)
    parts = table_header("RECIPES", "everybody builds one of these", [], COPPER_STRIPES)
    for number, recipe in enumerate(RECIPES):
        x, y = column(number % A_ROW), TILES_TOP + PITCH * (number // A_ROW)
        parts += recipe_tile(recipe, x, y)
        if recipe in owners:
            owner = owners[recipe]
            crest = badge(owner, BADGE, initial_of(owner, names))
            parts += spread([Placed(COLUMN - BADGE - 10, NAME_H + RULE + 8, crest)], x, y, CREAM)
    rows = -(-len(RECIPES) // A_ROW)
    return drawing(TILES_TOP + rows * PITCH, parts, _alt(owners))


def _owners(view: View) -> dict[str, int]:
    """Return who has which of the recipes that everybody may see."""
    recipes = ((open_recipe(view, player), player.seat) for player in view.players)
    return {recipe.recipe: seat for recipe, seat in recipes if recipe}


def _alt(owners: dict[str, int]) -> str:
    """Describe the picture; it names seats by color, because it shows badges and no names."""
    recipes = [
        f"{recipe.name} ({needs(recipe.id)}{_owner(owners.get(recipe.id))})"
        for recipe in RECIPES.values()
    ]
    return fitting(f"All {len(RECIPES)} recipes: {', '.join(recipes)}.")


def _owner(seat: int | None) -> str:
    return "" if seat is None else f"; {SEATS[seat].word}’s"
