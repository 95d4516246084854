"""Contractors two in a row: the tool of the card to discard, the person, and what they do."""

from functools import lru_cache

from engine.fantastic_factories.contractors import CONTRACTORS, Contractor
from engine.fantastic_factories.view import SlotView
from render.fantastic_factories import captions
from render.fantastic_factories.look import CONTRACTOR, GLYPHS, SCENES
from render.fantastic_factories.recipes import Ink, contractor_rows
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
    piece,
    row,
    shrunk,
    sign,
    sprite_item,
    words_item,
)
from render.theme import (
    CAPTION,
    CARD_EDGE,
    CARD_NAME,
    CREAM,
    EDGE,
    GLOW,
    GOLD,
    HEAD,
    INK,
    INNER,
    MISSING,
    MUTED,
    PANEL,
    SOFT,
    VEIL,
    YES_DARK,
    Style,
)
from render.widgets.cards import new_ribbon
from render.widgets.panels import panel
from render.widgets.sentences import Room, one_row

GAP = 10
STRIP_W, STRIP_H = (INNER - GAP) // 2, 150
PITCH = STRIP_H + 8
RADIUS = 20
FRAME, LINE = 6, 3
LABEL_W = 104
NAME_H, RULE = 44, 4
CAPTION_H = 38


def strip(slot: SlotView, lacks: tuple[str, ...]) -> Piece:
    if slot.card is None:
        return _nobody(str(slot.tool))
    return _person(slot.card, str(slot.tool), lacks, slot.is_new)


@lru_cache(maxsize=8)
def _nobody(tool: str) -> Piece:
    words = words_item("NOBODY LEFT", CARD_NAME, SOFT, HEAD)
    items = [sprite_item(f"{GLYPHS}tool_{tool}", 52, MUTED), words]
    x = (STRIP_W - breadth(items, 20)) / 2
    return panel(STRIP_W, STRIP_H, row(x, STRIP_H / 2, items, 20), HEAD, EDGE)


@lru_cache(maxsize=128)
def _person(name: str, tool: str, lacks: tuple[str, ...], is_new: bool) -> Piece:
    hired, look, is_payable = CONTRACTORS[name], CONTRACTOR, not lacks
    edge = FRAME if is_payable else LINE
    left = edge + LABEL_W + STRIP_H - 2 * edge
    room = STRIP_W - edge - left
    middle = left + room / 2
    words, caption = hired.row.name.upper(), captions.contractor(hired)
    bottom = STRIP_H - edge - CAPTION_H
    marks: list[Shape] = [
        *_ground(edge, is_payable),
        *_label(tool, edge, is_payable),
        *_scene(name, edge, is_payable),
        centered(
            middle,
            edge + NAME_H / 2 + 1,
            words,
            shrunk(words, CARD_NAME, room - 20),
            look.words,
            look.main,
        ),
        *_price_and_gain(hired, lacks, left, STRIP_W - edge, (edge + NAME_H + RULE + bottom) / 2),
        Box(left, bottom, room // 2, CAPTION_H, look.tint),
        Box(left, bottom, room, CAPTION_H, look.tint, RADIUS - edge, corners="bottom"),
        centered(
            middle,
            bottom + CAPTION_H / 2 - 1,
            caption,
            shrunk(caption, CAPTION, room - 12),
            look.caption,
            look.tint,
        ),
    ]
    if is_new:
        marks.append(Placed(edge + LABEL_W + 4, STRIP_H - edge - 46, new_ribbon()))
    return piece(STRIP_W, STRIP_H, marks)


def _ground(edge: int, is_payable: bool) -> list[Shape]:
    inner, line = STRIP_W - 2 * edge, GLOW if is_payable else CARD_EDGE
    look = CONTRACTOR
    return [
        Box(0, 0, STRIP_W, STRIP_H, line, RADIUS),
        Box(edge, edge, inner, STRIP_H - 2 * edge, CREAM, RADIUS - edge),
        Box(edge, edge, inner, NAME_H, look.main, RADIUS - edge, corners="top"),
        Box(edge, edge + NAME_H, inner, RULE, look.dark),
    ]


def _label(tool: str, edge: int, is_payable: bool) -> list[Shape]:
    """Draw the tool to discard; green if the viewer has such a card and can pay the price."""
    fill, tint = (YES_DARK, GOLD) if is_payable else (PANEL, MUTED)
    middle = edge + LABEL_W / 2
    inner = STRIP_H - 2 * edge
    return [
        Box(edge, edge, LABEL_W, inner, fill, RADIUS - edge, corners="left"),
        sign(GLYPHS + "blueprint_discard", middle, STRIP_H * 0.3, 48),
        sign(f"{GLYPHS}tool_{tool}", middle, STRIP_H * 0.69, 54, tint),
    ]


def _scene(name: str, edge: int, is_payable: bool) -> list[Shape]:
    x, side = edge + LABEL_W, STRIP_H - 2 * edge
    picture = Sprite(f"{SCENES}{name}.thumb", x, edge, side, side, is_backdrop=True)
    return [picture] if is_payable else [picture, Box(x, edge, side, side, VEIL)]


def _price_and_gain(
    hired: Contractor, lacks: tuple[str, ...], left: int, right: int, middle: float
) -> list[Shape]:
    """Draw what it costs beside the card, what is missing in another color, and the gain."""
    marks: list[Shape] = []
    items: list[Item] = []
    for kind, count in (("metal", hired.metal), ("energy", hired.energy)):
        if count:
            color = MISSING if kind in lacks else CREAM
            number = words_item(str(count), Style(Face.TITLE, 40), color, INK)
            items += [number, sprite_item(GLYPHS + kind, 40)]
    if items:
        w, h = round(breadth(items, 3)) + 20, 46
        plate = piece(w, h, [Box(0, 0, w, h, INK, 12), *row(10, h / 2, items, 3)])
        marks.append(Placed(left + 8, round(middle - h / 2), plate))
        left += 8 + w
    rows = contractor_rows(hired, Ink(CREAM, CONTRACTOR.dark))
    return [
        *marks,
        *one_row(rows, Room(right - left - 14, 50, largest=0.9), (left + right) / 2, middle),
    ]
