"""The database: one connection, one thread, one function at a time; and the rules of its file."""

import asyncio
import sqlite3
import stat
import threading
from contextlib import closing
from random import Random

import aiosqlite
import pytest
import pytest_asyncio

from engine.kernel.codes import code
from engine.kernel.refusal import Refused
from host import fairness, lobby, outbox, views, votes
from host.database.schema import NEWEST
from host.database.sqlite import SqliteDatabase, make_folder, reader
from host.errors import CannotOpen, SaveFailed
from testing import SCALE
from testing.database_rules import opened
from testing.hosting import (
    ADA,
    PEOPLE,
    caller,
    click_of,
    dump,
    open_lobby,
    open_playing,
    play_out,
    press,
)

LONG = 300  # seconds; only a test that hangs waits for it


@pytest_asyncio.fixture
async def connection(file):
    async with aiosqlite.connect(file, isolation_level=None) as found:
        yield found


@pytest_asyncio.fixture
async def database(file):
    found = await SqliteDatabase.open(file)
    yield found
    await found.close()


# --- what we rely on in aiosqlite ----------------------------------------------------------------


@pytest.mark.asyncio
async def test_aiosqlite_runs_every_function_on_one_thread_that_is_not_the_callers(connection):
    threads = [await connection._execute(threading.get_ident) for _ in range(5)]
    assert len(set(threads)) == 1
    assert threading.get_ident() not in threads


@pytest.mark.asyncio
async def test_aiosqlite_gives_the_function_its_arguments_and_its_answer_or_error_back(connection):
    answer = await connection._execute(lambda c: c.execute("SELECT 7").fetchone(), connection._conn)
    assert answer == (7,)
    with pytest.raises(ZeroDivisionError):
        await connection._execute(lambda: 1 // 0)
    assert await connection._execute(lambda: 8) == 8


@pytest.mark.asyncio
async def test_aiosqlite_finishes_a_function_whose_caller_was_cancelled(connection):
    begun, go_on, is_done = threading.Event(), threading.Event(), threading.Event()

    def work():
        begun.set()
        assert go_on.wait(LONG)
        is_done.set()

    caller = asyncio.create_task(connection._execute(work))
    assert await asyncio.to_thread(begun.wait, LONG)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert not is_done.is_set()
    go_on.set()
    assert await connection._execute(is_done.is_set)


@pytest.mark.asyncio
async def test_aiosqlite_runs_a_function_whose_caller_left_before_it_began(connection):
    go_on, done = threading.Event(), []
    first = asyncio.create_task(connection._execute(go_on.wait, LONG))
    second = asyncio.create_task(connection._execute(done.append, 2))
    await asyncio.sleep(0)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    go_on.set()
    await first
    await connection._execute(done.append, 3)
    assert done == [2, 3]


@pytest.mark.asyncio
async def test_aiosqlite_never_runs_two_functions_at_once_and_keeps_their_order(connection):
    inside, most, order = 0, 0, []

    def work(number):
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        connection._conn.execute("SELECT sum(value) FROM json_each('[1, 2, 3]')").fetchall()
        order.append(number)
        inside -= 1

    rng = Random(1)
    tasks = [asyncio.create_task(connection._execute(work, n)) for n in range(200 * SCALE)]
    await asyncio.sleep(0)
    for task in rng.sample(tasks, len(tasks) // 4):
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await connection._execute(lambda: None)  # behind those that nobody waits for
    assert most == 1
    assert order == list(range(200 * SCALE))


@pytest.mark.asyncio
async def test_aiosqlite_finishes_what_was_asked_before_the_close(connection, file):
    await connection._execute(lambda: connection._conn.execute("CREATE TABLE t (n)"))
    asked = [
        asyncio.create_task(
            connection._execute(lambda c: c.execute("INSERT INTO t VALUES (1)"), connection._conn)
        )
        for _ in range(20)
    ]
    await asyncio.sleep(0)
    await connection.close()
    await asyncio.gather(*asked)
    with closing(sqlite3.connect(file)) as again:
        assert again.execute("SELECT count(*) FROM t").fetchone() == (20,)


# --- our own connection --------------------------------------------------------------------------


def pragma(name):
    return lambda connection: connection.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),  # FULL: what was confirmed outlives a power cut
        ("foreign_keys", 1),
        ("busy_timeout", 1000),
    ],
)
async def test_the_settings_are_in_force_on_the_connection_that_writes(host, file, name, value):
    assert await host._database._on_thread(pragma(name)) == value


@pytest.mark.asyncio
async def test_only_the_owner_can_read_the_file_and_what_stands_beside_it(host, game_id, file):
    await open_playing(host, game_id)
    names = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    assert set(names) == {file.name, f"{file.name}-wal", f"{file.name}-shm"}
    assert set(names.values()) == {0o600}


@pytest.mark.asyncio
async def test_an_error_inside_a_transaction_takes_all_of_it_back(database):
    def broken(connection):
        connection.execute("INSERT INTO users (id, name) VALUES (1, 'Ada')")
        raise KeyError("halfway")

    with pytest.raises(KeyError):
        await database.write(broken)
    assert await database.read(lambda c: c.execute("SELECT * FROM users").fetchall()) == []
    await database.write(lambda c: c.execute("INSERT INTO users (id, name) VALUES (2, 'Ben')"))
    assert await database.read(lambda c: c.execute("SELECT id FROM users").fetchall()) == [(2,)]


@pytest.mark.asyncio
async def test_an_unknown_statement_is_answered_with_a_sentence_for_the_player(database):
    with pytest.raises(SaveFailed, match=r"^I couldn't save that .*\.$"):
        await database.write(lambda connection: connection.execute("SELECT * FROM nowhere"))


@pytest.mark.asyncio
async def test_looking_changes_nothing_in_the_file(host, game_id):
    over, running = await open_playing(host, game_id), await open_playing(host, game_id, channel=8)
    waiting = await open_lobby(host, game_id, channel=9)
    await play_out(host, running.id, Random(2), 20)
    for user in PEOPLE[:2]:
        await host.do(votes.end, over.id, by=caller(user.id))
    before = await dump(host)
    for table in (over, running, waiting):
        for user in (None, ADA.id):
            await host.read(views.view_table, table.id, by=caller(user))
            await host.read(views.log_lines, table.id, by=caller(user))
        await host.read(fairness.prove, table.id)
    await host.read(fairness.export, over.id)
    await host.read(views.plans, running.id, by=caller(ADA.id))
    await host.read(views.tables_of, by=caller(ADA.id))
    await host.read(outbox.due)
    await host.read(outbox.next_due)
    assert await dump(host) == before


@pytest.mark.asyncio
async def test_a_use_case_that_only_looks_cannot_store_anything(host, game_id):
    table = await open_lobby(host, game_id)
    before = await dump(host)
    with pytest.raises(Exception, match=r"read-?only"):  # ours, so it is not hidden
        await host.read(lobby.close, table.id, by=caller(ADA.id))
    assert await dump(host) == before


@pytest.mark.asyncio
async def test_an_error_while_reading_leaves_the_connection_free(host, game_id):
    table = await open_lobby(host, game_id)
    with pytest.raises(ZeroDivisionError):
        await host.read(lambda uow: 1 // 0)
    assert (await host.do(lobby.close, table.id, by=caller(ADA.id))).id == table.id


# --- the file beside a running host --------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_reader_sees_one_moment_while_the_host_plays_on(host, game_id, file):
    table = await open_playing(host, game_id)
    count = "SELECT count(*) FROM journal"
    with reader(file) as connection:
        before = connection.execute(count).fetchone()
        await play_out(host, table.id, Random(3), 5)
        assert connection.execute(count).fetchone() == before
    with reader(file) as connection:
        assert connection.execute(count).fetchone() > before


def test_a_reader_of_a_missing_file_is_told_so_and_makes_none(file):
    with pytest.raises(CannotOpen, match="not found"), reader(file):
        pass
    assert not file.exists()


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["a b.db", "50%20.db", "what?.db", "one#two.db", "ü.db"])
async def test_any_name_of_a_file_can_be_written_and_read(tmp_path, game_id, name):
    async with opened(tmp_path / name) as host:
        await open_playing(host, game_id)
    with reader(tmp_path / name) as connection:
        assert connection.execute("SELECT phase FROM tables").fetchall() == [("playing",)]


def test_a_new_folder_outlives_a_power_cut_and_is_for_its_owner_only(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr("host.database.sqlite.sync", synced.append)
    folder = tmp_path / "some" / "place"
    make_folder(folder)
    assert {*synced} == {tmp_path, tmp_path / "some"}  # there stand the names of the new ones
    assert {stat.S_IMODE(each.stat().st_mode) for each in (folder, folder.parent)} == {0o700}
    synced.clear()
    make_folder(folder)
    assert not synced


@pytest.mark.asyncio
async def test_a_closed_host_leaves_one_whole_file(file, game_id):
    async with opened(file) as host:
        table = await open_playing(host, game_id, 1, 2)
        await play_out(host, table.id, Random(4), 3)
    assert {path.name for path in file.parent.iterdir()} == {file.name}


# --- reading beside writing ----------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_read_that_takes_long_delays_no_write_and_no_write_delays_a_read(database):
    begun, go_on = threading.Event(), threading.Event()

    def slow(connection):
        begun.set()
        assert go_on.wait(LONG)

    for waits, asked in ((database.read, database.write), (database.write, database.read)):
        begun.clear(), go_on.clear()
        waiting = asyncio.create_task(waits(slow))
        assert await asyncio.to_thread(begun.wait, LONG)
        assert await asyncio.wait_for(asked(pragma("user_version")), LONG) == NEWEST
        assert not waiting.done()
        go_on.set()
        await waiting


@pytest.mark.asyncio
async def test_every_read_sees_what_was_stored_before_it(database):
    for number in range(50):
        await database.write(
            lambda c, n=number: c.execute("INSERT INTO users (id, name) VALUES (?, '')", (n,))
        )
        count = await database.read(lambda c: c.execute("SELECT count(*) FROM users").fetchone())
        assert count == (number + 1,)


@pytest.mark.asyncio
async def test_a_read_that_failed_halfway_does_not_keep_its_moment(database):
    """The error's frames hold a cursor, which would keep the connection at an old snapshot."""
    insert = "INSERT INTO users (id, name) VALUES (?, '')"
    await database.write(lambda c: c.executemany(insert, [(1,), (2,)]))
    with pytest.raises(ZeroDivisionError) as kept:
        await database.read(lambda c: [1 // 0 for _ in c.execute("SELECT id FROM users")])
    await database.write(lambda c: c.execute(insert, (3,)))
    count = await database.read(lambda c: c.execute("SELECT count(*) FROM users").fetchone())
    assert kept and count == (3,)


@pytest.mark.asyncio
async def test_a_look_never_shows_a_state_that_is_being_changed(host, game_id):
    """Its action waits in the middle while others look: they see the last stored position."""
    table = await open_playing(host, game_id)
    before = await host.read(views.view_table, table.id, by=caller(ADA.id))
    begun, go_on = threading.Event(), threading.Event()

    def half(uow, table_id):
        found = uow.table(table_id)
        state = uow.state(found)
        table.game.apply(state, 0, before.actions[0])
        begun.set()
        assert go_on.wait(LONG)
        raise Refused("taken back")

    asked = asyncio.create_task(host.do(half, table.id))
    assert await asyncio.to_thread(begun.wait, LONG)
    assert await host.read(views.view_table, table.id, by=caller(ADA.id)) == before
    go_on.set()
    with pytest.raises(Refused):
        await asked
    assert await host.read(views.view_table, table.id, by=caller(ADA.id)) == before


@pytest.mark.asyncio
async def test_a_slow_look_never_puts_its_old_position_in_the_place_of_a_newer_one(host, game_id):
    table = await open_playing(host, game_id)
    seen = await host.read(views.view_table, table.id, by=caller(ADA.id))
    begun, go_on = threading.Event(), threading.Event()

    def slow(uow, table_id):
        found = views.view_table(uow, table_id, by=caller(ADA.id))
        begun.set()
        assert go_on.wait(LONG)
        assert views.view_table(uow, table_id, by=caller(ADA.id)) == found
        return found

    looking = asyncio.create_task(host.read(slow, table.id))
    assert await asyncio.to_thread(begun.wait, LONG)
    played = await press(host, table.id, click_of(seen, code(seen.actions[0]), 1))
    go_on.set()
    assert await looking == seen
    assert host._positions._kept.get(table.id).version == played.number == 1
    assert await host.read(views.view_table, table.id, by=caller(ADA.id)) == played.seen


@pytest.mark.asyncio
async def test_a_person_is_forgotten_beside_people_who_look(host, game_id, file):
    table = await open_playing(host, game_id)
    is_over = asyncio.Event()

    async def watch():
        while not is_over.is_set():
            await host.read(views.view_table, table.id, by=None)

    watching = [asyncio.create_task(watch()) for _ in range(3)]
    assert await host.forget(ADA.id)
    is_over.set()
    await asyncio.gather(*watching)
    assert not file.with_name(f"{file.name}.unclean").exists()
