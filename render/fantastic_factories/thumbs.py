"""Cards as small pictures, after the signs of their types."""

from collections.abc import Sequence
from functools import lru_cache

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.view import BuildingView
from render.fantastic_factories.discs import type_disc
from render.fantastic_factories.look import SCENES, TYPES
from render.fantastic_factories.tiles import grouped
from render.marks import (
    Box,
    Item,
    Piece,
    Placed,
    Shape,
    Sprite,
    breadth,
    piece,
    piece_item,
    row,
    space,
)
from render.theme import DIM
from render.widgets.badges import tick

Cards = tuple[tuple[str, bool], ...]  # each with whether it was used
LARGEST = 92


def cards_of(compound: Sequence[BuildingView]) -> Cards:
    return tuple((each.card, each.used) for each, _ in grouped(compound))


def row_of_thumbs(cards: Cards, x: int, top: int, room: int, height: int) -> list[Shape]:
    """Draw cards as thumbnails after the signs of their types, as large as they fit."""
    lines, size = _arranged(cards, room, height)
    step = height / len(lines)
    marks: list[Shape] = []
    for number, line in enumerate(lines):
        marks += row(x, top + step * (number + 0.5), _thumbs(line, size), 5)
    return marks


def _arranged(cards: Cards, room: float, height: float) -> tuple[list[Cards], int]:
    """Choose one line or two, whichever shows them larger."""
    best: tuple[list[Cards], int] = ([cards], 0)
    for count in (1, 2):
        share = -(-len(cards) // count)
        lines = [cards[n : n + share] for n in range(0, len(cards), share)]
        size = int(min(height / count - 4, LARGEST))
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
    """Draw a built card so small that only its picture is left."""
    look = TYPES[BLUEPRINTS[name].row.type]
    edge = max(3, size // 18)
    inner = size - 2 * edge
    marks: list[Shape] = [
        Box(0, 0, size, size, look.main, 10),
        Sprite(f"{SCENES}{name}.thumb", edge, edge, inner, inner, is_backdrop=True),
    ]
    if used:
        size_of_tick = max(20, round(size * 0.42))
        marks.append(Box(edge, edge, inner, inner, DIM))
        place = size - size_of_tick
        marks.append(Placed(place, place, tick(size_of_tick)))
    return piece(size, size, marks)
