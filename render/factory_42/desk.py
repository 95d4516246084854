"""What a seat decides with: a part of the table, and its own stores below."""

from collections.abc import Sequence

from engine.factory_42.view import View
from render.factory_42 import private_alt
from render.factory_42.look import GLYPHS, ROW_H
from render.factory_42.market import PANEL_H, event_panel, market_panel
from render.factory_42.moment import when
from render.factory_42.orders import low_rows, order_parts, orders_height
from render.factory_42.own_strip import STRIP_H, own_strip
from render.factory_42.player import header_pills
from render.factory_42.pool import rail_height, rail_parts
from render.marks import Drawing, Piece, Placed, drawing
from render.names import initial_of
from render.theme import MARGIN, TOP, column
from render.widgets.panels import count_pill, seat_header

FIRST = TOP + 13
GAP = 14


def workshop(view: View, names: Sequence[str]) -> Drawing:
    """The orders."""
    row_h = low_rows(view)
    y = FIRST + orders_height(view, row_h) + (GAP - 4 if row_h == ROW_H else 5)
    rows = order_parts(view, names, FIRST, row_h)
    parts = [*_header(view, names, "Orders"), *rows, own_strip(view, y)]
    return drawing(y + STRIP_H + GAP, parts, private_alt.workshop(view, names))


def rail(view: View, names: Sequence[str]) -> Drawing:
    """Pool, boiler and Railcars."""
    y = FIRST + rail_height() + GAP
    parts = [*_header(view, names, "Pool"), *rail_parts(view, FIRST), own_strip(view, y)]
    return drawing(y + STRIP_H + GAP, parts, private_alt.rail(view, names))


def trading(view: View, names: Sequence[str]) -> Drawing:
    """The Market's prices."""
    y = FIRST + PANEL_H + GAP + 6
    panels = [
        Placed(MARGIN, FIRST, event_panel(view)),
        Placed(column(2), FIRST, market_panel(view)),
    ]
    parts = [*_header(view, names, "Trading"), *panels, own_strip(view, y)]
    return drawing(y + STRIP_H + GAP, parts, private_alt.trading(view, names))


def _header(view: View, names: Sequence[str], title: str) -> list[Placed]:
    own = view.own
    assert own
    letter = initial_of(own.seat, names)
    return seat_header(own.seat, title, when(view), _pills(view), letter=letter)


def _pills(view: View) -> list[Piece]:
    """Steam for everybody, then what the seat has."""
    own = view.own
    assert own
    return [count_pill(GLYPHS + "steam", str(view.steam)), *header_pills(own)]
