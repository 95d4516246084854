"""A replay: step by step what everybody saw, and no hand before the end."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import engine.cli
from engine import GAMES
from engine.kernel.codes import UNDO, code
from engine.kernel.journal import read, replay, verify
from engine.kernel.luck import FastLuck
from host import lobby, seating, votes
from host.own_tables import tables_to_choose
from host.positions import journal_of
from host.records import Phase
from host.replay import (
    DEALT,
    MAX_FILMS,
    SEALED,
    Replays,
    at,
    exported,
    newest,
    opening,
    played_here,
    read_step,
)
from host.replay_cache import SPACING
from host.views import log_lines, view_table
from testing import SCALE
from testing.cases import at_every_game
from testing.hosting import (
    ADA,
    BEN,
    CHANNEL,
    PEOPLE,
    STRANGER,
    caller,
    click_of,
    open_lobby,
    open_playing,
    play_out,
    press,
    random_click,
    reader,
    refusal,
    rows_of,
)
from testing.playing import as_json

pytestmark = pytest.mark.asyncio
ROOT = Path(__file__).parents[2]
HERE = reader(STRANGER.id, CHANNEL)
PRIVATELY = reader(ADA.id, None)
ALL = (HERE, PRIVATELY, *(reader(user.id, CHANNEL) for user in PEOPLE[:3]))
SOME = 40  # clicks


async def running(host, game_id, seed=0, people=3, clicks=SOME):
    table = await open_playing(host, game_id, people, seed=seed)
    table = await play_out(host, table.id, Random(seed), most=clicks)
    assert table.phase is Phase.PLAYING
    return table


async def over(host, game_id, seed=0, people=3, clicks=SOME):
    """Ended by agreement, somewhere in the middle."""
    table = await running(host, game_id, seed, people, clicks)
    for user in PEOPLE[:people]:
        table = await host.do(votes.end, table.id, by=caller(user.id))
    return table


def _states(uow, table_id):
    table = uow.table(table_id)
    journal = journal_of(uow.store, table)
    journal.key = uow.store.key(table_id)
    return [step.state.copy() for step in replay(journal, GAMES)]


async def states_of(host, table_id):
    """Every state from the deal on, by the engine alone."""
    return await host.read(_states, table_id)


async def steps_of(host, table, asked=HERE, hand=None):
    replays = Replays(host)
    wanted = range(table.version + 1)
    return [await replays.step(table.id, asked, at(number), hand) for number in wanted]


def said(step):
    """All that a step says and shows, but for its pictures."""
    facts = (step.number, step.last, step.lines, step.rounds, step.at, step.hand)
    return facts, as_json(step.seen.view), step.seen.seat, step.seen.actions, step.seen.moves


# --- as everybody saw it -----------------------------------------------------------------------


@at_every_game
@pytest.mark.parametrize("seed", range(SCALE))
async def test_every_step_of_a_running_game_is_what_the_public_saw_whoever_asks(
    host, game_id, seed
):
    table = await running(host, game_id, seed)
    states = await states_of(host, table.id)
    told = [list(map(said, await steps_of(host, table, asked))) for asked in ALL]
    assert all(each == told[0] for each in told)
    for step, state in zip(await steps_of(host, table), states, strict=True):
        assert step.hand is None and step.seen.seat is None and not step.seen.actions
        assert as_json(step.seen.view) == as_json(table.game.view(state, None))


@pytest.mark.parametrize("seed", range(SCALE))
async def test_what_the_public_cannot_see_changes_no_step(host, game_id, seed):
    table = await running(host, game_id, seed)
    changed = 0
    for step, state in zip(
        await steps_of(host, table), await states_of(host, table.id), strict=True
    ):
        other = table.game.other_world(state, None, FastLuck(step.number))
        changed += table.game.dump(other) != table.game.dump(state)
        assert as_json(step.seen.view) == as_json(table.game.view(other, None))
    assert changed


@pytest.mark.parametrize("seed", range(SCALE))
async def test_all_steps_together_tell_the_public_log(host, game_id, seed):
    table = await running(host, game_id, seed, people=2, clicks=1)
    await host.do(seating.hand_over, table.id, by=caller(BEN.id))
    await host.wait_for_autoplay(table.id)
    await play_out(host, table.id, Random(seed), most=SOME // 4)
    table = await host.do(seating.take_back, table.id, by=caller(BEN.id))
    steps = await steps_of(host, table)
    lines = [line for step in steps for line in step.lines]
    assert lines[0] == DEALT
    assert lines[1:] == await host.read(log_lines, table.id, by=None)
    notes = [line for line in lines if "autopilot" in line or "is back" in line]
    assert len(notes) == 2 and notes[0] == steps[1].lines[-1] and notes[1] == steps[-1].lines[-1]


@pytest.mark.parametrize("seed", range(SCALE))
async def test_the_last_step_is_always_the_table_as_it_stands(host, game_id, seed):
    table = await open_playing(host, game_id, 3, seed=seed)
    rng, replays = Random(seed), Replays(host)
    live = await host.read(view_table, table.id, by=None)
    while live.table.phase is Phase.PLAYING:
        table = await play_out(host, table.id, rng, most=5)
        step = await replays.step(table.id, HERE, newest)
        live = await host.read(view_table, table.id, by=None)
        assert step.number == step.last == live.table.version
        assert as_json(step.seen.view) == as_json(live.view)
    assert step.is_over


async def test_steps_in_any_order_are_the_same_as_in_order(host, game_id):
    table = await running(host, game_id, clicks=3 * SPACING)
    expected, replays, rng = await steps_of(host, table), Replays(host), Random(1)
    for number in rng.sample(range(table.version + 1), table.version + 1):
        assert said(await replays.step(table.id, HERE, at(number))) == said(expected[number])


async def test_two_who_step_at_once_see_the_same(host, game_id):
    table = await running(host, game_id)
    expected, replays = await steps_of(host, table), Replays(host)
    found = await asyncio.gather(
        *(replays.step(table.id, asked, at(step.number)) for step in expected for asked in ALL)
    )
    assert [said(step) for step in found] == [said(step) for step in expected for _ in ALL]


async def test_what_was_taken_back_is_a_step_like_all_others(host, game_id):
    table = await open_playing(host, game_id, 2)
    rng = Random(0)
    while UNDO not in (seen := await host.read(view_table, table.id, by=caller(ADA.id))).actions:
        assert await random_click(host, table.id, rng, may_undo=False)
    await press(host, table.id, click_of(seen, code(UNDO)))
    step = await Replays(host).step(table.id, HERE, newest)
    before = await Replays(host).step(table.id, HERE, at(step.number - 1))
    assert any("undoes" in line for line in step.lines)
    assert as_json(step.seen.view) != as_json(before.seen.view)


async def test_rounds_begin_where_the_journal_says(host, game_id):
    table = await open_playing(host, game_id, 2)
    table = await play_out(host, table.id, Random(3))
    rows = await rows_of(host, table.id)
    first = {}
    for row in rows:
        first.setdefault(row.round, row.number)
    steps = await steps_of(host, table)
    assert len(first) > 1 and all(step.rounds == first for step in steps)
    assert [step.seen.round for step in steps[1:]] == [row.round for row in rows]
    assert [step.at for step in steps] == [None, *(row.at for row in rows)]


async def test_a_running_game_is_opened_where_it_stands_and_a_finished_one_at_its_deal(
    host, game_id
):
    table = await running(host, game_id, people=2)
    assert (await Replays(host).step(table.id, HERE)).number == table.version
    for user in (ADA, BEN):
        await host.do(votes.end, table.id, by=caller(user.id))
    assert (await Replays(host).step(table.id, HERE)).number == 0


async def test_only_the_games_that_were_looked_at_last_are_remembered(host, game_id):
    replays = Replays(host)
    opened = [await open_playing(host, game_id, channel=n) for n in range(1, MAX_FILMS + 3)]
    for channel, table in enumerate(opened, 1):
        await random_click(host, table.id, Random(1))
        assert (await replays.step(table.id, reader(ADA.id, channel), at(1))).last == 1
    assert replays._caches.keys() == [table.id for table in opened[2:]]
    assert (await replays.step(opened[0].id, reader(ADA.id, 1), at(0))).lines == (DEALT,)


# --- hands -------------------------------------------------------------------------------------


@at_every_game
@pytest.mark.parametrize("seed", range(SCALE))
async def test_after_the_end_every_hand_of_every_moment_can_be_shown_to_anybody(
    host, game_id, seed
):
    table = await over(host, game_id, seed)
    states = await states_of(host, table.id)
    public = await steps_of(host, table)
    own_lines = 0
    for seat in range(len(table.seats)):
        for step, open_to_all, state in zip(
            await steps_of(host, table, hand=seat), public, states, strict=True
        ):
            assert step.hand.seat == seat
            assert as_json(step.hand.view) == as_json(table.game.view(state, seat))
            assert as_json(step.seen.view) == as_json(open_to_all.seen.view)
            own = [line for line in step.lines if line not in open_to_all.lines]
            assert all(line.startswith(f"{table.names[seat]} saw: ") for line in own)
            own_lines += len(own)
    assert own_lines, "nobody was ever told anything alone"


async def test_without_asking_for_a_hand_none_is_shown_even_after_the_end(host, game_id):
    table = await over(host, game_id)
    states = await states_of(host, table.id)
    for step, state in zip(await steps_of(host, table), states, strict=True):
        assert step.hand is None and not any(" saw: " in line for line in step.lines)
        assert as_json(step.seen.view) == as_json(table.game.view(state, None))


async def test_while_the_game_runs_no_hand_is_shown_not_even_ones_own(host, game_id):
    table = await running(host, game_id)
    for asked in ALL:
        for seat in range(len(table.seats)):
            step = Replays(host).step(table.id, asked, opening, seat)
            assert str(await refusal(host, step)) == SEALED


async def test_the_key_of_a_running_game_is_in_nothing_that_is_read(host, game_id):
    table = await running(host, game_id)
    key = await host.read(lambda uow: uow.store.key(table.id))
    reading = await host.read(read_step, table.id, HERE)
    step = await Replays(host).step(table.id, HERE)
    assert reading.key == key
    for shown in (repr(reading), repr(step)):
        assert repr(key)[2:-1] not in shown and key.hex() not in shown


# --- what is not shown -------------------------------------------------------------------------


@pytest.mark.parametrize("is_over", [False, True])
async def test_steps_and_seats_that_are_not_there_are_refused(host, game_id, is_over):
    table = await (over if is_over else running)(host, game_id)
    replays = Replays(host)
    for number in (-1, -table.version, table.version + 1, 36**5):
        await refusal(host, replays.step(table.id, HERE, at(number)))
    for seat in (-1, len(table.seats), 9_999):
        await refusal(host, replays.step(table.id, HERE, at(0), seat))


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_table_is_shown_in_its_channel_and_everywhere_to_those_who_sit_there(
    host, game_id, is_over
):
    table = await (over if is_over else running)(host, game_id)
    replays = Replays(host)
    for asked in (*ALL, reader(ADA.id, CHANNEL + 1)):
        assert await replays.step(table.id, asked)
    for asked in (
        reader(STRANGER.id, CHANNEL + 1),
        reader(STRANGER.id, None),
    ):
        await refusal(host, replays.step(table.id, asked))
        await refusal(host, host.read(exported, table.id, asked))
    await refusal(host, replays.step(table.id + 1, HERE))


async def test_a_table_of_no_channel_is_shown_to_its_players_alone(host, game_id):
    table = await open_playing(host, game_id, channel=None)
    await play_out(host, table.id, Random(1), most=3)
    assert (await Replays(host).step(table.id, PRIVATELY)).number == 3
    await refusal(host, Replays(host).step(table.id, HERE))


async def test_where_nothing_was_played_there_is_nothing_to_replay(host, game_id):
    table = await open_lobby(host, game_id)
    await refusal(host, Replays(host).step(table.id, HERE))
    await host.do(lobby.start, table.id, by=caller(ADA.id))
    await refusal(host, Replays(host).step(table.id, HERE))
    other = await open_lobby(host, game_id, channel=CHANNEL + 1)
    await host.do(lobby.close, other.id, by=caller(ADA.id))
    await refusal(host, Replays(host).step(other.id, reader(ADA.id, CHANNEL + 1)))


def alter(file, statement):
    with closing(sqlite3.connect(file)) as stored, stored:
        assert stored.execute(statement).rowcount


@pytest.mark.parametrize("is_since_the_deal", [True, False])
async def test_a_table_of_other_rules_is_not_replayed(
    host, file, game_id, is_since_the_deal, monkeypatch
):
    table = await running(host, game_id)
    if is_since_the_deal:
        monkeypatch.setattr(type(table.game), "rules", table.game.rules + 1)
        monkeypatch.setattr(type(table.game), "cards_since", None)
    else:
        alter(file, "UPDATE tables SET rules_last = rules_last + 1")
    sentence = await refusal(host, Replays(host).step(table.id, HERE))
    assert "rules have changed" in str(sentence)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE journal SET code = code || ' 1' WHERE number = 5",
        "UPDATE journal SET events = '[' WHERE number = 5",
        "DELETE FROM journal WHERE number = 5",
    ],
)
async def test_a_damaged_table_is_set_aside_and_says_so(host, file, game_id, damage):
    table = await running(host, game_id)
    alter(file, damage)
    with pytest.raises(Exception, match="saved data is damaged"):
        await Replays(host).step(table.id, HERE, at(5))
    assert (await host.read(view_table, table.id, by=None)).table.phase is Phase.QUARANTINED
    await refusal(host, Replays(host).step(table.id, HERE, at(5)))


# --- which table -------------------------------------------------------------------------------


async def test_the_channels_last_table_is_meant_and_during_a_rematchs_lobby_the_one_before(
    host, game_id
):
    await refusal(host, host.read(played_here, HERE))
    old = await over(host, game_id, people=2)
    assert await host.read(played_here, HERE) == old.id
    new = await host.do(lobby.rematch, old.id, by=caller(ADA))
    for asked in (HERE, PRIVATELY):
        assert await host.read(played_here, asked) == old.id
    await host.do(lobby.join, new.id, by=caller(BEN))
    await host.do(lobby.start, new.id, by=caller(ADA.id))
    for asked in (HERE, PRIVATELY):
        assert await host.read(played_here, asked) == new.id


async def test_ones_own_and_a_channels_tables_are_offered_the_newest_first(host, game_id):
    async def offered(asked):
        return [each.table.id for each in await host.read(tables_to_choose, asked)]

    old = await over(host, game_id, people=2)
    new = await host.do(lobby.rematch, old.id, by=caller(ADA))
    assert await offered(HERE) == [old.id]
    await host.do(lobby.join, new.id, by=caller(BEN))
    await host.do(lobby.start, new.id, by=caller(ADA.id))
    for asked in (HERE, PRIVATELY, reader(ADA.id, CHANNEL + 1)):
        assert await offered(asked) == [new.id, old.id]
    for asked in (reader(STRANGER.id, None), reader(STRANGER.id, CHANNEL + 1)):
        assert not await offered(asked)


# --- the journal as text -----------------------------------------------------------------------


@at_every_game
async def test_the_export_verifies_and_is_refused_before_the_end(host, game_id, tmp_path):
    table = await running(host, game_id, people=2)
    assert "over" in str(await refusal(host, host.read(exported, table.id, HERE)))
    for user in (ADA, BEN):
        table = await host.do(votes.end, table.id, by=caller(user.id))
    text = await host.read(exported, table.id, HERE)
    verdict = verify(read(text), GAMES)
    assert verdict.actions == table.version
    file = tmp_path / "table.journal.txt"
    file.write_text(text, encoding="utf-8")
    assert engine.cli.main(["verify", str(file)]) == 0
