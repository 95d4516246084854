"""The dice to place, each with what it would bring and the cards that could use it."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.fantastic_factories.view import PlayerView
from render.fantastic_factories.look import GLYPHS, SCENES
from render.fantastic_factories.thumbs import thumb
from render.fantastic_factories.trays import Promise, coming, dice_items
from render.fantastic_factories.works import Yield, floor_yield
from render.lettering import Face
from render.marks import (
    Box,
    Item,
    Piece,
    Placed,
    Shape,
    Sprite,
    breadth,
    centered_row,
    piece,
    piece_item,
    row,
    space,
    sprite_item,
    words_item,
)
from render.theme import (
    CREAM,
    EDGE,
    GOLD,
    HEAD,
    INK,
    INNER,
    PANEL,
    PILL,
    SEATS,
    SOFT,
    SeatLook,
    Style,
)
from render.widgets.dice import die, face
from render.widgets.panels import panel

TRAY_H = 134
MAX_DICE = 7  # beyond, equal ones are shown as one
WIDEST = 284  # of a die with all that stands beside it
DIE, SMALL_DIE = 106, 88
GAP = 8
RING = 8  # of the golden frame around a die
CHIP = 50
CHIPS_H = 2 * CHIP + 6
SIGNS = {"metal": ("metal", 36), "energy": ("energy", 44), "blueprint": ("blueprint_draw", 40)}


class Chance(NamedTuple):
    """A value among the dice: how many there are, what they would bring, where else they go."""

    value: int
    dice: int
    brings: Yield | None
    cards: tuple[str, ...]
    is_marked: bool = False  # the next step of a lesson places it


def chances(
    player: PlayerView, working: dict[str, set[int]], marks: Sequence[str] = ()
) -> list[Chance]:
    """Make one for each die, or one for each value where there are many dice."""
    counts = Counter(player.dice)
    is_grouped = len(player.dice) + bool(coming(player)) > MAX_DICE
    faces = sorted(counts) if is_grouped else sorted(player.dice)
    marked = [faces.index(value) for value in {*faces} if str(value) in marks]
    return [
        Chance(
            value,
            counts[value] if is_grouped else 1,
            floor_yield(player, value),
            tuple(card for card, values in working.items() if value in values),
            place in marked,
        )
        for place, value in enumerate(faces)
    ]


def tray(player: PlayerView, working: dict[str, set[int]], marks: Sequence[str] = ()) -> Piece:
    look, to_come = SEATS[player.seat], coming(player)
    if player.dice:
        return _filled(tuple(chances(player, working, marks)), to_come, look)
    return _waiting(to_come, look) if to_come else _empty()


@lru_cache(maxsize=1)
def _empty() -> Piece:
    """Draw workers at rest."""
    w, h = 677, 104
    rest = Sprite(f"{SCENES}tray_empty", (INNER - w) // 2, (TRAY_H - h) // 2, w, h)
    return panel(INNER, TRAY_H, [rest], HEAD, EDGE)


@lru_cache(maxsize=32)
def _waiting(to_come: tuple[Promise, ...], look: SeatLook) -> Piece:
    """Draw dice that contractors promised, before any is rolled."""
    words = words_item("TO COME", PILL, SOFT, HEAD)
    items = dice_items((), to_come, look, DIE, INNER - 80 - words.width)
    return panel(
        INNER,
        TRAY_H,
        centered_row(INNER / 2, TRAY_H / 2, [words, space(20), *items], 8),
        HEAD,
        EDGE,
    )


@lru_cache(maxsize=256)
def _filled(chances: tuple[Chance, ...], to_come: tuple[Promise, ...], look: SeatLook) -> Piece:
    count = len(chances) + bool(to_come)
    size = DIE if count < MAX_DICE else SMALL_DIE
    room = min(WIDEST, (INNER - 10) / count)
    cells = [_cell(chance, look, size, room) for chance in chances]
    if to_come:
        cells.append(_promised(to_come, size))
    left = (INNER - room * count) / 2
    marks: list[Shape] = []
    for number, items in enumerate(cells):
        marks += centered_row(left + room * (number + 0.5), TRAY_H / 2, items, GAP)
    return panel(INNER, TRAY_H, marks, HEAD, EDGE)


def _cell(chance: Chance, look: SeatLook, size: int, room: float) -> list[Item]:
    face = _counted(die(chance.value, look, size), chance.dice)
    item = piece_item(_ringed(face) if chance.is_marked else face)
    chips = _chips(chance, room - item.width - GAP - 4)
    return [item, piece_item(chips)] if chips else [item]


def _promised(to_come: Sequence[Promise], size: int) -> list[Item]:
    """Draw all dice that are still to be named or rolled as one."""
    count = sum(each.dice for each in to_come)
    item = piece_item(face(to_come[0].wish, round(size * 0.72), "common/badge_plus"))
    times = words_item(f"×{count}", Style(Face.BOLD, 38), CREAM, HEAD)
    return [item, times] if count > 1 else [item]


@lru_cache(maxsize=128)
def _counted(face: Piece, count: int) -> Piece:
    """Write on a die how many it stands for."""
    if count == 1:
        return face
    says = words_item(f"×{count}", Style(Face.BOLD, 38), CREAM, INK)
    w, h = round(says.width) + 20, 46
    plate = piece(w, h, [Box(0, 0, w, h, INK, h // 2, CREAM, 3), *row(10, h / 2, [says])])
    corner = Placed(face.w - w, face.h - h, plate)
    return piece(face.w, face.h, [Placed(0, 0, face, is_backdrop=True), corner])


def _ringed(face: Piece) -> Piece:
    w, h = face.w + 2 * RING, face.h + 2 * RING
    ring = Box(0, 0, w, h, GOLD, round(w * 0.26))
    return piece(w, h, [ring, Placed(RING, RING, face, is_backdrop=True)])


def _chips(chance: Chance, room: float) -> Piece | None:
    """Draw what headquarters would give, and below it the cards."""
    rows = [_brought(chance.brings), _users(chance.cards, room)]
    lines = [items for items in rows if items]
    if not lines:
        return None
    w = round(max(breadth(items, 4) for items in lines))
    step = CHIP + 6
    top = (CHIPS_H - step * len(lines) + 6) / 2
    marks: list[Shape] = []
    for number, items in enumerate(lines):
        marks += row(0, top + step * number + CHIP / 2, items, 4)
    return piece(w, CHIPS_H, marks)


def _brought(brings: Yield | None) -> list[Item]:
    if brings is None:
        return []
    name, height = SIGNS[brings.thing]
    number = words_item(str(brings.amount), Style(Face.BOLD, 44), CREAM, PANEL)
    return [_chip([number, sprite_item(GLYPHS + name, height)], 2)]


def _users(cards: Sequence[str], room: float) -> list[Item]:
    """Draw the cards' pictures; where they have no room, how many there are."""
    max_cards = max(1, int((room + 4) // (CHIP + 4)))
    if len(cards) <= max_cards:
        return [piece_item(thumb(card, False, CHIP)) for card in cards]
    number = words_item(str(len(cards)), Style(Face.BOLD, 40), CREAM, PANEL)
    return [_chip([number, sprite_item(GLYPHS + "type_production", 30, CREAM)], 4)]


def _chip(items: Sequence[Item], gap: int) -> Item:
    w = round(breadth(items, gap)) + 12
    return piece_item(
        piece(w, CHIP, [Box(0, 0, w, CHIP, PANEL, 14), *row(6, CHIP / 2, items, gap)])
    )
