"""Dice and the sockets for them."""

from functools import lru_cache

from render.lettering import Face
from render.marks import Box, Piece, Placed, Shape, Sprite, Text, centered, piece, shrunk
from render.theme import CREAM, HEAD, INK, SOFT, WHITE, SeatLook, Style

SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=256)
def die(value: int, look: SeatLook, size: int) -> Piece:
    """Draw a player's die: a light line around it, a lip below, pips."""
    return piece(size, size, [*_body(size, look.fill, look.lip), *_pips(value, size, look.pips)])


def _body(size: int, fill: str, lip: str) -> list[Shape]:
    key, ink = max(2, round(size * 0.05)), max(2, round(size * 0.05))
    edge, radius = key + ink, round(size * 0.24)
    inner = size - 2 * edge
    lip_h = max(2, round(size * 0.07))
    return [
        Box(0, 0, size, size, CREAM, radius),
        Box(key, key, size - 2 * key, size - 2 * key, INK, radius - key),
        Box(edge, edge, inner, inner, lip, radius - edge),
        Box(edge, edge, inner, inner - lip_h, fill, radius - edge),
    ]


def _pips(value: int, size: int, color: str) -> list[Shape]:
    dot = max(4, round(size * 0.17))
    step, middle = size * 0.215, size * 0.485
    return [
        Box(
            round(middle + x * step - dot / 2) + 1,
            round(middle + y * step - dot / 2),
            dot,
            dot,
            color,
            dot // 2,
        )
        for x, y in SPOTS[value]
    ]


@lru_cache(maxsize=256)
def face(wish: str, size: int, badge: str = "") -> Piece:
    """Draw a white die that says which dice are meant: pips, or a word such as X or 1–3."""
    line = max(2, round(size * 0.06))
    marks: list[Shape] = [
        Box(0, 0, size, size, INK, round(size * 0.24)),
        Box(line, line, size - 2 * line, size - 2 * line, WHITE, round(size * 0.24) - line),
    ]
    marks += _wish(wish, size, INK, WHITE)
    if badge:
        corner = round(size * 0.44)
        whole = round(size * 1.16)
        sign = Sprite(badge, whole - corner, whole - corner, corner, corner, is_backdrop=True)
        return piece(whole, whole, [Placed(0, 0, piece(size, size, marks)), sign])
    return piece(size, size, marks)


@lru_cache(maxsize=256)
def socket(wish: str, size: int) -> Piece:
    """Draw an empty place for a die, with the value it needs."""
    ground = Sprite("common/socket", 0, 0, size, size, is_backdrop=True)
    return piece(size, size, [ground, *_wish(wish, size, SOFT, HEAD)])


def _wish(wish: str, size: int, color: str, on: str) -> list[Shape]:
    if not wish:
        return []
    if wish.isdigit():
        return _pips(int(wish), size, color)
    return [_word(wish, size, color, on)]


def _word(wish: str, size: int, color: str, on: str) -> Text:
    style = shrunk(wish, Style(Face.BOLD, max(30, round(size * 0.52))), size * 0.78)
    return centered(size / 2, size / 2, wish, style, color, on)
