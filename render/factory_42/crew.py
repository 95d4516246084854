"""Draws who stands at a location: Workers in their slots, the Commissar on the scene."""

from collections.abc import Sequence
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
from render.theme import CREAM, HEAD, MUTED, SMALLEST, Style
from render.widgets.badges import badge

SLOT_W, SLOT_H, PAWN_H = 50, 62, 68
MIDDLE = (NAME_H + SCENE_H + 3 + TILE_H) // 2  # of the ground that Workers stand on
LEGEND_W = 122  # of Requisition's rail, before its slots
PITCH = 66


class Tile(NamedTuple):
    """Everything that decides how a location looks."""

    place: str
    number: int
    state: str  # closed, now, done or nothing
    slots: int
    workers: tuple[int, ...]  # seats by slot, or on own boards
    commissars: tuple[int, ...]
    letters: tuple[str, ...]  # of everybody at the table
    has_chair: bool  # a Commissar can be placed
    seats: int = 0  # for a table where everybody has a place of their own


def slot_x(count: int, number: int, w: int) -> float:
    pitch = min(PITCH, (w - 12) / count)
    return w / 2 + pitch * (number - (count - 1) / 2)


def requisition_x(number: int, w: int) -> float:
    return LEGEND_W + (w - LEGEND_W - 4) / 5 * (number + 0.5)


def chair(what: Tile, w: int) -> list[Shape]:
    """Draw the Commissar on the scene: he acts on the place, he isn't in the queue."""
    if what.seats:
        return _chairs(what.commissars, what.letters, w)
    if not what.has_chair:
        return []
    h = SCENE_H - 10 - (RAIL_H if what.place in RAILS else 0)
    middle = w - CHAIR_W // 2 - 6
    if what.commissars:
        seat = what.commissars[0]
        who = pawn("commissar", seat, min(88, h - 4), what.letters[seat])
        return [Placed(middle - who.w // 2, NAME_H + 5 + (h - who.h) // 2, who)]
    return [sign(SIGNS + "seat_star", middle, NAME_H + 5 + h / 2, 46, SOCKET)]


def _chairs(seats: tuple[int, ...], letters: Sequence[str], w: int) -> list[Shape]:
    """Draw a place where everybody may have a Commissar: the badges of those who have."""
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
        marks.append(Placed(*place, badge(seat, 37, letters[seat])))
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
            marks.append(_standing(what, what.workers[number], x))
        else:
            marks.append(Placed(round(x) - SLOT_W // 2, MIDDLE - SLOT_H // 2, slot(SLOT_W, SLOT_H)))
    return marks


def _standing(what: Tile, seat: int, x: float) -> Shape:
    who = pawn("worker", seat, PAWN_H, what.letters[seat])
    return Placed(round(x - who.w / 2), round(MIDDLE - PAWN_H / 2), who)


def _own_places(what: Tile, w: int) -> list[Shape]:
    """Draw a place for each player."""
    pitch = (w - 10) / max(what.seats, 4)
    marks: list[Shape] = []
    for seat in range(what.seats):
        x = w / 2 + pitch * (seat - (what.seats - 1) / 2)
        if seat in what.workers:
            marks.append(_standing(what, seat, x))
        else:
            free = slot(48, SLOT_H, what.letters[seat], LINES[seat], HEAD)
            marks.append(Placed(round(x) - 24, MIDDLE - SLOT_H // 2, free))
    return marks
