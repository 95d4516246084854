"""A player's plan, which only they see: its lines in order, and how each is doing."""

from collections.abc import Sequence

from engine.factory_42.labels import label
from engine.factory_42.nouns import location_name
from engine.factory_42.plan_states import NEXT, PAST, WAITS, LineState, line_states
from engine.factory_42.plans import AUTOPILOT, plan_line
from engine.factory_42.view import View
from engine.kernel.codes import Action
from engine.kernel.phrases import capital
from render.factory_42 import private_alt
from render.factory_42.look import GLYPHS, LOCKED, SCENES, SOCKET
from render.factory_42.tokens import disc, pawn
from render.lettering import Face, shortened
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    Sprite,
    drawing,
    piece,
    shrunk,
    sign,
    spread,
    text,
)
from render.names import initial_of
from render.theme import (
    CREAM,
    GLOW,
    HEAD,
    INK,
    INNER,
    MARGIN,
    MUTED,
    PANEL,
    RED,
    SMALLEST,
    SOFT,
    TILE_NAME,
    TOP,
    WHITE,
    YES_DARK,
    Style,
)
from render.widgets.panels import count_pill, seat_header

FIRST = TOP + 13
ROW_H, PITCH, GUTTER = 76, 84, 12
THUMB, PAWN_H = 68, 64
THUMB_X, PAWN_X, WORDS_X = 70, 152, 214
MAX_WIDE = 7  # lines in one column; more are put in two
NAME = TILE_NAME._replace(size=40)
SECOND = Style(Face.LABEL, SMALLEST + 2)
REST = Style(Face.LABEL, 36)
ASKED, DECIDED = "I wait for you", "the autopilot decides"


def picture(view: View, lines: Sequence[Action], names: Sequence[str]) -> Drawing:
    """Draw all its lines, with room for as many as there can be."""
    own = view.own
    assert own
    pills = [count_pill(GLYPHS + "dash_worker", str(own.meeples))] if own.meeples else []
    letter = initial_of(own.seat, names)
    parts = seat_header(own.seat, "Your plan", "only you see it", pills, letter=letter)
    own_lines = [line for line in lines if line != AUTOPILOT]
    columns = 1 if len(own_lines) <= MAX_WIDE else 2
    high = -(-len(own_lines) // columns)
    width = (INNER - GUTTER * (columns - 1)) // columns
    states = line_states(own_lines, view)
    for number, (line, state) in enumerate(zip(own_lines, states, strict=True)):
        column, row = divmod(number, max(1, high))
        x, y = MARGIN + column * (width + GUTTER), FIRST + PITCH * row
        parts += _row(view, number + 1, line, state, names, x, y, width)
    y = FIRST + PITCH * high + 4
    rest = DECIDED if AUTOPILOT in lines else ASKED
    parts.append(Placed(MARGIN, y, _rest(f"For everything else {rest}")))
    return drawing(y + ROW_H + 14, parts, private_alt.plan(view, lines, names))


def _row(
    view: View,
    number: int,
    line: Action,
    state: LineState,
    names: Sequence[str],
    x: int,
    y: int,
    w: int,
) -> list[Placed]:
    place, meeple, condition = plan_line(line)
    marks: list[Shape] = [_number(number, state)]
    seat = view.own.seat if view.own else 0
    words_x = PAWN_X if place else THUMB_X
    words = label(line, view, names)
    if meeple and place:
        who = pawn(meeple, seat, PAWN_H, initial_of(seat, names))
        marks.append(Placed(PAWN_X, (ROW_H - PAWN_H) // 2, who))
        words_x, words = WORDS_X, location_name(place).upper()
    said = capital(state.why) or condition
    room = w - words_x - 16
    name = NAME if meeple else NAME._replace(face=Face.LABEL)
    ink = MUTED if state.kind == PAST else CREAM
    marks.append(_words(words_x, 21 if said else ROW_H // 2, words, name, room, ink))
    if said:
        color = GLOW if state.kind == NEXT else MUTED if state.kind == PAST else SOFT
        clock = 34 if state.kind == WAITS and state.why else 0
        if clock:
            marks.append(sign(GLYPHS + "hourglass", words_x + 13, 58, 24))
        marks.append(_words(words_x + clock, 58, said, SECOND, room - clock, color))
    ground = Placed(x, y, _ground(place, w, state.kind), is_backdrop=True)
    return [ground, *spread(marks, x, y, PANEL)]


def _number(number: int, state: LineState) -> Shape:
    """Draw a line's number, or a cross if it can't be played any more."""
    if state.kind == PAST:
        return sign("common/cross", 36, ROW_H / 2, 36, RED)
    fill, ink = (YES_DARK, WHITE) if state.kind == NEXT else (CREAM, INK)
    return Placed(14, (ROW_H - 44) // 2, disc(str(number), 44, fill, ink))


def _ground(place: str | None, w: int, kind: str) -> Piece:
    line = GLOW if kind == NEXT else LOCKED if kind == PAST else None
    marks: list[Shape] = [Box(0, 0, w, ROW_H, PANEL, 14, line, 4 if line else 0)]
    if place:
        name = f"{SCENES}{place}.thumb"
        y = (ROW_H - THUMB) // 2
        marks.append(Sprite(name, THUMB_X, y, THUMB, THUMB, is_backdrop=True, radius=10))
    return piece(w, ROW_H, marks)


def _rest(words: str) -> Piece:
    box = Box(0, 0, INNER, ROW_H, HEAD, 14, SOCKET, 4)
    return piece(INNER, ROW_H, [box, text(24, ROW_H / 2, words, REST, MUTED, HEAD)])


def _words(x: int, middle: float, words: str, style: Style, room: int, color: str) -> Shape:
    small = shrunk(words, style, room)
    return text(x, middle, shortened(words, *small, room), small, color, PANEL)
