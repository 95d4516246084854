"""The Guild's open row: three Inventions, and what each slot pays for one."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_42.board import BOARD
from engine.factory_42.cards import INVENTIONS
from engine.factory_42.view import View
from render.factory_42 import alt
from render.factory_42.cards import hexagon, star, two_lines
from render.factory_42.effect_words import effect_lines
from render.factory_42.look import FAMILIES, GLYPHS, GUILD_W, INVENTION, ROW, SCENES
from render.factory_42.moment import accent, when
from render.factory_42.tokens import STEAM, counted, fitted_items, of_cost, pawn, slot
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
    row,
    shrunk,
    text,
)
from render.names import initials
from render.theme import (
    CREAM,
    EDGE,
    GOLD_INK,
    HEAD,
    INK,
    INNER,
    MARGIN,
    MUTED,
    PANEL,
    SHADE,
    SHADOW,
    TOP,
    Style,
)
from render.widgets.cards import balanced
from render.widgets.panels import count_pill, table_header

FIRST = TOP + 15
CARD_H = 440
STEP = GUILD_W + 21
NAME_H, TALL_NAME_H = 58, 84
SEEN = 190
RADIUS = 20
PRICE_H = 118
LOOK = FAMILIES[INVENTION]
NAME = Style(Face.BOLD, 42)


def picture(view: View, names: Sequence[str]) -> Drawing:
    pills = [count_pill(GLYPHS + "steam", str(view.steam))]
    parts = table_header("INVENTORS' GUILD", when(view), pills, accent(view))
    for number, name in enumerate(view.inventions):
        parts.append(Placed(MARGIN + STEP * number, FIRST, _card(name)))
    if not view.inventions:
        parts.append(Placed(MARGIN, FIRST, _empty()))
    top = FIRST + (CARD_H if view.inventions else PRICE_H) + 22
    parts.append(
        Placed(MARGIN, top, _prices(view.workers.get("guild", ()), initials(tuple(names))))
    )
    return drawing(top + PRICE_H + 18, parts, alt.guild(view, names))


@lru_cache(maxsize=1)
def _empty() -> Piece:
    words = "no invention is left this round"
    ground = Box(0, 0, INNER, PRICE_H, HEAD, 18, EDGE, 4)
    said = centered(INNER / 2, PRICE_H / 2, words, Style(Face.BOLD, 42), MUTED, HEAD)
    return piece(INNER, PRICE_H, [ground, said])


@lru_cache(maxsize=32)
def _card(name: str) -> Piece:
    card, w = INVENTIONS[name], GUILD_W
    lines = balanced(card.name.upper(), NAME._replace(size=36), w - 24)
    high = NAME_H if len(lines) == 1 else TALL_NAME_H
    top, edge = high + 6, 4
    seen = SEEN - (TALL_NAME_H - NAME_H if len(lines) > 1 else 0)
    strip = CARD_H - 70
    marks: list[Shape] = [
        Box(0, CARD_H - 2 * RADIUS, w, 2 * RADIUS + SHADOW, SHADE, RADIUS, corners="bottom"),
        Box(0, 0, w, CARD_H, LOOK.dark, RADIUS),
        Box(edge, edge, w - 2 * edge, CARD_H - 2 * edge, CREAM, RADIUS - edge),
        Box(edge, edge, w - 2 * edge, high - edge, LOOK.main, RADIUS - edge, corners="top"),
        Box(edge, high, w - 2 * edge, 6, LOOK.dark),
        *_name(lines, high, w),
        Sprite(
            f"{SCENES}{name}.guild",
            edge,
            top,
            w - 2 * edge,
            seen,
            is_backdrop=True,
            window=(edge, SEEN - seen),
        ),
        Box(edge, top + seen, w - 2 * edge, 4, LOOK.dark),
        Placed(w - 84, top + seen - 76, star(card.vp, 70)),
    ]
    if card.uses:
        marks.append(Placed(12, top + seen - 68, hexagon(card.uses)))
    middle = (top + seen + 4 + strip) / 2
    ground = Box(edge, strip, w - 2 * edge, 70 - edge, LOOK.tint, RADIUS - edge, corners="bottom")
    marks += [*two_lines(effect_lines(name), w / 2, middle, CREAM, w - 24, size=38), ground]
    marks.append(text(18, strip + 34, "research", Style(Face.LABEL, 34), GOLD_INK, LOOK.tint))
    items = fitted_items(of_cost(card.cost), w - 156, 42, INK, LOOK.tint)
    marks += row(w - 14 - breadth(items), strip + 34, items)
    return piece(w, CARD_H + SHADOW, marks)


def _name(lines: tuple[str, ...], high: int, w: int) -> list[Shape]:
    if len(lines) == 1:
        style = shrunk(lines[0], NAME, w - 24)
        return [centered(w / 2, high / 2 + 2, lines[0], style, LOOK.words, LOOK.main)]
    style = NAME._replace(size=36)
    return [
        centered(w / 2, 25 + 37 * n, line, style, LOOK.words, LOOK.main)
        for n, line in enumerate(lines)
    ]


@lru_cache(maxsize=32)
def _prices(workers: tuple[int, ...], letters: tuple[str, ...]) -> Piece:
    """Draw what the Worker in each slot pays in Steam."""
    marks: list[Shape] = [
        Box(0, 0, INNER, PRICE_H, HEAD, 18, EDGE, 4),
        text(22, 40, "PRICE BY SLOT", Style(Face.TITLE, 40), CREAM, HEAD),
        text(22, 84, "new cards every round", Style(Face.LABEL, 34), MUTED, HEAD),
    ]
    w = 220
    for number, price in enumerate(BOARD.guild.steam):
        x = INNER - (w + 12) * (len(BOARD.guild.steam) - number)
        on = PANEL if number < len(workers) else ROW
        marks.append(Box(x, 14, w, PRICE_H - 28, on, 16))
        if number < len(workers):
            seat = workers[number]
            marks.append(Placed(x + 24, 20, pawn("worker", seat, 78, letters[seat])))
        else:
            marks.append(Placed(x + 28, 28, slot(50, 62)))
        marks += row(x + 116, PRICE_H / 2, counted([(price, STEAM)], 46, CREAM, on))
    return piece(INNER, PRICE_H, marks)
