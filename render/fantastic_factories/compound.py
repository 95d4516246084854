"""One compound: headquarters, counters, dice to place, and the built cards."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.fantastic_factories.state import (
    CARDS_TO_END,
    GOODS_TO_END,
    HAND_LIMIT,
    RESOURCE_LIMIT,
)
from engine.fantastic_factories.view import BuildingView, PlayerView, View
from render.fantastic_factories import alt
from render.fantastic_factories.look import GLYPHS, HQ_H, SCENES, TILE_H
from render.fantastic_factories.moment import alarms, doing, is_first
from render.fantastic_factories.tiles import grouped, tile
from render.fantastic_factories.trays import Promise, coming, dice_items
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Item,
    Piece,
    Placed,
    Shape,
    Sprite,
    centered,
    centered_row,
    drawing,
    piece,
    row,
    sign,
    space,
    spread,
    sprite_item,
    text,
    words_item,
)
from render.names import initial_of
from render.theme import (
    ALARM,
    COLUMN,
    COUNTER,
    CREAM,
    EDGE,
    GUTTER,
    HEAD,
    INK,
    LABEL,
    MARGIN,
    MUTED,
    ORANGE,
    PANEL,
    PANEL_HIGH,
    PAPER,
    PILL,
    SEATS,
    SOFT,
    TOP,
    WHITE,
    YES_DARK,
    Style,
    column,
)
from render.widgets.dice import die, socket
from render.widgets.panels import panel, score_pill, seat_header, word_pill

MAX_TILES = 12
TILES_A_ROW = 4
HALF = 2 * COLUMN + GUTTER
HQ_TOP = TOP + 10
TILES_TOP = HQ_TOP + HQ_H + 20
TILE_PITCH = TILE_H + 16
FLOOR_DIE = 62
SLOT_PITCH = 106


class Floor(NamedTuple):
    name: str
    wish: str
    gain: str
    sign: str
    ground: str


FLOORS = (
    Floor("research", "ANY", "1", "blueprint_draw", CREAM),
    Floor("generate", "1–3", "X", "energy", PAPER),
    Floor("mine", "4–6", "1", "metal", CREAM),
)


def pages(player: PlayerView) -> int:
    """Count the pictures that show all of a compound."""
    return max(1, -(-len(player.compound) // MAX_TILES))


def picture(view: View, seat: int, names: Sequence[str], page: int = 0) -> Drawing:
    """Draw a page; the first one has headquarters, counters and dice, the others only cards."""
    player, name = view.players[seat], names[seat]
    top = TOP + 20 if page else TILES_TOP
    rows = max(1, -(-len(_page(player, page)) // TILES_A_ROW))
    parts = [*_header(view, player, names), *_tiles(player, page, top)]
    if not page:
        parts += _upper_half(player)
    if page:
        words = alt.more_of_compound(name, page, [each for each, _ in _page(player, page)])
    else:
        words = alt.compound(view, seat, name)
    return drawing(top + rows * TILE_PITCH + 8, parts, words)


def _upper_half(player: PlayerView) -> list[Placed]:
    parts = [*_headquarters(player), *_counters(player)]
    return [
        *parts,
        Placed(column(2), HQ_TOP + 236, _tray(player.dice, coming(player), player.seat)),
    ]


def _page(player: PlayerView, page: int) -> list[tuple[BuildingView, int]]:
    return grouped(player.compound)[page * MAX_TILES : (page + 1) * MAX_TILES]


def _header(view: View, player: PlayerView, names: Sequence[str]) -> list[Placed]:
    pills = [*alarms(view), score_pill(player.score)]
    seat, letter = player.seat, initial_of(player.seat, names)
    return seat_header(
        seat, names[seat], doing(view, player), pills, is_first(view, player), letter
    )


# --- headquarters


def _headquarters(player: PlayerView) -> list[Placed]:
    marks: list[Shape] = []
    for number, floor in enumerate(FLOORS):
        dice = getattr(player, floor.name)
        marks += _slots(dice, floor, player.seat, _floor_middle(number))
    house = Placed(MARGIN, HQ_TOP, _house(player.seat), is_backdrop=True)
    return [house, *spread(marks, MARGIN, HQ_TOP, PANEL_HIGH)]


@lru_cache(maxsize=8)
def _house(seat: int) -> Piece:
    marks: list[Shape] = [
        Sprite(f"{SCENES}hq_{SEATS[seat].word}", 0, 0, HALF, HQ_H, is_backdrop=True)
    ]
    title = word_pill("HEADQUARTERS", INK, CREAM, CREAM, PILL)
    marks.append(Placed((HALF - title.w) // 2, 14, title))
    for number, floor in enumerate(FLOORS):
        marks += _floor_words(floor, _floor_middle(number))
    return piece(HALF, HQ_H, marks)


def _floor_middle(number: int) -> int:
    """Return the middle of a floor in the drawing of the house."""
    return 114 + 86 * number


def _slot_middle(number: int) -> int:
    return 292 + SLOT_PITCH * number


def _floor_words(floor: Floor, middle: int) -> list[Shape]:
    gain = Style(Face.BOLD, 38)
    items = [
        sprite_item("common/arrow", 24, INK),
        words_item(floor.gain, gain, INK, floor.ground),
        sprite_item(GLYPHS + floor.sign, 40),
    ]
    name = text(32, middle - 19, floor.name.upper(), Style(Face.BOLD, 40), INK, floor.ground)
    return [name, *row(34, middle + 20, items, 6)]


def _slots(dice: tuple[int, ...], floor: Floor, seat: int, middle: int) -> list[Shape]:
    """Draw three places for dice; a green plus between equal neighbors is their bonus."""
    marks: list[Shape] = []
    for number in range(3):
        x, y = _slot_middle(number) - FLOOR_DIE // 2, middle - FLOOR_DIE // 2
        if number < len(dice):
            marks.append(Placed(x, y, die(dice[number], SEATS[seat], FLOOR_DIE)))
        else:
            marks.append(Placed(x, y, socket(floor.wish, FLOOR_DIE)))
        if number:
            is_pair = number < len(dice) and dice[number] == dice[number - 1]
            marks.append(_between(_slot_middle(number) - SLOT_PITCH // 2, middle, is_pair))
    return marks


def _between(x: int, middle: int, is_pair: bool) -> Shape:
    if is_pair:
        return Placed(x - 21, middle - 21, _bonus())
    return sign("common/equals", x, middle + 8, 15, MUTED)


@lru_cache(maxsize=1)
def _bonus() -> Piece:
    words = centered(21, 21, "+1", Style(Face.BOLD, 30), WHITE, YES_DARK)
    return piece(42, 42, [Box(0, 0, 42, 42, YES_DARK, 21), words])


# --- counters


def surplus(player: PlayerView) -> tuple[int, int]:
    """Count the resources and the cards that must be dropped before the player may be done."""
    stock = player.metal + player.energy - RESOURCE_LIMIT
    return max(0, stock), max(0, player.hand_size - HAND_LIMIT)


def _counters(player: PlayerView) -> list[Placed]:
    stock, cards = surplus(player)
    metal, energy = (f"drop {stock}", "in all") if stock else ("metal", "energy")
    facts = (
        ("metal", player.metal, "", metal, bool(stock)),
        ("energy", player.energy, "", energy, bool(stock)),
        ("goods", player.goods, f"/{GOODS_TO_END}", "goods", False),
        ("prestige", player.prestige, "", "prestige", False),
        ("type_production", len(player.compound), f"/{CARDS_TO_END}", "built", False),
        ("blueprint", player.hand_size, "", f"drop {cards}" if cards else "in hand", bool(cards)),
    )
    w, h = 182, 108
    return [
        Placed(column(2) + (w + 13) * (n % 3), HQ_TOP + (h + 10) * (n // 3), _counter(*fact, w, h))
        for n, fact in enumerate(facts)
    ]


@lru_cache(maxsize=512)
def _counter(
    glyph: str, count: int, limit: str, label: str, is_over: bool, w: int, h: int
) -> Piece:
    tint = ORANGE if glyph.startswith("type_") else None
    fill, soft, faint = (ALARM, CREAM, CREAM) if is_over else (PANEL, SOFT, MUTED)
    digits = Style(Face.TITLE, COUNTER.size if count < 10 else 52 if count < 100 else 40)
    items: list[Item] = [sprite_item(GLYPHS + glyph, 54, tint)]
    items.append(words_item(str(count), digits, CREAM, fill))
    if limit:
        items.append(words_item(limit, Style(Face.BOLD, 34), faint, fill))
    return piece(
        w,
        h,
        [
            Box(0, 0, w, h, fill, 18),
            *centered_row(w / 2, 38, items, 6),
            centered(w / 2, 86, label, LABEL, soft, fill),
        ],
    )


# --- dice to place


@lru_cache(maxsize=256)
def _tray(dice: tuple[int, ...], to_come: tuple[Promise, ...], seat: int) -> Piece:
    """Draw dice to place, and those to come; if there are none, workers at rest."""
    w, h = HALF, 94
    if not dice and not to_come:
        return panel(w, h, [Sprite(f"{SCENES}tray_empty", 6, 4, 560, 86)], HEAD, EDGE)
    words = words_item("TO PLACE" if dice else "TO COME", PILL, SOFT, HEAD)
    items = dice_items(dice, to_come, SEATS[seat], 66, w - 44 - words.width - 16)
    if items and items[0].height >= 50:
        items = [words, space(10), *items]
    else:  # many dice need the room of the words
        items = dice_items(dice, to_come, SEATS[seat], 66, w - 36)
    return panel(w, h, row(18, h / 2, items, 6), HEAD, EDGE)


# --- built cards


def _tiles(player: PlayerView, page: int, top: int) -> list[Placed]:
    parts: list[Placed] = []
    built = _page(player, page)
    look = SEATS[player.seat]
    for number, (building, worth) in enumerate(built):
        parts += tile(building, worth, look, *_lot(number, top))
    rows = max(1, -(-len(built) // TILES_A_ROW))
    for number in range(len(built), rows * TILES_A_ROW):
        parts.append(Placed(*_lot(number, top), _free_lot()))
    return parts


def _lot(number: int, top: int) -> tuple[int, int]:
    return column(number % TILES_A_ROW), top + TILE_PITCH * (number // TILES_A_ROW)


@lru_cache(maxsize=1)
def _free_lot() -> Piece:
    ground = Sprite("common/well_tile", 0, 0, COLUMN, TILE_H, is_backdrop=True)
    words = centered(COLUMN / 2, TILE_H - 36, "free lot", LABEL, MUTED, HEAD)
    return piece(COLUMN, TILE_H, [ground, words])
