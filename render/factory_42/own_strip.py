"""The seat's own stores in one low strip: both Docks and the Warehouse."""

from functools import lru_cache

from engine.factory_42.view import CarView, View
from render.factory_42.look import GLYPHS, SIGNS, SOCKET, WELL
from render.factory_42.tokens import PLACES, cube, listed
from render.lettering import Face
from render.marks import Box, Piece, Placed, Shape, Sprite, piece, sign, text, to_the_right
from render.theme import CREAM, EDGE, HEAD, INNER, MARGIN, MISSING, MUTED, SMALLEST, SOFT, Style

STRIP_H = 104
SMALL = Style(Face.BOLD, SMALLEST)
SCALE = 0.56
STEP = 46
DOCK_W = PLACES * STEP + 12
HOUSE_X = 2 * (DOCK_W + 10) + 16


def own_strip(view: View, y: int) -> Placed:
    own = view.own
    assert own
    one, other = (_load(car) for car in own.docks)
    return Placed(MARGIN, y, _strip(one, other, own.warehouse, own.room))


def _load(car: CarView | None) -> tuple[int, ...] | None:
    return car.load if car else None


Load = tuple[int, ...] | None


@lru_cache(maxsize=128)
def _strip(one: Load, other: Load, warehouse: tuple[int, ...], room: int) -> Piece:
    marks: list[Shape] = [Box(0, 0, INNER, STRIP_H, HEAD, 16, EDGE, 4)]
    for number, load in enumerate((one, other)):
        marks += _dock(12 + (DOCK_W + 10) * number, number + 1, load)
    there = listed(warehouse)
    w = INNER - HOUSE_X - 12
    step = min(STEP, (w - 8) / max(room, len(there), 1))
    count = f"{len(there)} / {room}"
    color = MISSING if len(there) >= room else SOFT
    marks += [
        sign(GLYPHS + "warehouse", HOUSE_X + 20, 24, 38),
        text(HOUSE_X + 46, 25, "WAREHOUSE", SMALL, CREAM, HEAD),
        to_the_right(HOUSE_X + w, 25, count, SMALL, color, HEAD),
        Box(HOUSE_X, 44, w, 50, WELL, 12),
        *_row(HOUSE_X + 4, step, there, room),
    ]
    return piece(INNER, STRIP_H, marks)


def _dock(x: int, number: int, load: Load) -> list[Shape]:
    marks: list[Shape] = [
        sign(GLYPHS + "dock", x + 20, 24, 36),
        text(x + 46, 25, f"DOCK {number}", SMALL, CREAM, HEAD),
        Box(x, 44, DOCK_W, 50, WELL, 12),
    ]
    if load is None:
        return [
            *marks,
            text(x + 14, 69, "no railcar", SMALL._replace(face=Face.LABEL), MUTED, WELL),
        ]
    return [*marks, *_row(x + 6, STEP, listed(load), PLACES)]


def _row(x: float, step: float, cubes: list[str], room: int) -> list[Shape]:
    marks: list[Shape] = []
    for place in range(max(room, len(cubes))):
        middle = x + step * (place + 0.5)
        if place < len(cubes):
            marks.append(cube(cubes[place], middle, 91, SCALE))
        else:
            marks.append(Sprite(SIGNS + "shelf", round(middle) - 14, 56, 28, 28, SOCKET))
    return marks
