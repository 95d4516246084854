"""What the cards of all games have in common: body, title, shadow, frame, the sign NEW."""

from functools import lru_cache
from typing import NamedTuple

from render import lettering
from render.marks import Box, Piece, Placed, Shape, Text, centered, piece, shrunk
from render.theme import (
    CARD_EDGE,
    CARD_NAME,
    COLUMN,
    CREAM,
    PILL,
    SHADOW,
    YES_DARK,
    Style,
)
from render.widgets.panels import shadow, word_pill

OUTSET = 8  # a card's frame reaches so far beyond it
RADIUS = 20
RULE = 6
EDGE = 3


class Skin(NamedTuple):
    """The colors of a card's body and the width of its edge."""

    main: str
    rule: str
    head_edge: str
    edge: str = CARD_EDGE
    width: int = EDGE


def body(skin: Skin, height: int, name_height: int) -> list[Shape]:
    """Draw an empty card: header and rule, cream below."""
    edge = skin.width
    inner = COLUMN - 2 * edge
    return [
        Box(0, 0, COLUMN, height, skin.edge, RADIUS),
        Box(edge, edge, inner, height - 2 * edge, CREAM, RADIUS - edge),
        Box(0, 0, COLUMN, name_height, skin.head_edge, RADIUS, corners="top"),
        Box(edge, edge, inner, name_height - edge, skin.main, RADIUS - edge, corners="top"),
        Box(0, name_height, COLUMN, RULE, skin.rule),
    ]


def title(words: str, name_height: int, color: str, on: str) -> Text:
    """Draw a card's name in one line, smaller if it must be."""
    style = shrunk(words, CARD_NAME, COLUMN - 20)
    return centered(COLUMN / 2, name_height / 2 + 2, words, style, color, on)


def balanced(words: str, style: Style, room: int) -> tuple[str, ...]:
    """Break words into one line, or two of much the same length."""
    if lettering.width(words, *style) <= room:
        return (words,)
    widest = max(lettering.width(word, *style) for word in words.split())
    rooms = (narrow for narrow in range(room // 2, room + 1, 4) if narrow >= widest)
    tries = (lettering.lines(words, *style, narrow, 2) for narrow in rooms)
    return next(lines for lines in tries if lines)


def stand(x: int, y: int, height: int, frame: str | None) -> Placed:
    """Draw a card's shadow, or a frame of a color."""
    if frame:
        return Placed(x - OUTSET, y - OUTSET, _frame(height, frame), is_backdrop=True)
    return Placed(x, y + height - 2 * RADIUS, _shadow(), is_backdrop=True)


@lru_cache(maxsize=8)
def _frame(height: int, color: str) -> Piece:
    w, h = COLUMN + 2 * OUTSET, height + 2 * OUTSET
    return piece(w, h, [Box(0, 0, w, h, color, RADIUS + OUTSET)])


@lru_cache(maxsize=1)
def _shadow() -> Piece:
    h = 2 * RADIUS + SHADOW
    return piece(COLUMN, h, [shadow(0, 0, COLUMN, 2 * RADIUS, RADIUS)])


@lru_cache(maxsize=1)
def new_ribbon() -> Piece:
    return word_pill("NEW", YES_DARK, line=CREAM, style=PILL._replace(size=32))
