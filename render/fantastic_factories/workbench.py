"""All that a player at work decides with, in one picture: stock, dice, floors, cards, hand."""

from collections.abc import Sequence

from engine.fantastic_factories.view import View
from render.fantastic_factories import low_cards, low_tiles, private_alt
from render.fantastic_factories.floors import FLOOR_H, floors
from render.fantastic_factories.own_head import BOTTOM, own_head
from render.fantastic_factories.placing import TRAY_H, tray
from render.fantastic_factories.works import own_player, working
from render.marks import Drawing, Placed, drawing
from render.theme import MARGIN
from render.widgets.panels import DIVIDER_H, divider

TRAY_TOP = BOTTOM + 12
FLOORS_TOP = TRAY_TOP + TRAY_H + 10
BUILT_TOP = FLOORS_TOP + FLOOR_H + 4


def picture(view: View, names: Sequence[str], marks: Sequence[str] = ()) -> Drawing:
    """Draw everything; only the number of rows of cards changes the height."""
    verb, *marked = marks or ("",)
    player, used = own_player(view), working(view)
    tiles_top = BUILT_TOP + DIVIDER_H
    hand_top = tiles_top + low_tiles.rows(player) * low_tiles.PITCH - 5
    cards_top = hand_top + DIVIDER_H
    can_build = sum(not held.lacks for held in view.hand)
    parts = [
        *own_head(view, names),
        Placed(MARGIN, TRAY_TOP, tray(player, used, marked)),
        *floors(player, FLOORS_TOP, verb),
        divider(_counted("BUILT", len(used), "CAN WORK NOW"), BUILT_TOP),
        *low_tiles.tiles(player, used, tiles_top, marked if verb == "use" else ()),
        divider(_counted("HAND", can_build, "CAN BE BUILT"), hand_top),
        *low_cards.cards(view.hand, cards_top, marked if verb == "build" else ()),
    ]
    height = cards_top + low_cards.height(len(view.hand)) + 4
    return drawing(height, parts, private_alt.workbench(view))


def _counted(what: str, count: int, says: str) -> str:
    return f"{what} · {count} {says}" if count else what
