"""The lines of a challenge's ranking: rank, name, rounds, parts of the score, score."""

from render import lettering
from render.attempts import RankedRow, is_finished, parts_words, verdict
from render.lettering import Face
from render.marks import Box, Piece, Placed, Shape, centred, piece, shrunk, sign, text
from render.theme import (
    BROWN,
    CREAM,
    GOLD,
    GOLD_INK,
    INK,
    INNER,
    ORANGE,
    SMALLEST,
    SOFT,
    STEEL,
    WHITE,
    Style,
)
from render.widgets.badges import name_marks, tick
from render.widgets.banners import snug
from render.widgets.ranking import INSET, line_fill, line_ground
from render.widgets.rounds import tray

SPINE = 84
NAME_X, NAME_W = INSET + SPINE + 20, 290
TRAY_X, TRAY_W = NAME_X + NAME_W + 10, 308
FACTS_X, FACTS_W = TRAY_X + TRAY_W + 14, 246
TOTAL_W = 166
MEDALS = {1: (GOLD, GOLD_INK), 2: (SOFT, INK), 3: (ORANGE, GOLD_INK)}
NAME = Style(Face.TITLE, 42)
PARTS = Style(Face.BOLD, 34)
VERDICT = Style(Face.LABEL, 34)
ROOMY, ROOMIER = 100, 116  # from these heights on there is room for another line


def line(row: RankedRow, h: int, max_rounds: int) -> Piece:
    """Draw a line; `max_rounds` is the length of the longest attempt in the ranking."""
    spine, ink = MEDALS.get(row.rank or 0, (STEEL, WHITE))
    is_best = row.rank == 1
    fill, middle = line_fill(is_best), INSET + h / 2
    marks: list[Shape] = [
        *line_ground(h, spine, SPINE, is_best),
        *_rank(row.rank, h, ink, spine),
        *name_marks(NAME_X, middle, row.name, NAME_W, NAME, INK, fill, 2 if h >= ROOMY else 1),
        *_tray(row, h, max_rounds),
        *_facts(row, h, fill),
        Placed(INSET + INNER - TOTAL_W - 12, INSET + 9, _total(row, h - 18)),
    ]
    return piece(INNER + 2 * INSET, h + 14, marks)


def _rank(rank: int | None, h: int, ink: str, on: str) -> list[Shape]:
    """Draw the rank, with a crown for the best; a cup of coffee for people who still play."""
    x, middle = INSET + 5 + SPINE / 2, INSET + h / 2
    if rank is None:
        return [sign("common/coffee", x, middle, 56)]
    if rank > 1:
        style = shrunk(str(rank), Style(Face.TITLE, 56), SPINE - 16)
        return [centred(x, middle, str(rank), style, ink, on)]
    size = 58 if h >= ROOMY else 42
    crown = sign("common/crown", x, middle - size * 0.46, size * 0.68)
    return [crown, centred(x, middle + size * 0.4, "1", Style(Face.TITLE, size), ink, on)]


def _tray(row: RankedRow, h: int, max_rounds: int) -> list[Shape]:
    if not row.gains:
        return []
    return [Placed(TRAY_X, INSET + 5, tray(row.gains, TRAY_W, h - 10, max_rounds))]


def _facts(row: RankedRow, h: int, fill: str) -> list[Shape]:
    """Write what the score is made of, and how it ended."""
    lines = [*_parts(row, 2 if h >= ROOMY else 1), snug(verdict(row), VERDICT, FACTS_W)]
    step = 38 if h >= (ROOMY if len(lines) < 3 else ROOMIER) else 34
    top = INSET + h / 2 - step * (len(lines) - 1) / 2
    return [
        text(FACTS_X, top + step * n, words, style, _colour(style), fill)
        for n, (words, style) in enumerate(lines)
    ]


def _parts(row: RankedRow, max_lines: int) -> list[tuple[str, Style]]:
    """Draw the parts of the score in one line, or in two if there are many."""
    words = parts_words(row)
    if not words:
        return []
    small = PARTS._replace(size=SMALLEST)
    if lettering.width(words, *small) > FACTS_W and max_lines > 1:
        halves = _halves(row)
        return [snug(half, PARTS, FACTS_W) for half in halves]
    return [snug(words, PARTS, FACTS_W)]


def _halves(row: RankedRow) -> list[str]:
    things = list(row.parts.items())
    cut = (len(things) + 1) // 2
    rows = (row._replace(parts=dict(some)) for some in (things[:cut], things[cut:]) if some)
    return [parts_words(each) for each in rows]


def _colour(style: Style) -> str:
    return INK if style.face is Face.BOLD else BROWN


def _total(row: RankedRow, h: int) -> Piece:
    """Draw the score, with a tick for a victory, else with the opponent."""
    ground = Box(0, 0, TOTAL_W, h, INK, 16)
    if not is_finished(row):
        return piece(TOTAL_W, h, [ground, sign("common/dots", TOTAL_W / 2, h / 2, 22, SOFT)])
    words = str(row.score)
    style = shrunk(words, Style(Face.TITLE, 64 if h >= 70 else 50), 98)
    colour = GOLD if row.rank == 1 else CREAM
    number = centred(60, h / 2, words, style, colour, INK)
    return piece(TOTAL_W, h, [ground, number, _ending(row.has_won, TOTAL_W - 32, h // 2)])


def _ending(has_won: bool, x: int, middle: int) -> Shape:
    if has_won:
        return Placed(x - 22, middle - 22, tick(44))
    return sign("common/robot", x, middle, 40)
