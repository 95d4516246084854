"""A player's board: Docks, Warehouse, improvements and cards, as everybody sees it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from engine.factory_42.view import PlayerView, View
from render.factory_42 import alt, private_alt
from render.factory_42.cards import commission, fresh, invention, secret, standing
from render.factory_42.look import CARD_H, GLYPHS
from render.factory_42.moment import round_words
from render.factory_42.ranking import signed
from render.factory_42.tokens import STAR
from render.factory_42.yard import BUILT_H, YARD_H, improvement_parts, yard_parts
from render.marks import Box, Drawing, Piece, Placed, drawing, piece, piece_item, sign, words_item
from render.names import initial_of
from render.theme import GOLD, GOLD_INK, INK, PILL, TOP, column
from render.widgets.panels import count_pill, pill, seat_header

FIRST = TOP + 15
BUILT_Y = FIRST + YARD_H + 16
CARDS_Y = BUILT_Y + BUILT_H + 18
CARD_PITCH = CARD_H + 14
ACROSS = 4
FIRST_CARDS, MORE_CARDS = 8, 12  # on the first page, on the others


def pages(view: View, player: PlayerView) -> int:
    return _pages(card_faces(view, player))


def _pages(faces: Sequence[Piece]) -> int:
    more = len(faces) - FIRST_CARDS
    return 1 + max(0, -(-more // MORE_CARDS))


def picture(view: View, seat: int, names: Sequence[str], page: int) -> Drawing:
    """Draw what everybody may see."""
    player = view.players[seat]
    said = alt.player(view, player, names, page)
    return _draw(view, player, names, page, card_faces(view, player), said)


def own_pages(view: View) -> int:
    return _pages(own_faces(view))


def own_picture(view: View, names: Sequence[str], page: int) -> Drawing:
    """Draw the seat's own board, with the cards that nobody else sees."""
    assert view.own
    said = private_alt.board(view, names, page)
    return _draw(view, view.own, names, page, own_faces(view), said)


def _draw(
    view: View,
    player: PlayerView,
    names: Sequence[str],
    page: int,
    faces: list[Piece],
    said: str,
) -> Drawing:
    seat = player.seat
    is_first, letter = seat == view.first, initial_of(seat, names)
    parts = seat_header(
        seat, names[seat], round_words(view), header_pills(player), is_first, letter
    )
    if page:
        start = FIRST_CARDS + MORE_CARDS * (page - 1)
        shown, top = faces[start : start + MORE_CARDS], FIRST
    else:
        parts += [*yard_parts(player, letter, FIRST), *improvement_parts(player, BUILT_Y)]
        shown, top = faces[:FIRST_CARDS], CARDS_Y
    parts += card_parts(shown, top)
    rows = -(-len(shown) // ACROSS)
    return drawing(top + rows * CARD_PITCH + 4, parts, said)


def card_parts(faces: Sequence[Piece], top: int) -> list[Placed]:
    return [
        standing(column(place % ACROSS), top + CARD_PITCH * (place // ACROSS), face)
        for place, face in enumerate(faces)
    ]


def header_pills(player: PlayerView) -> list[Piece]:
    pills = []
    if player.store:
        pills.append(count_pill(GLYPHS + "private_steam", str(player.private)))
    if player.meeples:
        pills.append(count_pill(GLYPHS + "dash_worker", str(player.meeples)))
    pills.append(count_pill(GLYPHS + "rosette", str(player.rosettes)))
    return [*pills, points_pill(player.vp)]


def points_pill(vp: int) -> Piece:
    words = words_item(signed(vp), PILL._replace(size=44), GOLD_INK, GOLD)
    return pill([piece_item(_coin()), words], GOLD, pad=8)


@lru_cache(maxsize=1)
def _coin() -> Piece:
    """Draw a star on a dark disc, to be seen on gold."""
    star = sign(STAR, 22, 21, 36)
    return piece(44, 44, [Box(0, 0, 44, 44, INK, 22), star])


def card_faces(view: View, player: PlayerView) -> list[Piece]:
    """List the cards in front of a player: at work, planned, begun, finished, secret."""
    faces = [
        invention(name, "active" if name in player.active else "built", left)
        for name, left in player.inventions.items()
    ]
    faces += [invention(name, "plan") for name in player.unresearched]
    faces += [invention(name, "spent", 0) for name in player.spent]
    faces += [commission(name, left) for name, left in player.begun.items()]
    faces += [commission(name, None, True) for name in player.finished]
    if view.result:
        return faces + [commission(name) for name in player.commissions]
    return faces + ([secret(player.commission_count)] if player.commission_count else [])


def own_faces(view: View) -> list[Piece]:
    """List the same for their owner: new cards first, secret Commissions face up."""
    own = view.own
    assert own
    drawn = [fresh(commission(name)) for name in view.basket.cards]
    open_ones = card_faces(view, replace(own, commissions=(), commission_count=0))
    return [*drawn, *(commission(name) for name in own.commissions), *open_ones]
