"""Pictures as bytes: PNG with a palette and nothing else in it."""

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
LARGE, SMALLER = 128_000, 6  # bytes above which a picture is packed once more, by zlib
SIGNATURE = b"\x89PNG\r\n\x1a\n"
DEPTH, WITH_PALETTE = 8, 3


def drawable(size: tuple[int, int], palette: bytes, rows: bytes) -> Image.Image:
    """A picture on a copy of these rows; `encoded` need not copy it once more."""
    memory = memoryview(bytearray(rows))
    pixels: Any = memory[1:]
    image = Image.frombuffer("P", size, pixels, "raw", "P", size[0] + 1, 1)
    image.readonly = 0  # nobody else has its memory
    image.putpalette(palette)
    image.rows = memory[:-1]  # type: ignore[attr-defined]
    return image


def rows_of(image: Image.Image) -> bytes:
    """As a PNG has them: each begins with its filter, and that is none."""
    rows: bytes | None = getattr(image, "rows", None)
    return image.crop((-1, 0, *image.size)).tobytes() if rows is None else rows


def encoded(image: Image.Image) -> bytes:
    """A picture with a palette, quickly; only what becomes large is packed better."""
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


def kept(image: Image.Image) -> bytes:
    """Of any kind, and as small as it gets: for a file that is made once."""
    out = BytesIO()
    image.save(out, "PNG", compress_level=9)
    return out.getvalue()
