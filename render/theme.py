"""What all pictures share: the grid, the faces and sizes of type, and every color."""

from typing import NamedTuple

from render.lettering import Face

# The grid: four columns on a canvas three times as wide as a phone.
WIDTH = 1200
MARGIN = 18
COLUMN = 276
GUTTER = 20
PITCH = COLUMN + GUTTER
INNER = WIDTH - 2 * MARGIN
HEADER = 84
BAND = 9
TOP = HEADER + BAND
SHADOW = 7
GRID = 58  # between two lines on the blueprint table

SMALLEST = 30  # px of type: a capital is 7 px high on a phone


class Style(NamedTuple):
    """A typeface at a size."""

    face: Face
    size: int


TITLE = Style(Face.TITLE, 58)
NAME = Style(Face.TITLE, 52)
SCORE = Style(Face.TITLE, 62)
COUNTER = Style(Face.TITLE, 60)
PLATE = Style(Face.TITLE, 42)
CARD_NAME = Style(Face.BOLD, 40)
TILE_NAME = Style(Face.BOLD, 36)
RECIPE = Style(Face.BOLD, 50)
PILL = Style(Face.BOLD, 38)
LABEL = Style(Face.LABEL, 34)
CAPTION = Style(Face.LABEL, 32)
SUBTITLE = Style(Face.LABEL, 38)

INK = "#25303B"
TABLE = "#22303D"
GRID_LINE = "#2B3C4B"
HEAD = "#1A2530"
PANEL = "#2E4152"
PANEL_HIGH = "#3A4A58"
EDGE = "#3F566A"
CREAM = "#FFF7E6"
PAPER = "#F8ECD4"
LINE = "#E4D2AE"
WHITE = "#FFFFFF"
MUTED = "#A9BCCB"
SOFT = "#C3D2DE"
YES = "#2E9E4F"
YES_DARK = "#17704A"  # a ground for words
GLOW = "#4FD18B"
DONE = "#DDF3E2"
NO = "#B23A28"
ALARM = "#A32A1E"
MISSING = "#FF8A75"
GOLD = "#FFC62E"
GOLD_INK = "#33240A"
ORANGE = "#F0883A"
TAUPE = "#77643F"  # words and plus signs on cream
VEIL = "#1A253080"  # over what can't be done
SHADE = "#00000052"
SHADOW_ON_TABLE = "#172129"  # what the shade becomes there
DIM = "#1A253066"  # over what has been used
DIM_LIGHT = "#1A253033"
CARD_EDGE = "#8C8578"
STEEL = "#4A5C6B"
GREY = "#7C8D9C"  # signs of what is missing
DEEP_RED = "#5A1710"
RED = "#D33A2C"
WINNER = "#FFEFC4"
BROWN = "#5F4E2E"  # small words on cream


class Accent(NamedTuple):
    """What tells the pictures of one game from another's: the stripe under the header."""

    light: str
    dark: str = HEAD


HAZARD = Accent(GOLD)
LAST_ROUND = Accent(RED)


class SeatLook(NamedTuple):
    """How a seat differs from the others: its colors, and the word for its badge's pattern."""

    word: str
    fill: str
    lip: str
    pips: str


SEATS = (
    SeatLook("red", "#B5241B", "#74110B", WHITE),
    SeatLook("blue", "#68B2F9", "#2A6DB5", INK),
    SeatLook("green", "#18814D", "#0A5230", WHITE),
    SeatLook("purple", "#5A2796", "#34125E", WHITE),
    SeatLook("yellow", "#F6C12B", "#A87A00", INK),
)


def column(number: int) -> int:
    """Return where a column begins."""
    return MARGIN + PITCH * number


def mixed(color: str, other: str, share: float) -> str:
    """Mix a share of another color into a color."""
    pairs = zip(bytes.fromhex(color[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex().upper()
