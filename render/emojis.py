"""Draws our signs as emojis: square, transparent, readable at 22 px."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from render import sprites
from render.marks import Piece, Shape, Sprite, piece
from render.png import smallest
from render.raster import Rasterizer
from render.theme import GOLD, INK, SEATS
from render.widgets.badges import badge

SIZE = 128  # the size that Discord keeps of an emoji
MARGIN = 2
LINE = 7  # around a sign of one color, to be seen on light and dark backgrounds
HASH = 6  # hexadecimal digits
SIGNS = {  # of no game in particular
    "bell": "common/bell",
    "crown": "common/crown",
    "robot": "common/robot",
}
SIREN, CLOSE = "factory_frenzy/glyphs/siren", 1.4  # larger, without the ends of its rays
AROUND = ((0, 1), (0.38, 0.92), (0.71, 0.71), (0.92, 0.38))  # a quarter of a circle, in steps


class Emoji(NamedTuple):
    """A finished emoji. Its name ends with a hash of its pixels: a new drawing, a new name."""

    sign: str  # by which the bot asks for it
    name: str
    png: bytes


def house() -> dict[str, Piece]:
    """Draw the emojis that belong to no game."""
    seats = {f"seat_{look.word}": badge(seat, SIZE) for seat, look in enumerate(SEATS)}
    signs = {key: sign(name) for key, name in SIGNS.items()}
    return {**seats, **signs, "siren": sign(SIREN, CLOSE)}


def sign(name: str, zoom: float = 1) -> Piece:
    """Draw a sprite that fills the square; with a zoom its sides are cut off."""
    return piece(SIZE, SIZE, [_filling(name, MARGIN, zoom)])


def outlined_sign(name: str, tint: str = GOLD) -> Piece:
    """Draw a sprite of one color with a dark line around it."""
    shape = _filling(name, MARGIN + LINE)._replace(tint=tint)
    line: list[Shape] = [
        shape._replace(x=shape.x + round(LINE * x), y=shape.y + round(LINE * y), tint=INK)
        for x, y in _turned(AROUND)
    ]
    return piece(SIZE, SIZE, [*line, shape])


def _turned(quarter: Iterable[tuple[float, float]]) -> Iterable[tuple[float, float]]:
    """Turn one quarter into all four."""
    for x, y in quarter:
        yield from ((x, y), (y, -x), (-x, -y), (-y, x))


def _filling(name: str, margin: int, zoom: float = 1) -> Sprite:
    """Scale a sprite so that its ink, without the empty rim, fills the square."""
    whole = sprites.sprite(name)
    left, top, right, bottom = whole.getchannel("A").getbbox() or (0, 0, *whole.size)
    scale = zoom * (SIZE - 2 * margin) / max(right - left, bottom - top)
    x = SIZE / 2 - scale * (left + right) / 2
    y = SIZE / 2 - scale * (top + bottom) / 2
    w, h = round(whole.width * scale), round(whole.height * scale)
    return Sprite(name, round(x), round(y), w, h)


def finished(easel: Rasterizer, key: str, part: Piece) -> Emoji:
    image = easel.cut_out(part)
    digest = hashlib.sha256(image.tobytes()).hexdigest()
    return Emoji(key, f"{key}_{digest[:HASH]}", smallest(image))


def merged(groups: Iterable[Mapping[str, Piece]]) -> dict[str, Piece]:
    """Join the emojis of all games; no key may be used twice."""
    emojis: dict[str, Piece] = {}
    for group in groups:
        if twice := emojis.keys() & group.keys():
            raise ValueError(f"two emojis have the key {', '.join(sorted(twice))}")
        emojis |= group
    return emojis
