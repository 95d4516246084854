"""Pictures as bytes: PNG with a palette and nothing else in it."""

from io import BytesIO

from PIL import Image

LEVEL = 2
LARGE, SMALLER = 150_000, 6  # bytes above which a picture is packed once more, at this level


def encoded(image: Image.Image, level: int = LEVEL) -> bytes:
    """Quickly; only what becomes large is packed better."""
    found = _packed(image, level)
    return found if len(found) <= LARGE or level >= SMALLER else _packed(image, SMALLER)


def _packed(image: Image.Image, level: int) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", compress_level=level)
    return out.getvalue()
