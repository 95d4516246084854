"""The fixed colours of a game's pictures: 256 at most, so that a picture is one byte a pixel."""

from functools import cache
from pathlib import Path

from PIL import Image

from render.sprites import ASSETS

FOLDER = ASSETS / "palettes"
HOUSE = "fantastic_factories"  # of what belongs to no game alone


def file(game: str) -> Path:
    return FOLDER / f"{game}.txt"


def colours(game: str = HOUSE) -> list[str]:
    return file(game).read_text(encoding="ascii").split()


@cache
def index(colour: str, game: str = HOUSE) -> int:
    """The place of a colour of the theme."""
    return colours(game).index(colour)


@cache
def swatch(game: str = HOUSE) -> Image.Image:
    """An image that carries the palette."""
    image = Image.new("P", (1, 1))
    image.putpalette(bytes.fromhex("".join(colour.removeprefix("#") for colour in colours(game))))
    return image


def flattened(image: Image.Image, game: str = HOUSE) -> Image.Image:
    """An RGB image in the colours of the palette."""
    return image.quantize(palette=swatch(game), dither=Image.Dither.NONE)
