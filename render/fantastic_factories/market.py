"""The marketplace: contractors under their tool labels, blueprints, the sizes of the decks."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.view import ShelfView, SlotView, View
from render.fantastic_factories import alt
from render.fantastic_factories.cards import (
    CardState,
    Price,
    blueprint,
    contractor,
    empty_place,
)
from render.fantastic_factories.look import CARD_H, CONTRACTOR_H, GLYPHS
from render.fantastic_factories.moment import accent, alarms, round_words
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    Text,
    centered_row,
    drawing,
    piece,
    sprite_item,
    words_item,
)
from render.names import initials
from render.theme import (
    COLUMN,
    CREAM,
    GLOW,
    GOLD,
    HAZARD,
    HEAD,
    INNER,
    MARGIN,
    PANEL,
    PANEL_HIGH,
    PILL,
    column,
)
from render.widgets.badges import badge, tick
from render.widgets.panels import count_pill, over, pill, stripes, table_header

LABEL_H = 58
LABEL_TOP = 104
HIRED_TOP = LABEL_TOP + LABEL_H
DIVIDER_TOP = LABEL_TOP + LABEL_H + CONTRACTOR_H + 16
HAZARD_H = 46
ORDER_W = 58  # of a place in the order of turns
TICK_X, TICK_Y, CREST_X, CREST_Y = 39, 41, 4, 6  # in it
CARDS_TOP = DIVIDER_TOP + HAZARD_H + 14
HEIGHT = CARDS_TOP + CARD_H + 22


def picture(view: View, names: Sequence[str]) -> Drawing:
    marked_view = marked(view)
    return drawing(HEIGHT, _parts(marked_view, names), alt.market(marked_view))


def _parts(view: View, names: Sequence[str]) -> list[Placed]:
    parts = [*_header(view, names), Placed(MARGIN, DIVIDER_TOP, hazard_divider())]
    for number, slot in enumerate(view.contractors.row):
        x = column(number)
        parts.append(Placed(x, LABEL_TOP, _label(str(slot.tool)), is_backdrop=True))
        parts += _hired(slot, x)
    for number, slot in enumerate(view.blueprints.row):
        place = number + 1 if view.machine else None
        parts += _offered(slot, column(number), place)
    return parts


def marked(view: View) -> View:
    """Keep the marks of new cards, except in the first round, when every card is new."""
    if view.round > 1:
        return view
    return replace(
        view, blueprints=_unmarked(view.blueprints), contractors=_unmarked(view.contractors)
    )


def _unmarked(shelf: ShelfView) -> ShelfView:
    return replace(shelf, row=tuple(replace(slot, is_new=False) for slot in shelf.row))


def _header(view: View, names: Sequence[str]) -> list[Placed]:
    decks = [
        count_pill(GLYPHS + "blueprint", str(view.blueprints.deck)),
        count_pill("common/helmet", str(view.contractors.deck)),
    ]
    pills = [*alarms(view), *decks]
    order = _turn_order(view, initials(tuple(names)))
    return table_header("MARKET", round_words(view), pills, accent(view), aside=order)


def _turn_order(view: View, letters: Sequence[str]) -> Piece | None:
    """Draw who chooses, who has chosen and who is still to come, in this round's order."""
    count = len(view.players)
    if count < 2 or view.phase != "market" or view.result:
        return None
    order = [(view.first + n) % count for n in range(count)]
    now = order.index(view.to_act[0]) if view.to_act else count
    marks = [
        Placed(n * ORDER_W, 0, _place_in_order(seat, letters[seat], n < now, n == now))
        for n, seat in enumerate(order)
    ]
    return piece(ORDER_W * count, 60, marks)


@lru_cache(maxsize=32)
def _place_in_order(seat: int, letter: str, has_chosen: bool, is_choosing: bool) -> Piece:
    ring = [Box(0, 2, 56, 56, GLOW, 28)] if is_choosing else []
    crest = badge(seat, 48, letter)
    if has_chosen and any(_meets_tick(mark) for mark in crest.marks):
        crest = badge(seat, 48)
    marks: list[Shape] = [*ring, Placed(CREST_X, CREST_Y, crest, is_backdrop=True)]
    if has_chosen:
        marks.append(Placed(TICK_X, TICK_Y, tick(19)))
    return piece(ORDER_W, 60, marks)


def _meets_tick(mark: Shape) -> bool:
    """Whether a letter reaches into the corner of its badge where the tick is."""
    if not isinstance(mark, Text):
        return False
    _, _, right, bottom = mark.box
    return CREST_X + right > TICK_X and CREST_Y + bottom > TICK_Y


@lru_cache(maxsize=8)
def _label(tool: str) -> Piece:
    """Draw the tool that must be discarded to hire the contractor below."""
    items = [
        sprite_item(GLYPHS + "blueprint_discard", 50),
        sprite_item(f"{GLYPHS}tool_{tool}", 48, GOLD),
        words_item(tool.upper(), PILL, CREAM, PANEL),
    ]
    ground = Box(0, 0, COLUMN, LABEL_H, PANEL_HIGH, 16, corners="top")
    top = Box(3, 3, COLUMN - 6, LABEL_H - 3, PANEL, 13, corners="top")
    return piece(COLUMN, LABEL_H, [ground, top, *centered_row(COLUMN / 2, 29, items, 10)])


def _hired(slot: SlotView, x: int) -> list[Placed]:
    if slot.card is None:
        return [Placed(x, HIRED_TOP, empty_place("contractor", CONTRACTOR_H, "NOBODY LEFT"))]
    return contractor(slot.card, x, HIRED_TOP, slot.is_new)


def _offered(slot: SlotView, x: int, place: int | None) -> list[Placed]:
    if slot.card is None:
        return [Placed(x, CARDS_TOP, empty_place("card", CARD_H, "SOLD OUT", place))]
    card = BLUEPRINTS[slot.card]
    price = Price(card.metal, card.energy)
    state = CardState(price, slot.is_new, is_new=slot.is_new, place=place)
    return blueprint(slot.card, x, CARDS_TOP, state)


@lru_cache(maxsize=1)
def hazard_divider() -> Piece:
    words = "BLUEPRINTS · TAKE ONE FREE"
    middle = HAZARD_H // 2
    plate = pill([words_item(words, PILL._replace(size=36), CREAM, HEAD)], HEAD, HAZARD_H, GOLD)
    return piece(
        INNER, HAZARD_H, [*stripes(0, middle - 4, INNER, HAZARD), over(INNER, middle, plate)]
    )
