"""Copies of the database: complete whenever they are made, thinned out, restored safely."""

import asyncio
import logging
import os
import shutil
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot
from host.backups import backup, backup_if_due, keep_backups, restore
from host.copies import LAST, copies, prune
from host.database.sqlite import reader
from host.errors import CannotOpen
from host.host import Host
from host.outbox import DAY
from host.records import Phase
from host.validation import validate
from host.views import view_table
from testing import SCALE
from testing.damages import overwritten
from testing.disk.images import Disk, lay_out, missed
from testing.disk.recorder import lacking, recorder
from testing.health import (
    BESIDE,
    GAME,
    PLAYING,
    ROOT,
    as_killed,
    ask,
    build,
    held_by_another_process,
    spoil,
    version_in,
)
from testing.hosting import ADA, FakeClock, caller, open_playing, play_out

HOUR = DAY // 24
NOW = int(datetime(2026, 11, 16, 12, 20, tzinfo=UTC).timestamp() * 1000)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "some" / "backups"


def name_at(milliseconds: int) -> str:
    return f"tables-{datetime.fromtimestamp(milliseconds // 1000, UTC):%Y%m%dT%H%M%SZ}.sqlite"


# Making them


@pytest.mark.asyncio
async def test_a_backup_holds_all_that_was_confirmed_before_it_while_others_play_on(
    host, file, folder, clock
) -> None:
    tables = [(await open_playing(host, GAME, 2, 1, channel=n, seed=n)).id for n in (1, 2)]
    rng = Random(5)
    for _ in range(6 * SCALE):
        confirmed = {n: (await host.read(view_table, n, by=None)).table.version for n in tables}
        clock.advance(1000)
        made, *after = await asyncio.gather(
            asyncio.to_thread(backup, file, folder, clock()),
            *(play_out(host, n, rng, 10) for n in tables),
        )
        for table in after:
            assert confirmed[table.id] <= version_in(made, table.id) <= table.version
        assert not validate(made).findings


@pytest.mark.asyncio
async def test_a_backup_holds_what_only_the_log_holds_so_far(host, file, folder) -> None:
    table = await open_playing(host, GAME, 2)
    played = await play_out(host, table.id, Random(6), 5)
    wal = file.with_name(f"{file.name}-wal")
    assert wal.stat().st_size > 0
    assert version_in(backup(file, folder, NOW), table.id) == played.version > 0


def test_a_backup_bears_its_time_and_is_for_its_owner_only(file, folder) -> None:
    made = backup(build(file), folder, NOW)
    assert made == folder / "tables-20261116T122000Z.sqlite"
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_second_backup_in_the_same_second_takes_another_name(file, folder) -> None:
    build(file)
    first = backup(file, folder, NOW)
    spoil(file, "UPDATE users SET name = 'changed'")
    second = backup(file, folder, NOW)
    assert [copy.file for copy in copies(folder)] == [first, second]
    assert ask(first, "SELECT min(name) FROM users") == "Ada"
    assert ask(second, "SELECT min(name) FROM users") == "changed"


FULL = """
import resource, sys
import bot
resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))
sys.exit(bot.main(sys.argv[1:]))
"""


def test_a_backup_without_space_says_so_in_one_sentence_and_leaves_nothing(file, folder) -> None:
    build(file)
    words = ["--database", str(file), "--backups", str(folder), "backup"]
    done = subprocess.run(
        [sys.executable, "-c", FULL, *words], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"Can't copy {file} to {folder}: ")
    assert done.stderr.count("\n") == 1
    assert not list(folder.iterdir())


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
def test_what_is_no_database_of_ours_is_not_backed_up(content, file, folder) -> None:
    file.write_bytes(content)
    with pytest.raises(CannotOpen, match=r"not a (Factory Table )?database"):
        backup(file, folder, NOW)
    assert not list(folder.iterdir())


# Keeping them


def test_a_backup_is_due_when_the_newest_is_old_enough(file, folder) -> None:
    build(file)
    first = backup_if_due(file, folder, NOW, 6 * HOUR)
    assert first is not None
    assert backup_if_due(file, folder, NOW + 6 * HOUR - 1, 6 * HOUR) is None
    assert backup_if_due(file, folder, NOW + 6 * HOUR, 6 * HOUR) is not None


def test_a_due_backup_tidies_the_folder(file, folder) -> None:
    build(file)
    old = [backup_if_due(file, folder, NOW + n * HOUR, HOUR) for n in range(5)]
    late = backup_if_due(file, folder, NOW + 3 * DAY)
    assert [copy.file for copy in copies(folder)] == [*old[-3:], late]


def test_a_backup_from_the_future_does_not_put_off_the_next_one(file, folder) -> None:
    build(file)
    future = backup(file, folder, NOW + 9 * DAY)
    made = backup_if_due(file, folder, NOW)
    assert made is not None
    assert backup_if_due(file, folder, NOW + HOUR) is None
    assert [copy.file for copy in copies(folder)] == [made, future]


def test_the_backups_of_another_database_do_not_count(file, folder) -> None:
    other = file.with_name("others.db")
    shutil.copy(build(file), other)
    mine = backup_if_due(file, folder, NOW)
    theirs = backup_if_due(other, folder, NOW)
    assert theirs is not None
    assert backup_if_due(other, folder, NOW + 100 * DAY) is not None
    assert mine in {copy.file for copy in copies(folder)}  # still its newest


@pytest.mark.asyncio
async def test_a_backup_that_fails_is_logged_and_the_host_goes_on(
    file, tmp_path, clock, caplog
) -> None:
    build(file)
    taken = tmp_path / "taken"
    taken.write_text("a file where the folder should be")
    with caplog.at_level(logging.ERROR):
        assert await keep_backups(file, taken, clock) is None
    (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert str(taken) in str(record.facts["why"])
    assert await keep_backups(file, tmp_path / "free", clock) is not None


ages = st.one_of(st.integers(-2, 100), st.integers(0, 24 * 70)).map(lambda hours: hours * HOUR)


@given(st.lists(ages, max_size=40, unique=True))
def test_the_last_ones_and_one_of_each_of_the_last_days_and_weeks_are_kept(ages) -> None:
    with TemporaryDirectory() as folder:
        before = _laid_out(Path(folder), [NOW - age for age in ages])
        stranger = Path(folder) / "tables.sqlite"
        stranger.touch()
        prune(Path(folder))
        after = {copy.at for copy in copies(Path(folder))}
        assert stranger.exists()
        assert prune(Path(folder)) == []
    wanted = set(sorted(before)[-4:])
    for most, key in ((14, "%Y-%m-%d"), (8, "%G-%V")):
        for group in sorted({_key(at, key) for at in before})[-most:]:
            wanted.add(max(at for at in before if _key(at, key) == group))
    assert after == wanted


@pytest.mark.parametrize("days", [40, 300])
def test_a_clock_that_was_ahead_costs_no_backup(file, folder, days) -> None:
    build(file)
    made = [backup_if_due(file, folder, NOW + n * 6 * HOUR) for n in range(4)]
    made += [backup_if_due(file, folder, NOW + n * DAY) for n in range(2, 5)]
    before = {copy.day: copy.file for copy in copies(folder)}
    ahead = backup_if_due(file, folder, NOW + days * DAY)
    right = backup_if_due(file, folder, NOW + 5 * DAY)
    assert {ahead, right, *before.values()} <= {copy.file for copy in copies(folder)}
    assert len(before) >= 4


def _laid_out(folder: Path, times: list[int]) -> set[int]:
    for at in times:
        (folder / name_at(at)).touch()
    return set(times)


def _key(at: int, form: str) -> str:
    return f"{datetime.fromtimestamp(at // 1000, UTC):{form}}"


def test_over_months_every_day_and_week_can_be_gone_back_to(tmp_path) -> None:
    for step in range(4 * 100):
        now = NOW + step * 6 * HOUR
        (tmp_path / name_at(now)).touch()
        prune(tmp_path)
    kept = [copy.at for copy in copies(tmp_path)]
    day = timedelta(days=1)
    today = datetime.fromtimestamp(now // 1000, UTC)
    assert {f"{today - n * day:%Y-%m-%d}" for n in range(14)} <= {
        _key(at, "%Y-%m-%d") for at in kept
    }
    assert {f"{today - n * 7 * day:%G-%V}" for n in range(8)} <= {_key(at, "%G-%V") for at in kept}
    assert len(kept) < 4 + 14 + 8


def test_only_files_that_bear_our_names_are_removed(tmp_path) -> None:
    ours = ["tables-20200101T000000Z.sqlite", "tables-20200101T000000Z.sqlite.part"]
    theirs = [
        *("tables-20209901T000000Z.sqlite", "tables-20200101T000000Z.sqlite.bak", "notes.part"),
        *("tables.sqlite", "20200101T000000Z.sqlite", "tables-20200101.sqlite"),
    ]
    newer = [f"tables-20200101T00000{second}Z.sqlite" for second in range(1, 5)]
    for name in (*ours, *theirs, *newer):
        (tmp_path / name).touch()
    (tmp_path / "tables-20190101T000000Z.sqlite").mkdir()
    assert {file.name for file in prune(tmp_path)} == set(ours)
    left = {file.name for file in tmp_path.iterdir() if file.is_file()}
    assert left == {*theirs, *newer}


# Handing them on


def hook_in(folder: Path, lines: str) -> str:
    """A host's own command; its last word is the backup."""
    script = folder / "hook"
    script.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    script.chmod(0o755)
    return f"{script} to 'my other machine'"


@pytest.fixture
def built(file: Path) -> Path:
    return build(file)


@pytest.mark.asyncio
async def test_each_backup_is_handed_to_the_host_s_own_command_without_the_token(
    built, folder, tmp_path, clock, caplog, monkeypatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.chdir(tmp_path)
    caplog.set_level(logging.INFO, "host")
    hook = hook_in(tmp_path, f'echo "$2|$3|$DISCORD_TOKEN|" >> {tmp_path}/said; echo chatter')
    made = await keep_backups(built, folder.relative_to(tmp_path), clock, hook)
    assert made and not made.is_absolute()  # the command may work in another folder
    assert (tmp_path / "said").read_text() == f"my other machine|{tmp_path / made}||\n"
    assert caplog.messages == ["backup made", "backup handed on"]
    assert await keep_backups(built, folder, clock, hook) is None  # none was due
    assert len((tmp_path / "said").read_text().splitlines()) == 1


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("hook", "why"), [("false", "exit code 1"), ("/no/such/file", "No such"), ("'", "ValueError")]
)
async def test_a_hook_that_fails_is_an_error_and_the_backup_stays(
    built, folder, clock, caplog, hook, why
) -> None:
    made = await keep_backups(built, folder, clock, hook)
    assert made and made.exists()
    (record,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert record.message == "backup was not handed on" and record.facts["file"] == made
    assert why in str(record.facts["why"])


@pytest.mark.parametrize(("named", "left"), [("some/backups", LAST), ("archive", 2 * LAST)])
def test_the_command_thins_out_the_bot_s_own_folder_and_no_other(
    named, left, built, folder, clock, monkeypatch, tmp_path
) -> None:
    """Else there would be more and more where cron makes them so often that the bot never does."""
    monkeypatch.setenv("BACKUPS", str(folder))
    monkeypatch.setattr(bot, "_now", clock)
    for _ in range(2 * LAST):
        assert bot.main(["backup", f"--database={built}", f"--backups={tmp_path / named}"]) == 0
        clock.advance(1000)
    assert len(copies(tmp_path / named)) == left


def test_an_operator_sees_what_the_command_prints(
    built, folder, tmp_path, monkeypatch, capfd
) -> None:
    monkeypatch.setenv("BACKUP_HOOK", hook_in(tmp_path, "echo chatter"))
    assert bot.main(["--database", str(built), "--backups", str(folder), "backup"]) == 0
    saved, chatter, handed_on = capfd.readouterr().out.splitlines()
    assert saved.startswith("Saved ") and chatter == "chatter" and "handed it on" in handed_on


# Putting them back


@pytest.mark.asyncio
async def test_a_restored_database_plays_on_and_what_was_there_is_kept(
    host, file, folder, tmp_path
) -> None:
    table = await open_playing(host, GAME, 2)
    early = await play_out(host, table.id, Random(7), 8)
    made = backup(file, folder, NOW)
    late = await play_out(host, table.id, Random(8), 8)
    killed = as_killed(file, tmp_path / "killed")
    assert killed.with_name(f"{killed.name}-wal").stat().st_size > 0

    kept = restore(made, killed, NOW)

    assert kept == killed.with_name(f"{killed.name}.before-restore-20261116T122000Z")
    assert version_in(kept, table.id) == late.version > early.version
    assert not [ending for ending in BESIDE if Path(f"{killed}{ending}").exists()]
    again = await Host.open(killed, FakeClock())
    try:
        seen = await again.read(view_table, table.id, by=caller(ADA.id))
        assert seen.table.version == early.version
        assert (await play_out(again, table.id, Random(9))).phase is Phase.OVER
    finally:
        await again.close()
    assert not validate(killed).findings


def test_on_a_new_machine_there_is_nothing_to_keep(file, folder, tmp_path) -> None:
    made = backup(build(file), folder, NOW)
    fresh = tmp_path / "new" / "machine" / "tables.db"
    assert restore(made, fresh, NOW) is None
    assert version_in(fresh, PLAYING) == version_in(file, PLAYING)
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o600


def test_two_restores_in_one_second_keep_both(file, folder) -> None:
    made = backup(build(file), folder, NOW)
    spoil(file, "UPDATE users SET name = 'first'")
    kept = [restore(made, file, NOW)]
    spoil(file, "UPDATE users SET name = 'second'")
    kept.append(restore(made, file, NOW))
    assert [ask(each, "SELECT name FROM users") for each in kept] == ["first", "second"]


def test_nothing_is_restored_under_a_running_process(file, folder) -> None:
    made = backup(build(file), folder, NOW)
    spoil(file, "UPDATE users SET name = 'still here'")
    with held_by_another_process(file):
        before = _contents(file.parent)
        with pytest.raises(CannotOpen, match="in use by another process"):
            restore(made, file, NOW)
        assert _contents(file.parent) == before
    assert restore(made, file, NOW) is not None


def _contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


def _cut_in_half(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def _with_a_torn_page(file: Path) -> None:
    file.write_bytes(overwritten(file.read_bytes(), 3, 1, Random(1)))


def _of_a_stranger(file: Path) -> None:
    spoil(file, "PRAGMA application_id = 1")


def _of_tomorrow(file: Path) -> None:
    spoil(file, "PRAGMA user_version = 99")


def _of_nobody(file: Path) -> None:
    file.unlink()
    spoil(file, "CREATE TABLE songs (title)")


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (_cut_in_half, "damaged|malformed"),
        (_with_a_torn_page, "damaged|malformed"),
        (_of_a_stranger, "not a Factory Table database"),
        (_of_tomorrow, r"newer version \(schema 99\)"),
        (_of_nobody, "not a Factory Table database"),
        (lambda file: file.write_text("notes"), "not a database"),
        (lambda file: file.unlink(), "not found"),
    ],
)
def test_what_is_no_whole_backup_of_ours_is_not_put_in_place(spoilt, said, file, folder) -> None:
    made = backup(build(file), folder, NOW)
    spoilt(made)
    before = _contents(file.parent)
    with pytest.raises(CannotOpen, match=said) as caught:
        restore(made, file, NOW)
    assert str(made) in str(caught.value)
    assert "\n" not in str(caught.value)
    after = _contents(file.parent)
    assert after == before


@pytest.mark.asyncio
async def test_nothing_is_restored_while_somebody_reads_what_the_log_holds(
    host, file, folder, tmp_path
) -> None:
    table = await open_playing(host, GAME, 2)
    made = backup(file, folder, NOW)
    late = await play_out(host, table.id, Random(12), 8)
    killed = as_killed(file, tmp_path / "killed")
    with reader(killed):
        with pytest.raises(CannotOpen, match="Another process is reading"):
            restore(made, killed, NOW)
        assert version_in(killed, table.id) == late.version
        assert not list(killed.parent.glob("*restore*"))
    assert version_in(restore(made, killed, NOW), table.id) == late.version


def test_the_database_is_not_its_own_backup(file) -> None:
    build(file)
    with pytest.raises(CannotOpen, match="is the live database"):
        restore(file, file, NOW)
    assert version_in(file, PLAYING)


def test_a_database_too_damaged_to_copy_is_moved_aside_as_it_is(file, folder) -> None:
    made = backup(build(file), folder, NOW)
    file.write_bytes(b"\0garbage" * 2000)
    wal = file.with_name(f"{file.name}-wal")
    wal.write_bytes(b"the rest of it")
    kept = restore(made, file, NOW)
    assert kept.read_bytes() == b"\0garbage" * 2000
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == b"the rest of it"
    assert not wal.exists()
    assert not validate(file).findings


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_nothing_is_restored_in_the_place_of_what_is_no_file(make, file, folder) -> None:
    """A folder that was named by mistake may be any, and a device is the machine's."""
    made = backup(build(file), folder, NOW)
    file.unlink()
    make(file)
    kind = file.stat().st_mode
    with pytest.raises(CannotOpen, match="is not a file; name the file"):
        restore(made, file, NOW)
    assert file.stat().st_mode == kind and not list(file.parent.glob("*restore*"))


def test_the_database_of_a_newer_version_is_kept_too(file, folder) -> None:
    made = backup(build(file), folder, NOW)
    _of_tomorrow(file)
    kept = restore(made, file, NOW)
    assert ask(kept, "PRAGMA user_version") == 99
    assert not validate(file).findings


@pytest.mark.asyncio
@pytest.mark.skipif(bool(lacking()), reason=lacking())
async def test_a_restore_killed_at_any_step_leaves_the_old_or_the_new_whole(
    host, file, folder, tmp_path
) -> None:
    table = await open_playing(host, GAME, 2)
    early = await play_out(host, table.id, Random(10), 8)
    made = backup(file, folder, NOW)
    late = await play_out(host, table.id, Random(11), 8)
    killed = as_killed(file, tmp_path / "killed")
    with recorder() as listener, listener.recording(killed.parent) as trace:
        restore(made, killed, 0)
    assert not missed(trace)
    disk, versions = Disk(trace), list[int]()
    for position in range(len(trace.steps) + 1):
        disk.go_to(position)
        left = tmp_path / f"step-{position}"
        left.mkdir()
        lay_out(disk.after_a_crash(), left)
        versions.append(version_in(left / file.name, table.id))
        assert not validate(left / file.name).findings
    assert versions == sorted(versions, reverse=True)
    assert {*versions} == {early.version, late.version}
    assert versions[-1] == early.version
