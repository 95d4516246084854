"""The head of a seat's own picture: everything the player has, each thing with its limit."""

from collections.abc import Sequence
from functools import lru_cache

from engine.fantastic_factories.state import (
    CARDS_TO_END,
    GOODS_TO_END,
    HAND_LIMIT,
    RESOURCE_LIMIT,
)
from engine.fantastic_factories.view import PlayerView, View
from render.fantastic_factories.look import GLYPHS
from render.fantastic_factories.works import own_player
from render.lettering import Face
from render.marks import (
    Box,
    Item,
    Piece,
    Placed,
    Shape,
    breadth,
    centered,
    centered_row,
    piece,
    row,
    shrunk,
    space,
    sprite_item,
    to_the_right,
    words_item,
)
from render.names import initial_of
from render.theme import (
    ALARM,
    BAND,
    CREAM,
    GOLD,
    GOLD_INK,
    HEAD,
    LAST_ROUND,
    MARGIN,
    MUTED,
    ORANGE,
    PANEL,
    SEATS,
    SOFT,
    WIDTH,
    Style,
)
from render.widgets.badges import badge
from render.widgets.panels import stripes

HEIGHT = 112
BOTTOM = HEIGHT + BAND
BADGE = 80
BLOCK_H = 96
BLOCK_TOP = 8
STOCK_X, STOCK_W = MARGIN + BADGE + 14, 420
COUNTER_W, GAP = 166, 8
PAD = 16
RADIUS = 18
CUBE_H = 15
MAX_CUBES = 60  # more of them could not be told apart
BELOW = Style(Face.LABEL, 32)


def own_head(view: View, names: Sequence[str]) -> list[Placed]:
    """Draw stock, goods, built cards, hand and points; striped red once the end is near."""
    player = own_player(view)
    crest = badge(player.seat, BADGE, initial_of(player.seat, names))
    x = STOCK_X + STOCK_W + GAP
    parts = [
        Placed(0, 0, _ground(player.seat, bool(view.ended_by)), is_backdrop=True),
        Placed(MARGIN, (HEIGHT - BADGE) // 2, crest, on=HEAD),
        Placed(STOCK_X, BLOCK_TOP, _stock(player.metal, player.energy), on=HEAD),
    ]
    for fact in _facts(player):
        parts.append(Placed(x, BLOCK_TOP, _counter(*fact), on=HEAD))
        x += COUNTER_W + GAP
    return [*parts, Placed(x, BLOCK_TOP, _points(player.score, WIDTH - MARGIN - x), on=HEAD)]


def _facts(player: PlayerView) -> tuple[tuple[str, int, int, str, bool], ...]:
    is_over = player.hand_size > HAND_LIMIT
    return (
        ("goods", player.goods, GOODS_TO_END, "goods", False),
        ("type_production", len(player.compound), CARDS_TO_END, "built", False),
        ("blueprint", player.hand_size, HAND_LIMIT, "in hand", is_over),
    )


@lru_cache(maxsize=16)
def _ground(seat: int, is_near_the_end: bool) -> Piece:
    band: list[Shape] = [
        Box(0, HEIGHT, WIDTH, BAND, CREAM),
        Box(0, HEIGHT + 2, WIDTH, BAND - 4, SEATS[seat].fill),
    ]
    if is_near_the_end:
        band = stripes(0, HEIGHT, WIDTH, LAST_ROUND)
    return piece(WIDTH, BOTTOM, [Box(0, 0, WIDTH, BOTTOM, HEAD), *band])


@lru_cache(maxsize=256)
def _stock(metal: int, energy: int) -> Piece:
    """Draw a cube for each metal and energy; those beyond their common limit are hollow."""
    total = metal + energy
    is_over = total > RESOURCE_LIMIT
    fill = ALARM if is_over else PANEL
    text = f"{total} / {RESOURCE_LIMIT}"
    style = Style(Face.BOLD, 46 if total < 100 else 36)
    whole = to_the_right(STOCK_W - PAD, 38, text, style, CREAM if is_over else SOFT, fill)
    items = _amounts(metal, energy, fill, whole.x - PAD - 14)
    marks: list[Shape] = [Box(0, 0, STOCK_W, BLOCK_H, fill, RADIUS), *row(PAD, 37, items, 8), whole]
    return piece(STOCK_W, BLOCK_H, [*marks, *_cubes(metal, total, fill)])


def _amounts(metal: int, energy: int, fill: str, room: float) -> list[Item]:
    """Write the numbers as large as they fit."""
    for size in (58, 50, 42, 34):
        items: list[Item] = []
        for kind, count in (("metal", metal), ("energy", energy)):
            number = words_item(str(count), Style(Face.TITLE, size), CREAM, fill)
            items += [*([space(6)] if items else []), sprite_item(GLYPHS + kind, 54), number]
        if breadth(items, 8) <= room:
            break
    return items


def _cubes(metal: int, total: int, fill: str) -> list[Shape]:
    count = min(max(RESOURCE_LIMIT, total), MAX_CUBES)
    step = (STOCK_W - 2 * PAD) / count
    gap = 4 if step > 12 else 2
    marks: list[Shape] = []
    for number in range(count):
        x, end = round(PAD + number * step), round(PAD + (number + 1) * step) - gap
        place = x, BLOCK_H - 25, end - x, CUBE_H
        color = MUTED if number < metal else GOLD if number < total else HEAD
        if number < RESOURCE_LIMIT:
            marks.append(Box(*place, color, min(4, (end - x) // 2)))
        else:
            marks.append(Box(*place, fill, min(4, (end - x) // 2), CREAM, 3 if step > 12 else 2))
    return marks


@lru_cache(maxsize=512)
def _counter(glyph: str, count: int, limit: int, label: str, is_over: bool) -> Piece:
    fill, soft, faint = (ALARM, CREAM, CREAM) if is_over else (PANEL, SOFT, MUTED)
    tint = ORANGE if glyph.startswith("type_") else None
    digits = Style(Face.TITLE, 52 if count < 10 else 44 if count < 100 else 34)
    items = [
        sprite_item(GLYPHS + glyph, 48, tint),
        words_item(str(count), digits, CREAM, fill),
        words_item(f"/{limit}", Style(Face.BOLD, 34), faint, fill),
    ]
    below = centered(COUNTER_W / 2, BLOCK_H - 19, label, BELOW, soft, fill)
    return _block(COUNTER_W, fill, [*centered_row(COUNTER_W / 2, 36, items, 6), below])


@lru_cache(maxsize=64)
def _points(score: int, w: int) -> Piece:
    style = shrunk(str(score), Style(Face.TITLE, 60), w - 16)
    unit = "point" if score == 1 else "points"
    return _block(
        w,
        GOLD,
        [
            centered(w / 2, 37, str(score), style, GOLD_INK, GOLD),
            centered(w / 2, BLOCK_H - 19, unit, BELOW, GOLD_INK, GOLD),
        ],
    )


def _block(w: int, fill: str, marks: Sequence[Shape]) -> Piece:
    return piece(w, BLOCK_H, [Box(0, 0, w, BLOCK_H, fill, RADIUS), *marks])
