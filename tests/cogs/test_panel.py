"""A panel shows one viewer everything they may know and do, and nothing else."""

from dataclasses import replace
from itertools import islice

import pytest

from cogs.panel import Beside, head, panel
from engine import ALL_GAMES
from engine.kernel.codes import UNDO
from host.records import Phase
from host.views import TableView
from sandbox.driver import parts
from testing.people import Label, labels, selects, text, ways
from testing.playing import end_of, moments, tables
from testing.screens import faults, look_of, panel_of, table_of

EVERY_TABLE = tables(1, ALL_GAMES)
EVERY = 30  # actions of each seat between two positions
WILD = tuple(outgoing * 32 for outgoing in "*_`|~>#-")  # as long as Discord lets a name be


def positions(table, every=EVERY):
    """Some moments of a random game, and its end."""
    some = islice(moments(table), 0, None, every * table.seats)
    yield from (moment.state for moment in some)
    yield end_of(table)


def message(screen):
    return {"components": screen.layout().to_components()}


@pytest.mark.parametrize("table", tables(1), ids=str, scope="module")
def test_discord_takes_every_panel_of_a_random_game(table):
    for state in positions(table):
        for viewer in table.viewers:
            assert faults(panel_of(look_of(table, state, viewer, WILD))) == []


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str, scope="module")
def test_every_panel_names_its_channel_its_round_and_its_game_or_the_time_that_is_left(table):
    for state in positions(table):
        for viewer in table.viewers:
            look = look_of(table, state, viewer)
            said = text(message(panel(look, [])))
            assert head(look) in said
            assert str(look.table.channel) in said and f"round {look.round}" in said
            assert (table.game.title in said) != ("due <t:" in said)


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str, scope="module")
def test_a_panel_offers_its_own_seat_only_and_nothing_when_it_is_over(table):
    for state in positions(table):
        for viewer in table.viewers:
            look = look_of(table, state, viewer)
            shown = message(panel(look, []))
            others = {*map(str, UNDO), *table.game.aside_verbs}
            is_able = viewer is not None and any(each[0] not in others for each in look.actions)
            assert bool(ways(shown) or selects(shown)) == is_able


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str, scope="module")
def test_undo_is_offered_with_its_label_when_it_is_legal(table):
    for state in positions(table, 10):
        for viewer in range(table.seats):
            look = look_of(table, state, viewer)
            shown = message(panel(look, []))
            undo = [part for part in parts(shown) if part.get("custom_id", "").endswith(":undo")]
            assert bool(undo) == (UNDO in look.actions)


def test_many_news_take_less_room_than_a_line_each():
    table = EVERY_TABLE[0]
    look = look_of(table, table.deal(), 0)
    new = Beside(has_hints=True)
    few, many = (text(message(panel(look, [], news=["Done."] * n, beside=new))) for n in (2, 3))
    assert "\nDone.\nDone." in few and "\n-# Done. Done. Done." in many
    assert ("💡" in few, "💡" in many) == (True, False)


def test_a_seat_on_autopilot_can_only_be_taken_back():
    table = tables(1)[-1]
    look = look_of(table, table.deal(), 0)
    seats = (look.table.seats[0]._replace(is_autopilot=True), *look.table.seats[1:])
    away = replace(look, table=look.table._replace(seats=seats))
    assert labels(message(panel(away, []))) == {Label.TAKE_BACK}


def test_before_the_deal_a_panel_says_where_it_belongs_and_offers_nothing():
    table = tables(1)[0]
    at = table_of(table.game, table.seats, table.options, Phase.LOBBY)
    screen = panel(TableView(at, 0), [])
    assert faults(screen) == []
    assert not labels(message(screen))
