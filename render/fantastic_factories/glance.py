"""The table at a glance: all compounds in one picture, a band for each."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.state import CARDS_TO_END, GOODS_TO_END
from engine.fantastic_factories.view import BuildingView, MachineView, PlayerView, View
from render.fantastic_factories import alt
from render.fantastic_factories.compound import coming, dice_items
from render.fantastic_factories.look import GLYPHS, SCENES, TYPES
from render.fantastic_factories.moment import accent, alarms, round_words
from render.fantastic_factories.recipes import type_disc
from render.fantastic_factories.tiles import grouped
from render.lettering import Face
from render.marks import (
    At,
    Box,
    Drawing,
    Item,
    Mark,
    Piece,
    Sprite,
    breadth,
    centred,
    drawing,
    piece,
    piece_item,
    row,
    sign,
    space,
    spread,
    sprite_item,
    words_item,
)
from render.theme import (
    CREAM,
    GLOW,
    GOLD,
    GOLD_INK,
    HEAD,
    INNER,
    MARGIN,
    MUTED,
    PANEL,
    PILL,
    SEATS,
    TABLE,
    TOP,
    Style,
)
from render.widgets.badges import badge, name_marks, tick
from render.widgets.dice import die
from render.widgets.panels import pill, table_header

GAP = 18
LARGEST_THUMB = 92
SPINE = 92
SCORE_W = 132
ROW_TOP = 90
COUNTERS_X = 404
COUNTER_PITCH = 101
DICE_ROOM = 300
NAME_ROOM = COUNTERS_X - SPINE - 26
BANDS = {2: 280, 3: 260, 4: 224, 5: 178}
STEEL = "#4A5C6B"
MACHINE_DICE = (2, 0, 1, 3, 4)  # seats whose colours its dice have: green, red, blue, ...


Cards = tuple[tuple[str, bool], ...]  # each with whether it was used


class Band(NamedTuple):
    """What a band shows, of a player or of The Machine."""

    name: str
    spine: str
    crest: tuple[Mark, ...]
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


def _parts(view: View, names: Sequence[str]) -> list[At]:
    bands = [_of_player(view, player, names[player.seat]) for player in view.players]
    if view.machine:
        bands.append(_of_machine(view.machine))
    h = _band_height(view)
    found = _header(view)
    for number, band in enumerate(bands):
        found += _drawn(band, TOP + GAP + number * (h + GAP), h)
    return found


def _header(view: View) -> list[At]:
    pills = [] if view.result else alarms(view) or [_goal()]
    return table_header("THE TABLE", round_words(view), pills, accent(view))


@lru_cache(maxsize=1)
def _goal() -> Piece:
    """When the end comes."""
    items = [
        words_item("ends at", PILL, CREAM, PANEL),
        words_item(str(GOODS_TO_END), PILL, CREAM, PANEL),
        sprite_item(GLYPHS + "goods", 42),
        words_item("or", PILL, CREAM, PANEL),
        words_item(str(CARDS_TO_END), PILL, CREAM, PANEL),
        sprite_item(GLYPHS + "type_production", 42, "#F0883A"),
    ]
    return pill(items, PANEL)


def _of_player(view: View, player: PlayerView, name: str) -> Band:
    return Band(
        name,
        SEATS[player.seat].fill,
        _crest(view, player),
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


def cards_of(compound: Sequence[BuildingView]) -> Cards:
    return tuple((each.card, each.used) for each, _ in grouped(compound))


def _crest(view: View, player: PlayerView) -> tuple[Mark, ...]:
    """The badge, then what there is to say about the player: bell, cup, first player."""
    found: list[Mark] = [At((SPINE - 68) // 2, 12, badge(player.seat, 68))]
    news = []
    if player.seat == view.first and len(view.players) > 1:
        news.append("common/first")
    if player.seat in view.to_act:
        news.append("common/bell")
    elif view.phase == "work" and player.done:
        news.append("common/coffee")
    return (*found, *(sign(each, SPINE / 2, 104 + 48 * n, 46) for n, each in enumerate(news)))


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


def _drawn(band: Band, y: int, h: int) -> list[At]:
    """A ground that hardly changes, and on it many small parts of which few change."""
    name = Style(Face.TITLE, 46)
    marks = name_marks(SPINE + 18, 44, band.name, NAME_ROOM, name, CREAM, HEAD)
    for number, (glyph, count) in enumerate(band.counters):
        place = number if len(band.counters) == 6 else number + 2
        marks.append(At(COUNTERS_X + COUNTER_PITCH * place, 10, _counter(glyph, count)))
    marks.append(At(INNER - SCORE_W - 10, 10, _score(band.score)))
    marks += _row_of_cards(band, h)
    return [
        At(MARGIN - 6, y - 6, _ground(band.spine, h, band.is_awaited), is_backdrop=True),
        *spread(band.crest, MARGIN, y, band.spine),
        *spread(marks, MARGIN, y, HEAD),
    ]


@lru_cache(maxsize=16)
def _ground(spine: str, h: int, is_awaited: bool) -> Piece:
    """Who is awaited has a light frame."""
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
    tint = {"type_production": "#F0883A", "type_monument": "#B8C1C9"}.get(glyph)
    style = Style(Face.TITLE, 46 if count < 10 else 40 if count < 100 else 30)
    items = [sprite_item(GLYPHS + glyph, 44, tint), words_item(str(count), style, CREAM, HEAD)]
    w, h = COUNTER_PITCH - 4, 68
    return piece(w, h, [Box(0, 0, w, h, HEAD), *row(0, h / 2, items, 5)])


@lru_cache(maxsize=64)
def _score(score: int) -> Piece:
    w, h = SCORE_W, 64
    words = centred(w / 2, h / 2, str(score), Style(Face.TITLE, 56), GOLD_INK, GOLD)
    return piece(w, h, [Box(0, 0, w, h, GOLD, 16), words])


def _row_of_cards(band: Band, h: int) -> list[Mark]:
    """Built cards by type, each type behind its sign; unplaced dice at the right."""
    x, right = SPINE + 14, INNER - 14
    top, room_h = ROW_TOP, h - ROW_TOP - 8
    dice = band.dice
    marks: list[Mark] = []
    if dice:
        middle = top + room_h / 2
        marks += row(right - breadth(dice, 6), middle, dice, 6)
        right -= round(breadth(dice, 6)) + 18
    if not band.cards:
        words = words_item("nothing built yet", Style(Face.LABEL, 34), MUTED, HEAD)
        return [*marks, *row(x, top + room_h / 2, [words])]
    return [*marks, *row_of_thumbs(band.cards, x, top, right - x, room_h)]


def row_of_thumbs(cards: Cards, x: int, top: int, room: int, height: int) -> list[Mark]:
    """Cards as thumbnails behind the signs of their types, as large as they fit."""
    lines, size = _arranged(cards, room, height)
    step = height / len(lines)
    marks: list[Mark] = []
    for number, line in enumerate(lines):
        marks += row(x, top + step * (number + 0.5), _thumbs(line, size), 5)
    return marks


def _arranged(cards: Cards, room: float, height: float) -> tuple[list[Cards], int]:
    """In one line or two, whichever shows them larger."""
    best: tuple[list[Cards], int] = ([cards], 0)
    for count in (1, 2):
        share = -(-len(cards) // count)
        lines = [cards[n : n + share] for n in range(0, len(cards), share)]
        size = int(min(height / count - 4, LARGEST_THUMB))
        while max(breadth(_thumbs(line, size), 5) for line in lines) > room:
            size -= 2
        if size > best[1]:
            best = (lines, size)
    return best


def _thumbs(cards: Cards, size: int) -> list[Item]:
    items: list[Item] = []
    kind = None
    for name, used in cards:
        row_type = BLUEPRINTS[name].row.type
        if row_type != kind:
            items += [*([space(3)] if items else []), _lead(row_type, size)]
            kind = row_type
        items.append(piece_item(thumb(name, used, size)))
    return items


def _lead(kind: str, size: int) -> Item:
    return piece_item(type_disc(kind, max(28, min(46, round(size * 0.55)))))


@lru_cache(maxsize=512)
def thumb(name: str, used: bool, size: int) -> Piece:
    """A built card so small that only its picture is left."""
    look = TYPES[BLUEPRINTS[name].row.type]
    edge = max(3, size // 18)
    inner = size - 2 * edge
    marks: list[Mark] = [
        Box(0, 0, size, size, look.main, 10),
        Sprite(f"{SCENES}{name}.thumb", edge, edge, inner, inner, is_backdrop=True),
    ]
    if used:
        size_of_tick = max(20, round(size * 0.42))
        marks.append(Box(edge, edge, inner, inner, "#1A253066"))
        place = size - size_of_tick
        marks.append(At(place, place, tick(size_of_tick)))
    return piece(size, size, marks)
