"""The dice tray alone: what a player may still place, large enough for a thumb."""

from engine.fantastic_factories.view import PlayerView, View
from render.fantastic_factories import alt
from render.fantastic_factories.compound import coming, doing
from render.fantastic_factories.look import SCENES
from render.lettering import Face
from render.marks import (
    At,
    Drawing,
    Item,
    Mark,
    Piece,
    Sprite,
    breadth,
    centred_row,
    drawing,
    piece_item,
    words_item,
)
from render.theme import CREAM, EDGE, HEAD, INNER, MARGIN, SEATS, TOP, Style
from render.widgets.dice import die, face
from render.widgets.panels import panel, seat_header, word_pill

PANEL_H = 176
HEIGHT = TOP + 16 + PANEL_H + 16


def picture(view: View, seat: int, name: str) -> Drawing:
    return drawing(HEIGHT, _parts(view, seat, name), alt.dice(view, seat, name))


def _parts(view: View, seat: int, name: str) -> list[At]:
    player = view.players[seat]
    count = len(player.dice)
    words = f"{count} to place" if count else "none to place"
    header = seat_header(seat, name, doing(view, player), [word_pill(words, "#2E4152")])
    return [At(0, 0, header), At(MARGIN, TOP + 16, _tray(player))]


def _tray(player: PlayerView) -> Piece:
    items = _items(player, 120)
    marks: list[Mark] = list(centred_row(INNER / 2, PANEL_H / 2, items, 10))
    if not items:
        marks = [Sprite(f"{SCENES}tray_empty", (INNER - 872) // 2, 20, 872, 134)]
    return panel(INNER, PANEL_H, marks, HEAD, EDGE)


def _items(player: PlayerView, size: int) -> list[Item]:
    """Dice in hand, then those that contractors promised."""
    items = [piece_item(die(value, SEATS[player.seat], size)) for value in player.dice]
    for wish, count in coming(player):
        items.append(words_item(f"{count}×", Style(Face.BOLD, 48), CREAM, HEAD))
        items.append(piece_item(face(wish, round(size * 0.85), "common/badge_plus")))
    return items if breadth(items, 10) <= INNER - 40 else _items(player, size - 4)
