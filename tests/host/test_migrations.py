"""Databases of every schema there has been, and what a migration leaves when it fails."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from engine.kernel.refusal import Refused
from host import seating
from host.database import schema as schema_files
from host.database.schema import NEWEST, SCHEMA
from host.database.sqlite import OURS, migrate
from host.errors import CannotOpen
from host.records import Phase
from host.views import view_table
from testing.database_rules import faults, opened
from testing.hosting import FakeClock, caller, play_out
from testing.stored import DUMPS, dumped, restore
from testing.stored.__main__ import MAX_CHARACTERS, dump

ROOT = Path(__file__).parents[2]
LONG = 300  # seconds; only what hangs meets it
SINCE_3 = ("chains", "deals", "challenges", "attempts", "schedules", "results")


def asked(file, statement):
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        return connection.execute(statement).fetchall()


def version(file):
    return asked(file, "PRAGMA user_version")[0][0]


# --- what was stored once ------------------------------------------------------------------------


def test_schemas_are_numbered_from_1_on_without_a_gap():
    assert sorted(SCHEMA) == list(range(1, NEWEST + 1))


def test_a_file_of_every_schema_is_kept():
    assert set(DUMPS) == set(SCHEMA), "python -m testing.stored writes the one of today"


@pytest.mark.parametrize("number", DUMPS)
def test_a_kept_file_is_small_and_has_tables_of_all_kinds(number, file):
    restore(DUMPS[number], file)
    assert DUMPS[number].stat().st_size < MAX_CHARACTERS
    phases = {phase for (phase,) in asked(file, "SELECT phase FROM tables")}
    assert phases >= {Phase.LOBBY, Phase.PLAYING, Phase.OVER, Phase.CLOSED}
    assert asked(file, "SELECT * FROM seats WHERE queue <> '[]'")
    assert asked(file, "SELECT * FROM seats WHERE is_autopilot AND user IS NOT NULL")
    assert asked(file, "SELECT * FROM tables WHERE ending = 'ended by agreement'")
    for part in ("outbox", "posts", "votes", "clicks", *(SINCE_3 if number >= 3 else ())):
        assert asked(file, f"SELECT * FROM {part}")


@pytest.mark.parametrize("number", DUMPS)
def test_a_kept_file_of_the_newest_schema_is_what_a_new_file_is(number, tmp_path):
    old, new = restore(DUMPS[number], tmp_path / "old.db"), tmp_path / "new.db"
    migrate(old)
    migrate(new)
    statement = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
    assert asked(old, statement) == asked(new, statement)


def test_the_kept_file_is_made_the_same_every_time():
    """With one game that is played together and has challenges; whole games are in test_luck."""
    assert dump(["fantastic_factories"]) == dump(["fantastic_factories"])


async def by_autopilots(host, table_id):
    """To its end."""
    table = (await host.read(view_table, table_id, by=None)).table
    if table.is_sealed:  # a ranked attempt is no autopilot's
        return await play_out(host, table_id, Random(table_id))
    for seat in table.humans:
        with suppress(Refused):  # it may end before all have left it
            await host.do(seating.hand_over, table_id, by=caller(seat.user))
    await host.wait_for_autoplay(table_id)
    return (await host.read(view_table, table_id, by=None)).table


@pytest.mark.asyncio
@pytest.mark.parametrize("number", DUMPS)
async def test_tables_of_every_schema_hold_and_play_on_to_their_ends(number, file):
    """A few actions at all of them; to the end at every ninth, at others in every schema."""
    restore(DUMPS[number], file)
    running = [table for (table,) in asked(file, "SELECT id FROM tables WHERE phase = 'playing'")]
    async with opened(file, FakeClock()) as host:
        await host.wait_for_autoplay()
        assert not faults(file)
        for table_id in running:
            await play_out(host, table_id, Random(number), 3)
            if table_id % 9 == number % 9:
                assert (await by_autopilots(host, table_id)).phase is Phase.OVER
        for table_id in await host.read(lambda uow: uow.store.all_table_ids()):
            await host.read(view_table, table_id, by=None)
    assert running
    assert version(file) == NEWEST
    assert not faults(file)


def test_since_schema_6_messages_name_what_they_are_about_and_keep_their_numbers(file):
    restore(DUMPS[5], file)
    (challenge,) = asked(file, "SELECT min(id) FROM challenges")[0]
    asked(file, "DELETE FROM outbox")
    old = {5_001: 1, 5_002: -challenge, 5_003: 0, 5_004: 10**6}  # the last is of a table long gone
    for number, about in old.items():
        asked(
            file, f"INSERT INTO outbox VALUES ({number}, {about}, 'x', 1, NULL, '{{}}', 1, 1, 1, 0)"
        )
    migrate(file)
    found = asked(file, "SELECT id, table_id, challenge_id FROM outbox ORDER BY id")
    assert found == [(5_001, 1, None), (5_002, None, challenge), (5_003, None, None)]
    assert asked(file, "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") == [(5_004,)]


# --- files that are not for us -------------------------------------------------------------------


def refused(file, schema=SCHEMA):
    """One sentence, and the file is what it was."""
    before = file.read_bytes()
    with pytest.raises(CannotOpen) as caught:
        migrate(file, schema)
    assert file.read_bytes() == before
    assert "\n" not in str(caught.value) and str(file) in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"pings": false, "quiet": [22, 7]}', {"calls": "none", "quiet": [22, 7]}),
        ('{"pings": true, "quiet": [20, 9]}', {"calls": "channel", "quiet": [20, 8]}),
        ('{"pings": true, "quiet": [15, 14]}', {"calls": "channel", "quiet": [15, 3]}),
        ('{"quiet": null}', {"quiet": None}),
    ],
)
def test_since_schema_8_people_choose_their_calls_and_a_day_has_twelve_quiet_hours(
    file, before, after
):
    restore(DUMPS[7], file)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("UPDATE users SET settings = ? WHERE id = 1001", (before,))
        connection.execute("UPDATE users SET settings = 'spoilt' WHERE id = 1002")
    migrate(file)
    found = dict(asked(file, "SELECT id, settings FROM users"))
    assert (json.loads(found[1001]), found[1002]) == (after, "spoilt")


def test_a_file_of_a_newer_schema_is_refused(file):
    restore(DUMPS[NEWEST], file)
    asked(file, f"PRAGMA user_version = {NEWEST + 1}")
    assert "newer version" in refused(file)
    assert f"(schema {NEWEST + 1}): run that version, or restore a backup" in refused(file)


@pytest.mark.asyncio
async def test_a_host_refuses_a_newer_file_and_leaves_its_lock_free(file):
    restore(DUMPS[NEWEST], file)
    asked(file, f"PRAGMA user_version = {NEWEST + 1}")
    with pytest.raises(CannotOpen):
        async with opened(file):
            pass
    asked(file, f"PRAGMA user_version = {NEWEST}")
    async with opened(file) as host:
        assert await host.read(lambda uow: uow.store.all_table_ids())


@pytest.mark.parametrize("number", [0, 1, 7])
def test_a_database_of_somebody_else_is_refused_and_not_touched(file, number):
    asked(file, "CREATE TABLE notes (text)")
    asked(file, f"PRAGMA user_version = {number}")
    assert "not a Factory Table database" in refused(file)


def test_a_file_that_is_no_database_is_refused(file):
    file.write_text("All that glitters is not gold. " * 100)
    assert "not a database" in refused(file)


def test_an_empty_file_becomes_a_new_database(file):
    file.touch()
    migrate(file)
    assert version(file) == NEWEST
    assert asked(file, "PRAGMA application_id") == [(OURS,)]


# --- a step to the next schema -------------------------------------------------------------------

GOOD = "ALTER TABLE users ADD COLUMN greeting TEXT NOT NULL DEFAULT 'hello';\n"
BALLAST = """CREATE TABLE ballast (content BLOB);
WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 8)
INSERT INTO ballast SELECT randomblob(1000000) FROM count;
"""  # more than SQLite keeps in memory, so that unfinished pages reach the disk
BROKEN = {
    "a wrong word": GOOD + "ALTER TABEL users ADD COLUMN x;\n",
    "a column that is there": GOOD + "ALTER TABLE users ADD COLUMN name TEXT;\n",
    "a table that is not there": BALLAST + "DROP TABLE nowhere;\n",
    "a law of the schema": GOOD + "UPDATE tables SET game = NULL;\n",
    "an orphan": "INSERT INTO votes VALUES (12345, 'end', 0);\n",
    "the first statement": "DROP INDEX nowhere;\n" + GOOD,
}


@pytest.fixture
def step(tmp_path):
    """Schemas with further steps of these texts."""

    def write(*texts):
        found = dict(SCHEMA)
        for number, text in enumerate(texts, NEWEST + 1):
            found[number] = tmp_path / f"{number}.sql"
            found[number].write_text(text, encoding="utf-8")
        return found

    return write


@pytest.fixture
def stored(file):
    return restore(DUMPS[NEWEST], file)


def copy_of(file):
    return file.with_name(f"{file.name}.schema-{NEWEST}")


def test_a_step_keeps_what_is_stored_and_the_old_file_beside_it(stored, step):
    before, users = dumped(stored), asked(stored, "SELECT id, name FROM users")
    migrate(stored, step(GOOD, BALLAST))
    assert version(stored) == NEWEST + 2
    assert asked(stored, "SELECT id, name FROM users") == users
    assert asked(stored, "SELECT DISTINCT greeting FROM users") == [("hello",)]
    assert (version(copy_of(stored)), dumped(copy_of(stored))) == (NEWEST, before)
    assert copy_of(stored).stat().st_mode & 0o777 == 0o600


def test_where_there_is_nothing_to_do_nothing_is_copied(file):
    migrate(file)
    migrate(file)
    assert not list(file.parent.glob("*.schema-*"))


@pytest.mark.parametrize("what", BROKEN)
def test_a_step_that_fails_leaves_the_file_as_it_was(stored, step, what):
    migrate(stored)
    before = dumped(stored)
    refused(stored, step(BROKEN[what]))
    assert (version(stored), dumped(stored)) == (NEWEST, before)
    assert (version(copy_of(stored)), dumped(copy_of(stored))) == (NEWEST, before)
    migrate(stored, step(GOOD))
    assert version(stored) == NEWEST + 1


def test_a_second_step_that_fails_takes_back_the_first(stored, step):
    before = dumped(stored)
    refused(stored, step(GOOD, BALLAST, BROKEN["a wrong word"]))
    assert (version(stored), dumped(stored)) == (NEWEST, before)


@pytest.mark.asyncio
async def test_after_a_step_that_failed_the_old_version_plays_on(stored, step):
    refused(stored, step(BROKEN["a wrong word"]))
    async with opened(stored, FakeClock()) as host:
        assert (await by_autopilots(host, 2)).phase is Phase.OVER
    assert not faults(stored)


def test_a_new_file_whose_making_fails_is_still_a_new_file(file, step):
    with pytest.raises(CannotOpen):
        migrate(file, step(BROKEN["a wrong word"]))
    assert (version(file), asked(file, "SELECT * FROM sqlite_master")) == (0, [])
    migrate(file)
    assert version(file) == NEWEST


def test_no_step_is_taken_when_the_old_file_cannot_be_copied(stored, step):
    before = dumped(stored)
    copy_of(stored).with_name(f"{copy_of(stored).name}.part").mkdir()
    refused(stored, step(GOOD))
    assert (version(stored), dumped(stored)) == (NEWEST, before)


@pytest.mark.parametrize(
    "text",
    [
        GOOD + "CREATE TABLE forgotten (n INTEGER)",
        GOOD + "CREATE TABLE forgotten (n INTEGER) -- no semicolon\n",
        GOOD + "CREATE TABLE forgotten (n INTEGER);\n-- the end",
        "CREATE TABLE forgotten (n INTEGER); CREATE TABLE second (n INTEGER);\n",
    ],
    ids=["at the end", "before a remark", "a last remark", "two in a line"],
)
def test_no_statement_of_a_step_is_left_out_in_silence(stored, step, text):
    try:
        migrate(stored, step(text))
    except CannotOpen:
        assert version(stored) == NEWEST
    else:
        assert asked(stored, "SELECT count(*) FROM forgotten") == [(0,)]


def test_a_file_that_lacks_a_part_is_refused_before_any_step(stored, step):
    asked(stored, "DROP INDEX outbox_lanes")
    before = dumped(stored)
    with pytest.raises(CannotOpen, match="restore a backup"):
        migrate(stored, step(GOOD))
    assert (version(stored), dumped(stored)) == (NEWEST, before)


KILLED = """
import sys
from pathlib import Path
from host.database.schema import NEWEST, SCHEMA
from host.database.sqlite import migrate

class Waiting:
    def read_text(self, encoding):
        print("in the middle", flush=True)
        sys.stdin.read()

migrate(Path(sys.argv[1]), {**SCHEMA, NEWEST + 1: Path(sys.argv[2]), NEWEST + 2: Waiting()})
"""


def test_a_kill_in_the_middle_of_a_step_leaves_the_old_schema_whole(stored, step):
    before, schema = dumped(stored), step(GOOD + BALLAST)
    command = [sys.executable, "-c", KILLED, str(stored), str(schema[NEWEST + 1])]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=pipe, stdout=pipe) as process:
        line = process.stdout.readline()
        process.kill()
        process.communicate(timeout=LONG)
    assert line == "in the middle\n"
    assert os.path.getsize(f"{stored}-wal") > 1_000_000  # it was well under way
    migrate(stored)
    assert (version(stored), dumped(stored)) == (NEWEST, before)
    assert dumped(copy_of(stored)) == before
    migrate(stored, schema)
    assert version(stored) == NEWEST + 1


def test_a_program_that_knows_the_next_schema_brings_the_old_file_there(stored, step, monkeypatch):
    schema = step(GOOD)
    monkeypatch.setattr(schema_files, "NEWEST", NEWEST + 1)
    migrate(stored, schema)
    migrate(stored, schema)
    assert version(stored) == NEWEST + 1
