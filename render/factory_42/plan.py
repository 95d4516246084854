"""A player's plan, which only they see: its lines in order, and what happens where none fits."""

from collections.abc import Sequence

from engine.factory_42.labels import label
from engine.factory_42.nouns import location_name
from engine.factory_42.plans import AUTOPILOT, plan_line
from engine.factory_42.view import View
from engine.kernel.codes import Action
from engine.kernel.phrases import plural
from render.factory_42 import private_alt
from render.factory_42.look import GLYPHS, SCENES, SOCKET
from render.factory_42.tokens import disc, pawn
from render.lettering import Face, shortened
from render.marks import (
    At,
    Box,
    Drawing,
    Piece,
    Shape,
    Sprite,
    drawing,
    piece,
    shrunk,
    spread,
    text,
)
from render.names import initial_of
from render.theme import CREAM, HEAD, INNER, MARGIN, MUTED, PANEL, SOFT, TILE_NAME, TOP, Style
from render.widgets.panels import count_pill, seat_header

FIRST = TOP + 13
ROW_H, PITCH = 76, 84
THUMB, PAWN_H = 68, 64
THUMB_X, PAWN_X, WORDS_X, CONDITION_X = 70, 152, 214, 620
MOST_LINES = 10
NAME = TILE_NAME._replace(size=40)
CONDITION = Style(Face.LABEL, 36)
ASKED, DECIDED = "I wait for you", "the autopilot decides"


def picture(view: View, lines: Sequence[Action], names: Sequence[str]) -> Drawing:
    """As many lines as there is room for; the others are counted."""
    own = view.own
    assert own
    pills = [count_pill(GLYPHS + "dash_worker", str(own.meeples))] if own.meeples else []
    letter = initial_of(own.seat, names)
    parts = seat_header(own.seat, "Your plan", "only you see it", pills, letter=letter)
    own_lines = [line for line in lines if line != AUTOPILOT]
    shown = own_lines[:MOST_LINES]
    for number, line in enumerate(shown, 1):
        parts += _row(view, number, line, names, FIRST + PITCH * (number - 1))
    y = FIRST + PITCH * len(shown) + 4
    more = f"{plural(len(own_lines) - len(shown), 'more line')}. " if own_lines[MOST_LINES:] else ""
    rest = DECIDED if AUTOPILOT in lines else ASKED
    parts.append(At(MARGIN, y, _rest(f"{more}For everything else {rest}")))
    return drawing(y + ROW_H + 14, parts, private_alt.plan(view, lines, names))


def _row(view: View, number: int, line: Action, names: Sequence[str], y: int) -> list[At]:
    place, meeple, condition = plan_line(line)
    marks: list[Shape] = [At(14, (ROW_H - 44) // 2, disc(str(number), 44))]
    seat = view.own.seat if view.own else 0
    if meeple and place:
        who = pawn(meeple, seat, PAWN_H, initial_of(seat, names))
        marks.append(At(PAWN_X, (ROW_H - PAWN_H) // 2, who))
        words = location_name(place).upper()
        room = CONDITION_X - WORDS_X - 16
        marks.append(_words(WORDS_X, words, NAME, room, CREAM))
        if condition:
            marks.append(_words(CONDITION_X, condition, CONDITION, INNER - CONDITION_X - 20, SOFT))
    else:
        said = label(line, view, names)
        x = PAWN_X if place else THUMB_X
        marks.append(_words(x, said, NAME._replace(face=Face.LABEL), INNER - x - 20, CREAM))
    ground = At(MARGIN, y, _ground(place), is_backdrop=True)
    return [ground, *spread(marks, MARGIN, y, PANEL)]


def _ground(place: str | None) -> Piece:
    marks: list[Shape] = [Box(0, 0, INNER, ROW_H, PANEL, 14)]
    if place:
        name = f"{SCENES}{place}.thumb"
        y = (ROW_H - THUMB) // 2
        marks.append(Sprite(name, THUMB_X, y, THUMB, THUMB, is_backdrop=True, radius=10))
    return piece(INNER, ROW_H, marks)


def _rest(words: str) -> Piece:
    box = Box(0, 0, INNER, ROW_H, HEAD, 14, SOCKET, 4)
    return piece(INNER, ROW_H, [box, text(24, ROW_H / 2, words, CONDITION, MUTED, HEAD)])


def _words(x: int, words: str, style: Style, room: int, colour: str) -> Shape:
    small = shrunk(words, style, room)
    return text(x, ROW_H / 2 + 1, shortened(words, *small, room), small, colour, PANEL)
