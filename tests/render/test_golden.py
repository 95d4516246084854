"""Pictures look as they did when somebody last looked at them; a few pixels may differ."""

from PIL import Image, ImageChops

from render import PAINTERS
from render.raster import Rasterizer
from testing.stored_cards import skip_if_changed
from tests.render.golden import FOLDER, drawings

FAR = 48  # levels of a channel
MOST = 0.005  # of all pixels


def share_that_differs(one, other):
    """How many pixels are far from each other in any channel; all of them in another size."""
    if one.size != other.size:
        return 1.0
    channels = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    far = [channel.point([0] * (FAR + 1) + [255] * (255 - FAR)) for channel in channels]
    either = ImageChops.lighter(ImageChops.lighter(far[0], far[1]), far[2])
    return either.histogram()[255] / (one.width * one.height)


def test_every_picture_looks_as_it_did(tmp_path):
    skip_if_changed(*PAINTERS)
    easel, shares = Rasterizer(), {}
    for name, drawing in drawings():
        now = easel.picture(drawing)
        now.save(tmp_path / f"{name}.png")
        with Image.open(FOLDER / f"{name}.png") as kept:
            shares[name] = share_that_differs(now, kept)
    changed = [f"{name}: {share:.1%}" for name, share in shares.items() if share > MOST]
    assert not changed, f"these look different, see {tmp_path}: {', '.join(changed)}"
    assert {file.stem for file in FOLDER.glob("*")} == shares.keys(), "none is kept for nothing"


def test_a_picture_of_something_else_would_be_noticed():
    """Else the comparison above would hold for anything."""
    with Image.open(FOLDER / "market.png") as kept:
        image = kept.convert("RGB")
    assert share_that_differs(image, image) == 0
    assert share_that_differs(image, image.resize((image.width, image.height + 1))) == 1
    moved = ImageChops.offset(image, 0, 3)
    assert share_that_differs(image, moved) > MOST
