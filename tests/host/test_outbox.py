"""The outbox: in order for each audience, retried, and only the newest of its kind."""

import json
from random import Random

import pytest

from host import lobby, seating, votes
from host.outbox import (
    DAY,
    OLDEST,
    SECOND,
    SLOWEST,
    MessageKind,
    dropped,
    due,
    failed,
    next_due,
    said,
    tell,
    tidy,
)
from host.records import About, OutgoingMessage, Phase, Post
from host.views import view_table
from testing import SCALE
from testing.cases import where_people_act_together
from testing.hosting import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    PEOPLE,
    able_users,
    caller,
    dump,
    messages_of,
    open_lobby,
    open_playing,
    play_out,
    random_click,
    refusal,
    rows_of,
    say_all,
)

pytestmark = pytest.mark.asyncio
seeds = pytest.mark.parametrize("seed", range(SCALE))
MIDDLE = 30
MAX_NONCE = 25  # at Discord


async def post(host, table, count):
    """Queue this many messages to the table's channel, each with a number of its own."""

    def told(uow):
        for number in range(count):
            tell(uow.store, table, MessageKind.ROUND, {"round": number})

    await host.do(told)


async def quiet_lobby(host, game_id, channel=CHANNEL):
    table = await open_lobby(host, game_id, channel=channel)
    await say_all(host)
    return table


async def only(host):
    (outgoing,) = await host.read(due)
    return outgoing


async def of_kind(host, kind):
    return [outgoing for outgoing in await messages_of(host) if outgoing.kind == kind]


# --- order and patience ------------------------------------------------------------------------


async def test_an_audience_hears_everything_in_order_one_by_one(host, game_id):
    table = await quiet_lobby(host, game_id)
    await post(host, table, 5)
    for number in range(5):
        outgoing = await only(host)
        assert outgoing.body == {"round": number}
        await host.do(said, outgoing)
    assert await host.read(due) == []


async def test_a_message_that_must_wait_holds_those_behind_it_and_no_other_audience(host, game_id):
    first = await quiet_lobby(host, game_id, channel=1)
    second = await quiet_lobby(host, game_id, channel=2)
    await post(host, first, 2)
    await host.do(failed, await only(host))
    await post(host, second, 2)
    assert [(outgoing.channel, outgoing.body) for outgoing in await host.read(due)] == [
        (2, {"round": 0})
    ]


async def test_a_message_that_waited_goes_out_before_those_behind_it(host, clock, game_id):
    table = await quiet_lobby(host, game_id)
    await post(host, table, 2)
    again = await host.do(failed, await only(host))
    clock.now = again
    assert (await only(host)).body == {"round": 0}


async def test_people_and_channels_are_audiences_of_their_own(host, game_id):
    table = await open_playing(host, game_id, people=3)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    messages = await host.read(due)
    lanes = [(outgoing.channel, outgoing.user) for outgoing in messages]
    assert len(set(lanes)) == len(lanes) > 1
    everything = await messages_of(host)
    for outgoing in messages:
        lane = [e for e in everything if (e.channel, e.user) == (outgoing.channel, outgoing.user)]
        assert outgoing == lane[0]


async def test_each_failure_waits_longer_and_no_failure_waits_for_ever(host, clock, game_id):
    table = await quiet_lobby(host, game_id)
    await post(host, table, 1)
    pauses = []
    for _ in range(40):
        again = await host.do(failed, await only(host))
        assert await host.read(due) == []
        pauses.append(again - clock.now)
        clock.now = again
    assert pauses[0] >= SECOND and pauses[-1] == SLOWEST
    growing = pauses[: pauses.index(SLOWEST) + 1]
    assert len(growing) > 3 and growing == sorted(set(growing))


async def test_a_wish_to_wait_longer_is_respected(host, clock, game_id):
    table = await quiet_lobby(host, game_id)
    await post(host, table, 1)
    wish = 3 * SLOWEST
    assert await host.do(failed, await only(host), wish) == clock.now + wish
    clock.advance(wish - 1)
    assert await host.read(due) == []
    clock.advance(1)
    assert await host.read(due)


async def test_a_wish_to_wait_shorter_does_not_hurry(host, clock, game_id):
    table = await quiet_lobby(host, game_id)
    await post(host, table, 1)
    assert await host.do(failed, await only(host), 1) - clock.now >= SECOND


async def test_the_sender_knows_when_to_come_again(host, clock, game_id):
    assert await host.read(next_due) is None
    first = await quiet_lobby(host, game_id, channel=1)
    second = await quiet_lobby(host, game_id, channel=2)
    await post(host, first, 2)
    again = await host.do(failed, await only(host), DAY)
    assert await host.read(next_due) == again
    await post(host, second, 1)
    assert await host.read(next_due) == clock.now


async def test_no_more_messages_are_taken_out_than_asked_for(host, game_id):
    for channel in range(4):
        await open_lobby(host, game_id, channel=channel)
    assert [outgoing.channel for outgoing in await host.read(due, 3)] == [0, 1, 2]


async def test_whoever_writes_wakes_the_sender(host, game_id):
    table = await quiet_lobby(host, game_id)
    host.news.clear()
    await host.do(lobby.join, table.id, by=caller(CLEO))
    assert host.news.is_set()


async def test_a_message_that_can_never_be_delivered_makes_way(host, game_id):
    table = await quiet_lobby(host, game_id)
    await post(host, table, 2)
    await host.do(dropped, await only(host))
    assert (await only(host)).body == {"round": 1}


async def test_messages_older_than_a_week_and_only_those_are_given_up(host, clock, game_id):
    table = await quiet_lobby(host, game_id)
    await post(host, table, 1)
    clock.advance(OLDEST)
    await post(host, table, 1)
    await host.do(tidy)
    assert len(await messages_of(host)) == 2
    clock.advance(1)
    await host.do(tidy)
    assert [outgoing.made for outgoing in await messages_of(host)] == [clock.now - 1]


async def test_what_was_said_is_remembered_by_its_message(host, clock, game_id):
    table = await open_lobby(host, game_id)
    message = Post(CHANNEL, 55, clock.now, {"shown": 1})
    await host.do(said, await only(host), message)
    assert await host.read(lambda uow: uow.store.post(table.id, MessageKind.BOARD)) == message


# --- only the newest ---------------------------------------------------------------------------


async def test_many_changes_of_the_board_are_one_message(host, game_id):
    table = await open_lobby(host, game_id, people=1)
    first = await only(host)
    for user in PEOPLE[1:4]:
        await host.do(lobby.join, table.id, by=caller(user))
    outgoing = await only(host)
    assert (outgoing.id, outgoing.nonce) == (first.id, first.nonce)
    assert outgoing.edition == first.edition + 3
    assert await messages_of(host) == [outgoing]


async def test_a_board_that_changes_while_it_is_sent_is_due_again(host, game_id):
    table = await open_lobby(host, game_id)
    sending = await only(host)
    await host.do(lobby.join, table.id, by=caller(CLEO))
    assert not await host.do(said, sending)
    assert (await only(host)).edition > sending.edition
    assert await host.do(said, await only(host))
    assert await host.read(due) == []


async def test_a_board_that_did_not_change_is_said_once(host, game_id):
    await open_lobby(host, game_id)
    assert await host.do(said, await only(host))
    assert await messages_of(host) == []


async def test_a_newer_board_does_not_hurry_one_that_must_wait(host, game_id):
    table = await open_lobby(host, game_id)
    again = await host.do(failed, await only(host), DAY)
    await host.do(lobby.join, table.id, by=caller(CLEO))
    assert await host.read(due) == [] and await host.read(next_due) == again


async def test_after_a_success_a_newer_board_has_all_patience_again(host, clock, game_id):
    table = await open_lobby(host, game_id)
    for _ in range(5):
        clock.now = await host.do(failed, await only(host))
    sending = await only(host)
    await host.do(lobby.join, table.id, by=caller(CLEO))
    await host.do(said, sending)
    assert (await only(host)).tries == 0


async def test_boards_of_different_tables_do_not_collapse(host, game_id):
    for channel in (1, 2):
        await open_lobby(host, game_id, channel=channel)
    assert len(await of_kind(host, MessageKind.BOARD)) == 2


# --- who is told what --------------------------------------------------------------------------


async def shown_to(host, table_id, user):
    seen = await host.read(view_table, table_id, by=caller(user))
    return seen.view, seen.status, seen.waiting, seen.table.seats, seen.table.phase


@seeds
async def test_when_what_everybody_sees_has_changed_the_board_is_due(host, game_id, seed):
    table = await open_playing(host, game_id, people=3, seed=seed)
    rng = Random(seed)
    for _ in range(MIDDLE):
        await say_all(host)
        before = await shown_to(host, table.id, None)
        await random_click(host, table.id, rng)
        if await shown_to(host, table.id, None) != before:
            assert await of_kind(host, MessageKind.BOARD)


@pytest.mark.parametrize(
    ("use_case", "who", "rest"),
    [
        (lobby.join, CLEO, ()),
        (lobby.leave, BEN, ()),
        (lobby.leave, ADA, ()),
        (lobby.add_autopilot, ADA, ()),
        (lobby.remove_autopilot, ADA, ()),
        (lobby.change_options, ADA, ({},)),
        (lobby.close, ADA, ()),
        (lobby.start, ADA, ()),
    ],
)
async def test_whatever_happens_before_the_deal_is_shown_on_the_board(
    host, game_id, use_case, who, rest
):
    table = await open_lobby(host, game_id, robots=1)
    await say_all(host)
    await host.do(use_case, table.id, *rest, by=caller(who))
    assert len(await of_kind(host, MessageKind.BOARD)) == 1


async def test_who_plays_is_shown_on_the_board(host, game_id):
    table = await open_playing(host, game_id)
    await say_all(host)
    await host.do(seating.hand_over, table.id, by=caller(BEN.id))
    assert await of_kind(host, MessageKind.BOARD)


async def test_who_wants_to_end_is_told_to_all(host, game_id):
    table = await open_playing(host, game_id)
    await say_all(host)
    await host.do(votes.end, table.id, by=caller(BEN.id))
    assert len(await of_kind(host, MessageKind.VOTE)) == 1


async def test_a_seat_that_is_taken_back_is_shown_on_the_board(host, game_id):
    table = await open_playing(host, game_id)
    await host.do(seating.hand_over, table.id, by=caller(BEN.id))
    await say_all(host)
    await host.do(seating.take_back, table.id, by=caller(BEN.id))
    assert await of_kind(host, MessageKind.BOARD)


@seeds
async def test_after_every_row_everybody_s_panels_are_shown(host, game_id, seed):
    """Also those of the one who acts, which may be open elsewhere, and of whoever has left."""
    table = await open_playing(host, game_id, people=4, seed=seed)
    await host.do(seating.hand_over, table.id, by=caller(BEN.id))
    rng, people = Random(seed), {seat.user for seat in table.seats}
    await host.wait_for_autoplay()
    await say_all(host)
    while await random_click(host, table.id, rng):
        await host.wait_for_autoplay()
        told = {
            outgoing.user for outgoing in await say_all(host) if outgoing.kind == MessageKind.PANEL
        }
        assert told == people
        if (await host.read(view_table, table.id, by=None)).round > 2:
            break


async def test_everybody_whom_the_deal_gives_something_to_do_gets_a_panel(host, game_id):
    for seed in range(8):
        table = await open_playing(host, game_id, people=3, channel=None, seed=seed)
        told = {outgoing.user for outgoing in await of_kind(host, MessageKind.PANEL)}
        able = {table.seats[seen.seat].user for seen in await able_users(host, table.id)}
        assert able <= told
        await say_all(host)


async def test_a_table_without_a_channel_speaks_to_no_channel(host, game_id):
    table = await open_playing(host, game_id, people=3, robots=1, channel=None)
    await play_out(host, table.id, Random(1))
    messages = await messages_of(host)
    assert messages and not [outgoing for outgoing in messages if outgoing.channel is not None]


async def test_a_table_speaks_only_to_its_channel_and_its_people(host, game_id):
    table = await open_playing(host, game_id, people=3, robots=1)
    await open_lobby(host, game_id, people=1, channel=CHANNEL + 1)
    await play_out(host, table.id, Random(1))
    people = {seat.user for seat in table.seats}
    for outgoing in await messages_of(host):
        if outgoing.about.table_id == table.id:
            assert outgoing.channel == CHANNEL or outgoing.user in people - {None}


def only_numbers(value):
    if isinstance(value, list):
        return all(map(only_numbers, value))
    return isinstance(value, int)


@seeds
async def test_a_message_holds_numbers_and_never_a_card(host, game_id, seed):
    table = await open_playing(host, game_id, people=3, robots=1, seed=seed)
    rng = Random(seed)
    for _ in range(2 * MIDDLE):
        await random_click(host, table.id, rng)
        for outgoing in await messages_of(host):
            assert set(outgoing.body) <= {"seats", "new", "round", "row"}
            assert all(map(only_numbers, outgoing.body.values())), json.dumps(outgoing.body)


# --- calls to the turn -------------------------------------------------------------------------


def turn_of(uow, table_id):
    table = uow.table(table_id)
    return table.game.turn(uow.state(table))


@seeds
async def test_everybody_is_called_once_for_each_turn(host, game_id, seed):
    """With a sender that is at once: who comes to be waited for is called by that very message."""
    table = await open_playing(host, game_id, people=3, seed=seed)
    rng, before, last = Random(seed), frozenset(), None
    for _ in range(2 * MIDDLE):
        waiting = frozenset((await host.read(view_table, table.id, by=None)).waiting)
        turn = await host.read(turn_of, table.id)
        calls = [
            outgoing.body for outgoing in await say_all(host) if outgoing.kind == MessageKind.TURN
        ]
        expected = {"seats": sorted(waiting), "new": sorted(waiting - before)}
        assert calls == ([expected] if (waiting, turn) != (before, last) else [])
        before, last = waiting, turn
        await random_click(host, table.id, rng, may_undo=False)


@seeds
async def test_calls_that_could_not_be_said_merge_into_one_that_is_true(host, game_id, seed):
    """With a sender that is late: one message, which names whom the table waits for now."""
    table = await open_playing(host, game_id, people=3, seed=seed)
    rng = Random(seed)
    for _ in range(2 * MIDDLE):
        (call,) = await of_kind(host, MessageKind.TURN)
        waiting = [*sorted((await host.read(view_table, table.id, by=None)).waiting)]
        assert call.body["seats"] == call.body["new"] == waiting
        await random_click(host, table.id, rng, may_undo=False)


@seeds
async def test_whenever_the_sender_comes_it_calls_those_who_were_not_called_yet(
    host, game_id, seed
):
    table = await open_playing(host, game_id, people=3, seed=seed)
    rng, called, merged = Random(seed), set(), 0
    for _ in range(3 * MIDDLE):
        waiting = {*(await host.read(view_table, table.id, by=None)).waiting}
        called &= waiting
        calls = await of_kind(host, MessageKind.TURN)
        assert [seat for call in calls for seat in call.body["new"]] == sorted(waiting - called)
        merged += any(call.edition > 1 for call in calls)
        if rng.random() < 0.3:
            await say_all(host)
            called = waiting
        await random_click(host, table.id, rng, may_undo=False)
    assert merged


@where_people_act_together
async def test_nobody_is_called_by_an_own_undo(host, game_id):
    table = await open_playing(host, game_id, people=3, seed=1)
    rng = Random(1)
    for _ in range(20 * MIDDLE):
        before = {*(await host.read(view_table, table.id, by=None)).waiting}
        await say_all(host)
        played = await random_click(host, table.id, rng)
        if played.code == "undo" and played.seat not in before:
            break
    calls = await of_kind(host, MessageKind.TURN)
    assert calls and all(played.seat not in call.body["new"] for call in calls)


async def test_who_handed_over_is_not_called(host, game_id):
    table = await open_playing(host, game_id)
    seen = (await able_users(host, table.id))[0]
    await host.do(seating.hand_over, table.id, by=caller(table.seats[seen.seat].user))
    await host.wait_for_autoplay()
    for call in await of_kind(host, MessageKind.TURN):
        assert seen.seat not in call.body["new"] and seen.seat not in call.body["seats"]


@pytest.mark.parametrize("is_said", [True, False], ids=["called before", "not called yet"])
async def test_nobody_is_called_to_a_game_that_was_ended_by_agreement(host, game_id, is_said):
    """And a call that stands there is taken away: the newest one names nobody."""
    table = await open_playing(host, game_id)
    if is_said:
        await say_all(host)
    for user in (ADA, BEN):
        await host.do(votes.end, table.id, by=caller(user.id))
    (call,) = await of_kind(host, MessageKind.TURN)
    assert call.body == {"seats": [], "new": []}


@pytest.mark.parametrize("is_said", [True, False], ids=["called before", "not called yet"])
async def test_nobody_is_called_to_a_game_that_is_over(host, game_id, is_said):
    table = await open_playing(host, game_id)
    rng = Random(1)
    while (await host.read(view_table, table.id, by=None)).table.phase is Phase.PLAYING:
        if is_said:
            await say_all(host)
        await random_click(host, table.id, rng)
    (call,) = await of_kind(host, MessageKind.TURN)
    assert call.body == {"seats": [], "new": []}


# --- rounds and the end ------------------------------------------------------------------------


@seeds
async def test_every_round_is_told_once_and_then_the_end(host, game_id, seed):
    table = await open_playing(host, game_id, people=2, robots=1, seed=seed)
    await play_out(host, table.id, Random(seed))
    rounds = sorted({row.round for row in await rows_of(host, table.id)})
    messages = await say_all(host)
    once = [
        outgoing for outgoing in messages if outgoing.kind in (MessageKind.ROUND, MessageKind.OVER)
    ]
    assert [outgoing.body.get("round") for outgoing in once] == [*rounds, None]
    assert [outgoing.kind for outgoing in once] == [MessageKind.ROUND] * len(rounds) + [
        MessageKind.OVER
    ]


async def test_an_end_by_agreement_is_told_once(host, game_id):
    table = await open_playing(host, game_id)
    for user in (ADA, BEN):
        await host.do(votes.end, table.id, by=caller(user.id))
    await refusal(host, host.do(votes.end, table.id, by=caller(ADA.id)))
    assert len(await of_kind(host, MessageKind.OVER)) == 1


# --- numbers and restarts ----------------------------------------------------------------------


async def test_messages_survive_a_restart_in_their_order_and_patience(
    host, open_host, clock, game_id
):
    table = await open_playing(host, game_id, people=3)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    lanes = await host.read(due)
    for outgoing in lanes[:2]:
        await host.do(failed, outgoing, DAY)
    before = await messages_of(host), await host.read(due), await host.read(next_due)
    stored = await dump(host)
    await host.close()
    host = await open_host()
    after = await messages_of(host), await host.read(due), await host.read(next_due)
    assert before == after and await dump(host) == stored
    clock.advance(DAY)
    assert [outgoing.id for outgoing in await host.read(due)] == [outgoing.id for outgoing in lanes]


async def test_no_nonce_comes_twice_and_all_are_short_enough(host, open_host, game_id):
    nonces = []
    for channel in range(3):
        table = await open_playing(host, game_id, people=3, channel=channel)
        await play_out(host, table.id, Random(channel), most=MIDDLE)
        nonces += [outgoing.nonce for outgoing in await say_all(host)]
        await host.close()
        host = await open_host()
    assert len(set(nonces)) == len(nonces)
    assert max(map(len, nonces)) <= MAX_NONCE


async def test_a_nonce_stays_short_for_thousands_of_years(clock):
    outgoing = OutgoingMessage(
        10**12, About(1), MessageKind.BOARD, 1, None, {}, 1, 10 * clock.now, 0
    )
    assert len(outgoing.nonce) <= MAX_NONCE
