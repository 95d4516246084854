"""Scores as things on a conveyor belt, with the sum on the right."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from render.marks import Box, Piece, Shape, Sprite, piece
from render.sprites import aspect
from render.theme import INK, MUTED


@lru_cache(maxsize=8)
def belt(w: int) -> Piece:
    rollers = [Box(10 + 30 * n, 4, 10, 10, MUTED, 5) for n in range((w - 12) // 30)]
    return piece(w, 18, [Box(0, 0, w, 18, INK, 9), *rollers])


class Load(NamedTuple):
    """Things of one kind."""

    sprite: str
    number: int
    tint: str | None = None


def loaded(x: int, bottom: int, w: int, loads: Sequence[Load], size: int) -> list[Shape]:
    """Draw things of several kinds side by side, closer together where there are many."""
    full = [load for load in loads if load.number]
    if not full:
        return []
    gap = 16 * (len(full) - 1)
    widest = max(round(size * aspect(load.sprite)) for load in full)
    count = sum(load.number for load in full)
    step = min(widest + 3, (w - gap - widest) / max(1, count - 1))
    marks: list[Shape] = []
    place = float(x)
    for name, number, tint in full:
        width = round(size * aspect(name))
        for _ in range(number):
            thing = Sprite(name, round(place), bottom - size, width, size, tint, is_backdrop=True)
            marks.append(thing)
            place += step
        place += 16
    return marks
