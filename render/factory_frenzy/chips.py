"""A pile's cards from the top down, so small that only their amounts are left."""

from functools import lru_cache

from render.factory_frenzy.look import FAMILIES
from render.lettering import Face
from render.marks import (
    Box,
    Item,
    Piece,
    Placed,
    Shape,
    centered,
    piece,
    piece_item,
    row,
    sprite_item,
)
from render.theme import CREAM, INK, Style

MAX_SIDE_BY_SIDE = 5  # side by side in a column; the last one may stand for several
W, H = 42, 60
HEAD_H = 17
BEHIND = 4  # how far a card shows below another one
CHIPS_H = H + 2 * BEHIND
NUMBER = Style(Face.TITLE, 36)


@lru_cache(maxsize=256)
def chips(resource: str, amounts: tuple[int, ...], cord: int) -> Piece:
    """Draw what goes if the top card is removed, then the next one, and so on: 2 + 1 + 1.

    The first one hangs on a cord from the pile.
    """
    singles = amounts if len(amounts) <= MAX_SIDE_BY_SIDE else amounts[: MAX_SIDE_BY_SIDE - 1]
    rest = amounts[len(singles) :]
    items: list[Item] = []
    for number, amount in enumerate(singles):
        items += [*_plus(items), piece_item(_chip(resource, amount, is_top=not number))]
    if rest:
        items += [*_plus(items), piece_item(_chip(resource, sum(rest), below=2))]
    marks = row(0, cord + CHIPS_H / 2, items)
    string = Box(W // 2 - 4, 0, 8, cord + 4, CREAM)
    return piece(_width(marks), cord + CHIPS_H, [string, *marks])


def _plus(before: list[Item]) -> list[Item]:
    return [sprite_item("common/plus", 15, CREAM)] if before else []


def _width(marks: list[Shape]) -> int:
    return max(mark.x + mark.piece.w for mark in marks if isinstance(mark, Placed))


@lru_cache(maxsize=256)
def _chip(resource: str, amount: int, is_top: bool = False, below: int = 0) -> Piece:
    """Draw a small card; one that stands for several shows their edges."""
    family = FAMILIES[resource]
    line = CREAM if is_top else family.dark
    edges = [
        Box(BEHIND * n, BEHIND * n, W, H, family.mid, 10, family.dark, 3)
        for n in range(below, 0, -1)
    ]
    style = NUMBER if amount < 10 else NUMBER._replace(size=32)
    marks: list[Shape] = [
        *edges,
        Box(0, 0, W, H, line, 10),
        Box(4, 4, W - 8, H - 8, family.tint, 7),
        Box(4, 4, W - 8, HEAD_H - 4, family.main, 6, corners="top"),
        centered(W / 2, (H - 4 + HEAD_H) / 2, str(amount), style, INK, family.tint),
    ]
    return piece(W + BEHIND * below, CHIPS_H, marks)
