"""The board: the four piles, the deck, and every player as the others see them."""

from collections.abc import Sequence

from engine.factory_frenzy.view import View
from render.factory_frenzy import alt, private_alt
from render.factory_frenzy.look import GLYPHS
from render.factory_frenzy.moment import accent, turn_words
from render.factory_frenzy.own_strip import STRIP_H, own_strip
from render.factory_frenzy.piles import PILE_H, pile_parts
from render.factory_frenzy.seats import GAP, panel_height, panel_parts, panel_width
from render.marks import Drawing, Placed, drawing
from render.theme import MARGIN, TOP, column
from render.widgets.panels import count_pill, table_header

PILES_TOP = TOP + 15
PANELS_TOP = PILES_TOP + PILE_H + 38
BOTTOM = 20


def picture(view: View, names: Sequence[str]) -> Drawing:
    height = PANELS_TOP + panel_height(view) + BOTTOM
    return drawing(height, [*_header(view), *_parts(view, names, 0)], alt.board(view, names))


def own_picture(view: View, names: Sequence[str]) -> Drawing:
    """Draw the board for a waiting player, below their own recipe."""
    down = STRIP_H + 14
    height = PANELS_TOP + panel_height(view) + BOTTOM + down
    parts = [*_header(view), *own_strip(view, PILES_TOP), *_parts(view, names, down)]
    return drawing(height, parts, private_alt.watch(view, names))


def _parts(view: View, names: Sequence[str], down: int) -> list[Placed]:
    """Draw piles and players, moved down by so much."""
    parts: list[Placed] = []
    for number, pile in enumerate(view.piles):
        parts += pile_parts(pile, column(number), PILES_TOP + down)
    pitch = panel_width(len(view.players)) + GAP
    for number, player in enumerate(view.players):
        x = MARGIN + number * pitch
        parts += panel_parts(view, player, names, x, PANELS_TOP + down)
    return parts


def _header(view: View) -> list[Placed]:
    pills = [
        count_pill(GLYPHS + "card_back", f"deck {view.deck}"),
        count_pill(GLYPHS + "card_back_discard_pile", f"discard {sum(view.discards.values())}"),
    ]
    return table_header("BOARD", turn_words(view), pills, accent(view))
