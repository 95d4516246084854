"""Emojis: what Discord takes, told apart by name and by sight, readable at the size of a word."""

import io
import re

import pytest
from PIL import Image, ImageChops

from engine.factory_42.resources import RESOURCES
from render import PAINTERS, every_emoji
from render.emojis import SIZE, finished, house, merged, sign
from render.raster import Rasterizer
from render.theme import SEATS

LARGEST = 256 * 1024
NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
SMALL = 22  # px of an emoji in a line of text
GROUNDS = {"dark": "#313338", "button": "#4E5058", "primary": "#5865F2", "light": "#FFFFFF"}
CLEAR, LEAST = 48, 0.15  # steps of a color that are seen at once; share of the small square
APART = 0.025  # a little less than one pip


@pytest.fixture(scope="module")
def emojis():
    easel = Rasterizer()
    return {key: finished(easel, key, part) for key, part in every_emoji().items()}


def pixels(emoji):
    return Image.open(io.BytesIO(emoji.png))


def small(emoji, ground):
    """As it is seen in a line of text."""
    image = Image.new("RGBA", (SIZE, SIZE), ground)
    image.alpha_composite(pixels(emoji))
    return image.convert("RGB").resize((SMALL, SMALL), Image.Resampling.LANCZOS)


def difference(one, other):
    """The share of pixels that differ clearly."""
    red, green, blue = ImageChops.difference(one, other).split()
    steps = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(steps.histogram()[CLEAR:]) / SMALL**2


def test_the_house_and_every_game_have_theirs(emojis):
    seats = [look.word for look in SEATS]
    for key in (*(f"seat_{seat}" for seat in seats), "bell", "crown", "robot", "siren"):
        assert key in house()
    dice = {f"die{face}_{seat}" for face in range(1, 7) for seat in seats}
    tools = {f"tool_{tool}" for tool in ("gear", "hammer", "shovel", "wrench")}
    signs = {"metal", "energy", "goods", "prestige", "card", "draw", "build"}
    assert PAINTERS["fantastic_factories"].emojis().keys() == dice | tools | signs
    assert PAINTERS["factory_frenzy"].emojis().keys() == {"chemicals", "wood", "gears", "steel"}
    others = {*RESOURCES, "steam", "rosette", "worker", "commissar"} - {"wood", "steel"}
    assert PAINTERS["factory_42"].emojis().keys() == others
    assert len(emojis) == len(house()) + 30 + 4 + 7 + 4 + 13


def test_discord_takes_their_names_and_pictures(emojis):
    for key, emoji in emojis.items():
        image = pixels(emoji)
        assert NAME.fullmatch(emoji.name) and re.fullmatch(f"{key}_[0-9a-f]{{6}}", emoji.name)
        assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (SIZE, SIZE))
        assert len(emoji.png) <= LARGEST


def test_a_name_tells_one_drawing_from_another(emojis):
    again = finished(Rasterizer(), "metal", every_emoji()["metal"])
    other = finished(Rasterizer(), "metal", every_emoji()["energy"])
    assert emojis["metal"] == again
    assert emojis["metal"].name != other.name


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
def test_each_is_seen_on_every_ground_and_none_is_taken_for_another(emojis, ground):
    empty = Image.new("RGB", (SMALL, SMALL), ground)
    shown = {key: small(emoji, ground) for key, emoji in emojis.items()}
    pale = [key for key, image in shown.items() if difference(image, empty) < LEAST]
    alike = [
        (one, other)
        for one in shown
        for other in shown
        if one < other and difference(shown[one], shown[other]) < APART
    ]
    assert (pale, alike) == ([], [])


def test_around_a_sign_nothing_is_drawn(emojis):
    for key in ("metal", "tool_hammer", "bell", "seat_red"):
        corners = [pixels(emojis[key]).getpixel((x, y)) for x in (0, -1) for y in (0, -1)]
        assert all(alpha == 0 for *_, alpha in corners)


def test_two_of_one_key_are_refused():
    part = sign("common/bell")
    with pytest.raises(ValueError, match="bell"):
        merged([{"bell": part}, {"bell": part}])
