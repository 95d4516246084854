"""Built cards three in a row: picture, name and recipe; whether each works now or was used."""

from collections.abc import Sequence
from functools import lru_cache

from engine.fantastic_factories.cards import BLUEPRINTS, Blueprint
from engine.fantastic_factories.view import BuildingView, PlayerView
from render import lettering
from render.fantastic_factories.look import GLYPHS, SCENES, TYPES, Look
from render.fantastic_factories.recipes import blueprint_rows
from render.fantastic_factories.thumbs import cards_of, row_of_thumbs
from render.fantastic_factories.tiles import grouped
from render.lettering import Face
from render.marks import (
    Box,
    Item,
    Piece,
    Placed,
    Shape,
    Sprite,
    TooSmall,
    breadth,
    centered,
    centered_row,
    piece,
    piece_item,
    row,
    shrunk,
    sprite_item,
    words_item,
)
from render.theme import (
    CARD_EDGE,
    CREAM,
    DIM,
    DONE,
    EDGE,
    GLOW,
    GOLD,
    HEAD,
    LABEL,
    MARGIN,
    MUTED,
    SEATS,
    SMALLEST,
    TILE_NAME,
    SeatLook,
)
from render.widgets.badges import tick
from render.widgets.dice import die
from render.widgets.panels import panel
from render.widgets.sentences import Room, one_row

TILE_W, TILE_H = 381, 106
X_PITCH, PITCH = TILE_W + 10, TILE_H + 10
A_ROW = 3
MAX_TILES = 12
RADIUS = 18
NAME_H, RULE = 40, 4
FRAME, LINE = 6, 3
TICK = 52
DIE = 44
TALLEST = 46  # of a recipe
BOLD = LABEL._replace(face=Face.BOLD)


def rows(player: PlayerView) -> int:
    return max(1, -(-min(len(player.compound), MAX_TILES) // A_ROW))


def tiles(
    player: PlayerView, working: dict[str, set[int]], y: int, marks: Sequence[str] = ()
) -> list[Placed]:
    """Draw built cards by type, as the compound does; the last place may stand for several."""
    cards = [built for built, _ in grouped(player.compound)]
    visible = cards if len(cards) <= MAX_TILES else cards[: MAX_TILES - 1]
    look = SEATS[player.seat]
    places = [_tile(_fact(built), _frame(built, working, marks), look) for built in visible]
    if len(cards) > MAX_TILES:
        places.append(_others(cards[MAX_TILES - 1 :]))
    places += [_free_lot()] * (rows(player) * A_ROW - len(places))
    return [
        Placed(MARGIN + X_PITCH * (n % A_ROW), y + PITCH * (n // A_ROW), place, is_backdrop=True)
        for n, place in enumerate(places)
    ]


def _frame(built: BuildingView, working: dict[str, set[int]], marks: Sequence[str]) -> str | None:
    """Choose gold for what the next step of a lesson uses, green for what could work now."""
    if built.card in marks:
        return GOLD
    return GLOW if built.card in working and not built.used else None


Fact = tuple[str, bool, tuple[int, ...], str | None]  # what a tile says: it can be remembered


def _fact(built: BuildingView) -> Fact:
    return built.card, built.used, built.dice, built.copied


@lru_cache(maxsize=256)
def _tile(fact: Fact, frame: str | None, seat: SeatLook) -> Piece:
    name, used, dice, copied = fact
    played = BLUEPRINTS[copied or name]
    look = TYPES[BLUEPRINTS[name].row.type]
    ground = DONE if used else CREAM
    edge = FRAME if frame else LINE
    left = TILE_H - edge
    room = TILE_W - edge - left
    top = edge + NAME_H + RULE
    below = top + (TILE_H - edge - top) / 2
    placed = [piece_item(die(value, seat, DIE)) for value in dice]
    taken = round(breadth(placed, 3)) + 8 if placed else 0
    space = Room(room - taken - 8, TALLEST, largest=0.84)
    marks = [
        *_ground(look, ground, edge, frame or CARD_EDGE),
        *_scene(name, edge, used),
        _title(name, copied, left + room / 2, edge + NAME_H / 2 + 1, room - 12),
        *row(left + 8, below, placed, 3),
        *_recipe(played, ground, space, left + (room + taken) / 2, below, with_dice=not placed),
    ]
    return piece(TILE_W, TILE_H, marks)


def _title(name: str, copied: str | None, x: float, middle: float, room: int) -> Shape:
    """Write the name, or what a Replicator was used as; its picture still shows the Replicator."""
    look = TYPES[BLUEPRINTS[name].row.type]
    called = BLUEPRINTS[copied or name].row.name.upper()
    words = f"AS {called}" if copied else called
    if lettering.width(words, TILE_NAME.face, SMALLEST) > room:
        words = called
    return centered(x, middle, words, shrunk(words, TILE_NAME, room), look.words, look.main)


def _ground(look: Look, ground: str, edge: int, line: str) -> list[Shape]:
    inner = TILE_W - 2 * edge
    left = TILE_H - edge
    return [
        Box(0, 0, TILE_W, TILE_H, line, RADIUS),
        Box(edge, edge, inner, TILE_H - 2 * edge, ground, RADIUS - edge),
        Box(edge, edge, inner, NAME_H, look.main, RADIUS - edge, corners="top"),
        Box(edge, edge, left - edge, TILE_H - 2 * edge, look.main, RADIUS - edge, corners="left"),
        Box(left, edge + NAME_H, TILE_W - edge - left, RULE, look.dark),
    ]


def _scene(name: str, edge: int, used: bool) -> list[Shape]:
    inner, place = TILE_H - 2 * edge - 8, edge + 4
    scene = Sprite(f"{SCENES}{name}.thumb", place, place, inner, inner, is_backdrop=True, radius=8)
    if not used:
        return [scene]
    middle = (TILE_H - TICK) // 2
    return [scene, Box(place, place, inner, inner, DIM, 8), Placed(middle, middle, tick(TICK))]


def _recipe(
    card: Blueprint, ground: str, room: Room, x: float, middle: float, with_dice: bool
) -> list[Shape]:
    """Draw the recipe; the longest one without its dice, or not at all beside placed dice."""
    for has_dice in (True, False) if with_dice else (False,):
        sentence = blueprint_rows(card, ground, has_dice, tallest=TALLEST)
        if has_dice and len(sentence) > 1:
            continue  # two ranges of a die: their dice would be too small
        try:
            return one_row(sentence, room, x, middle)
        except TooSmall:
            continue
    return []


def _others(cards: Sequence[BuildingView]) -> Piece:
    """Draw the cards without a place of their own as small pictures."""
    says: Item = words_item(f"+{len(cards)}", BOLD._replace(size=44), CREAM, HEAD)
    x = 20 + round(says.width) + 16
    thumbs = row_of_thumbs(cards_of(cards), x, 8, TILE_W - x - 12, TILE_H - 16)
    return panel(TILE_W, TILE_H, [*row(20, TILE_H / 2, [says]), *thumbs], HEAD, EDGE)


@lru_cache(maxsize=1)
def _free_lot() -> Piece:
    items = [sprite_item(GLYPHS + "build", 54), words_item("free lot", LABEL, MUTED, HEAD)]
    return panel(TILE_W, TILE_H, centered_row(TILE_W / 2, TILE_H / 2, items, 14), HEAD, EDGE)
