"""Pictures look as they did when somebody last looked at them; a few pixels may differ."""

import pytest
from PIL import Image, ImageChops

from render import PAINTERS
from render.raster import Rasterizer
from testing.stored_cards import skip_if_changed
from tests.render.golden import FOLDER, drawings

DRAWINGS = dict(drawings())
FAR = 48  # levels of a channel
MOST = 0.005  # of all pixels


def share_that_differs(one, other):
    """How many pixels are far from each other in any channel."""
    channels = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    far = [channel.point([0] * (FAR + 1) + [255] * (255 - FAR)) for channel in channels]
    either = ImageChops.lighter(ImageChops.lighter(far[0], far[1]), far[2])
    return either.histogram()[255] / (one.width * one.height)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_looks_as_it_did(name, tmp_path):
    skip_if_changed(*PAINTERS)
    now = Rasterizer().picture(DRAWINGS[name])
    with Image.open(FOLDER / f"{name}.png") as kept:
        assert now.size == kept.size
        share = share_that_differs(now, kept)
    now.save(tmp_path / f"{name}.png")
    assert share <= MOST, f"{share:.1%} differ from {name}.png; now it is {tmp_path}/{name}.png"


def test_no_picture_is_kept_that_is_not_compared():
    assert {file.stem for file in FOLDER.glob("*")} == DRAWINGS.keys()


def test_a_picture_of_something_else_would_be_noticed():
    """Else the comparison above would hold for anything."""
    with Image.open(FOLDER / "market.png") as kept:
        image = kept.convert("RGB")
    assert share_that_differs(image, image) == 0
    moved = ImageChops.offset(image, 0, 3)
    assert share_that_differs(image, moved) > MOST
