"""Cards as pieces: blueprints and contractors at full size, and the states they can be in."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.fantastic_factories.cards import BLUEPRINTS, Blueprint
from engine.fantastic_factories.contractors import CONTRACTORS
from render.fantastic_factories import captions
from render.fantastic_factories.discs import seal, tool_disc, type_disc
from render.fantastic_factories.look import (
    CAPTION_H,
    CAPTION_LINE,
    CARD_H,
    CONTRACTOR,
    CONTRACTOR_H,
    GLYPHS,
    LOW_CARD_H,
    MACHINE_DICE,
    NAME_H,
    SCENE_H,
    SCENES,
    TYPES,
    VEILED,
    VEILED_SCENE,
    Look,
)
from render.fantastic_factories.recipes import Ink, blueprint_rows, contractor_rows
from render.marks import (
    Box,
    Item,
    Piece,
    Placed,
    Shape,
    Sprite,
    Text,
    centered,
    piece,
    space,
    spread,
    sprite_item,
    words_item,
)
from render.theme import (
    CAPTION,
    CARD_NAME,
    COLUMN,
    CREAM,
    GLOW,
    GOLD,
    HEAD,
    INK,
    MISSING,
    PLATE,
    SEATS,
    SOFT,
    TABLE,
    VEIL,
    YES_DARK,
)
from render.widgets.cards import EDGE, RADIUS, RULE, Skin, balanced, body, new_ribbon, stand, title
from render.widgets.dice import die
from render.widgets.panels import over, plate
from render.widgets.sentences import Room, fitted_rows


class Format(NamedTuple):
    """How high a blueprint and its parts are."""

    height: int
    name: int
    scene: int
    hang: int  # price and type begin this far above the scene's lower edge
    below: int  # and the recipe this far below it
    disc: int
    seal: int


FULL = Format(CARD_H, NAME_H, SCENE_H, 28, 30, 64, 74)
LOW = Format(LOW_CARD_H, 50, 128, 34, 24, 60, 68)


@dataclass(frozen=True, slots=True)
class Price:
    """What a card costs here and now, as its plate shows it."""

    metal: int
    energy: int
    lacks_metal: bool = False
    lacks_energy: bool = False
    is_payable: bool = False


@dataclass(frozen=True, slots=True)
class CardState:
    """How a card looks different from the printed one."""

    price: Price
    is_framed: bool = False
    is_marked: bool = False  # the next step of a lesson moves it
    is_veiled: bool = False
    is_new: bool = False
    place: int | None = None  # in the row: what The Machine's green die must show to take it
    notices: tuple[Piece, ...] = ()  # across the scene

    @property
    def frame(self) -> str | None:
        return GOLD if self.is_marked else GLOW if self.is_framed else None


def printed(card: Blueprint) -> CardState:
    return CardState(Price(card.metal, card.energy))


def blueprint(
    name: str, x: int, y: int, state: CardState | None = None, form: Format = FULL
) -> list[Placed]:
    """Draw a blueprint: the changing parts on the part that never changes."""
    card = BLUEPRINTS[name]
    state = state or printed(card)
    scene = VEILED_SCENE if state.is_veiled else CREAM
    price = Placed(10, form.name + form.scene - form.hang, _price_plate(state.price))
    return [
        stand(x, y, form.height, state.frame),
        Placed(x, y, _base(name, state.is_veiled, form), True, state.frame or TABLE),
        *spread([price], x, y, CREAM),
        *spread(_news(state, form), x, y, scene),
    ]


def _news(state: CardState, form: Format) -> list[Shape]:
    """Draw what lies on the scene; in a low one it goes beside the tool, not below it."""
    marks: list[Shape] = []
    if state.is_new:
        place = (8, 86) if form is FULL else (70, 14)
        marks.append(Placed(place[0], form.name + place[1], new_ribbon()))
    if state.place:
        place, size = ((COLUMN - 64, 90), 50) if form is FULL else ((COLUMN - 116, 46), 44)
        green = die(state.place, SEATS[MACHINE_DICE[0]], size)
        marks.append(Placed(place[0], form.name + place[1], green))
    for number, notice in enumerate(state.notices):
        marks.append(over(COLUMN, form.name + 112 - 64 * number, notice))
    return marks


@lru_cache(maxsize=64)
def _base(name: str, is_veiled: bool, form: Format) -> Piece:
    """Draw a card without its price; no veil covers the recipe, because people plan with it."""
    card = BLUEPRINTS[name]
    look = (VEILED if is_veiled else TYPES)[card.row.type]
    strip, words = _caption(captions.blueprint(card), look, form.height)
    top = form.name + form.scene + form.below
    room = Room(COLUMN - 20, form.height - strip - top - 4, largest=1.15)
    recipe = fitted_rows(blueprint_rows(card, CREAM), room, COLUMN / 2, top)
    marks = [*body(_skin(look), form.height, form.name), *_scene(name, form.name, form.scene, look)]
    if is_veiled:
        marks.append(Box(EDGE, form.name + RULE, COLUMN - 2 * EDGE, form.scene - RULE, VEIL))
    marks += [_titled(card.row.name, look, form.name), *words, *recipe, *_discs(card, form)]
    return piece(COLUMN, form.height, marks)


def _discs(card: Blueprint, form: Format) -> list[Shape]:
    """Draw tool, prestige and type."""
    marks: list[Shape] = [Placed(8, form.name + 12, tool_disc(card.tool, form.disc))]
    if card.row.prestige:
        worth = f"{card.row.prestige}{'+' if card.effect.more_prestige(1) else ''}"
        marks.append(Placed(COLUMN - form.seal - 4, form.name + 6, seal(worth, form.seal)))
    marks.append(
        Placed(COLUMN - 66, form.name + form.scene - form.hang, type_disc(card.row.type, 56))
    )
    return marks


def _skin(look: Look) -> Skin:
    return Skin(look.main, look.dark, look.dark)


def _titled(name: str, look: Look, height: int = NAME_H) -> Text:
    return title(name.upper(), height, look.words, look.main)


def _scene(name: str, top: int, height: int, look: Look) -> list[Shape]:
    inner, visible = COLUMN - 2 * EDGE, height - RULE
    return [
        Sprite(
            f"{SCENES}{name}.card",
            EDGE,
            top + RULE,
            inner,
            visible,
            is_backdrop=True,
            window=(EDGE, (180 - visible) // 2 + (2 if height == SCENE_H else 0)),
        ),
        Box(0, top + height - 1, COLUMN, 5, look.dark),
    ]


def _caption(words: str, look: Look, height: int) -> tuple[int, list[Shape]]:
    """Return the height of the strip and draw its text."""
    lines = balanced(words, CAPTION, COLUMN - 16)
    strip = CAPTION_H + CAPTION_LINE * (len(lines) - 1)
    inner = COLUMN - 2 * EDGE
    top = height - EDGE - strip
    marks: list[Shape] = [Box(EDGE, top, inner, strip, look.tint, RADIUS - EDGE, corners="bottom")]
    for number, line in enumerate(lines):
        middle = top + CAPTION_H / 2 + CAPTION_LINE * number
        marks.append(centered(COLUMN / 2, middle, line, CAPTION, look.caption, look.tint))
    return strip, marks


def _price_plate(price: Price) -> Piece:
    fill = YES_DARK if price.is_payable else INK
    parts = [
        *_cost("metal", price.metal, price.lacks_metal, fill),
        *_cost("energy", price.energy, price.lacks_energy, fill),
    ]
    if price.is_payable:
        parts.append([sprite_item("common/check", 26, CREAM)])
    items: list[Item] = []
    for part in parts:
        items += [space(8), *part] if items else part
    return plate(items, fill)


def _cost(kind: str, count: int, lacks: bool, fill: str) -> list[list[Item]]:
    if not count:
        return []
    number = words_item(str(count), PLATE, MISSING if lacks else CREAM, fill)
    return [[number, space(3), sprite_item(GLYPHS + kind, 47)]]


def contractor(name: str, x: int, y: int, is_new: bool = False) -> list[Placed]:
    frame = GLOW if is_new else None
    return [
        stand(x, y, CONTRACTOR_H, frame),
        Placed(x, y, _person(name), True, frame or TABLE),
        *spread([Placed(8, NAME_H + 14, new_ribbon())] if is_new else [], x, y, CREAM),
    ]


@lru_cache(maxsize=8)
def _person(name: str) -> Piece:
    """Draw a contractor; the plate shows what it costs beside a card."""
    hired = CONTRACTORS[name]
    look = CONTRACTOR
    strip, words = _caption(captions.contractor(hired), look, CONTRACTOR_H)
    height = 164
    top = NAME_H + height + 5
    room = Room(COLUMN - 20, CONTRACTOR_H - strip - top - 5, largest=1.15)
    recipe = fitted_rows(contractor_rows(hired, Ink(CREAM, look.dark)), room, COLUMN / 2, top)
    marks = [*body(_skin(look), CONTRACTOR_H, NAME_H), *_scene(name, NAME_H, height, look)]
    marks += [_titled(hired.row.name, look), *words, *recipe]
    if hired.metal or hired.energy:
        price = _price_plate(Price(hired.metal, hired.energy))
        marks.append(Placed(10, NAME_H + height - 50, price))
    return piece(COLUMN, CONTRACTOR_H, marks)


@lru_cache(maxsize=8)
def empty_place(kind: str, height: int, words: str, place: int | None = None) -> Piece:
    """Draw a dashed place where a card could be."""
    ground = Sprite(f"common/well_{kind}", 0, 0, COLUMN, height, is_backdrop=True)
    label = centered(COLUMN / 2, height - 60, words, CARD_NAME, SOFT, HEAD)
    green = (
        [Placed(COLUMN - 64, NAME_H + 90, die(place, SEATS[MACHINE_DICE[0]], 50))] if place else []
    )
    return piece(COLUMN, height, [ground, label, *green])
