"""The lines of a final ranking, for the final picture and the card to share."""

from collections.abc import Sequence
from typing import NamedTuple

from render import lettering
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Placed,
    Shape,
    Text,
    centered,
    piece,
    shrunk,
    sign,
    text,
    to_the_right,
)
from render.theme import (
    BROWN,
    CREAM,
    GOLD,
    INK,
    INNER,
    LINE,
    MUTED,
    SMALLEST,
    TABLE,
    WINNER,
    Style,
)
from render.widgets.badges import badge, marks_width, name_marks
from render.widgets.panels import shadow

INSET = 4  # of a line in its piece
TOTAL_W = 176
NAME = Style(Face.TITLE, 46)
SMALLER = 38  # a name that would reach too far down
SCORE = Style(Face.TITLE, 40)
CREST = 68
SMALL_CREST = 46
ROBOTS = {CREST: 66, SMALL_CREST: 42}
STEP = 52  # from line to line of the standings
CROWN = 96  # the room of a winner's crown


def title_plate(words: str) -> Piece:
    """Write on the banner what the picture is about."""
    style = Style(Face.TITLE, 66)
    w, h = round(lettering.width(words, *style)) + 84, 92
    plate = Box(0, 0, w, h, INK, 22, GOLD, 6)
    return piece(w, h, [plate, centered(w / 2, h / 2, words, style, CREAM, INK)])


def line_fill(is_winner: bool) -> str:
    return WINNER if is_winner else CREAM


def line_ground(h: int, spine: str, spine_w: int, is_winner: bool) -> list[Shape]:
    """Draw a long card for one player, gold for winners, with the player's color at the left."""
    edge = GOLD if is_winner else LINE
    return [
        shadow(INSET, INSET, INNER, h, 22),
        Box(INSET, INSET, INNER, h, edge, 22),
        Box(INSET + 5, INSET + 5, INNER - 10, h - 10, line_fill(is_winner), 17),
        Box(INSET + 5, INSET + 5, spine_w, h - 10, spine, 17, corners="left"),
    ]


class Space(NamedTuple):
    """Where the name is in its line: from left to right, and how far down."""

    left: int
    right: int
    middle: int
    bottom: int
    fill: str


def named(space: Space, name: str, note: str, has_crown: bool) -> list[Shape]:
    """Draw a name, perhaps with a crown after it, and at the right a few words."""
    aside = shrunk(note, Style(Face.LABEL, 36), 240)
    taken = (CROWN if has_crown else 0) + (24 if note else 0)
    room = space.right - space.left - round(lettering.width(note, *aside)) - taken
    marks = _lettered(space, name, room)
    if has_crown:
        after = space.left + marks_width(marks)
        marks.append(sign("common/crown", after + CROWN / 2, space.middle - 2, 50))
    if note:
        marks.append(to_the_right(space.right, space.middle, note, aside, BROWN, space.fill))
    return marks


def _lettered(space: Space, name: str, room: int) -> list[Shape]:
    """Write a name as large as possible without reaching below its space."""
    left, _, middle, bottom, fill = space
    for size, max_lines in ((NAME.size, 2), (NAME.size, 1), (SMALLER, 1), (SMALLEST, 1)):
        style = NAME._replace(size=size)
        marks = name_marks(left, middle, name, room, style, INK, fill, max_lines)
        if all(mark.box[3] <= bottom for mark in marks if isinstance(mark, Text)):
            break
    return marks


def crest(seat: int | None, x: int, middle: int, letter: str, size: int = CREST) -> Shape:
    """Draw the badge of the line's player, or The Machine."""
    if seat is None:
        return sign("common/robot", x + size / 2, middle, ROBOTS[size])
    return Placed(x, middle - size // 2, badge(seat, size, letter))


class Standing(NamedTuple):
    """A short line of a card to share."""

    rank: int
    seat: int | None
    name: str
    letter: str  # of its badge
    score: str


def headline(best: Sequence[Standing]) -> tuple[list[Shape], int]:
    """Write the winners one below the other; return the middle of the next line, too."""
    step = 76 if len(best) < 4 else 70
    style = Style(Face.TITLE, 60 if len(best) == 1 else 46)
    marks: list[Shape] = []
    for number, standing in enumerate(best):
        middle = 152 + step * number
        marks.append(crest(standing.seat, 58, middle, standing.letter))
        marks += name_marks(142, middle, standing.name, 634, style, CREAM, TABLE)
    return marks, 152 + step * len(best)


def standings(others: Sequence[Standing], top: int) -> list[Shape]:
    """Draw the other players, one short line each."""
    marks: list[Shape] = []
    for number, (rank, seat, name, letter, score) in enumerate(others):
        middle = top + STEP * number
        marks.append(text(60, middle, f"{rank}.", Style(Face.BOLD, 38), MUTED, TABLE))
        marks.append(crest(seat, 104, middle, letter, SMALL_CREST))
        room = min(550, round(606 - lettering.width(score, *SCORE)))
        marks += name_marks(160, middle, name, room, Style(Face.TITLE, 36), CREAM, TABLE, most=1)
        marks.append(to_the_right(778, middle, score, SCORE, CREAM, TABLE))
    return marks
