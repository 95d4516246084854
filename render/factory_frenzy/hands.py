"""How many cards a player holds: a number and as many card backs."""

from functools import lru_cache

from render.factory_frenzy.look import GLYPHS
from render.lettering import Face
from render.marks import Piece, Shape, Sprite, piece, text
from render.sprites import aspect
from render.theme import Style

BACK = GLYPHS + "card_back"
MIN_STEP = 12  # from one back to the next


@lru_cache(maxsize=256)
def held(count: int, w: int, h: int, color: str, on: str) -> Piece:
    """Draw backs side by side, overlapping if there are many."""
    style = Style(Face.TITLE, max(36, round(h * 0.92)))
    x = round(h * (0.8 if count < 10 else 1.3))
    marks: list[Shape] = [text(0, h / 2, str(count), style, color, on)]
    return piece(w, h, [*marks, *_backs(count, x, w - x, h)])


def _backs(count: int, x: int, room: int, h: int) -> list[Sprite]:
    width = round(h * aspect(BACK))
    step = min(width - 1, max(MIN_STEP, (room - width) / max(1, count - 1)))
    visible = min(count, 1 + int((room - width) / step))
    return [
        Sprite(BACK, x + round(step * n), 0, width, h, is_backdrop=True) for n in range(visible)
    ]
