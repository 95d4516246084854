"""The totals of the four piles, in the gap of a row of cards or in a line of their own."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_frenzy.view import PileView
from engine.kernel.phrases import plural
from render.factory_frenzy.look import CARD_H, FAMILIES, RESOURCE
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Placed,
    Shape,
    centered,
    piece,
    shrunk,
    sign,
    spread,
    text,
    to_the_right,
)
from render.theme import (
    COLUMN,
    COUNTER,
    CREAM,
    EDGE,
    HEAD,
    INNER,
    LABEL,
    MARGIN,
    MUTED,
    PANEL,
    PILL,
    PITCH,
    SOFT,
    Style,
)
from render.widgets.panels import panel

PAD, GAP = 20, 12
TITLE_H = 76
LINE_H = 96
BAR = 8
LOW = 150  # a cell in which the sign has no room above its number and more
NARROW = Style(Face.TITLE, 52)


def totals(piles: Sequence[PileView], x: int, y: int, w: int, title: str) -> list[Placed]:
    """Draw a panel as high as a card; one column wide it has room for the totals only."""
    across = 4 if w > 2 * PITCH else 2
    deep = 4 // across
    cell_w = (w - 2 * PAD - GAP * (across - 1)) // across
    cell_h = (CARD_H - TITLE_H - PAD - GAP * (deep - 1)) // deep
    marks: list[Shape] = []
    for number, pile in enumerate(piles):
        place = PAD + (cell_w + GAP) * (number % across)
        top = TITLE_H + (cell_h + GAP) * (number // across)
        cell = _cell(pile.resource, pile.total, len(pile.cards), cell_w, cell_h)
        marks.append(Placed(place, top, cell))
    ground = Placed(x, y, _ground(w, title), is_backdrop=True)
    return [ground, *spread(marks, x, y, HEAD)]


def totals_line(piles: Sequence[PileView], y: int) -> list[Placed]:
    """Draw the totals in a line below full rows."""
    x = 224
    w = (INNER - x - PAD - GAP * 3) // 4
    h = LINE_H - 2 * GAP
    cells = [_low_cell(pile.resource, pile.total, len(pile.cards), w, h) for pile in piles]
    marks = [Placed(x + (w + GAP) * number, GAP, cell) for number, cell in enumerate(cells)]
    return [Placed(MARGIN, y, _line_ground(), is_backdrop=True), *spread(marks, MARGIN, y, HEAD)]


@lru_cache(maxsize=1)
def _line_ground() -> Piece:
    words = text(PAD, LINE_H / 2, "ON THE BOARD", PILL._replace(size=36), SOFT, HEAD)
    return panel(INNER, LINE_H, [words], HEAD, EDGE)


@lru_cache(maxsize=128)
def _low_cell(resource: str, total: int, depth: int, w: int, h: int) -> Piece:
    marks: list[Shape] = [
        Box(0, 0, w, h, PANEL, 16),
        Box(0, 16, BAR, h - 32, FAMILIES[resource].main),
        sign(RESOURCE + resource, BAR + 40, h / 2, 58),
        text(BAR + 76, h / 2, str(total), NARROW._replace(size=46), _ink(total), PANEL),
        to_the_right(w - 12, h / 2, _depth(depth), LABEL._replace(size=32), MUTED, PANEL),
    ]
    return piece(w, h, marks)


@lru_cache(maxsize=16)
def _ground(w: int, title: str) -> Piece:
    style = shrunk(title, PILL, w - 30)
    return panel(w, CARD_H, [centered(w / 2, 42, title, style, SOFT, HEAD)], HEAD, EDGE)


@lru_cache(maxsize=256)
def _cell(resource: str, total: int, depth: int, w: int, h: int) -> Piece:
    ground = [
        Box(0, 0, w, h, PANEL, 16),
        Box(0, 16, BAR, h - 32, FAMILIES[resource].main),
    ]
    draw = _upright if w < COLUMN / 2 or h > LOW else _beside
    return piece(w, h, [*ground, *draw(resource, total, depth, w, h)])


def _beside(resource: str, total: int, depth: int, w: int, h: int) -> list[Shape]:
    x = BAR + 100
    return [
        sign(RESOURCE + resource, BAR + 52, h / 2, 82),
        text(x, h * 0.36, str(total), COUNTER, _ink(total), PANEL),
        text(x, h * 0.77, _depth(depth), LABEL, MUTED, PANEL),
    ]


def _upright(resource: str, total: int, depth: int, w: int, h: int) -> list[Shape]:
    middle = (w + BAR) / 2
    if h <= LOW:
        return [
            sign(RESOURCE + resource, middle, h * 0.32, 62),
            centered(middle, h * 0.76, str(total), NARROW, _ink(total), PANEL),
        ]
    return [
        sign(RESOURCE + resource, middle, h * 0.28, 100),
        centered(middle, h * 0.62, str(total), COUNTER, _ink(total), PANEL),
        centered(middle, h * 0.85, _depth(depth), LABEL, MUTED, PANEL),
    ]


def _ink(total: int) -> str:
    return CREAM if total else MUTED


def _depth(depth: int) -> str:
    return plural(depth, "card") if depth else "no card"
