"""The end: the ranking with each score broken down."""

from collections.abc import Sequence

from engine.fantastic_factories.view import View
from render import lettering
from render.fantastic_factories import alt
from render.fantastic_factories.look import SCENES
from render.fantastic_factories.ranking import Place, crest, has_won, is_lost, places, sum_items
from render.lettering import Face
from render.marks import (
    At,
    Box,
    Drawing,
    Mark,
    Piece,
    Sprite,
    centred,
    centred_row,
    drawing,
    piece,
    shrunk,
    sign,
    to_the_right,
)
from render.theme import (
    BROWN,
    CREAM,
    GOLD,
    HAZARD,
    INK,
    INNER,
    LINE,
    MARGIN,
    SEATS,
    STEEL,
    WHITE,
    WIDTH,
    WINNER,
    Style,
)
from render.widgets.badges import name_marks, name_width
from render.widgets.belts import belt, loaded
from render.widgets.panels import shadow, stripes

BANNER_H = {5: 104, 4: 276}
ROW_H = {5: 176, 4: 184}
GAP = 14
CROWN = 96  # the room of a winner's crown


def _sizes(view: View) -> tuple[int, int]:
    count = min(5, max(4, len(view.players)))
    return BANNER_H[count], ROW_H[count]


def _height(view: View) -> int:
    banner, h = _sizes(view)
    count = len(view.players) + bool(view.machine)
    return banner + 22 + count * (h + GAP) + 6


def picture(view: View, names: Sequence[str]) -> Drawing:
    return drawing(_height(view), _parts(view, names), alt.ending(view, names))


def _parts(view: View, names: Sequence[str]) -> list[At]:
    banner, h = _sizes(view)
    found = [At(0, 0, _banner(view, banner))]
    for number, place in enumerate(places(view, names)):
        y = banner + 22 + number * (h + GAP)
        found.append(At(MARGIN - 4, y - 4, _line(place, h, has_won(view, place))))
    return found


def _banner(view: View, h: int) -> Piece:
    lost = is_lost(view)
    scene = SCENES + ("final_machine" if lost else "final")
    words = "THE MACHINE WINS" if lost else "FACTORY OF THE YEAR"
    plate = _title(words)
    return piece(
        WIDTH,
        h + 9,
        [
            Sprite(scene, 0, 0, WIDTH, h, is_backdrop=True, window=(0, 0)),
            At((WIDTH - plate.w) // 2, 6 if h < 200 else 11, plate),
            *stripes(0, h, WIDTH, HAZARD),
        ],
    )


def _title(words: str) -> Piece:
    style = Style(Face.TITLE, 66)
    w, h = round(lettering.width(words, *style)) + 84, 92
    plate = Box(0, 0, w, h, INK, 22, GOLD, 6)
    return piece(w, h, [plate, centred(w / 2, h / 2, words, style, CREAM, INK)])


def _line(place: Place, h: int, is_winner: bool) -> Piece:
    fill = WINNER if is_winner else CREAM
    edge = GOLD if is_winner else LINE
    spine, ink = _spine(place)
    w, inset = INNER + 8, 4
    marks: list[Mark] = [
        shadow(inset, inset, INNER, h, 22),
        Box(inset, inset, INNER, h, edge, 22),
        Box(inset + 5, inset + 5, INNER - 10, h - 10, fill, 17),
        Box(inset + 5, inset + 5, 96, h - 10, spine, 17, corners="left"),
        centred(inset + 53, inset + h / 2, str(place.rank), Style(Face.TITLE, 72), ink, spine),
    ]
    x, middle = inset + 116, inset + 46
    marks.append(crest(place, x, middle))
    aside = shrunk(place.note, Style(Face.LABEL, 36), 240)
    taken = (CROWN if is_winner else 0) + (24 if place.note else 0)
    room = INNER - 208 - (x + 78) - round(lettering.width(place.note, *aside)) - taken
    style = Style(Face.TITLE, 46)
    marks += name_marks(x + 78, middle, place.name, room, style, INK, fill)
    if is_winner:
        after = x + 78 + name_width(place.name, room, style)
        marks.append(sign("common/crown", after + CROWN / 2, middle - 2, 50))
    if place.note:
        marks.append(to_the_right(INNER - 208, middle, place.note, aside, BROWN, fill))
    belt_w = INNER - 190 - x - 14
    marks.append(At(x, inset + h - 34, belt(belt_w)))
    marks += loaded(x + 8, inset + h - 34, belt_w - 24, place.loads, 46)
    marks.append(At(INNER - 186, inset + 14, _total(place, h - 28, is_winner)))
    return piece(w, h + 14, marks)


def _spine(place: Place) -> tuple[str, str]:
    if place.seat is None:
        return STEEL, WHITE
    return SEATS[place.seat].fill, SEATS[place.seat].pips


def _total(place: Place, h: int, is_winner: bool) -> Piece:
    """The score and its sum."""
    w = 176
    items = sum_items(place, 36 if len(place.loads) < 3 else 30, INK)
    colour = GOLD if is_winner else CREAM
    size = 80 if h > 150 else 70
    number = centred(w / 2, h * 0.38, str(place.score), Style(Face.TITLE, size), colour, INK)
    return piece(w, h, [Box(0, 0, w, h, INK, 18), number, *centred_row(w / 2, h - 30, items, 3)])
