"""Colors, signs and sizes that only Fantastic Factories uses."""

from typing import NamedTuple

from engine.fantastic_factories.cards import Type
from render.sprites import Cut
from render.theme import (
    CREAM,
    GOLD,
    HEAD,
    INK,
    MISSING,
    MUTED,
    NO,
    PANEL,
    PANEL_HIGH,
    PAPER,
    SOFT,
    TABLE,
    TAUPE,
    WHITE,
    YES,
    YES_DARK,
    mixed,
)


class Look(NamedTuple):
    """The colors of a kind of card."""

    main: str
    dark: str
    caption: str
    tint: str
    words: str


TYPES: dict[str, Look] = {
    Type.PRODUCTION: Look("#2F74D8", "#1B4A95", "#1B4A95", "#D3E4FB", WHITE),
    Type.UTILITY: Look("#F3B51D", "#9A6500", "#6B4600", "#FDEDC3", "#33240A"),
    Type.TRAINING: Look("#CF3D28", "#922213", "#922213", "#FBDAD2", WHITE),
    Type.SPECIAL: Look("#5F2D9E", "#411B75", "#411B75", "#E6DAF8", WHITE),
    Type.MONUMENT: Look("#66717B", "#424C55", "#424C55", "#E2E6EA", WHITE),
}
VEILED: dict[str, Look] = {  # of cards that cannot be built now
    kind: look._replace(main=mixed(look.main, HEAD, 0.3), dark=mixed(look.dark, HEAD, 0.3))
    for kind, look in TYPES.items()
}
CONTRACTOR = Look("#F0883A", "#B85A14", "#7A3A08", "#FFE3C4", "#2A1605")

SEAL_GREEN = "#0B8478"
MONUMENT_LIGHT = "#B8C1C9"
VEILED_SCENE = "#5F6B74"  # about what pills on a veiled scene lie on
MACHINE_DICE = (2, 0, 1, 3, 4)  # seats of the same colors: green, red, blue, purple, yellow

SCENES = "fantastic_factories/scenes/"
GLYPHS = "fantastic_factories/glyphs/"

CARD_H = 460
LOW_CARD_H = 372  # in the market beside one's own hand
CONTRACTOR_H = 350
TILE_H = 196
NAME_H = 56
SCENE_H = 178
CAPTION_H = 48
CAPTION_LINE = 34

TILE_NAME_H = 44
TILE_SCENE_H = 94
CUTS = (  # of a scene of 276 x 180: the card's, the tile's with room for its tray, the thumbnail's
    Cut(".card", (0, 0, 276, 180), (276, 180)),
    Cut(".tile", (-150, 10, 660, 148), (419, TILE_SCENE_H)),
    Cut(".thumb", (62, 8, 152, 152), (144, 144)),
)
TILE_UNIT = TILE_SCENE_H / 148  # px of a unit of the scene


def cuts(name: str) -> tuple[Cut, ...]:
    """Return how a card's scene is cut."""
    return CUTS


HQ_H = 330

OWN = tuple(color for look in VEILED.values() for color in look)  # not written out anywhere

# Words and signs lie on these grounds: their soft edges need colors between.
EDGES = (
    *((CREAM, ground) for ground in (INK, TABLE, HEAD, PANEL, PANEL_HIGH, YES, YES_DARK, NO)),
    *((ground, INK) for ground in (PAPER, WHITE, GOLD, "#DDF3E2")),
    *((MUTED, ground) for ground in (HEAD, PANEL, TABLE)),
    *((SOFT, ground) for ground in (PANEL, HEAD)),
    (MISSING, INK),
    (TAUPE, CREAM),
    *((look.main, look.words) for look in (*TYPES.values(), CONTRACTOR)),
    *((look.tint, look.caption) for look in (*TYPES.values(), CONTRACTOR)),
)
