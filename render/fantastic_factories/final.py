"""The end: the ranking with each score broken down, and a card to share."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.view import BuildingView, MachineView, View
from render import lettering
from render.fantastic_factories import alt
from render.fantastic_factories.glance import cards_of, row_of_thumbs
from render.fantastic_factories.look import GLYPHS, SCENES
from render.lettering import Face
from render.marks import (
    At,
    Box,
    Drawing,
    Item,
    Mark,
    Piece,
    Sprite,
    centred,
    centred_row,
    drawing,
    piece,
    row,
    shrunk,
    sign,
    sprite_item,
    text,
    to_the_right,
    words_item,
)
from render.theme import (
    CREAM,
    GOLD,
    HAZARD,
    INK,
    INNER,
    LABEL,
    LINE,
    MARGIN,
    MUTED,
    SEATS,
    TABLE,
    WHITE,
    WIDTH,
    Style,
)
from render.widgets.badges import badge, name_marks, name_width
from render.widgets.belts import Load, belt, loaded
from render.widgets.panels import shadow, stripes

TIES = ("metal", "energy", "hand")
MACHINE_FILL = "#4A5C6B"
BANNER_H = {5: 104, 4: 276}
ROW_H = {5: 176, 4: 184}
GAP = 14
SHARE_H = 630
CROWN = 96  # the room of a winner's crown


class Place(NamedTuple):
    """One line of the ranking."""

    rank: int
    seat: int | None  # None: The Machine
    name: str
    score: int
    loads: tuple[Load, ...]  # what the score is made of
    note: str


def _places(view: View, names: Sequence[str]) -> list[Place]:
    result = view.result
    assert result
    found = []
    for player in view.players:
        loads = (
            Load(GLYPHS + "goods", player.goods),
            Load(GLYPHS + "prestige", player.prestige),
        )
        note = _note(view, player.seat)
        rank = result.ranks[player.seat]
        found.append(Place(rank, player.seat, names[player.seat], player.score, loads, note))
    if view.machine:
        found.append(_of_machine(view.machine, 3 - result.ranks[0]))
    return sorted(found, key=lambda place: place.rank)


def _of_machine(machine: MachineView, rank: int) -> Place:
    monuments = sum(BLUEPRINTS[card].is_monument for card in machine.compound)
    loads = (
        Load(GLYPHS + "goods", machine.goods),
        Load(GLYPHS + "blueprint", len(machine.compound)),
        Load(GLYPHS + "type_monument", monuments, "#7C8791"),
    )
    return Place(rank, None, "The Machine", machine.score, loads, machine.difficulty)


def _note(view: View, seat: int) -> str:
    """What broke a tie of points, for those who were in it."""
    result = view.result
    assert result
    if view.machine:
        tied = not result.winners and view.machine.score == result.scores[0]
        return f"needs more than {view.machine.score}" if tied else ""
    if result.scores.count(result.scores[seat]) < 2:
        return ""
    parts = result.parts[seat]
    rivals = [
        result.parts[other]
        for other, score in enumerate(result.scores)
        if score == result.scores[seat] and other != seat
    ]
    for kind in TIES:
        if any(rival[kind] != parts[kind] for rival in rivals):
            return f"tie: {parts[kind]} {'in hand' if kind == 'hand' else kind}"
    return "tie: equal in all"


def _sizes(view: View) -> tuple[int, int]:
    count = min(5, max(4, len(view.players)))
    return BANNER_H[count], ROW_H[count]


def _height(view: View) -> int:
    banner, h = _sizes(view)
    count = len(view.players) + bool(view.machine)
    return banner + 22 + count * (h + GAP) + 6


def picture(view: View, names: Sequence[str]) -> Drawing:
    return drawing(_height(view), _parts(view, names), alt.ending(view, names))


def share(view: View, names: Sequence[str], title: str) -> Drawing:
    return drawing(SHARE_H, _share_parts(view, names, title), alt.ending(view, names))


def _parts(view: View, names: Sequence[str]) -> list[At]:
    banner, h = _sizes(view)
    found = [At(0, 0, _banner(view, banner))]
    for number, place in enumerate(_places(view, names)):
        y = banner + 22 + number * (h + GAP)
        found.append(At(MARGIN - 4, y - 4, _line(place, h, _won(view, place))))
    return found


def _won(view: View, place: Place) -> bool:
    assert view.result
    return place.seat in view.result.winners if place.seat is not None else place.rank == 1


def _lost_to_machine(view: View) -> bool:
    assert view.result
    return bool(view.machine) and not view.result.winners


def _banner(view: View, h: int) -> Piece:
    lost = _lost_to_machine(view)
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
    fill = "#FFEFC4" if is_winner else CREAM
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
    marks.append(_crest(place, x, middle))
    aside = shrunk(place.note, Style(Face.LABEL, 36), 240)
    taken = (CROWN if is_winner else 0) + (24 if place.note else 0)
    room = INNER - 208 - (x + 78) - round(lettering.width(place.note, *aside)) - taken
    style = Style(Face.TITLE, 46)
    marks += name_marks(x + 78, middle, place.name, room, style, INK, fill)
    if is_winner:
        after = x + 78 + name_width(place.name, room, style)
        marks.append(sign("common/crown", after + CROWN / 2, middle - 2, 50))
    if place.note:
        marks.append(to_the_right(INNER - 208, middle, place.note, aside, "#5F4E2E", fill))
    belt_w = INNER - 190 - x - 14
    marks.append(At(x, inset + h - 34, belt(belt_w)))
    marks += loaded(x + 8, inset + h - 34, belt_w - 24, place.loads, 46)
    marks.append(At(INNER - 186, inset + 14, _total(place, h - 28, is_winner)))
    return piece(w, h + 14, marks)


def _spine(place: Place) -> tuple[str, str]:
    if place.seat is None:
        return MACHINE_FILL, WHITE
    return SEATS[place.seat].fill, SEATS[place.seat].pips


def _crest(place: Place, x: int, middle: int) -> Mark:
    if place.seat is None:
        return sign("common/robot", x + 34, middle, 66)
    return At(x, middle - 34, badge(place.seat, 68))


def _total(place: Place, h: int, is_winner: bool) -> Piece:
    """The score and its sum."""
    w = 176
    items = _sum(place, 36 if len(place.loads) < 3 else 30, INK)
    colour = GOLD if is_winner else CREAM
    size = 80 if h > 150 else 70
    number = centred(w / 2, h * 0.38, str(place.score), Style(Face.TITLE, size), colour, INK)
    return piece(w, h, [Box(0, 0, w, h, INK, 18), number, *centred_row(w / 2, h - 30, items, 3)])


def _sum(place: Place, size: int, on: str) -> list[Item]:
    """What the score is made of, in numbers."""
    items: list[Item] = []
    for sprite, number, tint in place.loads:
        if items:
            items.append(sprite_item("common/plus", size * 0.5, MUTED))
        items.append(words_item(str(number), Style(Face.BOLD, size), CREAM, on))
        items.append(sprite_item(sprite, size * 0.95, tint and MUTED))
    return items


# --- a card to share


def _share_parts(view: View, names: Sequence[str], title: str) -> list[At]:
    """One piece: who won, by how much, with what."""
    ranking = _places(view, names)
    best = [place for place in ranking if _won(view, place)]
    others = [place for place in ranking if place not in best]
    rounds = "1 round" if view.round == 1 else f"{view.round} rounds"
    marks: list[Mark] = [
        *_stage(view),
        text(58, 84, title.upper(), Style(Face.BOLD, 38), GOLD, TABLE),
        to_the_right(778, 84, rounds, Style(Face.LABEL, 36), MUTED, TABLE),
        *_headline(best),
        *_standings(others, 308 if len(best) == 1 else 576 - 52 * len(others)),
    ]
    if len(best) == 1:
        marks += _winning_cards(view, best[0])
    return [At(0, 0, piece(WIDTH, SHARE_H, marks))]


def _stage(view: View) -> list[Mark]:
    """The party; or, if The Machine won, The Machine."""
    if not _lost_to_machine(view):
        return [Sprite(SCENES + "share", 0, 0, WIDTH, SHARE_H, is_backdrop=True, window=(0, 0))]
    return [
        Box(0, 0, WIDTH, SHARE_H, "#5A1710"),
        Box(24, 36, 784, 570, TABLE, 30, GOLD, 6),
        sign("common/robot", 1000, SHARE_H / 2, 270),
    ]


def _headline(best: Sequence[Place]) -> list[Mark]:
    """Who won, and with how much; those who share it one below the other."""
    step = 76 if len(best) < 4 else 70
    marks: list[Mark] = []
    for number, place in enumerate(best):
        middle = 152 + step * number
        marks.append(_crest(place, 58, middle))
        style = Style(Face.TITLE, 60 if len(best) == 1 else 46)
        marks += name_marks(142, middle, place.name, 634, style, CREAM, TABLE)
    items = [
        words_item("share it with" if len(best) > 1 else "wins with", LABEL, MUTED, TABLE),
        words_item(str(best[0].score), Style(Face.TITLE, 68), GOLD, TABLE),
    ]
    if len(best) == 1:
        items += [words_item("=", LABEL, MUTED, TABLE), *_sum(best[0], 42, TABLE)]
    else:
        items.append(words_item("points each", LABEL, MUTED, TABLE))
    return [*marks, *row(60, 152 + step * len(best), items, 12)]


def _standings(others: Sequence[Place], top: int) -> list[Mark]:
    """The others, one short line each."""
    marks: list[Mark] = []
    for number, place in enumerate(others):
        middle = top + 52 * number
        marks.append(text(60, middle, f"{place.rank}.", Style(Face.BOLD, 38), MUTED, TABLE))
        marks.append(_small_crest(place, 104, middle))
        marks += name_marks(
            160, middle, place.name, 550, Style(Face.TITLE, 36), CREAM, TABLE, most=1
        )
        score = Style(Face.TITLE, 40)
        marks.append(to_the_right(778, middle, str(place.score), score, CREAM, TABLE))
    return marks


def _small_crest(place: Place, x: int, middle: int) -> Mark:
    if place.seat is None:
        return sign("common/robot", x + 23, middle, 42)
    return At(x, middle - 23, badge(place.seat, 46))


def _winning_cards(view: View, best: Place) -> list[Mark]:
    """What the winner built."""
    if best.seat is None:
        assert view.machine
        built = tuple(BuildingView(card, False, ()) for card in view.machine.compound)
    else:
        built = view.players[best.seat].compound
    cards = tuple((card, False) for card, _ in cards_of(built))
    return row_of_thumbs(cards, 56, 508, 724, 84) if cards else []
