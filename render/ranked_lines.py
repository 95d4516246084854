"""The lines of a challenge's ranking: rank, name, rounds, what it was made of, score."""

from engine.kernel.phrases import plural
from render import lettering
from render.attempts import RankedRow, margin_words, parts_words, verdict
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Placed,
    Shape,
    centered,
    piece,
    row,
    shrunk,
    sign,
    sprite_item,
    text,
    words_item,
)
from render.theme import (
    BROWN,
    CREAM,
    GOLD,
    INK,
    INNER,
    NO,
    SMALLEST,
    STEEL,
    WHITE,
    YES_DARK,
    Style,
)
from render.widgets.badges import name_marks, tick
from render.widgets.banners import snug
from render.widgets.ranking import INSET, line_fill, line_ground
from render.widgets.rounds import tray

SPINE = 84
NAME_X, NAME_W = INSET + SPINE + 20, 290
TRAY_X, TRAY_W = NAME_X + NAME_W + 10, 290
FACTS_X, FACTS_W = TRAY_X + TRAY_W + 14, 236
TOTAL_W = 196
MARGIN_W, MARGIN_H = 82, 50
NAME = Style(Face.TITLE, 42)
PARTS = Style(Face.BOLD, 34)
VERDICT = Style(Face.LABEL, 34)
ROOMY, ROOMIER = 100, 116  # from these heights there is room for another line


def line(attempt: RankedRow, h: int, longest: int) -> Piece:
    """Draw a line; `longest` is the number of rounds of the longest attempt in the ranking."""
    spine = YES_DARK if attempt.has_won else STEEL
    is_best = attempt.rank == 1 and attempt.has_won
    fill, middle = line_fill(is_best), INSET + h / 2
    marks: list[Shape] = [
        *line_ground(h, spine, SPINE, is_best),
        *_rank(attempt, h, spine),
        *name_marks(NAME_X, middle, attempt.name, NAME_W, NAME, INK, fill, 2 if h >= ROOMY else 1),
        *_tray(attempt, h, longest),
        *_facts(attempt, h, fill),
        Placed(INSET + INNER - TOTAL_W - 12, INSET + 9, _total(attempt, h - 18)),
    ]
    return piece(INNER + 2 * INSET, h + 14, marks)


def _rank(attempt: RankedRow, h: int, on: str) -> list[Shape]:
    """Draw the rank, with a crown for the best of those who beat the opponent."""
    x, middle, words = INSET + 5 + SPINE / 2, INSET + h / 2, str(attempt.rank)
    if attempt.rank != 1 or not attempt.has_won:
        style = shrunk(words, Style(Face.TITLE, 56), SPINE - 16)
        return [centered(x, middle, words, style, WHITE, on)]
    size = 58 if h >= ROOMY else 42
    crown = sign("common/crown", x, middle - size * 0.46, size * 0.68)
    return [crown, centered(x, middle + size * 0.4, words, Style(Face.TITLE, size), WHITE, on)]


def _tray(attempt: RankedRow, h: int, longest: int) -> list[Shape]:
    if not attempt.gains:
        return []
    return [Placed(TRAY_X, INSET + 5, tray(attempt.gains, TRAY_W, h - 10, longest))]


def _facts(attempt: RankedRow, h: int, fill: str) -> list[Shape]:
    """Draw what the score is made of, then the opponent's points and the number of rounds."""
    parts = _parts(attempt, 2 if h >= ROOMY else 1)
    step = 38 if h >= (ROOMY if len(parts) < 2 else ROOMIER) else 34
    top = INSET + h / 2 - step * len(parts) / 2
    marks: list[Shape] = [
        text(FACTS_X, top + step * n, words, style, INK, fill)
        for n, (words, style) in enumerate(parts)
    ]
    return [*marks, *_opponent(attempt, top + step * len(parts), fill)]


def _opponent(attempt: RankedRow, middle: float, fill: str) -> list[Shape]:
    if attempt.rival is None:
        words, style = snug(verdict(attempt), VERDICT, FACTS_W)
        return [text(FACTS_X, middle, words, style, BROWN, fill)]
    score = words_item(str(attempt.rival.score), PARTS, INK, fill)
    room = FACTS_W - score.width - 60
    words, style = snug(plural(attempt.rounds, "round"), VERDICT, room)
    items = [sprite_item("common/robot", 28), score, words_item(words, style, BROWN, fill)]
    return row(FACTS_X, middle, items, 12)


def _parts(attempt: RankedRow, most: int) -> list[tuple[str, Style]]:
    """Write the parts in one line, or in two if there are many."""
    words = parts_words(attempt)
    if not words:
        return []
    small = PARTS._replace(size=SMALLEST)
    if lettering.width(words, *small) > FACTS_W and most > 1:
        halves = _halves(attempt)
        return [snug(half, PARTS, FACTS_W) for half in halves]
    return [snug(words, PARTS, FACTS_W)]


def _halves(attempt: RankedRow) -> list[str]:
    things = list(attempt.parts.items())
    cut = (len(things) + 1) // 2
    rows = (attempt._replace(parts=dict(some)) for some in (things[:cut], things[cut:]) if some)
    return [parts_words(each) for each in rows]


def _total(attempt: RankedRow, h: int) -> Piece:
    """Draw the score, and the margin to the opponent."""
    words = str(attempt.score)
    style = shrunk(words, Style(Face.TITLE, 64 if h >= 70 else 50), 90)
    marks: list[Shape] = [
        Box(0, 0, TOTAL_W, h, INK, 16),
        Placed(8, (h - MARGIN_H) // 2, _margin(attempt)),
        centered(TOTAL_W - 54, h / 2, words, style, GOLD if attempt.rank == 1 else CREAM, INK),
    ]
    return piece(TOTAL_W, h, marks)


def _margin(attempt: RankedRow) -> Piece:
    """Draw the margin, green only for a victory: the opponent wins ties."""
    fill, words = YES_DARK if attempt.has_won else NO, margin_words(attempt)
    if not words:
        mark = Placed(18, 2, tick(46)) if attempt.has_won else sign("common/robot", 41, 25, 44)
        return piece(MARGIN_W, MARGIN_H, [mark])
    style = shrunk(words, Style(Face.BOLD, 40), MARGIN_W - 14)
    plate = Box(0, 0, MARGIN_W, MARGIN_H, fill, MARGIN_H // 2)
    return piece(
        MARGIN_W, MARGIN_H, [plate, centered(MARGIN_W / 2, MARGIN_H / 2, words, style, WHITE, fill)]
    )
