"""From marks to pixels: soft edges, true mixtures, and pieces that look the same wherever laid."""

import pytest
from PIL import Image, ImageChops, ImageColor

from render.lettering import Face
from render.marks import Box, Drawing, Placed, Sprite, Text, centered, moved, piece, sign
from render.palette import HOUSE, colors
from render.raster import CORNERS, Rasterizer
from render.theme import CREAM, GOLD, HEAD, INK, PANEL, SHADE, TABLE, VEIL, YES, Style
from testing.every import with_every

SIDE = 120
NEAR = 12  # levels of a channel by which the palette may miss a color
GLYPH = "fantastic_factories/glyphs/energy"
SCENE = "fantastic_factories/scenes/biolab.card"


def drawn(*marks, x=0, y=0):
    """Marks in a piece that is larger than all of them, on the table."""
    whole = piece(SIDE, SIDE, marks)
    return Rasterizer().picture(Drawing(SIDE, (Placed(x, y, whole),), "", SIDE)).convert("RGB")


def channels(color):
    return ImageColor.getrgb(color)[:3]


def mixed(veil, ground):
    """A color with an alpha of its own over another."""
    *ink, alpha = ImageColor.getrgb(veil)
    pairs = zip(ink, channels(ground), strict=True)
    return tuple(round(g + (i - g) * alpha / 255) for i, g in pairs)


def distance(one, other):
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def far(one, other, limit=2 * NEAR):
    """In how many pixels two pictures differ by more than the palette may miss in both."""
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[limit + 1 :])


# --- colors


@pytest.mark.parametrize("color", [CREAM, INK, GOLD, YES, PANEL])
def test_a_plain_box_has_its_color_on_every_pixel(color):
    image = drawn(Box(10, 20, 80, 60, color))
    assert image.crop((10, 20, 90, 80)).getcolors() == [(80 * 60, channels(color))]
    assert image.getpixel((9, 20)) != channels(color) != image.getpixel((90, 79))


@pytest.mark.parametrize("veil", [SHADE, VEIL])
@pytest.mark.parametrize("ground", [CREAM, HEAD, PANEL])
def test_a_veil_is_mixed_with_what_lies_below(veil, ground):
    image = drawn(Box(0, 0, SIDE, SIDE, ground), Box(20, 20, 60, 60, veil))
    assert distance(image.getpixel((50, 50)), mixed(veil, ground)) <= 2 * NEAR
    assert image.getpixel((10, 10)) == channels(ground)


@pytest.mark.parametrize("veil", [SHADE, VEIL])
def test_a_veil_on_the_table_is_mixed_with_the_table(veil):
    image = drawn(Box(0, 0, 26, 26, veil))  # before the first line of the grid
    assert distance(image.getpixel((13, 13)), mixed(veil, TABLE)) <= NEAR


def test_what_nothing_covers_is_the_table():
    empty = Rasterizer().picture(Drawing(SIDE, (), "", SIDE)).convert("RGB")
    assert not far(drawn(), empty, limit=0)
    assert far(drawn(Box(30, 30, 8, 8, CREAM)), empty, limit=0) == 64


# --- edges


def shades(image):
    return len(image.getcolors(SIDE * SIDE))


@pytest.mark.parametrize(("color", "on"), [(CREAM, PANEL), (INK, CREAM), (GOLD, HEAD)])
@pytest.mark.parametrize("size", [50, 110])
def test_round_corners_are_soft_on_a_plain_ground(color, on, size):
    ground = Box(0, 0, SIDE, SIDE, on)
    sharp = drawn(ground, Box(5, 5, size, size, color))
    soft = drawn(ground, Box(5, 5, size, size, color, 20))
    assert shades(soft) > shades(sharp) + 2


@pytest.mark.parametrize("size", [50, 110])
def test_round_corners_are_soft_on_the_table(size):
    sharp, soft = drawn(Box(5, 5, size, size, CREAM)), drawn(Box(5, 5, size, size, CREAM, 20))
    assert shades(soft) > shades(sharp) + 2


@with_every("corners", CORNERS)
@with_every("size", [60, 110])
def test_only_the_named_corners_are_round(corners, size):
    image = drawn(Box(0, 0, SIDE, SIDE, PANEL), Box(0, 0, size, size, CREAM, 20, corners=corners))
    tips = ((0, 0), (size - 1, 0), (size - 1, size - 1), (0, size - 1))
    is_cut = tuple(image.getpixel(tip) == channels(PANEL) for tip in tips)
    assert is_cut == CORNERS[corners]


@pytest.mark.parametrize("corners", CORNERS)
def test_only_the_named_corners_of_a_scene_are_round(corners):
    scene = Sprite(SCENE, 0, 0, 100, 90, window=(0, 0))
    ground = Box(0, 0, SIDE, SIDE, PANEL)
    plain = drawn(ground, scene)
    image = drawn(ground, scene._replace(radius=20, corners=corners))
    tips = ((0, 0), (99, 0), (99, 89), (0, 89))
    is_cut = tuple(image.getpixel(tip) == channels(PANEL) for tip in tips)
    assert is_cut == CORNERS[corners]
    assert not far(image.crop((20, 20, 80, 70)), plain.crop((20, 20, 80, 70)), limit=0)


def test_each_game_has_colors_of_its_own_for_the_same_piece():
    whole = Placed(0, 0, piece(100, 90, [Sprite(SCENE, 0, 0, 100, 90, window=(0, 0))]))
    easel = Rasterizer()
    for game in (HOUSE, "factory_frenzy", HOUSE):
        picture = easel.picture(Drawing(SIDE, (whole,), "", SIDE, game))
        used = {shade for _, shade in picture.convert("RGB").getcolors()}
        assert used <= {channels(color) for color in colors(game)}


def test_a_line_runs_around_its_box():
    image = drawn(Box(10, 10, 100, 100, PANEL, 0, CREAM, 4))
    for x, y in ((10, 60), (13, 60), (109, 60), (60, 10), (60, 109)):
        assert image.getpixel((x, y)) == channels(CREAM)
    for x, y in ((14, 60), (105, 60), (60, 14), (60, 105)):
        assert image.getpixel((x, y)) == channels(PANEL)


# --- pieces in pieces


def things():
    """Marks of every kind."""
    style = Style(Face.BOLD, 34)
    return {
        "a round box": [Box(2, 2, 60, 44, CREAM, 14, INK, 3)],
        "a large round box": [Box(0, 0, 100, 100, CREAM, 20)],
        "a veil": [Box(0, 0, 60, 60, YES), Box(10, 10, 40, 40, VEIL, 8)],
        "words": [Box(0, 0, 100, 60, CREAM), centered(50, 30, "Ada", style, INK, CREAM)],
        "a sprite": [Box(0, 0, 100, 60, CREAM), sign(GLYPH, 50, 30, 48)],
        "a tinted sprite": [Box(0, 0, 100, 60, CREAM), sign("common/check", 50, 30, 40, YES)],
        "a loose sprite": [sign(GLYPH, 50, 30, 48)],
        "loose words": [Text(4, 40, "Ben", style, CREAM, PANEL)],
    }


@with_every("kind", things())
@with_every("place", [(0, 0), (7, 13)])
def test_a_piece_looks_the_same_as_its_marks_laid_one_by_one(kind, place):
    marks, ground = things()[kind], Box(0, 0, SIDE, SIDE, PANEL)
    at_once = drawn(ground, Placed(*place, piece(104, 104, marks)))
    one_by_one = drawn(ground, *moved(marks, *place))
    assert far(at_once, one_by_one) <= 2


def test_a_deeper_nest_changes_nothing():
    marks = things()["a round box"]
    inner = piece(104, 104, marks)
    for _ in range(3):
        inner = piece(104, 104, [Placed(0, 0, inner)])
    ground = Box(0, 0, SIDE, SIDE, PANEL)
    assert far(drawn(ground, Placed(3, 3, inner)), drawn(ground, *moved(marks, 3, 3))) <= 2


@with_every("place", [(-30, -20), (80, 90), (-200, 0), (0, 300)])
@with_every("kind", things())
def test_what_reaches_over_the_edge_is_cut_off(kind, place):
    ground = Box(0, 0, SIDE, SIDE, PANEL)
    marks = things()[kind]
    image = drawn(ground, Placed(*place, piece(104, 104, marks)))
    assert far(image, drawn(ground, *moved(marks, *place))) <= 2


def test_a_later_mark_covers_an_earlier_one():
    image = drawn(Box(0, 0, 60, 60, CREAM), Box(20, 20, 60, 60, INK), Box(30, 30, 10, 10, GOLD))
    found = [image.getpixel((n, n)) for n in (10, 25, 35, 50)]
    assert found == [channels(each) for each in (CREAM, INK, GOLD, INK)]


def test_a_window_shows_a_part_of_a_sprite_unscaled():
    name = "fantastic_factories/scenes/lobby"
    parts = [
        drawn(Sprite(name, 0, 0, 100, 100, is_backdrop=True, window=window))
        for window in ((0, 0), (40, 0))
    ]
    one, other = parts[0].crop((40, 0, 100, 100)), parts[1].crop((0, 0, 60, 100))
    assert one.tobytes() == other.tobytes()
    assert len(one.getcolors(10_000)) > 1


def test_a_tint_makes_a_sprite_one_color():
    image = drawn(Box(0, 0, SIDE, SIDE, CREAM), sign("common/check", 60, 60, 80, YES))
    common = sorted(image.getcolors(SIDE * SIDE), reverse=True)[:2]
    assert {color for _, color in common} == {channels(CREAM), channels(YES)}


def test_an_easel_that_remembers_nothing_draws_the_same():
    marks = [mark for found in things().values() for mark in found]
    whole = piece(SIDE, SIDE, [Box(0, 0, SIDE, SIDE, PANEL), Placed(5, 5, piece(104, 104, marks))])
    drawing = Drawing(SIDE, (Placed(0, 0, whole),), "", SIDE)
    rich, poor = Rasterizer(), Rasterizer(soft=0, flat=0)
    first = rich.picture(drawing)
    assert first.tobytes() == rich.picture(drawing).tobytes() == poor.picture(drawing).tobytes()
    assert len(poor.soft) == len(poor.flat) == 0
    assert len(rich.soft) and len(rich.flat)


def test_a_drawing_may_be_drawn_after_its_pieces_were_changed_in_memory():
    """What an easel gives away is its caller's: painting on it spoils nothing."""
    easel = Rasterizer()
    drawing = Drawing(SIDE, (Placed(0, 0, piece(SIDE, SIDE, things()["words"])),), "", SIDE)
    first = easel.picture(drawing)
    kept = first.tobytes()
    first.paste(Image.new("P", first.size), (0, 0))
    assert easel.picture(drawing).tobytes() == kept
