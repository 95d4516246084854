"""The three floors of headquarters side by side, with their sockets and the dice in them."""

from functools import lru_cache

from engine.fantastic_factories.state import FLOOR_SLOTS
from engine.fantastic_factories.view import PlayerView
from render.fantastic_factories.compound import FLOORS, Floor
from render.fantastic_factories.look import GLYPHS, TYPES
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Placed,
    Shape,
    centered,
    piece,
    row,
    sprite_item,
    text,
    words_item,
)
from render.theme import CREAM, GOLD, INK, MARGIN, PANEL_HIGH, SEATS, TABLE, WHITE, YES_DARK, Style
from render.widgets.dice import die, socket
from render.widgets.panels import RING, ring

FLOOR_W, FLOOR_H, GAP = 381, 94, 10
DIE, PITCH = 58, 66
TRAY_W = 200
SPINE, RADIUS = 12, 18
BONUS = 34  # hides no pip
COLORS = {"research": "production", "generate": "utility", "mine": "monument"}


def floors(player: PlayerView, y: int, marked: str = "") -> list[Placed]:
    """Draw the floors; `marked` is the one that the next step of a lesson uses."""
    frame = ring(FLOOR_W, FLOOR_H, RADIUS)
    frames = [
        Placed(MARGIN + (FLOOR_W + GAP) * number - RING, y - RING, frame, is_backdrop=True)
        for number, floor in enumerate(FLOORS)
        if floor.name == marked
    ]
    return frames + [
        Placed(
            MARGIN + (FLOOR_W + GAP) * number,
            y,
            _floor(floor, getattr(player, floor.name), player.seat),
            True,
            GOLD if floor.name == marked else TABLE,
        )
        for number, floor in enumerate(FLOORS)
    ]


@lru_cache(maxsize=128)
def _floor(floor: Floor, dice: tuple[int, ...], seat: int) -> Piece:
    gain = [
        sprite_item("common/arrow", 22, INK),
        words_item(floor.gain, Style(Face.BOLD, 38), INK, CREAM),
        sprite_item(GLYPHS + floor.sign, 40),
    ]
    edge = TYPES[COLORS[floor.name]].main
    return piece(
        FLOOR_W,
        FLOOR_H,
        [
            Box(0, 0, 3 * RADIUS, FLOOR_H, edge, RADIUS, corners="left"),
            Box(SPINE, 0, 3 * RADIUS, FLOOR_H, CREAM),
            Box(SPINE, 0, FLOOR_W - SPINE, FLOOR_H, CREAM, RADIUS),
            text(SPINE + 12, 27, floor.name.upper(), Style(Face.BOLD, 36), INK, CREAM),
            *row(SPINE + 14, 66, gain, 6),
            Placed(FLOOR_W - TRAY_W - 8, 8, _sockets(floor, dice, seat)),
        ],
    )


def _sockets(floor: Floor, dice: tuple[int, ...], seat: int) -> Piece:
    """Draw places for dice; between equal neighbors their bonus."""
    h = FLOOR_H - 16
    top = (h - DIE) // 2
    marks: list[Shape] = [Box(0, 0, TRAY_W, h, PANEL_HIGH, 16)]
    for number in range(FLOOR_SLOTS):
        is_placed = number < len(dice)
        thing = die(dice[number], SEATS[seat], DIE) if is_placed else socket(floor.wish, DIE)
        marks.append(Placed(_socket_x(number), top, thing, is_backdrop=is_placed))
    for number in range(1, len(dice)):
        if dice[number] == dice[number - 1]:
            middle = _socket_x(number) - (PITCH - DIE) // 2
            marks.append(Placed(middle - BONUS // 2, (h - BONUS) // 2, _bonus()))
    return piece(TRAY_W, h, marks)


def _socket_x(number: int) -> int:
    return (TRAY_W - PITCH * (FLOOR_SLOTS - 1) - DIE) // 2 + PITCH * number


@lru_cache(maxsize=1)
def _bonus() -> Piece:
    disc = Box(0, 0, BONUS, BONUS, YES_DARK, BONUS // 2)
    words = centered(BONUS / 2, BONUS / 2, "+1", Style(Face.BOLD, 30), WHITE, YES_DARK)
    return piece(BONUS, BONUS, [disc, words])
