"""Pictures as bytes: PNG with a palette and nothing else in it."""

from io import BytesIO

from PIL import Image

LEVEL = 2


def encoded(image: Image.Image, level: int = LEVEL) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", compress_level=level)
    return out.getvalue()
