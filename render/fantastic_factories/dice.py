"""The dice tray alone: what a player may still place, large enough for a thumb."""

from engine.fantastic_factories.view import PlayerView, View
from render.fantastic_factories import alt
from render.fantastic_factories.look import SCENES
from render.fantastic_factories.moment import alarms, doing, is_first
from render.fantastic_factories.trays import coming, dice_items
from render.marks import (
    At,
    Drawing,
    Mark,
    Piece,
    Sprite,
    centred_row,
    drawing,
)
from render.theme import EDGE, HEAD, INNER, MARGIN, PANEL, SEATS, TOP
from render.widgets.panels import panel, seat_header, word_pill

PANEL_H = 176
HEIGHT = TOP + 16 + PANEL_H + 16


def picture(view: View, seat: int, name: str) -> Drawing:
    return drawing(HEIGHT, _parts(view, seat, name), alt.dice(view, seat, name))


def _parts(view: View, seat: int, name: str) -> list[At]:
    player = view.players[seat]
    to_come = sum(each.dice for each in coming(player))
    words = f"{len(player.dice)} to place" if player.dice or not to_come else f"{to_come} to come"
    pills = [*alarms(view), word_pill(words, PANEL)]
    header = seat_header(seat, name, doing(view, player), pills, is_first(view, player))
    return [*header, At(MARGIN, TOP + 16, _tray(player))]


def _tray(player: PlayerView) -> Piece:
    items = dice_items(player.dice, coming(player), SEATS[player.seat], 120, INNER - 40)
    marks: list[Mark] = list(centred_row(INNER / 2, PANEL_H / 2, items, 6))
    if not items:
        marks = [Sprite(f"{SCENES}tray_empty", (INNER - 872) // 2, 20, 872, 134)]
    return panel(INNER, PANEL_H, marks, HEAD, EDGE)
