"""A move from SQLite to PostgreSQL: everything, once, and nothing goes on before it is complete."""

import sqlite3
from contextlib import closing
from random import Random

import pytest

import bot
from host import positions, validation
from host.database import moving
from host.database.locations import location_of
from host.database.moving import move
from host.database.postgres import PostgresConnection
from host.errors import CannotOpen, Damaged
from host.host import Host
from host.records import Phase
from host.validation import validate
from host.views import view_table
from testing.hosting import FakeClock, play_out, rows_of
from testing.stored import DUMPS, restore

pytestmark = pytest.mark.asyncio
OLDEST, NEWEST = min(DUMPS), max(DUMPS)


@pytest.fixture
def old(tmp_path):
    """A SQLite file with tables of all kinds."""
    return location_of(restore(DUMPS[NEWEST], tmp_path / "tables.sqlite"))


@pytest.fixture
def url(server):
    return server.empty_database()


@pytest.fixture
def new(url):
    return location_of(url)


def quietly(part, done, total):
    pass


def running(old):
    with old.look() as connection:
        return [
            number
            for (number,) in connection.execute("SELECT id FROM tables WHERE phase = 'playing'")
        ]


async def test_every_table_plays_on_at_its_new_place(old, new):
    before = validate(old)
    assert move(old, new, quietly).rows > 1_000
    after = validate(new)
    assert (after.tables, after.findings) == (before.tables, before.findings)
    host = await Host.open(new, FakeClock())
    played = 0
    for number in running(old):
        table = await play_out(host, number, Random(number), most=5)
        assert table.phase in (Phase.PLAYING, Phase.OVER)
        played += len(await rows_of(host, number))
    await host.close()
    assert played and not validate(new).faults


async def test_a_file_of_an_older_version_is_migrated_on_the_way(tmp_path, new):
    old = location_of(restore(DUMPS[OLDEST], tmp_path / "tables.sqlite"))
    move(old, new, quietly)
    assert not [finding for finding in validate(new).faults if finding not in validate(old).faults]


async def test_a_move_that_was_interrupted_goes_on_and_until_then_no_bot_starts(
    old, new, monkeypatch
):
    monkeypatch.setattr(moving, "BATCH", 40)

    def killed(part, done, total):
        if part == "journal":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(old, new, killed)
    with pytest.raises(CannotOpen, match="run the same"):
        await Host.open(new)
    with pytest.raises(CannotOpen, match="run the same"):
        validate(new)
    copied = []
    move(old, new, lambda part, done, total: copied.append(part))
    assert "users" not in copied and "journal" in copied  # what was there is not copied again
    assert not validate(new).faults


async def test_a_move_that_was_interrupted_while_tables_are_replayed_is_not_complete(
    old, new, monkeypatch
):
    def killed(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(old, new, quietly, killed)
    with pytest.raises(CannotOpen, match="run the same"):
        await Host.open(new)
    load = positions.check_record
    monkeypatch.setattr(validation, "check_record", damaged_on_a_server)
    assert move(old, new, quietly).faults
    with pytest.raises(CannotOpen, match="run the same"):
        await Host.open(new)
    monkeypatch.setattr(validation, "check_record", load)
    assert not move(old, new, quietly).faults
    await (await Host.open(new)).close()


def damaged_on_a_server(store, table):
    if isinstance(store.connection, PostgresConnection):
        raise Damaged("it is not what it was")


async def test_a_file_that_was_used_since_the_move_began_is_found_out(old, new):
    def killed(part, done, total):
        if part == "journal":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(old, new, killed)
    with closing(sqlite3.connect(old.file)) as other, other:
        other.execute("UPDATE users SET name = 'Somebody else'")
    with pytest.raises(CannotOpen, match="users is not the same"):
        move(old, new, quietly)
    with pytest.raises(CannotOpen):
        await Host.open(new)


async def test_no_move_over_tables_that_are_there_nor_from_under_a_running_bot(old, new):
    host = await Host.open(old)
    with pytest.raises(CannotOpen, match="in use"):
        move(old, new, quietly)
    await host.close()
    move(old, new, quietly)
    with pytest.raises(CannotOpen, match="already holds tables"):
        move(old, new, quietly)


async def test_no_number_is_given_twice_after_a_move(old, new):
    with closing(sqlite3.connect(old.file)) as other, other:
        other.execute("DELETE FROM outbox")
    with old.look() as connection:
        last = connection.last_number("outbox")
    move(old, new, quietly)
    with new.look() as connection:
        assert connection.last_number("outbox") == last > 0


async def test_the_command_says_what_to_do_next(old, url, capsys):
    words = ["move", f"sqlite:{old.file}", url]
    assert bot.main(words) == 0
    said = capsys.readouterr().out
    assert "Moved and compared" in said and "set DATABASE" in said
    assert bot.main(words) == 2
    assert bot.main(["move", url, str(old.file)]) == 2
    host = await Host.open(url)
    assert (await host.read(view_table, 1, by=None)).table.id == 1
    await host.close()
