"""A damaged write-ahead log is found before anything in it is skipped; a crash is no damage."""

import os
import shutil
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

import bot
from host.backups import backup
from host.database.sqlite import reader
from host.database.write_ahead_log import FRAME_HEAD, HEAD, lost_transactions
from host.errors import CannotOpen
from host.host import Host
from host.validation import validate
from testing import SCALE
from testing.database_rules import opened
from testing.hosting import NOON, open_playing, play_out, rows_of

pytestmark = pytest.mark.asyncio
GAME = "factory_frenzy"
ACTIONS = 12


@pytest_asyncio.fixture
async def killed(tmp_path):
    """The files that a killed host has left: much of what was stored is only in the log."""
    file = tmp_path / "life" / "tables.sqlite"
    file.parent.mkdir()
    async with opened(file) as host:
        table = await open_playing(host, GAME)
        await play_out(host, table.id, Random(1), ACTIONS)
        left = tmp_path / "left"
        left.mkdir()
        for ending in ("", "-wal"):
            shutil.copy(f"{file}{ending}", left)
    return left / file.name


def log_of(file):
    return Path(f"{file}-wal")


def flip(file, place, bit=3):
    log = log_of(file)
    content = bytearray(log.read_bytes())
    content[place] ^= 1 << bit
    log.write_bytes(content)


def frame_of(file, number):
    """Where a frame begins, counted from the end if it is negative."""
    content = log_of(file).read_bytes()
    size = FRAME_HEAD + int.from_bytes(content[8:12], "big")
    count = (len(content) - HEAD) // size
    return HEAD + (number % count) * size


async def actions_in(file):
    async with opened(file) as host:
        return len(await rows_of(host, 1))


async def test_a_log_that_a_kill_has_left_is_whole(killed):
    assert lost_transactions(killed) == 0
    assert await actions_in(killed) == ACTIONS


async def test_a_flipped_bit_anywhere_before_the_last_change_is_found(killed):
    rng, whole = Random(2), log_of(killed).read_bytes()
    last = frame_of(killed, -40)  # the last transactions have 10 to 14 pages
    for _ in range(40 * SCALE):
        log_of(killed).write_bytes(whole)
        flip(killed, rng.randrange(HEAD, last), rng.randrange(8))
        with pytest.raises(CannotOpen, match="is damaged"):
            await Host.open(killed)
        with pytest.raises(CannotOpen, match="is damaged"):
            validate(killed)
        assert lost_transactions(killed) > 1


@pytest.mark.parametrize("place", [0, 5, 9, 17, 21, 25, 31])
async def test_a_damaged_head_of_the_log_is_found(killed, place):
    flip(killed, place)
    assert lost_transactions(killed) > 1


async def test_a_log_that_was_cut_short_as_by_a_crash_is_no_damage(killed):
    rng, whole = Random(3), log_of(killed).read_bytes()
    for _ in range(10 * SCALE):
        log_of(killed).write_bytes(whole[: rng.randrange(frame_of(killed, -8), len(whole))])
        assert lost_transactions(killed) == 0


@pytest.mark.parametrize("is_link", [False, True], ids=["its own name", "a link to it"])
async def test_repair_keeps_what_can_be_read_and_the_damaged_log(killed, tmp_path, capsys, is_link):
    flip(killed, frame_of(killed, 20) + FRAME_HEAD + 7)
    damaged = log_of(killed).read_bytes()
    named = killed
    if is_link:
        named = tmp_path / "link.sqlite"
        named.symlink_to(killed)
    at = ["--database", str(named)]
    for command in ("validate", "backup"):
        assert bot.main([*at, "--backups", str(tmp_path / "backups"), command]) == 2
        assert f"python bot.py --database {named} repair" in capsys.readouterr().err
    with reader(killed) as connection:
        connection.execute("SELECT count(*) FROM tables").fetchone()  # it holds the log
        assert bot.main([*at, "repair"]) == 2
    assert "Another program is reading" in capsys.readouterr().err
    assert not [*killed.parent.glob("*.before-repair-*")]
    assert bot.main([*at, "repair"]) == 0
    (kept,) = killed.parent.glob("*.before-repair-*")
    assert str(kept) in capsys.readouterr().out and kept.read_bytes() == damaged
    assert not validate(killed).faults
    assert 0 <= await actions_in(killed) < ACTIONS
    assert bot.main([*at, "repair"]) == 0
    assert "No problems" in capsys.readouterr().out


async def test_a_database_that_is_damaged_itself_is_not_said_to_be_repaired(killed, capsys):
    content = bytearray(killed.read_bytes())
    for spoilt in (
        b"",
        b"garbage",
        bytes(content[:-4096]),
        bytes(content).replace(b"users", b"uzers"),
    ):
        log_of(killed).unlink(missing_ok=True)
        killed.write_bytes(spoilt)
        assert bot.main(["--database", str(killed), "repair"]) == 2
        assert "restore a backup" in capsys.readouterr().err


async def test_a_restore_keeps_a_damaged_log_which_can_still_be_repaired(killed, tmp_path, capsys):
    made = backup(killed, tmp_path / "backups", NOON)
    flip(killed, frame_of(killed, 20) + FRAME_HEAD + 7)
    damaged = log_of(killed).read_bytes()
    assert bot.main(["--database", str(killed), "restore", str(made)]) == 0
    (kept,) = killed.parent.glob("*.before-restore-*[0-9]Z")
    assert str(kept) in capsys.readouterr().out and log_of(kept).read_bytes() == damaged
    assert await actions_in(killed) == ACTIONS
    assert bot.main(["--database", str(killed), "restore", str(kept)]) == 2
    assert f"use another backup, or run `python bot.py --database {kept} repair`" in (
        capsys.readouterr().err
    )
    assert bot.main(["--database", str(kept), "repair"]) == 0
    assert bot.main(["--database", str(killed), "restore", str(kept)]) == 0
    assert 0 <= await actions_in(killed) < ACTIONS


async def test_the_log_of_a_killed_host_is_not_mixed_with_a_backup_that_was_copied_there(
    killed, tmp_path, capsys
):
    made, log = backup(killed, tmp_path / "backups", NOON), log_of(killed).read_bytes()
    shutil.copyfile(made, killed)
    for command in ("backup", "validate", "health", "tables", "export 1", "forget 1", "repair"):
        assert bot.main(["--database", str(killed), *command.split()]) == 2
        (sentence,) = capsys.readouterr().err.splitlines()
        assert "copied there by hand; restore a backup" in sentence
    with pytest.raises(CannotOpen, match="copied there by hand"):
        await Host.open(killed)
    assert killed.read_bytes() == made.read_bytes() and log_of(killed).read_bytes() == log
    assert bot.main(["--database", str(killed), "restore", str(made)]) == 0
    assert await actions_in(killed) == ACTIONS


@pytest.mark.parametrize("how", ["damaged", "emptied", "twice there", "missing"])
async def test_nothing_is_moved_from_a_file_of_which_something_would_be_lost(killed, capsys, how):
    """As the start of the bot does, before SQLite opens it for writing."""
    if how == "damaged":
        flip(killed, frame_of(killed, 20) + FRAME_HEAD + 7)
    elif how == "emptied":
        killed.write_bytes(b"")
    elif how == "twice there":
        os.link(killed, killed.parent / "other.sqlite")
    else:
        killed.unlink()
    before = {each: each.read_bytes() for each in killed.parent.iterdir()}
    assert bot.main(["move", str(killed), "postgresql://nobody@127.0.0.1:1/none"]) == 2
    said = capsys.readouterr().err
    assert str(killed) in said and said.count("\n") == 1
    assert {each: each.read_bytes() for each in killed.parent.iterdir()} == before


async def test_nothing_is_repaired_under_a_running_bot(killed):
    async with opened(killed):
        assert bot.main(["--database", str(killed), "repair"]) == 2
