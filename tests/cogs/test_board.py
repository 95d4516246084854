"""The public message of a table: what everybody may know, in a form that Discord takes."""

import sqlite3
from contextlib import closing
from random import Random

import pytest

from cogs.board import board
from cogs.ids import read
from cogs.panel import panel
from cogs.presses import Presses
from cogs.screen import Screen
from cogs.words import harmless
from engine import GAMES
from engine.kernel.luck import FastLuck
from host import lobby
from host.host import Host
from host.look import Seen, look, sentences
from host.positions import digest
from host.records import Phase, User
from host.summary import summary
from render import PAINTERS
from render.studio import Picture, Studio
from sandbox.driver import parts
from tests.cogs.people import Label, Party, labels, text
from tests.cogs.screens import (
    around,
    blanks,
    board_of,
    faults,
    look_of,
    panel_of,
    payload,
    sketches,
    table_of,
)
from tests.cogs.test_panel import WILD, leaks, message, positions
from tests.conftest import SCALE
from tests.host.hosting import random_click
from tests.playing import option_sets, tables


@pytest.mark.parametrize("table", tables(1), ids=str)
def test_discord_takes_every_board_of_a_random_game(table):
    for state in positions(table):
        look = look_of(table, state, None, WILD)
        assert faults(board_of(look)) == []
        assert faults(around(look)) == []


@pytest.mark.parametrize("game_id", GAMES)
def test_discord_takes_every_lobby(game_id):
    game, studio = GAMES[game_id], Studio()
    for options in option_sets(game):
        for seats in game.seats:
            for phase in (Phase.LOBBY, Phase.CLOSED, Phase.ASIDE):
                table = table_of(game, seats, options, phase, WILD)._replace(ending=WILD[0])
                picture = studio.finish(PAINTERS[game.id].lobby(table.names, game.seats))
                assert faults(board(Seen(table, None), [picture])) == []
    studio.close()


@pytest.mark.parametrize("table", tables(1), ids=str)
def test_nothing_on_a_board_acts_for_a_seat(table):
    """What is pressed there is asked of everybody alike: no code, no menu, no moves."""
    for state in positions(table):
        for part in parts(message(board_of(look_of(table, state, None)))):
            if "custom_id" in part:
                assert read(part["custom_id"]).kind == "t"


@pytest.mark.parametrize("table", tables(1), ids=str)
def test_a_board_shows_who_is_still_to_act_and_at_the_end_how_to_play_again(table):
    for state in positions(table):
        look = look_of(table, state, None)
        shown = message(board_of(look))
        assert (Label.REMATCH in labels(shown)) == (look.result is not None)
        assert (Label.MY_HAND in labels(shown)) == (look.result is None)
        if len(look.waiting) > 1:
            for seat, name in enumerate(look.table.names):
                tick = "⏳" if seat in look.waiting else "✅"
                assert f"{tick} {name}" in text(shown)


# --- nobody sees what they must not


def public(table, state, viewer):
    look = look_of(table, state, None)
    return [payload(made(look)) for made in (board_of, around, panel_of)]


@pytest.mark.parametrize("table", tables(1), ids=str)
def test_hidden_cards_change_nothing_that_is_public(table):
    for number, state in enumerate(positions(table)):
        for seed in range(SCALE):
            assert not leaks(table, state, None, number + seed, public)


def with_a_hand(table, state, viewer):
    look, mine = look_of(table, state, None), look_of(table, state, 0)
    return payload(board(look, sketches(mine, PAINTERS[table.game.id].panel(mine.view))))


def in_the_name_of_a_file(table, state, viewer):
    look = look_of(table, state, None)
    pictures = sketches(look, PAINTERS[table.game.id].board(look.view))
    told = digest(table.game.dump(state))
    return payload(board(look, [Picture(each.png, each.alt, told) for each in pictures]))


def around_a_seat(table, state, viewer):
    return payload(around(look_of(table, state, 0)))


@pytest.mark.parametrize("mistake", [with_a_hand, in_the_name_of_a_file, around_a_seat])
def test_a_planted_leak_is_caught(mistake):
    table = next(each for each in tables(1) if each.seats == 3)
    assert any(
        leaks(table, state, None, number, mistake)
        for number, state in enumerate(positions(table, 2))
    )


# --- the same on the wire


class Wire:
    """Everything that the bot sends, without the numbers that are new each time."""

    def __init__(self, s):
        self.bodies = []
        self.observers = s.server.rest.observers
        self.observers.append(self._hear)

    def end(self):
        self.observers.remove(self._hear)
        return self.bodies

    def _hear(self, method, route, body, status, answer):
        if method in ("POST", "PATCH") and isinstance(body, dict):
            body = body.get("data") or body
            files = [each.get("filename") for each in body.get("attachments") or []]
            facts = {k: v for k, v in body.items() if k not in ("nonce", "attachments")}
            self.bodies.append((method, route, facts, files))


async def asked_of_everything(s, party, name):
    """All that somebody can be shown of a table without changing it; the board is posted anew."""
    wire = Wire(s)
    await party.delete(party.board)
    await s.until(lambda: party.board)
    await party.quiet()
    for label in (Label.MY_HAND, Label.LOOK_AROUND, Label.LOG, Label.HELP):
        await s.click(name, party.board, label)
    for command, options in (
        ("/hand", {}),
        ("/board", {"form": "text"}),
        ("/board", {}),
        ("/log", {}),
    ):
        await s.slash(name, command, **options)
    return wire.end()


def exchange(file, viewer, seed):
    """Another world in the same file: equal in all that the viewer may know."""
    with closing(sqlite3.connect(file)) as opened, opened:
        game_id, stored = opened.execute("SELECT game, state FROM tables").fetchone()
        game = GAMES[game_id]
        other = game.dump(game.other_world(game.load(stored), viewer, FastLuck(seed)))
        opened.execute("UPDATE tables SET state = ?, digest = ?", (other, digest(other)))
        return other != stored


@pytest.mark.asyncio
@pytest.mark.parametrize("game_id", GAMES)
async def test_two_worlds_that_do_not_look_alike_do_not(s, file, game_id):
    """What the comparison below would not notice, it could not prove."""
    party = Party(s, "red", "blue", "green", game=game_id)
    await party.begin()
    here = await asked_of_everything(s, party, "red")
    await s.stop_bot()
    assert exchange(file, None, 1)  # red's own hand is another
    await s.start_bot()
    assert here != await asked_of_everything(s, party, "red")


@pytest.mark.asyncio
@pytest.mark.parametrize("rows", [0, 9])
@pytest.mark.parametrize("name", ["red", "yellow"])
@pytest.mark.parametrize("game_id", GAMES)
async def test_two_worlds_that_look_alike_send_the_same_to_a_viewer(s, file, rows, name, game_id):
    party = Party(s, "red", "blue", "green", seed=rows, game=game_id)
    await party.begin()
    while len(await party.rows()) < rows:
        await party.act(await party.acting())
    await party.quiet()
    here = await asked_of_everything(s, party, name)
    await s.stop_bot()
    assert exchange(file, 0 if name == "red" else None, rows)
    await s.start_bot()
    there = await asked_of_everything(s, party, name)
    assert len(here) > 8
    assert here == there


# --- long words


@pytest.mark.asyncio
@pytest.mark.parametrize("game_id", GAMES)
async def test_discord_takes_everything_that_is_said_of_a_long_game_of_long_names(
    tmp_path, game_id
):
    host = await Host.open(tmp_path / "tables.sqlite")
    people = [User(1_001 + number, name) for number, name in enumerate(WILD)]
    table = await host.run(lobby.open_table, game_id, {}, 7, people[0])
    for user in people[1 : table.game.seats[-1]]:
        await host.at(table.id, lobby.join, user)
    await host.at(table.id, lobby.start, people[0].id)
    rng, rounds, presses = Random(1), set(), Presses(host, None)
    while played := await random_click(host, table.id, rng, may_undo=False):
        seen = played.seen
        news = list(map(harmless, sentences(seen.table, list(played.events), played.seat)))
        assert faults(panel(seen, blanks(seen), news=news)) == []
        rounds.add(seen.round)
        assert faults(await presses.log_of(people[0].id, table.id)) == []
    for number in rounds:
        lines = await host.look(table.id, summary, number)
        assert faults(Screen().say(f"**Round {number}**", *map(harmless, lines))) == []
    public = await host.look(table.id, look, None)
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
    look = look_of(table, state, None)
    pages = table.game.words.pages(look.view, look.table.names)
    screen = await Presses(s.bot.host, s.bot.gallery).board_text(look)
    said = text(message(screen))
    assert all(page in said for page in pages.values())
    assert faults(screen) == []
