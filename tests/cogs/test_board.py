"""The public message of a table: what everybody may know, in a form that Discord accepts."""

from random import Random

import pytest

from cogs.board import board
from cogs.ids import read
from cogs.panel import panel
from cogs.presses import Presses
from cogs.recap import digest_lines, recap_screen
from cogs.screen import Screen
from cogs.words import escape_markdown
from engine import GAMES
from host import lobby
from host.host import Host
from host.records import Phase, User
from host.summary import recap, since
from host.views import TableView, sentences, view_table
from render import PAINTERS
from render.studio import Studio
from sandbox.driver import parts
from testing.hosting import caller, random_click
from testing.people import Label, Party, labels, text
from testing.playing import option_sets, tables
from testing.screens import (
    around,
    blanks,
    board_of,
    faults,
    look_of,
    table_of,
)
from tests.cogs.test_panel import WILD, message, positions


@pytest.mark.parametrize("table", tables(1), ids=str, scope="module")
def test_discord_takes_every_board_of_a_random_game(table):
    for state in positions(table):
        view_table = look_of(table, state, None, WILD)
        assert faults(board_of(view_table)) == []
        assert faults(around(view_table)) == []


@pytest.mark.parametrize("game_id", GAMES)
def test_discord_takes_every_lobby(game_id):
    game, studio = GAMES[game_id], Studio()
    for options in option_sets(game):
        for seats in game.seats:
            for phase in (Phase.LOBBY, Phase.CLOSED, Phase.QUARANTINED):
                table = table_of(game, seats, options, phase, WILD)._replace(ending=WILD[0])
                picture = studio.finish(PAINTERS[game.id].lobby(table.names, game.seats))
                assert faults(board(TableView(table, None), [picture])) == []
    studio.close()


def test_why_a_lobby_was_closed_is_said_to_the_end():
    game = GAMES["fantastic_factories"]
    closed = table_of(game, 2, game.checked_options({}), Phase.CLOSED)
    ending = "Maximilian **von** Schwarzenberg-Lilienfeld closed it."
    said = message(board(TableView(closed._replace(ending=ending), None), []))
    assert r"Table closed. Maximilian \*\*von\*\* Schwarzenberg-Lilienfeld closed it." in text(said)


@pytest.mark.parametrize("table", tables(1), ids=str, scope="module")
def test_nothing_on_a_board_acts_for_a_seat(table):
    """What is pressed there is asked of everybody alike: no code, no menu, no moves."""
    for state in positions(table):
        for part in parts(message(board_of(look_of(table, state, None)))):
            if "custom_id" in part:
                assert read(part["custom_id"]).kind == "t"


@pytest.mark.parametrize("table", tables(1), ids=str, scope="module")
def test_a_board_shows_who_is_still_to_act_and_at_the_end_how_to_play_again(table):
    for state in positions(table):
        view_table = look_of(table, state, None)
        shown = message(board_of(view_table))
        assert (Label.REMATCH in labels(shown)) == (view_table.result is not None)
        assert (Label.MY_HAND in labels(shown)) == (view_table.result is None)
        if len(view_table.waiting) > 1:
            for seat, name in enumerate(view_table.table.names):
                tick = "⏳" if seat in view_table.waiting else "✅"
                assert f"{tick} {name}" in text(shown)


# --- long words


@pytest.mark.asyncio
@pytest.mark.parametrize("game_id", GAMES)
async def test_discord_takes_everything_that_is_said_of_a_long_game_of_long_names(
    tmp_path, game_id
):
    host = await Host.open(tmp_path / "tables.sqlite")
    people = [User(1_001 + number, name) for number, name in enumerate(WILD)]
    table = await host.do(lobby.open_table, game_id, {}, 7, by=caller(people[0]))
    for user in people[1 : table.game.seats[-1]]:
        await host.do(lobby.join, table.id, by=caller(user))
    await host.do(lobby.start, table.id, by=caller(people[0].id))
    rng, rounds, presses = Random(1), set(), Presses(host, None)
    while played := await random_click(host, table.id, rng, may_undo=False):
        seen = played.seen
        rounds.add(seen.round)
        if seen.table.version % 9:
            continue
        news = list(map(escape_markdown, sentences(seen.table, list(played.events), played.seat)))
        assert faults(panel(seen, blanks(seen), news=news)) == []
        assert faults(await presses.log_of(caller(people[0]), table.id)) == []
        told = await host.read(since, table.id, people[0].id)
        assert faults(Screen().say("**Since your turn**", *digest_lines(told, most=None))) == []
    for number in rounds:
        assert faults(recap_screen(await host.read(recap, table.id, number))) == []
    public = await host.read(view_table, table.id, by=None)
    assert faults(board(public, blanks(public))) == []
    await host.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("game_id", GAMES)
async def test_looking_around_shows_every_picture_that_everybody_may_see(s, game_id):
    people = ("red", "blue", "green", "purple", "yellow")[: GAMES[game_id].seats[-1]]
    party = Party(s, *people, game=game_id)
    await party.begin()
    seen = await party.seen()
    painter = PAINTERS[seen.table.game.id]
    wanted = {
        painter.draw(name, seen.view, seen.table.names).alt[:1024]
        for name in painter.offers(seen.view)
    }
    answer = await s.click("red", party.board, Label.LOOK_AROUND)
    found = set()
    for option in next(part for part in parts(answer) if part["type"] == 3)["options"]:
        answer = await s.choose("red", answer, "Look at …", option["value"])
        items = [item for part in parts(answer) for item in part.get("items") or []]
        found |= {item.get("description") for item in items}
    assert wanted <= found


@pytest.mark.asyncio
@pytest.mark.parametrize("table", [tables(1)[-1]], ids=str)
async def test_the_board_in_words_leaves_nothing_out(s, table):
    """At the end of a long game there is most to say."""
    *_, state = positions(table)
    view_table = look_of(table, state, None)
    pages = table.game.words.pages(view_table.view, view_table.table.names)
    screen = await Presses(s.bot.host, s.bot.gallery).board_text(view_table)
    said = text(message(screen))
    assert all(page in said for page in pages.values())
    assert faults(screen) == []
