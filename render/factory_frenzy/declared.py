"""A declared recipe: what it builds, how safe it is, who can still stop it."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_frenzy.phrases import recipe_name
from engine.factory_frenzy.view import NeedView, RecipeView, View
from render.factory_frenzy import alt
from render.factory_frenzy.look import (
    BARELY,
    COPPER,
    COPPER_INK,
    COPPER_RULE,
    COPPER_STRIPES,
    DECLARED_STRIPES,
    ENOUGH,
    GLYPHS,
    LACKING,
    RESOURCE,
    SCENES,
    Well,
)
from render.factory_frenzy.moment import open_recipe, turn_words
from render.factory_frenzy.turns import PANEL_H, belt_panel, heading, stops
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Item,
    Piece,
    Placed,
    Shape,
    Sprite,
    breadth,
    drawing,
    piece,
    row,
    shrunk,
    sign,
    spread,
    sprite_item,
    text,
    words_item,
)
from render.names import initial_of
from render.theme import GOLD, HEAD, INNER, LABEL, MARGIN, SOFT, TOP, Style
from render.widgets.badges import badge, name_marks, name_width
from render.widgets.panels import table_header

BLOCK_TOP = TOP + 25
FRAME = 6
SCENE_W, SCENE_H = 500, 436
BLOCK_W, BLOCK_H = INNER, SCENE_H
FACTS_X = FRAME + SCENE_W + FRAME - 6
FACTS_W = BLOCK_W - FACTS_X
COPPER_H = 156
WELL_H = 78
WELL_PITCH = 88
BELT_TOP = BLOCK_TOP + BLOCK_H + 28
HEIGHT = BELT_TOP + PANEL_H + 18
BADGE = 68
NAME = Style(Face.TITLE, 50)
PRODUCT = Style(Face.TITLE, 64)


def picture(view: View, seat: int, names: Sequence[str]) -> Drawing:
    recipe = open_recipe(view, view.players[seat])
    assert recipe, "only what lies open is drawn"
    parts = [*_header(view), *_block(recipe, seat, names)]
    height = BELT_TOP - 10
    if not view.result:
        parts.append(Placed(MARGIN, BELT_TOP, _belt(view, seat, names, recipe.lacks)))
        height = HEIGHT
    return drawing(height, parts, alt.declared(view, seat, names))


def _header(view: View) -> list[Placed]:
    stripes = COPPER_STRIPES if view.result else DECLARED_STRIPES
    return table_header("DECLARED!", turn_words(view), [], stripes)


def _belt(view: View, seat: int, names: Sequence[str], lacks: int) -> Piece:
    coming = stops(view, seat, names)
    return belt_panel(coming, heading(coming, seat, lacks), lacks)


def _block(recipe: RecipeView, seat: int, names: Sequence[str]) -> list[Placed]:
    wells = [_well(need, FACTS_W - 38) for need in recipe.needs]
    top = COPPER_H + (BLOCK_H - COPPER_H - WELL_PITCH * len(wells)) // 2 + 6
    return [
        Placed(MARGIN - FRAME, BLOCK_TOP - FRAME, _ground(recipe.recipe), is_backdrop=True),
        *spread(_titled(recipe, seat, names), MARGIN + FACTS_X, BLOCK_TOP, COPPER),
        *(
            Placed(MARGIN + FACTS_X + 16, BLOCK_TOP + top + WELL_PITCH * number, well, on=HEAD)
            for number, well in enumerate(wells)
        ),
    ]


@lru_cache(maxsize=12)
def _ground(recipe: str) -> Piece:
    w, h = BLOCK_W + 2 * FRAME, BLOCK_H + 2 * FRAME
    x = FRAME + FACTS_X
    stage = SCENES + recipe + ".stage"
    marks: list[Shape] = [
        Box(0, 0, w, h, GOLD, 26),
        Box(FRAME, FRAME, BLOCK_W, BLOCK_H, HEAD, 20),
        Sprite(stage, FRAME, FRAME, SCENE_W, SCENE_H, is_backdrop=True, radius=20, corners="left"),
        Box(x, FRAME, FACTS_W, COPPER_H, COPPER, 20, corners="top"),
        Box(x, FRAME, 40, COPPER_H, COPPER),
        Box(x, FRAME + COPPER_H - 6, FACTS_W, 6, COPPER_RULE),
        Box(x - 6, FRAME, 6, BLOCK_H, GOLD),
    ]
    return piece(w, h, marks)


def _titled(recipe: RecipeView, seat: int, names: Sequence[str]) -> list[Shape]:
    name, verb = names[seat], "builds the"
    x, middle = 18 + BADGE + 16, 46
    room = FACTS_W - x - 180
    words = recipe_name(recipe.recipe).upper()
    style = shrunk(words, PRODUCT, FACTS_W - 50)
    after = x + name_width(name, room, NAME) + 18
    return [
        Placed(18, middle - BADGE // 2, badge(seat, BADGE, initial_of(seat, names))),
        *name_marks(x, middle, name, room, NAME, COPPER_INK, COPPER),
        text(after, middle + 4, verb, LABEL._replace(size=38), COPPER_INK, COPPER),
        text(22, 113, words, style, COPPER_INK, COPPER),
    ]


def _well(need: NeedView, w: int) -> Piece:
    return _safety(need.resource, need.have, need.need, w)


@lru_cache(maxsize=256)
def _safety(resource: str, have: int, need: int, w: int) -> Piece:
    """Draw what there is and what is needed, and whether one removal would hurt."""
    look, verdict = _verdict(have - need)
    middle = WELL_H / 2
    counted = [
        words_item(str(have), Style(Face.TITLE, 62), look.number, look.fill),
        sprite_item("common/slash", 42, SOFT),
        words_item(str(need), Style(Face.TITLE, 46), SOFT, look.fill),
    ]
    marks: list[Shape] = [
        Box(0, 0, w, WELL_H, look.fill, 18, look.line, 4),
        sign(RESOURCE + resource, 54, middle, 72),
        *row(104, middle, counted, 12),
        *row(w - 26 - breadth(verdict, 12), middle, verdict, 12),
    ]
    return piece(w, WELL_H, marks)


def _verdict(spare: int) -> tuple[Well, list[Item]]:
    """Choose between enough to spare, just enough, and missing."""
    look, words, lead = _what_is_there(spare)
    return look, [lead, words_item(words, Style(Face.BOLD, 42), look.words, look.fill)]


def _what_is_there(spare: int) -> tuple[Well, str, Item]:
    if spare > 0:
        return ENOUGH, f"{spare} to spare", sprite_item("common/check", 30, ENOUGH.line)
    if spare == 0:
        return BARELY, "just enough", sprite_item(GLYPHS + "remove_top", 58)
    return LACKING, f"{-spare} missing", sprite_item("common/cross", 30, LACKING.line)
