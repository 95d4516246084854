"""A player's yard: Docks with their Railcars, the Warehouse, improvements."""

from functools import lru_cache

from engine.factory_42.board import BOARD
from engine.factory_42.cards import IMPROVEMENT_COSTS
from engine.factory_42.view import CarView, PlayerView
from render.factory_42.look import GLYPHS, LINK, LIT, LIT_WORDS, ROW, SIGNS, WELL
from render.factory_42.tokens import (
    CAR_H,
    CAR_W,
    cube,
    fitted_items,
    listed,
    of_cost,
    pawn,
    railcar,
)
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Placed,
    Shape,
    Sprite,
    centered,
    piece,
    row,
    shrunk,
    sign,
    text,
    to_the_right,
)
from render.theme import (
    COLUMN,
    CREAM,
    EDGE,
    GLOW,
    HEAD,
    MISSING,
    MUTED,
    PANEL,
    SOFT,
    Style,
    column,
)

YARD_H, BUILT_H = 288, 112
TITLE = Style(Face.TITLE, 40)
NAME = Style(Face.BOLD, 34)
SAID = Style(Face.BOLD, 32)
MAX_ROOM = BOARD.warehouse_room + sum(data.room for data in BOARD.improvement.values())
SIGN_OF = {
    "small_warehouse": "warehouse",
    "large_warehouse": "warehouse",
    "crane": "dock",
    "incinerator": "private_steam",
}


def yard_parts(player: PlayerView, letter: str, top: int) -> list[Placed]:
    """Draw both Docks and the Warehouse."""
    parts = []
    for dock in (1, 2):
        place = f"manufacturium{dock}"
        crew = _crew(player, place)
        parts.append(
            Placed(
                column(dock - 1),
                top,
                _dock(dock, player.docks[dock - 1], crew, player.seat, letter),
            )
        )
    house = _warehouse(player.warehouse, player.room)
    return [*parts, Placed(column(2), top, house)]


def _crew(player: PlayerView, place: str) -> tuple[str, ...]:
    worker = ("worker",) if place in player.at else ()
    return (*worker, *(("commissar",) if place in player.commissar_at else ()))


def _dock(dock: int, car: CarView | None, crew: tuple[str, ...], seat: int, letter: str) -> Piece:
    load = (car.number, car.load) if car else None
    return _dock_panel(dock, load, crew, seat, letter)


@lru_cache(maxsize=256)
def _dock_panel(
    dock: int,
    car: tuple[int, tuple[int, ...]] | None,
    crew: tuple[str, ...],
    seat: int,
    letter: str,
) -> Piece:
    w, h = COLUMN, YARD_H
    marks: list[Shape] = [
        Box(0, 0, w, h, HEAD, 18, EDGE, 4),
        Box(4, h - 20, w - 8, 5, SOFT),
        text(20, 40, f"DOCK {dock}", TITLE._replace(size=38), CREAM, HEAD),
    ]
    if len(crew) < 2:
        marks.append(sign(GLYPHS + "dock", 166, 40, 48))
    for place, kind in enumerate(crew):
        who = pawn(kind, seat, 62, letter)
        marks.append(Placed(w - 10 - (who.w + 2) * (place + 1), 8, who))
    if car:
        marks.append(Placed((w - CAR_W) // 2, h - 16 - CAR_H, railcar(car[1], car[0])))
    else:
        marks.append(Sprite(SIGNS + "berth", (w - 200) // 2, 92, 200, 160, LINK, is_backdrop=True))
        marks.append(centered(w / 2, 170, "free", Style(Face.LABEL, 38), MUTED, HEAD))
    return piece(w, h, marks)


@lru_cache(maxsize=256)
def _warehouse(cubes: tuple[int, ...], room: int) -> Piece:
    w, h = 572, YARD_H
    there = listed(cubes)
    is_full = len(there) >= room
    marks: list[Shape] = [
        Box(0, 0, w, h, HEAD, 18, EDGE, 4),
        sign(GLYPHS + "warehouse", 46, 40, 52),
        text(84, 40, "WAREHOUSE", TITLE, CREAM, HEAD),
        to_the_right(
            w - 22, 40, f"{len(there)} / {room}", TITLE, MISSING if is_full else SOFT, HEAD
        ),
    ]
    for place in range(max(MAX_ROOM, room)):
        x, y = 16 + 91 * (place % 6), 78 + 102 * (place // 6)
        if place >= room:
            marks += [
                Box(x, y, 84, 96, WELL, 14),
                sign(GLYPHS + "lock", x + 42, y + 48, 38),
            ]
            continue
        marks.append(Box(x, y, 84, 96, PANEL, 14))
        if place < len(there):
            marks.append(cube(there[place], x + 42, y + 90, 1.0))
    return piece(w, h, marks)


# --- improvements -------------------------------------------------------------------------------


def improvement_parts(player: PlayerView, top: int) -> list[Placed]:
    return [
        Placed(column(place), top, _improvement(name, name in player.improvements))
        for place, name in enumerate(BOARD.improvement)
    ]


@lru_cache(maxsize=8)
def _improvement(name: str, is_built: bool) -> Piece:
    w, h = COLUMN, BUILT_H
    on, line = (LIT, GLOW) if is_built else (ROW, EDGE)
    words = improvement_title(name)
    marks: list[Shape] = [
        Box(0, 0, w, h, on, 18, line, 4),
        sign(GLYPHS + SIGN_OF[name], 48, h / 2, 62),
        text(90, 38, words, shrunk(words, NAME, w - 100), CREAM, on),
    ]
    if is_built:
        marks.append(sign("common/check", 104, 78, 26, GLOW))
        marks.append(text(126, 78, _built(name), SAID, LIT_WORDS, on))
    else:
        marks += row(90, 78, fitted_items(of_cost(IMPROVEMENT_COSTS[name]), w - 100, 36, SOFT, on))
    return piece(w, h, marks)


def improvement_title(name: str) -> str:
    room = BOARD.improvement[name].room
    return f"WAREHOUSE +{room}" if room else name.upper()


def _built(name: str) -> str:
    store = BOARD.improvement[name].store
    return f"tank of {store}" if store else "both docks" if name == "crane" else "built"
