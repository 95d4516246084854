"""The look of Factory 42: families of cards, places, sizes, cuts."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS, EVENTS, INVENTIONS, ORDERS
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
)

SCENES = "factory_42/scenes/"  # + a card's, a location's or a deal's name + the suffix of a cut
GLYPHS = "factory_42/glyphs/"
RESOURCE = GLYPHS + "resource_"
CUBE = GLYPHS + "cube_"
SIGNS = "factory_42/signs/"

MINT = "#4FB89A"
MINT_INK = "#0B2A22"
MINT_DEEP = "#135C4C"
LIT = "#1E5A3C"  # the row or place in question
LIT_WORDS = "#B8F5CF"
WELL = "#141D26"  # inside a Railcar
ROW = "#26333F"
CHOSEN = "#3A3216"  # gold's ground
LINK = "#4C6274"
SOCKET = "#6E8496"  # dashed lines of free places
WAITS = "#68B2F9"
OPEN = "#2A6DB5"
CHIP = "#F0E0C2"
CHIP_EMPTY = "#F8EFDD"
CHIP_WORDS = "#6B4A2A"
BROKEN = "#FBDDD3"
HOT = "#7A1A12"  # the red zone of the gauge
LOCKED = "#46555F"
RAIL, SLEEPER = "#C9D3DB", "#8A5A2B"

STRIPES = Accent(MINT)
LAST_STRIPES = Accent(RED)


class Family(NamedTuple):
    """The colors of a kind of card."""

    main: str  # the header
    dark: str  # rules
    tint: str
    mid: str
    words: str  # on the header


LOCATION, ORDER, EVENT = "location", "order", "event"
INVENTION, COMMISSION, MARKET, IMPROVEMENT = "invention", "commission", "market", "improvement"
FAMILIES: dict[str, Family] = {
    LOCATION: Family("#1C7F6B", "#0D4A3D", "#D6F0E6", "#A3D8C6", WHITE),
    ORDER: Family("#B5241B", "#74110B", "#FBE0D3", "#EFB9A3", WHITE),
    EVENT: Family("#3A4652", MINT, "#E3E8ED", "#BCC7D1", WHITE),
    INVENTION: Family("#F3B51D", "#9A6500", "#FDEDC3", "#F8D57C", "#33240A"),
    COMMISSION: Family("#6A3FB5", "#3F2077", "#E7DEFA", "#C4B0EE", WHITE),
    MARKET: Family("#7DB8E8", "#2A5F91", "#DDEEFB", "#AED2EF", "#10263A"),
    IMPROVEMENT: Family("#46555F", "#2A3640", "#DDE4EA", "#BCC7D1", WHITE),
}
LAST_EVENT = Family("#8E1F17", "#5A1710", "#F8DFD9", "#E5B0A6", WHITE)


class Quality(NamedTuple):
    """The band of a quality on an order."""

    fill: str
    words: str


QUALITIES = {
    "minimum": Quality("#F6CFAE", "#8A4518"),
    "standard": Quality("#DDE4EA", "#46555F"),
    "optimal": Quality("#FFE49A", "#7A5A00"),
}
LINES = ("#E0645A", "#68B2F9", "#35B573", "#A77BE0", "#F6C12B")  # of seats, on dark grounds

# --- locations

TILE_W, WIDE_W, SLIM_W, TILE_H = COLUMN, 424, 128, 237
NAME_H, SCENE_H, RAIL_H = 43, 123, 36
PITCH_Y = 247
PLACE_W, PLACE_H, THUMB_W = 381, 122, 113  # where meeples are placed
RAILS = ("requisition", "steam", "guild", "embassy")  # locations with a value above each slot
CHAIRS = (  # with a Commissar's place on the scene
    *("requisition", "loading", "spiking", "shipping"),
    *("guild", "embassy", "trading", "accounting"),
)
SLIM = {"bureaucracy": (0.76, -24), "scoring": (0.72, -26)}  # scale, and where the scene begins
SEEN_AT = {  # the middle of each scene's hero, and the scale of its window
    "requisition": (0.57, 138),
    "loading": (0.8, 132),
    "spiking": (0.8, 124),
    "shipping": (0.8, 140),
    "steam": (0.575, 150),
    "operate": (0.8, 150),
    "guild": (0.575, 140),
    "embassy": (0.575, 138),
    "trading": (0.8, 138),
    "research": (0.8, 140),
    "manufacturium1": (0.76, 150),
    "accounting": (0.78, 132),
    "manufacturium2": (0.76, 150),
    "scoring": (0.72, 138),
}
CHAIR_W = 68
SHIFT = 36  # px by which a Commissar's place moves the hero to the left

# --- cards

CARD_H = 262
ROW_H = 182  # of an order in its picture
ORDER_W = 262  # of its scene there
GUILD_W = 374
EVENT_W = 268
DEAL_W = 170


_TABLES: dict[str, Mapping[str, object]] = {
    ORDER: ORDERS,
    COMMISSION: COMMISSIONS,
    INVENTION: INVENTIONS,
    EVENT: EVENTS,
    IMPROVEMENT: BOARD.improvement,
}


def family_of(name: str) -> str:
    """Return the kind of a card; one that is in no other table belongs to the Market."""
    return next((kind for kind, table in _TABLES.items() if name in table), MARKET)


_SHARED = {  # cards of the Market have three drawings
    **dict.fromkeys(("an_ordinary_day", "miners_payday", "sculptors_craze"), "market_goods"),
    **dict.fromkeys(("lean_harvest", "smelter_shut_down", "boiler_season"), "market_scarce"),
    **dict.fromkeys(("timber_barges_in", "weavers_surplus", "elves_buying"), "market_elves"),
}


def scene_of(name: str) -> str:
    """Return the drawing of a card."""
    return SCENES + _SHARED.get(name, name)


def _window(suffix: str, w: int, h: int, scale: float, middle: float, top: float) -> Cut:
    wide, high = round(w / scale, 2), round(h / scale, 2)
    return Cut(suffix, (round(middle - wide / 2, 2), top, wide, high), (w, h))


def _whole(suffix: str, w: int, h: int, top: float = 8) -> Cut:
    """Cut out a scene from top to bottom."""
    return _window(suffix, w, h, h / (172 - top), 138, top)


def _place_cuts(place: str) -> tuple[Cut, ...]:
    if place in SLIM:
        scale, top = SLIM[place]
        slim = _window(".slim", SLIM_W, 132, scale, 138, top)
        return (slim, _tower() if place == "bureaucracy" else _tile(place))
    middle = SEEN_AT[place][1]
    return (_tile(place), _window(".thumb", THUMB_W, PLACE_H - 8, 0.75, middle, 0))


def _tile(place: str) -> Cut:
    scale, middle = SEEN_AT[place]
    w = WIDE_W if place == "requisition" else TILE_W
    h = SCENE_H - RAIL_H if place in RAILS else SCENE_H
    shifted = middle + (SHIFT / scale if place in CHAIRS else 0)
    return _window(".tile", w, h, scale, shifted, 0)


def _tower() -> Cut:
    return _window(".tower", 156, 250, 1.36, 138, -10)


CARD_CUTS = (_whole(".card", COLUMN, 108), _whole(".low", COLUMN, 86))
ORDER_CUTS = (
    _whole(".card", COLUMN, 132),
    _whole(".strip", ORDER_W, 128),
    _whole(".low", ORDER_W, 102),
)


def cuts(name: str) -> tuple[Cut, ...]:
    """Return how a scene is cut."""
    if name in SEEN_AT or name in SLIM:
        return _place_cuts(name)
    if name in ORDERS:
        return ORDER_CUTS
    if name in EVENTS:
        return (*CARD_CUTS, _whole(".panel", EVENT_W, 180))
    if name in INVENTIONS:
        return (*CARD_CUTS, _whole(".guild", GUILD_W, 190))
    if name.startswith("deal_"):
        return (_window(".deal", DEAL_W, 126, 0.72, 138, 3),)
    return CARD_CUTS


# Words and signs lie on these grounds: their soft edges need colors between.
EDGES = (
    *((CREAM, ground) for ground in (INK, TABLE, HEAD, PANEL, PANEL_HIGH, YES, YES_DARK, NO)),
    *((CREAM, ground) for ground in (ALARM, LIT, CHOSEN, ROW, MINT_DEEP, LOCKED)),
    *((ground, INK) for ground in (CREAM, PAPER, WHITE, GOLD, DONE, WINNER, CHIP, CHIP_EMPTY)),
    (BROKEN, INK),
    *((MUTED, ground) for ground in (HEAD, PANEL, TABLE, LIT)),
    *((SOFT, ground) for ground in (PANEL, HEAD, TABLE)),
    *((color, HEAD) for color in (MISSING, GLOW, GOLD, MINT)),
    *((line, HEAD) for line in LINES),
    (MINT_INK, MINT),
    (GOLD, GOLD_INK),
    (GOLD, INK),
    (TAUPE, CREAM),
    (CHIP_WORDS, CHIP),
    *((family.main, family.words) for family in FAMILIES.values()),
    *((family.tint, INK) for family in FAMILIES.values()),
    *((quality.fill, quality.words) for quality in QUALITIES.values()),
)
