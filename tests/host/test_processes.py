"""Two processes at one PostgreSQL database do things at the same time, as if one after the other.

The second begins in the middle of the first, which goes on once the second is done or waits for it.
"""

import asyncio
import threading
from random import Random

import psycopg
import pytest
import pytest_asyncio

from engine.kernel.refusal import Refused
from host import (
    absence,
    challenges,
    deals,
    leavers,
    limits,
    lobby,
    outbox,
    overdue,
    people,
    play,
    schedules,
    seating,
    server_settings,
    votes,
    welcome,
)
from host import (
    clock as clocks,
)
from host.database.locations import location_of
from host.deals import DAILY
from host.host import Host
from host.hours import Hours, next_local
from host.outbox import MessageKind
from host.privacy import is_known
from host.records import Post
from host.settings import settings_of
from host.store import Store
from host.terms import DAY, HOUR
from host.votes import Proposal, ProposalKind
from testing.challenges import CHALLENGING, HERE, attempt_of, board_of, post, try_it
from testing.deadlines import awaited, deadlines_of, open_timed, table_now
from testing.hosting import (
    ADA,
    BEN,
    CLEO,
    FakeClock,
    caller,
    messages_of,
    next_click,
    open_lobby,
    open_playing,
    press,
    rows_of,
    say_all,
)

pytestmark = pytest.mark.asyncio
GAME = "factory_frenzy"
SERVER = 9_000
LONG = 60.0  # seconds; only what hangs meets it


@pytest.fixture
def url(server):
    found = server.database()
    yield found
    server.clean(found)


@pytest.fixture
def where(url):
    return location_of(url)


@pytest.fixture
def later(clock):
    """The clock of the other process, which may be ahead."""
    return FakeClock(clock.now)


@pytest_asyncio.fixture
async def other(where, later, host):
    found = await Host.open(where, later)
    yield found
    await found.close()


@pytest.fixture
def meet(url, monkeypatch):
    """Runs two things at once: the second begins when the first has called a function."""

    async def both(owner, name, first, second):
        reached, may_go_on, real = threading.Event(), threading.Event(), getattr(owner, name)

        def in_the_middle(*args, **kwargs):
            found = real(*args, **kwargs)
            if not reached.is_set():
                reached.set()
                assert may_go_on.wait(LONG)
            return found

        with monkeypatch.context() as patch, psycopg.connect(url, autocommit=True) as looking:
            patch.setattr(owner, name, in_the_middle)
            one = asyncio.create_task(first)
            assert await asyncio.to_thread(reached.wait, LONG)
            two = asyncio.create_task(second)
            while not two.done() and not _is_waiting(looking):
                await asyncio.sleep(0.005)
            may_go_on.set()
            return await asyncio.gather(one, two, return_exceptions=True)

    return both


def _is_waiting(looking):
    """Whether a transaction waits for another one."""
    found = looking.execute(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
        " AND wait_event_type = 'Lock'"
    )
    return found.fetchone() is not None


async def test_both_of_two_wishes_of_a_person_are_kept(host, other, meet):
    await meet(
        people,
        "settings_of",
        host.do(people.choose, {"reminders": 5}, by=caller(ADA)),
        other.do(people.choose, {"calls": "both"}, by=caller(ADA)),
    )
    found = await host.read(settings_of, ADA.id)
    assert (found.reminders, found.calls) == (5, "both")


async def test_both_of_two_choices_for_a_server_are_kept(host, other, meet):
    await meet(
        server_settings,
        "settings_in",
        host.do(server_settings.choose, SERVER, {"threads": "always"}),
        other.do(server_settings.choose, SERVER, {"hours": 24}),
    )
    found = await host.read(server_settings.settings_in, SERVER)
    assert (found.threads, found.hours) == ("always", 24)


def ended(uow, table_id):
    play.conclude(uow, uow.table(table_id), play.ABANDONED)


async def left_by_ben(host, channel):
    """A game of three that goes on without him."""
    table = await open_playing(host, GAME, 3, channel=channel)
    await host.do(seating.hand_over, table.id, by=caller(BEN))
    return table.id


async def test_two_games_that_end_at_once_are_both_rated(host, other, meet):
    one, two = await left_by_ben(host, 1), await left_by_ben(host, 2)
    await meet(Store, "rating", host.do(ended, one), other.do(ended, two))
    assert await host.read(lambda uow: uow.store.rating(BEN.id, GAME).games) == 2


async def test_a_daily_list_that_two_send_and_its_reader_moves_comes_once(
    host, other, meet, clock, later
):
    await open_playing(host, GAME)
    await host.do(people.choose, {"digest": 9}, by=caller(ADA))
    clock.advance(DAY)
    later.advance(DAY)
    await meet(
        people,
        "settings_of",
        host.do(people.send_digests),
        other.do(people.choose, {"digest": 10}, by=caller(ADA)),
    )
    await other.do(people.send_digests)
    told = [each for each in await messages_of(host) if each.kind == MessageKind.DIGEST]
    assert len(told) == 1
    due = await host.read(lambda uow: uow.store.person(ADA.id)[1])
    assert due == next_local(clock.now, "UTC", 10)


async def test_a_chain_that_two_begin_around_midnight_is_one(host, other, meet, later):
    later.advance(DAY)
    mine, theirs = await meet(
        Store, "chain", host.do(deals.published, DAILY), other.do(deals.published, DAILY)
    )
    assert mine == theirs == await other.read(deals.published, DAILY)


async def test_a_scheduled_challenge_that_two_post_is_one(host, other, meet, clock, later):
    place = caller(ADA, channel=HERE)
    await host.do(schedules.schedule, DAILY, CHALLENGING[0], "UTC", 12, HERE, by=place)
    for each in (clock, later):
        each.advance(4 * HOUR)
    await meet(Store, "deal_named", host.do(schedules.post_due), other.do(schedules.post_due))
    assert len([each for each in await messages_of(host) if each.about.challenge_id]) == 1


async def test_a_schedule_that_is_dropped_while_it_is_posted_stays_dropped(
    host, other, meet, clock, later
):
    place = caller(ADA, channel=HERE)
    await host.do(schedules.schedule, DAILY, CHALLENGING[0], "UTC", 12, HERE, by=place)
    for each in (clock, later):
        each.advance(4 * HOUR)
    await meet(
        Store,
        "deal_named",
        host.do(schedules.post_due),
        other.do(schedules.unschedule, DAILY, HERE),
    )
    assert not await host.read(lambda uow: uow.store.schedules(HERE))


async def test_nobody_sits_down_at_more_tables_than_they_may(host, other, meet, monkeypatch):
    monkeypatch.setattr(limits, "MAX_TABLES", 1)
    opened = await meet(
        Store,
        "count_open_tables",
        host.do(lobby.open_table, GAME, {}, 1, by=caller(ADA)),
        other.do(lobby.open_table, GAME, {}, 2, by=caller(ADA)),
    )
    assert [type(each) for each in opened].count(Refused) == 1
    assert len(await host.read(lambda uow: uow.store.all_table_ids())) == 1


async def test_a_server_that_two_greet_is_welcomed_once(host, other, meet, clock):
    greet = SERVER, HERE, clock.now
    greeted = await meet(
        Store,
        "is_welcomed",
        host.do(welcome.greet, *greet),
        other.do(welcome.greet, *greet),
    )
    assert sorted(greeted) == [False, True] and len(await messages_of(host)) == 1


async def test_an_absence_that_two_notice_counts_once(host, other, meet, clock, later):
    table = await open_timed(host, GAME, hours=24)
    seat, _ = await awaited(host, table.id)
    await host.do(absence.attend)
    before = (await deadlines_of(host, table.id))[seat].due
    for each in (clock, later):
        each.advance(3 * HOUR)
    await meet(Store, "presence", host.do(absence.attend), other.do(absence.attend))
    assert (await deadlines_of(host, table.id))[seat].due == before + 3 * HOUR


async def test_quiet_hours_that_are_chosen_while_a_turn_begins_count_in_it(
    host, other, meet, clock
):
    """A time limit that began by the hours of before would end in the night."""
    table = await open_lobby(host, GAME)
    await host.do(lobby.change_terms, table.id, {"hours": 24}, by=caller(ADA))
    night = ((clock.now // HOUR + 2) % 24, (clock.now // HOUR + 10) % 24)
    await meet(
        clocks,
        "update_deadlines",
        host.do(lobby.start, table.id, by=caller(ADA)),
        other.do(people.choose, {"quiet": night}, by=caller(BEN)),
    )
    assert (await deadlines_of(host, table.id))[1].due == Hours("UTC", night).after(
        clock.now, 24 * HOUR
    )


async def test_no_ranked_attempt_begins_when_its_challenge_has_closed(host, other, meet, later):
    """Its key is public from then on."""
    challenge = await post(host, CHALLENGING[0], hours=1)
    later.now = challenge.deal.closes
    await meet(challenges, "is_open", try_it(host, challenge, BEN), other.do(challenges.close_due))
    await other.do(challenges.close_due)
    is_closed = (await board_of(other, challenge)).challenge.deal.is_closed
    assert bool(await attempt_of(host, challenge, BEN)) != bool(is_closed)


async def test_time_that_is_up_is_found_by_two_and_dealt_with_once(host, other, meet, clock, later):
    table = await open_timed(host, GAME, hours=24)
    seat, _ = await awaited(host, table.id)
    for each in (clock, later):
        each.advance(25 * HOUR)
    await meet(
        Store,
        "deadlines",
        host.do(overdue.run_due, table.id),
        other.do(overdue.run_due, table.id),
    )
    assert (await table_now(host, table.id)).seats[seat].missed == 1


async def test_a_press_that_reaches_two_processes_counts_once(host, other, meet):
    table = await open_playing(host, GAME)
    click = await next_click(host, table.id, Random(1))
    one, two = await meet(
        Store, "click", press(host, table.id, click), press(other, table.id, click)
    )
    assert sorted((one.is_repeat, two.is_repeat)) == [False, True]
    assert len(await rows_of(host, table.id)) == 1


async def calls_of(host, table_id):
    return [
        each
        for each in await messages_of(host)
        if each.about.table_id == table_id and each.kind == MessageKind.TURN
    ]


def called(uow, table_id, seats):
    outbox.call(uow.store, uow.table(table_id), seats, seats)


async def test_somebody_whose_call_is_just_said_is_not_called_again(host, other, meet):
    table = await open_playing(host, GAME)
    await say_all(host)
    await host.do(called, table.id, [0])
    (said,) = await calls_of(host, table.id)
    await meet(Store, "pending", host.do(called, table.id, [0, 1]), other.do(outbox.said, said))
    (left,) = await calls_of(host, table.id)
    assert left.id == said.id, "it does not know any more whom it has called"


async def test_a_call_that_comes_while_the_one_before_moves_down_is_not_lost(host, other, meet):
    table = await open_playing(host, GAME)
    await host.do(
        lambda uow: outbox.tell(uow.store, uow.table(table.id), MessageKind.ROUND, {"round": 1})
    )
    await host.do(called, table.id, [0])
    await meet(
        Store,
        "pending",
        host.do(outbox.call_after_round, table.id),
        other.do(called, table.id, [0, 1]),
    )
    (left,) = await calls_of(host, table.id)
    assert left.body["new"] == [0, 1]


async def test_nothing_is_stored_of_a_person_who_is_forgotten_at_the_same_moment(host, other, meet):
    table = await left_by_ben(host, 1)
    panel = next(
        each
        for each in await messages_of(host)
        if each.user == BEN.id and each.kind == MessageKind.PANEL
    )
    post = Post(5, 6, host.now(), {})
    await meet(Store, "is_known", host.do(outbox.said, panel, post), other.forget(BEN.id))
    assert not await host.read(is_known, BEN.id)

    await meet(leavers, "places", host.do(ended, table), other.forget(CLEO.id))
    assert not await host.read(is_known, CLEO.id)


async def test_ratings_of_a_person_who_is_forgotten_are_not_stored_later(host, other, meet):
    table = await left_by_ben(host, 1)
    await host.do(votes.force, table, Proposal(ProposalKind.REMOVE, 1))
    await meet(leavers, "places", host.do(ended, table), other.forget(BEN.id))
    assert not await host.read(is_known, BEN.id)
