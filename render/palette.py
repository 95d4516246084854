"""The fixed palette of a game's pictures: at most 256 colors, so that a pixel is one byte."""

from functools import cache
from pathlib import Path

from PIL import Image

from render.sprites import ASSETS

FOLDER = ASSETS / "palettes"
HOUSE = "fantastic_factories"  # of what belongs to no single game


def file(game: str) -> Path:
    return FOLDER / f"{game}.txt"


def colors(game: str = HOUSE) -> list[str]:
    return file(game).read_text(encoding="ascii").split()


@cache
def index(color: str, game: str = HOUSE) -> int:
    """Return the number of a theme color in the palette."""
    return colors(game).index(color)


@cache
def swatch(game: str = HOUSE) -> Image.Image:
    """Return an image with the palette."""
    image = Image.new("P", (1, 1))
    image.putpalette(bytes.fromhex("".join(color.removeprefix("#") for color in colors(game))))
    return image


def flattened(image: Image.Image, game: str = HOUSE) -> Image.Image:
    """Reduce an RGB image to the colors of the palette."""
    return image.quantize(palette=swatch(game), dither=Image.Dither.NONE)
