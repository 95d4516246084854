"""The studio: nothing is drawn twice, memory is bounded, and the event loop goes on."""

import asyncio
import hashlib
import threading
from collections import Counter
from dataclasses import replace

import pytest

from engine import ALL_GAMES
from render import PAINTERS
from render.raster import Rasterizer
from render.studio import Studio
from testing.positions import PAINTER, TO_THE_END, view_after

GAME = "fantastic_factories"
NAMES = ("Ada", "Ben", "Cleo", "Dirk", "Emil")


class CountingEasel(Rasterizer):
    """Knows how often it drew."""

    def __init__(self, **bounds):
        super().__init__(**bounds)
        self.drawn = 0

    def picture(self, drawing):
        self.drawn += 1
        return super().picture(drawing)


class WaitingEasel(CountingEasel):
    """Draws only when it is told to go on; a loop that waits for it would never tell."""

    def __init__(self):
        super().__init__()
        self.go_on = threading.Event()

    def picture(self, drawing):
        assert self.go_on.wait(timeout=300), "nobody said to go on"
        return super().picture(drawing)


@pytest.fixture
def studio():
    made = Studio(easel=CountingEasel())
    yield made
    made.close()


def richer(view, seat):
    """The same table, but a player has one metal more."""
    players = [
        replace(player, metal=player.metal + 1) if player.seat == seat else player
        for player in view.players
    ]
    return replace(view, players=tuple(players))


# --- what is drawn


@pytest.mark.asyncio
async def test_the_same_request_twice_draws_once(studio):
    view = view_after(4, 60)
    first = await studio.picture(GAME, "market", view, NAMES)
    again = await studio.picture(GAME, "market", view_after(4, 60), NAMES)
    assert studio.easel.drawn == 1
    assert again == first
    assert first.digest == hashlib.sha256(first.png).hexdigest()


@pytest.mark.asyncio
async def test_requests_at_the_same_time_draw_once(studio):
    view = view_after(4, 60)
    found = await asyncio.gather(*(studio.picture(GAME, "glance", view, NAMES) for _ in range(5)))
    assert studio.easel.drawn == 1
    assert len({picture.digest for picture in found}) == 1


@pytest.mark.asyncio
async def test_only_pictures_whose_part_of_the_view_changed_are_drawn_again(studio):
    view = view_after(4, 60)
    before = {name: await studio.picture(GAME, name, view, NAMES) for name in PAINTER.offers(view)}
    drawn, later = studio.easel.drawn, richer(view, 2)
    after = {name: await studio.picture(GAME, name, later, NAMES) for name in PAINTER.offers(view)}
    changed = {name for name in before if after[name].png != before[name].png}
    assert changed == {"glance", "compound 2"}
    assert studio.easel.drawn == drawn + len(changed)


@pytest.mark.asyncio
async def test_another_name_is_another_picture(studio):
    view = view_after(2, 20)
    one = await studio.picture(GAME, "glance", view, ("Ada", "Ben"))
    other = await studio.picture(GAME, "glance", view, ("Ada", "Cleo"))
    assert one.digest != other.digest
    assert "Cleo" in other.alt and "Cleo" not in one.alt


def test_equal_pixels_keep_alt_texts_of_their_own(studio):
    drawing = PAINTER.draw("market", view_after(4, 60), NAMES)
    one, other = studio.finish(drawing), studio.finish(replace(drawing, alt="something else"))
    assert one.png == other.png
    assert (one.alt, other.alt) == (drawing.alt, "something else")
    assert studio.easel.drawn == 1


@pytest.mark.asyncio
async def test_every_door_leads_to_a_picture(studio):
    for picture in (
        await studio.card(GAME, "biolab"),
        await studio.card(GAME, "miner"),
        await studio.lobby(GAME, NAMES[:3], range(1, 6)),
        await studio.picture(GAME, "final", view_after(3, TO_THE_END), NAMES),
    ):
        assert picture.png.startswith(b"\x89PNG")
        assert picture.alt


@pytest.mark.asyncio
async def test_a_picture_that_does_not_exist_is_an_error_and_the_studio_goes_on(studio):
    view = view_after(2, 20)
    with pytest.raises(KeyError):
        await studio.picture(GAME, "portrait", view, NAMES)
    assert (await studio.picture(GAME, "market", view, NAMES)).png


# --- the event loop


@pytest.mark.asyncio
async def test_the_event_loop_goes_on_while_pictures_are_drawn():
    studio = Studio(easel=WaitingEasel())
    drawing = asyncio.create_task(studio.picture(GAME, "market", view_after(4, 60), NAMES))
    for _ in range(100):
        await asyncio.sleep(0)
    assert not drawing.done()
    studio.easel.go_on.set()
    assert (await drawing).png
    studio.close()


@pytest.mark.asyncio
async def test_a_cancelled_request_leaves_the_studio_usable(studio):
    view = view_after(5, 100)
    tasks = [
        asyncio.create_task(studio.picture(GAME, name, view, NAMES))
        for name in PAINTER.offers(view)
    ]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert Counter(map(type, done)) == {asyncio.CancelledError: len(tasks)}
    fresh = Studio()
    expected = await fresh.picture(GAME, "market", view, NAMES)
    assert await studio.picture(GAME, "market", view, NAMES) == expected
    fresh.close()


@pytest.mark.asyncio
async def test_a_closed_studio_draws_nothing_more():
    studio = Studio()
    await studio.card(GAME, "biolab")
    studio.close()
    with pytest.raises(RuntimeError):
        await studio.card(GAME, "biolab")


@pytest.mark.asyncio
async def test_closing_drops_requests_that_wait():
    """A bot that goes down does not wait for pictures nobody will see."""
    studio = Studio(easel=WaitingEasel())
    view = view_after(3, 60)
    names = PAINTER.offers(view)
    tasks = [asyncio.create_task(studio.picture(GAME, name, view, NAMES)) for name in names]
    await asyncio.sleep(0)
    closing = asyncio.create_task(asyncio.to_thread(studio.close))
    await asyncio.wait(tasks[-1:])
    studio.easel.go_on.set()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    await closing
    assert asyncio.CancelledError in map(type, done)
    assert studio.easel.drawn <= 1


def test_every_game_that_can_be_drawn_can_be_played():
    assert PAINTERS.keys() <= ALL_GAMES.keys()
