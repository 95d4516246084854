"""Dice in a row: those to place, and those that contractors promised."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine.fantastic_factories.view import PlayerView
from render.lettering import Face
from render.marks import Item, breadth, piece_item, space, words_item
from render.theme import CREAM, HEAD, SeatLook, Style
from render.widgets.dice import die, face

GAP = 6
SMALLEST_DIE = 40


class Promise(NamedTuple):
    """Dice that a contractor promised: what they will show, how many, and if they are extra."""

    wish: str
    dice: int
    is_extra: bool


def coming(player: PlayerView) -> tuple[Promise, ...]:
    promised = (
        Promise("1–6", player.set_dice, False),
        Promise("?", player.rolled_dice, True),
        Promise("1–6", player.named_dice, True),
    )
    return tuple(each for each in promised if each.dice)


def dice_items(
    dice: tuple[int, ...], to_come: Sequence[Promise], look: SeatLook, size: int, room: float
) -> list[Item]:
    """Draw dice as large as they fit; else count equal ones, or at last all of them."""
    for width in range(size, SMALLEST_DIE - 2, -2):
        items = [piece_item(die(value, look, width)) for value in dice]
        items += _promised(to_come, width, bool(dice))
        if breadth(items, GAP) <= room:
            return items
    items = _counted(dice, to_come, look)
    return items if breadth(items, GAP) <= room else _in_all(dice, to_come)


def _in_all(dice: tuple[int, ...], to_come: Sequence[Promise]) -> list[Item]:
    promised = sum(each.dice for each in to_come)
    blank, extra = face("", SMALLEST_DIE), face("?", 44, "common/badge_plus")
    items = [_times(len(dice), 34), piece_item(blank)]
    return [*items, _times(promised, 34), piece_item(extra)] if promised else items


def _counted(dice: tuple[int, ...], to_come: Sequence[Promise], look: SeatLook) -> list[Item]:
    items: list[Item] = []
    for value, count in sorted(Counter(dice).items()):
        items += [_times(count, 30)] if count > 1 else []
        items.append(piece_item(die(value, look, SMALLEST_DIE)))
    return [*items, *_promised(to_come, SMALLEST_DIE, bool(dice))]


def _promised(to_come: Sequence[Promise], size: int, is_after_dice: bool) -> list[Item]:
    """Draw dice that are not rolled or named yet; a plus on those that are extra."""
    items: list[Item] = [space(14)] if is_after_dice and to_come else []
    for wish, count, is_extra in to_come:
        badge = "common/badge_plus" if is_extra else ""
        item = piece_item(face(wish, max(44, round(size * 0.86)), badge))
        items += [_times(count, 34), item] if count > 2 else [item] * count
    return items


def _times(count: int, size: int) -> Item:
    return words_item(f"{count}×", Style(Face.BOLD, size), CREAM, HEAD)
