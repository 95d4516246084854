"""Loads baked drawings from the assets on first use and scales them for a picture."""

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, PngImagePlugin

from render.theme import PANEL, PANEL_HIGH

ASSETS = Path(__file__).parents[1] / "data" / "assets"
FOLDER = ASSETS / "sprites"
MANIFEST = ASSETS / "manifest.json"


class Cut(NamedTuple):
    """A part of a drawing at a size."""

    suffix: str
    part: tuple[float, float, float, float]  # x, y, width, height in the drawing's units
    size: tuple[int, int]


@cache
def _sizes() -> dict[str, tuple[int, int]]:
    facts = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return {name: tuple(row["size"]) for name, row in facts.items()}


def aspect(name: str) -> float:
    """Return a drawing's width divided by its height."""
    w, h = _sizes()[name]
    return w / h


@lru_cache(maxsize=256)
def sprite(name: str) -> Image.Image:
    """Load a drawing: RGB if nothing of it is transparent, else RGBA."""
    with PngImagePlugin.PngImageFile(FOLDER / f"{name}.png") as file:
        return file.convert("RGB" if file.mode == "P" else "RGBA")


def fitted(name: str, w: int, h: int, window: tuple[int, int] | None = None) -> Image.Image:
    """Scale a drawing to a size; with a window, return the unscaled part that begins there."""
    if "/scenes/" in name and name not in _sizes():
        return _placeholder(w, h)
    whole = sprite(name)
    if window is not None:
        x, y = window
        return whole.crop((x, y, x + w, y + h))
    return whole if whole.size == (w, h) else whole.resize((w, h), Image.Resampling.HAMMING)


def _placeholder(w: int, h: int) -> Image.Image:
    """Draw stripes for a new card whose scene nobody has drawn yet."""
    image = Image.new("RGB", (w, h), PANEL)
    draw = ImageDraw.Draw(image)
    for x in range(-h, w, 24):
        draw.line((x, h, x + h, 0), PANEL_HIGH, width=8)
    return image
