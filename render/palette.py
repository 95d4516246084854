"""The fixed colours of all pictures: 256 at most, so that a picture is one byte a pixel."""

from functools import cache

from PIL import Image

from render.sprites import ASSETS

FILE = ASSETS / "palette.txt"


def colours() -> list[str]:
    return FILE.read_text(encoding="ascii").split()


@cache
def index(colour: str) -> int:
    """The place of a colour of the theme."""
    return colours().index(colour)


@cache
def swatch() -> Image.Image:
    """An image that carries the palette."""
    image = Image.new("P", (1, 1))
    image.putpalette(bytes.fromhex("".join(colour.removeprefix("#") for colour in colours())))
    return image


def flattened(image: Image.Image) -> Image.Image:
    """An RGB image in the colours of the palette."""
    return image.quantize(palette=swatch(), dither=Image.Dither.NONE)
