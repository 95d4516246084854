"""A picture as data: shapes in pieces, pieces in a drawing; measured before a pixel is drawn.

Painters build it and `raster` draws it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from render import lettering, sprites
from render.lettering import CAP
from render.palette import HOUSE
from render.theme import SMALLEST, TABLE, WIDTH, Style

Corners = Literal["all", "top", "bottom", "left"]


class Box(NamedTuple):
    """A plain shape behind others; a color with eight digits is half transparent."""

    x: int
    y: int
    w: int
    h: int
    fill: str
    radius: int = 0
    line: str | None = None
    line_width: int = 0
    corners: Corners = "all"  # which of them are round


class Sprite(NamedTuple):
    """A baked drawing, scaled to its place; a tint makes it one color.

    `is_backdrop` here and `on` below change no pixel: the tests of layouts use them.
    """

    name: str
    x: int
    y: int
    w: int
    h: int
    tint: str | None = None
    is_backdrop: bool = False  # other marks may lie on it
    window: tuple[int, int] | None = None  # where the part that is shown begins, unscaled
    radius: int = 0
    corners: Corners = "all"  # which of them are round


class Text(NamedTuple):
    """Words on a plain ground within the same piece; x is the pen's start, y the baseline."""

    x: int
    y: int
    words: str
    style: Style
    color: str
    on: str

    @property
    def box(self) -> tuple[int, int, int, int]:
        left, top, right, bottom = lettering.ink(self.words, *self.style)
        return self.x + left, self.y + top, self.x + right, self.y + bottom


class Placed(NamedTuple):
    """A piece in its place; in a drawing, `on` is the ground that its soft edges are mixed with."""

    x: int
    y: int
    piece: "Piece"
    is_backdrop: bool = False
    on: str = TABLE


Shape = Box | Sprite | Text | Placed


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """Shapes that are drawn together, once; equal pieces are the same to every cache."""

    w: int
    h: int
    marks: tuple[Shape, ...]
    hashed: int

    def __hash__(self) -> int:
        return self.hashed

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Piece)
            and self.hashed == other.hashed
            and (self.w, self.h, self.marks) == (other.w, other.h, other.marks)
        )


def piece(w: int, h: int, marks: Iterable[Shape]) -> Piece:
    shapes = tuple(marks)
    return Piece(w, h, shapes, hash((w, h, shapes)))


def moved(marks: Iterable[Shape], x: int, y: int) -> list[Shape]:
    return [mark._replace(x=mark.x + x, y=mark.y + y) for mark in marks]


def spread(marks: Iterable[Shape], x: int, y: int, on: str) -> list[Placed]:
    """Make a part of each shape on a plain ground, so that a change redraws only that one."""
    parts = []
    for mark in marks:
        match mark:
            case Placed():
                parts.append(Placed(x + mark.x, y + mark.y, mark.piece, on=on))
            case Text():
                left, top, right, bottom = mark.box
                alone = piece(right - left, bottom - top, moved([mark], -left, -top))
                parts.append(Placed(x + left, y + top, alone, on=on))
            case Sprite():
                alone = piece(mark.w, mark.h, [mark._replace(x=0, y=0)])
                parts.append(Placed(x + mark.x, y + mark.y, alone, on=on))
            case Box():
                raise TypeError("a box belongs to a ground, not on it")
    return parts


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole picture: pieces on the table, and an alt text."""

    h: int
    parts: tuple[Placed, ...]
    alt: str
    w: int = WIDTH
    palette: str = HOUSE


def drawing(height: int, parts: Iterable[Placed], alt: str) -> Drawing:
    return Drawing(height, tuple(parts), alt)


class TooSmall(ValueError):
    """The words would need a size that nobody could read on a phone."""


def text(x: float, middle: float, words: str, style: Style, color: str, on: str = TABLE) -> Text:
    """Write words from x on; `middle` is half the height of their capitals."""
    if style.size < SMALLEST:
        raise TooSmall(f"“{words}” at {style.size} px; the smallest is {SMALLEST}.")
    return Text(round(x), round(middle + CAP * style.size / 2), words, style, color, on)


def centered(
    x: float, middle: float, words: str, style: Style, color: str, on: str = TABLE
) -> Text:
    return text(x - lettering.width(words, *style) / 2, middle, words, style, color, on)


def to_the_right(
    x: float, middle: float, words: str, style: Style, color: str, on: str = TABLE
) -> Text:
    """Write words that end at x."""
    return text(x - lettering.width(words, *style), middle, words, style, color, on)


def shrunk(words: str, style: Style, room: float) -> Style:
    """Return the style, smaller if the words need it; at the smallest size they must fit."""
    size = lettering.fitted(words, style.face, style.size, SMALLEST, room)
    return style._replace(size=size or SMALLEST)


def sign(name: str, x: float, middle: float, height: float, tint: str | None = None) -> Sprite:
    """Draw a small sprite around a point, in its own proportions."""
    w, h = round(height * sprites.aspect(name)), round(height)
    return Sprite(name, round(x - w / 2), round(middle - h / 2), w, h, tint)


class Item(NamedTuple):
    """Something in a row: its size and how it is drawn from x on around a middle line."""

    width: float
    height: float
    draw: Callable[[float, float], Sequence[Shape]]


def words_item(words: str, style: Style, color: str, on: str) -> Item:
    width = lettering.width(words, *style)
    height = CAP * style.size
    return Item(width, height, lambda x, y: [text(x, y, words, style, color, on)])


def sprite_item(name: str, height: float, tint: str | None = None) -> Item:
    w, h = round(height * sprites.aspect(name)), round(height)
    return Item(w, h, lambda x, y: [Sprite(name, round(x), round(y - h / 2), w, h, tint)])


def piece_item(part: Piece) -> Item:
    return Item(part.w, part.h, lambda x, y: [Placed(round(x), round(y - part.h / 2), part)])


def space(width: float) -> Item:
    return Item(width, 0, lambda x, y: [])


def breadth(items: Sequence[Item], gap: float = 0) -> float:
    return sum(item.width for item in items) + gap * (len(items) - 1) if items else 0


def row(x: float, middle: float, items: Sequence[Item], gap: float = 0) -> list[Shape]:
    marks: list[Shape] = []
    for item in items:
        marks += item.draw(x, middle)
        x += item.width + gap
    return marks


def centered_row(x: float, middle: float, items: Sequence[Item], gap: float = 0) -> list[Shape]:
    return row(x - breadth(items, gap) / 2, middle, items, gap)
