"""Before the deal: who sits where, who may do what, and what the table agreed on."""

import asyncio
from random import Random

import pytest

from engine import ALL_GAMES, GAMES
from host import lobby, seating, votes
from host.errors import ChannelTaken
from host.lobby import STALE_LOBBY
from host.records import Phase, Table, User
from host.views import view_table
from testing import SCALE
from testing.hosting import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    PEOPLE,
    STRANGER,
    caller,
    open_lobby,
    open_playing,
    play_out,
    refusal,
)
from testing.playing import NAMES, option_sets

pytestmark = pytest.mark.asyncio


def users_of(table):
    return [seat.user for seat in table.seats]


async def ended(host, table_id, people):
    """Over, because all of them want it."""
    for user in PEOPLE[:people]:
        table = await host.do(votes.end, table_id, by=caller(user.id))
    return table


# --- opening -----------------------------------------------------------------------------------


async def test_who_opens_a_table_sits_first_and_owns_it(host, game_id):
    table = await host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(ADA))
    assert (table.phase, table.opener, table.names) == (Phase.LOBBY, ADA.id, [ADA.name])
    assert users_of(table) == [ADA.id]


async def test_a_game_that_does_not_exist_is_refused_by_naming_those_that_do(host):
    sentence = str(
        await refusal(host, host.do(lobby.open_table, "chess", {}, CHANNEL, by=caller(ADA)))
    )
    assert all(game.title in sentence for game in GAMES.values())


async def test_every_choice_of_options_can_be_opened(host, game_id):
    for options in option_sets(GAMES[game_id]):
        chosen = options.model_dump(mode="json")
        table = await host.do(lobby.open_table, game_id, chosen, None, by=caller(ADA))
        assert table.options == chosen


@pytest.mark.parametrize("value", [-1, 10**9, "nonsense", "", None, [1], {"a": 1}], ids=str)
async def test_an_option_out_of_its_range_is_refused(host, game_id, value):
    names = GAMES[game_id].options.model_fields
    assert names
    for name in names:
        await refusal(
            host, host.do(lobby.open_table, game_id, {name: value}, CHANNEL, by=caller(ADA))
        )


async def test_an_option_that_does_not_exist_is_refused_by_its_name(host, game_id):
    asked = host.do(lobby.open_table, game_id, {"blindfold": True}, CHANNEL, by=caller(ADA))
    assert "blindfold" in str(await refusal(host, asked))


async def test_a_channel_has_one_open_table_and_the_refusal_tells_which(host, game_id):
    table = await open_lobby(host, game_id)
    asked = host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(CLEO))
    assert (await refusal(host, asked, ChannelTaken)).table_id == table.id


async def test_a_running_game_keeps_its_channel(host, game_id):
    table = await open_playing(host, game_id)
    asked = host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(CLEO))
    assert (await refusal(host, asked, ChannelTaken)).table_id == table.id


async def test_a_closed_table_frees_its_channel(host, game_id):
    table = await open_lobby(host, game_id)
    await host.do(lobby.close, table.id, by=caller(ADA.id))
    assert (await host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(BEN))).id != table.id


async def test_a_finished_game_frees_its_channel(host, game_id):
    table = await open_playing(host, game_id)
    await ended(host, table.id, 2)
    assert (await host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(BEN))).id != table.id


async def test_two_who_open_a_channel_at_once_get_one_table(host, game_id):
    asked = [
        host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(user)) for user in (ADA, BEN)
    ]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    (table,) = [answer for answer in answers if isinstance(answer, Table)]  # either may be first
    (taken,) = [answer for answer in answers if isinstance(answer, ChannelTaken)]
    assert taken.table_id == table.id


async def test_one_person_has_any_number_of_tables_without_a_channel(host, game_id):
    opened = [await host.do(lobby.open_table, game_id, {}, None, by=caller(ADA)) for _ in range(5)]
    assert len({table.id for table in opened}) == 5


async def test_tables_in_different_channels_do_not_meet(host, game_id):
    first = await open_lobby(host, game_id, people=3, channel=1)
    second = await open_lobby(host, game_id, people=1, channel=2)
    await host.do(lobby.leave, first.id, by=caller(BEN.id))
    assert (await host.read(view_table, second.id, by=None)).table == second


# --- joining and leaving -----------------------------------------------------------------------


async def test_people_sit_in_the_order_in_which_they_came(host, game_id):
    most = GAMES[game_id].seats[-1]
    table = await open_lobby(host, game_id, people=most)
    assert users_of(table) == [user.id for user in PEOPLE[:most]]
    assert table.names == list(NAMES[:most])


async def test_nobody_sits_twice_at_one_table(host, game_id):
    table = await open_lobby(host, game_id)
    await refusal(host, host.do(lobby.join, table.id, by=caller(BEN)))


async def test_a_full_table_takes_nobody_more(host, game_id):
    table = await open_lobby(host, game_id, people=GAMES[game_id].seats[-1])
    await refusal(host, host.do(lobby.join, table.id, by=caller(STRANGER)))
    await refusal(host, host.do(lobby.add_autopilot, table.id, by=caller(ADA.id)))


async def test_two_who_want_the_last_seat_get_it_once(host, game_id):
    most = GAMES[game_id].seats[-1]
    table = await open_lobby(host, game_id, people=most - 1)
    asked = [host.do(lobby.join, table.id, by=caller(user)) for user in (STRANGER, PEOPLE[-1])]
    first, second = await asyncio.gather(*asked, return_exceptions=True)
    assert len(first.seats) == most and "full" in str(second)


async def test_a_seat_that_was_left_is_free_again_and_the_others_move_up(host, game_id):
    table = await open_lobby(host, game_id, people=3)
    table = await host.do(lobby.leave, table.id, by=caller(BEN.id))
    assert users_of(table) == [ADA.id, CLEO.id]
    assert [seat.number for seat in table.seats] == [0, 1]


async def test_who_left_may_come_again(host, game_id):
    table = await open_lobby(host, game_id, people=3)
    await host.do(lobby.leave, table.id, by=caller(BEN.id))
    table = await host.do(lobby.join, table.id, by=caller(BEN))
    assert users_of(table) == [ADA.id, CLEO.id, BEN.id]


async def test_when_the_opener_leaves_the_next_in_line_has_the_rights(host, game_id):
    table = await open_lobby(host, game_id, people=3)
    table = await host.do(lobby.leave, table.id, by=caller(ADA.id))
    assert table.opener == BEN.id
    assert (await host.do(lobby.start, table.id, by=caller(BEN.id))).phase is Phase.PLAYING


async def test_the_rights_never_pass_to_an_autopilot(host, game_id):
    table = await open_lobby(host, game_id, people=1, robots=1)
    await host.do(lobby.join, table.id, by=caller(BEN))
    assert (await host.do(lobby.leave, table.id, by=caller(ADA.id))).opener == BEN.id


async def test_an_opener_who_left_and_came_again_has_no_rights_any_more(host, game_id):
    table = await open_lobby(host, game_id)
    await host.do(lobby.leave, table.id, by=caller(ADA.id))
    await host.do(lobby.join, table.id, by=caller(ADA))
    await refusal(host, host.do(lobby.start, table.id, by=caller(ADA.id)))


async def test_when_somebody_else_leaves_the_opener_stays_the_opener(host, game_id):
    table = await open_lobby(host, game_id, people=3)
    assert (await host.do(lobby.leave, table.id, by=caller(BEN.id))).opener == ADA.id


@pytest.mark.parametrize("robots", [0, 1])
async def test_when_the_last_person_leaves_the_table_is_closed(host, game_id, robots):
    table = await open_lobby(host, game_id, people=1, robots=robots)
    assert (await host.do(lobby.leave, table.id, by=caller(ADA.id))).phase is Phase.CLOSED


async def test_who_does_not_sit_there_cannot_leave(host, game_id):
    table = await open_lobby(host, game_id)
    await refusal(host, host.do(lobby.leave, table.id, by=caller(STRANGER.id)))


async def test_a_person_is_called_by_the_name_they_came_with_last(host, game_id):
    table = await open_lobby(host, game_id, channel=1)
    await host.do(lobby.open_table, game_id, {}, 2, by=caller(User(BEN.id, "Benjamin")))
    assert (await host.read(view_table, table.id, by=None)).table.names == [ADA.name, "Benjamin"]


@pytest.mark.parametrize(
    "names", [("Ada", "Ada", "Ada"), ("Ada 2", "Ada", "Ada"), ("Ada", "Ada 2", "Ada")], ids=str
)
async def test_no_two_at_a_table_are_called_alike(host, game_id, names):
    table = await host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(User(1, names[0])))
    for number, name in enumerate(names[1:], 2):
        table = await host.do(lobby.join, table.id, by=caller(User(number, name)))
    assert len(set(table.names)) == len(names), table.names


# --- the opener's rights -----------------------------------------------------------------------


OPENERS = {
    "add an autopilot": (lobby.add_autopilot,),
    "remove an autopilot": (lobby.remove_autopilot,),
    "change options": (lobby.change_options, {}),
    "start": (lobby.start,),
    "close": (lobby.close,),
}


@pytest.mark.parametrize("right", OPENERS)
@pytest.mark.parametrize("user", [BEN, STRANGER], ids=["who sits there", "a stranger"])
async def test_only_the_opener_can(host, game_id, right, user):
    table = await open_lobby(host, game_id, robots=1)
    use_case, *rest = OPENERS[right]
    sentence = str(await refusal(host, host.do(use_case, table.id, *rest, by=caller(user))))
    assert ADA.name in sentence
    await host.do(use_case, table.id, *rest, by=caller(ADA))


async def test_autopilots_come_and_go(host, game_id):
    table = await open_lobby(host, game_id, people=1, robots=1)
    table = await host.do(lobby.join, table.id, by=caller(BEN))
    assert [seat.is_autopilot for seat in table.seats] == [False, True, False]
    table = await host.do(lobby.remove_autopilot, table.id, by=caller(ADA.id))
    assert users_of(table) == [ADA.id, BEN.id]


async def test_the_autopilot_that_came_last_goes_first(host, game_id):
    table = await open_lobby(host, game_id, people=1, robots=1)
    await host.do(lobby.join, table.id, by=caller(BEN))
    await host.do(lobby.add_autopilot, table.id, by=caller(ADA.id))
    table = await host.do(lobby.remove_autopilot, table.id, by=caller(ADA.id))
    assert users_of(table) == [ADA.id, None, BEN.id]


async def test_where_no_autopilot_sits_none_can_be_removed(host, game_id):
    table = await open_lobby(host, game_id)
    await refusal(host, host.do(lobby.remove_autopilot, table.id, by=caller(ADA.id)))


async def test_changed_options_keep_what_was_not_mentioned(host, game_id):
    for options in option_sets(GAMES[game_id]):
        chosen = options.model_dump(mode="json")
        table = await open_lobby(host, game_id, channel=None, options=chosen)
        assert (
            await host.do(lobby.change_options, table.id, {}, by=caller(ADA.id))
        ).options == chosen


async def test_options_can_be_changed_to_every_choice_until_the_deal(host, game_id):
    table = await open_lobby(host, game_id)
    for options in option_sets(GAMES[game_id]):
        chosen = options.model_dump(mode="json")
        changed = await host.do(lobby.change_options, table.id, chosen, by=caller(ADA.id))
        assert changed.options == chosen


async def test_options_that_list_seats_follow_the_people_and_are_empty_in_a_rematch(
    host, monkeypatch
):
    game = ALL_GAMES["factory_42"]
    monkeypatch.setitem(GAMES, game.id, game)
    assert game.seat_options == {"novices"}
    table = await open_lobby(host, game.id, 3, 2)
    await host.do(lobby.change_options, table.id, {"novices": "1,2,4"}, by=caller(ADA.id))
    table = await host.do(lobby.leave, table.id, by=caller(BEN.id))
    assert table.options["novices"] == [1, 3]
    table = await host.do(lobby.remove_autopilot, table.id, by=caller(ADA.id))
    assert table.options["novices"] == [1]
    await host.do(lobby.start, table.id, by=caller(ADA.id))
    for user in (ADA, CLEO):
        await host.do(votes.end, table.id, by=caller(user.id))
    rematch = await host.do(lobby.rematch, table.id, by=caller(CLEO))
    assert rematch.options["novices"] == []
    changed = await host.do(lobby.change_options, rematch.id, {"novices": ""}, by=caller(CLEO.id))
    assert changed.options["novices"] == []


@pytest.mark.parametrize("changes", [{"blindfold": 1}, {"": ""}], ids=str)
async def test_a_change_to_an_option_that_does_not_exist_is_refused(host, game_id, changes):
    table = await open_lobby(host, game_id)
    await refusal(host, host.do(lobby.change_options, table.id, changes, by=caller(ADA.id)))


async def test_a_closed_table_says_who_closed_it(host, game_id):
    table = await open_lobby(host, game_id)
    table = await host.do(lobby.close, table.id, by=caller(ADA.id))
    assert table.phase is Phase.CLOSED and ADA.name in table.ending


# --- the deal ----------------------------------------------------------------------------------


async def test_every_number_of_seats_and_every_choice_of_options_can_be_dealt(host, game_id):
    game = GAMES[game_id]
    sets = option_sets(game)
    for number, seats in enumerate([*game.seats] * SCALE):
        chosen = sets[number % len(sets)].model_dump(mode="json")
        table = await open_playing(host, game_id, people=seats, channel=None, options=chosen)
        assert table.phase is Phase.PLAYING
        seen = await host.read(view_table, table.id, by=caller(ADA.id))
        assert seen.waiting and seen.view is not None


async def test_too_few_cannot_start(host, game_id, monkeypatch):
    monkeypatch.setattr(GAMES[game_id], "seats", range(3, 5))
    table = await open_lobby(host, game_id, people=2)
    sentence = str(await refusal(host, host.do(lobby.start, table.id, by=caller(ADA.id))))
    assert "3" in sentence and "2" in sentence


async def test_too_many_cannot_start(host, game_id, monkeypatch):
    """A newer version may seat fewer than sat down before it."""
    most = GAMES[game_id].seats[-1]
    table = await open_lobby(host, game_id, people=most)
    monkeypatch.setattr(GAMES[game_id], "seats", range(1, most))
    sentence = str(await refusal(host, host.do(lobby.start, table.id, by=caller(ADA.id))))
    assert "at least" not in sentence and str(most - 1) in sentence


async def test_a_table_is_dealt_once(host, game_id):
    table = await open_lobby(host, game_id)
    asked = [host.do(lobby.start, table.id, by=caller(ADA.id)) for _ in range(2)]
    first, second = await asyncio.gather(*asked, return_exceptions=True)
    now = (await host.read(view_table, table.id, by=None)).table
    assert first == now and "already started" in str(second)


BEFORE_THE_DEAL = [
    *((lobby.join, STRANGER, ()), (lobby.leave, BEN, ())),
    *((use_case, ADA, rest) for use_case, *rest in OPENERS.values()),
]


@pytest.mark.parametrize("phase", [Phase.PLAYING, Phase.OVER, Phase.CLOSED, None])
async def test_what_belongs_before_the_deal_is_refused_later(host, game_id, phase):
    table = await open_lobby(host, game_id, robots=1)
    if phase is Phase.CLOSED:
        await host.do(lobby.close, table.id, by=caller(ADA.id))
    elif phase is not None:
        await host.do(lobby.start, table.id, by=caller(ADA.id))
        await host.wait_for_autoplay()
    if phase is Phase.OVER:
        await ended(host, table.id, 2)
    table_id = table.id if phase else table.id + 1  # else there is no such table
    for use_case, who, rest in BEFORE_THE_DEAL:
        await refusal(host, host.do(use_case, table_id, *rest, by=caller(who)))


# --- stale lobbies -----------------------------------------------------------------------------


async def test_a_lobby_in_which_nothing_happens_for_a_day_is_closed(host, clock, game_id):
    table = await open_lobby(host, game_id)
    clock.advance(STALE_LOBBY + 1)
    await host.run_housekeeping()
    table = (await host.read(view_table, table.id, by=None)).table
    assert table.phase is Phase.CLOSED and table.ending


async def test_a_lobby_in_which_something_happened_today_stays(host, clock, game_id):
    table = await open_lobby(host, game_id)
    clock.advance(STALE_LOBBY - 1)
    await host.do(lobby.join, table.id, by=caller(CLEO))
    clock.advance(STALE_LOBBY - 1)
    await host.run_housekeeping()
    assert (await host.read(view_table, table.id, by=None)).table.phase is Phase.LOBBY


async def test_a_running_game_is_never_stale(host, clock, game_id):
    table = await open_playing(host, game_id)
    clock.advance(STALE_LOBBY * 29)
    await host.run_housekeeping()
    assert (await host.read(view_table, table.id, by=None)).table.phase is Phase.PLAYING


# --- the hash of the key -----------------------------------------------------------------------


async def test_the_hash_of_the_key_is_known_at_the_opening_and_never_changes(host, game_id):
    table = await host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(ADA))
    known = table.commitment
    for use_case, who, *rest in (
        (lobby.join, BEN),
        (lobby.join, CLEO),
        (lobby.leave, CLEO),
        (lobby.add_autopilot, ADA),
        (lobby.change_options, ADA, {}),
        (lobby.start, ADA),
    ):
        changed = await host.do(use_case, table.id, *rest, by=caller(who))
        assert changed.commitment == known
    assert (await play_out(host, table.id, Random(1))).commitment == known


# --- the rematch -------------------------------------------------------------------------------


async def over(host, game_id, people=2, **how):
    table = await open_playing(host, game_id, people=people, **how)
    return await ended(host, table.id, people)


async def test_two_who_want_a_rematch_meet_in_one_lobby(host, game_id):
    old = await over(host, game_id)
    first = await host.do(lobby.rematch, old.id, by=caller(BEN))
    second = await host.do(lobby.rematch, old.id, by=caller(ADA))
    assert first.id == second.id != old.id
    assert users_of(second) == [BEN.id, ADA.id] and second.opener == BEN.id


async def test_two_who_want_a_rematch_in_the_same_moment_meet_in_one_lobby(host, game_id):
    old = await over(host, game_id)
    asked = [host.do(lobby.rematch, old.id, by=caller(user)) for user in (ADA, BEN)]
    first, second = await asyncio.gather(*asked)
    assert first.id == second.id and len(second.seats) == 2


async def test_who_wants_the_rematch_twice_sits_there_once(host, game_id):
    old = await over(host, game_id)
    await host.do(lobby.rematch, old.id, by=caller(ADA))
    await refusal(host, host.do(lobby.rematch, old.id, by=caller(ADA)))


async def test_a_rematch_has_the_same_game_options_channel_and_autopilots(host, game_id):
    chosen = option_sets(GAMES[game_id])[-1].model_dump(mode="json")
    old = await over(host, game_id, robots=2, options=chosen)
    new = await host.do(lobby.rematch, old.id, by=caller(BEN))
    assert (new.game, new.options, new.channel) == (old.game, old.options, old.channel)
    assert users_of(new) == [BEN.id, None, None]
    assert (new.phase, new.rematch_of) == (Phase.LOBBY, old.id)


async def test_a_rematch_is_dealt_from_another_key(host, game_id):
    old = await over(host, game_id)
    assert (await host.do(lobby.rematch, old.id, by=caller(ADA))).commitment != old.commitment


async def test_a_person_whose_seat_was_handed_over_is_no_autopilot_in_the_rematch(host, game_id):
    table = await open_playing(host, game_id)
    await host.do(seating.hand_over, table.id, by=caller(BEN.id))
    await host.do(votes.end, table.id, by=caller(ADA.id))
    new = await host.do(lobby.rematch, table.id, by=caller(ADA))
    assert users_of(new) == [ADA.id]
    assert not (await host.do(lobby.rematch, table.id, by=caller(BEN))).seats[1].is_autopilot


async def test_somebody_who_was_forgotten_after_the_end_has_no_seat_in_the_rematch(host, game_id):
    """It would be nobody's: no autopilot would play it, and the game would wait for ever."""
    old = await over(host, game_id, robots=1)
    await host.forget(BEN.id)
    new = await host.do(lobby.rematch, old.id, by=caller(ADA))
    assert users_of(new) == [ADA.id, None]
    assert new.seats[1].is_autopilot


async def test_a_stranger_cannot_ask_for_a_rematch(host, game_id):
    old = await over(host, game_id)
    await refusal(host, host.do(lobby.rematch, old.id, by=caller(STRANGER)))


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.PLAYING])
async def test_there_is_no_rematch_before_the_end(host, game_id, phase):
    opened = open_lobby if phase is Phase.LOBBY else open_playing
    table = await opened(host, game_id)
    await refusal(host, host.do(lobby.rematch, table.id, by=caller(ADA)))


async def test_a_rematch_waits_while_another_table_has_the_channel(host, game_id):
    old = await over(host, game_id)
    other = await host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(STRANGER))
    asked = host.do(lobby.rematch, old.id, by=caller(ADA))
    assert (await refusal(host, asked, ChannelTaken)).table_id == other.id


async def test_after_a_rematch_was_closed_one_can_be_asked_for_again(host, game_id):
    old = await over(host, game_id)
    closed = await host.do(lobby.rematch, old.id, by=caller(ADA))
    await host.do(lobby.close, closed.id, by=caller(ADA.id))
    again = await host.do(lobby.rematch, old.id, by=caller(BEN))
    assert again.phase is Phase.LOBBY and users_of(again) == [BEN.id]
