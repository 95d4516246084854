"""The race of a recap: everybody's way to the end, whoever they are and however far they came."""

from random import Random

import pytest

from engine import ALL_GAMES
from render import PAINTERS
from render.alt import LIMIT
from render.fantastic_factories.look import GLYPHS
from render.marks import Box, Sprite
from render.race import RaceRow, Track
from render.raster import Rasterizer
from render.studio import Studio
from render.theme import GLOW, GOLD
from testing.every import with_every
from testing.layout_rules import faults
from testing.positions import FANTASTIC, FRENZY, PAINTER, places, view_after, words_of
from tests.render.test_pictures import unreadable
from tests.render.test_stress import NASTY

NAMES = ("Ada", "Ben", "Cleo", "Dirk", "Emil")
TITLE = "ROUND 8 is over"
HIGHEST = 691  # 191 px on a phone
RACES = [game for game, painter in PAINTERS.items() if painter.race_signs]


def row(seat, goods, built, points, gained=0, new=(0, 0)):
    return RaceRow(
        seat, points, gained, (Track("goods", goods, new[0], 12), Track("built", built, new[1], 10))
    )


ROWS = [
    row(2, 11, 6, 14, 3, (2, 1)),
    row(0, 9, 5, 12, 3, (3, 0)),
    row(1, 8, 7, 12, 2, (1, 1)),
    row(4, 6, 4, 8, 3, (2, 1)),
    row(3, 4, 6, 8, 2, (0, 2)),
]


def marks(drawing):
    return [place.mark for place in places(drawing)]


def test_each_thing_is_a_sign_and_what_is_new_is_underlined():
    drawing = PAINTER.race(TITLE, ROWS, NAMES)
    assert drawing.h <= HIGHEST
    assert {"ROUND 8", "is over", *NAMES, "14", "+3"} <= {*words_of(drawing)}
    signs = [mark.name for mark in marks(drawing) if isinstance(mark, Sprite)]
    assert signs.count(GLYPHS + "goods") == 11 + 9 + 8 + 6 + 4
    assert signs.count(GLYPHS + "type_production") == 6 + 5 + 7 + 4 + 6
    lines = [mark for mark in marks(drawing) if isinstance(mark, Box) and mark.fill == GLOW]
    assert len(lines) == 3 + 3 + 2 + 3 + 2
    assert "Cleo: 14 points, 3 more; goods 11 of 12, 2 new; built 6 of 10, 1 new" in drawing.alt


def test_the_words_of_a_race_can_be_read():
    drawing = PAINTER.race(TITLE, ROWS, NAMES)
    assert not unreadable(drawing, Rasterizer().picture(drawing))


def test_who_leads_is_framed_and_nobody_while_all_are_equal():
    def golden(rows):
        drawn = marks(PAINTER.race(TITLE, rows, NAMES))
        return sum(isinstance(mark, Box) and mark.fill == GOLD for mark in drawn) - len(rows)

    assert golden(ROWS) == 1
    assert golden(ROWS[1:]) == 2, "two lead with as much"
    assert golden([row(seat, 0, 0, 0) for seat in range(3)]) == 0


@with_every("name", NASTY.values())
def test_a_race_keeps_the_laws_whatever_people_are_called(name):
    for count in range(1, 6):
        assert not faults(PAINTER.race(TITLE, ROWS[:count], (name,) * 5))


@with_every("seed", range(30))
def test_a_race_keeps_the_laws_however_far_they_came(seed):
    rng = Random(seed)
    rows = []
    for seat in (*range(4), None):
        goods, built = rng.choice((0, 1, 11, 12, 13, 25, 110)), rng.choice((0, 9, 10, 11, 20))
        gained = rng.choice((-1, 0, 1, 9, 14, 120))
        new = rng.randint(0, goods), rng.randint(0, built)
        rows.append(row(seat, goods, built, goods + rng.randint(0, 99), gained, new))
    drawing = PAINTER.race("ROUND 123 is over", rows, NAMES)
    assert not faults(drawing)
    assert 0 < len(drawing.alt) <= LIMIT


def test_the_machine_takes_part():
    rows = [row(None, 3, 5, 8), row(0, 2, 3, 4)]
    assert "The Machine" in words_of(PAINTER.race(TITLE, rows, ("Ada",)))


@pytest.mark.asyncio
async def test_the_studio_draws_a_race_where_there_is_one():
    studio = Studio()
    picture = await studio.race(FANTASTIC, TITLE, ROWS, NAMES)
    assert picture.png.startswith(b"\x89PNG") and "Ada" in picture.alt
    assert await studio.race(FRENZY, TITLE, ROWS, NAMES) is None
    studio.close()


@pytest.mark.parametrize("game", RACES)
def test_the_race_of_a_lesson_shows_what_everybody_sees_only(game):
    painter, seats = PAINTERS[game], ALL_GAMES[game].seats[-1]
    own, public = (view_after(seats, 40, seat, game=game) for seat in (1, None))
    assert painter.draw("race", own, NAMES) == painter.draw("race", public, NAMES)


def test_what_has_no_limit_has_no_empty_places_and_a_loss_is_red():
    tracks = (Track("goods", 3, 3, 0), Track("built", 17, 0, 0))
    rows = [RaceRow(0, 4, 2, tracks), RaceRow(1, -15, -3, (Track("goods", 0, 0, 0), tracks[1]))]
    drawing = PAINTER.race(TITLE, rows, NAMES)
    assert not faults(drawing)
    assert {"+2", "–3", "–15", "+5"} <= {*words_of(drawing)}
    assert "-15 points, 3 fewer; goods 0; built 17." in drawing.alt


def test_a_track_with_nothing_to_show_leaves_no_hole():
    built = Track("built", 3, 0, 0)
    alone, beside_nothing = (
        PAINTER.race(TITLE, [RaceRow(0, 4, 2, tracks)], NAMES).parts
        for tracks in ((built,), (Track("goods", 0, 0, 0), built))
    )
    assert beside_nothing == alone
