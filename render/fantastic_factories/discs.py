"""Round signs: prestige, a card's tool and a card's type."""

from functools import lru_cache

from render.fantastic_factories.look import GLYPHS, SEAL_GREEN, TYPES
from render.marks import Box, Piece, Shape, centered, piece
from render.marks import sign as drawn
from render.theme import CREAM, INK, RECIPE, SMALLEST, WHITE, Style


@lru_cache(maxsize=64)
def seal(number: str, size: int) -> Piece:
    """Draw prestige with its number."""
    core = round(size * 0.5)
    inset = (size - core) // 2
    style = Style(RECIPE.face, max(SMALLEST, round(size * 0.5)))
    marks: list[Shape] = [
        drawn(GLYPHS + "prestige", size / 2, size / 2, size)._replace(is_backdrop=True),
        Box(inset, inset - round(size * 0.01), core, core, SEAL_GREEN, core // 2),
        centered(size / 2, size / 2 - size * 0.01, number, style, WHITE, SEAL_GREEN),
    ]
    return piece(size, size, marks)


@lru_cache(maxsize=64)
def type_disc(kind: str, size: int) -> Piece:
    """Draw the sign of a card's type."""
    look = TYPES[kind]
    edge, inner = max(2, round(size * 0.07)), round(size * 0.64)
    disc = Box(0, 0, size, size, look.main, size // 2, CREAM, edge)
    return piece(
        size, size, [disc, drawn(GLYPHS + f"type_{kind}", size / 2, size / 2, inner, look.words)]
    )


@lru_cache(maxsize=16)
def tool_disc(tool: str, size: int) -> Piece:
    disc = Box(0, 0, size, size, INK, size // 2, CREAM, 4)
    return piece(
        size, size, [disc, drawn(f"{GLYPHS}tool_{tool}", size / 2, size / 2, size * 0.68, CREAM)]
    )
