"""Badges and names of players, in any script."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from render import lettering
from render.lettering import Face
from render.marks import Box, Piece, Shape, Sprite, Text, centered, piece, sign, text
from render.names import distinct
from render.theme import CREAM, SEATS, SMALLEST, WHITE, YES, Style

LETTER = 0.56  # of a badge's height
LETTER_ROOM = 0.84  # of its width
CONDENSED = Style(Face.BOLD, 44)
SMALL = Style(Face.BOLD, SMALLEST)
FARTHEST = 0.675  # that ink of a name may reach up or down from its middle, in its size
REACH = 17  # and in pixels, for each line that has room
LARGEST_STEP = 40  # from line to line of a name
MIN_TITLE = 36  # below this, the narrow face is easier to read than the wide one


def fallback(seat: int) -> str:
    """Return what to call a player whose name can't be drawn."""
    return f"Player {seat + 1}"


@lru_cache(maxsize=256)
def spoken(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names as pictures write them; names that would look alike are numbered."""
    return distinct(lettering.name(name, fallback(seat)) for seat, name in enumerate(names))


@lru_cache(maxsize=256)
def badge(seat: int, size: int, letter: str = "") -> Piece:
    """Draw the color and pattern of a seat, with the letters that `initials` gave its player."""
    look = SEATS[seat]
    ground = Sprite(f"common/badge_{look.word}", 0, 0, size, size, is_backdrop=True)
    middle, largest = size / 2, max(SMALLEST, round(size * LETTER))
    marks = lettered(letter, middle, middle, size, largest, look.pips, look.fill)
    return piece(size, size, (ground, *marks))


def lettered(
    letter: str, x: float, middle: float, size: int, largest: int, color: str, on: str
) -> list[Shape]:
    """Write one or two letters into a round place, as large as they fit, or nothing."""
    for face in (Face.TITLE, Face.BOLD) if letter else ():
        fit = lettering.fitted(letter, face, largest, SMALLEST, size * LETTER_ROOM) or 0
        for smaller in range(fit, SMALLEST - 1, -2):
            mark = centered(x, middle, letter, Style(face, smaller), color, on)
            left, top, right, bottom = mark.box
            across = max(x - left, right - x) / LETTER_ROOM
            if max(across, middle - top, bottom - middle) <= size / 2:
                return [mark]
    return []


@lru_cache(maxsize=16)
def tick(size: int) -> Piece:
    """Draw a tick: done."""
    mark = sign("common/check", size / 2, size / 2, size * 0.5, WHITE)
    return piece(size, size, [Box(0, 0, size, size, YES, size // 2, CREAM, 2), mark])


def name_marks(
    x: int,
    middle: float,
    name: str,
    room: int,
    style: Style,
    color: str,
    on: str,
    most: int = 2,
) -> list[Shape]:
    """Draw a name; a long one in the narrow face, then in two lines, then shortened."""
    for face in (style, CONDENSED):
        floor = MIN_TITLE if face.face is Face.TITLE else SMALLEST
        size = lettering.fitted(name, face.face, min(face.size, style.size), floor, room)
        if size:
            return [text(x, middle, name, _lower(name, face, size, style), color, on)]
    lines, step = name_lines(name, room, most)
    first = middle - step * (len(lines) - 1) / 2
    return [text(x, first + step * n, line, SMALL, color, on) for n, line in enumerate(lines)]


def _lower(name: str, face: Style, size: int, style: Style) -> Style:
    """Shrink letters that reach far up and down, so that they don't touch other lines."""
    farthest = min(2 * REACH, FARTHEST * style.size)
    while size > SMALLEST and max(_reach(name, face._replace(size=size))) > farthest:
        size -= 2
    return face._replace(size=max(size, SMALLEST))


def _reach(words: str, style: Style) -> tuple[float, float]:
    """Return how far the letters go up and down from the middle of the capitals."""
    _, top, _, bottom = lettering.ink(words, *style)
    half = lettering.CAP * style.size / 2
    return -half - top, half + bottom


def name_lines(name: str, room: int, max_lines: int) -> tuple[tuple[str, ...], int]:
    """Break a long name into lines of the smallest size; return them and their distance."""
    lines = _broken(name, room, max_lines)
    if lines and (step := _step(lines)) <= LARGEST_STEP and _has_room(lines, step, max_lines):
        return lines, step
    return (lettering.shortened(name, *SMALL, room),), 0


def _has_room(lines: tuple[str, ...], step: int, max_lines: int) -> bool:
    (above, _), (_, below) = _reach(lines[0], SMALL), _reach(lines[-1], SMALL)
    return max(above, below) + step * (len(lines) - 1) / 2 <= REACH * max(max_lines, 2)


def _broken(name: str, room: int, max_lines: int) -> tuple[str, ...] | None:
    """Break a name; if that makes too many lines, shorten the last one that has room."""
    lines = lettering.lines(name, *SMALL, room, len(name))
    if lines is None or len(lines) <= max_lines:
        return lines
    whole, rest = lines[: max_lines - 1], name
    for line in whole:
        rest = rest.partition(line)[2]
    return (*whole, lettering.shortened(rest.strip(), *SMALL, room))


def _step(lines: tuple[str, ...]) -> int:
    """Return the distance that lines need for letters that reach far down and far up."""
    boxes = [lettering.ink(line, *SMALL) for line in lines]
    needs = [above[3] - below[1] + 2 for above, below in pairwise(boxes)]
    return max([round(SMALL.size * 1.12), *needs])


def is_one_line(name: str, room: int, style: Style) -> bool:
    """Whether the whole name fits without a break."""
    marks = name_marks(0, 0, name, room, style, "", "")
    return [mark.words for mark in marks if isinstance(mark, Text)] == [name]


def name_width(name: str, room: int, style: Style) -> float:
    """Return how wide the name will be."""
    return marks_width(name_marks(0, 0, name, room, style, "", ""))


def marks_width(marks: Sequence[Shape]) -> float:
    return max(lettering.width(mark.words, *mark.style) for mark in marks if isinstance(mark, Text))
