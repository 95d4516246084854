"""Buttons keep their places: a phase's layout keeps its lines and columns until the phase ends."""

from itertools import islice

import pytest

from cogs import ids
from cogs.ids import ButtonKind
from cogs.opened import Opened
from cogs.panel import panel
from cogs.regions import ASIDE
from engine import ALL_GAMES
from engine.kernel.codes import UNDO, code, parse
from engine.kernel.panel import Form, Panel, place_of
from testing import SCALE
from testing.people import SELECT
from testing.playing import moments, tables
from testing.screens import Walk, blanks, faults, look_of

LEAST = 300  # decisions in each game
ROW = 1  # Discord's number for a line of buttons


def decisions(game_id):
    """All decisions of every fourth round: the look, and which phase of which game it is in."""
    count = 1 if game_id in ("fantastic_factories", "factory_42") else 4  # short games: more
    games = tables(count, {game_id: ALL_GAMES[game_id]})
    for number, table in enumerate(games):
        for moment in moments(table):
            is_looked_at = table.game.round_number(moment.state) % 4 == number % 4
            if is_looked_at and moment.seat in table.game.to_act(moment.state):
                look = look_of(table, moment.state, moment.seat)
                turn, view = table.game.turn(moment.state), look.view
                new_row = getattr(view, "refreshed", False)  # other cards, for a price
                regions = table.game.panel.regions(view)
                assert regions, "write a `panel.py`: each action has a place of its own"
                main = regions[0]  # a large hand becomes a list
                is_list = table.game.id == "factory_frenzy" and main.form is Form.SELECT
                question = question_of(view, moment.state)
                yield look, (number, moment.seat, turn, question, new_row, is_list)


def question_of(view, state):
    """What the seat is asked; where phases have many questions, which of them it is."""
    if hasattr(view, "asked"):
        return view.asked
    return getattr(view, "asks", None), id(state.base)


@pytest.fixture(scope="module", params=[*ALL_GAMES])
def played(request):
    return [*decisions(request.param)]


def lines(look, opened=None):
    screen = panel(look, blanks(look), opened or Opened())
    components = screen.layout().to_components()
    return [part["components"] for part in components if part["type"] == ROW]


def where(look):
    """Line and column of everything that a finger may look for."""
    found = {}
    regions = look.table.game.panel.regions(look.view)
    words = [piece.word for region in regions for piece in region.pieces]
    for line, row in enumerate(lines(look)):
        for column, part in enumerate(row):
            found |= {name: (line, column) for name in _names(part, regions, words)}
    return found


def _names(part, regions, words):
    press = ids.read(part["custom_id"])
    if press.kind is ButtonKind.MULTI:
        yield place_of(regions, press.path)
    elif part["type"] == SELECT:
        yield from {place_of(regions, parse(text)) for text in _codes(part)}
    elif press.kind is ButtonKind.ACT and press.text != "undo":
        yield place_of(regions, parse(press.text))
    elif press.kind is ButtonKind.MENU and press.path == ASIDE:
        yield "aside"
    elif press.kind is ButtonKind.MENU and press.path:
        yield place_of(regions, press.path)
    elif press.kind is ButtonKind.MENU and press.page:
        yield f"piece {words[press.page - 1]}"
    elif press.text == "more":
        yield "more"


def _codes(part):
    return [
        option["value"].partition(":")[2] for option in part["options"] if ":" in option["value"]
    ]


def test_no_place_moves_while_a_phase_lasts(played):
    assert len(played) > LEAST * SCALE
    known = {}
    for look, phase in played:
        seats = known.setdefault(phase, {})
        for place, position in where(look).items():
            key = place if isinstance(place, str) else place.codes
            assert seats.setdefault(key, position) == position, (look.round, key)


def test_every_action_has_exactly_one_place(played):
    for look, _ in played:
        people = range(len(look.table.seats))
        aside = look.table.game.panel.aside(look.view, look.table.names, people)
        regions = [*look.table.game.panel.regions(look.view), *(aside.regions if aside else ())]
        for action in look.actions:
            if action != UNDO:
                places = [p for region in regions for p in region.places if p.holds(action)]
                assert len(places) == 1, code(action)


def test_a_game_that_tells_nothing_gets_a_menu_with_everything():
    table = tables(1)[0]
    plain = Panel(table.game.words)
    for moment in islice((each for each in moments(table) if each.seat is not None), 0, 60, 7):
        look = look_of(table, moment.state, moment.seat)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(table.game), "panel", plain)
            walk = Walk(look)
            assert walk.missing() == [] and walk.invented() == []
            assert all(faults(screen) == [] for screen in walk.screens.values())
