"""The pictures of a challenge: its ranking, and the result that one player shares."""

from collections.abc import Sequence

from render import lettering
from render.attempts import (
    RankedRow,
    Rival,
    card_alt,
    finished_words,
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
    centered,
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
    MARGIN,
    MUTED,
    PILL,
    STEEL,
    TABLE,
    WIDTH,
    Accent,
    Style,
)
from render.widgets.badges import name_marks, spoken, tick
from render.widgets.banners import LOW, TALL, banner, snug
from render.widgets.panels import panel, pill, stripes
from render.widgets.ranking import INSET
from render.widgets.rounds import legend, rounds

__all__ = ["RankedRow", "Rival", "ranking", "result_card"]

NAMELESS = "Challenge"
MAX_LINES = 10  # lines
MAX_TALL = 5  # lines below a high street
TALLEST = 130  # of a line
GAP, FOOT, ABOVE = 14, 56, 14
WHOLE = 1098  # height of a ranking without those who are still playing, at most
CARD_H = 630
STREET_H = 214  # of a card
TOP_H = CARD_H - STREET_H - BAND
BLOCK_W, BLOCK_H = 224, 300
PLAYING_H = 72


def ranking(
    title: str,
    subtitle: str,
    rows: Sequence[RankedRow],
    finished: int,
    scene: str,
    accent: Accent,
    playing: Sequence[str] = (),
    still: int = 0,
    ranges: Sequence[str] = (),
) -> Drawing:
    """Draw the first rows; then those who are still playing; then what the squares mean.

    `finished` and `still` count everybody, shown or not. `ranges` are the points of a round for
    each kind of square; a game without them has no squares.
    """
    head = lettering.name(title, NAMELESS)
    shown, everybody = named(rows[:MAX_LINES]), max(finished, len(rows))
    street = TALL if len(shown) <= MAX_TALL else LOW
    top = street + BAND + ABOVE
    below, bottom = _ranked(shown, top) if shown else _nobody(top)
    if playing:
        below.append(Placed(MARGIN, bottom, _playing(playing, still)))
        bottom += PLAYING_H + GAP
    foot = _foot(bottom, everybody, still, len(shown), ranges)
    parts = [Placed(0, 0, banner(scene, head, subtitle, street, accent)), *below]
    alt = ranking_alt(head, subtitle, shown, everybody, still)
    return drawing(bottom + FOOT, [*parts, *spread(foot, 0, 0, TABLE)], alt)


def _ranked(rows: Sequence[RankedRow], top: int) -> tuple[list[Placed], int]:
    """Draw lines of the same height, as high as possible; return them and where they end."""
    step = min(TALLEST + GAP, (WHOLE - top - FOOT) // len(rows))
    longest = max(len(row.gains) for row in rows)
    lines = [line(row, step - GAP, longest) for row in rows]
    placed = [Placed(MARGIN - INSET, top - INSET + step * n, each) for n, each in enumerate(lines)]
    return placed, top + step * len(lines)


def _playing(names: Sequence[str], count: int) -> Piece:
    """Draw, below the ranking, those whose attempts can still change it."""
    shown = spoken(tuple(names))
    more = count - len(shown)
    words = " · ".join([*shown, *([f"and {more} more"] if more > 0 else [])])
    style = Style(Face.BOLD, 34)
    head = [sprite_item("common/coffee", 46), words_item("STILL PLAYING", PILL, GOLD, HEAD)]
    x = 24 + breadth(head, 14) + 24
    said, style = snug(words, style, INNER - x - 20)
    middle = PLAYING_H / 2
    marks = [*row(24, middle, head, 14), text(round(x), middle, said, style, CREAM, HEAD)]
    return panel(INNER, PLAYING_H, marks)


def _nobody(top: int) -> tuple[list[Placed], int]:
    """Draw the street with the opponent alone."""
    marks: list[Shape] = [
        sign("common/robot", 110, TALLEST / 2, 90),
        text(200, TALLEST / 2, "Nobody has finished it.", Style(Face.TITLE, 48), CREAM, HEAD),
    ]
    return [Placed(MARGIN, top, panel(INNER, TALLEST, marks))], top + TALLEST + GAP


def _foot(top: int, finished: int, playing: int, shown: int, ranges: Sequence[str]) -> list[Shape]:
    """Say how many there were, and what the squares mean."""
    middle, items = top + FOOT / 2 - 6, legend(ranges, 36, TABLE)
    more = f"and {finished - shown} more · " if finished > shown else ""
    room = INNER - 12 - breadth(items) - 30
    words, style = snug(f"{more}{finished_words(finished, playing)}", PILL, room)
    squares = row(WIDTH - MARGIN - 6 - breadth(items), middle, items)
    return [text(MARGIN + 6, middle, words, style, CREAM, TABLE), *squares]


def result_card(
    title: str,
    subtitle: str,
    row: RankedRow,
    streak: int,
    scene: str,
    accent: Accent,
    ranges: Sequence[str] = (),
) -> Drawing:
    """Draw one attempt beside the opponent's; it helps nobody who hasn't tried yet."""
    (shown,), head = named([row]), lettering.name(title, NAMELESS)
    blocks = _blocks(shown)
    marks: list[Shape] = [
        Box(0, 0, WIDTH, TOP_H, HEAD),
        *stripes(0, TOP_H, WIDTH, accent),
        _street(scene),
        *(Placed(MARGIN + (BLOCK_W + GAP) * n, 20, each) for n, each in enumerate(blocks)),
        *_story(head, subtitle, shown, _streak(streak), (BLOCK_W + GAP) * len(blocks)),
        *_legend(ranges),
    ]
    alt = card_alt(head, subtitle, shown, streak)
    return drawing(CARD_H, [Placed(0, 0, piece(WIDTH, CARD_H, marks))], alt)


def _street(scene: str) -> Sprite:
    window = 0, TALL - STREET_H
    return Sprite(scene, 0, TOP_H + BAND, WIDTH, STREET_H, is_backdrop=True, window=window)


def _blocks(row: RankedRow) -> list[Piece]:
    """Draw the player's points and the opponent's; the winner's in gold, with a crown."""
    head = "crown" if row.has_won else "helmet"
    own = _block(head, row.score, "POINTS", row.has_won)
    if row.rival is None:
        return [own]
    return [own, _block("robot", row.rival.score, row.rival.name.upper(), not row.has_won)]


def _block(head: str, score: int, below: str, is_winner: bool) -> Piece:
    middle, color = BLOCK_W / 2, GOLD if is_winner else CREAM
    style = shrunk(str(score), Style(Face.TITLE, 140), BLOCK_W - 40)
    words, small = snug(below, Style(Face.BOLD, 38), BLOCK_W - 28)
    marks: list[Shape] = [
        Box(0, 0, BLOCK_W, BLOCK_H, INK, 26, GOLD if is_winner else STEEL, 7),
        sign(f"common/{head}", middle, 60, 78),
        centered(middle, 172, str(score), style, color, INK),
        centered(middle, BLOCK_H - 38, words, small, MUTED, INK),
    ]
    return piece(BLOCK_W, BLOCK_H, marks)


def _story(
    title: str, subtitle: str, row: RankedRow, pills: Sequence[Piece], taken: int
) -> list[Shape]:
    """Draw what is to the right of the blocks, whose width is `taken`."""
    x = MARGIN + taken + 20
    w = WIDTH - x - 24
    room = w - sum(each.w + 20 for each in pills)
    head, style = snug(title.upper(), Style(Face.BOLD, 42), room)
    below, small = snug(subtitle, Style(Face.LABEL, 36), w)
    return [
        text(x, 42, head, style, GOLD, HEAD),
        *(Placed(x + w - each.w, 14, each) for each in pills),
        text(x, 88, below, small, MUTED, HEAD),
        *name_marks(x, 142, row.name, w, Style(Face.TITLE, 52), CREAM, HEAD, most=1),
        *_outcome(row, x, w),
        *rounds(x, 278, row.gains, w, 100, HEAD),
    ]


def _outcome(attempt: RankedRow, x: int, w: int) -> list[Shape]:
    """Draw how it ended, and with what."""
    ticks = [piece_item(tick(46))] if attempt.has_won else []
    words = " · ".join(filter(None, [verdict(attempt), parts_words(attempt)]))
    said, style = snug(words, Style(Face.BOLD, 40), w - 58 * len(ticks))
    return row(x, 202, [*ticks, words_item(said, style, CREAM, HEAD)], 12)


def _legend(ranges: Sequence[str]) -> list[Shape]:
    items = legend(ranges, 40, HEAD)
    return row(WIDTH - 24 - breadth(items), TOP_H - 36, items)


def _streak(streak: int) -> list[Piece]:
    if not streak:
        return []
    items = [sprite_item("common/flag", 44), words_item(streak_words(streak), PILL, CREAM, INK)]
    return [pill(items, INK, line=GOLD)]
