"""What is PostgreSQL's own: words, locks, lost connections, migrations, and what operators do."""

import asyncio
import stat
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace

import psycopg
import pytest
import pytest_asyncio

import bot
from cogs.cluster import Cluster
from cogs.heart import Heart
from engine.kernel.refusal import Refused
from host import outbox, people, play
from host.backups import backup, backup_if_due, restore
from host.copies import copies
from host.database import postgres, postgres_clock, postgres_server
from host.database.leases import HOUSE, PROCESS
from host.database.locations import location_of
from host.database.postgres import PostgresDatabase, translate
from host.database.postgres_server import PostgresLocation
from host.database.schema import ADDITIVE, NEWEST, SCHEMA
from host.database.sqlite import migrate
from host.errors import CannotOpen, SaveFailed
from host.health import health
from host.heartbeat import Heartbeat, beat
from host.host import Host
from host.outbox import DAY, MINUTE
from host.records import Shards
from host.settings import settings_of
from host.validation import validate
from host.wall_clock import passed, utc
from testing.hosting import ADA, BEN, caller, dump, next_click, open_playing, play_out, press

pytestmark = pytest.mark.asyncio
GAME = "factory_frenzy"
STEP = NEWEST + 1


@pytest.fixture
def url(server):
    """Of a database that a test may spoil."""
    found = server.empty_database()
    location_of(found).migrate()
    yield found
    server.drop(found)


@pytest.fixture
def where(url):
    return location_of(url)


@pytest_asyncio.fixture
async def other(where, clock, host):
    """A second process at the same tables."""
    found = await Host.open(where, clock)
    yield found
    await found.close()


def asked(url, statement, *values):
    with psycopg.connect(url, autocommit=True) as raw:
        return raw.execute(statement, values).fetchall()


# --- words


@pytest.mark.parametrize(
    ("statement", "words", "names"),
    [
        ("SELECT ? FROM t WHERE a = ?", "SELECT $1 FROM t WHERE a = $2", ()),
        ("a = ?2 OR b = ?1 OR c = ?", "a = $2 OR b = $1 OR c = $3", ()),
        ("a = :one AND b = :two OR c = :one", "a = $1 AND b = $2 OR c = $1", ("one", "two")),
        ("user = :user AND users.id = t.user", '"user" = $1 AND users.id = t."user"', ("user",)),
        ("x = 'what ? :user' AND y = ?", "x = 'what ? :user' AND y = $1", ()),
        ("a INDEXED BY b CROSS JOIN c ON d", "a JOIN c ON d", ()),
        (
            "CAST(user AS BLOB), CAST(? AS BIGINT)",
            "convert_to(\"user\", 'UTF8'), CAST($1 AS BIGINT)",
            (),
        ),
    ],
)
async def test_a_statement_is_said_in_postgresql_s_words(statement, words, names):
    assert translate(statement) == (words, names)


async def test_both_schemas_have_the_same_tables_and_columns(url, file):
    on_server = asked(
        url,
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = 'public' ORDER BY table_name, ordinal_position",
    )
    with location_of(file_of_today(file)).look() as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            " ORDER BY name"
        ).fetchall()
        in_file = [
            (table, column[1])
            for (table,) in tables
            for column in connection.execute(f"PRAGMA table_info({table})")
        ]
    assert on_server == in_file


def file_of_today(file):
    migrate(file)
    return file


async def test_both_have_the_same_indexes(url, file):
    on_server = {name for (name,) in asked(url, "SELECT indexname FROM pg_indexes")}
    with location_of(file_of_today(file)).look() as connection:
        made = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        )
        assert {name for (name,) in made} <= on_server


async def test_a_sender_asks_again_and_again_in_the_same_words(host, clock):
    """Each new statement would stay in memory, here and on the server."""
    look = Shards(2, (0,), (1,))
    await host.read(outbox.due_and_next, host.now(), look)
    before = translate.cache_info().misses
    for _ in range(3):
        clock.advance(1)
        await host.read(outbox.due_and_next, host.now(), look)
    assert translate.cache_info().misses == before


async def test_a_refusal_forgets_no_statement(where, clock, monkeypatch):
    monkeypatch.setattr(postgres, "WRITERS", 1)
    host = await Host.open(where, clock)
    asks = "SELECT count(*) FROM pg_prepared_statements"

    def refused(uow):
        uow.store.heartbeats()
        raise Refused("no")

    with pytest.raises(Refused):
        await host.do(refused)
    known = await host.do(lambda uow: (uow.store.heartbeats(), uow.store._first(asks))[1])
    with pytest.raises(Refused):
        await host.do(refused)
    assert await host.do(lambda uow: uow.store._first(asks)) >= known > 1
    await host.close()


# --- several processes


async def test_what_one_process_stores_the_other_plays_on(host, other):
    table = await open_playing(host, GAME)
    for mine in (host, other, host, other):
        await press(mine, table.id, await next_click(mine, table.id, Random(1)))
    assert await dump(host) == await dump(other)


async def test_settings_that_are_changed_at_once_in_two_processes_are_all_kept(host, other):
    for turn in range(10):
        await asyncio.gather(
            host.do(people.choose, {"reminders": turn}, by=caller(ADA)),
            other.do(people.choose, {"digest": turn}, by=caller(ADA)),
            host.do(people.choose, {"calls": "both"}, by=caller(ADA)),
        )
        found = await other.read(settings_of, ADA.id)
        assert (found.reminders, found.digest, found.calls) == (turn, turn, "both")


async def test_somebody_else_s_news_wake_the_sender(host, other):
    other.news.clear()
    await open_playing(host, GAME)
    async with asyncio.timeout(30):
        await other.news.wait()


async def test_a_table_at_which_another_process_works_is_left_to_that(host, other, url):
    table = await open_playing(host, GAME, 1, 1)
    with psycopg.connect(url) as busy:
        busy.execute("SELECT id FROM tables WHERE id = %s FOR UPDATE", [table.id])
        assert not await other.do(play.autoplay_step, table.id)


async def test_who_waits_too_long_for_another_process_is_told_so(host, url, monkeypatch):
    table = await open_playing(host, GAME)
    click = await next_click(host, table.id, Random(2))
    monkeypatch.setattr(postgres, "TRIES", 1)
    with psycopg.connect(url) as busy:
        busy.execute("SELECT id FROM tables WHERE id = %s FOR UPDATE", [table.id])
        with pytest.raises(SaveFailed, match="busy"):
            await press(host, table.id, click)
    assert not (await press(host, table.id, click)).is_repeat


async def test_transactions_that_are_in_each_other_s_way_are_tried_again(host, other):
    ones, twos = (
        await open_playing(host, GAME, channel=1),
        await open_playing(host, GAME, channel=2),
    )

    met, tries = threading.Barrier(2, timeout=60), []

    def both(uow, first, second):
        tries.append(first)
        uow.table(first)
        if len(tries) <= 2:  # each has one of the tables now, and wants the other's
            met.wait()
        uow.table(second)

    await asyncio.gather(
        host.do(lambda uow: both(uow, ones.id, twos.id)),
        other.do(lambda uow: both(uow, twos.id, ones.id)),
    )
    assert len(tries) > 2


# --- connections that are lost


def cut(url):
    """The server ends all connections of the bot."""
    asked(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = 'factory-table' AND datname = current_database()",
    )


async def test_a_connection_that_was_lost_is_opened_again(host, url):
    table, rng = await open_playing(host, GAME), Random(3)
    for _ in range(3):
        cut(url)
        assert not (await press(host, table.id, await next_click(host, table.id, rng))).is_repeat


async def test_a_commit_whose_answer_is_lost_counts_once(host, url, monkeypatch):
    table = await open_playing(host, GAME)
    click = replace(await next_click(host, table.id, Random(4)), id=77)
    commit = psycopg.Connection.commit

    def unheard(raw):
        commit(raw)
        raw.close()
        raise psycopg.OperationalError("the connection broke")

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "commit", unheard)
        with pytest.raises(SaveFailed, match="not responding"):
            await press(host, table.id, click)
    again = await press(host, table.id, click)
    assert again.is_repeat and again.number == 1


async def test_without_a_server_everything_is_refused_in_one_sentence(tmp_path):
    gone = location_of(f"postgresql://ada:secret@/tables?host={tmp_path}")
    for work in (Host.open(gone), asyncio.to_thread(validate, gone)):
        with pytest.raises(CannotOpen) as caught:
            await work
        said = str(caught.value)
        assert said.startswith("Can't use postgresql://") and "secret" not in said
        assert "\n" not in said


async def test_the_password_is_shown_nowhere():
    found = location_of("postgresql://ada:secret@example.org:5433/tables")
    assert str(found) == "postgresql://example.org:5433/tables"
    assert "secret" not in repr(found)


# --- the schema


def step(tmp_path, text):
    file = tmp_path / f"{STEP}.sql"
    file.write_text(text)
    return {**SCHEMA, STEP: file}


async def joined(host):
    cluster = Cluster(host)
    await cluster.join()
    return cluster


async def test_a_step_that_only_adds_something_is_made_beside_running_processes(
    host, where, url, tmp_path
):
    await joined(host)
    where.migrate(
        step(tmp_path, f"{ADDITIVE} a column.\nALTER TABLE users ADD COLUMN has_hat INTEGER;")
    )
    table = await open_playing(host, GAME)  # by the version of before
    await play_out(host, table.id, Random(5), 5)
    assert asked(url, "SELECT value FROM program ORDER BY name") == [(str(STEP),), (str(NEWEST),)]
    await (await Host.open(where)).close()  # and the version of before can be started again


async def test_any_other_step_waits_until_older_processes_are_stopped(host, where, url, tmp_path):
    steps = step(tmp_path, "ALTER TABLE users RENAME COLUMN name TO called;")
    await joined(host)
    with pytest.raises(CannotOpen, match="stop them first"):
        where.migrate(steps)
    await host.leases.close()
    where.migrate(steps)
    with pytest.raises(CannotOpen, match="newer version"):
        await Host.open(where)


async def test_a_step_waits_for_another_process_and_for_a_backup(where, url, tmp_path, monkeypatch):
    """But nobody waits for the step."""
    steps = step(tmp_path, f"{ADDITIVE} a column.\nALTER TABLE users ADD COLUMN hat INTEGER;")
    for module in (postgres, postgres_server):
        monkeypatch.setattr(module, "LOCK_MS", 1)
    tried = threading.Event()
    monkeypatch.setattr(postgres_server, "time", SimpleNamespace(sleep=lambda _: tried.set()))
    lock = "SELECT pg_advisory_lock(hashtextextended('migration', 0))"
    with psycopg.connect(url, autocommit=True) as reader, psycopg.connect(url) as starting:
        starting.execute(lock)
        making = asyncio.create_task(asyncio.to_thread(where.migrate, steps))
        while not asked(url, "SELECT 1 FROM pg_locks WHERE NOT granted"):
            await asyncio.sleep(0.01)
        reader.execute("BEGIN")
        reader.execute("SELECT FROM users")
        starting.execute(lock.replace("lock", "unlock"))
        assert await asyncio.to_thread(tried.wait, 60) and not making.done()
        reader.execute("COMMIT")
        await making
    assert asked(url, "SELECT value FROM program WHERE name = 'schema'") == [(str(STEP),)]


async def test_a_step_that_fails_changes_nothing(where, url, tmp_path):
    steps = step(
        tmp_path, "ALTER TABLE users ADD COLUMN hat INTEGER; ALTER TABLE nowhere ADD COLUMN a;"
    )
    with pytest.raises(CannotOpen):
        where.migrate(steps)
    assert asked(url, "SELECT value FROM program WHERE name = 'schema'") == [(str(NEWEST),)]
    where.migrate()


async def test_a_database_of_somebody_else_is_left_alone(server):
    url = server.empty_database()
    with psycopg.connect(url, autocommit=True) as raw:
        raw.execute("CREATE TABLE theirs (id INTEGER)")
    with pytest.raises(CannotOpen, match="not a Factory Table database"):
        await Host.open(location_of(url))
    assert asked(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [
        ("theirs",)
    ]


# --- operators


async def test_a_backup_during_play_is_whole_and_can_be_restored(
    host, where, server, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    tables = [await open_playing(host, GAME, channel=number) for number in (1, 2)]
    folder = tmp_path / "backups"
    made, *_ = await asyncio.gather(
        asyncio.to_thread(backup, where, folder, utc()),
        *(play_out(host, table.id, Random(table.id), 12) for table in tables),
    )
    assert made.suffix == ".dump" and stat.S_IMODE(made.stat().st_mode) == 0o600
    before = await dump(host)
    elsewhere = location_of(server.empty_database())
    assert restore(made, elsewhere, utc()) is None
    assert not validate(elsewhere).faults and validate(elsewhere).tables == 2

    await joined(host)
    with pytest.raises(CannotOpen, match="stop it first"):
        restore(made, where, utc())
    await host.leases.close()
    kept = restore(made, where, utc())
    assert kept and kept.parent == Path("storage")  # a container can't write beside it
    assert [*kept.parent.iterdir()] == [kept]
    assert not validate(where).faults
    restore(kept, where, utc())
    assert await dump(host) == before


async def test_backups_are_thinned_out_like_those_of_files(host, where, tmp_path):
    day = 86_400_000
    for number in range(8):
        backup_if_due(where, tmp_path, (20_000 + number) * day, every_ms=day)
    assert len(copies(tmp_path)) == 8
    assert {copy.of for copy in copies(tmp_path)} == {where.name}


async def test_a_backup_that_fails_leaves_nothing(where, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CannotOpen, match="postgresql-client"):
        backup(where, tmp_path, utc())
    assert not [*tmp_path.iterdir()]


async def test_a_file_that_is_no_backup_is_refused(where, server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wrong, theirs = tmp_path / "wrong.dump", tmp_path / "theirs.dump"
    wrong.write_text("nothing")
    other = server.empty_database()
    with psycopg.connect(other, autocommit=True) as raw:
        raw.execute("CREATE TABLE theirs (id INTEGER)")
    location_of(other).copy_to(theirs)
    for file in (wrong, tmp_path / "missing.dump", theirs):
        with pytest.raises(CannotOpen):
            restore(file, where, utc())
    assert not validate(where).faults
    backup(where, tmp_path / "backups", utc())
    (made,) = copies(tmp_path / "backups")
    with pytest.raises(CannotOpen, match="not a Factory Table database"):
        restore(made.file, location_of(other), utc())


async def test_a_backup_of_an_older_schema_can_be_restored_and_goes_on(
    host, where, url, tmp_path, monkeypatch
):
    """Nothing of the newer one stays; and newer programs than the server work, too."""
    monkeypatch.chdir(tmp_path)
    table = await open_playing(host, GAME)
    made = await asyncio.to_thread(backup, where, tmp_path / "backups", utc())
    steps = step(tmp_path, "CREATE TABLE hats (id INTEGER PRIMARY KEY REFERENCES tables (id));")
    where.migrate(steps)
    run = PostgresLocation._run

    def newer(location, program, *words):
        run(location, program, *words)
        if program == "pg_restore":
            script = Path(words[-2].partition("=")[2])
            script.write_text(f"SET transaction_timeout = 0;\n{script.read_text()}")

    monkeypatch.setattr(PostgresLocation, "_run", newer)
    assert restore(made, where, utc())
    assert asked(url, "SELECT to_regclass('hats')") == [(None,)]
    await play_out(host, table.id, Random(1), 3)
    where.migrate(steps)
    assert asked(url, "SELECT value FROM program WHERE name = 'schema'") == [(str(STEP),)]


def heartbeat(process, at, is_connected=True):
    return Heartbeat(process, at, "1.0.0", at, is_connected, at, 20, 3, at, at, 0)


async def test_health_judges_every_process(host, where, tmp_path):
    found = health(where, tmp_path, utc())
    assert not found.is_running and "not running" in found.faults[0]
    await joined(host)
    now = utc()
    await host.do(beat, heartbeat("1", now))
    assert health(where, tmp_path, now).faults == []
    await host.do(beat, heartbeat("2", now - 600_000))
    (fault,) = health(where, tmp_path, now).faults
    assert fault.startswith("Process 2:") and "10 minutes" in fault


async def test_health_goes_by_the_server_s_clock_as_deadlines_do(where, url, tmp_path, monkeypatch):
    """So a wrong clock of a machine is no alarm, and one of the server is."""
    monkeypatch.setattr(time, "time_ns", lambda: 0)  # of this machine
    host = await Host.open(where)
    await joined(host)
    heart = Heart(SimpleNamespace(latency=0, served=[], process="1"), host)
    heart.connected(True)
    await heart.beat()
    assert health(location_of(url), tmp_path).faults == []
    heart.since -= 2 * MINUTE
    pressed = datetime.fromtimestamp((heart.now() - 5 * MINUTE) / 1000, UTC)  # says Discord
    heart.pressed(SimpleNamespace(created_at=pressed))
    await heart.beat()
    told = "The clock for deadlines is 5 minutes fast: Discord's time differs."
    assert health(location_of(url), tmp_path).faults == [told]
    await host.close()


async def test_every_command_works_on_a_server_too(host, url, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = await open_playing(host, GAME)
    await play_out(host, table.id, Random(6))
    at = ["--database", url, "--backups", str(tmp_path / "backups")]
    for words, expected in (
        (["validate"], "Checked 1 table: 0 problems."),
        (["tables", "--all"], GAME),
        (["export", str(table.id)], "chain"),
        (["privacy", str(BEN.id)], "Ben"),
        (["backup"], "Saved"),
        (["health"], "PostgreSQL"),
    ):
        bot.main([*at, *words])
        said = capsys.readouterr().out
        assert expected in said, (words, said)
    await host.close()
    assert await asyncio.to_thread(bot.main, [*at, "forget", str(BEN.id)]) == 0
    assert bot.main([*at, "privacy", str(BEN.id)]) == 1
    (made,) = copies(tmp_path / "backups")
    assert bot.main([*at, "restore", str(made.file)]) == 0
    assert bot.main([*at, "privacy", str(BEN.id)]) == 0


async def test_the_database_is_cleaned_only_after_somebody_was_erased(host, monkeypatch):
    cleaned = []
    monkeypatch.setattr(PostgresDatabase, "_vacuum", lambda _: cleaned.append(1))
    await open_playing(host, GAME)
    await host.run_housekeeping()
    assert not cleaned
    await host.forget(BEN.id)
    await host.run_housekeeping()
    assert cleaned == [1]


async def test_all_processes_go_by_the_server_s_clock(url, where, monkeypatch):
    """Also where the machine's own clock is wrong, and set right later."""
    monkeypatch.setattr(postgres_clock, "utc", lambda: 0)
    wrong = location_of(url)
    assert wrong.now() < DAY
    database = await wrong.open()
    monkeypatch.setattr(postgres_clock, "utc", lambda: 10**15)
    ((there,),) = asked(url, "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)")
    assert abs(wrong.now() - there) < MINUTE
    wrong._clock.set(0, passed())
    told = asyncio.Event()
    database.listen(told.set)
    async with asyncio.timeout(30):
        await told.wait()
        while abs(wrong.now() - there) >= MINUTE:
            await asyncio.sleep(0.01)
    await database.close()


async def test_who_takes_a_shard_looks_what_is_to_be_said_there(host, other):
    """Nobody else tells it: the message may have waited before."""
    one, two = await joined(host), await joined(other)
    for cluster in (one, two):
        await cluster.agree_on(2)
        await cluster.look()
    assert (one.own, two.own) == ({0}, {1})
    await other.leases.close()
    host.news.clear()
    async with asyncio.timeout(30):
        while not (await one.look()).taken:
            assert host.news.is_set()  # the shard is nobody's
            host.news.clear()
            await asyncio.sleep(0.01)
    assert one.own == {0, 1} and host.news.is_set()


async def test_only_one_process_makes_the_backups(host, other):
    await joined(host)
    await joined(other)
    assert await host.leases.take(HOUSE, 0) and not await other.leases.take(HOUSE, 0)
    await host.leases.close()
    async with asyncio.timeout(30):
        while not await other.leases.take(HOUSE, 0):
            await asyncio.sleep(0.01)
    assert [held.kind for held in await other.leases.held() if held.kind != HOUSE] == [PROCESS]
