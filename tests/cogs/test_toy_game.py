"""The example game keeps the contract, and the real bot plays it without knowing it."""

import inspect

import pytest
from discord.app_commands import Choice

from cogs.tables import GAME_CHOICES
from engine import ALL_GAMES, GAMES
from host import play
from render import PAINTERS
from testing.layout_rules import faults
from testing.people import Label, Party, labels, pictures, text
from testing.playing import NAMES, end_of, moments, tables
from testing.positions import TO_THE_END
from testing.toy.game import HighCard
from testing.toy.painter import HighCardPainter
from testing.toy.state import ROUNDS
from tests.engine import test_contract
from tests.render import test_layout, test_pictures

TOY, PAINTER = HighCard(), HighCardPainter()
TABLES = tables(games={TOY.id: TOY})
LAWS = [
    law
    for name, law in vars(test_contract).items()
    if name.startswith("test_") and [*inspect.signature(law).parameters] == ["table"]
]


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """One of the games while a test runs; nobody else is ever offered it."""
    monkeypatch.setitem(ALL_GAMES, TOY.id, TOY)
    monkeypatch.setitem(GAMES, TOY.id, TOY)
    monkeypatch.setitem(PAINTERS, TOY.id, PAINTER)
    monkeypatch.setitem(test_pictures.OWN, TOY.id, "hand")
    GAME_CHOICES.append(Choice(name=TOY.title, value=TOY.id))
    yield
    GAME_CHOICES.pop()


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_it_keeps_every_law_of_the_contract(table, law):
    law(table)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_others_read_the_same_whichever_card_is_laid_face_down(table):
    """No law of all games says so: elsewhere others may be told more than they see later."""
    first = table.deal()
    for viewer in {*table.viewers} - {0}:
        told = [TOY.apply(first.copy(), 0, action) for action in TOY.choices(first, 0)]
        assert len({tuple(test_contract.sentences(TOY, each, viewer)) for each in told}) == 1


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_its_pictures_keep_the_rules_of_layout(table):
    for state in (*(moment.state for moment in moments(table)), end_of(table)):
        for viewer in table.viewers:
            view = TOY.view(state, viewer)
            for name in PAINTER.offers(view):
                assert not faults(PAINTER.draw(name, view, NAMES[: table.seats]))
    assert not [card for card in TOY.words.cards() if faults(PAINTER.card(card))]


@pytest.mark.parametrize("seats", TOY.seats)
def test_its_pictures_keep_the_laws_of_all_pictures(seats):
    test_pictures.test_the_public_is_offered_no_hand(TOY.id, seats)
    for moves in (0, 3, TO_THE_END):
        test_pictures.test_a_seat_sees_the_same_table_as_the_public(TOY.id, seats, moves)
        test_pictures.test_board_and_panel_show_what_is_offered(TOY.id, seats, moves)


def test_its_cards_are_shown_by_their_names():
    test_layout.test_the_contact_sheet_shows_every_card_by_its_name(TOY.id)


@pytest.mark.asyncio
async def test_two_people_play_it_from_new_to_the_end_by_presses_alone(drawn, s):
    party = Party(s, "red", "blue", game=TOY.id)
    await party.begin()
    await party.act("red")
    panel = party.panel("red")
    await s.click("red", panel, next(each for each in labels(panel) if each.startswith("Undo")))
    await party.play_out()
    table = await party.table()
    assert (table.game, table.ending) == (TOY, play.FINISHED)
    codes = [row.code.split()[0] for row in await party.rows()]
    assert codes == ["play", "undo"] + ["play"] * ROUNDS * len(party.names)
    assert "win" in text(party.board) and pictures(party.board)
    assert Label.REMATCH in labels(party.board)
