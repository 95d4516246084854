"""The viewer's own recipe in one line, compared with the four piles of the board."""

from functools import lru_cache

from engine.factory_frenzy.cards import RECIPES
from engine.factory_frenzy.view import View
from render.factory_frenzy.look import (
    COPPER,
    COPPER_INK,
    COPPER_LIGHT,
    ENOUGH,
    GLYPHS,
    LACKING,
    LACKING_PILL,
    READY_PILL,
    RESOURCE,
)
from render.lettering import Face
from render.marks import (
    Box,
    Item,
    Piece,
    Placed,
    Shape,
    breadth,
    centered_row,
    piece,
    shrunk,
    sign,
    spread,
    sprite_item,
    text,
    words_item,
)
from render.theme import CREAM, GOLD, GOLD_INK, HEAD, INNER, MARGIN, PANEL, SOFT, Style
from render.widgets.panels import word_pill

STRIP_H = 92
FRAME, RADIUS = 4, 18
NAME_W = 370
WELL_W, PLAIN_W, WELL_H, GAP = 152, 104, 68, 8
NAME = Style(Face.TITLE, 44)
PILL = Style(Face.BOLD, 34)


def own_strip(view: View, y: int) -> list[Placed]:
    recipe = view.recipe
    assert recipe
    needs = {need.resource: need.need for need in recipe.needs}
    marks: list[Shape] = []
    x = FRAME + NAME_W + 12
    for pile in view.piles:
        well = _well(pile.resource, pile.total, needs.get(pile.resource))
        marks.append(Placed(x, (STRIP_H - WELL_H) // 2, well))
        x += well.w + GAP
    pill = _standing(view)
    right = INNER - FRAME - 10
    marks.append(Placed(round((x + right - pill.w) / 2), (STRIP_H - pill.h) // 2, pill))
    ground = Placed(MARGIN, y, _ground(recipe.recipe), is_backdrop=True)
    return [ground, *spread(marks, MARGIN, y, HEAD)]


@lru_cache(maxsize=16)
def _ground(recipe: str) -> Piece:
    words = RECIPES[recipe].name.upper()
    inner = STRIP_H - 2 * FRAME
    style = shrunk(words, NAME, NAME_W - 96)
    return piece(
        INNER,
        STRIP_H,
        [
            Box(0, 0, INNER, STRIP_H, COPPER_LIGHT, RADIUS),
            Box(FRAME, FRAME, INNER - 2 * FRAME, inner, HEAD, RADIUS - FRAME),
            Box(FRAME, FRAME, NAME_W, inner, COPPER, RADIUS - FRAME, corners="left"),
            sign(GLYPHS + "recipe_wanted", FRAME + 42, STRIP_H / 2, 62),
            text(FRAME + 84, STRIP_H / 2, words, style, COPPER_INK, COPPER),
        ],
    )


def _standing(view: View) -> Piece:
    """Say how far the recipe is, in a word or two."""
    recipe = view.recipe
    assert recipe and view.seat is not None
    if recipe.lacks:
        return word_pill(f"{recipe.lacks} MISSING", LACKING_PILL, line=CREAM, style=PILL)
    if view.players[view.seat].declared:
        return word_pill("DECLARED", GOLD, GOLD_INK, CREAM, PILL)
    return word_pill("COMPLETE", READY_PILL, line=CREAM, style=PILL)


@lru_cache(maxsize=256)
def _well(resource: str, have: int, need: int | None) -> Piece:
    """Draw a pile; a resource that the recipe doesn't need is a plain number."""
    if need is None:
        w, fill = PLAIN_W, PANEL
        items = _counted(resource, have, None, SOFT, fill, w - 12)
        return piece(w, WELL_H, [Box(0, 0, w, WELL_H, fill, 14), *_middle(items, w)])
    w, look = WELL_W, ENOUGH if have >= need else LACKING
    items = _counted(resource, have, need, look.number, look.fill, w - 12)
    ground = Box(0, 0, w, WELL_H, look.fill, 14, look.line, 3)
    return piece(w, WELL_H, [ground, *_middle(items, w)])


def _middle(items: list[Item], w: int) -> list[Shape]:
    return centered_row(w / 2, WELL_H / 2, items, 6)


def _counted(
    resource: str, have: int, need: int | None, color: str, fill: str, room: int
) -> list[Item]:
    """Write a number as large as it fits."""
    for size in (48, 42, 36, 30):
        items = [
            sprite_item(RESOURCE + resource, 50 if size > 36 else 40),
            words_item(str(have), Style(Face.TITLE, size), color, fill),
        ]
        if need is not None:
            needed = words_item(str(need), Style(Face.TITLE, min(size, 38)), SOFT, fill)
            items += [sprite_item("common/slash", 32, SOFT), needed]
        if breadth(items, 6) <= room:
            break
    return items
