"""The end: who runs Factory 42, and which points everybody has."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_42.board import BOARD
from engine.factory_42.view import View
from render.factory_42 import alt
from render.factory_42.look import (
    CHIP,
    CHIP_EMPTY,
    CHIP_WORDS,
    GLYPHS,
    MINT_DEEP,
    SCENES,
    STRIPES,
)
from render.factory_42.moment import round_words
from render.factory_42.ranking import COLUMNS, ORDINALS, RankingLine, places, sign_name, signed
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    Sprite,
    centered,
    drawing,
    piece,
    shrunk,
    sign,
    text,
)
from render.theme import (
    BAND,
    CREAM,
    GOLD,
    INK,
    INNER,
    MARGIN,
    SEATS,
    SMALLEST,
    SOFT,
    TABLE,
    WIDTH,
    Style,
)
from render.widgets.badges import badge, name_marks
from render.widgets.panels import stripes
from render.widgets.ranking import INSET, crest, line_fill, line_ground

BANNER_H = 230
LEGEND_Y, LEGEND_H = BANNER_H + BAND + 4, 98
ROWS_TOP = LEGEND_Y + LEGEND_H + 5
GAP = 14
CHIPS_X, CHIPS_W = 328, 672
TOTAL_W = 150
SPINE = 22
PLATE_W, PLATE_H = 456, 132
NAME = Style(Face.TITLE, 46)
SMALL = Style(Face.BOLD, SMALLEST)


def picture(view: View, names: Sequence[str]) -> Drawing:
    ranking = places(view, names)
    h = 132 if len(ranking) > 4 else 156
    parts = [Placed(0, 0, _banner(view, ranking)), Placed(0, LEGEND_Y, _legend(_kinds(ranking)))]
    for number, place in enumerate(ranking):
        y = ROWS_TOP + (h + GAP) * number
        parts.append(Placed(MARGIN - INSET, y - INSET, _line(place, h)))
    height = ROWS_TOP + (h + GAP) * len(ranking) + 6
    return drawing(height, parts, alt.ending(view, names))


def _kinds(ranking: Sequence[RankingLine]) -> tuple[str, ...]:
    return tuple(kind for kind, _ in ranking[0].parts)


def _banner(view: View, ranking: Sequence[RankingLine]) -> Piece:
    best = [place for place in ranking if place.has_won]
    hall = Sprite(SCENES + "final", 0, 0, WIDTH, BANNER_H, is_backdrop=True)
    words = round_words(view).upper()
    plate = piece(
        308,
        66,
        [
            Box(0, 0, 308, 66, INK, 18),
            Box(5, 5, 298, 56, MINT_DEEP, 14),
            centered(154, 33, words, Style(Face.TITLE, 42), CREAM, MINT_DEEP),
        ],
    )
    marks: list[Shape] = [
        hall,
        *stripes(0, BANNER_H, WIDTH, STRIPES),
        Placed(22, 16, _of_one(best[0]) if len(best) == 1 else _of_many(len(best))),
        Placed(WIDTH - 22 - plate.w, 16, plate),
    ]
    return piece(WIDTH, BANNER_H + BAND, marks)


def _ground() -> list[Shape]:
    return [
        Box(0, 0, PLATE_W, PLATE_H, GOLD, 24),
        Box(6, 6, PLATE_W - 12, PLATE_H - 12, INK, 18),
    ]


def _of_one(best: RankingLine) -> Piece:
    marks = [
        *_ground(),
        Placed(20, 12, badge(best.seat, 58, best.letter)),
        *name_marks(92, 41, best.name, PLATE_W - 116, Style(Face.TITLE, 50), GOLD, INK, most=1),
        text(24, 96, "RUNS FACTORY 42", Style(Face.TITLE, 44), CREAM, INK),
    ]
    return piece(PLATE_W, PLATE_H, marks)


def _of_many(count: int) -> Piece:
    words = ("SHARED VICTORY", f"{count} run Factory 42")
    marks = [
        *_ground(),
        text(24, 44, words[0], Style(Face.TITLE, 48), GOLD, INK),
        text(24, 96, words[1], Style(Face.TITLE, 40), CREAM, INK),
    ]
    return piece(PLATE_W, PLATE_H, marks)


@lru_cache(maxsize=2)
def _legend(kinds: tuple[str, ...]) -> Piece:
    """Explain the columns, once for all rows."""
    step = CHIPS_W / len(kinds)
    marks: list[Shape] = []
    for number, kind in enumerate(kinds):
        x = MARGIN + CHIPS_X + step * (number + 0.5)
        marks.append(sign(sign_name(kind), x, 18, 36))
        lines = COLUMNS[kind][1]
        first = 66 - 13 * (len(lines) - 1)
        marks += [
            centered(x, first + 27 * n, line, SMALL, SOFT, TABLE) for n, line in enumerate(lines)
        ]
    right = WIDTH - MARGIN - 14 - TOTAL_W / 2
    marks.append(centered(right, 56, "total", Style(Face.BOLD, 36), CREAM, TABLE))
    return piece(WIDTH, LEGEND_H, marks)


@lru_cache(maxsize=16)
def _line(place: RankingLine, h: int) -> Piece:
    fill = line_fill(place.has_won)
    middle = INSET + h / 2
    marks: list[Shape] = [
        *line_ground(h, SEATS[place.seat].fill, SPINE, place.has_won),
        crest(place.seat, INSET + SPINE + 18, round(middle), place.letter),
        *name_marks(126, middle - 22, place.name, CHIPS_X - 132, NAME, INK, fill, most=1),
        text(126, middle + 28, ORDINALS[place.rank - 1], Style(Face.LABEL, 36), CHIP_WORDS, fill),
    ]
    if place.has_won:
        marks.append(sign(GLYPHS + "crown", 230, middle + 30, 36))
    step = CHIPS_W / len(place.parts)
    for number, (kind, points) in enumerate(place.parts):
        marks += _chip(kind, points, place, INSET + CHIPS_X + step * number, step, h)
    return piece(INNER + 2 * INSET, h + 14, [*marks, *_total(place, h)])


def _chip(kind: str, points: int, place: RankingLine, x: float, step: float, h: int) -> list[Shape]:
    on = CHIP if points else CHIP_EMPTY
    middle, y = x + step / 2, INSET + h / 2
    left, wide = round(x) + 4, round(step) - 8
    marks: list[Shape] = [Box(left, INSET + 14, wide, h - 28, on, 14)]
    if kind == "rosettes" and place.rosettes:
        said = f"{place.rosettes} ÷ {BOARD.final.rosettes_per_vp}"
        style = shrunk(said, Style(Face.BOLD, 34), wide - 8)
        marks.append(centered(middle, y + 26, said, style, CHIP_WORDS, on))
        return [*marks, centered(middle, y - 18, str(points), Style(Face.TITLE, 46), INK, on)]
    if kind == "track":
        words = signed(points)
    else:
        words = f"+{points}" if points > 0 else signed(points) if points else "–"
    color = INK if points else CHIP_WORDS
    style = shrunk(words, Style(Face.TITLE, 50), wide - 8)
    return [*marks, centered(middle, y, words, style, color, on)]


def _total(place: RankingLine, h: int) -> list[Shape]:
    x = INSET + INNER - TOTAL_W - 14
    words = signed(place.score)
    style = shrunk(words, Style(Face.TITLE, 76), TOTAL_W - 16)
    color = GOLD if place.has_won else CREAM
    return [
        Box(x, INSET + 14, TOTAL_W, h - 28, INK, 18),
        centered(x + TOTAL_W / 2, INSET + h / 2, words, style, color, INK),
    ]
