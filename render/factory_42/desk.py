"""What a seat decides with: a part of the table, and its own stores below."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_42.view import View
from render.factory_42 import private_alt
from render.factory_42.look import GLYPHS, ROW_H
from render.factory_42.market import PANEL_H, event_panel, market_panel
from render.factory_42.moment import when
from render.factory_42.orders import low_rows, order_parts, orders_height
from render.factory_42.own_strip import STRIP_H, own_strip
from render.factory_42.player import header_pills
from render.factory_42.pool import rail_height, rail_parts
from render.marks import Box, Drawing, Piece, Placed, drawing, piece, sign
from render.names import initial_of, initials
from render.theme import MARGIN, PANEL, TOP, column
from render.widgets.badges import badge
from render.widgets.panels import PILL_H, count_pill, seat_header

FIRST = TOP + 13
GAP = 14
SHIPPER = 43  # from one badge to the next


def workshop(view: View, names: Sequence[str]) -> Drawing:
    """Draw the orders."""
    row_h = low_rows(view)
    y = FIRST + orders_height(view, row_h) + (GAP - 4 if row_h == ROW_H else 5)
    rows = order_parts(view, names, FIRST, row_h)
    parts = [*_header(view, names, "Orders", _steam(view)), *rows, own_strip(view, y)]
    return drawing(y + STRIP_H + GAP, parts, private_alt.workshop(view, names))


def rail(view: View, names: Sequence[str]) -> Drawing:
    """Draw Pool, boiler and Railcars."""
    y = FIRST + rail_height() + GAP
    shippers = view.workers.get("shipping", ()) if view.phase in ("loading", "spiking") else ()
    more = [_shippers(shippers, initials(tuple(names)))] if shippers else []
    parts = [*_header(view, names, "Pool", more), *rail_parts(view, FIRST), own_strip(view, y)]
    return drawing(y + STRIP_H + GAP, parts, private_alt.rail(view, names))


def trading(view: View, names: Sequence[str]) -> Drawing:
    """Draw the Market's prices."""
    y = FIRST + PANEL_H + GAP + 6
    panels = [
        Placed(MARGIN, FIRST, event_panel(view)),
        Placed(column(2), FIRST, market_panel(view)),
    ]
    parts = [*_header(view, names, "Trading", _steam(view)), *panels, own_strip(view, y)]
    return drawing(y + STRIP_H + GAP, parts, private_alt.trading(view, names))


@lru_cache(maxsize=64)
def _shippers(seats: tuple[int, ...], letters: tuple[str, ...]) -> Piece:
    """Draw who will ship what is loaded or spiked now, in their order."""
    w = 76 + SHIPPER * len(seats)
    ground, glyph = Box(0, 0, w, PILL_H, PANEL, PILL_H // 2), GLYPHS + "act_ship"
    badges = [
        Placed(68 + SHIPPER * n, 8, badge(seat, 40, letters[seat])) for n, seat in enumerate(seats)
    ]
    return piece(w, PILL_H, [ground, sign(glyph, 40, PILL_H / 2, 44), *badges])


def _header(view: View, names: Sequence[str], title: str, more: Sequence[Piece]) -> list[Placed]:
    own = view.own
    assert own
    letter = initial_of(own.seat, names)
    return seat_header(own.seat, title, when(view), [*more, *header_pills(own)], letter=letter)


def _steam(view: View) -> list[Piece]:
    return [count_pill(GLYPHS + "steam", str(view.steam))]
