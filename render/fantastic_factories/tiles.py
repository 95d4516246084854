"""Built cards as tiles: the card, its dice, and what it does without them."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from engine.fantastic_factories.cards import BLUEPRINTS, Blueprint, Slots, prestige
from engine.fantastic_factories.view import BuildingView
from render.fantastic_factories.discs import seal
from render.fantastic_factories.look import (
    SCENES,
    TILE_H,
    TILE_NAME_H,
    TILE_SCENE_H,
    TILE_UNIT,
    TYPES,
    Look,
)
from render.fantastic_factories.recipes import blueprint_rows
from render.marks import Box, Piece, Placed, Shape, Sprite, centered, piece, shrunk, sign, spread
from render.theme import (
    CAPTION,
    CARD_EDGE,
    COLUMN,
    CREAM,
    DIM_LIGHT,
    DONE,
    INK,
    PANEL_HIGH,
    SHADOW,
    TILE_NAME,
    WHITE,
    YES,
    SeatLook,
)
from render.widgets.dice import die, socket
from render.widgets.panels import shadow
from render.widgets.sentences import Room, one_row

RADIUS = 18
EDGE = 3
RULE = 4
SCENE_TOP = TILE_NAME_H + RULE
STRIP_TOP = SCENE_TOP + TILE_SCENE_H + RULE
TRAY_H = 70
SEAL = 50
TICK = 30
HERO = 288 * TILE_UNIT  # the middle of the hero in a tile's sprite


def grouped(compound: Sequence[BuildingView]) -> list[tuple[BuildingView, int]]:
    """Return built cards with what each is worth, by type and in the order of building."""
    cards = [built.card for built in compound]
    totals = [prestige(cards[:count]) for count in range(len(cards) + 1)]
    worths = (after - before for before, after in pairwise(totals))
    order = list(TYPES)
    return sorted(
        zip(compound, worths, strict=True),
        key=lambda pair: order.index(BLUEPRINTS[pair[0].card].row.type),
    )


def tile(built: BuildingView, worth: int, look: SeatLook, x: int, y: int) -> list[Placed]:
    """Draw a built card; a Replicator says what it was used as and holds those dice."""
    played = BLUEPRINTS[built.copied or built.card]
    base = _base(built.card, built.used, built.copied, worth)
    step = _die_step(played.dice)
    marks = []
    for number, wish in enumerate(wishes(played)):
        place = COLUMN - tray_width(played.dice) + 7 + number * step
        is_placed = number < len(built.dice)
        held = die(built.dice[number], look, step - 2) if is_placed else socket(wish, step - 2)
        marks.append(Placed(place, SCENE_TOP + 12 + (TRAY_H - step + 2) // 2, held))
    return [Placed(x, y, base, is_backdrop=True), *spread(marks, x, y, PANEL_HIGH)]


def _die_step(dice: int) -> int:
    """Return the distance of dice; three are smaller, so that the scene keeps its place."""
    return 53 if dice == 3 else 58


def wishes(card: Blueprint) -> tuple[str, ...]:
    """Return what each socket of a card waits for."""
    row = card.row
    if row.slots is None:
        return ()
    if row.slots is Slots.RUN:
        return ("X", "+1", "+2")
    if row.slots is Slots.ONE:
        return (str(row.value) if row.value else _any_wish(card),)
    return ("",) * 3 if row.slots is Slots.THREE else ("X",) * card.dice


def _any_wish(card: Blueprint) -> str:
    return "X" if any(sign.amount == "die" for sign in card.recipe.get) else "ANY"


def tray_width(dice: int) -> int:
    return dice * _die_step(dice) + 14 if dice else 0


@lru_cache(maxsize=256)
def _base(name: str, used: bool, copied: str | None, worth: int) -> Piece:
    card = BLUEPRINTS[name]
    look = TYPES[card.row.type]
    dice = BLUEPRINTS[copied or name].dice
    marks = [*_ground(look, used), *_scene(name, dice, bool(worth))]
    if used:
        marks.append(Box(EDGE, SCENE_TOP, COLUMN - 2 * EDGE, TILE_SCENE_H, DIM_LIGHT))
    if dice:
        w = tray_width(dice)
        marks.append(Box(COLUMN - w, SCENE_TOP + 12, w - 6, TRAY_H, PANEL_HIGH, 18, INK, 3))
    marks += _titled(card.row.name, look)
    if worth:
        marks.append(Placed(4, SCENE_TOP + 4, seal(str(worth), SEAL)))
    marks += _strip(card, used, copied)
    return piece(COLUMN, TILE_H + SHADOW, marks)


def _ground(look: Look, used: bool) -> list[Shape]:
    inner = COLUMN - 2 * EDGE
    strip = DONE if used else CREAM
    return [
        shadow(0, 0, COLUMN, TILE_H, RADIUS),
        Box(0, 0, COLUMN, TILE_H, CARD_EDGE, RADIUS),
        Box(0, 0, COLUMN, SCENE_TOP, look.dark, RADIUS, corners="top"),
        Box(EDGE, EDGE, inner, TILE_NAME_H - EDGE, look.main, RADIUS - EDGE, corners="top"),
        Box(0, STRIP_TOP - RULE, COLUMN, RULE + 2, look.dark),
        Box(
            EDGE,
            STRIP_TOP,
            inner,
            TILE_H - EDGE - STRIP_TOP,
            strip,
            RADIUS - EDGE,
            corners="bottom",
        ),
    ]


def _scene(name: str, dice: int, has_seal: bool) -> list[Shape]:
    """Draw the scene in the middle of what the seal and the tray leave free."""
    left = SEAL + 8 if has_seal and dice < 3 else 26 if has_seal else 0
    middle = (left + COLUMN - tray_width(dice)) / 2
    window = (max(0, round(HERO - middle) + EDGE), 0)
    inner = COLUMN - 2 * EDGE
    scene = f"{SCENES}{name}.tile"
    return [Sprite(scene, EDGE, SCENE_TOP, inner, TILE_SCENE_H, is_backdrop=True, window=window)]


def _titled(name: str, look: Look) -> list[Shape]:
    words = name.upper()
    style = shrunk(words, TILE_NAME, COLUMN - 20)
    return [centered(COLUMN / 2, TILE_NAME_H / 2 + 2, words, style, look.words, look.main)]


def _strip(card: Blueprint, used: bool, copied: str | None) -> list[Shape]:
    """Draw what the card does without its dice, or what a Replicator was used as."""
    left, right, height = EDGE, COLUMN - EDGE, TILE_H - EDGE - STRIP_TOP
    middle = STRIP_TOP + height / 2
    marks: list[Shape] = []
    if used:
        marks += _tick(height)
        left += TICK
    ground = DONE if used else CREAM
    if copied:
        words = f"as {BLUEPRINTS[copied].row.name}"
        style = shrunk(words, CAPTION, right - left - 4)
        return [*marks, centered((left + right) / 2, middle, words, style, INK, ground)]
    with_dice = card.row.slots is None
    rows = blueprint_rows(card, ground, with_dice, tallest=height)
    room = Room(right - left - 4, height, largest=0.84)
    return [*marks, *one_row(rows, room, (left + right) / 2, middle)]


def _tick(height: int) -> list[Shape]:
    return [
        Box(EDGE, STRIP_TOP, TICK, height, YES, RADIUS - EDGE, corners="left"),
        Box(EDGE, STRIP_TOP, TICK, height // 2, YES),
        sign("common/check", EDGE + TICK / 2, STRIP_TOP + height / 2, 24, WHITE),
    ]
