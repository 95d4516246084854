"""Who still has meeples to place, and who the table is waiting for."""

from functools import lru_cache
from itertools import product

from engine.factory_42.view import View
from render.factory_42.look import GLYPHS, LIT, TILE_H, WIDE_W
from render.lettering import Face
from render.marks import Box, Piece, Placed, Shape, Text, centered, piece, sign
from render.names import initial_of, is_mark
from render.theme import CREAM, EDGE, GLOW, GOLD, HEAD, INNER, SOFT, Style
from render.widgets.badges import badge, name_marks

NAME = Style(Face.TITLE, 40)
COUNT = Style(Face.TITLE, 42)
STRIP_H = 76
INSET = 10


def turn_panel(view: View, names: tuple[str, ...]) -> Piece:
    """Draw the players one below the other, as large as a location."""
    return _rows(names[: len(view.players)], _left(view), view.to_act)


def turn_strip(view: View, names: tuple[str, ...]) -> Piece:
    """Draw the players side by side."""
    return _strip(names[: len(view.players)], _left(view), view.to_act)


def _left(view: View) -> tuple[int, ...]:
    return tuple(player.meeples for player in view.players)


@lru_cache(maxsize=64)
def _rows(names: tuple[str, ...], left: tuple[int, ...], awaited: tuple[int, ...]) -> Piece:
    w, h = WIDE_W, TILE_H
    step = min(56, (h - 12) // len(names))
    first = (h - step * len(names)) // 2
    marks: list[Shape] = [Box(0, 0, w, h, HEAD, 18, EDGE, 4)]
    for seat, name in enumerate(names):
        y, on = first + step * seat, HEAD
        if seat in awaited:
            on = LIT
            marks.append(Box(8, y, w - 16, step - 2, LIT, 14, GLOW, 4))
        middle = y + step / 2 - 1
        marks.append(Placed(18, round(middle - 19), badge(seat, 38, initial_of(seat, names))))
        marks += _named(72, middle, name, w - 192, step / 2 - 3, on)
        marks += _count(w - 96, w - 44, middle, left[seat], on, 40)
    return piece(w, h, marks)


@lru_cache(maxsize=64)
def _strip(names: tuple[str, ...], left: tuple[int, ...], awaited: tuple[int, ...]) -> Piece:
    cell = (INNER - 2 * INSET) // len(names)
    middle = STRIP_H / 2
    marks: list[Shape] = [Box(0, 0, INNER, STRIP_H, HEAD, 18, EDGE, 4)]
    for seat, name in enumerate(names):
        x, on = INSET + cell * seat, HEAD
        if seat in awaited:
            on = LIT
            marks.append(Box(x + 2, 8, cell - 4, STRIP_H - 16, LIT, 14, GLOW, 4))
        marks.append(Placed(x + 12, round(middle - 20), badge(seat, 40, initial_of(seat, names))))
        marks += _named(x + 62, middle, name, cell - 148, STRIP_H / 2 - 8, on)
        marks += _count(x + cell - 62, x + cell - 28, middle, left[seat], on, 32)
    return piece(INNER, STRIP_H, marks)


def _named(x: int, middle: float, name: str, room: int, reach: float, on: str) -> list[Shape]:
    """Draw a name as large as it fits; letters that reach too far up or down lose their marks."""
    plain = "".join(letter for letter in name if not is_mark(letter))
    for words, size in product((name, plain), (40, 36, 32)):
        style = NAME._replace(size=size)
        marks = name_marks(x, middle, words, room, style, CREAM, on, most=1)
        boxes = [mark.box for mark in marks if isinstance(mark, Text)]
        if all(middle - top <= reach and bottom - middle <= reach for _, top, _, bottom in boxes):
            break
    return marks


def _count(x: float, right: float, middle: float, left: int, on: str, size: int) -> list[Shape]:
    color = GOLD if left else SOFT
    style = COUNT if left < 10 else COUNT._replace(size=36)
    return [
        sign(GLYPHS + "dash_worker", x, middle, size),
        centered(right, middle, str(left), style, color, on),
    ]
