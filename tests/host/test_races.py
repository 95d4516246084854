"""Many people at many tables at once, callers who leave, and failures in the middle."""

import asyncio
import os
import sqlite3
import threading
from functools import partial
from random import Random

import pytest

from engine.kernel.codes import code
from engine.kernel.refusal import Refused
from host import lobby, outbox, play, seating, votes
from host.database import sqlite
from host.errors import SaveFailed
from host.lock import Lock
from host.play import Move
from host.records import Phase
from host.store import Store
from host.views import view_table
from testing import SCALE
from testing.database_rules import clicked, faults, opened, places
from testing.hosting import (
    ADA,
    BEN,
    CHANNEL,
    PEOPLE,
    Click,
    able_users,
    caller,
    click_of,
    open_playing,
    press,
    random_click,
)
from testing.storm import Storm

TABLES = 20
PEOPLE_AT_ONE = 3
LONG = 300  # seconds; only what hangs meets it

pytestmark = pytest.mark.asyncio


async def dealt(host, game_id, count, seed=0):
    """Tables of three people; at every fourth one an autopilot has the last seat."""
    return [
        await open_playing(
            host,
            game_id,
            PEOPLE_AT_ONE - (number % 4 == 0),
            int(number % 4 == 0),
            CHANNEL + number,
            seed=seed + number,
        )
        for number in range(count)
    ]


async def in_peace(host, tables, rng):
    """One more click at every table: none is stuck."""
    await host.run_housekeeping()
    for table in tables:
        await host.wait_for_autoplay(table.id)
        phase = (await host.read(view_table, table.id, by=None)).table.phase
        if phase is Phase.PLAYING:
            assert not (await random_click(host, table.id, rng)).is_repeat


@pytest.mark.parametrize("seed", range(SCALE))
async def test_every_click_counts_once_when_everybody_clicks_at_once(host, file, game_id, seed):
    tables = await dealt(host, game_id, TABLES)
    storm = Storm([host], Random(seed))
    await storm.rage(tables, hands=3, clicks=6)
    await host.wait_for_autoplay()
    assert min(storm.counts[each] for each in ("played", "again", "stale", "Refused")) > 20
    assert not storm.faults(file)
    assert {row.table for row in places(file)} == {table.id for table in tables}
    await in_peace(host, tables, Random(seed))


@pytest.mark.parametrize("seed", range(SCALE))
async def test_a_click_whose_caller_leaves_is_stored_whole_or_not_at_all(host, file, game_id, seed):
    tables = await dealt(host, game_id, TABLES)
    storm = Storm([host], Random(seed))
    storm.most_turns = 40
    await storm.rage(tables, hands=3, clicks=6)
    await host.wait_for_autoplay()
    assert not storm.faults(file)
    stored = storm.unanswered & set(clicked(file))
    assert 10 < len(stored) < len(storm.unanswered)
    await in_peace(host, tables, Random(seed))
    assert not faults(file)


@pytest.mark.parametrize("seed", range(2 * SCALE))
async def test_a_lobby_whose_callers_leave_is_always_whole(host, file, game_id, seed):
    rng = Random(seed)
    table_ids = [
        (await host.do(lobby.open_table, game_id, {}, CHANNEL + n, by=caller(ADA))).id
        for n in range(5)
    ]
    steps = [
        *((lobby.join, user) for user in PEOPLE[1:4]),
        (lobby.add_autopilot, ADA),
        (lobby.remove_autopilot, ADA),
        (lobby.leave, BEN),
        (lobby.start, ADA),
        *((seating.hand_over, user) for user in PEOPLE[:4]),
        *((votes.end, user) for user in PEOPLE[1:3]),
    ]

    async def step(table_id, use_case, who):
        task = asyncio.create_task(host.do(use_case, table_id, by=caller(who)))
        for _ in range(rng.randrange(30)):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        if not task.cancelled() and task.exception():
            assert isinstance(task.exception(), Refused)

    chosen = [(table_id, *rng.choice(steps)) for table_id in table_ids * 12]
    await asyncio.gather(*(step(*each) for each in chosen))
    await host.run_housekeeping()
    await host.wait_for_autoplay()
    assert not faults(file)
    for table_id in table_ids:
        await host.read(view_table, table_id, by=caller(ADA.id))


async def committed_unheard(host, asked):
    """Ask, and leave when the thread has it: it is stored, but the caller never hears of it."""
    begun, go_on = threading.Event(), threading.Event()
    holding = host._database._on_thread(lambda _: begun.set() or go_on.wait(LONG))
    thread = asyncio.create_task(holding)
    await asyncio.to_thread(begun.wait, LONG)
    task = asyncio.create_task(asked)
    async with asyncio.timeout(LONG):
        while host._database._connection._tx.empty():
            await asyncio.sleep(0)
    task.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    await thread
    await host.do(lambda uow: None)  # behind it in the thread's queue


async def test_autopilots_play_on_after_a_click_whose_caller_has_left(host, file, game_id):
    """Else the table waits for an autopilot that nobody wakes."""
    table = await open_playing(host, game_id, 1, 1)
    rng = Random(5)
    for _ in range(30):
        (seen,) = await able_users(host, table.id)
        click = Click(ADA.id, " ".join(map(str, rng.choice(seen.actions))), seen.moves)
        await committed_unheard(host, press(host, table.id, click))
        await host.wait_for_autoplay(table.id)
        public = await host.read(view_table, table.id, by=None)
        if public.table.phase is not Phase.PLAYING:
            break
        assert 0 in public.waiting, f"only the autopilot is waited for: {public.status}"


async def test_the_sender_is_woken_by_an_action_whose_caller_has_left(host, game_id):
    table = await open_playing(host, game_id, 2)
    seen = (await able_users(host, table.id))[0]
    click = Click(PEOPLE[seen.seat].id, " ".join(map(str, seen.actions[0])), seen.moves)
    begun, go_on = threading.Event(), threading.Event()

    def act(uow, table_id):
        begun.set()
        assert go_on.wait(LONG)
        return play.act(uow, table_id, Move(click.code, click.moves), caller(click.user))

    asked = asyncio.create_task(host.do(act, table.id))
    assert await asyncio.to_thread(begun.wait, LONG)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    host.news.clear()
    due = await host.read(outbox.due)  # the sender has looked too early
    go_on.set()
    async with asyncio.timeout(LONG):
        while await host.read(outbox.due) == due:
            await host.news.wait()  # perhaps of something earlier
            host.news.clear()


async def test_a_host_that_closes_finishes_what_was_already_asked(file, game_id):
    async with opened(file) as host:
        tables = await dealt(host, game_id, 4)
        asked = [asyncio.create_task(random_click(host, each.id, Random(1))) for each in tables]
        for _ in range(40):
            await asyncio.sleep(0)
    answers = await asyncio.gather(*asked, return_exceptions=True)
    stored = {(row.table, row.number) for row in places(file)}
    told = [played for played in answers if isinstance(played, play.Played)]
    assert {(played.seen.table.id, played.number) for played in told} <= stored
    assert not faults(file)


# --- failures in the middle ----------------------------------------------------------------------


STEPS = 10  # of SQLite's machine; a click takes some hundreds


async def interrupt(host, rng, chance):
    """SQLite itself gives up at random steps inside of statements."""
    statement = ""

    def note(text):
        nonlocal statement
        statement = text

    def is_enough():
        # An interrupted COMMIT has committed all the same, so that one is left alone.
        is_work = not statement.startswith(("COMMIT", "ROLLBACK", "PRAGMA"))
        return is_work and rng.random() < chance

    def prepare(connection):
        connection.set_trace_callback(note)
        connection.set_progress_handler(is_enough, STEPS)

    await host._database._on_thread(prepare)


async def calm(host):
    def prepare(connection):
        connection.set_trace_callback(None)
        connection.set_progress_handler(None, 0)

    await host._database._on_thread(prepare)


async def rage_with_interruptions(host, tables, seed):
    storm = Storm([host], Random(seed))
    await interrupt(host, Random(seed), chance=0.01)
    await storm.rage(tables, hands=2, clicks=12)
    await host.wait_for_autoplay()
    await calm(host)
    return storm


@pytest.mark.parametrize("seed", range(SCALE))
async def test_a_failure_in_the_middle_of_a_transaction_leaves_nothing_of_it(
    host, file, game_id, seed
):
    tables = await dealt(host, game_id, 8)
    storm = await rage_with_interruptions(host, tables, seed)
    assert not storm.faults(file)
    assert min(storm.counts[each] for each in ("played", "SaveFailed")) > 20
    await in_peace(host, tables, Random(seed))
    assert not faults(file)


async def write_at_once(database, work, about=None):
    """Every statement is stored by itself."""

    def run(connection):
        try:
            return work(connection)
        except sqlite3.OperationalError as error:
            raise SaveFailed("it failed halfway") from error

    return await database._on_thread(run)


async def test_mutant_statements_without_a_transaction_are_caught(host, file, game_id, monkeypatch):
    tables = await dealt(host, game_id, 8)
    monkeypatch.setattr(sqlite.SqliteDatabase, "write", write_at_once)
    storm = await rage_with_interruptions(host, tables, 0)
    assert storm.faults(file)


# --- two hosts, as when the lock of the file were lost ------------------------------------------


@pytest.fixture
def no_lock(monkeypatch):
    monkeypatch.setattr(sqlite, "locked", lambda file: Lock(file, os.open(file, os.O_RDWR)))


async def rage_at_two_hosts(open_host, game_id, seed, spoil=lambda host: None):
    hosts = [await open_host(), await open_host()]
    for host in hosts:
        spoil(host)
    tables = await dealt(hosts[0], game_id, 4)
    storm = Storm(hosts, Random(seed))
    await storm.rage(tables, hands=2, clicks=5)
    for host in hosts:
        await host.wait_for_autoplay()
    return storm


@pytest.mark.parametrize("seed", range(SCALE))
async def test_two_hosts_of_one_file_never_play_on_an_old_position(
    open_host, file, game_id, no_lock, seed
):
    storm = await rage_at_two_hosts(open_host, game_id, seed)
    assert not storm.faults(file)
    assert storm.counts["played"] > 20


async def test_a_state_whose_commit_was_lost_is_never_played_on(
    open_host, game_id, no_lock, monkeypatch
):
    """Another process may store another action under the same number."""
    mine, other = await open_host(), await open_host()
    table = await open_playing(mine, game_id)
    seen = (await able_users(mine, table.id))[0]
    lost, stored = (
        click_of(seen, code(action), number) for number, action in enumerate(seen.actions[:2])
    )
    with monkeypatch.context() as broken:
        broken.setattr(mine._database, "write", partial(lost_commit, mine._database))
        with pytest.raises(SaveFailed):
            await press(mine, table.id, lost)
    played = await press(other, table.id, stored)
    assert await mine.read(view_table, table.id, by=caller(stored.user)) == played.seen


async def lost_commit(database, work, about=None):
    """The connection breaks after the work was done."""

    def breaks(connection):
        work(connection)
        raise SaveFailed("the connection broke")

    return await type(database).write(database, breaks)


class Careless(Store):
    """Stores its row whatever version the table has."""

    def __init__(self, connection, now):
        super().__init__(connection, now)
        self._execute = lambda statement, *values: connection.execute(
            statement.replace("AND version = :version - 1", ""), *values
        )


def take_whatever_is_kept(positions, store, table):
    kept = positions._kept.pop(table.id)
    return positions._read(store, table) if kept is None else kept.state


async def test_mutant_old_positions_and_no_check_of_the_version_are_caught(
    open_host, file, game_id, no_lock, monkeypatch
):
    monkeypatch.setattr("host.host.Store", Careless)

    def spoil(host):
        take = partial(take_whatever_is_kept, host._positions)
        monkeypatch.setattr(host._positions, "take", take)

    storm = await rage_at_two_hosts(open_host, game_id, 0, spoil)
    assert storm.faults(file)
