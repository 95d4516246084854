"""What the viewer knows of the top of the deck, beside what the own recipe lacks."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_frenzy.cards import CARDS
from engine.factory_frenzy.view import View
from engine.kernel.phrases import capital
from render.factory_frenzy import private_alt
from render.factory_frenzy.asking import request, when
from render.factory_frenzy.banner import banner
from render.factory_frenzy.cards import CardState, face
from render.factory_frenzy.look import BANNER_H, BANNER_TOP, CARD_H, COPPER, COPPER_INK
from render.factory_frenzy.totals import totals
from render.marks import Drawing, Piece, drawing
from render.names import initial_of
from render.theme import COLUMN, CREAM, GUTTER, PITCH, column
from render.widgets.panels import over, seat_header, word_pill

PLACES = ("DRAWN NEXT", "SECOND", "THIRD")
LABELS_TOP = BANNER_TOP + BANNER_H + GUTTER
CARDS_TOP = LABELS_TOP + 64
COLUMNS = 4


def picture(view: View, names: Sequence[str]) -> Drawing:
    """Draw as many cards as the viewer knows, the next one first."""
    assert view.seat is not None
    title = f"{capital(when(view))} · private"
    letter = initial_of(view.seat, names)
    parts = seat_header(view.seat, "Top of the deck", title, request(view), letter=letter)
    parts += banner(view, BANNER_TOP)
    for place, card in enumerate(view.deck_top):
        x = column(place)
        label = over(COLUMN, 0, _label(place))
        parts.append(label._replace(x=x + label.x, y=LABELS_TOP))
        parts += face(card, x, CARDS_TOP, CardState(is_wanted=is_wanted(view, card)))
    left = COLUMNS - len(view.deck_top)
    parts += totals(
        view.piles, column(COLUMNS - left), CARDS_TOP, left * PITCH - GUTTER, "ON THE BOARD"
    )
    return drawing(CARDS_TOP + CARD_H + 22, parts, private_alt.deck(view))


@lru_cache(maxsize=4)
def _label(place: int) -> Piece:
    return word_pill(PLACES[place], COPPER, COPPER_INK, CREAM)


def is_wanted(view: View, name: str) -> bool:
    """Whether the viewer's recipe lacks what a card adds."""
    recipe = view.recipe
    assert recipe
    lacking = {need.resource for need in recipe.needs if need.lacks}
    return CARDS[name].resource in lacking
