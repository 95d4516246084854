"""The Pool and the rail: cubes for everybody, Steam, the Tower, Railcars, the round's cards."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_42.view import View
from engine.kernel.phrases import plural
from render.factory_42 import alt
from render.factory_42.gauge import gauge_panel
from render.factory_42.look import CHOSEN, GLYPHS, ROW, SCENES
from render.factory_42.market import PANEL_H, event_panel, market_panel
from render.factory_42.moment import accent, when
from render.factory_42.tokens import amounts, cube, fitted_items, of_cubes
from render.factory_42.track import TRACK_H, track_panel
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    Sprite,
    breadth,
    centered,
    centered_row,
    drawing,
    piece,
    sign,
    text,
    to_the_right,
)
from render.theme import (
    COLUMN,
    CREAM,
    EDGE,
    GOLD,
    HEAD,
    MARGIN,
    MUTED,
    PANEL,
    SOFT,
    TOP,
    Style,
    column,
)
from render.widgets.panels import count_pill, table_header

FIRST = TOP + 15
POOL_W, POOL_H = 572, 336
GAP = 18
TITLE = Style(Face.TITLE, 42)
COUNT = Style(Face.TITLE, 46)
CELL_W, CELL_H = 130, 82


def picture(view: View, names: Sequence[str]) -> Drawing:
    pills = [count_pill(GLYPHS + "rosette", f"{view.rosettes} left")]
    parts = table_header("POOL", when(view), pills, accent(view))
    parts += rail_parts(view, FIRST)
    y = FIRST + rail_height() + GAP
    parts += [Placed(MARGIN, y, event_panel(view)), Placed(column(2), y, market_panel(view))]
    return drawing(y + PANEL_H + 20, parts, alt.pool(view))


def rail_height() -> int:
    return POOL_H + GAP + TRACK_H


def rail_parts(view: View, top: int) -> list[Placed]:
    """Draw Pool, boiler and Tower, and the Railcars below them."""
    return [
        Placed(MARGIN, top, _pool(view.pool, sum(view.bag), view.drawn)),
        Placed(column(2), top, gauge_panel(view, POOL_H)),
        Placed(column(3), top, _tower(sum(view.tower))),
        Placed(MARGIN, top + POOL_H + GAP, track_panel(view)),
    ]


@lru_cache(maxsize=64)
def _pool(cubes: tuple[int, ...], bag: int, drawn: tuple[int, ...]) -> Piece:
    marks: list[Shape] = [Box(0, 0, POOL_W, POOL_H, HEAD, 18, EDGE, 4), *_title(cubes, drawn)]
    for place, (resource, count) in enumerate(amounts(cubes)):
        marks += _cell(place, PANEL if count else ROW)
        x, y = _corner(place)
        there = cube(resource, x + 40, y + CELL_H - 4, 0.92)
        if count:
            marks.append(there)
        else:
            marks += [there._replace(is_backdrop=True), Box(*_veil(there), f"{ROW}A8", 14)]
        fill, color = (PANEL, CREAM) if count else (ROW, MUTED)
        marks.append(centered(x + 100, y + CELL_H / 2, str(count), COUNT, color, fill))
    return piece(POOL_W, POOL_H, [*marks, *_bag(bag)])


def _title(cubes: tuple[int, ...], drawn: tuple[int, ...]) -> list[Shape]:
    """Say how many cubes there are, or what was drawn from the Bag and isn't placed yet."""
    style = Style(Face.LABEL, 36)
    if not any(drawn):
        count = to_the_right(POOL_W - 20, 36, plural(sum(cubes), "cube"), style, MUTED, HEAD)
        return [text(20, 34, "COMMON POOL", TITLE, CREAM, HEAD), count]
    items = fitted_items(of_cubes(drawn), POOL_W - 270, 40, CREAM, CHOSEN)
    w = round(breadth(items)) + 24
    plate = piece(w, 54, [Box(0, 0, w, 54, CHOSEN, 14, GOLD, 3), *centered_row(w / 2, 27, items)])
    return [
        text(20, 34, "POOL", TITLE, CREAM, HEAD),
        to_the_right(POOL_W - 26 - w, 36, "drawn", style, GOLD, HEAD),
        Placed(POOL_W - 14 - w, 7, plate),
    ]


def _veil(there: Sprite) -> tuple[int, int, int, int]:
    return there.x, there.y, there.w, there.h


def _corner(place: int) -> tuple[int, int]:
    return 14 + (CELL_W + 8) * (place % 4), 64 + (CELL_H + 6) * (place // 4)


def _cell(place: int, fill: str) -> list[Shape]:
    return [Box(*_corner(place), CELL_W, CELL_H, fill, 14)]


def _bag(count: int) -> list[Shape]:
    """Draw the last place of the grid: how many cubes the Bag holds."""
    x, y = _corner(11)
    return [
        *_cell(11, ROW),
        sign(GLYPHS + "bag", x + 38, y + CELL_H / 2, 64),
        centered(x + 100, y + CELL_H / 2, str(count), COUNT._replace(size=42), SOFT, ROW),
    ]


@lru_cache(maxsize=64)
def _tower(count: int) -> Piece:
    w, h = COLUMN, POOL_H
    return piece(
        w,
        h,
        [
            Box(0, 0, w, h, HEAD, 18, EDGE, 4),
            centered(w / 2, 36, "TOWER", Style(Face.BOLD, 38), SOFT, HEAD),
            Sprite(SCENES + "bureaucracy.tower", 14, 66, 156, 250, is_backdrop=True, radius=14),
            centered(220, 170, str(count), Style(Face.TITLE, 72), CREAM, HEAD),
            centered(220, 230, "inside", Style(Face.LABEL, 36), MUTED, HEAD),
        ],
    )
