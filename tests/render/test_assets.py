"""Sources, sprites, manifest, palette and credits are in step."""

import json
import re
import shutil
from itertools import combinations
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageColor

from engine.factory_42.board import IMPROVEMENTS
from engine.factory_frenzy.cards import CARDS as FRENZY_CARDS
from engine.factory_frenzy.cards import RECIPES
from engine.fantastic_factories.cards import BLUEPRINTS
from render import PAINTERS, bake, palette, sprites, theme
from render.factory_42.look import scene_of
from render.lettering import FONTS
from testing import SCALE
from testing.every import with_every

SOURCES = sorted(bake.SOURCES.rglob("*.svg"))
MANIFEST = json.loads(sprites.MANIFEST.read_text(encoding="utf-8"))
PLAIN = {"svg", "g", "path", "rect", "circle", "ellipse", "clipPath"}
STRANGE = ("href", "filter", "style", "class", "font-family")
BOARDS, PILES = (".card", ".tile", ".thumb"), (".card", ".board", ".thumb")
PRODUCTS = (".banner", ".card", ".row", ".stage", ".strip", ".thumb", ".tile", ".wide")
CARDS = [
    (game, card)
    for game, painter in PAINTERS.items()
    for card in painter.cards
    if card not in IMPROVEMENTS  # they have signs, no scenes
]


def name_of(file, folder):
    return file.relative_to(folder).with_suffix("").as_posix()


# --- sources and sprites


def sprites_of(source):
    """The names of what is made from a source."""
    name = name_of(source, bake.SOURCES)
    found = bake.cuts(source.read_text(encoding="utf-8"), name)
    return [name + variant.suffix for variant in found]


def test_the_manifest_knows_every_source_as_it_is():
    now = {
        name: bake.digest(source.read_bytes()) for source in SOURCES for name in sprites_of(source)
    }
    assert now == {name: facts["source"] for name, facts in MANIFEST.items()}


def test_every_sprite_is_in_the_manifest_as_it_is():
    files = {name_of(file, sprites.FOLDER): file for file in sprites.FOLDER.rglob("*.png")}
    assert files.keys() == MANIFEST.keys()
    for name, file in files.items():
        assert MANIFEST[name]["sprite"] == bake.digest(file.read_bytes()), name
        with Image.open(file) as image:
            assert list(image.size) == MANIFEST[name]["size"], name


def test_nothing_else_lies_among_sources_and_sprites():
    for folder, suffix in ((bake.SOURCES, ".svg"), (sprites.FOLDER, ".png")):
        strangers = [file for file in folder.rglob("*") if file.is_file()]
        assert not [file for file in strangers if file.suffix != suffix]


def pixels(image):
    """What a sprite looks like, however it was packed."""
    return image.mode, image.size, image.convert("RGBA").tobytes()


def sources_to_bake():
    """Return one source for each way of cutting in each folder, or all of them with a SCALE.

    The manifest shows that no source has changed since it was baked. Baking shows that today's code
    makes the same of it.
    """
    found = {}
    for source in SOURCES:
        for cut in bake.cuts(source.read_text(encoding="utf-8"), name_of(source, bake.SOURCES)):
            found.setdefault((source.parent, cut), source)
    return SOURCES if SCALE > 1 else sorted(set(found.values()))


def test_baking_again_gives_the_stored_sprites(monkeypatch, tmp_path):
    for source in sources_to_bake():
        place = tmp_path / source.relative_to(bake.SOURCES)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, place)
    monkeypatch.setattr(bake, "SOURCES", tmp_path)
    monkeypatch.setattr(bake, "smallest", lambda image: image)
    for sprite in bake.rasterized():
        with Image.open(sprites.FOLDER / f"{sprite.name}.png") as kept:
            assert pixels(bake.stored(sprite)) == pixels(kept), sprite.name


def is_plain(source):
    """Text would need fonts; filters, gradients and images would not fit a palette."""
    text = source.read_text(encoding="utf-8")
    nodes = list(ElementTree.fromstring(text).iter())
    attributes = {name for node in nodes for name in node.attrib}
    links = set(re.findall(r"url\(([^)]*)\)", text))
    return (
        {node.tag.rpartition("}")[2] for node in nodes} <= PLAIN
        and not [name for name in attributes if name.endswith(STRANGE)]
        and links <= {f"#{node.get('id')}" for node in nodes if node.get("id")}
    )


def test_sources_are_made_of_plain_shapes():
    assert len(SOURCES) > 80
    assert not [source.name for source in SOURCES if not is_plain(source)]


# --- cards


def scenes_of(game, card):
    if game == "factory_42":
        return (".card", ".low")
    if card in BLUEPRINTS:
        return BOARDS
    if card in RECIPES:
        return PRODUCTS
    return PILES if card in FRENZY_CARDS and FRENZY_CARDS[card].resource else (".card", ".thumb")


@with_every(("game", "card"), CARDS)
def test_every_card_has_a_scene(game, card):
    scene = scene_of(card) if game == "factory_42" else f"{game}/scenes/{card}"
    wanted = {f"{scene}{suffix}" for suffix in scenes_of(game, card)}
    assert wanted <= MANIFEST.keys(), (
        f"{card} has no picture yet: draw data/assets/svg/{scene}.svg, then run "
        "`python -m render bake`."
    )


def share_that_differs(one, other):
    found = ImageChops.difference(one, other).convert("L").point([0] * 25 + [255] * 231)
    return found.histogram()[255] / (one.width * one.height)


@pytest.mark.parametrize("game", PAINTERS)
@pytest.mark.parametrize(("suffix", "least"), [(".card", 0.15), (".thumb", 0.2)])
def test_no_two_cards_have_the_same_picture(game, suffix, least):
    names = [f"{game}/scenes/{card}{suffix}" for card in PAINTERS[game].cards]
    names = [name for name in names if name in MANIFEST]
    scenes = {name: sprites.sprite(name).convert("RGB") for name in names}
    alike = [
        (one, other)
        for one, other in combinations(names, 2)
        if scenes[one].size == scenes[other].size
        and share_that_differs(scenes[one], scenes[other]) < least
    ]
    assert not alike


# --- the palette


def colors_in(thing):
    """Every plain color in a module's values."""
    if isinstance(thing, str):
        return {thing} if re.fullmatch(r"#[0-9A-F]{6}", thing) else set()
    inner = thing.values() if isinstance(thing, dict) else thing
    holds = isinstance(thing, dict | tuple)
    return {color for each in inner for color in colors_in(each)} if holds else set()


@pytest.mark.parametrize("game", bake.LOOKS)
def test_the_palette_has_at_most_256_different_colors(game):
    found = palette.colors(game)
    assert len(set(found)) == len(found) <= 256
    assert all(re.fullmatch(r"#[0-9A-F]{6}", color) for color in found)


@pytest.mark.parametrize("game", bake.LOOKS)
def test_the_palette_holds_every_color_of_the_look(game):
    for module in (theme, bake.LOOKS[game]):
        wanted = {color for value in vars(module).values() for color in colors_in(value)}
        assert len(wanted) > 10
        assert not wanted - set(palette.colors(game))


def test_every_painter_has_a_palette_and_every_palette_a_painter():
    files = {file.stem for file in palette.FOLDER.iterdir()}
    assert files == {painter.palette for painter in PAINTERS.values()} == bake.LOOKS.keys()


@pytest.mark.parametrize("game", bake.LOOKS)
def test_the_palette_maps_onto_itself(game):
    known = palette.colors(game)
    shades = [ImageColor.getrgb(color) for color in known]
    image = Image.new("RGB", (len(shades), 1))
    for x, shade in enumerate(shades):
        image.putpixel((x, 0), shade)
    mapped = palette.flattened(image, game).convert("RGB")
    moved = [
        (known[x], mapped.getpixel((x, 0)))
        for x, shade in enumerate(shades)
        if max(abs(a - b) for a, b in zip(shade, mapped.getpixel((x, 0)), strict=True)) > 4
    ]
    assert not moved


# --- credits


def test_every_font_is_credited_with_a_license_that_lies_beside_it():
    rows = (FONTS.parent / "CREDITS.md").read_text(encoding="utf-8").splitlines()
    for font in [file for file in FONTS.iterdir() if file.suffix in (".ttf", ".otf")]:
        credited = [row for row in rows if f"`{font.name}`" in row and "OFL-" in row]
        assert credited, f"{font.name} is not credited"
        for license in re.findall(r"`(OFL-[^`]*)`", credited[0]):
            text = (FONTS / license).read_text(encoding="utf-8")
            assert "SIL OPEN FONT LICENSE Version 1.1" in text


def test_what_is_not_credited_is_said_to_be_our_own():
    text = (FONTS.parent / "CREDITS.md").read_text(encoding="utf-8")
    folders = [each.name for each in FONTS.parent.iterdir() if each.is_dir()]
    is_ours = "not listed here was made for this project" in text
    assert not [name for name in folders if not is_ours and f"{name}/" not in text]
