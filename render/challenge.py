"""Pictures of a challenge: the ranking when it is closed, and the result that a player posts."""

from collections.abc import Sequence

from render import lettering
from render.attempts import (
    RankedRow,
    card_alt,
    is_finished,
    named,
    parts_words,
    ranking_alt,
    streak_words,
    verdict,
)
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    Sprite,
    breadth,
    centred,
    drawing,
    piece,
    piece_item,
    row,
    shrunk,
    sign,
    spread,
    sprite_item,
    text,
    words_item,
)
from render.ranked_lines import line
from render.theme import (
    BAND,
    CREAM,
    GOLD,
    HEAD,
    INK,
    INNER,
    LABEL,
    MARGIN,
    MUTED,
    PILL,
    SOFT,
    STEEL,
    TABLE,
    WIDTH,
    Accent,
    Style,
)
from render.widgets.badges import name_marks, tick
from render.widgets.banners import LOW, TALL, banner, snug
from render.widgets.panels import panel, pill, stripes
from render.widgets.ranking import INSET
from render.widgets.rounds import rounds, scale_items

__all__ = ["RankedRow", "ranking", "result_card"]

NAMELESS = "Challenge"
MAX_LINES = 10  # lines
MAX_TALL = 5  # lines below a high street
TALLEST = 130  # of a line
GAP, FOOT, ABOVE = 14, 56, 14
WHOLE = 1098  # as high as a ranking may become
CARD_H = 630
STREET_H = 249  # of a card
TOP_H = CARD_H - STREET_H - BAND
BLOCK_W = 300
CARD_X = MARGIN + BLOCK_W + 34
CARD_W = WIDTH - CARD_X - 24


def ranking(
    title: str,
    subtitle: str,
    rows: Sequence[RankedRow],
    tried: int,
    scene: str,
    accent: Accent,
) -> Drawing:
    """Draw the first rows; `tried` counts all who tried it, drawn or not."""
    head = lettering.name(title, NAMELESS)
    top_rows, everybody = named(rows[:MAX_LINES]), max(tried, len(rows))
    street = TALL if len(top_rows) <= MAX_TALL else LOW
    top = street + BAND + ABOVE
    below, height = _ranked(top_rows, everybody, top) if top_rows else _nobody(top)
    parts = [Placed(0, 0, banner(scene, head, subtitle, street, accent)), *below]
    return drawing(height, parts, ranking_alt(head, subtitle, top_rows, everybody))


def _ranked(rows: Sequence[RankedRow], tried: int, top: int) -> tuple[list[Placed], int]:
    """Draw rows of equal height, as high as there is room, and a foot; return where they end."""
    step = min(TALLEST + GAP, (WHOLE - top - FOOT) // len(rows))
    max_rounds = max(len(row.gains) for row in rows)
    lines = [line(row, step - GAP, max_rounds) for row in rows]
    parts = [Placed(MARGIN - INSET, top - INSET + step * n, each) for n, each in enumerate(lines)]
    bottom = top + step * len(lines)
    return [*parts, *spread(_foot(bottom, tried, len(rows)), 0, 0, TABLE)], bottom + FOOT


def _nobody(top: int) -> tuple[list[Placed], int]:
    """Draw the opponent alone in the street, if nobody has tried the challenge."""
    marks: list[Shape] = [
        sign("common/robot", 110, TALLEST / 2, 90),
        text(200, TALLEST / 2, "Nobody tried it this time.", Style(Face.TITLE, 48), CREAM, HEAD),
    ]
    return [Placed(MARGIN, top, panel(INNER, TALLEST, marks))], top + TALLEST + GAP


def _foot(top: int, tried: int, count: int) -> list[Shape]:
    """Draw how many tried it and how to read the squares."""
    middle = top + FOOT / 2 - 6
    more = f"and {tried - count} more · " if tried > count else ""
    items = [
        words_item("gained in a round: nothing", LABEL, SOFT, TABLE),
        *scale_items(36),
        words_item("much", LABEL, SOFT, TABLE),
    ]
    legend = row(WIDTH - MARGIN - 6 - breadth(items, 8), middle, items, 8)
    words = text(MARGIN + 6, middle, f"{more}{tried} tried", PILL, CREAM, TABLE)
    return [words, *legend]


def result_card(
    title: str, subtitle: str, row: RankedRow, streak: int, scene: str, accent: Accent
) -> Drawing:
    """Draw one attempt, large; nothing in it helps those who haven't tried yet."""
    (attempt,), head = named([row]), lettering.name(title, NAMELESS)
    marks: list[Shape] = [
        Box(0, 0, WIDTH, TOP_H, HEAD),
        *stripes(0, TOP_H, WIDTH, accent),
        _street(scene),
        Placed(MARGIN, 20, _score(attempt, TOP_H - 40)),
        *_story(head, subtitle, attempt, _streak(streak)),
    ]
    alt = card_alt(head, subtitle, attempt, streak)
    return drawing(CARD_H, [Placed(0, 0, piece(WIDTH, CARD_H, marks))], alt)


def _street(scene: str) -> Sprite:
    window = 0, TALL - STREET_H
    return Sprite(scene, 0, TOP_H + BAND, WIDTH, STREET_H, is_backdrop=True, window=window)


def _score(row: RankedRow, h: int) -> Piece:
    """Draw the score under a crown if it beat the opponent, else under the opponent."""
    middle, is_won = BLOCK_W / 2, is_finished(row) and row.has_won
    words = "–" if row.score is None else str(row.score)
    style = shrunk(words, Style(Face.TITLE, 170), BLOCK_W - 44)
    head = "crown" if is_won else "robot" if is_finished(row) else "coffee"
    marks: list[Shape] = [
        Box(0, 0, BLOCK_W, h, INK, 26, GOLD if is_won else STEEL, 7),
        sign(f"common/{head}", middle, 64, 84),
        centred(middle, 188, words, style, GOLD if is_won else CREAM, INK),
        centred(middle, h - 38, "POINTS", Style(Face.BOLD, 42), MUTED, INK),
    ]
    return piece(BLOCK_W, h, marks)


def _story(title: str, subtitle: str, row: RankedRow, pills: Sequence[Piece]) -> list[Shape]:
    room = CARD_W - sum(each.w + 20 for each in pills)
    head, style = snug(title.upper(), Style(Face.BOLD, 42), room)
    below, small = snug(subtitle, Style(Face.LABEL, 36), CARD_W)
    return [
        text(CARD_X, 42, head, style, GOLD, HEAD),
        *(Placed(CARD_X + CARD_W - each.w, 14, each) for each in pills),
        text(CARD_X, 88, below, small, MUTED, HEAD),
        *name_marks(CARD_X, 146, row.name, CARD_W, Style(Face.TITLE, 52), CREAM, HEAD, most=1),
        *_outcome(row),
        *rounds(CARD_X, 303, row.gains, CARD_W, 112, HEAD),
    ]


def _outcome(attempt: RankedRow) -> list[Shape]:
    """Write how the attempt ended, and with what."""
    ticks = [piece_item(tick(46))] if is_finished(attempt) and attempt.has_won else []
    words = " · ".join(filter(None, [verdict(attempt), parts_words(attempt)]))
    line, style = snug(words, Style(Face.BOLD, 40), CARD_W - 58 * len(ticks))
    return row(CARD_X, 214, [*ticks, words_item(line, style, CREAM, HEAD)], 12)


def _streak(streak: int) -> list[Piece]:
    if not streak:
        return []
    items = [sprite_item("common/flag", 44), words_item(streak_words(streak), PILL, CREAM, INK)]
    return [pill(items, INK, line=GOLD)]
