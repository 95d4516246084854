"""The main board: every location with its meeples, and who still has some to place."""

from collections.abc import Sequence

from engine.factory_42.state import NO_COMMISSAR, OWN_BOARD
from engine.factory_42.view import View
from render.factory_42 import alt
from render.factory_42.crew import Tile
from render.factory_42.look import GLYPHS, PITCH_Y, SLIM, SLIM_W, TILE_H, TILE_W, WIDE_W
from render.factory_42.moment import (
    accent,
    commissars_at,
    number_of,
    places,
    state_of,
    when,
    workers_at,
)
from render.factory_42.tiles import scoring_tile, slim_tile, tile
from render.factory_42.turns import STRIP_H, turn_panel, turn_strip
from render.marks import At, Drawing, drawing
from render.names import initials
from render.theme import GUTTER, MARGIN, TOP, WIDTH
from render.widgets.panels import count_pill, table_header

FIRST = TOP + 13
BOTTOM = 14


def picture(view: View, names: Sequence[str]) -> Drawing:
    pills = [
        count_pill(GLYPHS + "tower", str(sum(view.tower))),
        count_pill(GLYPHS + "steam", str(view.steam)),
    ]
    parts = table_header("FACTORY 42", when(view), pills, accent(view))
    x, y = MARGIN, FIRST
    for place in places(view):
        w = _width(view, place)
        if x + w > WIDTH - MARGIN:
            x, y = MARGIN, y + PITCH_Y
        parts += _located(view, names, place, x, y, w)
        x += w + GUTTER
    if view.has_expansion:
        parts.append(At(x, y, turn_panel(view, tuple(names))))
        height = y + TILE_H
    else:
        parts.append(At(MARGIN, y + TILE_H + GUTTER, turn_strip(view, tuple(names))))
        height = y + TILE_H + GUTTER + STRIP_H
    return drawing(height + BOTTOM, parts, alt.locations(view, names))


def _width(view: View, place: str) -> int:
    if place == "requisition":
        return WIDE_W
    is_slim = place in SLIM and (view.has_expansion or place == "bureaucracy")
    return SLIM_W if is_slim else TILE_W


def _located(view: View, names: Sequence[str], place: str, x: int, y: int, w: int) -> list[At]:
    number, state = number_of(view, place), state_of(view, place)
    if w == SLIM_W:
        return slim_tile(place, number, state, x, y)
    if place == "scoring":
        return scoring_tile(number, state, x, y, w)
    return tile(_tile(view, names, place, number, state), x, y, w)


def _tile(view: View, names: Sequence[str], place: str, number: int, state: str) -> Tile:
    is_own = place in OWN_BOARD
    return Tile(
        place,
        number,
        state,
        0 if is_own else view.slots[place],
        workers_at(view, place),
        commissars_at(view, place),
        initials(tuple(names)),
        not is_own and place not in NO_COMMISSAR,
        len(view.players) if is_own else 0,
    )
