"""Cubes to buy with points: what each costs, how many are left, what open orders need."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.factory_42.cards import ORDERS
from engine.factory_42.resources import CATEGORIES, OF_CATEGORY, POINTS, REQUISITIONED, RESOURCES
from engine.factory_42.view import View
from engine.kernel.phrases import plural
from render.factory_42 import private_alt
from render.factory_42.look import GLYPHS, MINT, MINT_INK, ROW, WELL
from render.factory_42.player import points_pill
from render.factory_42.tokens import cube, listed
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    centered,
    drawing,
    piece,
    sprite_item,
    text,
    to_the_right,
    words_item,
)
from render.names import initial_of
from render.theme import (
    ALARM,
    CREAM,
    EDGE,
    GLOW,
    HEAD,
    INK,
    INNER,
    MARGIN,
    MUTED,
    PANEL,
    SOFT,
    TOP,
    WHITE,
    Style,
)
from render.widgets.panels import RING, count_pill, pill, ring, seat_header

FIRST = TOP + 15
POINTS_H, CELL_W, CELL_H, GAP = 84, 223, 150, 12
FOOT_H = 116
RADIUS = 18
TOKEN, MAX_TOKENS = 42, 7
TITLE = Style(Face.TITLE, 36)
NUMBER = Style(Face.TITLE, 48)
SMALL = Style(Face.LABEL, 34)
TITLES = {"start_cubes": "Your first cubes", "seal": "Forged seal"}


class Offer(NamedTuple):
    """One resource: its price, how much of it is left, whether it can be bought now."""

    resource: str
    price: int
    left: int
    wanted: int  # open orders that need it
    can_buy: bool


def picture(view: View, names: Sequence[str], marks: Sequence[str] = ()) -> Drawing:
    own = view.own
    assert own
    pills = [count_pill(GLYPHS + "rosette", str(own.rosettes)), points_pill(own.vp)]
    title, letter = TITLES.get(view.asks, "Requisition"), initial_of(own.seat, names)
    parts = seat_header(own.seat, title, f"Round {view.round}", pills, letter=letter)
    basket = view.basket
    half = (INNER - 16) // 2
    parts.append(Placed(MARGIN, FIRST, _points("POOL", basket.pool_points, half, True)))
    right = MARGIN + half + 16
    parts.append(Placed(right, FIRST, _points("YOU", basket.points, half, False)))
    top = FIRST + POINTS_H + 16
    for number, offer in enumerate(offers(view)):
        x, y = MARGIN + (CELL_W + GAP) * (number % 5), top + (CELL_H + GAP) * (number // 5)
        if offer.resource in marks:
            frame = ring(CELL_W, CELL_H, RADIUS)
            parts.append(Placed(x - RING, y - RING, frame, is_backdrop=True))
        parts.append(Placed(x, y, _cell(offer)))
    y = top + 2 * (CELL_H + GAP) + 4
    given = tuple(own.deeds.get(f"pool/{name}", 0) for name in RESOURCES)
    parts.append(Placed(MARGIN, y, _store("GAVE THE POOL", given, None, half)))
    parts.append(Placed(right, y, _store("WAREHOUSE", own.warehouse, own.room, half)))
    return drawing(y + FOOT_H + 16, parts, private_alt.requisition(view, offers(view)))


def offers(view: View) -> list[Offer]:
    """List everything that has a price, always in the same order."""
    own, basket = view.own, view.basket
    assert own
    most = max(basket.pool_points, basket.points if own.free else 0)
    wanted = _wanted(view)
    return [
        Offer(
            RESOURCES[number],
            POINTS[number],
            view.supply[number],
            wanted[number],
            bool(view.supply[number]) and POINTS[number] <= most,
        )
        for number in REQUISITIONED
    ]


def _wanted(view: View) -> Counter[int]:
    """Count the orders nobody has made yet that need each resource at some quality."""
    return Counter(
        number for order in view.orders if not order.makers for number in _needs(order.name)
    )


def _needs(order: str) -> set[int]:
    wanted: set[int] = set()
    for cost in ORDERS[order].costs.values():
        wanted |= {number for number, _ in cost.items}
        for kind, count in zip(CATEGORIES, cost.wild, strict=True):
            wanted |= {*OF_CATEGORY[kind]} if count else set()
    return wanted


@lru_cache(maxsize=32)
def _points(title: str, left: int, w: int, is_pool: bool) -> Piece:
    """Draw points as tokens."""
    fill, ink = (MINT, MINT_INK) if is_pool else (CREAM, INK)
    marks: list[Shape] = [
        Box(0, 0, w, POINTS_H, HEAD, 18, EDGE, 4),
        text(20, POINTS_H / 2, title, TITLE, CREAM, HEAD),
        to_the_right(w - 20, POINTS_H / 2, f"{left} left", SMALL, MUTED, HEAD),
    ]
    for number in range(left if left <= MAX_TOKENS else 0):
        x, top = 128 + (TOKEN + 4) * number, (POINTS_H - TOKEN) // 2
        marks.append(Box(x, top, TOKEN, TOKEN, fill, 10))
        middle = x + TOKEN / 2
        marks.append(centered(middle, POINTS_H / 2, "1", Style(Face.BOLD, 32), ink, fill))
    return piece(w, POINTS_H, marks)


@lru_cache(maxsize=256)
def _cell(offer: Offer) -> Piece:
    w, h = CELL_W, CELL_H
    on = PANEL if offer.can_buy else ROW
    price, color = (CREAM, SOFT) if offer.can_buy else (MUTED, MUTED)
    there = cube(offer.resource, 54, 112, 1.02)
    marks: list[Shape] = [
        Box(0, 0, w, h, GLOW if offer.can_buy else ROW, RADIUS),
        Box(5, 5, w - 10, h - 10, on, 14),
        there._replace(is_backdrop=not offer.can_buy),
    ]
    if not offer.can_buy:
        marks.append(Box(there.x, there.y, there.w, there.h, f"{ROW}A0", 14))
    number = text(106, 36, str(offer.price), NUMBER, price, on)
    words = "pt" if offer.price == 1 else "pts"
    marks += [
        number,
        text(number.box[2] + 8, 40, words, SMALL, color, on),
        text(106, 80, f"{offer.left} left", SMALL, color, on),
    ]
    if offer.wanted:
        items = [
            sprite_item(GLYPHS + "order", 34),
            words_item(str(offer.wanted), Style(Face.BOLD, 32), WHITE, ALARM),
        ]
        marks.append(Placed(106, h - 49, pill(items, ALARM, 42, pad=12)))
    return piece(w, h, marks)


@lru_cache(maxsize=128)
def _store(title: str, cubes: tuple[int, ...], room: int | None, w: int) -> Piece:
    there = listed(cubes)
    count = f"{len(there)} / {room}" if room is not None else plural(len(there), "cube")
    marks: list[Shape] = [
        Box(0, 0, w, FOOT_H, HEAD, 18, EDGE, 4),
        text(20, 30, title, TITLE._replace(size=34), CREAM, HEAD),
        to_the_right(w - 20, 31, count, SMALL, MUTED, HEAD),
        Box(12, 52, w - 24, 54, WELL, 12),
    ]
    shown = max(len(there), room or 0, 12)
    step = (w - 36) / shown
    scale = min(0.54, (step - 2) / 78)
    for number, resource in enumerate(there):
        marks.append(cube(resource, 18 + step * (number + 0.5), 102, scale))
    if not there:
        marks.append(text(28, 79, "nothing yet", SMALL, MUTED, WELL))
    return piece(w, FOOT_H, marks)
