"""The end: the winning product on a stage, and how much of each recipe is on the board."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_frenzy.view import View
from render.factory_frenzy import alt
from render.factory_frenzy.look import (
    BANNER_H,
    BANNER_SCENE,
    COPPER,
    COPPER_INK,
    COPPER_LIGHT,
    COPPER_STRIPES,
    GLYPHS,
    SCENES,
)
from render.factory_frenzy.needs_belt import LOADED_H, loaded_belt
from render.factory_frenzy.ranking import NOT_BUILT, RankingLine, places, sole_winner, verdict
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    Sprite,
    centered,
    drawing,
    piece,
    shrunk,
    sign,
    text,
)
from render.theme import (
    BAND,
    CREAM,
    GOLD,
    INK,
    INNER,
    MARGIN,
    MISSING,
    SEATS,
    WIDTH,
    WINNER,
    Style,
)
from render.widgets.badges import badge, name_marks
from render.widgets.panels import stripes
from render.widgets.ranking import (
    INSET,
    TOTAL_W,
    Space,
    crest,
    line_fill,
    line_ground,
    named,
    title_plate,
)

SCENE_H = 300
STAGE = (766, 34, BANNER_SCENE, BANNER_H - 10)  # where the theatre shows the product
ROW_H, GAP = 172, 14
ROWS_TOP = SCENE_H + BAND + 18
SPINE = 26
THUMB_W, THUMB_H = 256, 162
LEFT = SPINE + THUMB_W + 24
PLATE_W, PLATE_H = 560, 146


def picture(view: View, names: Sequence[str]) -> Drawing:
    ranking = places(view, names)
    best = sole_winner(ranking)
    parts = [Placed(0, 0, _banner(view, best))]
    for number, place in enumerate(ranking):
        y = ROWS_TOP + number * (ROW_H + GAP)
        line = _line(place, has_picture=place is not best)
        parts.append(Placed(MARGIN - INSET, y - INSET, line))
    height = ROWS_TOP + len(ranking) * (ROW_H + GAP) + 4
    return drawing(height, parts, alt.ending(view, names))


def _banner(view: View, best: RankingLine | None) -> Piece:
    """Draw the winner before a cheering crowd."""
    hall = Sprite(SCENES + "final", 0, 0, WIDTH, SCENE_H, is_backdrop=True, window=(0, 0))
    marks: list[Shape] = [hall, *stripes(0, SCENE_H, WIDTH, COPPER_STRIPES)]
    if best is None:
        plate = _of_many(verdict(view))
        return piece(WIDTH, SCENE_H + BAND, [*marks, *_on_stage(None), Placed(24, 22, plate)])
    plate = _of_one(best, verdict(view))
    return piece(WIDTH, SCENE_H + BAND, [*marks, *_on_stage(best), Placed(24, 18, plate)])


def _on_stage(best: RankingLine | None) -> list[Shape]:
    """Draw the product between the curtains, or a crown for several winners."""
    x, y, w, h = STAGE
    if best is None:
        return [sign(GLYPHS + "crown", x + w / 2, y + h / 2 + 4, 168)]
    words = best.product.upper()
    style = shrunk(words, Style(Face.BOLD, 40), w - 40)
    name = piece(
        w,
        46,
        [
            Box(0, 0, w, 46, COPPER_LIGHT, 12),
            Box(4, 4, w - 8, 38, COPPER, 9),
            centered(w / 2, 23, words, style, COPPER_INK, COPPER),
        ],
    )
    scene = Sprite(f"{SCENES}{best.recipe}.banner", x, y, w, h, is_backdrop=True)
    return [scene, Placed(x, SCENE_H - 48, name)]


@lru_cache(maxsize=8)
def _of_one(best: RankingLine, words: str) -> Piece:
    room = PLATE_W - 130
    return piece(
        PLATE_W,
        PLATE_H,
        [
            Box(0, 0, PLATE_W, PLATE_H, GOLD, 24),
            Box(6, 6, PLATE_W - 12, PLATE_H - 12, INK, 18),
            Placed(22, 13, badge(best.seat, 66, best.letter)),
            *name_marks(104, 46, best.name, room, Style(Face.TITLE, 56), GOLD, INK),
            text(26, 107, words, Style(Face.TITLE, 54), CREAM, INK),
        ],
    )


@lru_cache(maxsize=2)
def _of_many(words: str) -> Piece:
    plate = title_plate(words)
    below = centered(plate.w / 2, 112, NOT_BUILT, Style(Face.BOLD, 38), COPPER_INK, COPPER)
    band = Box(20, 80, plate.w - 40, 62, COPPER, 16)
    return piece(plate.w, PLATE_H, [band, Placed(0, 0, plate, is_backdrop=True), below])


@lru_cache(maxsize=16)
def _line(place: RankingLine, has_picture: bool) -> Piece:
    h, right = ROW_H, INNER - TOTAL_W - 32
    middle, fill = INSET + 44, line_fill(place.has_won)
    has_crown = place.has_won and has_picture
    bottom = INSET + h - 14
    space = Space(LEFT + 82, right, middle, bottom - LOADED_H, fill)
    marks: list[Shape] = [
        *line_ground(h, SEATS[place.seat].fill, SPINE, place.has_won),
        *_picture(place, has_picture),
        crest(place.seat, LEFT, middle, place.letter),
        *named(space, place.name, place.product, has_crown),
        *loaded_belt(place.needs, LEFT, bottom, right - LEFT),
        Placed(INNER - TOTAL_W - 10, INSET + 13, _total(place, h - 26)),
    ]
    return piece(INNER + 2 * INSET, h + 14, marks)


def _picture(place: RankingLine, has_picture: bool) -> list[Shape]:
    """Draw the product; a crown for the winner, whose product is on the stage."""
    x, y = INSET + 5 + SPINE, INSET + 5
    edge = Box(x + THUMB_W, y, 4, THUMB_H, COPPER)
    if has_picture:
        scene = f"{SCENES}{place.recipe}.row"
        return [Sprite(scene, x, y, THUMB_W, THUMB_H, is_backdrop=True, window=(0, 1)), edge]
    rays = Sprite(SCENES + "final", x, y, THUMB_W, THUMB_H, is_backdrop=True, window=(788, 42))
    return [rays, edge, sign(GLYPHS + "crown", x + THUMB_W / 2, y + THUMB_H / 2, 150)]


def _total(place: RankingLine, h: int) -> Piece:
    color = GOLD if place.has_won else CREAM
    ink = WINNER if place.has_won else MISSING
    style = shrunk(place.said, Style(Face.BOLD, 36), TOTAL_W - 16)
    return piece(
        TOTAL_W,
        h,
        [
            Box(0, 0, TOTAL_W, h, INK, 18),
            centered(TOTAL_W / 2, h * 0.38, place.score, Style(Face.TITLE, 72), color, INK),
            centered(TOTAL_W / 2, h - 32, place.said, style, ink, INK),
        ],
    )
