"""The viewer's own recipe, large: what it needs, what is on the board, what is missing."""

from functools import lru_cache

from engine.factory_frenzy.cards import RECIPES
from engine.factory_frenzy.view import NeedView, RecipeView, View
from render.factory_frenzy.look import (
    BANNER_H,
    BANNER_SCENE,
    COPPER,
    COPPER_INK,
    COPPER_LIGHT,
    COPPER_RULE,
    ENOUGH,
    GLYPHS,
    LACKING,
    LACKING_PILL,
    READY_PILL,
    RESOURCE,
    SCENES,
    Well,
)
from render.lettering import Face
from render.marks import (
    Box,
    Item,
    Piece,
    Placed,
    Shape,
    Sprite,
    breadth,
    centered_row,
    piece,
    shrunk,
    sign,
    space,
    spread,
    sprite_item,
    text,
    words_item,
)
from render.theme import COUNTER, CREAM, GOLD, GOLD_INK, HEAD, INNER, MARGIN, SOFT, Style
from render.widgets.panels import word_pill

FRAME, RADIUS = 5, 20
HEAD_H = 66
NAME = Style(Face.TITLE, 52)
NEED = Style(Face.TITLE, 44)
SAID = Style(Face.BOLD, 38)
PAD, GAP = 16, 14
LEFT = FRAME + BANNER_SCENE + 4  # where what is beside the scene begins


def banner(view: View, y: int) -> list[Placed]:
    """Draw the recipe and compare it with the board."""
    recipe = view.recipe
    assert recipe
    marks: list[Shape] = _pills(view, recipe)
    room = _left_of(marks) - LEFT - 88
    words = RECIPES[recipe.recipe].name.upper()
    marks.append(sign(GLYPHS + "recipe_wanted", LEFT + 44, FRAME + HEAD_H / 2, 62))
    style = shrunk(words, NAME, room)
    marks.append(text(LEFT + 82, FRAME + HEAD_H / 2, words, style, COPPER_INK, COPPER))
    return [
        Placed(MARGIN, y, _ground(recipe.recipe), is_backdrop=True),
        *spread(marks, MARGIN, y, COPPER),
        *spread(_wells(recipe), MARGIN, y, HEAD),
    ]


@lru_cache(maxsize=16)
def _ground(recipe: str) -> Piece:
    inner = BANNER_H - 2 * FRAME
    beside = INNER - LEFT - FRAME
    return piece(
        INNER,
        BANNER_H,
        [
            Box(0, 0, INNER, BANNER_H, COPPER_LIGHT, RADIUS),
            Box(FRAME, FRAME, INNER - 2 * FRAME, inner, HEAD, RADIUS - FRAME),
            Box(FRAME, FRAME, INNER - 2 * FRAME, HEAD_H, COPPER, RADIUS - FRAME, corners="top"),
            Sprite(
                f"{SCENES}{recipe}.banner",
                FRAME,
                FRAME,
                BANNER_SCENE,
                inner,
                is_backdrop=True,
                window=(0, 0),
                radius=RADIUS - FRAME,
                corners="left",
            ),
            Box(LEFT - 4, FRAME, 4, inner, COPPER_LIGHT),
            Box(LEFT, FRAME + HEAD_H, beside, 6, COPPER_RULE),
        ],
    )


def _pills(view: View, recipe: RecipeView) -> list[Shape]:
    """Draw the recipe's status, from the right."""
    pills, x = [], INNER - FRAME - 14
    for pill in reversed(standing(view, recipe)):
        x -= pill.w
        pills.append(Placed(x, round(FRAME + HEAD_H / 2 - pill.h / 2), pill))
        x -= 10
    return list(pills)


def _left_of(marks: list[Shape]) -> int:
    return min([mark.x for mark in marks], default=INNER - FRAME) - 10


def standing(view: View, recipe: RecipeView) -> list[Piece]:
    """Return the recipe's status in pills of a word or two."""
    assert view.seat is not None
    pills = []
    if view.players[view.seat].declared:
        pills.append(word_pill("DECLARED", GOLD, GOLD_INK, CREAM))
    if recipe.lacks:
        pills.append(word_pill(f"{recipe.lacks} MISSING", LACKING_PILL, line=CREAM))
    elif view.can_declare:
        pills.append(word_pill("READY TO DECLARE", READY_PILL, line=CREAM))
    return pills


def _wells(recipe: RecipeView) -> list[Shape]:
    count = len(recipe.needs)
    top = FRAME + HEAD_H + 6 + 14
    h = BANNER_H - FRAME - 14 - top
    w = (INNER - FRAME - LEFT - 2 * PAD - GAP * (count - 1)) // count
    return [
        Placed(LEFT + PAD + (w + GAP) * number, top, _well(need, w, h))
        for number, need in enumerate(recipe.needs)
    ]


def _well(need: NeedView, w: int, h: int) -> Piece:
    return well(need.resource, need.have, need.need, w, h)


@lru_cache(maxsize=256)
def well(resource: str, have: int, need: int, w: int, h: int) -> Piece:
    """Draw one resource of a recipe: how much there is of how much, and whether it's enough."""
    look = ENOUGH if have >= need else LACKING
    marks: list[Shape] = [Box(0, 0, w, h, look.fill, 18, look.line, 4)]
    marks += centered_row(w / 2, h * 0.37, _counted(resource, have, need, look, w - 24))
    marks += centered_row(w / 2, h * 0.79, _verdict(have, need, look), 8)
    return piece(w, h, marks)


def _counted(resource: str, have: int, need: int, look: Well, room: int) -> list[Item]:
    for gap in (14, 8, 4):
        items = [
            sprite_item(RESOURCE + resource, 82),
            space(gap),
            words_item(str(have), COUNTER._replace(size=66), look.number, look.fill),
            space(gap),
            sprite_item("common/slash", 44, SOFT),
            space(gap - 2),
            words_item(str(need), NEED, SOFT, look.fill),
        ]
        if breadth(items) <= room:
            break
    return items


def _verdict(have: int, need: int, look: Well) -> list[Item]:
    if have < need:
        return [words_item(f"{need - have} short", SAID, look.words, look.fill)]
    return [
        sprite_item("common/check", 26, look.line),
        words_item("enough", SAID, look.words, look.fill),
    ]
