"""What a user is shown: their own view of what the journal leads to, and nothing more."""

from itertools import chain
from random import Random

import pytest

from engine import GAMES
from engine.kernel.codes import UNDO
from engine.kernel.events import readable
from host import lobby, votes
from host.records import AUTOPILOT, Phase
from host.views import log_lines, plans, table_here, tables_of, view_table
from testing import SCALE
from testing.cases import at_every_game
from testing.hosting import (
    ADA,
    BEN,
    CLEO,
    PEOPLE,
    STRANGER,
    caller,
    dump,
    open_lobby,
    open_playing,
    play_out,
    random_click,
    reader,
    refusal,
    rows_of,
    state_after,
)
from testing.playing import NAMES, as_json, option_sets

pytestmark = pytest.mark.asyncio
seeds = pytest.mark.parametrize("seed", range(SCALE))
MIDDLE = 30


def viewers_of(table):
    """Each person with their seat; the public and a stranger have none."""
    return [(None, None), (STRANGER.id, None), *((s.user, s.number) for s in table.seats if s.user)]


# --- looking -----------------------------------------------------------------------------------


@at_every_game
@seeds
async def test_everybody_sees_their_own_view_of_what_the_journal_leads_to(host, game_id, seed):
    table = await open_playing(host, game_id, people=3, robots=1, seed=seed)
    rng, game = Random(seed), table.game
    for _ in range(5):
        table = await play_out(host, table.id, rng, most=12)
        state = await state_after(host, table.id)
        for user, seat in viewers_of(table):
            seen = await host.read(view_table, table.id, by=caller(user))
            view = game.view(state, seat)
            assert as_json(seen.view) == as_json(view)
            assert seen.status == game.words.status(view, (*NAMES[:3], AUTOPILOT))
            assert seen.waiting == tuple(game.to_act(state))
            assert seen.round == game.round_number(state)
            assert seen.seat == seat


@at_every_game
@seeds
async def test_everybody_is_offered_what_is_legal_for_their_seat(host, game_id, seed):
    table = await open_playing(host, game_id, people=3, seed=seed)
    rng, game = Random(seed), table.game
    for _ in range(5):
        await play_out(host, table.id, rng, most=9)
        state = await state_after(host, table.id)
        for seat in table.seats:
            seen = await host.read(view_table, table.id, by=caller(seat.user))
            assert seen.actions == tuple(game.actions(state, seat.number))
            assert seen.undo == game.undo_offer(state, seat.number)
            offered, _ = await host.read(plans, table.id, by=caller(seat.user))
            assert offered == game.plans(state, seat.number)


async def test_who_does_not_sit_there_is_offered_nothing(host, game_id):
    table = await open_playing(host, game_id)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    for user in (None, STRANGER.id):
        seen = await host.read(view_table, table.id, by=caller(user))
        assert seen.actions == () and seen.undo.action is None and seen.moves == 0


async def test_a_stranger_sees_what_the_public_sees(host, game_id):
    table = await open_playing(host, game_id)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    assert await host.read(view_table, table.id, by=caller(STRANGER.id)) == await host.read(
        view_table, table.id, by=None
    )
    assert await host.read(log_lines, table.id, by=caller(STRANGER.id)) == await host.read(
        log_lines, table.id, by=None
    )


async def test_before_the_deal_there_is_nothing_to_see_but_who_sits_there(host, game_id):
    table = await open_lobby(host, game_id)
    seen = await host.read(view_table, table.id, by=caller(BEN.id))
    assert seen.table == table and seen.seat == 1
    assert seen.view is None and not seen.actions and not seen.waiting
    assert (await host.read(view_table, table.id, by=caller(STRANGER.id))).seat is None


async def test_a_closed_table_can_still_be_looked_at(host, game_id):
    table = await open_lobby(host, game_id)
    await host.do(lobby.close, table.id, by=caller(ADA.id))
    assert (await host.read(view_table, table.id, by=caller(ADA.id))).table.phase is Phase.CLOSED


async def test_after_the_end_everybody_sees_the_result_and_may_do_nothing(host, game_id):
    table = await open_playing(host, game_id)
    table = await play_out(host, table.id, Random(1))
    state = await state_after(host, table.id)
    for user, seat in viewers_of(table):
        seen = await host.read(view_table, table.id, by=caller(user))
        assert seen.result == table.game.result(state)
        assert as_json(seen.view) == as_json(table.game.view(state, seat))
        assert not seen.actions and not seen.waiting


async def test_a_game_ended_by_agreement_waits_for_nobody_and_offers_nothing(host, game_id):
    table = await open_playing(host, game_id)
    rng = Random(1)
    while UNDO not in (await random_click(host, table.id, rng)).seen.actions:
        pass
    for user in (ADA, BEN):
        await host.do(votes.end, table.id, by=caller(user.id))
    for user, _ in viewers_of(table):
        seen = await host.read(view_table, table.id, by=caller(user))
        assert seen.result and not seen.actions and not seen.waiting
        assert seen.undo.action is None


async def test_looking_changes_nothing(host, game_id):
    table = await open_playing(host, game_id, people=3)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    before = await dump(host)
    looks = [
        [await host.read(view_table, table.id, by=caller(user)) for user, _ in viewers_of(table)]
        for _ in range(2)
    ]
    for user, seat in viewers_of(table):
        await host.read(log_lines, table.id, by=caller(user))
        if seat is not None:
            await host.read(plans, table.id, by=caller(user))
            await host.read(tables_of, by=caller(user))
    assert await dump(host) == before
    assert looks[0] == looks[1]


async def test_a_table_that_does_not_exist_cannot_be_looked_at(host, game_id):
    await open_playing(host, game_id)
    for table_id in (0, -1, 2):
        await refusal(host, host.read(view_table, table_id, by=caller(ADA.id)))
        await refusal(host, host.read(log_lines, table_id, by=caller(ADA.id)))
        await refusal(host, host.read(plans, table_id, by=caller(ADA.id)))


async def test_after_a_restart_everybody_sees_the_same(host, open_host, game_id):
    chosen = option_sets(GAMES[game_id])[-1].model_dump(mode="json")
    table = await open_playing(host, game_id, people=3, options=chosen)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    users = [user for user, _ in viewers_of(table)]
    before = [await host.read(view_table, table.id, by=caller(user)) for user in users]
    await host.close()
    host = await open_host()
    assert [await host.read(view_table, table.id, by=caller(user)) for user in users] == before


# --- the log -----------------------------------------------------------------------------------


@seeds
async def test_the_log_is_what_the_viewer_may_read_of_every_row(host, game_id, seed):
    table = await open_playing(host, game_id, people=3, seed=seed)
    table = await play_out(host, table.id, Random(seed), most=2 * MIDDLE)
    rows, told = await rows_of(host, table.id), table.game.words.sentence
    assert any(event.readers is not None for row in rows for event in row.events)
    for user, seat in viewers_of(table):
        events = [event for row in rows for event in readable(row.events, seat)]
        expected = [told(event, NAMES[:3], seat) for event in events]
        assert await host.read(log_lines, table.id, by=caller(user)) == expected


def is_summed_up(table, event):
    """A step that one later line of the log tells with others."""
    return event.kind in ("did", "undo") and event.facts[0] in table.game.summed_up


@at_every_game
async def test_what_was_told_to_one_seat_stands_in_no_other_log(host, game_id):
    """A sentence that only its readers have, whatever anybody else was told."""
    table = await open_playing(host, game_id, people=3)
    rng, private = Random(2), 0
    for _ in range(2 * MIDDLE):
        played = await random_click(host, table.id, rng)
        row = (await rows_of(host, table.id))[-1]
        for user, seat in viewers_of(table):
            told = [event for event in readable(row.events, seat) if not is_summed_up(table, event)]
            count = len(told)
            assert len(await host.read(log_lines, table.id, newest=1, by=caller(user))) == count
            private += count < len(row.events)
        assert len(played.events) == sum(
            event.readers is None or played.seat in event.readers for event in row.events
        )
    assert private


async def test_the_newest_rows_are_the_end_of_the_log(host, game_id):
    table = await open_playing(host, game_id)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    for user in (None, ADA.id):
        whole = await host.read(log_lines, table.id, by=caller(user))
        for newest in (1, 3, 7):
            part = await host.read(log_lines, table.id, newest=newest, by=caller(user))
            assert part == whole[len(whole) - len(part) :] and len(part) < len(whole)
        assert await host.read(log_lines, table.id, newest=10_000, by=caller(user)) == whole


@at_every_game
async def test_the_logs_of_all_rounds_are_the_whole_log(host, game_id):
    table = await open_playing(host, game_id)
    await play_out(host, table.id, Random(1), most=3 * MIDDLE)
    seen = await host.read(view_table, table.id, by=None)
    assert seen.round > 1
    for user in (None, ADA.id):
        rounds = [
            await host.read(log_lines, table.id, of_round=number, by=caller(user))
            for number in range(seen.round + 1)
        ]
        assert list(chain(*rounds)) == await host.read(log_lines, table.id, by=caller(user))
        assert sum(map(bool, rounds)) > 1


async def test_a_row_belongs_to_the_round_in_which_it_was_played(host, game_id):
    table = await open_playing(host, game_id)
    rng = Random(1)
    for _ in range(3 * MIDDLE):
        before = await host.read(view_table, table.id, by=None)
        if await random_click(host, table.id, rng) is None:
            break
        assert (await rows_of(host, table.id))[-1].round == before.round


async def test_before_the_deal_the_log_is_empty(host, game_id):
    table = await open_lobby(host, game_id)
    assert await host.read(log_lines, table.id, by=caller(ADA.id)) == []


# --- a user's tables ---------------------------------------------------------------------------


async def test_a_user_finds_all_their_open_tables_the_liveliest_first(host, clock, game_id):
    opened = []
    for channel in (1, 2, None):
        opened.append(await open_playing(host, game_id, channel=channel))
        clock.advance(1)
    await random_click(host, opened[1].id, Random(1))
    found = await host.read(tables_of, by=caller(BEN.id))
    assert [seen.table.id for seen in found] == [opened[1].id, opened[2].id, opened[0].id]


async def test_a_user_sees_their_own_side_of_each_table(host, game_id):
    await open_lobby(host, game_id, channel=1)
    table = await open_playing(host, game_id, channel=2)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    for seen in await host.read(tables_of, by=caller(BEN.id)):
        assert (
            seen == await host.read(view_table, seen.table.id, by=caller(BEN.id)) and seen.seat == 1
        )


async def test_tables_that_are_over_or_closed_or_of_others_are_not_among_them(host, game_id):
    over = await open_playing(host, game_id, channel=1)
    for user in PEOPLE[:2]:
        await host.do(votes.end, over.id, by=caller(user.id))
    closed = await open_lobby(host, game_id, channel=2)
    await host.do(lobby.close, closed.id, by=caller(ADA.id))
    left = await open_lobby(host, game_id, channel=3)
    await host.do(lobby.leave, left.id, by=caller(BEN.id))
    await host.do(lobby.open_table, game_id, {}, 4, by=caller(CLEO))
    assert await host.read(tables_of, by=caller(BEN.id)) == []


async def test_the_table_of_a_channel_is_its_last_one_open_or_not(host, game_id):
    for _ in range(2):
        table = await host.do(lobby.open_table, game_id, {}, 1, by=caller(ADA))
        await host.do(lobby.open_table, game_id, {}, None, by=caller(ADA))
        await host.do(lobby.close, table.id, by=caller(ADA.id))
    for user in (ADA, STRANGER):
        assert await host.read(table_here, reader(user.id, 1)) == table.id


async def test_in_private_the_table_is_the_users_liveliest(host, clock, game_id):
    opened = []
    for channel in (1, 2):
        opened.append(await open_playing(host, game_id, channel=channel))
        clock.advance(1)
    await random_click(host, opened[0].id, Random(1))
    assert await host.read(table_here, reader(BEN.id, None)) == opened[0].id


async def test_where_there_is_no_table_a_sentence_says_so(host, game_id):
    await open_lobby(host, game_id, channel=1)
    await refusal(host, host.read(table_here, reader(ADA.id, 2)))
    await refusal(host, host.read(table_here, reader(STRANGER.id, None)))
