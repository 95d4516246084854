"""The Government Orders: what each costs at each quality, what it brings, who has made it."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_42.board import BOARD
from engine.factory_42.cards import ORDERS, QUALITIES
from engine.factory_42.view import OrderView, View
from render.factory_42 import alt
from render.factory_42.look import (
    CHOSEN,
    FAMILIES,
    GLYPHS,
    ORDER,
    ORDER_W,
    ROW_H,
    SCENES,
)
from render.factory_42.look import QUALITIES as BANDS
from render.factory_42.moment import accent, is_placing, when
from render.factory_42.tokens import (
    ROSETTE,
    STEAM,
    Counted,
    counted,
    fitted_row,
    of_cost,
    of_cubes,
)
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    Sprite,
    Text,
    breadth,
    centered,
    centered_row,
    drawing,
    piece,
    row,
    shrunk,
    sign,
    sprite_item,
    text,
    words_item,
)
from render.names import initials
from render.theme import (
    CREAM,
    DONE,
    EDGE,
    GLOW,
    GOLD,
    HEAD,
    INK,
    INNER,
    MARGIN,
    MUTED,
    PANEL,
    PILL,
    SHADE,
    SHADOW,
    SMALLEST,
    SOFT,
    TOP,
    YES,
    Style,
)
from render.widgets.badges import badge
from render.widgets.cards import balanced, new_ribbon
from render.widgets.panels import count_pill, pill, table_header

FIRST = TOP + 15
GAP = 11
FRAME, RADIUS = 5, 18
CORNER = RADIUS - FRAME
LOOK = FAMILIES[ORDER]
NAME_H, TALL_NAME_H = 42, 68
CELL_W, BAND_H, MADE_H = 230, 42, 42
CELLS = FRAME + ORDER_W + 4
LAST = CELLS + 3 * (CELL_W + 4)  # what all qualities share
NAME = Style(Face.BOLD, 36)
WORD = Style(Face.BOLD, 34)
SMALL = Style(Face.BOLD, SMALLEST)
MAX_MAKERS = 4
LOW_H, LOW_GAP, MAX_HIGH = 168, 7, 4  # of rows above a seat's own stores, if there are many


def picture(view: View, names: Sequence[str]) -> Drawing:
    parts = [*_header(view), *order_parts(view, names, FIRST)]
    return drawing(FIRST + orders_height(view) + 12, parts, alt.orders(view, names))


def low_rows(view: View) -> int:
    """Return the height of a row in a picture that shows more than the orders."""
    return ROW_H if len(view.orders) <= MAX_HIGH else LOW_H


def orders_height(view: View, row_h: int = ROW_H) -> int:
    return max(1, len(view.orders)) * _pitch(row_h) - 4


def _pitch(row_h: int) -> int:
    return row_h + (GAP if row_h == ROW_H else LOW_GAP)


def order_parts(view: View, names: Sequence[str], top: int, row_h: int = ROW_H) -> list[Placed]:
    """Draw all rows, from this height down."""
    letters = initials(tuple(names))
    parts = [
        Placed(
            MARGIN,
            top + _pitch(row_h) * number,
            _row(order.name, order.rosettes, order.makers, letters, _new(view, order), row_h),
        )
        for number, order in enumerate(view.orders)
    ]
    return parts or [Placed(MARGIN, top, _none())]


def _new(view: View, order: OrderView) -> bool:
    """Whether it was drawn this round; in the first round none counts as new."""
    return is_placing(view) and view.round > 1 and not order.rosettes and not order.makers


@lru_cache(maxsize=2)
def _none() -> Piece:
    words = centered(INNER / 2, ROW_H / 2, "no orders yet", Style(Face.TITLE, 46), MUTED, HEAD)
    return piece(INNER, ROW_H, [Box(0, 0, INNER, ROW_H, HEAD, RADIUS, EDGE, 4), words])


def _header(view: View) -> list[Placed]:
    made = sum(bool(order.makers) for order in view.orders)
    check = sprite_item("common/check", 30, GLOW)
    said = words_item(f"{made} of {len(view.orders)}", PILL, CREAM, PANEL)
    pills = [
        pill([check, said], PANEL),
        count_pill(GLYPHS + "victory_point", f"{BOARD.scoring.order_vp} per order"),
    ]
    return table_header("ORDERS", when(view), pills, accent(view))


@lru_cache(maxsize=64)
def _row(
    name: str,
    rosettes: int,
    makers: tuple[tuple[int, str], ...],
    letters: tuple[str, ...],
    is_new: bool,
    h: int,
) -> Piece:
    line = GLOW if makers else GOLD if rosettes else EDGE
    inner = h - 2 * FRAME
    marks: list[Shape] = [
        Box(0, h - 2 * RADIUS, INNER, 2 * RADIUS + SHADOW, SHADE, RADIUS, corners="bottom"),
        Box(0, 0, INNER, h, line, RADIUS),
        Box(FRAME, FRAME, INNER - 2 * FRAME, inner, HEAD, RADIUS - FRAME),
        *_product(name, inner),
    ]
    if is_new:
        ribbon = new_ribbon()
        marks.append(Placed(FRAME + 6, h - FRAME - ribbon.h - 4, ribbon))
    for number, quality in enumerate(QUALITIES):
        seats = tuple(seat for seat, made in makers if made == quality)
        cell = _cell(name, quality, seats, letters, inner)
        x = CELLS + number * (CELL_W + 4)
        marks += [Box(x - 4, FRAME, 4, inner, LOOK.dark), Placed(x, FRAME, cell)]
    marks.append(Box(LAST - 4, FRAME, 4, inner, LOOK.dark))
    return piece(INNER, h + SHADOW, [*marks, *_common(name, rosettes, h)])


def _product(name: str, inner: int) -> list[Shape]:
    words = ORDERS[name].name.upper()
    lines = balanced(words, SMALL, ORDER_W - 14)
    high = NAME_H if len(lines) == 1 else TALL_NAME_H
    seen = inner - high - 4
    cut = "strip" if len(lines) == 1 else "low"
    return [
        Box(FRAME, FRAME, ORDER_W, inner, LOOK.dark, CORNER, corners="left"),
        Sprite(
            f"{SCENES}{name}.{cut}",
            FRAME,
            FRAME + high + 4,
            ORDER_W,
            seen,
            is_backdrop=True,
            window=(0, 0),
            radius=CORNER,
            corners="bottom",
        ),
        Box(FRAME, FRAME, ORDER_W, high, LOOK.main, CORNER, corners="top"),
        *_name(lines, high),
    ]


def _name(lines: tuple[str, ...], high: int) -> list[Text]:
    middle = FRAME + ORDER_W / 2
    if len(lines) == 1:
        style = shrunk(lines[0], NAME, ORDER_W - 14)
        return [centered(middle, FRAME + high / 2, lines[0], style, LOOK.words, LOOK.main)]
    first = FRAME + high / 2 - 15
    return [
        centered(middle, first + 31 * n, line, SMALL, LOOK.words, LOOK.main)
        for n, line in enumerate(lines)
    ]


def _cell(name: str, quality: str, seats: tuple[int, ...], letters: Sequence[str], h: int) -> Piece:
    """Draw one quality: its cost, what it brings at once, who has made it."""
    look, card = BANDS[quality], ORDERS[name]
    fill = DONE if seats else CREAM
    marks: list[Shape] = [
        Box(0, 0, CELL_W, h, fill),
        Box(0, 0, CELL_W, BAND_H, look.fill),
        sign(f"{GLYPHS}quality_{quality}", 25, BAND_H / 2, 38),
        text(48, BAND_H / 2, quality.upper(), WORD, look.words, look.fill),
    ]
    if card.rosettes[quality]:
        items = counted([(card.rosettes[quality], ROSETTE)], 34, INK, look.fill)
        marks += row(CELL_W - breadth(items) - 4, BAND_H / 2, items)
    made = min(MADE_H, h // 4 + 1)
    bottom = h - (made if seats else 0)
    if seats:
        marks += [
            Box(0, bottom, CELL_W, made, DONE),
            *_makers(seats, letters, bottom + made / 2),
        ]
    pairs = of_cost(card.costs[quality], steam=False)
    return piece(CELL_W, h, [*marks, *cost_rows(pairs, CELL_W, BAND_H, bottom, fill)])


def cost_rows(pairs: Sequence[Counted], w: int, top: int, bottom: int, on: str) -> list[Shape]:
    """Draw up to three kinds in one row, more in two."""
    middle, size = (top + bottom) / 2 - (bottom - top < 80), 46
    if len(pairs) <= 3:
        return fitted_row(w / 2, middle, pairs, w - 12, size, INK, on)
    half = -(-len(pairs) // 2) if len(pairs) != 5 else 3
    high = bottom - top
    step = max(19, high / 4 - 1)
    size = 44 if high > 100 else 32 if high > 80 else SMALLEST
    return [
        *fitted_row(w / 2, middle - step, pairs[:half], w - 12, size, INK, on),
        *fitted_row(w / 2, middle + step, pairs[half:], w - 12, size, INK, on),
    ]


def _makers(seats: tuple[int, ...], letters: Sequence[str], middle: float) -> list[Shape]:
    marks: list[Shape] = [sign("common/check", 24, middle, 26, YES)]
    most = MAX_MAKERS if len(seats) <= MAX_MAKERS else MAX_MAKERS - 1
    for number, seat in enumerate(seats[:most]):
        marks.append(Placed(46 + 44 * number, round(middle) - 20, badge(seat, 40, letters[seat])))
    if len(seats) > most:
        marks.append(text(52 + 44 * most, middle, f"+{len(seats) - most}", WORD, INK, DONE))
    return marks


def _common(name: str, rosettes: int, h: int) -> list[Shape]:
    """Draw Steam, the Rosettes for the first to make it, and what it added to the Pool."""
    card, low = ORDERS[name], (ROW_H - h) // 2
    x, w = LAST, INNER - FRAME - LAST
    steam = counted([(card.steam, STEAM)], 46, CREAM, HEAD)
    marks: list[Shape] = []
    if rosettes:
        wait = piece(
            84,
            58,
            [
                Box(0, 0, 84, 58, CHOSEN, 14, GOLD, 4),
                *centered_row(42, 29, counted([(rosettes, ROSETTE)], 38, GOLD, CHOSEN)),
            ],
        )
        marks += [
            *row(x + 10, 48 - low // 4, steam),
            Placed(INNER - FRAME - wait.w - 8, 19 - low // 4, wait),
        ]
    else:
        marks += centered_row(x + w / 2, 48 - low // 2, steam)
    middle, style = x + w / 2, Style(Face.LABEL, 32)
    if rosettes:
        words = ("waits for" if rosettes == 1 else "wait for", "the first maker")
        lines = [
            centered(middle, 102 - low + 36 * n, each, style, MUTED, HEAD)
            for n, each in enumerate(words)
        ]
        return [*marks, *lines]
    marks.append(centered(middle, 102 - low * 4 // 3, "gave the pool", style, MUTED, HEAD))
    gave = of_cubes(card.allocation)
    return [*marks, *fitted_row(middle, 145 - low * 4 // 3, gave, w - 12, 34, SOFT, HEAD)]
