"""A location as a tile: its scene, what each slot gives, whether it is open."""

from functools import lru_cache

from engine.factory_42.board import BOARD
from render.factory_42.crew import MIDDLE, Tile, chair, meeples, requisition_x, slot_x
from render.factory_42.look import (
    CHAIR_W,
    FAMILIES,
    LOCATION,
    MINT,
    MINT_INK,
    NAME_H,
    RAIL_H,
    RAILS,
    SCENE_H,
    SCENES,
    SIGNS,
    SLIM,
    SLIM_W,
    TILE_H,
)
from render.factory_42.moment import TITLES
from render.factory_42.tokens import ROSETTE, STEAM, counted, disc
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Placed,
    Shape,
    Sprite,
    Text,
    centered,
    centered_row,
    piece,
    shrunk,
    spread,
    text,
)
from render.theme import (
    ALARM,
    CREAM,
    GLOW,
    HEAD,
    INK,
    SHADE,
    SHADOW,
    SMALLEST,
    SOFT,
    TABLE,
    TILE_NAME,
    WHITE,
    YES_DARK,
    Style,
)
from render.widgets.badges import tick
from render.widgets.panels import over, word_pill

LOOK = FAMILIES[LOCATION]
RADIUS = 16
OUTSET = 6  # of the frame around what is being resolved
RAIL_MIDDLE = NAME_H + SCENE_H - RAIL_H / 2
VALUE = Style(Face.BOLD, 32)
PILL = Style(Face.BOLD, 30)
SMALL = Style(Face.BOLD, SMALLEST)
CLOSED_VEIL = HEAD + "A0"
VALUES = {
    "steam": [(count, ROSETTE) for count in BOARD.steam.rosettes],
    "guild": [(count, STEAM) for count in BOARD.guild.steam],
    "embassy": [(BOARD.embassy.steam, STEAM)] * BOARD.slots["embassy"],
}


def tile(what: Tile, x: int, y: int, w: int) -> list[Placed]:
    """Draw the whole tile as parts of a drawing: what never changes, and what does."""
    is_closed = what.state == "closed"
    placed = [] if what.state != "now" else [Placed(x - OUTSET, y - OUTSET, _frame(w), True)]
    on = GLOW if what.state == "now" else TABLE
    ground = _ground(what.place, what.number, w, is_closed, what.has_chair, what.slots)
    placed.append(Placed(x, y, ground, True, on))
    if is_closed:
        pill = word_pill("CLOSED", ALARM, WHITE, CREAM, Style(Face.BOLD, 36))
        return [*placed, *spread([over(w, NAME_H + 92, pill)], x, y, HEAD)]
    placed += spread(_state(what.state), x, y, LOOK.tint)
    return [*placed, *spread([*chair(what, w), *meeples(what, w)], x, y, HEAD)]


@lru_cache(maxsize=4)
def _frame(w: int) -> Piece:
    wide, high = w + 2 * OUTSET, TILE_H + 2 * OUTSET
    return piece(wide, high, [Box(0, 0, wide, high, GLOW, RADIUS + OUTSET)])


@lru_cache(maxsize=64)
def _ground(place: str, number: int, w: int, is_closed: bool, has_chair: bool, slots: int) -> Piece:
    has_rail = place in RAILS
    seen = SCENE_H - RAIL_H if has_rail else SCENE_H
    marks: list[Shape] = [
        Box(0, TILE_H - 2 * RADIUS, w, 2 * RADIUS + SHADOW, SHADE, RADIUS, corners="bottom"),
        Box(0, 0, w, TILE_H, HEAD, RADIUS),
        Sprite(f"{SCENES}{place}.tile", 0, NAME_H, w, seen, is_backdrop=True),
        Box(0, 0, w, NAME_H - 4, LOOK.main, RADIUS, corners="top"),
        Box(0, NAME_H - 4, w, 4, LOOK.dark),
        Box(0, NAME_H + SCENE_H - 1, w, 4, LOOK.dark),
        Placed(4, 0, disc(str(number), 40)),
        _title(TITLES[place], 50, w - 58),
    ]
    if has_rail:
        marks.append(Box(0, NAME_H + seen, w, RAIL_H, LOOK.dark))
    if has_rail and not is_closed:
        marks += _requisition_rail(w, slots) if place == "requisition" else _rail(place, w)
    if has_chair:
        marks.append(Box(w - CHAIR_W - 6, NAME_H + 5, CHAIR_W, seen - 10, HEAD, 12))
    if is_closed:
        marks.append(Box(0, NAME_H, w, TILE_H - NAME_H, CLOSED_VEIL, RADIUS, corners="bottom"))
        tape = Sprite(SIGNS + "tape", 0, NAME_H + 40, 276, 104, is_backdrop=True)
        marks.append(tape._replace(x=(w - 276) // 2))
    return piece(w, TILE_H + SHADOW, marks)


def _title(words: str, x: int, room: int) -> Text:
    return text(x, NAME_H / 2 - 1, words, shrunk(words, TILE_NAME, room), LOOK.words, LOOK.main)


def _rail(place: str, w: int) -> list[Shape]:
    """Draw what each slot gives or costs, above it."""
    marks: list[Shape] = []
    for number, value in enumerate(VALUES[place]):
        x = slot_x(len(VALUES[place]), number, w)
        marks += centered_row(x, RAIL_MIDDLE, counted([value], 34, WHITE, LOOK.dark))
    return marks


def _requisition_rail(w: int, slots: int) -> list[Shape]:
    """Draw points for the Pool and for oneself; the first pair says which is which."""
    middle = RAIL_MIDDLE
    marks = _pair(6, middle, "pool", "you", (58, 54))
    points = zip(BOARD.requisition.pool, BOARD.requisition.own, strict=True)
    for number, both in enumerate(list(points)[:slots]):
        x = round(requisition_x(number, w)) - 27
        marks += _pair(x, middle, str(both[0]), str(both[1]), (26, 26))
    return marks


def _pair(x: int, middle: float, one: str, other: str, wide: tuple[int, int]) -> list[Shape]:
    top, h = round(middle - 16), 33
    right = x + wide[0] + 2
    style = VALUE if len(one) == 1 else SMALL
    return [
        Box(x, top, wide[0], h, MINT, 7),
        centered(x + wide[0] / 2, middle, one, style, MINT_INK, MINT),
        Box(right, top, wide[1], h, CREAM, 7),
        centered(right + wide[1] / 2, middle, other, style, INK, CREAM),
    ]


def _state(state: str) -> list[Shape]:
    """Write the state in the upper corner of the scene."""
    if state == "now":
        return [Placed(6, NAME_H + 4, word_pill("NOW", YES_DARK, WHITE, CREAM, PILL, pad=12))]
    return [Placed(6, NAME_H + 4, tick(38))] if state == "done" else []


# --- where nobody can be placed


def slim_tile(place: str, number: int, state: str, x: int, y: int) -> list[Placed]:
    """Draw a tile of half the width, with its name below."""
    placed = [Placed(x - OUTSET, y - OUTSET, _frame(SLIM_W), True)] if state == "now" else []
    is_done = state == "done"
    ground = _slim_ground(place, number, is_done)
    placed.append(Placed(x, y, ground, True, GLOW if state == "now" else TABLE))
    return [
        *placed,
        *spread([Placed(SLIM_W - 42, 0, tick(38))] if is_done else [], x, y, LOOK.main),
    ]


@lru_cache(maxsize=8)
def _slim_ground(place: str, number: int, is_done: bool) -> Piece:
    w = SLIM_W
    lines = {"bureaucracy": ("BUREAU-", "CRACY"), "scoring": ("SCORING",)}[place]
    first = MIDDLE - 14 * (len(lines) - 1)
    assert place in SLIM
    marks: list[Shape] = [
        Box(0, TILE_H - 2 * RADIUS, w, 2 * RADIUS + SHADOW, SHADE, RADIUS, corners="bottom"),
        Box(0, 0, w, TILE_H, HEAD, RADIUS),
        Box(0, NAME_H - 8, w, SCENE_H + 8, LOOK.tint),
        Sprite(f"{SCENES}{place}.slim", 0, NAME_H - 8, w, SCENE_H + 9, is_backdrop=True),
        Box(0, 0, w, NAME_H - 4, LOOK.main, RADIUS, corners="top"),
        Box(0, NAME_H - 4, w, 4, LOOK.dark),
        Box(0, NAME_H + SCENE_H - 1, w, 4, LOOK.dark),
        Placed(24 if is_done else 44, 0, disc(str(number), 40)),
    ]
    marks += [
        centered(w / 2, first + 29 * n, line, SMALL, CREAM, HEAD) for n, line in enumerate(lines)
    ]
    return piece(w, TILE_H + SHADOW, marks)


def scoring_tile(number: int, state: str, x: int, y: int, w: int) -> list[Placed]:
    """Draw Scoring as a tile like the others."""
    placed = [Placed(x - OUTSET, y - OUTSET, _frame(w), True)] if state == "now" else []
    ground = _ground("scoring", number, w, False, False, 0)
    placed.append(Placed(x, y, ground, True, GLOW if state == "now" else TABLE))
    words = centered(w / 2, MIDDLE, "awards, penalties", Style(Face.LABEL, 34), SOFT, HEAD)
    return [*placed, *spread(_state(state), x, y, LOOK.tint), *spread([words], x, y, HEAD)]
