"""Nothing overlaps, nothing is cut, everything can be read: over many positions, and the worst."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ALL_GAMES
from render import PAINTERS
from render.alt import LIMIT, fitting, isolated
from render.sheet import contact_sheet
from testing.every import with_every
from testing.layout_rules import all_pieces, faults, texts
from testing.nasty_names import some_name, some_tall_name
from testing.playing import Table, end_of, moments, tables
from testing.positions import TO_THE_END, view_after
from testing.reading import is_balanced, unseen
from testing.statistics import DAILY, MACHINE, MUCH, random_attempt, random_attempts

LOOKED_AT = 6  # moments of each random game
NASTY = (
    "W" * 32,
    "👩‍🚀🏭🎲👍🏽" * 4,
    "高橋一郎高橋一郎高橋一郎高橋一郎高橋一郎高橋一郎高橋一郎高橋一郎",
    "‮مرحبا بالعالم hello‬ שלום",
    "Z̷̛͔̗a̵͚͝l̸̳͌g̵̲̈́o̴͈͒" + "﷽" * 6,
)


def offered(game_id, view, but=()):
    painter = PAINTERS[game_id]
    names = [name for name in painter.offers(view) if name not in but]
    return [(name, painter.draw(name, view, NASTY)) for name in names]


def sampled(table: Table):
    """A few moments of a random game, and its end."""
    yield from (moment.state for moment in islice(moments(table), table.seed, None, 37))
    yield end_of(table)


@pytest.mark.parametrize("table", tables(games=ALL_GAMES), ids=str, scope="module")
def test_no_position_breaks_a_law_of_layout(table):
    """What the public is offered looks the same to every seat, as `test_pictures` shows."""
    found, game = [], table.game
    for state in islice(sampled(table), LOOKED_AT):
        public = PAINTERS[game.id].offers(game.view(state, None))
        for viewer in table.viewers:
            but = () if viewer is None else public
            for name, drawing in offered(game.id, game.view(state, viewer), but):
                found += [f"{name}: {fault}" for fault in faults(drawing)]
                assert 0 < len(drawing.alt) <= LIMIT
    assert not sorted(set(found))


@pytest.mark.parametrize("table", tables(games=ALL_GAMES), ids=str, scope="module")
def test_the_last_picture_breaks_no_law_of_layout(table):
    for name, drawing in offered(table.game.id, table.game.view(end_of(table), None)):
        assert not faults(drawing), name


@pytest.mark.parametrize("game", PAINTERS)
def test_every_card_alone_breaks_no_law_of_layout(game):
    painter = PAINTERS[game]
    assert not [fault for name in painter.cards for fault in faults(painter.card(name))]


@pytest.mark.parametrize("game", [game for game, painter in PAINTERS.items() if painter.cards])
def test_the_contact_sheet_shows_every_card_by_its_name(game):
    painter = PAINTERS[game]
    pieces = [[mark.words for mark in texts(each)] for each in all_pieces(contact_sheet(painter))]
    words = {" ".join(lines[:count]) for lines in pieces for count in (1, 2)}  # a name's lines
    names = {painter.card(name).alt.split(" (")[0].upper() for name in painter.cards}
    assert len(names) == len(painter.cards)
    assert names <= words, "what is said of a card begins with its name as drawn, then “ (”"


@with_every("game", PAINTERS)
@with_every("count", range(6))
def test_a_lobby_breaks_no_law_of_layout(game, count):
    seats = ALL_GAMES[game].seats
    drawing = PAINTERS[game].lobby(NASTY[: min(count, seats[-1])], seats)
    assert not faults(drawing)
    assert len(drawing.alt) <= LIMIT


# Any names

MOVES = (0, 7, 40, 120, TO_THE_END)
OFTEN = 0.85  # a table that is played, rather than the pictures around it


def some_drawings(rng, names):
    """All pictures of one table at some moment, or those that are made before and after."""
    game = rng.choice([*PAINTERS])
    painter, seats = PAINTERS[game], ALL_GAMES[game].seats
    count = rng.choice(seats)
    if rng.random() < OFTEN:
        viewer = rng.choice((None, *range(count)))
        view = view_after(count, rng.choice(MOVES), viewer, rng.choice((3, 7)), game)
        return [painter.draw(name, view, names) for name in painter.offers(view)]
    rows = random_attempts(rng, names)
    return [
        painter.lobby(names[:count], seats),
        painter.statistics(names[0], MUCH),
        painter.ranking(DAILY, MACHINE, rows, len(rows) + 3),
        painter.result_card(DAILY, MACHINE, random_attempt(rng, names[0]), 3),
    ]


@given(st.randoms(use_true_random=False))
def test_whatever_people_are_called_every_picture_keeps_the_laws(rng):
    """Its alt text hides nothing and turns nothing round, either."""
    names = [rng.choice((some_name, some_tall_name))(rng) for _ in range(5)]
    for drawing in some_drawings(Random(rng.random()), names):
        assert not faults(drawing), names
        assert 0 < len(drawing.alt) <= LIMIT
        assert not unseen(drawing.alt, "\u2068\u2069\u200d") and is_balanced(drawing.alt)


@with_every("before", range(LIMIT - 12, LIMIT))
def test_an_alt_text_that_is_cut_within_a_name_turns_nothing_else_round(before):
    cut = fitting("x" * before + " " + isolated("דוד כהן דוד"))
    assert cut.endswith(("…", "…\u2069")) and len(cut) <= LIMIT and is_balanced(cut)
