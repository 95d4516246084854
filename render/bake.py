"""Turns the vector sources into sprites, a palette for each game, and a manifest of all."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from PIL import Image, ImageColor

from render import palette, theme
from render.factory_42 import look as factory_42
from render.factory_frenzy import look as frenzy
from render.fantastic_factories import look as fantastic
from render.png import smallest
from render.sprites import ASSETS, FOLDER, MANIFEST, Cut

SOURCES = ASSETS / "svg"
MASTER = 2  # small signs are kept this much larger than drawn and scaled when a picture asks
SMALL = 200  # anything narrower is a sign
SCENE = (276, 180)
COLORS = {  # of a game's pictures; fewer make smaller files if a picture shows much
    "fantastic_factories": 256,
    "factory_frenzy": 256,
    "factory_42": 144,
}
NEAR = 4  # levels of a channel by which the palette may miss a color
COMMON = "common"
LOOKS: dict[str, ModuleType] = {  # what is special to each game
    "fantastic_factories": fantastic,
    "factory_frenzy": frenzy,
    "factory_42": factory_42,
}


Shade = tuple[int, int, int]


class Sprite(NamedTuple):
    name: str
    source: Path
    image: Image.Image


def bake() -> Iterator[str]:
    """Write everything again; yield each sprite's name as it is drawn."""
    sprites = []
    for sprite in rasterized():
        sprites.append(sprite)
        yield sprite.name
    for game in LOOKS:
        colors = chosen_colors(sprites, game)
        palette.file(game).write_text("\n".join(colors) + "\n", encoding="ascii")
    palette.swatch.cache_clear()
    for old in FOLDER.rglob("*.png"):
        old.unlink()
    manifest = {sprite.name: _write(sprite) for sprite in sprites}
    rows = (f"{json.dumps(name)}: {json.dumps(facts)}" for name, facts in sorted(manifest.items()))
    MANIFEST.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def rasterized() -> Iterator[Sprite]:
    for source in sorted(SOURCES.rglob("*.svg")):
        name = source.relative_to(SOURCES).with_suffix("").as_posix()
        svg = source.read_text(encoding="utf-8")
        for cut in cuts(svg, name):
            image = _rasterize(svg, cut)
            is_glyph = "/glyphs/" in name
            yield Sprite(name + cut.suffix, source, _trimmed(image) if is_glyph else image)


def cuts(svg: str, name: str) -> tuple[Cut, ...]:
    """Return the parts that are cut out of a card's scene; anything else is one sprite."""
    x, y, w, h = _view_box(svg)
    game, *_, subject = name.split("/")
    if (w, h) == SCENE and game in LOOKS:
        return tuple(LOOKS[game].cuts(subject))
    scale = MASTER if w < SMALL else 1
    return (Cut("", (x, y, w, h), (w * scale, h * scale)),)


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def stored(sprite: Sprite) -> bytes:
    """Return a sprite as its file has it: with a palette if nothing of it is transparent."""
    if sprite.image.getchannel("A").getextrema() == (255, 255):
        flat = palette.flattened(sprite.image.convert("RGB"), _palette_of(sprite.name))
        return smallest(flat)
    return smallest(sprite.image)


def _palette_of(name: str) -> str:
    """Return the palette of a sprite; one that belongs to no game has its own."""
    game = name.split("/")[0]
    return game if game in LOOKS else palette.HOUSE


def _write(sprite: Sprite) -> dict[str, object]:
    file = FOLDER / f"{sprite.name}.png"
    file.parent.mkdir(parents=True, exist_ok=True)
    content = stored(sprite)
    file.write_bytes(content)
    return {
        "source": digest(sprite.source.read_bytes()),
        "sprite": digest(content),
        "size": sprite.image.size,
    }


def _view_box(svg: str) -> tuple[int, int, int, int]:
    match = re.search(r'viewBox="([^"]*)"', svg)
    assert match, "every source has a viewBox"
    x, y, w, h = (round(float(number)) for number in match[1].replace(",", " ").split())
    return x, y, w, h


def _rasterize(svg: str, cut: Cut) -> Image.Image:
    import resvg_py  # for developers only: a picture can be drawn without it

    w, h = cut.size
    part = " ".join(map(str, cut.part))
    head, tail = svg[svg.index("<svg") :].split(">", 1)
    head = re.sub(r'\s(width|height|viewBox|preserveAspectRatio)="[^"]*"', "", head)
    head += f' width="{w}" height="{h}" viewBox="{part}" preserveAspectRatio="none"'
    png = resvg_py.svg_to_bytes(svg_string=f"{head}>{tail}", skip_system_fonts=True)
    return Image.open(BytesIO(bytes(png))).convert("RGBA")


def _trimmed(image: Image.Image) -> Image.Image:
    """Cut off empty columns, so that numbers stand close to their signs."""
    box = image.getbbox()
    assert box, "a glyph has ink"
    return image.crop((box[0], 0, box[2], image.height))


def chosen_colors(sprites: list[Sprite], game: str) -> list[str]:
    """Choose a palette: the theme's own colors, then what drawings and soft edges need."""
    own = sorted({color for color in _theme_colors(LOOKS[game]) if len(color) == 7})
    counts: Counter[Shade] = Counter()
    for sprite in sprites:
        if sprite.name.split("/")[0] in (game, COMMON):
            counts.update(_colors_in(sprite.image))
    for one, other in LOOKS[game].EDGES:
        counts.update({shade: 4000 for shade in _between(one, other)})
    served = {_shade(color) for color in own}
    left = [(shade, n) for shade, n in sorted(counts.items()) if not _is_near(shade, served)]
    colors = list(dict.fromkeys(own + _clusters(left, COLORS[game] - len(own))))
    return [color for color in colors if color in own or _is_found_again(color, colors)]


def _is_found_again(color: str, palette_colors: list[str]) -> bool:
    """Whether the palette maps a color to itself; of two very similar ones, only one does."""
    known = Image.new("P", (1, 1))
    known.putpalette(bytes.fromhex("".join(each[1:] for each in palette_colors)))
    pixel = Image.new("RGB", (1, 1), color).quantize(palette=known, dither=Image.Dither.NONE)
    mapped = _shade(palette_colors[pixel.tobytes()[0]])
    return max(abs(x - y) for x, y in zip(mapped, _shade(color), strict=True)) <= NEAR


def _shade(color: str) -> Shade:
    red, green, blue, *_ = ImageColor.getrgb(color)
    return red, green, blue


def _theme_colors(look: ModuleType) -> Iterator[str]:
    for module in (theme, look):
        yield from getattr(module, "OWN", ())
        yield from re.findall(r"#[0-9A-F]{6}\b(?!\w)", Path(str(module.__file__)).read_text())


def _colors_in(image: Image.Image) -> dict[Shade, int]:
    ground = Image.new("RGB", image.size, theme.TABLE)
    ground.paste(image, mask=image)
    colors = ground.getcolors(maxcolors=image.width * image.height) or []
    return {(shade[0], shade[1], shade[2]): n for n, shade in colors if isinstance(shade, tuple)}


def _between(one: str, other: str) -> Iterator[Shade]:
    a, b = _shade(one), _shade(other)
    for step in range(1, 4):
        red, green, blue = (round(x + (y - x) * step / 4) for x, y in zip(a, b, strict=True))
        yield red, green, blue


def _is_near(shade: Shade, served: set[Shade]) -> bool:
    return any(sum((x - y) ** 2 for x, y in zip(shade, own, strict=True)) < 64 for own in served)


def _clusters(counted: list[tuple[Shade, int]], max_colors: int) -> list[str]:
    """Choose colors by how often they occur; large areas count less than their size."""
    pixels = [shade for shade, n in counted for _ in range(round(n**0.6))]
    image = Image.new("RGB", (len(pixels), 1))
    image.putdata(pixels)
    small = image.quantize(max_colors, Image.Quantize.MEDIANCUT, kmeans=8)
    palette = bytes(small.getpalette() or ())[: 3 * max_colors]
    return [f"#{palette[i : i + 3].hex().upper()}" for i in range(0, len(palette), 3)]
