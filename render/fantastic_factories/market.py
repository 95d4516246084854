"""The marketplace: contractors under their tool labels, blueprints, what is left in the decks."""

from dataclasses import replace
from functools import lru_cache

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.view import ShelfView, SlotView, View
from render.fantastic_factories import alt
from render.fantastic_factories.cards import (
    Price,
    State,
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
    centred_row,
    drawing,
    piece,
    sprite_item,
    words_item,
)
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
CARDS_TOP = DIVIDER_TOP + HAZARD_H + 14
HEIGHT = CARDS_TOP + CARD_H + 22


def picture(view: View) -> Drawing:
    shown = marked(view)
    return drawing(HEIGHT, _parts(shown), alt.market(shown))


def _parts(view: View) -> list[Placed]:
    found = [*_header(view), Placed(MARGIN, DIVIDER_TOP, hazard_divider())]
    for number, slot in enumerate(view.contractors.row):
        x = column(number)
        found.append(Placed(x, LABEL_TOP, _label(str(slot.tool)), is_backdrop=True))
        found += _hired(slot, x)
    for number, slot in enumerate(view.blueprints.row):
        place = number + 1 if view.machine else None
        found += _offered(slot, column(number), place)
    return found


def marked(view: View) -> View:
    """In the first round everything is new, so nothing is marked."""
    if view.round > 1:
        return view
    return replace(
        view, blueprints=_unmarked(view.blueprints), contractors=_unmarked(view.contractors)
    )


def _unmarked(shelf: ShelfView) -> ShelfView:
    return replace(shelf, row=tuple(replace(slot, is_new=False) for slot in shelf.row))


def _header(view: View) -> list[Placed]:
    decks = [
        count_pill(GLYPHS + "blueprint", str(view.blueprints.deck)),
        count_pill("common/helmet", str(view.contractors.deck)),
    ]
    pills = [*alarms(view), *decks]
    return table_header("MARKET", round_words(view), pills, accent(view), aside=_turn_order(view))


def _turn_order(view: View) -> Piece | None:
    """Who chooses, who has chosen and who is still to come, in the order of this round."""
    count = len(view.players)
    if count < 2 or view.phase != "market" or view.result:
        return None
    order = [(view.first + n) % count for n in range(count)]
    now = order.index(view.to_act[0]) if view.to_act else count
    marks = [
        Placed(n * 58, 0, _place_in_order(seat, n < now, n == now)) for n, seat in enumerate(order)
    ]
    return piece(58 * count, 60, marks)


@lru_cache(maxsize=32)
def _place_in_order(seat: int, has_chosen: bool, is_choosing: bool) -> Piece:
    ring = [Box(0, 2, 56, 56, GLOW, 28)] if is_choosing else []
    marks: list[Shape] = [*ring, Placed(4, 6, badge(seat, 48), is_backdrop=True)]
    if has_chosen:
        marks.append(Placed(39, 41, tick(19)))
    return piece(58, 60, marks)


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


def _hired(slot: SlotView, x: int) -> list[Placed]:
    if slot.card is None:
        return [Placed(x, HIRED_TOP, empty_place("contractor", CONTRACTOR_H, "NOBODY LEFT"))]
    return contractor(slot.card, x, HIRED_TOP, slot.is_new)


def _offered(slot: SlotView, x: int, place: int | None) -> list[Placed]:
    if slot.card is None:
        return [Placed(x, CARDS_TOP, empty_place("card", CARD_H, "SOLD OUT", place))]
    card = BLUEPRINTS[slot.card]
    price = Price(card.metal, card.energy)
    state = State(price, slot.is_new, is_new=slot.is_new, place=place)
    return blueprint(slot.card, x, CARDS_TOP, state)


@lru_cache(maxsize=1)
def hazard_divider() -> Piece:
    words = "BLUEPRINTS · TAKE ONE FREE"
    middle = HAZARD_H // 2
    plate = pill([words_item(words, PILL._replace(size=36), CREAM, HEAD)], HEAD, HAZARD_H, GOLD)
    return piece(
        INNER, HAZARD_H, [*stripes(0, middle - 4, INNER, HAZARD), over(INNER, middle, plate)]
    )
