"""The table at a glance: a band for each compound."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.state import CARDS_TO_END, GOODS_TO_END
from engine.fantastic_factories.view import BuildingView, MachineView, PlayerView, View
from render.fantastic_factories import alt
from render.fantastic_factories.look import GLYPHS, MACHINE_DICE, MONUMENT_LIGHT
from render.fantastic_factories.moment import accent, alarms, is_first, round_words
from render.fantastic_factories.thumbs import Cards, cards_of, row_of_thumbs
from render.fantastic_factories.trays import coming, dice_items
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Item,
    Piece,
    Placed,
    Shape,
    breadth,
    centered,
    drawing,
    piece,
    piece_item,
    row,
    sign,
    spread,
    sprite_item,
    words_item,
)
from render.names import initial_of
from render.theme import (
    CREAM,
    GLOW,
    GOLD,
    GOLD_INK,
    HEAD,
    INNER,
    MARGIN,
    MUTED,
    ORANGE,
    PANEL,
    PILL,
    SEATS,
    STEEL,
    TABLE,
    TOP,
    Style,
)
from render.widgets.badges import badge, name_marks
from render.widgets.dice import die
from render.widgets.panels import pill, table_header

GAP = 18
SPINE = 92
SCORE_W = 132
ROW_TOP = 90
COUNTERS_X = 404
COUNTER_PITCH = 101
DICE_ROOM = 300
NAME_ROOM = COUNTERS_X - SPINE - 26
BANDS = {2: 280, 3: 260, 4: 224, 5: 178}


class Band(NamedTuple):
    """What a band shows, of a player or of The Machine."""

    name: str
    spine: str
    crest: tuple[Shape, ...]
    is_awaited: bool
    counters: tuple[tuple[str, int], ...]
    score: int
    cards: Cards
    dice: tuple[Item, ...]


def _height(view: View) -> int:
    count = len(view.players) + bool(view.machine)
    return TOP + GAP + count * (_band_height(view) + GAP)


def _band_height(view: View) -> int:
    return BANDS[max(2, len(view.players) + bool(view.machine))]


def picture(view: View, names: Sequence[str]) -> Drawing:
    return drawing(_height(view), _parts(view, names), alt.glance(view, names))


def _parts(view: View, names: Sequence[str]) -> list[Placed]:
    bands = [_of_player(view, player, names) for player in view.players]
    if view.machine:
        bands.append(_of_machine(view.machine))
    h = _band_height(view)
    parts = _header(view)
    for number, band in enumerate(bands):
        parts += _band_parts(band, TOP + GAP + number * (h + GAP), h)
    return parts


def _header(view: View) -> list[Placed]:
    pills = [] if view.result else alarms(view) or [_goal()]
    return table_header("THE TABLE", round_words(view), pills, accent(view))


@lru_cache(maxsize=1)
def _goal() -> Piece:
    """Say when the game ends."""
    items = [
        words_item("ends at", PILL, CREAM, PANEL),
        words_item(str(GOODS_TO_END), PILL, CREAM, PANEL),
        sprite_item(GLYPHS + "goods", 42),
        words_item("or", PILL, CREAM, PANEL),
        words_item(str(CARDS_TO_END), PILL, CREAM, PANEL),
        sprite_item(GLYPHS + "type_production", 42, ORANGE),
    ]
    return pill(items, PANEL)


def _of_player(view: View, player: PlayerView, names: Sequence[str]) -> Band:
    return Band(
        names[player.seat],
        SEATS[player.seat].fill,
        _crest(view, player, initial_of(player.seat, names)),
        player.seat in view.to_act,
        (
            ("metal", player.metal),
            ("energy", player.energy),
            ("goods", player.goods),
            ("prestige", player.prestige),
            ("type_production", len(player.compound)),
            ("blueprint", player.hand_size),
        ),
        player.score,
        cards_of(player.compound),
        tuple(dice_items(player.dice, coming(player), SEATS[player.seat], 56, DICE_ROOM)),
    )


def _crest(view: View, player: PlayerView, letter: str) -> tuple[Shape, ...]:
    """Draw the badge and below it first player, bell or cup."""
    shapes: list[Shape] = [Placed((SPINE - 68) // 2, 12, badge(player.seat, 68, letter))]
    news = []
    if is_first(view, player):
        news.append("common/first")
    if player.seat in view.to_act:
        news.append("common/bell")
    elif view.phase == "work" and player.done:
        news.append("common/coffee")
    return (*shapes, *(sign(each, SPINE / 2, 104 + 48 * n, 46) for n, each in enumerate(news)))


def _of_machine(machine: MachineView) -> Band:
    monuments = sum(BLUEPRINTS[card].is_monument for card in machine.compound)
    built = tuple(BuildingView(card, False, ()) for card in machine.compound)
    dice = zip(machine.dice, MACHINE_DICE, strict=False)
    return Band(
        "The Machine",
        STEEL,
        (sign("common/robot", SPINE / 2, 46, 66),),
        False,
        (
            ("goods", machine.goods),
            ("type_production", len(machine.compound)),
            ("type_monument", monuments),
        ),
        machine.score,
        cards_of(built),
        tuple(piece_item(die(value, SEATS[seat], 54)) for value, seat in dice),
    )


# --- drawing


def _band_parts(band: Band, y: int, h: int) -> list[Placed]:
    """Draw a ground that hardly changes, and on it many small parts of which few change."""
    name = Style(Face.TITLE, 46)
    marks = name_marks(SPINE + 18, 44, band.name, NAME_ROOM, name, CREAM, HEAD)
    for number, (glyph, count) in enumerate(band.counters):
        place = number if len(band.counters) == 6 else number + 2
        marks.append(Placed(COUNTERS_X + COUNTER_PITCH * place, 10, _counter(glyph, count)))
    marks.append(Placed(INNER - SCORE_W - 10, 10, _score(band.score)))
    marks += _row_of_cards(band, h)
    return [
        Placed(MARGIN - 6, y - 6, _ground(band.spine, h, band.is_awaited), is_backdrop=True),
        *spread(band.crest, MARGIN, y, band.spine),
        *spread(marks, MARGIN, y, HEAD),
    ]


@lru_cache(maxsize=16)
def _ground(spine: str, h: int, is_awaited: bool) -> Piece:
    """Draw the band; players to act have a light frame."""
    frame = Box(0, 0, INNER + 12, h + 12, GLOW, 24)
    return piece(
        INNER + 12,
        h + 12,
        [
            *([frame] if is_awaited else []),
            Box(6, 6, INNER, h, HEAD, 18),
            Box(6, 6, SPINE, h, spine, 18, corners="left"),
            Box(6 + SPINE, 6 + ROW_TOP - 6, INNER - SPINE - 10, 2, TABLE),
        ],
    )


@lru_cache(maxsize=512)
def _counter(glyph: str, count: int) -> Piece:
    tint = {"type_production": ORANGE, "type_monument": MONUMENT_LIGHT}.get(glyph)
    style = Style(Face.TITLE, 46 if count < 10 else 40 if count < 100 else 30)
    items = [sprite_item(GLYPHS + glyph, 44, tint), words_item(str(count), style, CREAM, HEAD)]
    w, h = COUNTER_PITCH - 4, 68
    return piece(w, h, [Box(0, 0, w, h, HEAD), *row(0, h / 2, items, 5)])


@lru_cache(maxsize=64)
def _score(score: int) -> Piece:
    w, h = SCORE_W, 64
    words = centered(w / 2, h / 2, str(score), Style(Face.TITLE, 56), GOLD_INK, GOLD)
    return piece(w, h, [Box(0, 0, w, h, GOLD, 16), words])


def _row_of_cards(band: Band, h: int) -> list[Shape]:
    """Draw built cards by type, each type after its sign; unplaced dice at the right."""
    x, right = SPINE + 14, INNER - 14
    top, room_h = ROW_TOP, h - ROW_TOP - 8
    dice = band.dice
    marks: list[Shape] = []
    if dice:
        middle = top + room_h / 2
        marks += row(right - breadth(dice, 6), middle, dice, 6)
        right -= round(breadth(dice, 6)) + 18
    if not band.cards:
        words = words_item("nothing built yet", Style(Face.LABEL, 34), MUTED, HEAD)
        return [*marks, *row(x, top + room_h / 2, [words])]
    return [*marks, *row_of_thumbs(band.cards, x, top, right - x, room_h)]
