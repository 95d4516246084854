"""What cards do, what they add, and what a recipe needs, as signs."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_frenzy.cards import CARDS
from engine.factory_frenzy.effects import AnyEffect, Discard, Draw, Peek, Remove, Steal
from render.factory_frenzy.look import (
    DEEDS_H,
    EFFECT_H,
    FAMILIES,
    FRAME,
    GLYPHS,
    RESOURCE,
    STRIP_H,
    Family,
)
from render.lettering import Face
from render.marks import (
    Box,
    Item,
    Piece,
    Shape,
    breadth,
    centered_row,
    piece,
    row,
    sign,
    space,
    sprite_item,
    words_item,
)
from render.theme import COLUMN, CREAM, INK, LINE, RECIPE, Style
from render.widgets.cards import EDGE

WORDS = Style(Face.BOLD, 38)
SIGN = 58
LARGE_SIGN = 74
Needs = Sequence[tuple[str, int]]


def glyph(effect: AnyEffect) -> str:
    """Return the sign of an effect."""
    match effect:
        case Remove():
            return GLYPHS + "remove_top"
        case Draw():
            return GLYPHS + "draw"
        case Discard():
            return GLYPHS + "discard"
        case Peek():
            return GLYPHS + "peek_three"
        case Steal():
            return GLYPHS + "steal"
    return GLYPHS + "swap_recipes"


def words(effect: AnyEffect) -> str:
    """Name an effect in at most two words; its resource is drawn after them."""
    match effect:
        case Remove():
            return "remove any" if effect.pile == "any" else "remove"
        case Draw() | Discard():
            return f"{effect.do} {effect.cards}"
        case Peek():
            return f"peek at {effect.cards}"
        case Steal():
            return "steal 1"
    return "swap recipes"


def _sentence(effect: AnyEffect) -> list[Item]:
    return [sprite_item(glyph(effect), SIGN), space(10), *_effect_items(effect)]


def _effect_items(effect: AnyEffect) -> list[Item]:
    text = words_item(words(effect), WORDS, INK, CREAM)
    if isinstance(effect, Remove) and effect.pile != "any":
        return [text, space(10), sprite_item(RESOURCE + effect.pile, SIGN - 2)]
    return [text]


def deeds(name: str, family: Family, top: int) -> list[Shape]:
    """Draw all that a card does, from the first effect to the last."""
    card = CARDS[name]
    effects = card.row.effects
    if card.resource:
        return _before_the_strip(effects, family, top) if effects else []
    rule = Box(0, top, COLUMN, 5, family.frame or family.dark)
    if len(effects) == 1:
        return [rule, *_large(effects[0], top)]
    return [rule, *_two(effects, top)]


def _before_the_strip(effects: Sequence[AnyEffect], family: Family, top: int) -> list[Shape]:
    hairline = Box(EDGE, top + EFFECT_H - 2, COLUMN - 2 * EDGE, 2, family.mid)
    return [hairline, *centered_row(COLUMN / 2, top + EFFECT_H / 2, _sentence(effects[0]))]


def _large(effect: AnyEffect, top: int) -> list[Shape]:
    """Draw a single effect: a large sign over its words."""
    return [
        sign(glyph(effect), COLUMN / 2, top + 44, LARGE_SIGN),
        *centered_row(COLUMN / 2, top + 97, _effect_items(effect)),
    ]


def _two(effects: Sequence[AnyEffect], top: int) -> list[Shape]:
    half = (DEEDS_H - FRAME - 5) / 2
    marks: list[Shape] = [Box(30, round(top + 5 + half) - 1, COLUMN - 60, 3, LINE)]
    for number, effect in enumerate(effects):
        middle = top + 5 + half * (number + 0.5)
        marks += centered_row(COLUMN / 2, middle, _sentence(effect))
    return marks


@lru_cache(maxsize=32)
def produce(resource: str, amount: int, is_wanted: bool) -> Piece:
    """Draw a plus and one sign for each unit, marked if the viewer's recipe lacks them."""
    lead = [sprite_item("common/plus", 27, FAMILIES[resource].dark)]
    if is_wanted:
        lead.insert(0, sprite_item(GLYPHS + "recipe_wanted", 56))
    for size, gap in ((66, 8), (64, 3), (58, 2)):
        items = [*lead, *[sprite_item(RESOURCE + resource, size)] * amount]
        if breadth(items, gap) <= COLUMN - 2 * EDGE - 6:
            break
    return items_piece(items, gap, STRIP_H - 6)


@lru_cache(maxsize=64)
def needs(
    wanted: Needs, room: int, height: int, on: str, missing: tuple[tuple[str, str], ...] = ()
) -> Piece:
    """Draw numbers and signs in the order of the piles, as large as there is room.

    `missing` gives another color to the numbers of some resources.
    """
    colors = dict(missing)
    for size in range(height, 0, -2):
        items = _needs(wanted, size, on, colors)
        if breadth(items) <= room:
            break
    return items_piece(items, 0, height)


def _needs(wanted: Needs, size: int, on: str, colors: dict[str, str]) -> list[Item]:
    items: list[Item] = []
    style = RECIPE._replace(size=max(34, round(size * 0.82)))
    for resource, count in wanted:
        number = words_item(str(count), style, colors.get(resource, INK), on)
        items += [*([space(size * 0.16)] if items else []), number, space(4)]
        items.append(sprite_item(RESOURCE + resource, size))
    return items


def items_piece(items: Sequence[Item], gap: float, height: int) -> Piece:
    """Turn a row of items into a piece."""
    return piece(round(breadth(items, gap)), height, row(0, height / 2, items, gap))
