"""The hand five in a row: picture, name, price and tool; what can be built, what is missing."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.view import HandCardView
from render.fantastic_factories.look import GLYPHS, SCENES, TYPES, VEILED, Look
from render.fantastic_factories.thumbs import thumb
from render.lettering import Face
from render.marks import (
    Box,
    Item,
    Piece,
    Placed,
    Shape,
    Sprite,
    breadth,
    centered,
    centered_row,
    piece,
    piece_item,
    row,
    shrunk,
    sign,
    space,
    sprite_item,
    words_item,
)
from render.theme import (
    CARD_EDGE,
    CREAM,
    EDGE,
    GLOW,
    GOLD,
    HEAD,
    INK,
    INNER,
    MARGIN,
    MISSING,
    NO,
    TILE_NAME,
    VEIL,
    YES,
    YES_DARK,
    Style,
)
from render.widgets.panels import panel

CARD_W, CARD_H = 224, 140
FLAT_H = 66  # of a card without its name
GAP = 10
X_PITCH, PITCH = (INNER - CARD_W) // 4, CARD_H + GAP
A_ROW = 5
MAX_CARDS = 10
RADIUS = 18
NAME_H, RULE = 40, 4
FRAME, LINE = 6, 3
SHORT = {  # names that are too long here
    "aluminum_factory": "Aluminum Fact.",
    "fulfillment_center": "Fulfillment Ctr",
}


class Cell(NamedTuple):
    """What a card shows here; in the market only its tool, which is what it's discarded for."""

    card: str
    metal: int
    energy: int
    lacks: tuple[str, ...]
    is_trading: bool
    is_marked: bool = False  # the next step of a lesson moves it

    @property
    def frame(self) -> str | None:
        return GOLD if self.is_marked else None if self.lacks else GLOW


def height(count: int) -> int:
    """Return the height of a hand at work."""
    return _rows(count) * PITCH


def cards(hand: Sequence[HandCardView], y: int, marks: Sequence[str] = ()) -> list[Placed]:
    """Draw two rows, because the limit is ten; of more cards the last place shows the rest."""
    cells = [_cell(held, is_trading=False) for held in _visible(hand)]
    places = [_card(cell._replace(is_marked=cell.card in marks)) for cell in cells]
    return _laid(hand, places, y, CARD_H)


def traded_height(count: int) -> int:
    """Return the height of a hand in the market: two rows hardly need more than one."""
    return PITCH if count <= A_ROW else 2 * (FLAT_H + GAP)


def traded_cards(hand: Sequence[HandCardView], y: int) -> list[Placed]:
    """Draw a hand in the market; two rows have no room for the cards' names."""
    cells = [_cell(held, is_trading=True) for held in _visible(hand)]
    if len(hand) <= A_ROW:
        return _laid(hand, [_card(cell) for cell in cells], y, CARD_H)
    return _laid(hand, [_flat(cell) for cell in cells], y, FLAT_H)


def _rows(count: int) -> int:
    return max(1, -(-min(count, MAX_CARDS) // A_ROW))


def _visible(hand: Sequence[HandCardView]) -> Sequence[HandCardView]:
    return hand if len(hand) <= MAX_CARDS else hand[: MAX_CARDS - 1]


def _laid(hand: Sequence[HandCardView], cards: Sequence[Piece], y: int, h: int) -> list[Placed]:
    """Lay the cards in rows and fill up the last one."""
    places = [*cards]
    if len(hand) > MAX_CARDS:
        places.append(_others(tuple(held.card for held in hand[MAX_CARDS - 1 :]), h))
    places += [_no_card(h)] * (_rows(len(hand)) * A_ROW - len(places))
    return [
        Placed(
            MARGIN + X_PITCH * (n % A_ROW), y + (h + GAP) * (n // A_ROW), place, is_backdrop=True
        )
        for n, place in enumerate(places)
    ]


def _cell(held: HandCardView, is_trading: bool) -> Cell:
    lacks = tuple(name for name, _ in held.lacks)
    return Cell(held.card, held.metal, held.energy, lacks, is_trading)


@lru_cache(maxsize=256)
def _card(cell: Cell) -> Piece:
    card = BLUEPRINTS[cell.card]
    is_payable = not cell.lacks
    look = (TYPES if is_payable else VEILED)[card.row.type]
    edge = FRAME if cell.frame else LINE
    words = SHORT.get(cell.card, card.row.name).upper()
    style = shrunk(words, TILE_NAME, CARD_W - 2 * edge - 8)
    top = edge + NAME_H + RULE
    side = CARD_H - edge - top
    middle = (edge + side + CARD_W - edge) / 2
    price = _price(cell)
    marks = [
        *_ground(look, edge, cell.frame or CARD_EDGE),
        centered(CARD_W / 2, edge + NAME_H / 2 + 1, words, style, look.words, look.main),
        *_scene(cell.card, edge, top, side, is_payable),
        Placed(round(middle - price.w / 2), top + 3, price),
        *centered_row(middle, top + 69, _tool(cell, card.tool), 6),
    ]
    return piece(CARD_W, CARD_H, marks)


def _ground(look: Look, edge: int, line: str) -> list[Shape]:
    inner = CARD_W - 2 * edge
    return [
        Box(0, 0, CARD_W, CARD_H, line, RADIUS),
        Box(edge, edge, inner, CARD_H - 2 * edge, CREAM, RADIUS - edge),
        Box(edge, edge, inner, NAME_H, look.main, RADIUS - edge, corners="top"),
        Box(edge, edge + NAME_H, inner, RULE, look.dark),
    ]


def _scene(name: str, edge: int, top: int, side: int, is_payable: bool) -> list[Shape]:
    """Draw the scene, with a round corner only where the card has one."""
    scene = f"{SCENES}{name}.thumb"
    marks: list[Shape] = [
        Sprite(scene, edge, top, side, side, is_backdrop=True, radius=12, corners="bottom")
    ]
    return marks if is_payable else [*marks, Box(edge, top, side, side, VEIL, 12, corners="bottom")]


def _price(cell: Cell) -> Piece:
    """Draw the price; what is missing is in another color."""
    fill = INK if cell.lacks else YES_DARK
    items: list[Item] = []
    for kind, count in (("metal", cell.metal), ("energy", cell.energy)):
        if count:
            color = MISSING if kind in cell.lacks else CREAM
            number = words_item(str(count), Style(Face.TITLE, 38), color, fill)
            items += [number, sprite_item(GLYPHS + kind, 36)]
    if not items:
        items = [words_item("free", Style(Face.BOLD, 34), CREAM, fill)]
    w, h = round(breadth(items, 2)) + 16, 44
    return piece(w, h, [Box(0, 0, w, h, fill, 12), *row(8, h / 2, items, 2)])


def _tool(cell: Cell, tool: str) -> list[Item]:
    """Draw the tool, marked if another card with the same one can be discarded."""
    glyph = f"{GLYPHS}tool_{tool}"
    if cell.is_trading:
        return [sprite_item(glyph, 40, INK)]
    if "twin" in cell.lacks:
        return [words_item("owned", Style(Face.BOLD, 34), NO, CREAM)]
    if "partner" in cell.lacks:
        no = words_item("no", Style(Face.BOLD, 34), NO, CREAM)
        return [no, sprite_item(glyph, 36, NO)]
    return [sprite_item("common/check", 22, YES), sprite_item(glyph, 36, YES_DARK)]


@lru_cache(maxsize=256)
def _flat(cell: Cell) -> Piece:
    """Draw picture, price and tool side by side; at the left the color of the type."""
    card = BLUEPRINTS[cell.card]
    is_payable = not cell.lacks
    look = (TYPES if is_payable else VEILED)[card.row.type]
    edge = FRAME if is_payable else LINE
    side = FLAT_H - 2 * edge
    tool = CARD_W - edge - 21
    middle = (edge + side + tool - 18) / 2
    price = _price(cell)
    inner = CARD_W - 2 * edge
    scene = Sprite(f"{SCENES}{cell.card}.thumb", edge + 4, edge + 4, side - 8, side - 8)
    return piece(
        CARD_W,
        FLAT_H,
        [
            Box(0, 0, CARD_W, FLAT_H, GLOW if is_payable else CARD_EDGE, RADIUS),
            Box(edge, edge, inner, side, CREAM, RADIUS - edge),
            Box(edge, edge, side, side, look.main, RADIUS - edge, corners="left"),
            scene._replace(is_backdrop=True, radius=8),
            *([] if is_payable else [Box(edge + 4, edge + 4, side - 8, side - 8, VEIL, 8)]),
            Placed(round(middle - price.w / 2), (FLAT_H - price.h) // 2, price),
            sign(f"{GLYPHS}tool_{card.tool}", tool, FLAT_H / 2, 34, INK),
        ],
    )


@lru_cache(maxsize=32)
def _others(names: tuple[str, ...], h: int) -> Piece:
    """Draw how many more there are, and as many of their pictures as there is room for."""
    says = words_item(f"+{len(names)}", Style(Face.TITLE, 42), CREAM, HEAD)
    if h == FLAT_H:
        room, size = CARD_W - 36 - says.width, 46
    else:
        room, size = CARD_W - 24, 60
    visible = names[: int((room + 6) // (size + 6))]
    thumbs = [piece_item(thumb(name, False, size)) for name in visible]
    if h == FLAT_H:
        return panel(CARD_W, h, row(14, h / 2, [says, space(4), *thumbs], 6), HEAD, EDGE)
    above = centered_row(CARD_W / 2, 36, [says])
    return panel(CARD_W, h, [*above, *centered_row(CARD_W / 2, 97, thumbs, 6)], HEAD, EDGE)


@lru_cache(maxsize=2)
def _no_card(h: int) -> Piece:
    mark = sign(GLYPHS + "blueprint_draw", CARD_W / 2, h / 2, min(50, h - 20))
    return panel(CARD_W, h, [mark], HEAD, EDGE)
