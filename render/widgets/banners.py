"""The game's street with a title plate on it: the head of pictures that show no table."""

from collections.abc import Sequence
from functools import lru_cache

from render import lettering
from render.lettering import Face
from render.marks import Box, Piece, Placed, Shape, Sprite, Text, piece, text
from render.theme import BAND, CREAM, GOLD, INK, MARGIN, MUTED, SMALLEST, WIDTH, Accent, Style
from render.widgets.badges import name_marks
from render.widgets.panels import stripes

TALL, LOW = 420, 120  # heights of a street
LOW_WINDOW = 236  # where the part of a low street begins that is shown
TITLE = Style(Face.TITLE, 52)
SUBTITLE = Style(Face.LABEL, 36)
ROOM, PAD = 740, 32


def snug(words: str, style: Style, room: float) -> tuple[str, Style]:
    """Make words as large as they fit; if they are too long at the smallest size, cut them."""
    size = lettering.fitted(words, style.face, style.size, SMALLEST, room)
    if size:
        return words, style._replace(size=size)
    style = style._replace(size=SMALLEST)
    return lettering.shortened(words, *style, room), style


@lru_cache(maxsize=16)
def banner(scene: str, title: str, subtitle: str, h: int, accent: Accent) -> Piece:
    """Draw the street: high with all its workers, or low with the title and a few of them."""
    window = 0 if h == TALL else LOW_WINDOW
    street = Sprite(scene, 0, 0, WIDTH, h, is_backdrop=True, window=(0, window))
    head = _plate(title, subtitle) if h == TALL else _corner(title, subtitle)
    return piece(WIDTH, h + BAND, [street, *head, *stripes(0, h, WIDTH, accent)])


def _plate(title: str, subtitle: str) -> list[Shape]:
    """Draw the title plate, hanging in the sky of a high street."""
    h = 122 if subtitle else 96
    words = _words(PAD, h, title, subtitle)
    w = _end(words) + PAD
    return [Placed(30, 30, piece(w, h, [Box(0, 0, w, h, INK, 24, GOLD, 6), *words]))]


def _corner(title: str, subtitle: str) -> list[Shape]:
    """Draw the title in a corner of a low street, as high as the street."""
    words = _words(MARGIN + 6, LOW, title, subtitle)
    w = _end(words) + PAD - 6
    return [Box(0, 0, w + 6, LOW, GOLD), Box(0, 0, w, LOW, INK), *words]


def _words(x: int, h: int, title: str, subtitle: str) -> list[Shape]:
    middle = h / 2 - (22 if subtitle else 0)
    marks = name_marks(x, middle, title, ROOM, TITLE, CREAM, INK, most=1)
    if subtitle:
        below, style = snug(subtitle, SUBTITLE, ROOM)
        marks.append(text(x, h / 2 + 28, below, style, MUTED, INK))
    return marks


def _end(words: Sequence[Shape]) -> int:
    return max(mark.box[2] for mark in words if isinstance(mark, Text))
