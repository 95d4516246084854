"""Lays rows of icons: parts at any scale, in one row or two, as large as they fit."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from render.marks import Item, Shape, TooSmall, breadth, centered_row, space, sprite_item
from render.theme import RECIPE, SMALLEST, TAUPE, Style

GAP = 5
SMALLEST_PERCENT = 100 * SMALLEST // RECIPE.size
SMALL = 0.7  # at a smaller scale, arrows shrink even more


class Token(NamedTuple):
    """A part of a row of icons, at any scale; a row may begin after a break."""

    draw: Callable[[float], list[Item]]
    breaks: bool = False
    is_arrow: bool = False
    is_plus: bool = False


def number_style(scale: float) -> Style:
    return RECIPE._replace(size=max(SMALLEST, round(RECIPE.size * scale)))


def joint(name: str, height: float) -> Token:
    """Return a sign that stands between two things."""

    def draw(scale: float) -> list[Item]:
        sign = sprite_item(f"common/{name}", height * scale, TAUPE)
        return [space(GAP * scale), sign, space(GAP * scale)]

    return Token(draw, breaks=name == "plus", is_plus=name == "plus")


PLUS = joint("plus", 26)
SLASH = joint("slash", 42)


def arrow(color: str) -> Token:
    def draw(scale: float) -> list[Item]:
        sign = sprite_item("common/arrow", (33 if scale > SMALL else 23) * scale, color)
        return [space(GAP * scale), sign, space(GAP * scale)]

    return Token(draw, breaks=True, is_arrow=True)


def _items(tokens: Sequence[Token], scale: float) -> list[Item]:
    return [item for token in tokens for item in token.draw(scale)]


class Room(NamedTuple):
    """Where a row may be drawn, and its largest scale."""

    width: float
    height: float
    largest: float


def _scale(tokens: Sequence[Token], room: Room) -> float:
    """Return the largest scale at which a row fits; 0 if none does."""
    start = room.largest
    for _ in range(2):  # sizes are nearly proportional: guess, then step down
        items = _items(tokens, start)
        start *= min(1, room.width / breadth(items), room.height / _tallest(items))
    largest = max(round(start * 100) + 2, round(SMALL * 100))
    for percent in range(largest, SMALLEST_PERCENT - 1, -1):
        items = _items(tokens, percent / 100)
        if breadth(items) <= room.width and _tallest(items) <= room.height:
            return min(percent / 100, room.largest)
    return 0


def _tallest(items: Sequence[Item]) -> float:
    return max(item.height for item in items)


def one_row(rows: Sequence[Sequence[Token]], room: Room, x: float, middle: float) -> list[Shape]:
    """Draw everything in one row, two ranges side by side; if it's too long, leave parts out."""
    tokens: list[Token] = []
    for part in rows:
        tokens += [*([SLASH] if tokens else []), *part]
    for shorter in (tokens, _without_lead(tokens), _without_plus(_without_lead(tokens))):
        if scale := _scale(shorter, room):
            return centered_row(x, middle, _items(shorter, scale))
    raise TooSmall("A sentence is too long for its row.")


def _without_lead(tokens: Sequence[Token]) -> Sequence[Token]:
    return tokens[1:] if tokens[0].is_arrow else tokens


def _without_plus(tokens: Sequence[Token]) -> Sequence[Token]:
    return [token for token in tokens if not token.is_plus]


def fitted_rows(rows: Sequence[Sequence[Token]], room: Room, x: float, top: float) -> list[Shape]:
    """Draw everything in one row if it fits well, else in two."""
    if len(rows) == 1:
        scale = _scale(rows[0], room)
        if scale >= min(0.97, room.largest):
            return centered_row(x, top + room.height / 2, _items(rows[0], scale))
        rows = _broken(rows[0], room)
    half = room._replace(height=room.height / len(rows), largest=1)
    marks: list[Shape] = []
    for number, tokens in enumerate(rows):
        middle = top + half.height * (number + 0.5)
        marks += centered_row(x, middle, _items(tokens, _scale(tokens, half)))
    return marks


def _broken(tokens: Sequence[Token], room: Room) -> list[list[Token]]:
    """Split into two rows that are as large as possible, before the arrow if that's as good."""
    cuts = [n for n, token in enumerate(tokens) if n and token.breaks]
    half = room._replace(height=room.height / 2, largest=0.9)

    def worth(cut: int) -> tuple[float, bool, int]:
        scale = min(_scale(tokens[:cut], half), _scale(tokens[cut:], half))
        return min(scale, 0.74), tokens[cut].is_arrow, -abs(cut - len(tokens) // 2)

    best = max(cuts, key=worth)
    return [list(tokens[:best]), list(tokens[best:])]
