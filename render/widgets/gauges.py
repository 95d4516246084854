"""Bars for shares, and a scale whose needle shows how far luck was from the average."""

from render.marks import Box, Placed, Shape, text, to_the_right
from render.theme import BROWN, CARD_EDGE, CREAM, INK, LABEL, LINE, ORANGE, YES, Style
from render.widgets.dice import face
from render.widgets.rounds import cell

EXPECTED = 3.5  # pips of a die
MIN_AVERAGE, MAX_AVERAGE = 3.0, 4.0  # the ends of the scale
DIE = 58
TRACK = 22
HEAD = 48  # of the needle
NOTABLE = 0.05  # closer than this is as expected


def bar(x: int, y: int, w: int, h: int, share: float, fill: str = YES) -> list[Shape]:
    """Draw how much of the whole it is; more than nothing is always visible."""
    inner = w - 6
    filled = round(inner * min(1.0, max(0.0, share)))
    marks: list[Shape] = [Box(x, y, w, h, LINE, h // 2, CARD_EDGE, 3)]
    if filled:
        marks.append(Box(x + 3, y + 3, max(h - 6, filled), h - 6, fill, (h - 6) // 2))
    return marks


def luck_scale(x: int, middle: int, w: int, average: float) -> list[Shape]:
    """Draw the scale between a 3 and a 4, filled from the middle to the needle."""
    left, right = x + DIE + 26, x + w - DIE - 26
    centre = (left + right) // 2
    shown_average = min(MAX_AVERAGE, max(MIN_AVERAGE, average))
    needle = round(
        left + (right - left) * (shown_average - MIN_AVERAGE) / (MAX_AVERAGE - MIN_AVERAGE)
    )
    return [
        Placed(x, middle - DIE // 2, face("3", DIE)),
        Placed(x + w - DIE, middle - DIE // 2, face("4", DIE)),
        *_track(left, right, middle),
        Box(min(centre, needle), middle - 8, abs(needle - centre), TRACK - 6, _color(average)),
        Box(centre - 3, middle - 22, 6, 44, INK),
        Box(needle - 4, middle - 32, 8, 50, INK, 4),
        Placed(needle - HEAD // 2, middle - 30 - HEAD, cell(_mood(average), HEAD)),
    ]


def _track(left: int, right: int, middle: int) -> list[Shape]:
    ground = Box(left, middle - TRACK // 2, right - left, TRACK, LINE, TRACK // 2, CARD_EDGE, 3)
    step = (right - left) / 10
    places = [round(left + step * n) - 1 for n in range(1, 10) if n != 5]
    return [ground, *(Box(place, middle - 5, 3, 10, CARD_EDGE) for place in places)]


def _mood(average: float) -> int:
    """Choose the needle's face: worried, content or delighted."""
    off = average - EXPECTED
    return 2 if off < -NOTABLE else 4 if off > NOTABLE else 3


def _color(average: float) -> str:
    return YES if average >= EXPECTED else ORANGE


def luck_words(average: float) -> str:
    off = abs(average - EXPECTED)
    if off < 0.005:
        return f"exactly the expected {EXPECTED}"
    return f"{off:.2f} {'above' if average > EXPECTED else 'below'} the expected {EXPECTED}"


def measured(
    x: int,
    y: int,
    w: int,
    step: int,
    name: tuple[str, Style],
    number: str,
    share: float,
    fill: str,
) -> list[Shape]:
    """Draw a name and its number over a bar."""
    words, style = name
    thick = min(28, max(18, step - 52))
    top = y + (step - thick - 44) // 2
    return [
        text(x, top + 18, words, style, INK, CREAM),
        to_the_right(x + w, top + 18, number, LABEL, BROWN, CREAM),
        *bar(x, top + 44, w, thick, share, fill),
    ]
