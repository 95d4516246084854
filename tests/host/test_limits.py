"""Nobody can slow everybody: what one person may have open, and how much is read for them."""

import re
from random import Random

import pytest

from host import challenges, limits, lobby, people, schedules, seating, votes
from host.challenges import LeaderboardEntry
from host.deals import DAILY
from host.limits import BATCH, MAX_LISTED, MAX_RANKED
from host.panels import glance
from host.records import Attempt, User
from host.terms import DAY, HOUR, Terms
from host.unit_of_work import UnitOfWork
from host.views import count_tables_of, log_lines, tables_of, view_table
from host.votes import Proposal, ProposalKind
from testing.challenges import CHALLENGING, HERE, THERE, closed, post, try_it
from testing.hosting import (
    ADA,
    BEN,
    CLEO,
    PEOPLE,
    STRANGER,
    caller,
    hoard,
    open_lobby,
    open_playing,
    play_out,
    random_click,
    refusal,
)

pytestmark = pytest.mark.asyncio
GAME = CHALLENGING[0]
PRIVATE = None


def only(monkeypatch, **numbers):
    for name, number in numbers.items():
        monkeypatch.setattr(limits, name, number)


async def opened(host, channel, user=ADA):
    return await host.do(lobby.open_table, GAME, {}, channel, by=caller(user))


# --- how many tables ---------------------------------------------------------------------------


async def test_who_sits_at_the_most_tables_sits_down_at_no_other(host, monkeypatch):
    only(monkeypatch, MAX_TABLES=3)
    over = await open_playing(host, GAME, channel=1)
    for user in PEOPLE[:2]:
        await host.do(votes.end, over.id, by=caller(user.id))
    free = await open_playing(host, GAME, channel=2, people=3)
    await host.do(votes.force, free.id, Proposal(ProposalKind.REPLACE, 0))
    for channel in (3, 4, None):
        last = await opened(host, channel)
    others = await opened(host, 5, CLEO)
    for asked in (
        opened(host, 6),
        opened(host, PRIVATE),
        host.do(lobby.open_and_start, GAME, {}, PRIVATE, by=caller(ADA)),
        host.do(lobby.join, others.id, by=caller(ADA)),
        host.do(seating.take_seat, free.id, 0, by=caller(ADA)),
        host.do(lobby.rematch, over.id, by=caller(ADA)),
    ):
        assert "Finish or leave one first (see /games" in str(await refusal(host, asked))
    await host.do(lobby.leave, last.id, by=caller(ADA.id))
    await host.do(lobby.join, others.id, by=caller(ADA))


async def test_private_tables_have_a_limit_of_their_own(host, monkeypatch):
    only(monkeypatch, MAX_PRIVATE=1)
    await opened(host, PRIVATE)
    assert "stop it with /end" in str(await refusal(host, opened(host, PRIVATE)))
    await opened(host, 1)
    await opened(host, PRIVATE, BEN)


async def test_opening_and_closing_has_an_end_until_an_hour_has_passed(host, clock, monkeypatch):
    only(monkeypatch, MAX_IN_AN_HOUR=3)
    for _ in range(3):
        table = await opened(host, 1)
        await host.do(lobby.close, table.id, by=caller(ADA.id))
    assert "in the last hour" in str(await refusal(host, opened(host, 1)))
    clock.advance(HOUR)
    await opened(host, 1)


async def test_games_that_run_are_not_touched_by_any_limit(host, monkeypatch):
    table = await open_playing(host, GAME)
    only(monkeypatch, MAX_TABLES=0, MAX_PRIVATE=0, MAX_IN_AN_HOUR=1)
    assert await random_click(host, table.id, Random(1))
    await host.do(seating.hand_over, table.id, by=caller(ADA.id))
    await host.do(seating.take_back, table.id, by=caller(ADA.id))


async def test_a_ranked_attempt_is_never_refused_but_practice_is(host, clock, monkeypatch):
    challenge = await post(host, GAME)
    only(monkeypatch, MAX_TABLES=0, MAX_PRIVATE=0)
    attempt = await try_it(host, challenge, BEN)
    assert await try_it(host, challenge, BEN) == attempt
    await closed(host, clock, challenge)
    assert "open tables" in str(await refusal(host, try_it(host, challenge, BEN)))


# --- how many challenges -----------------------------------------------------------------------


async def test_a_channel_and_a_person_have_so_many_open_challenges(host, clock, monkeypatch):
    only(monkeypatch, MAX_POSTED_HERE=1, MAX_POSTED=2)
    first = await post(host, GAME, HERE, hours=1)
    assert "This channel already" in str(await refusal(host, post(host, GAME, HERE)))
    await post(host, GAME, THERE)
    assert "You already have" in str(await refusal(host, post(host, GAME, 5_009)))
    await closed(host, clock, first)
    await post(host, GAME, HERE)


async def test_a_person_has_so_many_schedules(host, monkeypatch):
    only(monkeypatch, MAX_SCHEDULES=1)

    def scheduled(channel, hour):
        return host.do(schedules.schedule, DAILY, GAME, "UTC", hour, channel, by=caller(ADA))

    await scheduled(HERE, 9)
    await scheduled(HERE, 10)  # the same one at another hour
    assert "/challenge stop" in str(await refusal(host, scheduled(THERE, 9)))


# --- what floods a channel ---------------------------------------------------------------------


async def test_a_table_is_not_paused_and_resumed_without_end(host, clock, monkeypatch):
    only(monkeypatch, MAX_DECISIONS=2)
    table = await host.do(lobby.open_table, GAME, {}, 1, terms=Terms(hours=24), by=caller(ADA))
    await host.do(lobby.start, table.id, by=caller(ADA.id))
    pause, go_on = Proposal(ProposalKind.PAUSE), Proposal(ProposalKind.RESUME)
    for matter in (pause, go_on):
        await host.do(votes.agree, table.id, matter, by=caller(ADA.id))
    for asked in (
        host.do(votes.agree, table.id, pause, by=caller(ADA.id)),
        host.do(seating.hand_over, table.id, by=caller(ADA.id)),
    ):
        assert "2 times in the last hour" in str(await refusal(host, asked))
    clock.advance(HOUR)
    await host.do(votes.agree, table.id, pause, by=caller(ADA.id))


async def test_who_wants_to_end_a_game_can_always_do_so(host, monkeypatch):
    only(monkeypatch, MAX_DECISIONS=0)
    table = await open_playing(host, GAME)
    for user in PEOPLE[:2]:
        ended = await host.do(votes.end, table.id, by=caller(user.id))
    assert ended.phase == "over"


# --- how much is read --------------------------------------------------------------------------


@pytest.fixture
def loaded(monkeypatch):
    """The numbers of the tables that were read."""
    found: list[int] = []
    read = UnitOfWork.table

    def table(uow, table_id):
        found.append(table_id)
        return read(uow, table_id)

    monkeypatch.setattr(UnitOfWork, "table", table)
    return found


async def test_however_many_tables_a_person_has_few_are_loaded(host, loaded):
    await hoard(host, GAME, MAX_LISTED + 30, STRANGER)
    for most, asked in (
        (MAX_LISTED, lambda: host.read(tables_of, by=caller(STRANGER.id))),
        (limits.MAX_PANELS, lambda: host.do(people.retry_dms, STRANGER.id)),
        (0, lambda: host.read(count_tables_of, STRANGER.id)),
    ):
        loaded.clear()
        await asked()
        assert len(loaded) <= most
    assert await host.read(count_tables_of, STRANGER.id) == MAX_LISTED + 30


async def test_a_glance_tells_of_a_table_what_a_look_does(host, game_id):
    for table in (await open_lobby(host, game_id), await open_playing(host, game_id, channel=8)):
        await play_out(host, table.id, Random(2), 20)
        for user in (ADA.id, BEN.id, STRANGER.id):
            seen = await host.read(view_table, table.id, by=caller(user))
            found, _ = await host.read(glance, table.id, user)
            told = (found.table, found.seat, found.waiting)
            assert told == (seen.table, seen.seat, seen.waiting)


def _rank_by_hand(attempts):
    """As the rules of a challenge say it, attempt by attempt."""
    done = [each for each in attempts if each.finished]
    order = {each.table: (each.has_won, each.score) for each in done}
    return {
        each.table: 1 + sum(order[other.table] > order[each.table] for other in done)
        for each in done
    }


def _attempts(uow: UnitOfWork, deal: int, challenge: int, many: int, rng: Random) -> list[Attempt]:
    """Of so many people, most of them finished; their tables do not matter here."""
    found = []
    uow.store._execute("PRAGMA defer_foreign_keys = ON")
    for number in range(10_000, 10_000 + many):
        uow.store.remember_user(User(number, f"Player {number}"))
        uow.store.insert_attempt(number, deal, challenge, number, True)
        if rng.random() < 0.9:
            uow.store.finish_attempt(number, rng.randrange(30), rng.random() < 0.3, {})
        attempt = uow.store.attempt_at(number)
        assert attempt
        found.append(attempt)
    return found


async def test_a_leaderboard_of_thousands_shows_its_top_and_the_own_place(host, file):
    challenge = await post(host, GAME)
    shown = []

    def work(uow: UnitOfWork) -> None:
        rng = Random(4)
        attempts = _attempts(uow, challenge.deal.id, challenge.id, 2_000, rng)
        ranks = _rank_by_hand(attempts)
        for reader in rng.sample(attempts, 25):
            board = challenges.board(uow, challenge.id, by=caller(reader.user))
            assert board.tried == 2_000 and len(board.places) == MAX_RANKED
            assert [place.rank for place in board.places] == sorted(ranks.values())[:MAX_RANKED]
            assert all(place.rank == ranks[place.attempt.table] for place in board.places)
            assert board.own == LeaderboardEntry(ranks.get(reader.table), reader)
            shown.append(board)
        raise ZeroDivisionError  # nothing of it is stored: these tables are not there

    with pytest.raises(ZeroDivisionError):
        await host.do(work)
    assert len(shown) == 25


async def test_a_log_reads_no_more_notes_than_it_shows(host):
    table = await open_playing(host, GAME)
    for _ in range(20):
        await host.do(seating.hand_over, table.id, by=caller(ADA.id))
        await host.do(seating.take_back, table.id, by=caller(ADA.id))
    everything = await host.read(log_lines, table.id, by=caller(ADA.id))
    assert (await host.read(log_lines, table.id, newest=9, by=caller(ADA.id)))[-9:] == everything[
        -9:
    ]
    notes = await host.read(lambda uow: uow.store.notes(table.id, newest=9))
    assert len(notes) == 9 and await host.read(lambda uow: uow.store.last_note(table.id)) == 40


async def test_digests_go_out_in_batches_until_everybody_has_theirs(host, clock):
    many = BATCH + 5

    def wanted(uow: UnitOfWork) -> None:
        for number in range(many):
            user = User(20_000 + number, "Reader")
            lobby.open_table(uow, GAME, {}, 30_000 + number, by=caller(user))
            people.choose(uow, {"digest": 9}, by=caller(user))

    await host.do(wanted)
    clock.advance(DAY)
    waiting = []
    for _ in range(2):
        await host.do(people.send_digests)
        waiting.append(
            await host.read(lambda b: len([x for x in b.store.messages() if not x.about.table_id]))
        )
    assert waiting == [BATCH, many]


SCANS = re.compile(r"SCAN (tables|seats|journal|attempts|results|challenges|deadlines)(?! USING)")


async def test_no_list_and_no_round_of_the_clock_reads_a_whole_table(host, file):
    """Only small indexes may be read from end to end: of open tables, of what waits."""
    plans = []

    def work(uow: UnitOfWork) -> None:
        store, execute = uow.store, uow.store._execute

        def explained(statement, values=()):
            plans.extend(row[3] for row in execute(f"EXPLAIN QUERY PLAN {statement}", values))
            return execute(statement, values)

        store._execute = explained
        store.table_ids_of(1, 1), store.count_open_tables(1), store.opening_of_newest(1, 9)
        store.dealt_table_ids(None, 1, 9), store.dealt_table_ids(1, 1, 9)
        store.tables_needing_autoplay(), store.stale_lobby_ids(1), store.idle_tables()
        (
            store.results_of(1, 9, is_own=False),
            store.results_in([1, 2], 9),
            store.ratings_in([1, 2], GAME, 9),
        )
        store.best_attempts(1, None, 9), store.best_attempts(1, 1, 9), store.days_tried(1, "daily ")
        store.count_open_challenges(channel=1), store.count_open_challenges(opener=1)
        store.running_attempts(1, 9), store.deals_to_close(9), store.users_to_brief(9)
        (
            store.count_open_tables_by_phase(),
            store.tables_due(),
            store.next_alarm(),
            store.due_messages(9),
            store.next_due(),
        )

    await host.read(work)
    assert len(plans) > 30
    assert not [plan for plan in plans if SCANS.search(plan)]
