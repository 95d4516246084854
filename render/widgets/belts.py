"""Score as things on a conveyor belt: counted at a glance, added up at the right."""

from collections.abc import Sequence
from functools import lru_cache

from render.marks import Box, Mark, Piece, Sprite, piece
from render.sprites import aspect

BELT = "#25303B"
ROLLER = "#A9BCCB"


@lru_cache(maxsize=8)
def belt(w: int) -> Piece:
    rollers = [Box(10 + 30 * n, 4, 10, 10, ROLLER, 5) for n in range((w - 12) // 30)]
    return piece(w, 18, [Box(0, 0, w, 18, BELT, 9), *rollers])


def loaded(x: int, bottom: int, w: int, loads: Sequence[tuple[str, int]], size: int) -> list[Mark]:
    """Things of several kinds side by side, closer together where there are many."""
    count = sum(number for _, number in loads)
    if not count:
        return []
    gap = 16 * (sum(number > 0 for _, number in loads) - 1)
    widest = max(round(size * aspect(name)) for name, number in loads if number)
    step = min(widest + 3, (w - gap - widest) / max(1, count - 1))
    marks: list[Mark] = []
    place = float(x)
    for name, number in loads:
        for _ in range(number):
            width = round(size * aspect(name))
            marks.append(Sprite(name, round(place), bottom - size, width, size, is_backdrop=True))
            place += step
        place += 16 if number else 0
    return marks
