"""A database that is busy, full, broken or read-only: players are told, nothing is half stored."""

import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from cogs import heart
from engine.kernel.refusal import Refused
from host import lobby
from host.database.sqlite import SqliteConnection
from host.errors import CannotOpen, SaveFailed
from host.health import health
from host.heartbeat import MINUTE, SILENT
from host.host import Host
from host.lock import IN_USE
from host.positions import Positions
from host.records import Phase
from host.views import view_table
from host.wall_clock import utc
from testing import SCALE
from testing.database_rules import copied, faults, opened
from testing.hosting import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    PEOPLE,
    caller,
    dump,
    next_click,
    open_lobby,
    open_playing,
    play_out,
    press,
    random_click,
)

ROOT = Path(__file__).parents[2]
LONG = 300  # seconds; only what hangs meets it
NOBODY = 65534
UNSAVED = r"I couldn't save that \([a-z' ]+\)\. Please try again in a moment\."


async def unsaved(host, asked):
    """That was not stored, the player is told so in one sentence, and nothing was changed."""
    before = await dump(host)
    with pytest.raises(SaveFailed) as caught:
        await asked
    assert re.fullmatch(UNSAVED, str(caught.value))
    assert await dump(host) == before
    return str(caught.value)


async def as_seen(host, table_id):
    """What the public and everybody at the table see."""
    public = await host.read(view_table, table_id, by=None)
    users = [seat.user for seat in public.table.seats if seat.user]
    return [public, *[await host.read(view_table, table_id, by=caller(user)) for user in users]]


async def as_stored(file, table_id, folder):
    """The same, from a host that has read it from the file just now."""
    async with opened(copied(file, folder / "copy.db")) as host:
        return await as_seen(host, table_id)


# --- busy ----------------------------------------------------------------------------------------

LOCKER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def locked_by_another_process(file):
    command = [sys.executable, "-c", LOCKER, str(file)]
    with subprocess.Popen(
        command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == "locked\n"
        try:
            yield
        finally:
            process.communicate(timeout=LONG)


@pytest.mark.asyncio
async def test_a_click_on_a_locked_database_is_told_and_works_when_the_lock_is_gone(
    host, file, game_id
):
    table = await open_playing(host, game_id)
    await play_out(host, table.id, Random(1), 5)
    click = await next_click(host, table.id, Random(1))
    before = await as_seen(host, table.id)
    with locked_by_another_process(file):
        assert "busy" in await unsaved(host, press(host, table.id, click))
        assert await as_seen(host, table.id) == before
    played = await press(host, table.id, click)
    assert (played.number, played.is_repeat) == (before[0].table.version + 1, False)
    assert not faults(file)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("use_case", "who"),
    [(lobby.join, CLEO), (lobby.start, ADA), (lobby.leave, BEN)],
    ids=["join", "start", "leave"],
)
async def test_a_lobby_in_a_locked_database_stays_as_it_is(host, file, game_id, use_case, who):
    table = await open_lobby(host, game_id)
    with locked_by_another_process(file):
        await unsaved(host, host.do(use_case, table.id, by=caller(who)))
    await host.do(use_case, table.id, by=caller(who))
    assert not faults(file)


@pytest.mark.asyncio
async def test_an_autopilot_that_met_a_lock_plays_on_at_the_next_housekeeping(
    host, file, game_id, caplog
):
    table = await open_playing(host, game_id, 1, 2)
    rng = Random(2)
    while (await host.read(view_table, table.id, by=None)).waiting == (
        0,
    ):  # until autopilots are next
        await press(host, table.id, await next_click(host, table.id, rng))
        if host._autoplaying:
            break
    with locked_by_another_process(file):
        await host.wait_for_autoplay()
    (record,) = [each for each in caplog.records if "could not play" in each.message]
    assert record.facts["table"] == table.id
    assert str(record.facts["why"]).startswith("I couldn't save that")
    await host.run_housekeeping()
    await host.wait_for_autoplay()
    seen = await host.read(view_table, table.id, by=None)
    assert 0 in seen.waiting or seen.table.phase is Phase.OVER
    assert not faults(file)


# --- full ----------------------------------------------------------------------------------------


async def set_room(host, pages):
    """The file may grow by so many pages, then SQLite says that the disk is full."""

    def limit(connection):
        (count,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {count + pages}")

    await host._database._on_thread(limit)


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(SCALE))
async def test_at_every_point_of_a_growing_game_a_full_disk_refuses_a_click_whole(
    host, file, game_id, tmp_path, seed
):
    rng, refused = Random(seed), 0
    for game in range(3):  # a short one makes the file grow but little
        table = await open_playing(host, game_id, 3, channel=CHANNEL + game, seed=seed)
        while click := await next_click(host, table.id, rng):
            await set_room(host, 0)
            try:
                await press(host, table.id, click)
            except SaveFailed:
                refused += 1
                assert "the disk is full" in await unsaved(host, press(host, table.id, click))
                assert await as_seen(host, table.id) == await as_stored(file, table.id, tmp_path)
                await set_room(host, 1000)
                assert not (await press(host, table.id, click)).is_repeat
        if refused > 5:
            break
        await set_room(host, 1000)
    assert refused > 5
    assert not faults(file)


@pytest.fixture
def small_disk(tmp_path):
    """A real file system of six megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONG)
    except OSError as error:
        pytest.skip(f"no file system can be mounted here: {error}")
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True, timeout=LONG)


def filled(folder, left):
    """A file that leaves so many bytes of the disk."""
    disk = os.statvfs(folder)
    ballast = folder / "ballast"
    ballast.write_bytes(bytes(max(0, disk.f_bavail * disk.f_frsize - left)))
    return ballast


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(SCALE))
async def test_a_game_goes_on_when_a_full_disk_has_room_again(small_disk, tmp_path, game_id, seed):
    rng, file = Random(seed), small_disk / "tables.db"
    async with opened(file) as host:
        for channel in range(8):
            table = await open_playing(host, game_id, 2, channel=channel, seed=seed)
            ballast = filled(small_disk, rng.randrange(150_000))
            click = await last_click_that_fails(host, table.id, rng)
            assert "the disk is full" in await unsaved(host, press(host, table.id, click))
            assert await as_seen(host, table.id) == await as_stored(file, table.id, tmp_path)
            ballast.unlink()
            assert not (await press(host, table.id, click)).is_repeat
    assert not faults(file)


async def last_click_that_fails(host, table_id, rng):
    """Play until the disk takes no more."""
    while click := await next_click(host, table_id, rng):
        try:
            await press(host, table_id, click)
        except SaveFailed:
            return click
    raise AssertionError("the disk was never full")


@contextmanager
def read_only(folder, view):
    """The same files on a disk that takes no more, as after an error of the disk."""
    view.mkdir()
    subprocess.run(["mount", "--bind", str(folder), str(view)], check=True, timeout=LONG)
    subprocess.run(["mount", "-o", "remount,bind,ro", str(view)], check=True, timeout=LONG)
    try:
        yield view
    finally:
        subprocess.run(["umount", "--lazy", str(view)], check=True, timeout=LONG)


@pytest.mark.asyncio
async def test_a_bot_that_lives_but_cannot_save_says_so_to_health_and_to_systemd(
    small_disk, tmp_path, monkeypatch, caplog
):
    """Health hears nothing of it and looks at the disk; the bot itself knows why."""
    caplog.set_level("INFO")
    told, file = [], small_disk / "tables.db"
    monkeypatch.setattr(heart, "notify", told.append)
    async with opened(file) as host:
        beating = heart.Heart(SimpleNamespace(latency=0, served=[], process="1"), host)
        beating.connected(True)
        later = utc() + SILENT + MINUTE
        await beating.beat()
        with read_only(small_disk, tmp_path / "view") as view:
            sick = health(view / file.name, tmp_path, later)
        assert sick.of_the_bot == ["The bot can't save anything: the database's disk is read-only."]
        assert "The database's disk is read-only." in sick.faults
        ballast = filled(small_disk, 0)
        while not beating.unsaved:
            await beating.beat()
        await beating.beat()
        full = ["The bot can't save anything: the disk is full."]
        assert [*(await beating.signs()).problems(utc())] == full
        full = ["The bot can't save anything: the database's disk is full."]
        assert health(file, tmp_path, later).of_the_bot == full
        ballast.unlink()
        await beating.beat()
        assert [*(await beating.signs()).problems(utc())] == []
        await host._database._on_thread(lambda connection: connection.set_authorizer(broken))
        await beating.beat()
        damaged = ["The bot can't save anything: the database is damaged."]
        assert [*(await beating.signs()).problems(utc())] == damaged
    assert {*told} == {"WATCHDOG=1"} and told.count("WATCHDOG=1") > 4
    said = [record.message for record in caplog.records if record.name == "cogs.heart"]
    lost = "nothing can be saved, will retry"
    assert said == [lost, "saving works again", lost]


def broken(*_):
    """As SQLite finds a page that is none: the writing connection gets a DatabaseError."""
    return sqlite3.SQLITE_DENY


@pytest.mark.asyncio
async def test_a_new_file_on_a_full_disk_is_refused_and_opens_when_there_is_room(small_disk):
    file = small_disk / "tables.db"
    ballast = filled(small_disk, 16_384)
    with pytest.raises(CannotOpen, match=r"Can't open \S*tables\.db: [^\n]*\.$"):
        await Host.open(file)
    ballast.unlink()
    async with opened(file):
        pass


# --- broken in the middle of a commit ------------------------------------------------------------


@contextmanager
def files_of_at_most(size):
    """No file of this process can grow past it: a real error while the commit is written."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def faults_of_commits_that_fail(host, file, table_id, folder, seed, count):
    """The first thing that somebody sees and that is not stored, as commits break at random."""
    rng, broken = Random(seed), 0
    log = file.with_name(f"{file.name}-wal")
    for _ in range(count):
        click = await next_click(host, table_id, rng)
        if click is None:
            break
        try:
            with files_of_at_most(log.stat().st_size + rng.randrange(30_000)):
                await press(host, table_id, click)
        except SaveFailed as told:
            assert re.fullmatch(UNSAVED, str(told))
            broken += 1
            if await as_seen(host, table_id) != await as_stored(file, table_id, folder):
                return [f"{click} is seen and not stored"]
            try:
                await press(host, table_id, click)
            except Refused as refused:
                return [f"{click} was not stored, and then it is refused: {refused}"]
    assert broken > count // 10
    return faults(file)


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(SCALE))
async def test_nobody_ever_sees_what_a_failed_commit_has_not_stored(
    host, file, game_id, tmp_path, seed
):
    table = await open_playing(host, game_id, 2, seed=seed)
    assert not await faults_of_commits_that_fail(host, file, table.id, tmp_path, seed, 60)


def take_whatever_is_kept(positions, store, table):
    kept = positions._kept.pop(table.id)
    return positions._read(store, table) if kept is None else kept.state


@pytest.mark.asyncio
async def test_mutant_a_position_that_runs_ahead_of_the_stored_one_is_caught(
    host, file, game_id, tmp_path, monkeypatch
):
    table = await open_playing(host, game_id, 2)
    monkeypatch.setattr(Positions, "take", take_whatever_is_kept)
    assert await faults_of_commits_that_fail(host, file, table.id, tmp_path, 0, 60)


# --- read-only -----------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_database_that_became_read_only_says_so_and_can_still_be_looked_at(
    host, file, game_id, monkeypatch
):
    table = await open_playing(host, game_id)
    click = await next_click(host, table.id, Random(3))
    before = await as_seen(host, table.id)
    with (
        closing(
            sqlite3.connect(
                f"file:{file}?mode=ro",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
                factory=SqliteConnection,
            )
        ) as read_only,
        monkeypatch.context() as patch,
    ):
        patch.setattr(host._database._connection, "_connection", read_only)
        assert "can't be written" in await unsaved(host, press(host, table.id, click))
        assert await as_seen(host, table.id) == before
    assert not (await press(host, table.id, click)).is_repeat


@contextmanager
def as_anybody():
    """Without the rights of root, whom no mode of a file stops."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder():
    """A folder that everybody can enter."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


async def cannot_open(file):
    """One sentence for the operator that names the file."""
    with pytest.raises(CannotOpen) as caught:
        await Host.open(file)
    sentence = str(caught.value)
    assert re.fullmatch(r"[^\n]+\.", sentence) and str(file) in sentence, sentence
    return sentence


@pytest.mark.asyncio
async def test_a_folder_that_cannot_be_written_is_refused(open_folder):
    os.chmod(open_folder, 0o555)
    with as_anybody():
        assert "Permission denied" in await cannot_open(open_folder / "tables.db")
    assert not list(open_folder.iterdir())
    os.chmod(open_folder, 0o755)
    async with opened(open_folder / "tables.db"):
        pass


@pytest.mark.asyncio
async def test_a_file_that_cannot_be_written_is_refused(open_folder):
    file = open_folder / "tables.db"
    async with opened(file):
        pass
    os.chmod(open_folder, 0o777)
    os.chmod(file, 0o444)
    content = file.read_bytes()
    with as_anybody():
        assert "Permission denied" in await cannot_open(file)
    assert file.read_bytes() == content
    os.chmod(file, 0o600)
    async with opened(file):
        pass


@pytest.mark.asyncio
async def test_a_folder_that_does_not_exist_is_refused(tmp_path):
    assert "No such file" in await cannot_open(tmp_path / "nowhere" / "tables.db")


@pytest.mark.asyncio
async def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path):
    (tmp_path / "tables.db").mkdir()
    await cannot_open(tmp_path / "tables.db")


# --- a second process ----------------------------------------------------------------------------


def second_process(file):
    command = [sys.executable, "-m", "testing.player", str(file), "1"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LONG)


@pytest.mark.asyncio
async def test_a_second_process_is_refused_with_one_sentence_and_disturbs_nothing(
    host, file, game_id
):
    table = await open_playing(host, game_id)
    before = await dump(host)
    second = second_process(file)
    assert second.returncode not in (0, None)
    assert second.stderr == IN_USE.format(file=file) + "\n"
    assert not second.stdout
    assert await dump(host) == before
    assert await random_click(host, table.id, Random(1))


@pytest.mark.asyncio
async def test_a_second_host_in_the_same_process_is_refused_too(host, file, game_id):
    table = await open_lobby(host, game_id, channel=CHANNEL)
    with pytest.raises(CannotOpen, match="in use"):
        await Host.open(file)
    assert (await host.do(lobby.start, table.id, by=caller(PEOPLE[0].id))).phase is Phase.PLAYING


@pytest.mark.asyncio
async def test_a_closed_host_gives_the_file_free(file):
    for _ in range(3):
        async with opened(file):
            pass
