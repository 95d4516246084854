"""All that a player in the market decides with, in one picture: contractors, cards, the hand."""

from collections.abc import Sequence

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.view import SlotView, View
from render.fantastic_factories import low_cards, private_alt
from render.fantastic_factories.cards import LOW, CardState, Price, blueprint, empty_place
from render.fantastic_factories.contractor_strips import GAP, PITCH, STRIP_W, strip
from render.fantastic_factories.look import LOW_CARD_H
from render.fantastic_factories.market import HAZARD_H, hazard_divider, marked
from render.fantastic_factories.own_head import BOTTOM, own_head
from render.fantastic_factories.works import hire_lacks
from render.marks import Drawing, Placed, drawing
from render.theme import MARGIN, column
from render.widgets.panels import DIVIDER_H, divider

HIRE_TOP = BOTTOM + 6
STRIPS_TOP = HIRE_TOP + DIVIDER_H
TAKE_TOP = STRIPS_TOP + 2 * PITCH - 2
CARDS_TOP = TAKE_TOP + HAZARD_H + 8
HAND_TOP = CARDS_TOP + LOW_CARD_H + 10
HELD_TOP = HAND_TOP + DIVIDER_H


def picture(view: View, names: Sequence[str], marks: Sequence[str] = ()) -> Drawing:
    marked_view = marked(view)
    parts = [
        *own_head(marked_view, names),
        divider("HIRE · DISCARD A CARD WITH THIS TOOL", HIRE_TOP),
    ]
    for number, slot in enumerate(marked_view.contractors.row):
        x, y = MARGIN + (STRIP_W + GAP) * (number % 2), STRIPS_TOP + PITCH * (number // 2)
        lacks = hire_lacks(marked_view, slot) if slot.card else ()
        parts.append(Placed(x, y, strip(slot, lacks), is_backdrop=True))
    parts.append(Placed(MARGIN, TAKE_TOP, hazard_divider()))
    for number, slot in enumerate(marked_view.blueprints.row):
        parts += _offered(
            slot, column(number), number + 1 if view.machine else None, slot.card in marks
        )
    parts.append(divider("YOUR HAND", HAND_TOP))
    parts += low_cards.traded_cards(marked_view.hand, HELD_TOP)
    height = HELD_TOP + low_cards.traded_height(len(marked_view.hand)) + 4
    return drawing(height, parts, private_alt.shop(marked_view))


def _offered(slot: SlotView, x: int, place: int | None, is_marked: bool) -> list[Placed]:
    """Draw a blueprint; a new one has a ribbon and no frame: frames show what can be done."""
    if slot.card is None:
        return [Placed(x, CARDS_TOP, empty_place("card", LOW_CARD_H, "SOLD OUT", place))]
    card = BLUEPRINTS[slot.card]
    state = CardState(
        Price(card.metal, card.energy), is_marked=is_marked, is_new=slot.is_new, place=place
    )
    return blueprint(slot.card, x, CARDS_TOP, state, LOW)
