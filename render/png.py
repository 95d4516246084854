"""Writes pictures as PNG with a palette and without metadata."""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image

try:
    from isal.isal_zlib import compress as deflate  # several times as fast as zlib
except ImportError:  # there are no wheels for every system
    from zlib import compress as deflate

LEVEL = 2
LARGE, SMALLER = 128_000, 6  # larger files are compressed once more, by zlib
SIGNATURE = b"\x89PNG\r\n\x1a\n"
DEPTH, WITH_PALETTE = 8, 3


def drawable(size: tuple[int, int], palette: bytes, rows: bytes) -> Image.Image:
    """Return a picture on a copy of these rows; `encoded` then needs no further copy."""
    # Each row has one byte more, the filter: the image begins behind the first of them, and
    # its stride is one more than its width. What is drawn is at once in the rows of the file.
    memory = memoryview(bytearray(rows))
    pixels: Any = memory[1:]
    image = Image.frombuffer("P", size, pixels, "raw", "P", size[0] + 1, 1)
    image.readonly = 0  # nobody else uses its memory
    image.putpalette(palette)
    image.rows = memory[:-1]  # type: ignore[attr-defined]
    return image


def rows_of(image: Image.Image) -> bytes:
    """Return the rows as a PNG stores them: each begins with its filter, here none."""
    rows: bytes | None = getattr(image, "rows", None)
    return image.crop((-1, 0, *image.size)).tobytes() if rows is None else rows


def encoded(image: Image.Image) -> bytes:
    """Write a picture with a palette, fast; only large files are compressed further."""
    rows = rows_of(image)
    packed = deflate(rows, LEVEL)
    if len(packed) > LARGE:
        packed = zlib.compress(rows, SMALLER)
    header = struct.pack(">2I5B", *image.size, DEPTH, WITH_PALETTE, 0, 0, 0)
    palette = bytes(image.getpalette() or ())
    parts = (b"IHDR", header), (b"PLTE", palette), (b"IDAT", packed), (b"IEND", b"")
    return SIGNATURE + b"".join(_chunk(*part) for part in parts)


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(content, zlib.crc32(kind))
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)


def smallest(image: Image.Image) -> bytes:
    """Write a picture of any kind as small as possible, for files that are made once."""
    out = BytesIO()
    image.save(out, "PNG", compress_level=9)
    return out.getvalue()
