"""A recipe that everybody sees: what it builds, what it needs, whether the board has it all."""

from functools import lru_cache
from typing import NamedTuple

from engine.factory_frenzy.phrases import recipe_name
from engine.factory_frenzy.view import RecipeView
from render.factory_frenzy.deeds import needs
from render.factory_frenzy.look import (
    COPPER,
    COPPER_INK,
    COPPER_LIGHT,
    ROSE,
    SCENES,
)
from render.lettering import Face
from render.marks import Box, Piece, Placed, Shape, Sprite, centered, piece, shrunk, sign
from render.theme import (
    CARD_NAME,
    DONE,
    GOLD,
    GOLD_INK,
    INK,
    NO,
    WHITE,
    YES_DARK,
    Style,
)
from render.widgets.panels import over

BAND_H = 38
SCENE_W, SCENE_H = 256, 164
EDGE = 4
BODY_H = SCENE_H + 2 * EDGE
STRIP_H = 62
MARK_W = 46
BAND = Style(Face.BOLD, 34)
FEW_W, MANY_W = 500, 300  # from here on there is room beside the scene for all, or for the needs


class ShownRecipe(NamedTuple):
    """What the block of a recipe shows, and nothing else of the board, so that it can be cached."""

    recipe: str
    needs: tuple[tuple[str, int], ...]
    lacking: tuple[str, ...]
    lacks: int
    is_declared: bool

    @property
    def ground(self) -> str:
        return ROSE if self.lacks else DONE

    @property
    def title(self) -> str:
        return recipe_name(self.recipe).upper()


def shown_recipe(recipe: RecipeView, is_declared: bool) -> ShownRecipe:
    return ShownRecipe(
        recipe.recipe,
        tuple((need.resource, need.need) for need in recipe.needs),
        tuple(need.resource for need in recipe.needs if need.lacks),
        recipe.lacks,
        is_declared,
    )


def block_height(w: int) -> int:
    """Return how high an open recipe is at a width."""
    return BAND_H + BODY_H + (0 if w >= FEW_W else STRIP_H)


@lru_cache(maxsize=64)
def block(recipe: ShownRecipe, w: int) -> Piece:
    """Draw an open recipe; what a narrow one has no room for goes below the scene."""
    h = block_height(w)
    scene = SCENES + recipe.recipe + ".row"
    x = EDGE if w >= MANY_W else (w - SCENE_W) // 2
    marks: list[Shape] = [
        Box(0, 0, w, h, COPPER_LIGHT, 14),
        *_band(recipe, w),
        Sprite(scene, x, BAND_H + EDGE, SCENE_W, SCENE_H, is_backdrop=True),
    ]
    if w >= FEW_W:
        return piece(w, h, [*marks, *_beside(recipe, SCENE_W + 2 * EDGE, w)])
    if w >= MANY_W:
        marks += _stacked(recipe, SCENE_W + 2 * EDGE, w)
        return piece(w, h, [*marks, *_named_strip(recipe, w)])
    return piece(w, h, [*marks, *_needs_strip(recipe, 0, BAND_H + BODY_H, w, is_last=True)])


def _band(recipe: ShownRecipe, w: int) -> list[Shape]:
    """Draw the title: declared, or only shown_recipe at the end."""
    fill, ink = (GOLD, GOLD_INK) if recipe.is_declared else (COPPER_LIGHT, COPPER_INK)
    words = "DECLARED" if recipe.is_declared else recipe.title
    style = shrunk(words, BAND, w - 20)
    ground = Box(0, 0, w, BAND_H, fill, 14, corners="top")
    return [ground, centered(w / 2, BAND_H / 2, words, style, ink, fill)]


def _verdict(recipe: ShownRecipe, x: int, y: int, h: int, radius: int = 0) -> list[Shape]:
    """Draw a tick or a cross: whether the board has all that is needed."""
    fill, name = (NO, "cross") if recipe.lacks else (YES_DARK, "check")
    return [
        Box(x, y, MARK_W, h, fill, radius, corners="bottom" if radius else "all"),
        *([Box(x + radius, y, MARK_W - radius, h, fill)] if radius else []),
        sign(f"common/{name}", x + MARK_W / 2, y + h / 2, 30, WHITE),
    ]


def _needs_strip(recipe: ShownRecipe, x: int, y: int, w: int, is_last: bool) -> list[Shape]:
    radius = 14 if is_last else 0
    room = w - x - MARK_W
    ground = Box(x + MARK_W, y, room, STRIP_H, recipe.ground, radius, corners="bottom")
    start = Box(x + MARK_W, y, radius, STRIP_H, recipe.ground)
    numbers = _numbers(recipe, recipe.needs, room - 16, STRIP_H - 8)
    place = Placed(x + MARK_W + (room - numbers.w) // 2, y + 4, numbers)
    return [ground, *([start] if is_last else []), *_verdict(recipe, x, y, STRIP_H, radius), place]


def _numbers(recipe: ShownRecipe, wanted: tuple[tuple[str, int], ...], room: int, h: int) -> Piece:
    missing = tuple((resource, NO) for resource in recipe.lacking)
    return needs(wanted, room, h, recipe.ground, missing)


def _stacked(recipe: ShownRecipe, x: int, right: int) -> list[Shape]:
    """Draw the needs below each other, beside the scene."""
    step = BODY_H / len(recipe.needs)
    marks: list[Shape] = [Box(x, BAND_H, right - x, BODY_H, recipe.ground)]
    for number, need in enumerate(recipe.needs):
        part = _numbers(recipe, (need,), right - x - 8, round(step) - 6)
        row = over(right - x, BAND_H + step * (number + 0.5), part)
        marks.append(row._replace(x=row.x + x))
    return marks


def _named_strip(recipe: ShownRecipe, w: int) -> list[Shape]:
    """Draw the recipe's status and the product's name, below the scene."""
    y = BAND_H + BODY_H
    return [
        Box(0, y, w, STRIP_H, COPPER, 14, corners="bottom"),
        *_verdict(recipe, 0, y, STRIP_H, 14),
        *_title(recipe, MARK_W, w, y + STRIP_H / 2),
    ]


def _title(recipe: ShownRecipe, left: int, right: int, middle: float) -> list[Shape]:
    style = shrunk(recipe.title, CARD_NAME, right - left - 20)
    return [centered((left + right) / 2, middle, recipe.title, style, COPPER_INK, COPPER)]


def _beside(recipe: ShownRecipe, x: int, w: int) -> list[Shape]:
    """Draw the name, the needs and the status beside the scene."""
    title_h, below = 60, BAND_H + 60 + STRIP_H
    status = _status(recipe)
    style = shrunk(status, Style(Face.LABEL, 36), w - x - 20)
    words_h = BAND_H + BODY_H - below
    return [
        Box(x, BAND_H, w - x, title_h, COPPER),
        *_title(recipe, x, w, BAND_H + title_h / 2),
        *_needs_strip(recipe, x, BAND_H + title_h, w, is_last=False),
        Box(x, below, w - x, words_h, recipe.ground, 14, corners="bottom"),
        Box(x, below, 14, words_h, recipe.ground),
        centered((x + w) / 2, below + words_h / 2, status, style, INK, recipe.ground),
    ]


def _status(recipe: ShownRecipe) -> str:
    if recipe.lacks:
        return f"{recipe.lacks} short"
    return "wins if it stands" if recipe.is_declared else "all is there"
