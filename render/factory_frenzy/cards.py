"""Cards in the hand, on the board and as recipes, in every state they can be in."""

from dataclasses import dataclass
from functools import lru_cache

from engine.factory_frenzy.cards import CARDS, RECIPES
from render.factory_frenzy.deeds import deeds, needs, produce
from render.factory_frenzy.look import (
    BOARD_H,
    CARD_H,
    FAMILIES,
    FRAME,
    NEEDS_H,
    SCENES,
    STRIP_H,
    TILE_H,
    VEIL,
    VEILED,
    VEILED_SCENE,
    WANTED,
    Family,
    card_scene_height,
    family_of,
    name_height,
)
from render.marks import Box, Piece, Placed, Shape, Sprite, Text, centered, piece, spread
from render.theme import CARD_NAME, COLUMN, CREAM, GLOW, GOLD, SMALLEST, TABLE
from render.widgets.badges import tick
from render.widgets.cards import EDGE, RADIUS, RULE, Skin, balanced, body, new_ribbon, stand, title
from render.widgets.panels import over

TICK = 42
LINE = 31  # from line to line of a long name


@dataclass(frozen=True, slots=True)
class CardState:
    """How a card in the hand looks different from the printed one."""

    is_framed: bool = False
    is_marked: bool = False  # the next step of a lesson plays it
    is_ticked: bool = False  # it can be played now
    is_veiled: bool = False
    is_new: bool = False
    is_wanted: bool = False  # what it adds is missing for the viewer's recipe
    notice: Piece | None = None  # across the scene

    @property
    def frame(self) -> str | None:
        return GOLD if self.is_marked else GLOW if self.is_framed else None


PRINTED = CardState()
FRESH = CardState(is_framed=True, is_new=True)


def face(name: str, x: int, y: int, state: CardState = PRINTED) -> list[Placed]:
    """Draw a card of the deck or a recipe, 276 x 344, with its upper left corner at x, y."""
    if name in RECIPES:
        return _laid(x, y, _product(name, CARD_H), state, name_height(name))
    whole = _held(name, state.is_veiled, state.is_wanted)
    return _laid(x, y, whole, state, name_height(name))


def recipe_tile(name: str, x: int, y: int) -> list[Placed]:
    """Draw a recipe for the picture of all recipes, 276 x 284."""
    return _laid(x, y, _product(name, TILE_H), PRINTED, name_height(name))


def board_face(name: str, x: int, y: int, state: CardState = PRINTED) -> list[Placed]:
    """Draw the top card of a pile, 276 x 300: what it adds, but not what it did."""
    return _laid(x, y, _on_board(name), state, name_height(name))


def _laid(x: int, y: int, whole: Piece, state: CardState, below: int) -> list[Placed]:
    """Put the changing parts on the part of a card that never changes."""
    marks: list[Shape] = []
    if state.is_ticked:
        marks.append(Placed(COLUMN - TICK - 9, below + RULE + 8, tick(TICK)))
    if state.is_new:
        ribbon = new_ribbon()
        marks.append(Placed(COLUMN - ribbon.w - 9, below + RULE + 4, ribbon))
    if state.notice:
        marks.append(over(COLUMN, below + 86, state.notice))
    return [
        stand(x, y, whole.h, state.frame),
        Placed(x, y, whole, True, state.frame or TABLE),
        *spread(marks, x, y, VEILED_SCENE if state.is_veiled else CREAM),
    ]


@lru_cache(maxsize=128)
def _held(name: str, is_veiled: bool, is_wanted: bool) -> Piece:
    """Draw a card of the hand; a veil never covers what it does, because people plan with it."""
    kind = family_of(name)
    family = (VEILED if is_veiled else FAMILIES)[kind]
    top, scene_h = name_height(name) + RULE, card_scene_height(name)
    marks = _framed(name, family, CARD_H)
    marks += _scene(f"{SCENES}{name}.card", family, top, scene_h)
    if is_veiled:
        edge = _edge(family)
        marks.append(Box(edge, top, COLUMN - 2 * edge, scene_h, VEIL))
    marks += deeds(name, FAMILIES[kind], top + scene_h)
    if CARDS[name].resource:
        fill = WANTED if is_wanted else family.tint
        marks += _strip(name, CARD_H, fill, is_wanted)
    return piece(COLUMN, CARD_H, marks)


@lru_cache(maxsize=64)
def _on_board(name: str) -> Piece:
    family = FAMILIES[family_of(name)]
    top = name_height(name) + RULE
    marks = _framed(name, family, BOARD_H)
    marks += _scene(f"{SCENES}{name}.board", family, top, BOARD_H - STRIP_H - top)
    return piece(COLUMN, BOARD_H, [*marks, *_strip(name, BOARD_H, family.tint, False)])


@lru_cache(maxsize=32)
def _product(name: str, height: int) -> Piece:
    """Draw a recipe: what is built, and of what."""
    family = FAMILIES[family_of(name)]
    top = name_height(name) + RULE
    cut = "card" if height == CARD_H else "tile"
    bottom = height - NEEDS_H
    marks = _framed(name, family, height)
    marks += _scene(f"{SCENES}{name}.{cut}", family, top, bottom - top)
    inner = COLUMN - 2 * FRAME
    ground = Box(
        FRAME, bottom, inner, NEEDS_H - FRAME, family.tint, RADIUS - FRAME, corners="bottom"
    )
    row = needs(RECIPES[name].needs, inner - 12, 60, family.tint)
    marks += [ground, Box(0, bottom, COLUMN, 4, family.dark)]
    return piece(COLUMN, height, [*marks, over(COLUMN, bottom + NEEDS_H / 2, row)])


def _edge(family: Family) -> int:
    return FRAME if family.frame else EDGE


def _framed(name: str, family: Family, height: int) -> list[Shape]:
    """Draw the body of a card with its name."""
    skin = Skin(family.main, family.dark, family.dark)
    if family.frame:
        skin = Skin(family.main, family.rule, family.frame, family.frame, FRAME)
    return [*body(skin, height, name_height(name)), *_title(name, family)]


def _title(name: str, family: Family) -> list[Text]:
    printed = RECIPES[name].name if name in RECIPES else CARDS[name].name
    words = printed.upper()
    style = CARD_NAME._replace(size=SMALLEST)
    lines = balanced(words, style, COLUMN - 20)
    if len(lines) == 1:
        return [title(words, name_height(name), family.words, family.main)]
    first = name_height(name) / 2 + 2 - LINE / 2
    return [
        centered(COLUMN / 2, first + LINE * number, line, style, family.words, family.main)
        for number, line in enumerate(lines)
    ]


def _scene(sprite: str, family: Family, top: int, height: int) -> list[Shape]:
    edge = _edge(family)
    inner = COLUMN - 2 * edge
    return [Sprite(sprite, edge, top, inner, height, is_backdrop=True, window=(edge, 0))]


def _strip(name: str, height: int, fill: str, is_wanted: bool) -> list[Shape]:
    """Draw what a card adds to the board."""
    card = CARDS[name]
    top, inner = height - STRIP_H, COLUMN - 2 * EDGE
    ground = Box(EDGE, top, inner, STRIP_H - EDGE, fill, RADIUS - EDGE, corners="bottom")
    row = produce(card.resource or "", card.amount, is_wanted)
    return [ground, over(COLUMN, top + STRIP_H / 2 - 1, row)]
