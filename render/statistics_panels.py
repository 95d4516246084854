"""The cards of a page of statistics: counters in a row, bars and luck below in two columns."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from render import lettering
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Placed,
    Shape,
    centered,
    centered_row,
    piece,
    shrunk,
    sign,
    text,
    to_the_right,
    words_item,
)
from render.theme import (
    BROWN,
    CREAM,
    INK,
    INNER,
    LABEL,
    LINE,
    MARGIN,
    SHADOW,
    SMALLEST,
    STEEL,
    WHITE,
    Style,
)
from render.widgets.banners import snug
from render.widgets.dice import face
from render.widgets.gauges import bar, luck_scale, luck_words, measured
from render.widgets.panels import shadow

GAP = 18
HEAD_H = 54
COUNTER_H = 186
STEP = 78  # from bar to bar, at least
LUCK_H = 240
PAD = 24
RADIUS = 18
LARGE = Style(Face.TITLE, 76)
HEADING = Style(Face.BOLD, 38)


def sheet(w: int, h: int, heading: str, emblem: str | Piece, marks: Sequence[Shape]) -> Piece:
    """Draw a cream card with a heading and a figure that looks out of its corner."""
    words, style = snug(heading, HEADING, w - PAD - 86)
    ground = [
        shadow(0, 0, w, h, RADIUS),
        Box(0, 0, w, h, LINE, RADIUS),
        Box(4, 4, w - 8, h - 8, CREAM, RADIUS - 4),
        Box(0, 0, w, HEAD_H, STEEL, RADIUS, corners="top"),
        text(PAD - 4, HEAD_H / 2, words, style, WHITE, STEEL),
        _corner(emblem, w - 42),
    ]
    return piece(w, h + SHADOW, [*ground, *marks])


def _corner(emblem: str | Piece, x: int) -> Shape:
    if isinstance(emblem, str):
        return sign(emblem, x, HEAD_H / 2, 44)
    return Placed(x - emblem.w // 2, (HEAD_H - emblem.h) // 2, emblem)


class Counter(NamedTuple):
    """A number and what it counts."""

    heading: str
    emblem: str
    words: str
    note: str
    share: float | None = None  # of a bar


def counters(facts: Sequence[Counter], y: int) -> list[Placed]:
    """Draw counters side by side, all of one width."""
    w = (INNER - GAP * (len(facts) - 1)) // len(facts)
    return [Placed(MARGIN + (w + GAP) * n, y, _counter(each, w)) for n, each in enumerate(facts)]


def _counter(counter: Counter, w: int) -> Piece:
    room = w - 2 * 16
    if counter.share is None:
        words, style = snug(counter.words, LARGE, room)
        note, small = snug(counter.note, LABEL, room)
        marks: list[Shape] = [
            centered(w / 2, 104, words, style, INK, CREAM),
            centered(w / 2, 156, note, small, BROWN, CREAM),
        ]
    else:
        marks = [*_with_share(counter, w), *bar(20, 144, w - 40, 26, counter.share)]
    return sheet(w, COUNTER_H, counter.heading, counter.emblem, marks)


def _with_share(counter: Counter, w: int) -> list[Shape]:
    """Write the note beside the number, because the bar is below it."""
    note = words_item(counter.note, Style(Face.LABEL, 36), BROWN, CREAM)
    style = shrunk(counter.words, LARGE, w - 46 - note.width)
    return centered_row(w / 2, 100, [words_item(counter.words, style, INK, CREAM), note], 14)


class Plan(NamedTuple):
    """A card that can be drawn at any size above its least height."""

    least: int
    draw: Callable[[int, int], Piece]


class Measure(NamedTuple):
    """A line with a bar."""

    name: str
    number: str
    share: float


def bars(heading: str, emblem: str, measures: Sequence[Measure], fill: str) -> Plan:
    def draw(w: int, h: int) -> Piece:
        step = (h - HEAD_H - 16) // len(measures)
        marks: list[Shape] = []
        for n, (name, number, share) in enumerate(measures):
            room = w - 2 * PAD - 20 - lettering.width(number, *LABEL)
            named = snug(name, LABEL._replace(size=SMALLEST + 6), room)
            y = HEAD_H + 6 + step * n
            marks += measured(PAD, y, w - 2 * PAD, step, named, number, share, fill)
        return sheet(w, h, heading, emblem, marks)

    return Plan(HEAD_H + 16 + STEP * len(measures), draw)


def luck(average: float, rolled: int) -> Plan:
    def draw(w: int, h: int) -> Piece:
        top = HEAD_H + (h - LUCK_H) // 2
        words, style = snug(luck_words(average), LABEL, w - 2 * PAD - 150)
        marks = [
            text(PAD, top + 36, f"{average:.2f}", Style(Face.TITLE, 60), INK, CREAM),
            to_the_right(w - PAD, top + 36, words, style, BROWN, CREAM),
            *luck_scale(PAD, top + 146, w - 2 * PAD, average),
        ]
        heading = f"Luck of {rolled} dice" if rolled else "Luck of the dice"
        return sheet(w, h, heading, face("6", 44), marks)

    return Plan(LUCK_H, draw)


def arranged(plans: Sequence[Plan], top: int) -> tuple[list[Placed], int]:
    """Draw one card over the whole width, or two columns of one height; return where they end."""
    if not plans:
        return [], top
    if len(plans) == 1:
        height = plans[0].least
        return [Placed(MARGIN, top, plans[0].draw(INNER, height))], top + height + GAP
    columns = _divided(plans)
    high = max(map(_height, columns))
    w = (INNER - GAP) // 2
    parts = [
        part
        for n, column in enumerate(columns)
        for part in _stacked(column, MARGIN + (w + GAP) * n, top, w, high)
    ]
    return parts, top + high + GAP


def _divided(plans: Sequence[Plan]) -> tuple[list[Plan], list[Plan]]:
    """Split the cards into two columns as equal as possible, the first card at the left."""
    tries = []
    for sides in product((0, 1), repeat=len(plans) - 1):
        columns: tuple[list[Plan], list[Plan]] = ([plans[0]], [])
        for plan, side in zip(plans[1:], sides, strict=True):
            columns[side].append(plan)
        tries.append(columns)
    return min(tries, key=lambda columns: max(map(_height, columns)))


def _height(column: Sequence[Plan]) -> int:
    return sum(plan.least + GAP for plan in column) - GAP


def _stacked(column: Sequence[Plan], x: int, y: int, w: int, high: int) -> Iterator[Placed]:
    """Stack the cards of a column and share out the remaining space."""
    extra = high - _height(column)
    for n, plan in enumerate(column):
        more = extra // (len(column) - n)
        yield Placed(x, y, plan.draw(w, plan.least + more))
        y, extra = y + plan.least + more + GAP, extra - more
