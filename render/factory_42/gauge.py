"""The boiler: how much Steam there is, and how close it is to bursting."""

from functools import lru_cache

from engine.factory_42.board import BOARD
from engine.factory_42.view import View
from render.factory_42.look import HOT, MINT, SIGNS
from render.lettering import Face
from render.marks import Box, Piece, Shape, Sprite, centered, piece
from render.theme import (
    ALARM,
    COLUMN,
    CREAM,
    EDGE,
    HEAD,
    INK,
    MISSING,
    PANEL_HIGH,
    RED,
    SOFT,
    WHITE,
    Style,
)
from render.widgets.panels import over, word_pill

DIAL = (244, 200)
FACE = 152
STRAINED = 8  # from here up, the face shows it
ZONE = 3  # the last steps before it bursts are red
TITLE = Style(Face.BOLD, 38)
ENDS = Style(Face.TITLE, 38)


def gauge_panel(view: View, h: int) -> Piece:
    return _panel(view.steam, view.rupture_at, view.ruptured, h)


@lru_cache(maxsize=64)
def _panel(steam: int, limit: int, has_burst: bool, h: int) -> Piece:
    w = COLUMN
    x, y = (w - DIAL[0]) // 2, (h - DIAL[1]) // 2 + 12
    face_x, face_y = w // 2 - FACE // 2, y + 122 - FACE // 2
    mood = "burst" if has_burst else "strained" if steam > STRAINED else "calm"
    most = BOARD.steam.rupture_to if has_burst else limit
    marks: list[Shape] = [Box(0, 0, w, h, HEAD, 18, EDGE, 4), _title(has_burst, w)]
    for step in range(1, limit + 1):
        color = _color(step, steam, limit, most)
        sprite = f"{SIGNS}gauge_{step}"
        marks.append(Sprite(sprite, x, y, *DIAL, color, is_backdrop=True))
    marks += [
        Sprite(f"{SIGNS}boiler_{mood}", face_x, face_y, FACE, FACE, is_backdrop=True),
        centered(w / 2, face_y + 104, str(steam), Style(Face.TITLE, 66), INK, CREAM),
        centered(42, h - 36, "0", ENDS, SOFT, HEAD),
        centered(w - 52, h - 36, f"{limit}!", ENDS, MISSING, HEAD),
    ]
    return piece(w, h, marks)


def _title(has_burst: bool, w: int) -> Shape:
    if has_burst:
        words = f"BURST · MAX {BOARD.steam.rupture_to}"
        return over(w, 36, word_pill(words, ALARM, WHITE, CREAM, Style(Face.BOLD, 34), pad=14))
    return centered(w / 2, 36, "STEAM", TITLE, SOFT, HEAD)


def _color(step: int, steam: int, limit: int, most: int) -> str:
    if step > most:
        return HOT
    is_hot = step > limit - ZONE
    if step <= steam:
        return RED if is_hot else MINT
    return HOT if is_hot else PANEL_HIGH
