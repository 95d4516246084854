"""A contact sheet: every card of a game in one picture, for `python -m render sheet`."""

from typing import Any

from render.marks import Drawing, Placed
from render.painter import Painter

ACROSS = 8


def contact_sheet(painter: Painter[Any]) -> Drawing:
    """Draw rows of cards in the painter's order, each row as high as its highest card."""
    cards = [painter.card(name) for name in painter.cards]
    parts: list[Placed] = []
    top = 0
    for start in range(0, len(cards), ACROSS):
        line = cards[start : start + ACROSS]
        x = 0
        for card in line:
            parts += [part._replace(x=part.x + x, y=part.y + top) for part in card.parts]
            x += card.w
        top += max(card.h for card in line)
    width = max(sum(card.w for card in cards[n : n + ACROSS]) for n in range(0, len(cards), ACROSS))
    alt = f"All {len(cards)} cards of {painter.title}: {', '.join(painter.cards)}."
    return painter.colored(Drawing(top, tuple(parts), alt, width))
