"""The recap of a round, however late, and the digest since a player's last action."""

import re
from random import Random

import pytest

from engine import GAMES
from engine.kernel.codes import UNDO, code
from engine.kernel.news import PlainNews
from host import seating
from host.records import Row
from host.summary import kept, recap, since
from host.views import view_table
from testing.cases import at_every_game
from testing.hosting import (
    ADA,
    BEN,
    PEOPLE,
    STRANGER,
    able_users,
    caller,
    click_of,
    open_playing,
    play_out,
    press,
    random_click,
    refusal,
    rows_of,
    state_after,
)

pytestmark = pytest.mark.asyncio


async def play_rounds(host, table, count, seed=4):
    """Random clicks until so many rounds are over; what was told of each when it ended."""
    rng, told = Random(seed), {}
    while len(told) < count:
        played = await random_click(host, table.id, rng)
        row = (await rows_of(host, table.id))[-1]
        if played.seen.round != row.round:
            told[row.round] = (await host.read(recap, table.id, row.round)).recap
    return told


@at_every_game
async def test_a_round_is_told_the_same_however_late(host, game_id):
    table = await open_playing(host, game_id, people=3)
    told = await play_rounds(host, table, 3)
    await play_out(host, table.id, Random(5))
    for number, then in told.items():
        found = await host.read(recap, table.id, number)
        assert found.recap == then and found.round == number
        assert {share.seat for share in then.shares} == {0, 1, 2}


async def test_a_digest_begins_behind_the_players_last_action(host, game_id):
    table = await open_playing(host, game_id, people=3)
    rng, found = Random(6), 0
    for _ in range(60):
        await random_click(host, table.id, rng, may_undo=False)
        rows = await rows_of(host, table.id)
        for user, seat in zip(PEOPLE, range(3), strict=False):
            last = max((row.number for row in rows if row.seat == seat), default=0)
            events = [event for row in rows[last:] for event in row.events]
            digest = await host.read(since, table.id, user.id)
            assert list(digest.lines) == table.game.news.digest(events, seat, table.names)
            view = table.game.view(await state_after(host, table.id), seat)
            assert digest.alarm == table.game.news.alarm(view, table.names)
            assert not digest.by_autopilot and digest.seat == seat
            found += len(digest.lines)
    assert found > 20


async def test_the_journal_is_read_only_behind_the_last_action(host, file, game_id):
    """By its key, from the end on."""
    table = await open_playing(host, game_id)

    def plans(uow, table_id):
        statements = []
        execute = uow.store._execute

        def heard(text, values=()):
            statements.append((text, values))
            return execute(text, values)

        uow.store._execute = heard
        since(uow, table_id, ADA.id)
        del uow.store._execute
        of_rows = [each for each in statements if "FROM journal" in each[0]]
        return [
            row[-1]
            for text, values in of_rows
            for row in execute(f"EXPLAIN QUERY PLAN {text}", values)
            if "SUBQUERY" not in row[-1]
        ]

    await play_out(host, table.id, Random(1), most=9)
    steps = await host.read(plans, table.id)
    assert steps and all(re.match(r"SEARCH \w+ USING PRIMARY KEY", step) for step in steps)


async def test_nothing_is_told_before_anything_was_played_or_to_a_stranger(host, game_id):
    table = await open_playing(host, game_id)
    assert (await host.read(since, table.id, ADA.id)).lines == ()
    await refusal(host, host.read(since, table.id, STRANGER.id))


@at_every_game
async def test_what_the_autopilot_played_for_a_player_is_told_to_them(host, game_id):
    table = await open_playing(host, game_id, people=2)
    await play_out(host, table.id, Random(2), most=8)
    seen = (await able_users(host, table.id))[0]
    user, before = seen.table.seats[seen.seat].user, seen.table.version
    await host.do(seating.play_from_here, table.id, by=caller(user))
    await host.wait_for_autoplay(table.id)
    digest = await host.read(since, table.id, user)
    rows = await rows_of(host, table.id)
    assert any(row.seat == seen.seat for row in rows[before:])
    assert digest.by_autopilot
    assert [line for line in digest.lines if line.seat == seen.seat]
    own = await host.read(view_table, table.id, by=caller(user))
    while seen.seat not in own.waiting:
        await random_click(host, table.id, Random(3), may_undo=False)
        await host.wait_for_autoplay(table.id)
        own = await host.read(view_table, table.id, by=caller(user))
    await press(host, table.id, click_of(own, code(own.actions[0])))
    assert not (await host.read(since, table.id, user)).by_autopilot


async def test_who_takes_the_seat_back_reads_what_the_autopilot_did(host, game_id):
    table = await open_playing(host, game_id, people=2)
    await play_out(host, table.id, Random(2), most=8)
    await host.do(seating.hand_over, table.id, by=caller(BEN.id))
    for _ in range(6):
        await random_click(host, table.id, Random(4), may_undo=False)
    await host.wait_for_autoplay(table.id)
    during = await host.read(since, table.id, BEN.id)
    await host.do(seating.take_back, table.id, by=caller(BEN.id))
    after = await host.read(since, table.id, BEN.id)
    assert during.by_autopilot and after.by_autopilot
    assert after.lines == during.lines


async def test_an_undo_takes_out_the_last_row_of_its_seat_and_none_from_before():
    def row(number, seat, text):
        return Row(number, 1, seat, text, (), "", 0)

    rows = [
        row(4, 0, code(UNDO)),  # of something before these rows
        row(5, 0, "mine 4"),
        row(6, 1, "mine 5"),
        row(7, 0, "mine 6"),
        row(8, 0, code(UNDO)),
    ]
    assert [each.number for each in kept(rows)] == [5, 6]


async def test_a_game_that_tells_nothing_is_told_in_the_words_of_its_log(
    host, game_id, monkeypatch
):
    game = type(GAMES[game_id])
    monkeypatch.setattr(game, "news", PlainNews(game.words))
    table = await open_playing(host, game_id, people=2)
    told = await play_rounds(host, table, 1)
    assert all(share.parts for share in told[1].shares) and not told[1].is_race
