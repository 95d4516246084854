"""The lock belongs to the file itself: whatever name is used, and whatever happens to it."""

import asyncio
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from host import lobby, seating
from host.backups import backup, keep_backups, restore
from host.errors import CannotOpen, Displaced
from host.health import health
from host.host import Host
from host.lock import is_in_use
from host.views import view_table
from testing.database_rules import opened
from testing.health import BESIDE, GAME, ROOT, ask, build, spoil, version_in
from testing.hosting import ADA, BEN, NOON, caller, open_lobby, open_playing, play_out

RUN = """
import asyncio, sys
from pathlib import Path
from host.host import Host

async def run():
    host = await Host.open(Path(sys.argv[1]))
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await host.close()

asyncio.run(run())
"""
APART = ("unshare", "--mount", "--pid", "--fork", "--kill-child")  # as in another container


@contextmanager
def running(file: Path, *before: str):
    """A host in another process has the file open."""
    words = [*before, sys.executable, "-c", RUN, str(file)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(words, cwd=ROOT, text=True, **pipes) as process:
        try:
            assert process.stdout.readline() == "open\n"
            yield process
        finally:
            process.stdin.close()


@pytest.fixture
def real(tmp_path: Path) -> Path:
    (tmp_path / "a").mkdir()
    return build(tmp_path / "a" / "tables.db")


@pytest.fixture
def link(tmp_path: Path, real: Path) -> Path:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "link.db").symlink_to(real)
    return tmp_path / "b" / "link.db"


async def refused(file: Path) -> str:
    with pytest.raises(CannotOpen) as caught:
        await Host.open(file)
    return str(caught.value)


# Names


@pytest.mark.asyncio
@pytest.mark.parametrize("is_link_first", [True, False])
async def test_a_link_and_the_file_itself_are_one_database(real, link, is_link_first):
    first, second = (link, real) if is_link_first else (real, link)
    with running(first):
        assert "in use by another process" in await refused(second)
        assert is_in_use(real) and is_in_use(link)
        assert health(link, real.parent, NOON).is_running
    async with opened(second):
        pass
    assert not is_in_use(real)


def test_a_restore_through_either_name_is_refused_while_a_host_runs(real, link, tmp_path):
    made = backup(real, tmp_path / "backups", NOON)
    spoil(real, "UPDATE users SET name = 'of today'")
    for first, second in ((real, link), (link, real)):
        with running(first), pytest.raises(CannotOpen, match="in use by another process"):
            restore(made, second, NOON)
    assert ask(real, "SELECT name FROM users") == "of today"


LOOK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM tables").fetchone()
connection.close()
"""


@pytest.mark.asyncio
async def test_an_operator_may_look_with_a_program_of_their_own_after_a_backup_of_the_bot_s(
    real, tmp_path
):
    """If the backup dropped SQLite's locks, whoever closes the file last would remove its log."""
    log = real.with_name(f"{real.name}-wal")
    async with opened(real) as host:
        table = await open_lobby(host, GAME, 1, channel=9)
        await keep_backups(real, tmp_path / "backups", lambda: NOON)
        assert health(real, tmp_path / "backups", NOON).is_running
        there = log.stat().st_ino
        subprocess.run([sys.executable, "-c", LOOK, real], check=True)
        assert log.exists() and log.stat().st_ino == there
        await host.do(lobby.join, table.id, by=caller(BEN.id))
        assert not host.displaced.is_set()


def test_a_restore_through_a_link_leaves_the_link(real, link, tmp_path):
    made = backup(real, tmp_path / "backups", NOON)
    spoil(real, "UPDATE users SET name = 'of today'")
    kept = restore(made, link, NOON)
    assert link.is_symlink() and kept.parent == real.parent
    assert ask(real, "SELECT min(name) FROM users") == "Ada"
    assert ask(kept, "SELECT name FROM users") == "of today"


@pytest.mark.asyncio
async def test_removing_what_lies_beside_the_file_lets_nobody_else_in(real):
    with running(real):
        for path in real.parent.iterdir():
            if path != real:
                path.unlink()
        assert "in use by another process" in await refused(real)


@pytest.mark.asyncio
async def test_a_second_hard_link_is_refused_but_a_backup_may_have_one(real, tmp_path):
    other = tmp_path / "other.db"
    made = backup(real, tmp_path / "backups", NOON)
    os.link(made, tmp_path / "kept twice.sqlite")
    os.link(real, other)
    for name in (real, other):
        assert "hard link" in await refused(name)
        with pytest.raises(CannotOpen, match="hard link"):
            backup(name, tmp_path / "backups", NOON)
    other.unlink()
    restore(made, real, NOON)
    async with opened(real):
        pass


@pytest.mark.asyncio
async def test_a_host_in_another_container_is_seen(real):
    if (
        not shutil.which("unshare")
        or subprocess.run([*APART, "true"], capture_output=True).returncode
    ):
        pytest.skip("new namespaces are not permitted here")
    with running(real, *APART):
        assert is_in_use(real)
        assert "in use by another process" in await refused(real)


# Empty files and none


@pytest.mark.asyncio
async def test_an_emptied_file_is_no_new_database(file):
    file.touch()
    assert "is empty" in await refused(file)
    assert not file.stat().st_size
    file.unlink()
    async with opened(file):
        pass


@pytest.mark.asyncio
async def test_what_a_cut_left_of_a_new_database_is_made_again(file):
    for ending in ("", *BESIDE):
        Path(f"{file}.new{ending}").write_bytes(b"cut short" * 1000)
    async with opened(file) as host:
        await open_playing(host, GAME)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.asyncio
async def test_no_new_database_is_made_where_something_is_left_of_one(real):
    saved = backup(real, real.parent / "backups", NOON)
    left = [Path(f"{real}{ending}") for ending in ("-wal", ".schema-6", ".before-restore-20261118")]
    real.unlink()
    assert str(saved) in await refused(real)
    saved.rename(saved.with_name("of_another-20261118T120000Z.sqlite"))
    for each in left:
        each.write_bytes(b"rows")
        said = await refused(real)
        assert str(each) in said and "restore" in said and not real.exists()
        each.unlink()
    async with opened(real):
        pass


# Taken away under a running host


def replaced(file: Path) -> None:
    shutil.copy(file, f"{file}.other")
    os.replace(f"{file}.other", file)


def overwritten(file: Path) -> None:
    """As `cp` does it with a backup."""
    shutil.copyfile(backup(file, file.parent / "backups", NOON), file)


def emptied(file: Path) -> None:
    os.truncate(file, 0)


def moved(file: Path) -> None:
    file.rename(f"{file}.elsewhere")


def without_its_log(file: Path) -> None:
    Path(f"{file}-wal").unlink()


def with_another_log(file: Path) -> None:
    Path(f"{file}-wal").rename(f"{file}-elsewhere")
    Path(f"{file}-wal").touch()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "taken",
    [
        *(replaced, overwritten, emptied, moved, Path.unlink),
        *(without_its_log, with_another_log),
    ],
)
async def test_nothing_is_confirmed_once_the_file_was_taken_away(host, file, caplog, taken):
    table = await open_playing(host, GAME)
    taken(file)
    for _ in range(2):
        hand_over = host.do(seating.hand_over, table.id, by=caller(ADA.id))
        for asked in (hand_over, host.read(view_table, table.id, by=None)):
            with pytest.raises(Displaced, match=r"^Nothing was saved: [^.]+\.$"):
                await asked
    await asyncio.wait_for(host.displaced.wait(), 30)
    (line,) = [each for each in caplog.records if each.levelname == "ERROR"]
    assert "restore a backup" in line.getMessage()


@pytest.mark.asyncio
async def test_what_is_taken_away_in_the_middle_of_an_action_is_not_confirmed(host, file):
    table = await open_lobby(host, GAME)

    def close(uow, table_id, by):
        moved(file)
        return lobby.close(uow, table_id, by)

    with pytest.raises(Displaced):
        await host.do(close, table.id, by=caller(table.opener))


@pytest.mark.asyncio
async def test_nothing_that_was_confirmed_is_lost_with_the_log(open_host, file):
    host = await open_host()
    table = await open_playing(host, GAME)
    played = await play_out(host, table.id, Random(2), 12)
    without_its_log(file)
    await host.close()  # SQLite has it still open, and folds it into the file
    assert version_in(file, table.id) == played.version == 12


@pytest.mark.asyncio
async def test_a_backup_that_is_copied_over_the_file_is_not_mixed_with_its_log(open_host, file):
    host = await open_host()
    table = await open_playing(host, GAME)
    made = backup(file, file.parent / "backups", NOON)
    await play_out(host, table.id, Random(2), 12)
    shutil.copyfile(made, file)
    with pytest.raises(Displaced):
        await host.read(view_table, table.id, by=None)
    await host.close()
    assert file.read_bytes() == made.read_bytes()
    assert "copied there by hand" in await refused(file)
    restore(made, file, NOON)
    async with opened(file):
        assert version_in(file, table.id) == 0


@pytest.mark.asyncio
async def test_a_host_that_lost_its_file_leaves_the_new_one_alone(open_host, file):
    host = await open_host()
    table = await open_playing(host, GAME)
    for ending in ("", *BESIDE):
        Path(f"{file}{ending}").rename(f"{file}.elsewhere{ending}")
    async with opened(file) as other:
        there = await open_playing(other, GAME)
        with pytest.raises(Displaced):
            await host.read(view_table, table.id, by=None)
        await host.close()
        played = await play_out(other, there.id, Random(3), 8)
    assert version_in(file, there.id) == played.version
