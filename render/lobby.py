"""The header of a lobby: the game's street, who has joined, which seats are free."""

from collections.abc import Container, Sequence
from functools import lru_cache

from render import lettering
from render.alt import fitting, isolated
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    Sprite,
    centered,
    drawing,
    piece,
    shrunk,
    sign,
)
from render.names import initials
from render.theme import (
    BAND,
    CREAM,
    GOLD,
    HEAD,
    INK,
    INNER,
    LABEL,
    MARGIN,
    MUTED,
    SEATS,
    WIDTH,
    Accent,
    Style,
)
from render.widgets.badges import SMALL, badge, name_lines, spoken
from render.widgets.panels import stripes

SCENE_H = 420
SEAT_H = 206
HEIGHT = SCENE_H + BAND + SEAT_H + 36
BADGE = 76


def lobby(
    title: str,
    scene: str,
    names: Sequence[str],
    robots: Container[int],
    seats: range,
    accent: Accent,
) -> Drawing:
    """Draw the header; `robots` are the autopilots' seats, `seats` the game's player counts."""
    max_seats = seats[-1]
    called = spoken(tuple(names))
    letters = initials(called)
    parts = [Placed(0, 0, _street(title, scene, accent))]
    w = (INNER - 14 * (max_seats - 1)) // max_seats
    for seat in range(max_seats):
        name = called[seat] if seat < len(called) else None
        crest = None if name is None or seat in robots else badge(seat, BADGE, letters[seat])
        is_needed = seat < seats[0]
        place = MARGIN + seat * (w + 14)
        parts.append(Placed(place, SCENE_H + BAND + 18, _seat(seat, name, crest, is_needed, w)))
    return drawing(HEIGHT, parts, _alt(title, called, seats))


def _alt(title: str, names: Sequence[str], seats: range) -> str:
    free = seats[-1] - len(names)
    taken = ", ".join(map(isolated, names)) if names else "nobody yet"
    more = "one seat is free" if free == 1 else f"{free} seats are free"
    left = more if free else "the table is full"
    return fitting(f"{title}: a table is open. Seated: {taken}; {left}.")


@lru_cache(maxsize=8)
def _street(title: str, scene: str, accent: Accent) -> Piece:
    words = title.upper()
    style = shrunk(words, Style(Face.TITLE, 78), 640)
    w = round(lettering.width(words, *style)) + 72
    plate = piece(
        w,
        112,
        [Box(0, 0, w, 112, INK, 24, GOLD, 6), centered(w / 2, 56, words, style, CREAM, INK)],
    )
    return piece(
        WIDTH,
        SCENE_H + BAND,
        [
            Sprite(scene, 0, 0, WIDTH, SCENE_H, is_backdrop=True, window=(0, 0)),
            Placed(40, 40, plate),
            *stripes(0, SCENE_H, WIDTH, accent),
        ],
    )


def _seat(seat: int, name: str | None, crest: Piece | None, is_needed: bool, w: int) -> Piece:
    """Draw a place with a badge, an autopilot, or nobody."""
    ground = Box(0, 0, w, SEAT_H, HEAD, 18, SEATS[seat].fill if name else None, 4 if name else 0)
    if name is None:
        words = "needed" if is_needed else "free seat"
        chair = sign("common/seat_empty", w / 2, 56, BADGE)
        return piece(w, SEAT_H, [ground, chair, centered(w / 2, 146, words, LABEL, MUTED, HEAD)])
    who: Shape = sign("common/robot", w / 2, 16 + BADGE / 2, BADGE)
    if crest:
        who = Placed((w - BADGE) // 2, 16, crest)
    return piece(w, SEAT_H, [ground, who, *_name(name, w)])


def _name(name: str, w: int) -> list[Shape]:
    """Draw a name in the middle, in several lines if it must be."""
    room, middle = w - 20, 146
    style = Style(Face.TITLE, 42)
    size = lettering.fitted(name, style.face, style.size, 34, room)
    if size:
        return [centered(w / 2, middle, name, style._replace(size=size), CREAM, HEAD)]
    lines, step = name_lines(name, room, 3)
    top = middle - step * (len(lines) - 1) / 2
    return [
        centered(w / 2, top + step * number, line, SMALL, CREAM, HEAD)
        for number, line in enumerate(lines)
    ]
