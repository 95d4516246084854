"""The event of the round and the Market's prices, as two panels."""

from functools import lru_cache

from engine.factory_42.card_text import effect
from engine.factory_42.cards import EVENTS, LAST_EVENT
from engine.factory_42.market import MARKETS
from engine.factory_42.resources import RESOURCES
from engine.factory_42.view import View
from render import lettering
from render.factory_42.look import (
    CHIP_EMPTY,
    EVENT,
    EVENT_W,
    FAMILIES,
    MARKET,
    RESOURCE,
    SCENES,
    Family,
)
from render.factory_42.look import LAST_EVENT as LAST_LOOK
from render.factory_42.tokens import Counted, fitted_items, of_cubes, sign_height
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Shape,
    Sprite,
    breadth,
    centered,
    centered_row,
    piece,
    row,
    shrunk,
    sign,
    space,
    text,
    words_item,
)
from render.theme import (
    CREAM,
    DONE,
    GOLD,
    INK,
    INNER,
    LINE,
    NO,
    SHADE,
    SHADOW,
    SMALLEST,
    TAUPE,
    YES_DARK,
    Style,
)

PANEL_W, PANEL_H = 572, 240
HEAD_H, RULE, RADIUS = 48, 6, 18
NAME = Style(Face.BOLD, 38)
SAID = Style(Face.LABEL, 34)
PRICE = Style(Face.BOLD, 38)
STRIP_H = 56
LINE_H, LINE_NAME = 52, Style(Face.BOLD, 34)
MAX_LINES = 4


def event_panel(view: View) -> Piece:
    return _event(view.event) if view.event else _nothing("NO EVENT YET", FAMILIES[EVENT])


def market_panel(view: View) -> Piece:
    if not view.market:
        return _nothing("NO MARKET YET", FAMILIES[MARKET])
    return prices(MARKETS[view.market].name, view.sells, view.buys)


def _body(look: Family, words: str) -> list[Shape]:
    w, h = PANEL_W, PANEL_H
    return [
        Box(0, h - 2 * RADIUS, w, 2 * RADIUS + SHADOW, SHADE, RADIUS, corners="bottom"),
        Box(0, 0, w, h, CREAM, RADIUS),
        Box(0, 0, w, HEAD_H, look.main, RADIUS, corners="top"),
        Box(0, HEAD_H, w, RULE, look.dark),
        centered(w / 2, HEAD_H / 2 + 1, words, shrunk(words, NAME, w - 24), look.words, look.main),
    ]


@lru_cache(maxsize=2)
def _nothing(words: str, look: Family) -> Piece:
    return piece(PANEL_W, PANEL_H + SHADOW, _body(look, words))


@lru_cache(maxsize=16)
def event_line(name: str) -> Piece:
    """Write the event in one line: its name, then what it does."""
    look = LAST_LOOK if name == LAST_EVENT else FAMILIES[EVENT]
    title, words = EVENTS[name].name.upper(), effect(name)
    for size in range(LINE_NAME.size, SMALLEST - 1, -1):
        head = words_item(title, LINE_NAME._replace(size=size), GOLD, look.main)
        said = words_item(words, SAID._replace(size=size), CREAM, look.main)
        items = [head, space(14), said]
        if breadth(items) <= INNER - 32:
            break
    box = Box(0, 0, INNER, LINE_H, look.main, 14, look.dark, 4)
    return piece(INNER, LINE_H, [box, *row(16, LINE_H / 2, items)])


@lru_cache(maxsize=16)
def _event(name: str) -> Piece:
    card = EVENTS[name]
    look = LAST_LOOK if name == LAST_EVENT else FAMILIES[EVENT]
    top, x = HEAD_H + RULE, EVENT_W + 4
    marks = _body(look, card.name.upper())
    marks += [
        Box(0, top, EVENT_W, PANEL_H - top, look.main, RADIUS, corners="bottom"),
        Sprite(
            f"{SCENES}{name}.panel",
            0,
            top,
            EVENT_W,
            PANEL_H - top,
            is_backdrop=True,
            window=(0, 0),
            radius=RADIUS,
            corners="bottom",
        ),
        Box(EVENT_W, top, 4, PANEL_H - top, look.main),
    ]
    has_cubes = any(card.adds) or any(card.removes)
    bottom = PANEL_H - (STRIP_H if has_cubes else 0)
    marks += _lines(effect(name), x, top, PANEL_W - x, bottom)
    return piece(
        PANEL_W, PANEL_H + SHADOW, [*marks, *(_pool(name, x, bottom) if has_cubes else [])]
    )


def _lines(words: str, x: int, top: int, w: int, bottom: int) -> list[Shape]:
    """Write what it does, as large as it fits."""
    for size in range(SAID.size, SMALLEST - 1, -1):
        style = SAID._replace(size=size)
        lines = lettering.lines(words, *style, w - 24, MAX_LINES) or ()
        step = size + 1
        if lines and step * len(lines) <= bottom - top - 2:
            break
    first = (top + bottom) / 2 - step * (len(lines) - 1) / 2
    return [
        centered(x + w / 2, first + step * n, each, style, INK, CREAM)
        for n, each in enumerate(lines)
    ]


def _pool(name: str, x: int, top: int) -> list[Shape]:
    """Draw what was added to the Pool or taken out of it."""
    card = EVENTS[name]
    w = PANEL_W - x
    items = [words_item("pool", Style(Face.BOLD, 34), YES_DARK, DONE)]
    for sign_, cubes, color in (("+", card.adds, YES_DARK), ("–", card.removes, NO)):
        pairs: list[Counted] = of_cubes(cubes)
        if pairs:
            items.append(words_item(f" {sign_} ", Style(Face.BOLD, 38), color, DONE))
            items += fitted_items(pairs, w - 120, 36, INK, DONE)
    assert breadth(items) <= w
    ground = Box(x, top, w - 4, STRIP_H - 4, DONE)
    return [ground, *centered_row(x + w / 2, top + STRIP_H / 2 - 2, items)]


@lru_cache(maxsize=16)
def prices(name: str, sells: tuple[int, ...], buys: tuple[int, ...]) -> Piece:
    """Draw what the Market pays and asks for each cube; a dash means that it isn't traded."""
    look = FAMILIES[MARKET]
    top = HEAD_H + RULE
    words = f"MARKET · {name.upper()}"
    marks = _body(look, words)
    label_w = 70
    marks.append(Box(4, top, label_w, PANEL_H - top - 4, look.tint, 14, corners="bottom"))
    step = (PANEL_W - label_w - 10) / len(RESOURCES)
    rows = (top + 40, top + 98, top + 156)
    for column, resource in enumerate(RESOURCES):
        x = 6 + label_w + step * (column + 0.5)
        if column % 2:
            left = round(x - step / 2)
            marks.append(Box(left, top, round(step), PANEL_H - top - 8, CHIP_EMPTY))
        marks.append(
            sign(RESOURCE + resource, x, rows[0], min(42, sign_height(RESOURCE + resource, 38)))
        )
        ground = CHIP_EMPTY if column % 2 else CREAM
        for y, price in ((rows[1], sells[column]), (rows[2], buys[column])):
            said, color = (str(price), INK) if price else ("–", TAUPE)
            marks.append(centered(x, y, said, PRICE, color, ground))
    marks.append(
        Box(label_w + 8, round((rows[1] + rows[2]) / 2) - 1, PANEL_W - label_w - 20, 3, LINE)
    )
    for y, said in ((rows[1], "sell"), (rows[2], "buy")):
        marks.append(text(12, y, said, Style(Face.BOLD, 34), look.dark, look.tint))
    return piece(PANEL_W, PANEL_H + SHADOW, marks)
