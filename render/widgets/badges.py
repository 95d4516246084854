"""Who is meant: a seat's badge, and its name in whatever script it is written."""

from functools import lru_cache

from render import lettering
from render.lettering import Face
from render.marks import Box, Mark, Piece, Sprite, Text, centred, piece, sign, text
from render.theme import CREAM, SEATS, SMALLEST, WHITE, YES, Style

LETTER = 0.56  # of a badge's height
CONDENSED = Style(Face.BOLD, 44)
LEAST_TITLE = 36  # below, the narrow face is easier to read than the broad one


def fallback(seat: int) -> str:
    """What a player is called whose name cannot be drawn."""
    return f"Player {seat + 1}"


def spoken(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names as pictures write them."""
    return tuple(lettering.name(name, fallback(seat)) for seat, name in enumerate(names))


@lru_cache(maxsize=64)
def badge(seat: int, size: int) -> Piece:
    look = SEATS[seat]
    style = Style(Face.TITLE, max(SMALLEST, round(size * LETTER)))
    letter = centred(size / 2, size / 2, look.letter, style, look.pips, look.fill)
    ground = Sprite(f"common/badge_{look.word}", 0, 0, size, size, is_backdrop=True)
    return piece(size, size, (ground, letter))


@lru_cache(maxsize=16)
def tick(size: int) -> Piece:
    """Done."""
    mark = sign("common/check", size / 2, size / 2, size * 0.5, WHITE)
    return piece(size, size, [Box(0, 0, size, size, YES, size // 2, CREAM, 2), mark])


def name_marks(
    x: int, middle: float, name: str, room: int, style: Style, colour: str, on: str
) -> list[Mark]:
    """A name in one line; a long one in the narrow face, then in two lines, then shortened."""
    for face in (style, CONDENSED):
        floor = LEAST_TITLE if face.face is Face.TITLE else SMALLEST
        size = lettering.fitted(name, face.face, min(face.size, style.size), floor, room)
        if size:
            return [text(x, middle, name, face._replace(size=size), colour, on)]
    return list(_two_lines(x, middle, name, room, colour, on))


def _two_lines(x: int, middle: float, name: str, room: int, colour: str, on: str) -> list[Text]:
    style = Style(Face.BOLD, SMALLEST)
    broken = lettering.lines(name, *style, room, 2) or (lettering.shortened(name, *style, room),)
    step = SMALLEST * 1.12
    first = middle - step * (len(broken) - 1) / 2
    return [
        text(x, first + step * number, line, style, colour, on)
        for number, line in enumerate(broken)
    ]


def name_width(name: str, room: int, style: Style) -> float:
    """How wide the name's marks become."""
    marks = name_marks(0, 0, name, room, style, "", "")
    return max(lettering.width(mark.words, *mark.style) for mark in marks if isinstance(mark, Text))
