"""The emojis of Fantastic Factories: dice of every seat, and the signs of its cards."""

from render.emojis import SIZE, outlined_sign, sign
from render.fantastic_factories.look import GLYPHS
from render.marks import Piece
from render.theme import SEATS
from render.widgets.dice import SPOTS, die

SIGNS = {
    "metal": "metal",
    "goods": "goods",
    "prestige": "prestige",
    "card": "blueprint",
    "draw": "blueprint_draw",
    "build": "build",
}
OUTLINED = (  # white signs, and one that is too slender in its own colors
    *("tool_gear", "tool_hammer", "tool_shovel", "tool_wrench"),
    "energy",
)


def emojis() -> dict[str, Piece]:
    dice = {f"die{face}_{look.word}": die(face, look, SIZE) for look in SEATS for face in SPOTS}
    signs = {key: sign(GLYPHS + name) for key, name in SIGNS.items()}
    return {**dice, **signs, **{key: outlined_sign(GLYPHS + key) for key in OUTLINED}}
