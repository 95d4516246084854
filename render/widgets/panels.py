"""Headers, pills, plates and panels, which every picture uses."""

from collections.abc import Sequence
from functools import lru_cache

from render import lettering
from render.marks import (
    Box,
    Item,
    Piece,
    Placed,
    Shape,
    Sprite,
    breadth,
    centered,
    piece,
    row,
    shrunk,
    sign,
    spread,
    sprite_item,
    text,
    words_item,
)
from render.theme import (
    BAND,
    CREAM,
    EDGE,
    GOLD,
    GOLD_INK,
    HEAD,
    HEADER,
    INK,
    INNER,
    MARGIN,
    MUTED,
    NAME,
    PANEL,
    PILL,
    SCORE,
    SEATS,
    SHADE,
    SHADOW,
    SUBTITLE,
    TABLE,
    TITLE,
    TOP,
    WIDTH,
    Accent,
    Style,
)
from render.widgets.badges import SMALL, badge, is_one_line, name_marks, name_width

BADGE = 70
PILL_H = 56
FLAG = 58  # the room for the first player's flag
DIVIDER_H = 36
RING = 4  # of a golden frame: what the next step of a lesson moves


def pill(
    items: Sequence[Item],
    fill: str,
    height: int = PILL_H,
    line: str | None = None,
    pad: int = 22,
    gap: int = 8,
) -> Piece:
    """Draw words and signs on a long round plate."""
    width = round(breadth(items, gap)) + 2 * pad
    plate = Box(0, 0, width, height, fill, height // 2, line, 4 if line else 0)
    return piece(width, height, [plate, *row(pad, height / 2, items, gap)])


def word_pill(
    words: str,
    fill: str,
    color: str = CREAM,
    line: str | None = None,
    style: Style = PILL,
    pad: int = 18,
) -> Piece:
    item = words_item(words, style, color, fill)
    return pill([item], fill, round(style.size * 1.3), line, pad)


def count_pill(glyph: str, words: str) -> Piece:
    """Draw in a header how much is left of something."""
    items = [sprite_item(glyph, 46), words_item(words, PILL, CREAM, PANEL)]
    return pill(items, PANEL)


def score_pill(score: int) -> Piece:
    words = words_item("SCORE", PILL, GOLD_INK, GOLD)
    items = [words, words_item(str(score), SCORE, GOLD_INK, GOLD)]
    return pill(items, GOLD, 66, pad=26)


def table_header(
    title: str,
    subtitle: str,
    pills: Sequence[Piece],
    accent: Accent,
    aside: Piece | None = None,
) -> list[Placed]:
    """Draw the header of a picture of the whole table, above a striped band."""
    x = MARGIN + 6
    after = x + lettering.width(title, *TITLE) + 22
    room = _left_of(pills) - after - 16 - (aside.w + 22 if aside else 0)
    style = shrunk(subtitle, SUBTITLE, room)
    marks = _pills(pills)
    marks.append(text(x, HEADER / 2, title, TITLE, CREAM, HEAD))
    marks.append(text(after, HEADER / 2 + 4, subtitle, style, MUTED, HEAD))
    if aside:
        after += lettering.width(subtitle, *style) + 22
        marks.append(Placed(round(after), (HEADER - aside.h) // 2, aside))
    return [_head(accent), *spread(marks, 0, 0, HEAD)]


def seat_header(
    seat: int,
    name: str,
    subtitle: str,
    pills: Sequence[Piece],
    is_first: bool = False,
    letter: str = "",
) -> list[Placed]:
    """Draw the header of a player's own picture, above a band in the player's color."""
    x = MARGIN + BADGE + 16 + (FLAG if is_first else 0)
    marks = [
        *_pills(pills),
        Placed(MARGIN, 7, badge(seat, BADGE, letter)),
        *([sign("common/first", x - FLAG / 2 - 6, HEADER / 2, 50)] if is_first else []),
        *_name_and_more(x, name, subtitle, _left_of(pills) - x),
    ]
    return [_seat_head(seat), *spread(marks, 0, 0, HEAD)]


def _name_and_more(x: int, name: str, subtitle: str, room: int) -> list[Shape]:
    """Draw a name and words: side by side, or below each other if the name is long."""
    aside = shrunk(subtitle, SUBTITLE, 360)
    beside = room - round(lettering.width(subtitle, *aside)) - 44
    if is_one_line(name, beside, NAME):
        after = x + name_width(name, beside, NAME) + 22
        more = text(after, HEADER / 2 + 4, subtitle, aside, MUTED, HEAD)
        return [*name_marks(x, HEADER / 2, name, beside, NAME, CREAM, HEAD), more]
    if is_one_line(name, room, SMALL):
        more = text(x, 65, subtitle, SMALL._replace(face=SUBTITLE.face), MUTED, HEAD)
        return [*name_marks(x, 25, name, room, SMALL, CREAM, HEAD), more]
    return name_marks(x, HEADER / 2, name, room, NAME, CREAM, HEAD)


@lru_cache(maxsize=8)
def _head(accent: Accent) -> Placed:
    ground = Box(0, 0, WIDTH, TOP, HEAD)
    return Placed(0, 0, piece(WIDTH, TOP, [ground, *stripes(0, HEADER, WIDTH, accent)]), True)


@lru_cache(maxsize=8)
def _seat_head(seat: int) -> Placed:
    marks = [
        Box(0, 0, WIDTH, TOP, HEAD),
        Box(0, HEADER, WIDTH, BAND, CREAM),
        Box(0, HEADER + 2, WIDTH, BAND - 4, SEATS[seat].fill),
    ]
    return Placed(0, 0, piece(WIDTH, TOP, marks), is_backdrop=True)


def stripes(x: int, y: int, w: int, accent: Accent) -> list[Shape]:
    """Draw the striped band."""
    return [
        Box(x, y, w, BAND, accent.dark),
        Sprite("common/hazard", x, y, w, BAND, accent.light, is_backdrop=True, window=(0, 0)),
    ]


def _pills(pills: Sequence[Piece]) -> list[Shape]:
    marks, x = [], WIDTH - MARGIN
    for pill in reversed(pills):
        x -= pill.w
        marks.append(Placed(x, (HEADER - pill.h) // 2, pill))
        x -= 12
    return list(marks)


def _left_of(pills: Sequence[Piece]) -> int:
    return WIDTH - MARGIN - sum(each.w + 12 for each in pills)


def panel(
    w: int, h: int, marks: Sequence[Shape], fill: str = HEAD, line: str | None = None
) -> Piece:
    """Draw a framed area."""
    return piece(w, h, [Box(0, 0, w, h, fill, 20, line, 4 if line else 0), *marks])


@lru_cache(maxsize=64)
def divider(words: str, y: int) -> Placed:
    """Draw a line with words on it that name the rows below."""
    style = PILL._replace(size=32)
    reach = round(lettering.width(words, *style) / 2) + 18
    line, end = INNER // 2 - reach, INNER // 2 + reach
    marks: list[Shape] = [
        Box(0, DIVIDER_H // 2 - 1, line, 3, EDGE),
        centered(INNER / 2, DIVIDER_H / 2, words, style, MUTED, TABLE),
        Box(end, DIVIDER_H // 2 - 1, INNER - end, 3, EDGE),
    ]
    return Placed(MARGIN, y, piece(INNER, DIVIDER_H, marks))


def plate(items: Sequence[Item], fill: str = INK) -> Piece:
    """Draw a price: a dark plate with a light edge."""
    width, height = round(breadth(items)) + 24, 54
    ground = Box(0, 0, width, height, fill, 14, CREAM, 4)
    return piece(width, height, [ground, *row(12, height / 2, items)])


def shadow(x: int, y: int, w: int, h: int, radius: int) -> Box:
    """Draw a shadow; only the part that can be seen."""
    top = y + h - 2 * radius
    return Box(x, top, w, 2 * radius + SHADOW, SHADE, radius, corners="bottom")


@lru_cache(maxsize=32)
def ring(w: int, h: int, radius: int) -> Piece:
    """Draw a golden frame for something of this size, to be placed `RING` further in."""
    wide, high = w + 2 * RING, h + 2 * RING
    return piece(wide, high, [Box(0, 0, wide, high, GOLD, radius + RING)])


def over(w: int, middle: float, part: Piece) -> Placed:
    """Put a piece in the middle of a width."""
    return Placed((w - part.w) // 2, round(middle - part.h / 2), part)


def caption(w: int, middle: float, words: str, style: Style, color: str, on: str) -> Shape:
    """Write words in the middle of a width, as large as they fit."""
    return centered(w / 2, middle, words, shrunk(words, style, w - 16), color, on)
