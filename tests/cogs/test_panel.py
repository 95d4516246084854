"""A panel shows one viewer everything they may know and do, and nothing else."""

from dataclasses import replace
from itertools import islice

import pytest

from cogs.panel import head, panel
from engine.kernel.codes import UNDO, code
from engine.kernel.luck import FastLuck
from host.look import Seen
from host.records import Phase
from render import PAINTERS
from render.studio import Picture
from sandbox.driver import parts
from tests.cogs.people import Label, labels, selects, text, ways
from tests.cogs.screens import Walk, faults, look_of, panel_of, payload, sketches, table_of
from tests.conftest import SCALE
from tests.playing import moments, tables

EVERY = 12  # actions of each seat between two positions
WILD = tuple(letter * 32 for letter in "*_`|~>#-")  # as long as Discord lets a name be


def positions(table, every=EVERY):
    """Some moments of a random game, and its end."""
    state = table.deal()
    for moment in islice(moments(table, state), 0, None, every * table.seats):
        yield moment.state
    for _ in moments(table, state):
        pass
    yield state


def drawn(look):
    return sketches(look, PAINTERS[look.table.game.id].panel(look.view))


def message(screen):
    return {"components": screen.layout().to_components()}


@pytest.mark.parametrize("table", tables(1), ids=str)
def test_discord_takes_every_panel_of_a_random_game(table):
    for state in positions(table):
        for viewer in table.viewers:
            assert faults(panel_of(look_of(table, state, viewer, WILD))) == []


@pytest.mark.parametrize("table", tables(1), ids=str)
def test_every_panel_names_its_game_its_channel_and_its_round(table):
    for state in positions(table):
        for viewer in table.viewers:
            look = look_of(table, state, viewer)
            said = text(message(panel(look, [])))
            assert head(look) in said
            for needed in (table.game.title, str(look.table.channel), f"round {look.round}"):
                assert needed in said


@pytest.mark.parametrize("table", tables(1), ids=str)
def test_a_panel_offers_its_own_seat_only_and_nothing_when_it_is_over(table):
    for state in positions(table):
        for viewer in table.viewers:
            look = look_of(table, state, viewer)
            shown = message(panel(look, []))
            is_able = viewer is not None and any(each != UNDO for each in look.actions)
            assert bool(ways(shown) or selects(shown)) == is_able


@pytest.mark.parametrize("table", tables(1), ids=str)
def test_undo_is_offered_with_its_label_when_it_is_legal(table):
    for state in positions(table, 5):
        for viewer in range(table.seats):
            look = look_of(table, state, viewer)
            shown = message(panel(look, []))
            undo = [part for part in parts(shown) if part.get("custom_id", "").endswith(":undo")]
            assert bool(undo) == (UNDO in look.actions)


def test_a_seat_on_autopilot_can_only_be_taken_back():
    table = tables(1)[-1]
    look = look_of(table, table.deal(), 0)
    seats = (look.table.seats[0]._replace(is_autopilot=True), *look.table.seats[1:])
    away = replace(look, table=look.table._replace(seats=seats))
    assert labels(message(panel(away, []))) == {Label.TAKE_BACK}


def test_before_the_deal_a_panel_says_where_it_belongs_and_offers_nothing():
    table = tables(1)[0]
    at = table_of(table.game, table.seats, table.options, Phase.LOBBY)
    screen = panel(Seen(at, 0), [])
    assert faults(screen) == []
    assert not labels(message(screen))


# --- nobody sees what they must not


def shown_to(table, state, viewer):
    """All panels that this viewer can open, as they would be sent."""
    look = look_of(table, state, viewer)
    walk = Walk(look, drawn(look))
    return {place: payload(screen) for place, screen in walk.screens.items()}


def leaks(table, state, viewer, seed, shown=shown_to):
    """Whether a viewer is shown something else when only hidden cards are exchanged."""
    other = table.game.other_world(state, viewer, FastLuck(seed))
    return shown(table, state, viewer) != shown(table, other, viewer)


@pytest.mark.parametrize("table", tables(1), ids=str)
def test_hidden_cards_change_nothing_in_any_panel_of_a_viewer(table):
    for number, state in enumerate(positions(table)):
        for viewer in table.viewers:
            for seed in range(SCALE):
                assert not leaks(table, state, viewer, number + seed), viewer


def of_another_seat(table, state, viewer):
    """A mistake: the panel is made from another's view."""
    return payload(panel_of(look_of(table, state, (viewer or 0) + 1)))


def in_a_picture(table, state, viewer):
    """A mistake: one picture is made from another's view."""
    look, other = look_of(table, state, viewer), look_of(table, state, (viewer or 0) + 1)
    return payload(panel(look, drawn(other)))


def in_an_alt_text(table, state, viewer):
    look, other = look_of(table, state, viewer), look_of(table, state, (viewer or 0) + 1)
    pictures = [
        Picture(mine.png, theirs.alt, mine.digest)
        for mine, theirs in zip(drawn(look), drawn(other), strict=False)
    ]
    return payload(panel(look, pictures))


def in_an_id(table, state, viewer):
    """A mistake: the menus are made from what another may do."""
    look, other = look_of(table, state, viewer), look_of(table, state, (viewer or 0) + 1)
    walk = Walk(replace(look, actions=other.actions), [])
    return {place: payload(screen) for place, screen in walk.screens.items()}


def in_the_news(table, state, viewer):
    other = look_of(table, state, (viewer or 0) + 1)
    codes = [code(action) for action in other.actions]
    return payload(panel(look_of(table, state, viewer), [], news=codes[:20]))


@pytest.mark.parametrize(
    "mistake", [of_another_seat, in_a_picture, in_an_alt_text, in_an_id, in_the_news]
)
def test_a_planted_leak_is_caught(mistake):
    table = next(each for each in tables(1) if each.seats == 3)
    assert any(
        leaks(table, state, viewer, number, mistake)
        for number, state in enumerate(positions(table, 2))
        for viewer in (None, 0, 1)
    )
