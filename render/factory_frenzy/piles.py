"""The four piles of the board: the total, the top card, the cards below, all amounts."""

from functools import lru_cache

from engine.factory_frenzy.view import PileView
from engine.kernel.phrases import plural
from render.factory_frenzy.cards import FRESH, PRINTED, board_face
from render.factory_frenzy.chips import CHIPS_H, chips
from render.factory_frenzy.look import BOARD_H, FAMILIES, RESOURCE, WELLS, Family
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Placed,
    Shape,
    Sprite,
    centered,
    piece,
    sign,
    text,
    to_the_right,
)
from render.theme import (
    CARD_NAME,
    COLUMN,
    CREAM,
    HEAD,
    LABEL,
    MUTED,
    PANEL,
    SOFT,
    Style,
)
from render.widgets.cards import OUTSET, RADIUS

FADED = HEAD + "B8"  # over what is not there
PLATE_H = 88
CARD_TOP = PLATE_H + 14
EDGE_H = 8  # what is seen of a card below the top
MAX_EDGES = 4
CORD = 12  # between the deepest pile and its amounts
CHIPS_TOP = CARD_TOP + BOARD_H + MAX_EDGES * EDGE_H + CORD
PILE_H = CHIPS_TOP + CHIPS_H


def pile_parts(pile: PileView, x: int, y: int) -> list[Placed]:
    """Draw a whole column of the board."""
    count = len(pile.cards)
    parts = [Placed(x, y, _plate(pile.resource, pile.total, count))]
    if not pile.cards:
        return [*parts, Placed(x, y + CARD_TOP, _empty(pile.resource))]
    return [*parts, *_laid(pile, x, y + CARD_TOP)]


def _laid(pile: PileView, x: int, y: int) -> list[Placed]:
    """Draw the top card in its frame or on its shadow, the others below it, and all amounts."""
    count = min(len(pile.cards) - 1, MAX_EDGES)
    stand, *card = board_face(pile.cards[0], x, y, FRESH if pile.is_new else PRINTED)
    below = Placed(x, y + BOARD_H - 2 * RADIUS, _edges(pile.resource, count), is_backdrop=True)
    bottom = y + BOARD_H + max(count * EDGE_H, OUTSET - 1)
    tags = chips(pile.resource, pile.amounts, CHIPS_TOP - CARD_TOP + y - bottom)
    return [stand, *([below] if count else []), *card, Placed(x, bottom, tags)]


@lru_cache(maxsize=256)
def _plate(resource: str, total: int, count: int) -> Piece:
    color = CREAM if total else MUTED
    number = Style(Face.TITLE, 68 if total < 10 else 52)
    depth = plural(count, "card") if count else "no card"
    marks: list[Shape] = [
        Box(0, 0, COLUMN, PLATE_H, FAMILIES[resource].main, 16),
        Box(0, 10, COLUMN, PLATE_H - 10, PANEL, 16, corners="bottom"),
        sign(RESOURCE + resource, 46, 49, 70),
        text(84, 50, str(total), number, color, PANEL),
        to_the_right(COLUMN - 12, 33, resource, LABEL._replace(size=33), CREAM, PANEL),
        to_the_right(COLUMN - 12, 68, depth, LABEL._replace(size=32), MUTED, PANEL),
    ]
    return piece(COLUMN, PLATE_H, marks)


@lru_cache(maxsize=4)
def _empty(resource: str) -> Piece:
    """Draw the place of an empty pile."""
    return piece(
        COLUMN,
        BOARD_H,
        [
            Sprite(WELLS + "pile", 0, 0, COLUMN, BOARD_H, is_backdrop=True),
            sign(RESOURCE + resource, COLUMN / 2, 124, 128),
            Box(56, 56, COLUMN - 112, 136, FADED),
            centered(COLUMN / 2, 226, "EMPTY", CARD_NAME, SOFT, HEAD),
        ],
    )


@lru_cache(maxsize=16)
def _edges(resource: str, count: int) -> Piece:
    """Draw the cards below the top one, each a little narrower than the one above."""
    marks = [_edge(FAMILIES[resource], number) for number in range(count, 0, -1)]
    return piece(COLUMN, 2 * RADIUS + EDGE_H * count, marks)


def _edge(family: Family, number: int) -> Box:
    inset, h = 3 * number, 2 * RADIUS + EDGE_H * number
    return Box(inset, 0, COLUMN - 2 * inset, h, family.mid, RADIUS, family.dark, 3, "bottom")
