"""What a recipe needs, unit by unit on a conveyor belt; missing units leave dashed gaps."""

from collections.abc import Sequence
from functools import lru_cache

from render.factory_frenzy.look import RESOURCE
from render.factory_frenzy.ranking import Need
from render.marks import Box, Piece, Placed, Shape, piece, sign
from render.theme import CREAM, LINE, NO
from render.widgets.belts import belt

THING = 60
BELT_H = 18
LOADED_H = BELT_H + THING + 2  # with all that lies on it


def loaded_belt(needs: Sequence[Need], x: int, bottom: int, w: int) -> list[Shape]:
    units = [(need.resource, n < need.have) for need in needs for n in range(need.need)]
    step = (w - THING - 12) / max(1, len(units) - 1)
    top = bottom - BELT_H - THING
    marks: list[Shape] = [Placed(x, bottom - BELT_H, belt(w), is_backdrop=True)]
    for number, (resource, is_there) in enumerate(units):
        middle = x + 6 + THING / 2 + step * number
        if is_there:
            marks.append(sign(RESOURCE + resource, middle, top + THING / 2, THING + 4))
        else:
            marks.append(Placed(round(middle - THING / 2), top - 2, _gap(resource)))
    return marks


@lru_cache(maxsize=4)
def _gap(resource: str) -> Piece:
    """Draw a dashed place with a shadow of what is missing."""
    end = THING - 4
    gaps = [
        Box(*place, CREAM)
        for n in (17, 35)
        for place in ((n, 0, 8, 4), (n, end, 8, 4), (0, n, 4, 8), (end, n, 4, 8))
    ]
    ground = Box(0, 0, THING, THING, CREAM, 12, NO, 4)
    ghost = sign(RESOURCE + resource, THING / 2, THING / 2, 44, LINE)
    return piece(THING, THING, [ground, *gaps, ghost])
