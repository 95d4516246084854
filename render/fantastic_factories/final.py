"""The end: the ranking with each score broken down."""

from collections.abc import Sequence

from engine.fantastic_factories.view import View
from render.fantastic_factories import alt
from render.fantastic_factories.look import SCENES
from render.fantastic_factories.ranking import RankingLine, has_won, is_lost, places, sum_items
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Sprite,
    centered,
    centered_row,
    drawing,
    piece,
)
from render.theme import (
    CREAM,
    GOLD,
    HAZARD,
    INK,
    INNER,
    MARGIN,
    SEATS,
    STEEL,
    WHITE,
    WIDTH,
    Style,
)
from render.widgets.belts import belt, loaded
from render.widgets.panels import stripes
from render.widgets.ranking import (
    INSET,
    TOTAL_W,
    Space,
    crest,
    line_fill,
    line_ground,
    named,
    title_plate,
)

BANNER_H = {5: 104, 4: 276}
ROW_H = {5: 176, 4: 184}
GAP = 14


def _sizes(view: View) -> tuple[int, int]:
    count = min(5, max(4, len(view.players)))
    return BANNER_H[count], ROW_H[count]


def _height(view: View) -> int:
    banner, h = _sizes(view)
    count = len(view.players) + bool(view.machine)
    return banner + 22 + count * (h + GAP) + 6


def picture(view: View, names: Sequence[str]) -> Drawing:
    return drawing(_height(view), _parts(view, names), alt.ending(view, names))


def _parts(view: View, names: Sequence[str]) -> list[Placed]:
    banner, h = _sizes(view)
    parts = [Placed(0, 0, _banner(view, banner))]
    for number, place in enumerate(places(view, names)):
        y = banner + 22 + number * (h + GAP)
        parts.append(Placed(MARGIN - 4, y - 4, _line(place, h, has_won(view, place))))
    return parts


def _banner(view: View, h: int) -> Piece:
    lost = is_lost(view)
    scene = SCENES + ("final_machine" if lost else "final")
    words = "THE MACHINE WINS" if lost else "FACTORY OF THE YEAR"
    plate = title_plate(words)
    return piece(
        WIDTH,
        h + 9,
        [
            Sprite(scene, 0, 0, WIDTH, h, is_backdrop=True, window=(0, 0)),
            Placed((WIDTH - plate.w) // 2, 6 if h < 200 else 11, plate),
            *stripes(0, h, WIDTH, HAZARD),
        ],
    )


def _line(place: RankingLine, h: int, is_winner: bool) -> Piece:
    spine, ink = _spine(place)
    fill = line_fill(is_winner)
    x, middle = INSET + 116, INSET + 46
    belt_w = INNER - 190 - x - 14
    space = Space(x + 78, INNER - 208, middle, INSET + h, fill)
    rank = Style(Face.TITLE, 72)
    marks = [
        *line_ground(h, spine, 96, is_winner),
        centered(INSET + 53, INSET + h / 2, str(place.rank), rank, ink, spine),
        crest(place.seat, x, middle, place.letter),
        *named(space, place.name, place.note, is_winner),
        Placed(x, INSET + h - 34, belt(belt_w)),
        *loaded(x + 8, INSET + h - 34, belt_w - 24, place.loads, 46),
        Placed(INNER - 186, INSET + 14, _total(place, h - 28, is_winner)),
    ]
    return piece(INNER + 8, h + 14, marks)


def _spine(place: RankingLine) -> tuple[str, str]:
    if place.seat is None:
        return STEEL, WHITE
    return SEATS[place.seat].fill, SEATS[place.seat].pips


def _total(place: RankingLine, h: int, is_winner: bool) -> Piece:
    """Draw the score and its sum."""
    w = TOTAL_W
    items = sum_items(place, 36 if len(place.loads) < 3 else 30, INK)
    color = GOLD if is_winner else CREAM
    size = 80 if h > 150 else 70
    number = centered(w / 2, h * 0.38, str(place.score), Style(Face.TITLE, size), color, INK)
    return piece(w, h, [Box(0, 0, w, h, INK, 18), number, *centered_row(w / 2, h - 30, items, 3)])
