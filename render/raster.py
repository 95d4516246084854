"""From marks to pixels: pieces in true colour with soft edges, drawings in the fixed palette."""

from functools import cache, lru_cache

from PIL import Image, ImageChops, ImageColor, ImageDraw

from render import lettering, sprites
from render.marks import At, Box, Drawing, Mark, Piece, Sprite, Text
from render.memory import Memory
from render.palette import flattened
from render.theme import GRID, GRID_LINE, TABLE

FINE = 8  # corners are drawn this much larger, then reduced
CORNERS = {
    "all": (True, True, True, True),
    "top": (True, True, False, False),
    "bottom": (False, False, True, True),
    "left": (True, False, False, True),
}

Flat = tuple[Image.Image, Image.Image]  # a piece in the palette's colours, and where it covers


class Easel:
    """Draws pictures and remembers pieces, so that only what changed is drawn again."""

    def __init__(self, soft: int = 48 << 20, flat: int = 24 << 20) -> None:
        self.soft: Memory[Image.Image] = Memory(soft)
        self.flat: Memory[Flat] = Memory(flat)

    def picture(self, drawing: Drawing) -> Image.Image:
        image = _table(drawing.w, drawing.h).copy()
        for x, y, part, _ in drawing.parts:
            pixels, cover = self._flat(part)
            image.paste(pixels, (x, y), cover)
        return image

    def _flat(self, piece: Piece) -> Flat:
        found = self.flat.recall(piece)
        if found is None:
            soft = self._draw(piece)
            ground = Image.new("RGB", soft.size, TABLE)
            ground.paste(soft, mask=soft)
            cover = soft.getchannel("A").point(_any_alpha(), "1")
            found = self.flat.keep(piece, (flattened(ground), cover), piece.w * piece.h * 2)
        return found

    def soft_piece(self, piece: Piece) -> Image.Image:
        found = self.soft.recall(piece)
        if found is None:
            found = self.soft.keep(piece, self._draw(piece), piece.w * piece.h * 4)
        return found

    def _draw(self, piece: Piece) -> Image.Image:
        image = Image.new("RGBA", (piece.w, piece.h))
        for mark in piece.marks:
            self._mark(image, mark)
        return image

    def _mark(self, image: Image.Image, mark: Mark) -> None:
        match mark:
            case Box():
                _draw_box(image, mark)
            case Sprite():
                _lay(image, _sprite(mark), mark.x, mark.y)
            case Text():
                letters, left, top = lettering.mask(mark.words, *mark.style)
                _lay(image, _inked(letters, mark.colour), mark.x + left, mark.y + top)
            case At():
                _lay(image, self.soft_piece(mark.piece), mark.x, mark.y)


@lru_cache(maxsize=16)
def _table(w: int, h: int) -> Image.Image:
    """The blueprint table that everything lies on."""
    image = Image.new("RGB", (w, h), TABLE)
    draw = ImageDraw.Draw(image)
    for x in range(GRID // 2, w, GRID):
        draw.line((x, 0, x, h), GRID_LINE, 2)
    for y in range(GRID // 2, h, GRID):
        draw.line((0, y, w, y), GRID_LINE, 2)
    return flattened(image)


def _draw_box(image: Image.Image, box: Box) -> None:
    x, y, w, h, fill, radius, line, width, corners = box
    if line:
        shape = _shape(w, h, min(radius, w // 2, h // 2), corners)
        _lay(image, _inked(shape, line), x, y)
        x, y, w, h = x + width, y + width, w - 2 * width, h - 2 * width
        radius = max(0, radius - width)
    shape = _shape(w, h, min(radius, w // 2, h // 2), corners)
    _lay(image, _inked(shape, fill), x, y)


def _lay(image: Image.Image, top: Image.Image, x: int, y: int) -> None:
    """Put one image on another, where it lies inside it."""
    left, upper = max(0, -x), max(0, -y)
    if left < top.width and upper < top.height and x < image.width and y < image.height:
        image.alpha_composite(top, (x + left, y + upper), (left, upper))


def _inked(shape: Image.Image, colour: str) -> Image.Image:
    """A shape in one colour; the colour may have an alpha of its own."""
    red, green, blue, *alpha = ImageColor.getrgb(colour)
    image = Image.new("RGBA", shape.size, (red, green, blue, 255))
    image.putalpha(shape.point([step * alpha[0] // 255 for step in range(256)]) if alpha else shape)
    return image


def _sprite(mark: Sprite) -> Image.Image:
    image = sprites.fitted(mark.name, mark.w, mark.h, mark.window)
    return _inked(image.getchannel("A"), mark.tint) if mark.tint else image


@lru_cache(maxsize=64)
def _shape(w: int, h: int, radius: int, corners: str) -> Image.Image:
    """A mask with round corners and soft edges."""
    mask = Image.new("L", (w, h), 255)
    if not radius:
        return mask
    corner = _corner(radius)
    turns = (
        (corner, 0, 0),
        (corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT), w - radius, 0),
        (corner.transpose(Image.Transpose.ROTATE_180), w - radius, h - radius),
        (corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), 0, h - radius),
    )
    for is_round, (quarter, x, y) in zip(CORNERS[corners], turns, strict=True):
        if is_round:
            mask.paste(
                ImageChops.darker(mask.crop((x, y, x + radius, y + radius)), quarter), (x, y)
            )
    return mask


@lru_cache(maxsize=64)
def _corner(radius: int) -> Image.Image:
    """The upper left quarter of a disc."""
    large = Image.new("L", (radius * FINE, radius * FINE))
    end = 2 * radius * FINE - 1
    ImageDraw.Draw(large).ellipse((0, 0, end, end), 255)
    return large.reduce(FINE)


@cache
def _any_alpha() -> list[int]:
    return [0, *[255] * 255]
