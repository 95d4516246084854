"""The hand: the secret recipe and what it lacks, what can be played, what is asked of the seat."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_frenzy.view import HandCardView, View
from engine.kernel.phrases import capital
from render.factory_frenzy import private_alt
from render.factory_frenzy.asking import is_playing, request, when
from render.factory_frenzy.banner import banner
from render.factory_frenzy.cards import State, face
from render.factory_frenzy.look import BANNER_H, BANNER_TOP, CARD_H, GLYPHS, RESOURCE, ROW_PITCH
from render.factory_frenzy.totals import totals
from render.marks import At, Drawing, Piece, drawing, sprite_item, words_item
from render.theme import ALARM, CREAM, GUTTER, NO, PANEL, PILL, PITCH, TOP, column
from render.widgets.panels import pill, seat_header

A_ROW = 4
A_PAGE = 8
PLAIN_TOP = TOP + 22  # of the cards where no banner is


def pages(view: View) -> int:
    return max(1, -(-len(view.hand) // A_PAGE))


def picture(view: View, page: int = 0) -> Drawing:
    """The first page has the recipe; a further one only cards."""
    cards = view.hand[page * A_PAGE : (page + 1) * A_PAGE]
    top = PLAIN_TOP if page else BANNER_TOP + BANNER_H + GUTTER
    rows = max(1, -(-len(cards) // A_ROW))
    parts = [*_header(view, page), *([] if page else banner(view, BANNER_TOP))]
    parts += _cards(view, cards, top)
    alt = private_alt.hand(view, cards, page + 1, pages(view))
    return drawing(top + (rows - 1) * ROW_PITCH + CARD_H + 22, parts, alt)


def _header(view: View, page: int) -> list[At]:
    assert view.seat is not None
    count = pages(view)
    title = "Your hand" + (f" {page + 1}/{count}" if count > 1 else "")
    pills = [*request(view), _held(len(view.hand), view.hand_limit)]
    return seat_header(view.seat, title, f"{capital(when(view))} · private", pills)


@lru_cache(maxsize=32)
def _held(count: int, limit: int) -> Piece:
    fill = ALARM if count > limit else PANEL
    words = words_item(f"{count} / {limit}", PILL, CREAM, fill)
    return pill([sprite_item(GLYPHS + "card_back", 48), words], fill, pad=18)


def _cards(view: View, cards: Sequence[HandCardView], top: int) -> list[At]:
    found: list[At] = []
    for number, held in enumerate(cards):
        x, y = column(number % A_ROW), top + ROW_PITCH * (number // A_ROW)
        found += face(held.card, x, y, _state(view, held))
    hole = -len(cards) % A_ROW or (A_ROW if not cards else 0)
    if hole:
        y = top + ROW_PITCH * (len(cards) // A_ROW)
        title = "ON THE BOARD" if view.hand else "NO CARDS IN HAND · ON THE BOARD"
        found += totals(view.piles, column(A_ROW - hole), y, hole * PITCH - GUTTER, title)
    return found


def _state(view: View, held: HandCardView) -> State:
    """Whether a card can be played is shown while it matters."""
    wanted = bool(held.helps)
    if not is_playing(view):
        return State(is_wanted=wanted)
    if held.is_playable:
        return State(is_framed=True, is_ticked=True, is_wanted=wanted)
    return State(is_veiled=True, is_wanted=wanted, notice=_empty(held.empty))


@lru_cache(maxsize=8)
def _empty(piles: tuple[str, ...]) -> Piece:
    """Which pile is in the way."""
    items = [words_item("EMPTY", PILL, CREAM, NO)]
    items += [sprite_item(RESOURCE + pile, 54) for pile in piles if pile != "any"]
    return pill(items, NO, 58, CREAM, pad=20, gap=10)
