"""The marketplace: contractors under their tool labels, blueprints, what is left in the decks."""

from functools import lru_cache

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.view import SlotView, View
from render.fantastic_factories import alt
from render.fantastic_factories.cards import (
    OUTSET,
    Price,
    State,
    blueprint,
    contractor,
    empty_place,
)
from render.fantastic_factories.look import CARD_H, CONTRACTOR_H, GLYPHS
from render.marks import (
    At,
    Box,
    Drawing,
    Piece,
    centred_row,
    drawing,
    moved,
    piece,
    sprite_item,
    words_item,
)
from render.theme import (
    COLUMN,
    CREAM,
    GOLD,
    HAZARD,
    HEAD,
    INNER,
    LAST_ROUND,
    MARGIN,
    PANEL,
    PANEL_HIGH,
    PILL,
    column,
)
from render.widgets.panels import count_pill, over, pill, stripes, table_header

LABEL_H = 58
LABEL_TOP = 104
DIVIDER_TOP = LABEL_TOP + LABEL_H + CONTRACTOR_H + 24
DIVIDER_H = 46
CARDS_TOP = DIVIDER_TOP + DIVIDER_H + 14
HEIGHT = CARDS_TOP + CARD_H + 22


def picture(view: View) -> Drawing:
    return drawing(HEIGHT, _parts(view), alt.market(view))


def _parts(view: View) -> list[At]:
    found = [At(0, 0, _header(view)), At(MARGIN, DIVIDER_TOP, _divider())]
    for number, slot in enumerate(view.contractors.row):
        found.append(At(column(number) - OUTSET, LABEL_TOP, _hired(slot)))
    for number, slot in enumerate(view.blueprints.row):
        place = number + 1 if view.machine else None
        found.append(At(column(number) - OUTSET, CARDS_TOP - OUTSET, _offered(slot, place)))
    return found


def _header(view: View) -> Piece:
    decks = (
        count_pill(GLYPHS + "blueprint", f"deck {view.blueprints.deck}"),
        count_pill("common/helmet", f"deck {view.contractors.deck}"),
    )
    accent = LAST_ROUND if view.final else HAZARD
    return table_header("MARKET", round_words(view), decks, accent)


def round_words(view: View) -> str:
    """The round, and the alarm when it is the last."""
    if view.final:
        return f"Round {view.round} · LAST ROUND"
    return f"Round {view.round}" + (" · one more to come" if view.ended_by else "")


@lru_cache(maxsize=8)
def _label(tool: str) -> Piece:
    """What must be discarded to hire the contractor below."""
    items = [
        sprite_item(GLYPHS + "blueprint_discard", 50),
        sprite_item(f"{GLYPHS}tool_{tool}", 48, GOLD),
        words_item(tool.upper(), PILL, CREAM, PANEL),
    ]
    ground = Box(0, 0, COLUMN, LABEL_H, PANEL_HIGH, 16, corners="top")
    top = Box(3, 3, COLUMN - 6, LABEL_H - 3, PANEL, 13, corners="top")
    return piece(COLUMN, LABEL_H, [ground, top, *centred_row(COLUMN / 2, 29, items, 10)])


def _hired(slot: SlotView) -> Piece:
    card = (
        contractor(slot.card, slot.is_new)
        if slot.card
        else empty_place("contractor", CONTRACTOR_H, "NOBODY LEFT")
    )
    marks = [At(OUTSET, 0, _label(str(slot.tool))), *moved(card.marks, 0, LABEL_H)]
    return piece(card.w, LABEL_H + card.h, marks)


def _offered(slot: SlotView, place: int | None) -> Piece:
    if slot.card is None:
        return empty_place("card", CARD_H, "SOLD OUT")
    card = BLUEPRINTS[slot.card]
    price = Price(card.metal, card.energy)
    return blueprint(slot.card, State(price, slot.is_new, is_new=slot.is_new, place=place))


@lru_cache(maxsize=1)
def _divider() -> Piece:
    words = "BLUEPRINTS · TAKE ONE FREE"
    middle = DIVIDER_H // 2
    plate = pill([words_item(words, PILL._replace(size=36), CREAM, HEAD)], HEAD, DIVIDER_H, GOLD)
    return piece(
        INNER, DIVIDER_H, [*stripes(0, middle - 4, INNER, HAZARD), over(INNER, middle, plate)]
    )
