"""Every card of the game alone, as printed."""

from functools import lru_cache

from engine.factory_42.board import BOARD
from engine.factory_42.card_text import effect
from engine.factory_42.cards import (
    COMMISSIONS,
    EVENTS,
    IMPROVEMENT_COSTS,
    INVENTIONS,
    ORDERS,
    QUALITIES,
)
from engine.factory_42.market import MARKETS
from engine.factory_42.phrases import card_name
from engine.factory_42.resources import RESOURCES
from render import lettering
from render.factory_42.cards import (
    SMALL,
    commission,
    corner_tokens,
    frame,
    two_lines,
)
from render.factory_42.effect_words import effect_lines
from render.factory_42.look import (
    CARD_H,
    FAMILIES,
    GLYPHS,
    IMPROVEMENT,
    INVENTION,
    MARKET,
    ORDER,
    RESOURCE,
)
from render.factory_42.look import QUALITIES as BANDS
from render.factory_42.tokens import (
    ROSETTE,
    STEAM,
    Counted,
    counted,
    fitted_items,
    fitted_row,
    of_cost,
    of_cubes,
)
from render.factory_42.yard import SIGN_OF
from render.lettering import Face
from render.marks import (
    Box,
    Item,
    Piece,
    Shape,
    breadth,
    centered,
    centered_row,
    piece,
    row,
    shrunk,
    sign,
    space,
    sprite_item,
    words_item,
)
from render.theme import CARD_NAME, COLUMN, CREAM, DONE, INK, NO, SMALLEST, YES_DARK, Style
from render.widgets.cards import EDGE, RADIUS, Skin, body

INNER = COLUMN - 2 * EDGE
ROW = 50
COST_H = 54
LINE = 34
POOL = "pool"
SEEN = (132, 132)  # px of an order's scene, whether its name has one line or two


@lru_cache(maxsize=128)
def printed(name: str) -> Piece:
    if name in ORDERS:
        return _order(name)
    if name in COMMISSIONS:
        return commission(name)
    if name in INVENTIONS:
        return _invention(name)
    if name in EVENTS:
        return _event(name)
    return _market(name) if name in MARKETS else _improvement(name)


def _bottom(top: int, h: int, fill: str) -> Box:
    """Draw the last strip of a card, with its round corners."""
    return Box(EDGE, top, INNER, h - EDGE - top, fill, RADIUS - EDGE, corners="bottom")


def _order(name: str) -> Piece:
    card, look = ORDERS[name], FAMILIES[ORDER]
    rows = {quality: _levels(name, quality) for quality in QUALITIES}
    high = sum(ROW * len(lines) for lines in rows.values())
    h = frame(name, 400, SEEN)[1] + high + COST_H
    marks, y = frame(name, h, SEEN)
    for quality, lines in rows.items():
        marks += _quality(name, quality, lines, y)
        y += ROW * len(lines)
    middle = y + COST_H / 2 - 2
    brings = [words_item("+", Style(Face.BOLD, 36), look.dark, look.tint), space(4)]
    brings += fitted_items(of_cubes(card.allocation), 172, 36, INK, look.tint)
    marks += [
        _bottom(y, h, look.tint),
        *row(18, middle, counted([(card.steam, STEAM)], 38, INK, look.tint)),
        *row(COLUMN - 16 - breadth(brings), middle, brings),
    ]
    return piece(COLUMN, h, marks)


def _levels(name: str, quality: str) -> list[list[Counted]]:
    """Draw a cost in one line, or in two if it has more than three kinds."""
    pairs = of_cost(ORDERS[name].costs[quality], steam=False)
    half = len(pairs) if len(pairs) < 4 else -(-len(pairs) // 2)
    return [each for each in (pairs[:half], pairs[half:]) if each]


def _quality(name: str, quality: str, lines: list[list[Counted]], y: int) -> list[Shape]:
    band, gained = BANDS[quality], ORDERS[name].rosettes[quality]
    h = ROW * len(lines)
    items = counted([(gained, ROSETTE)], 34, INK, band.fill) if gained else []
    left, right = 46, COLUMN - 10 - breadth(items)
    marks: list[Shape] = [
        Box(EDGE, y, INNER, h, band.fill),
        sign(f"{GLYPHS}quality_{quality}", 26, y + h / 2, 34),
        *row(right, y + h / 2, items),
    ]
    for number, pairs in enumerate(lines):
        middle = y + ROW * (number + 0.5)
        marks += row(left, middle, fitted_items(pairs, right - left - 6, 36, INK, band.fill))
    return marks


def _invention(name: str) -> Piece:
    card, look = INVENTIONS[name], FAMILIES[INVENTION]
    h = CARD_H + COST_H
    marks, top = frame(name, h)
    strip = h - COST_H
    marks += [
        *corner_tokens(card.vp, card.uses, top),
        *two_lines(effect_lines(name), COLUMN / 2, (top + strip) / 2, CREAM, INNER - 12),
        _bottom(strip, h, look.tint),
        *fitted_row(
            COLUMN / 2, strip + COST_H / 2 - 2, of_cost(card.cost), INNER - 16, 40, INK, look.tint
        ),
    ]
    return piece(COLUMN, h, marks)


def _event(name: str) -> Piece:
    card = EVENTS[name]
    style = Style(Face.LABEL, SMALLEST)
    lines = lettering.lines(effect(name), *style, INNER - 16, 9) or ()
    has_cubes = any(card.adds) or any(card.removes)
    _, top = frame(name, 400)
    h = top + LINE * len(lines) + 24 + (COST_H if has_cubes else 0)
    marks, top = frame(name, h)
    first = top + 12 + LINE / 2
    marks += [
        centered(COLUMN / 2, first + LINE * n, line, style, INK, CREAM)
        for n, line in enumerate(lines)
    ]
    if has_cubes:
        y = h - COST_H
        marks += [_bottom(y, h, DONE), *centered_row(COLUMN / 2, y + COST_H / 2 - 2, _brings(name))]
    return piece(COLUMN, h, marks)


def _brings(name: str) -> list[Item]:
    card = EVENTS[name]
    items = [words_item(POOL, Style(Face.BOLD, 34), YES_DARK, DONE)]
    for sign_, cubes, color in (("+", card.adds, YES_DARK), ("–", card.removes, NO)):
        if any(cubes):
            items.append(words_item(f" {sign_} ", Style(Face.BOLD, 36), color, DONE))
            items += counted(of_cubes(cubes), 34, INK, DONE, 4)
    return items


def _market(name: str) -> Piece:
    card, look = MARKETS[name], FAMILIES[MARKET]
    step, rows = 46, 6
    h = frame(name, 400)[1] + 40 + step * rows + 12
    marks, top = frame(name, h)
    marks.append(Box(EDGE, top, INNER, 40, look.tint))
    for half in (0, 1):
        x = COLUMN / 4 * (1 + 2 * half)
        marks.append(centered(x, top + 20, "sell / buy", SMALL, look.dark, look.tint))
    for number, resource in enumerate(RESOURCES):
        half, place = divmod(number, rows)
        x, y = COLUMN / 2 * half, top + 40 + step * (place + 0.5)
        said = f"{card.sell[number] or '–'} / {card.buy[number] or '–'}"
        items = [
            sprite_item(RESOURCE + resource, 40),
            words_item(said, Style(Face.BOLD, 34), INK, CREAM),
        ]
        marks += row(x + 16, y, items, 8)
    return piece(COLUMN, h, marks)


def _improvement(name: str) -> Piece:
    look = FAMILIES[IMPROVEMENT]
    h, high = CARD_H, 46
    words = card_name(name).upper()
    style = shrunk(words, CARD_NAME, COLUMN - 20)
    marks: list[Shape] = [
        *body(Skin(look.main, look.dark, look.dark), h, high),
        centered(COLUMN / 2, high / 2 + 2, words, style, look.words, look.main),
        sign(GLYPHS + SIGN_OF[name], COLUMN / 2, 104, 88),
        centered(COLUMN / 2, 178, _does(name), Style(Face.BOLD, 34), INK, CREAM),
        _bottom(h - COST_H, h, look.tint),
    ]
    costs = of_cost(IMPROVEMENT_COSTS[name])
    middle = h - COST_H / 2 - 2
    return piece(
        COLUMN, h, [*marks, *fitted_row(COLUMN / 2, middle, costs, INNER - 16, 40, INK, look.tint)]
    )


def _does(name: str) -> str:
    data = BOARD.improvement[name]
    if data.room:
        return f"room for {data.room} more"
    return f"stores {data.store} steam" if data.store else "joins both docks"
