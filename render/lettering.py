"""Knows the fonts; every text in a picture is measured and drawn here."""

import json
import math
import tomllib
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

from render.names import graphemes, levels, plain

FONTS = Path(__file__).parents[1] / "data" / "assets" / "fonts"
CAP = 0.70  # height of a capital letter, in em
HIGHEST, LOWEST = 1.15, 0.45  # how far ink may reach above and below the baseline, in em
ELLIPSIS = "…"
_MIRRORS = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


class Face(StrEnum):
    TITLE = "title"
    BOLD = "bold"
    LABEL = "label"


class Font(NamedTuple):
    """A font file: how much it is enlarged to look as large as our faces, and its layout engine."""

    file: str
    scale: float = 1.0
    is_shaped: bool = False
    is_joining: bool = False


OWN = {
    Face.TITLE: Font("FactoryTitle.ttf"),
    Face.BOLD: Font("BarlowCondensed-ExtraBold.ttf"),
    Face.LABEL: Font("BarlowCondensed-Bold.ttf"),
}
CAN_SHAPE = features.check("raqm") and features.check("fribidi")


def _fallbacks() -> Iterator[Font]:
    table = tomllib.loads((FONTS / "fallbacks.toml").read_text(encoding="utf-8"))
    fonts = (Font(**row) for row in table["fonts"])
    return (font for font in fonts if CAN_SHAPE or not font.is_joining)


FALLBACKS = tuple(_fallbacks())
_PLACING = tuple(font for font in FALLBACKS if font.is_shaped)


class Run(NamedTuple):
    """Neighboring characters of one font and one direction, in reading order."""

    parts: tuple[str, ...]
    font: Font
    level: int

    @property
    def is_backwards(self) -> bool:
        return self.level % 2 == 1


class Stroke(NamedTuple):
    """A part of a text that one font draws at once, and where its pen starts."""

    text: str
    font: ImageFont.FreeTypeFont
    x: float
    direction: str | None


def width(text: str, face: Face, size: int) -> float:
    """Return how far the pen moves."""
    return _laid(text, face, size)[1]


def ink(text: str, face: Face, size: int) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the letters, from the pen's start on the baseline."""
    image, left, top = _inked(text, face, size)
    if not image.getbbox():
        return 0, 0, 0, 0
    return left, top, left + image.width, top + image.height


def mask(text: str, face: Face, size: int) -> tuple[Image.Image, int, int]:
    """Return the letters as a mask, and its corner from the pen's start on the baseline.

    The mask is cached and shared: don't draw on it.
    """
    return _inked(text, face, size)


def fitted(text: str, face: Face, size: int, floor: int, room: float) -> int | None:
    """Return the largest size, from the floor up, at which the text is at most so wide."""
    wide = width(text, face, size)
    guess = size if wide <= room else min(size - 1, math.ceil(size * room / wide) + 1)
    sizes = range(guess, floor - 1, -1)
    return next((each for each in sizes if width(text, face, each) <= room), None)


def shortened(text: str, face: Face, size: int, room: float) -> str:
    """Return as much of the text as there is room for, with an ellipsis where it was cut."""
    if width(text, face, size) <= room:
        return text
    parts = tuple(graphemes(text))
    for count in range(_most_that_fit(parts, face, size, room), -1, -1):
        cut = _cut(parts, count)
        if width(cut, face, size) <= room:
            return cut
    return ""


def lines(text: str, face: Face, size: int, room: float, max_lines: int) -> tuple[str, ...] | None:
    """Break the text at spaces, or anywhere if words are too long or have no spaces."""
    broken = [""]
    for gap, word in _words(text, face, size, room):
        longer = broken[-1] + gap + word if broken[-1] else word
        if width(longer, face, size) <= room:
            broken[-1] = longer
        elif width(word, face, size) <= room:
            broken.append(word)
        else:
            return None
    result = tuple(line for line in broken if line)
    return result if len(result) <= max_lines else None


@lru_cache(maxsize=1024)
def name(raw: str, fallback: str) -> str:
    """Make a player's name safe to draw; return the fallback if nothing of it can be seen."""
    text = "".join(_drawable_part(part) for part in graphemes(plain(raw)))
    return " ".join(text.split()) or fallback


def _cut(parts: tuple[str, ...], count: int) -> str:
    return "".join(parts[:count]).rstrip() + ELLIPSIS


def _most_that_fit(parts: tuple[str, ...], face: Face, size: int, room: float) -> int:
    low, high = 0, len(parts)
    while low < high:
        middle = (low + high + 1) // 2
        fits = width(_cut(parts, middle), face, size) <= room
        low, high = (middle, high) if fits else (low, middle - 1)
    return low


def _words(text: str, face: Face, size: int, room: float) -> Iterator[tuple[str, str]]:
    for word in text.split():
        gap = " "
        for piece in _unbroken(word, face, size, room):
            yield gap, piece
            gap = ""


def _unbroken(word: str, face: Face, size: int, room: float) -> Iterator[str]:
    if width(word, face, size) > room:
        yield from graphemes(word)
        return
    for is_wide, parts in groupby(graphemes(word), _is_wide):
        group = tuple(parts)
        yield from group if is_wide else ("".join(group),)


def _is_wide(grapheme: str) -> bool:
    return unicodedata.east_asian_width(grapheme[0]) in "WF"


def _drawable_part(grapheme: str) -> str:
    for part in (grapheme, grapheme[0]):
        if all(_font_of(part, face) for face in Face):
            return part
    return ""


@lru_cache(maxsize=1024)
def _inked(text: str, face: Face, size: int) -> tuple[Image.Image, int, int]:
    strokes, advance = _laid(text, face, size)
    top, bottom = math.ceil(-HIGHEST * size), math.floor(LOWEST * size)
    image = Image.new("L", (math.ceil(advance) + 2 * size, bottom - top))
    draw = ImageDraw.Draw(image)
    for stroke in strokes:
        place = (stroke.x + size, -top)
        draw.text(place, stroke.text, 255, stroke.font, "ls", direction=stroke.direction)
    box = image.getbbox() or (size, -top, size + 1, 1 - top)
    return image.crop(box), box[0] - size, box[1] + top


@lru_cache(maxsize=4096)
def _laid(text: str, face: Face, size: int) -> tuple[tuple[Stroke, ...], float]:
    """Return the strokes of a text from left to right, and where the pen is at their end."""
    strokes: list[Stroke] = []
    pen = 0.0
    for run in _runs(text, face):
        font, direction = _load(run.font, size), _direction(run)
        for piece, kern in _kerned(run):
            strokes.append(Stroke(piece, font, pen, direction))
            pen += font.getlength(piece, direction=direction) + kern * size
    return tuple(strokes), pen


def _direction(run: Run) -> str | None:
    if not (run.font.is_shaped and CAN_SHAPE):
        return None
    return "rtl" if run.is_backwards else "ltr"


def _kerned(run: Run) -> Iterator[tuple[str, float]]:
    """Split a run where the pen moves a little between letters, in em."""
    text, pairs, start = _reading_order(run), _kerning(run.font.file), 0
    for at in range(1, len(text)) if pairs else ():
        if kern := pairs.get(text[at - 1 : at + 1]):
            yield text[start:at], kern
            start = at
    yield text[start:], 0.0


def _reading_order(run: Run) -> str:
    if run.is_backwards and not _direction(run):
        return "".join(map(_mirrored, reversed(run.parts)))
    return "".join(run.parts)


def _mirrored(part: str) -> str:
    return part.translate(_MIRRORS) if unicodedata.mirrored(part[0]) else part


def _runs(text: str, face: Face) -> tuple[Run, ...]:
    """Split a text into runs, from left to right."""
    own = OWN[face]
    if _covered(own.file).issuperset(text):
        return (Run((text,), own, 0),) if text else ()
    parts, fonts = _drawable(text, face)
    marked = list(zip(fonts, levels(parts), parts, strict=True))
    runs = [
        Run(tuple(part for *_, part in group), font, level)
        for (font, level), group in groupby(marked, lambda each: each[:2])
    ]
    return tuple(_reordered(runs))


def _drawable(text: str, face: Face) -> tuple[list[str], list[Font]]:
    """Return the parts that can be drawn, each with its font."""
    parts: list[str] = []
    fonts: list[Font] = []
    for grapheme in graphemes(text):
        for part in (grapheme, " " if grapheme.isspace() else grapheme[0]):
            if font := _font_of(part, face):
                parts.append(part)
                fonts.append(font)
                break
    return parts, fonts


def _reordered(runs: list[Run]) -> list[Run]:
    return _flipped(_flipped(runs, 2), 1)


def _flipped(runs: list[Run], depth: int) -> list[Run]:
    """Reverse the order of neighboring runs that are at least so deep."""
    flipped: list[Run] = []
    for is_deep, group in groupby(runs, lambda run: run.level >= depth):
        neighbors = list(group)
        flipped += neighbors[::-1] if is_deep else neighbors
    return flipped


@lru_cache(maxsize=4096)
def _font_of(part: str, face: Face) -> Font | None:
    """Return the first font that has a base and all its marks, and can place them."""
    chain = (OWN[face], *FALLBACKS) if len(part) == 1 else _PLACING
    return next((font for font in chain if _covered(font.file).issuperset(part)), None)


@lru_cache(maxsize=128)
def _load(font: Font, size: int) -> ImageFont.FreeTypeFont:
    is_raqm = font.is_shaped and CAN_SHAPE
    engine = ImageFont.Layout.RAQM if is_raqm else ImageFont.Layout.BASIC
    return ImageFont.truetype(FONTS / font.file, size * font.scale, layout_engine=engine)


@cache
def _covered(file: str) -> frozenset[str]:
    """Return the characters that a font can draw."""
    ranges = (each.split("-") for each in _table_in("coverage.json")[file].split())
    return frozenset(
        chr(code) for each in ranges for code in range(int(each[0], 16), int(each[-1], 16) + 1)
    )


@cache
def _kerning(file: str) -> dict[str, float]:
    """Return how far the pen moves between pairs of characters, in em."""
    return {pair: units / 1000 for pair, units in _table_in("kerning.json").get(file, {}).items()}


@cache
def _table_in(file: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FONTS / file).read_text(encoding="utf-8"))
    return data
