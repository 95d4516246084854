"""Finished pictures: the same bytes everywhere, small files, true grounds, and nothing hidden."""

import hashlib
import os
import struct
import subprocess
import sys
import zlib
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageColor

from engine import ALL_GAMES
from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.view import BuildingView
from engine.kernel.luck import FastLuck
from render import PAINTERS, palette
from render import png as files
from render.lettering import CAP
from render.marks import Text
from render.png import encoded
from render.raster import Rasterizer
from render.sheet import contact_sheet
from render.studio import Studio
from testing.every import with_every
from testing.layout_rules import MIN_CONTRAST, contrast
from testing.playing import as_json, moments, tables
from testing.positions import (
    FACTORY_42,
    FANTASTIC,
    FRENZY,
    PAINTER,
    TO_THE_END,
    WITH_ALL,
    full_view,
    places,
    state_after,
    view_after,
    words_of,
)

ROOT = Path(__file__).parents[2]
NAMES = ("Ada", "Ben", "Cleo", "Dirk", "Emil")
LARGEST = 130_000  # bytes of a file
OWN = {FANTASTIC: "hand", FRENZY: "hand", FACTORY_42: "own"}  # a picture for its seat only
NEAR = 12  # levels of a channel by which the palette may miss a color
RIM = 2  # a letter may fill its box: so much of the ground is looked at around it
PHONE = 3  # a picture is shown a third as wide as it is drawn
POSITIONS = [
    (FANTASTIC, 1, 25, 0),
    (FANTASTIC, 2, 60, None),
    (FANTASTIC, 4, 170, 2),
    (FANTASTIC, 5, TO_THE_END, 4),
    (FRENZY, 3, 0, 0),
    (FRENZY, 4, 90, 2),
    (FRENZY, 4, TO_THE_END, 3),
    (FACTORY_42, 2, 30, 0),
    (FACTORY_42, 5, 300, 2),
    (FACTORY_42, 5, TO_THE_END, 4),
]
IN_FULL = (POSITIONS[2], POSITIONS[5], POSITIONS[8])
at_some_positions = pytest.mark.parametrize("position", POSITIONS, ids=str)
at_every_game = pytest.mark.parametrize("game", PAINTERS)
at_every_table = pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in PAINTERS for seats in ALL_GAMES[game].seats]
)


@cache
def drawings(position):
    """All pictures of a position."""
    game, seats, moves, seat = position
    return all_drawings(game, full_view(game, seats, moves, seat))


def all_drawings(game, view):
    painter = PAINTERS[game]
    return {name: painter.draw(name, view, NAMES) for name in painter.offers(view)}


@cache
def images(position):
    easel = Rasterizer()
    return {name: easel.picture(drawing) for name, drawing in drawings(position).items()}


@cache
def finished(position):
    return {name: encoded(image) for name, image in images(position).items()}


# --- bytes


@pytest.mark.parametrize("position", IN_FULL, ids=str)
def test_equal_views_are_equal_bytes_in_another_studio(position):
    game, seats, moves, seat = position
    painter, view = PAINTERS[game], full_view(game, seats, moves, seat)
    studio = Studio()
    for name in reversed(painter.offers(view)):
        again = studio.finish(painter.draw(name, view, NAMES))
        assert again.png == finished(position)[name], name
        assert again.digest == hashlib.sha256(again.png).hexdigest()
    studio.close()


def test_equal_views_are_equal_bytes_in_another_process():
    source = (
        "import hashlib\n"
        "from tests.render.test_pictures import IN_FULL, finished\n"
        "for position in IN_FULL:\n"
        "    for name, png in finished(position).items():\n"
        "        print(hashlib.sha256(png).hexdigest(), name)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    here = [
        f"{hashlib.sha256(png).hexdigest()} {name}"
        for position in IN_FULL
        for name, png in finished(position).items()
    ]
    assert done.stdout.splitlines() == here


def chunks(png):
    """The parts of a PNG: kind and content, with the checksum looked after."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, content = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert checksum == zlib.crc32(kind + content)
        yield kind.decode(), content
        at += 12 + length


@at_some_positions
def test_a_file_has_a_palette_and_pixels_and_nothing_else(position):
    for name, png in finished(position).items():
        found = list(chunks(png))
        kinds = [kind for kind, _ in found]
        assert list(dict.fromkeys(kinds)) == ["IHDR", "PLTE", "IDAT", "IEND"], name
        assert kinds.count("IHDR") == kinds.count("PLTE") == kinds.count("IEND") == 1
        w, h, depth, color_type, *_ = struct.unpack(">IIBBBBB", found[0][1])
        drawing = drawings(position)[name]
        assert (w, h, depth, color_type) == (drawing.w, drawing.h, 8, 3)


@at_some_positions
def test_every_color_of_a_file_is_in_the_palette(position):
    known = {bytes.fromhex(color[1:]) for color in palette.colors(position[0])}
    for name, png in finished(position).items():
        content = dict(chunks(png))["PLTE"]
        listed = [content[at : at + 3] for at in range(0, len(content), 3)]
        used = [index for _, index in images(position)[name].getcolors(256)]
        assert {listed[index] for index in used} <= known, name


@pytest.mark.parametrize("deflate", [files.deflate, zlib.compress], ids=["isal", "zlib"])
@pytest.mark.parametrize("position", IN_FULL, ids=str)
def test_a_file_has_the_pixels_of_the_picture(position, deflate, monkeypatch):
    """With isal and without; also of a copy, which does not lie in the rows of a file."""
    monkeypatch.setattr(files, "deflate", deflate)
    for name, image in images(position).items():
        for each in (image, image.copy()):
            with Image.open(BytesIO(encoded(each))) as found:
                assert found.tobytes() == image.tobytes(), name
                assert found.getpalette() == image.getpalette(), name


# --- sizes


@at_some_positions
def test_every_file_is_small(position):
    sizes = {name: len(png) for name, png in finished(position).items()}
    assert not {name: size for name, size in sizes.items() if size > LARGEST}


def crowded(seat):
    """More on the table than was ever seen, and every card different."""
    view = view_after(5, 260, seat)
    cards = list(BLUEPRINTS)
    players = []
    for player in view.players:
        start = player.seat * 5
        shown = [cards[(start + n) % len(cards)] for n in range(15)]
        standing = tuple(BuildingView(card, bool(n % 2), ()) for n, card in enumerate(shown))
        players.append(replace(player, compound=standing, dice=(1, 2, 3, 4, 5, 6, 6)))
    view.players = tuple(players)
    held = [replace(view.hand[0], card=card, lacks=()) for card in cards]
    view.hand = tuple(held)
    return view


def crowded_machine():
    view = view_after(1, 30)
    view.machine = replace(view.machine, compound=tuple(BLUEPRINTS)[:20], goods=12)
    return view


@pytest.mark.parametrize("make", [lambda: crowded(2), crowded_machine], ids=["five", "machine"])
def test_the_fullest_table_still_makes_small_files(make):
    view, studio = make(), Studio()
    sizes = {}
    for name in PAINTER.offers(view):
        sizes[name] = len(studio.finish(PAINTER.draw(name, view, NAMES)).png)
    studio.close()
    assert not {name: size for name, size in sizes.items() if size > LARGEST}


def cards_and_lobbies(game):
    painter, seats = PAINTERS[game], ALL_GAMES[game].seats
    drawn = [painter.card(name) for name in painter.cards]
    return drawn + [painter.lobby(NAMES[:count], seats) for count in range(seats[-1] + 1)]


@cache
def pictures_of_cards(game):
    easel = Rasterizer()
    return [(drawing, easel.picture(drawing)) for drawing in cards_and_lobbies(game)]


@at_every_game
def test_cards_and_lobbies_are_small_files_and_no_two_of_them_look_the_same(game):
    files = [encoded(image) for _, image in pictures_of_cards(game)]
    assert max(map(len, files)) <= LARGEST
    assert len(set(files)) == len(files)


# --- words in pixels


def channels(color):
    return ImageColor.getrgb(color)[:3]


def distance(one, other):
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def hexed(color):
    return "#" + bytes(color).hex()


def counted(image, box, game):
    """The colors in a part of a picture, the most common first."""
    known = [channels(color) for color in palette.colors(game)]
    return [known[index] for _, index in sorted(image.crop(box).getcolors(256), reverse=True)]


def unreadable(drawing, image):
    """Words whose ground is not the one they were made for, or that do not stand out from it."""
    found = []
    for x, y, mark in places(drawing):
        if not isinstance(mark, Text) or mark.box[2] <= mark.box[0]:
            continue
        left, top, right, bottom = mark.box
        dx, dy = x - mark.x, y - mark.y
        around = (left + dx - RIM, top + dy - RIM, right + dx + RIM, bottom + dy + RIM)
        colors = counted(image, around, drawing.palette)
        most = colors[:3]  # the letter, its ground, and the pattern of a badge
        ground = [each for each in most if distance(each, channels(mark.on)) <= NEAR]
        ink = [each for each in colors if distance(each, channels(mark.color)) <= NEAR]
        if not ground or not ink:
            found.append(f"“{mark.words}” in {mark.color} on {mark.on}: {colors[:2]}")
        elif contrast(hexed(ground[0]), hexed(ink[0])) < MIN_CONTRAST:
            found.append(f"“{mark.words}”: {ink[0]} on {ground[0]} is hard to read")
    return found


@at_some_positions
def test_words_lie_on_the_ground_they_were_made_for(position):
    found = [
        f"{name}: {fault}"
        for name, drawing in drawings(position).items()
        for fault in unreadable(drawing, images(position)[name])
    ]
    assert not sorted(set(found))


@at_every_game
def test_words_on_cards_lie_on_the_ground_they_were_made_for(game):
    found = {fault for each in pictures_of_cards(game) for fault in unreadable(*each)}
    assert not sorted(found)


@pytest.mark.parametrize("lacks", [(), (("metal", 1), ("energy", 1)), (("twin", 1),)], ids=str)
def test_words_on_cards_in_hand_lie_on_the_ground_they_were_made_for(lacks):
    view = view_after(4, 2, seat=0)
    cards = ("biolab", "foundry", "dojo", "golem", "megalith")  # one of each type
    view.hand = tuple(replace(view.hand[0], card=card, lacks=lacks) for card in cards)
    drawing = PAINTER.draw("hand", view, NAMES)
    assert not sorted(set(unreadable(drawing, Rasterizer().picture(drawing))))


@at_some_positions
def test_a_capital_is_seven_pixels_high_on_a_phone(position):
    for name, drawing in drawings(position).items():
        sizes = [place.mark.style.size for place in places(drawing) if isinstance(place.mark, Text)]
        assert sizes, name
        assert min(sizes) * CAP / PHONE >= 7, name


# --- secrets


@with_every("table", tables(1, ALL_GAMES))
def test_what_a_viewer_cannot_see_is_in_none_of_its_pictures(table):
    game, compared = table.game, 0
    for moment in moments(table):
        if moment.number % 80 != 20:
            continue
        for viewer in (None, table.seats - 1):
            world = game.other_world(moment.state, viewer, FastLuck(moment.number))
            here, there = game.view(moment.state, viewer), game.view(world, viewer)
            assert all_drawings(game.id, there) == all_drawings(game.id, here)
            compared += 1
    assert compared


@at_every_game
def test_what_a_viewer_cannot_see_really_differs_in_the_other_world(game):
    """Else the law above would hold for nothing."""
    moves = 150 if game == FACTORY_42 else 100  # Commissions come later
    state = state_after(4, moves, game=game, **WITH_ALL.get(game, {}))
    world = ALL_GAMES[game].other_world(state, None, FastLuck(3))
    here, there = (ALL_GAMES[game].view(each, 1) for each in (state, world))
    assert as_json(there) != as_json(here)
    painter = PAINTERS[game]
    assert painter.draw(OWN[game], there, NAMES) != painter.draw(OWN[game], here, NAMES)


@at_every_table
def test_the_public_is_offered_no_hand(game, seats):
    painter = PAINTERS[game]
    for moves in (0, 30, TO_THE_END):
        public = painter.offers(full_view(game, seats, moves))
        assert not [name for name in public if name.startswith(OWN[game])]
        assert OWN[game] in painter.offers(full_view(game, seats, moves, 0))


@at_every_table
@pytest.mark.parametrize("moves", [0, 90, TO_THE_END])
def test_a_seat_sees_the_same_table_as_the_public(game, seats, moves):
    """What the public is offered may be shown in the channel, whoever asked for it."""
    painter, public = PAINTERS[game], full_view(game, seats, moves)
    for seat in range(seats):
        own = full_view(game, seats, moves, seat)
        for name in painter.offers(public):
            assert painter.draw(name, own, NAMES) == painter.draw(name, public, NAMES)


@at_every_table
@pytest.mark.parametrize("moves", [0, 60, TO_THE_END])
def test_board_and_panel_show_what_is_offered(game, seats, moves):
    painter = PAINTERS[game]
    for seat in (None, *range(seats)):
        view = full_view(game, seats, moves, seat)
        shown = {*painter.board(view), *painter.panel(view)}
        assert shown <= {*painter.offers(view)}
        public = painter.offers(full_view(game, seats, moves))
        assert {*painter.board(view)} <= {*public}


@at_every_table
def test_every_picture_has_a_caption_of_its_own(game, seats):
    painter = PAINTERS[game]
    for moves in (0, 60, TO_THE_END):
        offered = painter.offers(full_view(game, seats, moves, 0))
        captions = [painter.caption(name, NAMES) for name in offered]
        assert len(set(captions)) == len(captions)
        assert all(captions)


# --- what changes is seen


def different(*drawings):
    studio = Studio()
    digests = [studio.finish(drawing).digest for drawing in drawings]
    studio.close()
    return len(set(digests)) == len(digests)


def compound_with(building):
    view = view_after(4, 60)
    first, *others = view.players
    view.players = (replace(first, compound=(building,)), *others)
    return view


def test_a_used_card_looks_different_from_a_ready_one():
    views = [compound_with(BuildingView("robot", used, ())) for used in (False, True)]
    for name in ("compound 0", "glance"):
        assert different(*(PAINTER.draw(name, view, NAMES) for view in views))


def test_a_die_on_a_card_is_seen():
    dice = [(), *((value,) for value in range(1, 7))]
    views = [compound_with(BuildingView("foundry", True, each)) for each in dice]
    assert different(*(PAINTER.draw("compound 0", view, NAMES) for view in views))


def test_each_copy_of_a_replicator_looks_different():
    copies = [None, *(card.id for card in BLUEPRINTS.values() if card.may_be_copied)]
    views = [compound_with(BuildingView("replicator", True, (), copied)) for copied in copies]
    assert different(*(PAINTER.draw("compound 0", view, NAMES) for view in views))


@pytest.mark.parametrize("shelf", ["blueprints", "contractors"])
def test_a_new_card_in_the_market_is_framed(shelf):
    drawn = []
    for number in (None, 0, 1, 2, 3):
        view = view_after(4, 60)
        row = getattr(view, shelf).row
        getattr(view, shelf).row = tuple(
            replace(slot, is_new=place == number) for place, slot in enumerate(row)
        )
        drawn.append(PAINTER.draw("market", view, NAMES))
    assert different(*drawn)


def test_who_is_waited_for_is_seen_at_a_glance():
    views = [replace(view_after(4, 60), to_act=acting) for acting in ((), (0,), (1,), (0, 1))]
    assert different(*(PAINTER.draw("glance", view, NAMES) for view in views))


@pytest.mark.parametrize("name", ["market", "glance"])
def test_the_last_rounds_are_seen(name):
    ends = ((None, False), ((0, "goods"), False), ((0, "goods"), True))
    views = [replace(view_after(4, 60), ended_by=by, final=final) for by, final in ends]
    assert different(*(PAINTER.draw(name, view, NAMES) for view in views))


def test_a_card_that_cannot_be_built_looks_different_for_each_reason():
    view = view_after(4, 2, seat=0)
    card = replace(view.hand[0], card="megalith", lacks=())
    reasons = ((), (("metal", 1),), (("metal", 2),), (("energy", 1),))
    reasons += ((("partner", 1),), (("twin", 1),))
    views = [replace(view, hand=(replace(card, lacks=lacks),)) for lacks in reasons]
    assert different(*(PAINTER.draw("hand", each, NAMES) for each in views))


def test_the_contact_sheet_shows_every_card_once():
    sheet = contact_sheet(PAINTER)
    shown = words_of(sheet)
    rows = [each.row for each in (*BLUEPRINTS.values(), *CONTRACTORS.values())]
    assert [shown.count(row.name.upper()) for row in rows] == [1] * len(rows)
    ends = [(part.x + part.piece.w, part.y + part.piece.h) for part in sheet.parts]
    assert all(x <= sheet.w and y <= sheet.h for x, y in ends)
