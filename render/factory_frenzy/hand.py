"""The hand, the secret recipe and the board: what can be played, who would win, what stops it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from engine.factory_frenzy.stopping import declared_rivals, is_standing, stopped_by
from engine.factory_frenzy.view import HandCardView, PlayerView, View
from engine.kernel.phrases import capital
from render import lettering
from render.factory_frenzy import private_alt
from render.factory_frenzy.alarm import ALARM_H, alarm
from render.factory_frenzy.asking import is_playing, request, when
from render.factory_frenzy.banner import banner
from render.factory_frenzy.cards import CardState, face
from render.factory_frenzy.look import BANNER_H, BANNER_TOP, CARD_H, GLYPHS, RESOURCE, ROW_PITCH
from render.factory_frenzy.own_strip import STRIP_H, own_strip
from render.factory_frenzy.totals import LINE_H, totals, totals_line
from render.lettering import Face
from render.marks import Drawing, Piece, Placed, drawing, sprite_item, words_item
from render.names import initial_of
from render.theme import (
    ALARM,
    COLUMN,
    CREAM,
    GUTTER,
    NO,
    PANEL,
    PILL,
    PITCH,
    SMALLEST,
    TOP,
    Style,
    column,
)
from render.widgets.panels import pill, seat_header, word_pill

A_ROW = 4
A_PAGE = 8
PLAIN_TOP = TOP + 22  # of the cards where no banner is
ALARM_TOP = TOP + 14


def pages(view: View) -> int:
    return max(1, -(-len(view.hand) // A_PAGE))


def picture(view: View, names: Sequence[str], page: int = 0, marks: Sequence[str] = ()) -> Drawing:
    """Draw a page; the first one has the recipe and the board, further ones only cards."""
    cards = view.hand[page * A_PAGE : (page + 1) * A_PAGE]
    rivals = declared_rivals(view)
    above, top = ([], PLAIN_TOP) if page else _above(view, rivals, names)
    rows = max(1, -(-len(cards) // A_ROW))
    bottom = top + (rows - 1) * ROW_PITCH + CARD_H
    parts = [*_header(view, names, page), *above, *_cards(view, cards, names, top, marks)]
    if not (page or rivals or _hole(cards)):
        parts += totals_line(view.piles, bottom + 14)
        bottom += 14 + LINE_H
    alt = private_alt.hand(view, cards, names, page + 1, pages(view))
    return drawing(bottom + 20, parts, alt)


def _above(
    view: View, rivals: Sequence[PlayerView], names: Sequence[str]
) -> tuple[list[Placed], int]:
    """Draw what is above the cards; return it and where the cards begin."""
    if not rivals:
        return banner(view, BANNER_TOP), BANNER_TOP + BANNER_H + GUTTER
    strip_top = ALARM_TOP + ALARM_H + 12
    parts = [*alarm(view, rivals, names, ALARM_TOP), *own_strip(view, strip_top)]
    return parts, strip_top + STRIP_H + GUTTER


def _header(view: View, names: Sequence[str], page: int) -> list[Placed]:
    assert view.seat is not None
    count = pages(view)
    title = "Your hand" + (f" {page + 1}/{count}" if count > 1 else "")
    pills = [*request(view), _held(len(view.hand), view.hand_limit)]
    letter = initial_of(view.seat, names)
    return seat_header(view.seat, title, f"{capital(when(view))} · private", pills, letter=letter)


@lru_cache(maxsize=32)
def _held(count: int, limit: int) -> Piece:
    fill = ALARM if count > limit else PANEL
    words = words_item(f"{count} / {limit}", PILL, CREAM, fill)
    return pill([sprite_item(GLYPHS + "card_back", 48), words], fill, pad=18)


def _hole(cards: Sequence[HandCardView]) -> int:
    """Count the free places in the last row."""
    return -len(cards) % A_ROW if cards else A_ROW


def _cards(
    view: View,
    cards: Sequence[HandCardView],
    names: Sequence[str],
    top: int,
    marks: Sequence[str],
) -> list[Placed]:
    parts: list[Placed] = []
    for number, held in enumerate(cards):
        x, y = column(number % A_ROW), top + ROW_PITCH * (number // A_ROW)
        state = replace(_state(view, held, names), is_marked=held.card in marks)
        parts += face(held.card, x, y, state)
    if hole := _hole(cards):
        y = top + ROW_PITCH * (len(cards) // A_ROW)
        title = "ON THE BOARD" if view.hand else "NO CARDS IN HAND · ON THE BOARD"
        parts += totals(view.piles, column(A_ROW - hole), y, hole * PITCH - GUTTER, title)
    return parts


def _state(view: View, held: HandCardView, names: Sequence[str]) -> CardState:
    """Return how to draw a card: whether it can be played, and whether it should stand out."""
    wanted = bool(held.helps)
    if not is_playing(view):
        return CardState(is_wanted=wanted)
    if not held.is_playable:
        return CardState(is_veiled=True, is_wanted=wanted, notice=_empty(held.empty))
    if rivals := stopped_by(view, held.card):
        notice = _stops(names[rivals[0].seat])
        return CardState(is_framed=True, is_ticked=True, is_wanted=wanted, notice=notice)
    is_urgent = any(map(is_standing, declared_rivals(view)))
    return CardState(is_framed=not is_urgent, is_ticked=True, is_wanted=wanted)


@lru_cache(maxsize=32)
def _stops(name: str) -> Piece:
    """Name whom the card stops, if the name fits on the card."""
    words = f"STOPS {name.upper() if name.isascii() else name}"
    size = lettering.fitted(words, Face.BOLD, 40, SMALLEST, COLUMN - 60)
    style = Style(Face.BOLD, size or 40)
    return word_pill(words if size else "STOPS IT", ALARM, line=CREAM, style=style)


@lru_cache(maxsize=8)
def _empty(piles: tuple[str, ...]) -> Piece:
    """Name the pile that keeps the card from being played."""
    items = [words_item("EMPTY", PILL, CREAM, NO)]
    items += [sprite_item(RESOURCE + pile, 54) for pile in piles if pile != "any"]
    return pill(items, NO, 58, CREAM, pad=20, gap=10)
