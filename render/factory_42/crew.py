"""Who stands at a location: Workers in their slots, the Commissar on the scene."""

from typing import NamedTuple

from engine.factory_42.board import BOARD
from render.factory_42.look import (
    CHAIR_W,
    LINES,
    NAME_H,
    RAIL_H,
    RAILS,
    SCENE_H,
    SIGNS,
    SOCKET,
    TILE_H,
)
from render.factory_42.tokens import ROSETTE, counted, pawn, slot
from render.lettering import Face
from render.marks import Box, Placed, Shape, piece, row, sign, text
from render.theme import CREAM, HEAD, MUTED, SEATS, SMALLEST, Style
from render.widgets.badges import badge

SLOT_W, SLOT_H, PAWN_H = 50, 62, 68
MIDDLE = (NAME_H + SCENE_H + 3 + TILE_H) // 2  # of the ground on which Workers stand
LEGEND_W = 122  # of Requisition's rail, before its slots
PITCH = 66


class Tile(NamedTuple):
    """All that decides how a location looks."""

    place: str
    number: int
    state: str  # closed, now, done or nothing
    slots: int
    workers: tuple[int, ...]  # seats by slot, or on own boards
    commissars: tuple[int, ...]
    has_chair: bool  # a Commissar can be placed
    seats: int = 0  # of the table, where everybody has a place of their own


def slot_x(count: int, number: int, w: int) -> float:
    pitch = min(PITCH, (w - 12) / count)
    return w / 2 + pitch * (number - (count - 1) / 2)


def requisition_x(number: int, w: int) -> float:
    return LEGEND_W + (w - LEGEND_W - 4) / 5 * (number + 0.5)


def chair(what: Tile, w: int) -> list[Shape]:
    """The Commissar stands on the scene: he acts on the place, not in the queue."""
    if what.seats:
        return _chairs(what.commissars, w)
    if not what.has_chair:
        return []
    h = SCENE_H - 10 - (RAIL_H if what.place in RAILS else 0)
    middle = w - CHAIR_W // 2 - 6
    if what.commissars:
        who = pawn("commissar", what.commissars[0], min(88, h - 4))
        return [Placed(middle - who.w // 2, NAME_H + 5 + (h - who.h) // 2, who)]
    return [sign(SIGNS + "seat_star", middle, NAME_H + 5 + h / 2, 46, SOCKET)]


def _chairs(seats: tuple[int, ...], w: int) -> list[Shape]:
    """Where everybody may have one: the badges of those who have."""
    if not seats:
        return []
    across = min(3, len(seats))
    wide, h = 12 + 40 * across, 38 + 39 * -(-len(seats) // across)
    marks: list[Shape] = [
        Box(0, 0, wide, h, HEAD, 12),
        sign(SIGNS + "chief", wide / 2, 20, 34),
    ]
    for number, seat in enumerate(seats):
        place = (7 + 40 * (number % across), 37 + 39 * (number // across))
        marks.append(Placed(*place, badge(seat, 37)))
    plate = piece(wide, h, marks)
    return [Placed(w - wide - 4, NAME_H + 3, plate)]


def meeples(what: Tile, w: int) -> list[Shape]:
    if what.seats:
        return _own_places(what, w)
    marks: list[Shape] = []
    if what.place == "requisition":
        rosettes = [(f"+{BOARD.requisition.first_rosettes}", ROSETTE)]
        marks.append(text(12, MIDDLE - 16, "first:", Style(Face.LABEL, SMALLEST), MUTED, HEAD))
        marks += row(12, MIDDLE + 16, counted(rosettes, 36, CREAM, HEAD))
    for number in range(what.slots):
        if what.place == "requisition":
            x = requisition_x(number, w)
        else:
            x = slot_x(what.slots, number, w)
        if number < len(what.workers):
            marks.append(_standing(what.workers[number], x, PAWN_H))
        else:
            marks.append(Placed(round(x) - SLOT_W // 2, MIDDLE - SLOT_H // 2, slot(SLOT_W, SLOT_H)))
    return marks


def _standing(seat: int, x: float, height: int) -> Shape:
    who = pawn("worker", seat, height)
    return Placed(round(x - who.w / 2), round(MIDDLE - height / 2), who)


def _own_places(what: Tile, w: int) -> list[Shape]:
    """Everybody has a place of their own."""
    pitch = (w - 10) / max(what.seats, 4)
    marks: list[Shape] = []
    for seat in range(what.seats):
        x = w / 2 + pitch * (seat - (what.seats - 1) / 2)
        if seat in what.workers:
            marks.append(_standing(seat, x, PAWN_H))
        else:
            free = slot(48, SLOT_H, SEATS[seat].letter, LINES[seat], HEAD)
            marks.append(Placed(round(x) - 24, MIDDLE - SLOT_H // 2, free))
    return marks
