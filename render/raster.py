"""Draws shapes as pixels: pieces in true color with soft edges, drawings in the fixed palette.

A canvas holds colors already multiplied by their alpha. On such a canvas, pasting a solid color
through a mask is the same as laying it half transparent over whatever is there.
"""

from collections.abc import Hashable
from functools import cache, lru_cache
from threading import Lock
from typing import NamedTuple

from PIL import Image, ImageChops, ImageColor, ImageDraw

from engine.kernel.cache import Cache
from render import lettering, png, sprites
from render.marks import Box, Drawing, Piece, Placed, Shape, Sprite, Text
from render.palette import flattened, index, swatch
from render.theme import GRID, GRID_LINE, TABLE

FINE = 8  # corners are drawn this much larger, then reduced
RIM = 24  # round corners and frames end within it
SMALL_BOX = 10_000  # pixels; larger ones are filled, and only their ends go through a mask
CORNERS = {
    "all": (True, True, True, True),
    "top": (True, True, False, False),
    "bottom": (False, False, True, True),
    "left": (True, False, False, True),
}
TURNS: tuple[Image.Transpose | None, ...] = (  # of the upper left corner, clockwise from itself
    None,
    Image.Transpose.FLIP_LEFT_RIGHT,
    Image.Transpose.ROTATE_180,
    Image.Transpose.FLIP_TOP_BOTTOM,
)

Ink = tuple[int, int, int, int]
Area = tuple[int, int, int, int]


class Cutout(NamedTuple):
    """A sprite ready to be laid on something: solid colors and a mask of how much they cover."""

    colors: Image.Image
    mask: Image.Image | None  # None: it covers all


class Soft(NamedTuple):
    """A piece ready to be laid on others: colors and a mask of how much they cover."""

    colors: Image.Image  # RGBA like the canvas, but solid
    mask: Image.Image
    core: Area | None  # of a large one, where it covers all


class Strip(NamedTuple):
    """Some rows of a part, in the colors of the palette."""

    y: int
    pixels: Image.Image
    cover: Image.Image | None  # where they cover what lies below; None: everywhere


Flat = tuple[Strip, ...]


class Rasterizer:
    """Draws pictures and caches pieces, so that only what changed is drawn again.

    The limits are bytes. A whole game with four players has flat pieces of about 40 MB.
    """

    def __init__(self, soft: int = 24 << 20, flat: int = 80 << 20, sprites: int = 12 << 20) -> None:
        self.soft: Cache[Hashable, Soft] = Cache(soft, Lock())
        self.flat: Cache[Hashable, Flat] = Cache(flat, Lock())
        self.sprites: Cache[Hashable, Cutout] = Cache(sprites, Lock())

    def picture(self, drawing: Drawing) -> Image.Image:
        size, palette = (drawing.w, drawing.h), drawing.palette
        image = png.drawable(size, *_table(*size, palette))
        for part in drawing.parts:
            for y, pixels, cover in self._flat(part.piece, part.on, palette):
                image.paste(pixels, (part.x, part.y + y), cover)
        return image

    def cut_out(self, piece: Piece) -> Image.Image:
        """Draw a single piece in true color, transparent around it; the result isn't cached."""
        canvas = self._canvas(piece, (0, 0, 0, 0))
        return Image.frombytes("RGBa", canvas.size, canvas.tobytes()).convert("RGBA")

    def _flat(self, piece: Piece, on: str, palette: str) -> Flat:
        """Draw a part of a drawing; its ground is known, so its edges are mixed with that."""
        key = piece, on, palette
        flat = self.flat.get(key)
        if flat is None:
            # The ground's color with no alpha: soft edges mix with it, and what no shape touched
            # stays at alpha 0 and is masked out, so the part still has its own outline.
            canvas = self._canvas(piece, (*_ink(on)[0][:3], 0))
            cover = canvas.getchannel("A").point(_any_alpha(), "1")
            strips = _strips(flattened(canvas.convert("RGB"), palette), cover)
            flat = self.flat.put(key, strips, sum(map(_bytes, strips)))
        return flat

    def _soft(self, piece: Piece) -> Soft:
        """Draw a piece within another one; what it will lie on isn't known."""
        soft = self.soft.get(piece)
        if soft is None:
            pixels = _straight(self._canvas(piece, (0, 0, 0, 0)))
            soft = self.soft.put(piece, pixels, piece.w * piece.h * 5)
        return soft

    def _cutout(self, mark: Sprite) -> Cutout:
        """Return a sprite at its size; many pieces that change contain the same ones."""
        key = mark._replace(x=0, y=0, is_backdrop=False)
        cutout = self.sprites.get(key)
        return cutout or self.sprites.put(key, _cut_out(mark), mark.w * mark.h * 5)

    def _canvas(self, piece: Piece, ground: tuple[int, ...]) -> Image.Image:
        canvas = Image.new("RGBA", (piece.w, piece.h), ground)
        for mark in piece.marks:
            self._mark(canvas, mark)
        return canvas

    def _mark(self, canvas: Image.Image, mark: Shape) -> None:
        match mark:
            case Box():
                _draw_box(canvas, mark)
            case Sprite():
                cutout = self._cutout(mark)
                canvas.paste(cutout.colors, (mark.x, mark.y), cutout.mask)
            case Text():
                letters, left, top = lettering.mask(mark.words, *mark.style)
                _paint(canvas, _ink(mark.color)[0], (mark.x + left, mark.y + top), letters)
            case Placed():
                _lay(canvas, self._soft(mark.piece), mark.x, mark.y)


def _strips(pixels: Image.Image, cover: Image.Image) -> Flat:
    """Cut off the rows that need no mask: this halves the memory and the work."""
    w, h = pixels.size
    first, last = _covered(cover)
    # A piece is hardly ever see-through in its middle: those rows are pasted without a mask.
    if last - first < h // 2:
        return (Strip(0, pixels, cover),)
    edges = (0, first), (last, h)
    boxes = [(0, top, w, bottom) for top, bottom in edges if top < bottom]
    rims = [Strip(box[1], pixels.crop(box), cover.crop(box)) for box in boxes]
    return (Strip(first, pixels.crop((0, first, w, last)), None), *rims)


def _covered(cover: Image.Image) -> tuple[int, int]:
    """Return the rows around the middle that are fully covered: the first, and the one after."""
    w, h = cover.size
    holes, middle = ImageChops.invert(cover), h // 2
    upper = holes.crop((0, 0, w, middle)).getbbox()
    lower = holes.crop((0, middle, w, h)).getbbox()
    return upper[3] if upper else 0, middle + lower[1] if lower else h


def _bytes(strip: Strip) -> int:
    w, h = strip.pixels.size
    return w * h * (2 if strip.cover else 1)


def _lay(canvas: Image.Image, top: Soft, x: int, y: int) -> None:
    """Lay a piece on the canvas: copy the part that covers fully, mix in the rim."""
    # Copying is faster than mixing, and only the rim of a large piece is soft.
    if not top.core:
        canvas.paste(top.colors, (x, y), top.mask)
        return
    canvas.paste(top.colors.crop(top.core), (x + top.core[0], y + top.core[1]))
    for area in _rim(top.colors.size):
        place = x + area[0], y + area[1]
        canvas.paste(top.colors.crop(area), place, top.mask.crop(area))


def _straight(canvas: Image.Image) -> Soft:
    """Divide colors by their alpha again; in a large piece only at the rim, where it matters."""
    mask = canvas.getchannel("A")
    core = RIM, RIM, canvas.width - RIM, canvas.height - RIM
    # Dividing is slow, and where alpha is 255 it changes nothing: a core that covers is kept.
    is_large = min(canvas.size) > 3 * RIM
    if not is_large or mask.crop(core).getextrema() != (255, 255):
        return Soft(_divided(canvas), mask, None)
    colors = canvas.copy()
    colors.putalpha(255)
    for area in _rim(canvas.size):
        colors.paste(_divided(canvas.crop(area)), area)
    return Soft(colors, mask, core)


def _divided(canvas: Image.Image) -> Image.Image:
    solid = Image.frombytes("RGBa", canvas.size, canvas.tobytes()).convert("RGBA")
    solid.putalpha(255)
    return solid


def _rim(size: tuple[int, int]) -> tuple[Area, ...]:
    w, h = size
    sides = ((0, RIM, RIM, h - RIM), (w - RIM, RIM, w, h - RIM))
    return ((0, 0, w, RIM), (0, h - RIM, w, h), *sides)


@lru_cache(maxsize=16)
def _table(w: int, h: int, palette: str) -> tuple[bytes, bytes]:
    """Return the palette and the rows of the blueprint table that everything lies on."""
    image = Image.new("P", (w, h), index(TABLE, palette))
    line = index(GRID_LINE, palette)
    for x in range(GRID // 2, w, GRID):
        image.paste(line, (x, 0, x + 2, h))
    for y in range(GRID // 2, h, GRID):
        image.paste(line, (0, y, w, y + 2))
    return bytes(swatch(palette).getpalette() or ()), png.rows_of(image) + b"\0"


def _paint(canvas: Image.Image, ink: Ink, place: tuple[int, int], mask: Image.Image) -> None:
    """Lay a color through a mask; as an image, since a bare color wouldn't mix where it's empty."""
    canvas.paste(Image.new("RGBA", mask.size, ink), place, mask)


def _cut_out(mark: Sprite) -> Cutout:
    image = sprites.fitted(mark.name, mark.w, mark.h, mark.window)
    if image.mode == "RGB":
        is_round = mark.radius > 0
        mask = _shape(mark.w, mark.h, mark.radius, mark.corners) if is_round else None
        return Cutout(image.convert("RGBA"), mask)
    mask, solid = image.getchannel("A"), image.copy()
    solid.putalpha(255)
    return Cutout(Image.new("RGBA", mask.size, _ink(mark.tint)[0]) if mark.tint else solid, mask)


def _draw_box(canvas: Image.Image, box: Box) -> None:
    if box.line:
        _fill(canvas, box, box.line, 0)
    _fill(canvas, box, box.fill, box.line_width if box.line else 0)


def _fill(canvas: Image.Image, box: Box, color: str, inset: int) -> None:
    """Draw a shape in one color."""
    x, y, w, h = box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset
    radius = max(0, min(box.radius - inset, w // 2, h // 2))
    ink, alpha = _ink(color)
    # A mask of the whole shape is cached if the shape is small. Large ones would fill memory:
    # their middle is pasted bare, and only the rows with round corners go through a mask.
    if w * h <= SMALL_BOX or alpha < 255:
        _paint(canvas, ink, (x, y), _shape(w, h, radius, box.corners, alpha))
        return
    canvas.paste(ink, (x, y + radius, x + w, y + h - radius))
    if radius:
        upper, lower = _ends(w, radius, box.corners)
        _paint(canvas, ink, (x, y), upper)
        _paint(canvas, ink, (x, y + h - radius), lower)


@lru_cache(maxsize=256)
def _ink(color: str) -> tuple[Ink, int]:
    """Return the solid color and its alpha."""
    red, green, blue, *alpha = ImageColor.getrgb(color)
    return (red, green, blue, 255), alpha[0] if alpha else 255


@lru_cache(maxsize=256)
def _shape(w: int, h: int, radius: int, corners: str, alpha: int = 255) -> Image.Image:
    """Return a mask with round corners and soft edges."""
    mask = Image.new("L", (w, h), 255)
    places = ((0, 0), (w - radius, 0), (w - radius, h - radius), (0, h - radius))
    for is_round, turn, place in zip(CORNERS[corners], TURNS, places, strict=True):
        if is_round and radius:
            corner = _corner(radius)
            mask.paste(corner.transpose(turn) if turn is not None else corner, place)
    return mask.point([step * alpha // 255 for step in range(256)]) if alpha < 255 else mask


@lru_cache(maxsize=128)
def _ends(w: int, radius: int, corners: str) -> tuple[Image.Image, Image.Image]:
    """Return the top and bottom rows of a large shape's mask, where its corners are."""
    whole = _shape(w, 2 * radius, radius, corners)
    return whole.crop((0, 0, w, radius)), whole.crop((0, radius, w, 2 * radius))


@lru_cache(maxsize=256)
def _corner(radius: int) -> Image.Image:
    """Return the upper left quarter of a disc."""
    # Drawn larger and reduced, because Pillow's own circles have hard edges.
    large = Image.new("L", (radius * FINE, radius * FINE))
    end = 2 * radius * FINE - 1
    ImageDraw.Draw(large).ellipse((0, 0, end, end), 255)
    return large.reduce(FINE)


@cache
def _any_alpha() -> list[int]:
    return [0, *[255] * 255]
