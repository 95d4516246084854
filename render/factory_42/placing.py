"""Where the seat can place a meeple: every location as a low tile with its free slots."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_42.board import BOARD
from engine.factory_42.cards import EVENTS
from engine.factory_42.state import NO_COMMISSAR, OWN_BOARD
from engine.factory_42.view import View
from render.factory_42 import private_alt
from render.factory_42.look import (
    FAMILIES,
    GLYPHS,
    LOCATION,
    PLACE_H,
    PLACE_W,
    SCENES,
    SIGNS,
    SOCKET,
    THUMB_W,
)
from render.factory_42.market import LINE_H, event_line
from render.factory_42.moment import (
    TITLES,
    commissars_at,
    number_of,
    places,
    state_of,
    workers_at,
)
from render.factory_42.own_strip import STRIP_H, own_strip
from render.factory_42.player import points_pill
from render.factory_42.tokens import pawn, slot
from render.lettering import Face
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
    text,
)
from render.names import initials
from render.theme import (
    ALARM,
    CREAM,
    EDGE,
    GLOW,
    GOLD,
    HEAD,
    MARGIN,
    PANEL,
    SOFT,
    TILE_NAME,
    TOP,
    WHITE,
    Style,
)
from render.widgets.badges import badge
from render.widgets.panels import RING, count_pill, ring, seat_header, word_pill

FIRST = TOP + 13
STEP_X, STEP_Y = PLACE_W + 10, PLACE_H + 9
LOOK = FAMILIES[LOCATION]
SLOT_W, SLOT_H, PAWN_H = 44, 60, 62
NAME_H = 46
SHORT = {"guild": "GUILD", "embassy": "EMBASSY"}
FRAME, RADIUS = 4, 16
VALUES = {
    "requisition": [str(points) for points in BOARD.requisition.own],
    "steam": [str(count) for count in BOARD.steam.rosettes],
    "guild": [str(count) for count in BOARD.guild.steam],
    "embassy": [str(BOARD.embassy.steam)] * BOARD.slots["embassy"],
}


def picture(view: View, names: Sequence[str], marks: Sequence[str] = ()) -> Drawing:
    own = view.own
    assert own
    head = "Place a meeple" if own.seat in view.to_act and view.asks == "place" else "Locations"
    pills = [
        count_pill(GLYPHS + "rosette", str(own.rosettes)),
        count_pill(GLYPHS + "steam", str(view.steam)),
        points_pill(own.vp),
    ]
    letters = initials(tuple(names))
    letter = letters[own.seat]
    parts = seat_header(own.seat, head, f"{own.meeples} left", pills, letter=letter)
    top = FIRST
    if view.event and EVENTS[view.event].effects:
        parts.append(Placed(MARGIN, top, event_line(view.event)))
        top += LINE_H + 10
    shown = [place for place in places(view) if place not in ("bureaucracy", "scoring")]
    for number, place in enumerate(shown):
        x, y = MARGIN + STEP_X * (number % 3), top + STEP_Y * (number // 3)
        if place == "".join(marks[1:]):
            frame = ring(PLACE_W, PLACE_H, RADIUS)
            parts.append(Placed(x - RING, y - RING, frame, is_backdrop=True))
        parts.append(Placed(x, y, _place(view, letters, place, own.seat)))
    rows, last = len(shown) // 3, top + STEP_Y * (len(shown) // 3)
    assert len(shown) == 3 * rows + 1
    parts.append(Placed(MARGIN + STEP_X, last, _turns(_left(view), letters, view.to_act)))
    y = last + PLACE_H + 14
    parts.append(own_strip(view, y))
    return drawing(y + STRIP_H + 14, parts, private_alt.placing(view, names))


def _left(view: View) -> tuple[int, ...]:
    return tuple(player.meeples for player in view.players)


def _place(view: View, letters: tuple[str, ...], place: str, seat: int) -> Piece:
    is_own = place in OWN_BOARD
    number = number_of(view, place)
    is_closed = state_of(view, place) == "closed"
    workers, chairs = workers_at(view, place), commissars_at(view, place)
    has_chair = place not in NO_COMMISSAR
    is_open = not is_closed and view.asks == "place" and view.players[seat].meeples > 0
    if is_own:
        can_place = is_open and seat not in workers
        return _tile(
            place, number, is_closed, can_place, 1, workers, chairs, has_chair, letters, seat
        )
    slots = view.slots[place]
    can_place = is_open and len(workers) < slots
    return _tile(
        place, number, is_closed, can_place, slots, workers, chairs, has_chair, letters, None
    )


@lru_cache(maxsize=256)
def _tile(
    place: str,
    number: int,
    is_closed: bool,
    can_place: bool,
    slots: int,
    workers: tuple[int, ...],
    chairs: tuple[int, ...],
    has_chair: bool,
    letters: tuple[str, ...],
    owner: int | None,
) -> Piece:
    w, h = PLACE_W, PLACE_H
    words = f"{number} {SHORT.get(place, TITLES[place])}"
    x = THUMB_W + 10
    marks: list[Shape] = [
        Box(0, 0, w, h, GLOW if can_place else LOOK.dark, RADIUS),
        Box(FRAME, FRAME, w - 2 * FRAME, h - 2 * FRAME, HEAD, 12),
        Sprite(
            f"{SCENES}{place}.thumb",
            FRAME,
            FRAME,
            THUMB_W,
            h - 2 * FRAME,
            is_backdrop=True,
            radius=12,
            corners="left",
        ),
        Box(FRAME + THUMB_W, FRAME, w - 2 * FRAME - THUMB_W, NAME_H - 4, LOOK.main),
        Box(FRAME + THUMB_W, FRAME + NAME_H - 4, w - 2 * FRAME - THUMB_W, 4, LOOK.dark),
        text(
            x, FRAME + NAME_H / 2 - 1, words, shrunk(words, TILE_NAME, w - x - 8), WHITE, LOOK.main
        ),
    ]
    if is_closed:
        pill = word_pill("CLOSED", ALARM, WHITE, CREAM, Style(Face.BOLD, 34))
        return piece(w, h, [*marks, Placed(x + 60, NAME_H + 16, pill)])
    if owner is None:
        marks += _slots(place, slots, workers, letters)
        chair = chairs[0] if chairs else None
    else:
        marks += _own(owner, workers, letters)
        chair = owner if owner in chairs else None
    if has_chair:
        marks += _chair(chair, letters)
    return piece(w, h, marks)


def _slots(place: str, slots: int, workers: tuple[int, ...], letters: Sequence[str]) -> list[Shape]:
    marks: list[Shape] = []
    step, w = (50, SLOT_W) if slots < 5 else (41, 39)
    for number in range(slots):
        x = THUMB_W + 8 + step * number
        if number < len(workers):
            seat, high = workers[number], PAWN_H if slots < 5 else 56
            marks.append(_standing(pawn("worker", seat, high, letters[seat]), x))
        else:
            words = VALUES[place][number] if place in VALUES else ""
            marks.append(Placed(x, NAME_H + 10, slot(w, SLOT_H, words, SOCKET, HEAD)))
    return marks


def _standing(who: Piece, x: int) -> Shape:
    return Placed(x, NAME_H + 9 + (PAWN_H - who.h) // 2, who)


def _own(seat: int, workers: tuple[int, ...], letters: Sequence[str]) -> list[Shape]:
    """Draw the seat's own place, and the badges of others who stand at theirs."""
    x = THUMB_W + 10
    marks: list[Shape] = []
    if seat in workers:
        marks.append(_standing(pawn("worker", seat, PAWN_H, letters[seat]), x))
    else:
        marks.append(Placed(x, NAME_H + 10, slot(SLOT_W, SLOT_H, letters[seat], SOCKET, HEAD)))
    others = [each for each in workers if each != seat]
    for number, other in enumerate(others):
        marks.append(Placed(x + 56 + 36 * number, NAME_H + 22, badge(other, 35, letters[other])))
    return marks


def _chair(seat: int | None, letters: Sequence[str]) -> list[Shape]:
    x = PLACE_W - FRAME - 50
    if seat is not None:
        who = pawn("commissar", seat, PAWN_H, letters[seat])
        return [Placed(x + (46 - who.w) // 2, NAME_H + 9, who)]
    return [
        Box(x, NAME_H + 10, 46, SLOT_H, PANEL, 12),
        sign(SIGNS + "chief", x + 23, NAME_H + 40, 34),
    ]


@lru_cache(maxsize=64)
def _turns(left: tuple[int, ...], letters: tuple[str, ...], awaited: tuple[int, ...]) -> Piece:
    """Draw who has how many meeples left."""
    w, h = 2 * PLACE_W + 10, PLACE_H
    marks: list[Shape] = [
        Box(0, 0, w, h, HEAD, 18, EDGE, 4),
        text(22, h / 2, "TO PLACE", Style(Face.BOLD, 36), SOFT, HEAD),
    ]
    step = (w - 190) // len(left)
    for seat, count in enumerate(left):
        x = 182 + step * seat
        marks.append(Placed(x, h // 2 - 26, badge(seat, 52, letters[seat])))
        color = GOLD if count else SOFT
        marks.append(text(x + 60, h / 2, str(count), Style(Face.TITLE, 42), color, HEAD))
        if seat in awaited:
            marks.append(Box(x, h // 2 + 34, 52, 6, GLOW, 3))
    return piece(w, h, marks)
