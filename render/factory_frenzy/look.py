"""Colors, sizes and cuts that only Factory Frenzy! uses."""

from typing import NamedTuple

from engine.factory_frenzy.cards import CARDS, RECIPES
from engine.factory_frenzy.resources import Resource
from render.sprites import Cut
from render.theme import (
    ALARM,
    COLUMN,
    CREAM,
    DONE,
    GLOW,
    GOLD,
    GOLD_INK,
    HEAD,
    INK,
    MISSING,
    MUTED,
    NO,
    PANEL,
    PANEL_HIGH,
    PAPER,
    RED,
    SOFT,
    TABLE,
    TAUPE,
    WHITE,
    WINNER,
    YES,
    YES_DARK,
    Accent,
    mixed,
)

SCENES = "factory_frenzy/scenes/"  # + a card's or a recipe's id + the suffix of a cut
GLYPHS = "factory_frenzy/glyphs/"
RESOURCE = GLYPHS + "resource_"  # + chemicals, wood, gears, steel
WELLS = "factory_frenzy/wells/"  # pile (276 x 300), secret_4, _3, _2 (252, 351, 548 x 132)


class Family(NamedTuple):
    """The colors of a kind of card."""

    main: str  # the header
    dark: str  # rules and plus signs
    tint: str  # the strip, the sky
    mid: str  # the skyline, edges of cards below the top
    words: str  # on the header
    frame: str | None = None  # around the whole card
    rule: str = ""  # of a framed card, under the header


COPPER = "#C8743A"
COPPER_LIGHT = "#EBA66F"
COPPER_DARK = "#7A3A12"
COPPER_RULE = "#8A4518"
COPPER_INK = "#2A1204"

ACTION, RECIPE = "action", "recipe"
FAMILIES: dict[str, Family] = {
    Resource.CHEMICALS: Family("#7B2FBE", "#4E1A80", "#ECDDF9", "#CDAEEC", WHITE),
    Resource.WOOD: Family("#16653A", "#0C4124", "#DCEFD9", "#A9D2A6", WHITE),
    Resource.GEARS: Family("#F3B51D", "#9A6500", "#FDEDC3", "#F8D57C", "#33240A"),
    Resource.STEEL: Family("#7DB8E8", "#2A5F91", "#DDEEFB", "#AED2EF", "#10263A"),
    ACTION: Family("#3A4652", "#8E1F17", "#F8DFD9", "#E5B0A6", WHITE, RED, RED),
    RECIPE: Family(
        COPPER, COPPER_RULE, "#FBE6D2", "#EFC19B", COPPER_INK, COPPER_LIGHT, COPPER_RULE
    ),
}
VEILED_SHARE = 0.25  # of the header's color that the veil takes
VEILED: dict[str, Family] = {  # of cards that cannot be played now
    kind: family._replace(
        main=mixed(family.main, HEAD, VEILED_SHARE),
        dark=mixed(family.dark, HEAD, VEILED_SHARE),
        frame=mixed(family.frame, HEAD, VEILED_SHARE) if family.frame else None,
        rule=mixed(family.rule, HEAD, VEILED_SHARE) if family.rule else "",
    )
    for kind, family in FAMILIES.items()
}
VEIL = "#1A25308C"  # over their scenes
VEILED_SCENE = "#6A7175"  # about what pills on a veiled scene lie on


class Well(NamedTuple):
    """The colors of a status: enough, missing, or just enough."""

    fill: str
    line: str
    words: str
    number: str


ENOUGH = Well("#1F4A38", "#4FD18B", "#B8F5CF", CREAM)
LACKING = Well("#4A2A2A", MISSING, "#FFB3A5", MISSING)
BARELY = Well("#4A3416", GOLD, "#FFD98A", CREAM)

WANTED = "#FFCB96"  # a strip that helps the recipe
LACKING_PILL = "#7A1F16"
READY_PILL = "#147A4B"
ROSE = "#FBDAD2"  # under a declared recipe that does not stand; else the theme's DONE
CHIP_LINE = "#4C6274"

COPPER_STRIPES = Accent(COPPER_LIGHT)
DECLARED_STRIPES = Accent(RED)


def family_of(name: str) -> str:
    """Return the family: resource, action or recipe."""
    return RECIPE if name in RECIPES else CARDS[name].resource or ACTION


CARD_H = 344  # in hand, and a recipe's
BOARD_H = 300  # without the effects
FRAME = 5  # of actions and recipes
NAME_H = 46
TALL_NAME_H = 66  # of two lines
RULE = 6
STRIP_H = 72  # what stays on the board
EFFECT_H = 62
DEEDS_H = 126  # of an action, all that it does
NEEDS_H = 84  # of a recipe
TILE_H = 284  # of a recipe among all the others

BANNER_TOP, BANNER_H, BANNER_SCENE = 110, 240, 300  # the recipe above the hand
ROW_PITCH = CARD_H + 20  # from row to row of a hand

SEEN = 168  # units of a scene that are seen from top to bottom
SCENE_TOP, SCENE_MIDDLE = 6, 138


def scene_height(height: int, name_height: int, below: int) -> int:
    """Return the height that is left for a card's picture."""
    return height - name_height - RULE - below


def _cut(suffix: str, w: int, h: int) -> Cut:
    """Cut the middle out of a scene, in its full height."""
    width = round(w * SEEN / h, 2)
    return Cut(suffix, (round(SCENE_MIDDLE - width / 2, 2), SCENE_TOP, width, SEEN), (w, h))


THUMB = _cut(".thumb", 180, 180)
PRODUCT_CUTS = (
    _cut(".card", COLUMN, scene_height(CARD_H, NAME_H, NEEDS_H)),
    _cut(".tile", COLUMN, scene_height(TILE_H, NAME_H, NEEDS_H)),
    _cut(".banner", BANNER_SCENE, BANNER_H - 10),  # beside what the recipe needs
    _cut(".stage", 500, 436),
    _cut(".row", 256, 164),
    _cut(".strip", 448, 84),  # all there is from side to side
    _cut(".wide", 1200, 300),
    THUMB,
)


def cuts(name: str) -> tuple[Cut, ...]:
    """Return how to cut a scene: a product for many pictures, a card for the hand and the board."""
    if name in RECIPES:
        return PRODUCT_CUTS
    return (_cut(".card", COLUMN, card_scene_height(name)), *_board_cuts(name), THUMB)


def card_scene_height(name: str) -> int:
    card = CARDS[name]
    if not card.resource:
        return scene_height(CARD_H, name_height(name), DEEDS_H)
    below = STRIP_H + (EFFECT_H if card.effects else 0)
    return scene_height(CARD_H, name_height(name), below)


def name_height(name: str) -> int:
    return TALL_NAME_H if name in TWO_LINES else NAME_H


TWO_LINES = ("big_order_small_shelf",)


def _board_cuts(name: str) -> tuple[Cut, ...]:
    """Return the cut for the board; actions are never on it."""
    if not CARDS[name].resource:
        return ()
    return (_cut(".board", COLUMN, scene_height(BOARD_H, NAME_H, STRIP_H)),)


OWN = tuple(  # not written out anywhere
    color for family in VEILED.values() for color in family if color
)

# Words and signs lie on these grounds: their soft edges need colors between.
EDGES = (
    *((CREAM, ground) for ground in (INK, TABLE, HEAD, PANEL, PANEL_HIGH, YES, YES_DARK, NO)),
    *((CREAM, ground) for ground in (ALARM, READY_PILL, LACKING_PILL)),
    *((ground, INK) for ground in (CREAM, PAPER, WHITE, GOLD, DONE, WANTED, WINNER, ROSE)),
    *((MUTED, ground) for ground in (HEAD, PANEL, TABLE)),
    *((SOFT, ground) for ground in (PANEL, HEAD)),
    *((well.fill, well.words) for well in (ENOUGH, LACKING, BARELY)),
    *((well.fill, well.number) for well in (ENOUGH, LACKING, BARELY)),
    *((color, HEAD) for color in (MISSING, GLOW)),
    (GOLD, GOLD_INK),
    (TAUPE, CREAM),
    (NO, ROSE),
    *((family.main, family.words) for family in FAMILIES.values()),
    *((family.tint, INK) for family in FAMILIES.values()),
)
