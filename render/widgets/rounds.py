"""One square for each round: the more points, the fuller, brighter and happier it is."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from render.lettering import Face
from render.marks import Box, Item, Piece, Placed, Shape, piece, piece_item, space, text, words_item
from render.theme import (
    CREAM,
    GOLD,
    GREY,
    HEAD,
    INK,
    LABEL,
    MISSING,
    MUTED,
    ORANGE,
    RED,
    SOFT,
    WHITE,
    Style,
)

FILLS = (HEAD, RED, ORANGE, GOLD, WHITE)  # from cold to white-hot
SHARES = (0.0, 0.28, 0.52, 0.76, 1.0)  # how full each is
MAX_LEVEL = len(FILLS) - 1
SMALLEST_CELL, LARGEST_CELL, MIN_WITH_FACE = 20, 66, 36
MAX_LINES = 3
GAP = 3
NEARLY = 0.8
PAD = 6  # of a tray
MORE_W = 72
MORE = Style(Face.BOLD, 34)
POINTS = Style(Face.BOLD, 34)


@lru_cache(maxsize=128)
def cell(level: int, size: int) -> Piece:
    """Draw one round; if it is large enough, it has a face."""
    face = _face(level, size) if size >= MIN_WITH_FACE else []
    return piece(size, size, [*_filled(level, size), *face])


def _filled(level: int, size: int) -> list[Shape]:
    line, radius = max(2, round(size * 0.07)), round(size * 0.2)
    inner = size - 2 * line
    high = round(inner * SHARES[level])
    ground = Box(0, 0, size, size, HEAD, radius, GREY, line)
    if not high:
        return [ground]
    fill = Box(line, size - line - high, inner, high, FILLS[level], radius - line)
    return [ground, fill if level == MAX_LEVEL else fill._replace(corners="bottom")]


def _face(level: int, size: int) -> list[Shape]:
    eyes = [mark for x in (0.3, 0.7) for mark in _eye(level, size * x, size)]
    return [*eyes, *_mouth(level, size), *(_cheeks(size) if level == MAX_LEVEL else [])]


def _eye(level: int, x: float, size: int) -> list[Shape]:
    """Draw an eye, which is closed while nothing happens."""
    if level == 0:
        return [_around(x, size * 0.46, size * 0.22, size * 0.07, CREAM)]
    return [
        _around(x, size * 0.36, size * 0.28, size * 0.28, INK),
        _around(x, size * 0.36, size * 0.2, size * 0.2, WHITE),
        _around(x, size * 0.38, size * 0.1, size * 0.1, INK),
    ]


def _mouth(level: int, size: int) -> list[Shape]:
    """Draw a mouth, from a dot over a line to a grin."""
    middle = size / 2
    wide, high = ((0.1, 0.1), (0.16, 0.06), (0.28, 0.07), (0.3, 0.13), (0.36, 0.22))[level]
    color = CREAM if level < 2 else INK
    mouth = _around(middle, size * (0.6 if level == 1 else 0.68), size * wide, size * high, color)
    return [mouth._replace(corners="bottom") if level > 2 else mouth]


def _cheeks(size: int) -> list[Shape]:
    return [_around(size * x, size * 0.62, size * 0.14, size * 0.09, MISSING) for x in (0.2, 0.8)]


def _around(x: float, y: float, w: float, h: float, fill: str) -> Box:
    wide, high = max(2, round(w)), max(2, round(h))
    radius = min(wide, high) if wide > 1.5 * high else min(wide, high) // 2
    return Box(round(x - wide / 2), round(y - high / 2), wide, high, fill, radius)


class _Grid(NamedTuple):
    size: int
    across: int


def _grid(count: int, w: int, h: int) -> _Grid:
    """Return the grid with the fewest lines whose squares are nearly as large as possible."""
    tries = []
    for lines in range(1, MAX_LINES + 1):
        size = min((w + GAP) // -(-count // lines), (h + GAP) // lines, LARGEST_CELL + GAP) - GAP
        tries.append(_Grid(size, (w + GAP) // (max(size, 1) + GAP)))
    largest = max(grid.size for grid in tries)
    enough = min(largest, max(SMALLEST_CELL, NEARLY * largest))
    return next(grid for grid in tries if grid.size >= enough)


def rounds(
    x: int, middle: float, gains: Sequence[int], w: int, h: int, on: str, longest: int = 0
) -> list[Shape]:
    """Draw all rounds, in several lines if there are many; of very many the first, and a number.

    Squares are so large that the longest row beside this one would have room as well.
    """
    levels = [min(MAX_LEVEL, max(0, gain)) for gain in gains]
    if not levels:
        return []
    grid = _grid(max(longest, len(levels)), w, h)
    if grid.size >= SMALLEST_CELL:
        return _laid(x, middle, levels, grid)
    return _cut(x, middle, levels, w, h, on)


def _cut(x: int, middle: float, levels: Sequence[int], w: int, h: int, on: str) -> list[Shape]:
    step = SMALLEST_CELL + GAP
    across, lines = (w - MORE_W + GAP) // step, min(MAX_LINES, (h + GAP) // step)
    visible = levels[: across * lines]
    marks = _laid(x, middle, visible, _Grid(SMALLEST_CELL, across))
    if left := len(levels) - len(visible):
        marks.append(text(x + w - MORE_W + 8, middle, f"+{left}", MORE, CREAM, on))
    return marks


def tray(gains: Sequence[int], w: int, h: int, longest: int) -> Piece:
    """Draw the rounds on a dark ground, where brightness looks as it should."""
    marks = rounds(PAD, h / 2, gains, w - 2 * PAD, h - 2 * PAD, INK, longest)
    return piece(w, h, [Box(0, 0, w, h, INK), *marks])


def _laid(x: int, middle: float, levels: Sequence[int], grid: _Grid) -> list[Shape]:
    step = grid.size + GAP
    lines = -(-len(levels) // grid.across)
    top = round(middle - (lines * step - GAP) / 2)
    return [
        Placed(x + n % grid.across * step, top + n // grid.across * step, cell(level, grid.size))
        for n, level in enumerate(levels)
    ]


def legend(ranges: Sequence[str], size: int, on: str) -> list[Item]:
    """Draw every square, the emptiest first, with the points that it stands for."""
    items: list[Item] = []
    for level, points in enumerate(ranges):
        words = words_item(points, POINTS, SOFT, on)
        items += [piece_item(cell(level, size)), space(6), words, space(20)]
    lead = words_item("Points in a round", LABEL, MUTED, on)
    return [lead, space(14), *items[:-1]] if items else []


def said(gains: Iterable[int], between: str = " ") -> str:
    """Say the same in words."""
    return between.join(str(min(MAX_LEVEL, max(0, gain))) for gain in gains)
