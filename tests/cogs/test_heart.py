"""The bot's heartbeat, and what `python bot.py health` reports in ten planted situations."""

import asyncio
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest
import pytest_asyncio

import bot
from cogs import environment, heart, run
from cogs.heart import notify
from cogs.metrics import Metrics
from host.backups import backup
from host.database.sqlite_files import SqliteLocation
from host.env_file import InvalidSettings
from host.health import FIRST_BACKUP, health
from host.heartbeat import BEHIND, CUT_OFF, DAY, MINUTE, SILENT, STUCK
from host.version import version
from host.wall_clock import passed, utc
from sandbox import interactions
from sandbox.faults import Fault
from sandbox.permissions import May
from sandbox.process import Apart
from testing.people import Label, text

pytestmark = pytest.mark.asyncio
MANY = 10_000
LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def one_time(clock, monkeypatch):
    """The operator goes by the same clock as the bot."""
    monkeypatch.setattr(SqliteLocation, "now", lambda _: clock())


@pytest_asyncio.fixture
async def well(s, file):
    """A bot with a table, of which all was sent, and with a backup."""
    await s.slash("red", "/new")
    await s.until(lambda: s.messages("yellow"))
    await s.until(lambda: not asked(file, "SELECT count(*) FROM outbox"))
    backup(file, file.parent / "backups", utc())
    await s.bot.heart.beat()
    return s


def asked(file, statement):
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        return connection.execute(statement).fetchone()[0]


@pytest.fixture
def look(file, capsys):
    """The problems that `python bot.py health` lists; its exit code says whether there are any."""

    def look(*words):
        code = bot.main(["--database", str(file), "health", *words])
        said = capsys.readouterr().out
        faults = [line.removeprefix("! ") for line in said.splitlines() if line.startswith("! ")]
        assert code == (1 if faults else 0)
        assert (bot.NO_PROBLEMS in said) is not bool(faults)
        return faults

    return look


async def queued(s, file):
    """A message that waits: somebody has joined."""
    await s.click("blue", s.messages("yellow")[0], Label.JOIN)
    assert asked(file, "SELECT count(*) FROM outbox")


async def judged(file):
    """The code and the words of `python bot.py health --alive` in a process of its own."""
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "bot.py", "--database", str(file), "health", "--alive"],
        cwd=Path(bot.__file__).parent,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


# The ten situations


async def test_1_all_is_fine(well, look):
    assert look() == look("--alive") == []


async def test_2_the_bot_is_down(well, look, clock):
    await well.stop_bot()
    clock.ahead = 5 * MINUTE
    told = "The bot is not running (last heartbeat 5 minutes ago)."
    assert look() == look("--alive") == [told]
    clock.ahead = 0
    await well.start_bot()


async def test_3_the_bot_is_cut_off_from_discord(well, look, clock):
    well.bot.dispatch("shard_disconnect", 0)
    await well.until(lambda: not well.bot.heart.is_connected)
    await well.bot.heart.beat()
    assert look() == []  # most interruptions are short
    clock.ahead = CUT_OFF + MINUTE
    await well.bot.heart.beat()
    told = "The bot has not been connected to Discord for 2 minutes."
    assert look() == look("--alive") == [told]
    well.bot.dispatch("shard_resumed", 0)
    await well.until(lambda: well.bot.heart.is_connected)
    await well.bot.heart.beat()
    assert look() == []


async def test_4_the_sender_is_stuck(well, file, look, clock):
    well.bot._tasks[0].cancel()
    await queued(well, file)
    clock.ahead = STUCK + MINUTE
    await well.bot.heart.beat()
    (told,) = look()
    assert told.startswith("The sender is stuck: ")
    assert told.endswith(" waiting, nothing was sent for 6 minutes.")
    assert look("--alive") == [told]


async def test_5_the_disk_is_full(well, look, monkeypatch):
    disk = SimpleNamespace(f_bavail=99_999_999, f_frsize=1, f_flag=0)
    monkeypatch.setattr(os, "statvfs", lambda path: disk)
    assert look() == ["Only 99 MB free on the database's disk."]
    assert look("--alive") == []


async def test_6_the_backup_is_old(well, look, clock):
    clock.ahead = 3 * DAY
    await well.bot.heart.beat()
    assert look() == ["The newest backup is 3 days old."]


async def test_a_bot_that_has_just_started_makes_its_first_backup_by_itself(s, file, look, clock):
    await s.slash("red", "/new")
    await s.bot.heart.beat()
    assert look() == []
    clock.ahead = FIRST_BACKUP + MINUTE
    await s.bot.heart.beat()
    assert "No backup yet: make one with `python bot.py backup`." in look()


async def test_7_the_database_is_damaged(well, file, look):
    """A page in the middle is overwritten while the bot runs."""
    page, root = 4096, asked(file, "SELECT rootpage FROM sqlite_master WHERE name = 'results'")
    asked(file, "PRAGMA wal_checkpoint(TRUNCATE)")
    before = file.read_bytes()
    with file.open("r+b") as handle:
        handle.seek((root - 1) * page)
        handle.write(b"\xa5" * page)
    (told,) = look()
    assert told.startswith("The database is damaged (")
    file.write_bytes(before)


@contextmanager
def locked(file):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", LOCK, file], text=True, **pipes) as process:
        assert process.stdout.readline() == "locked\n"
        yield
        process.stdin.close()


async def test_8_the_database_is_locked(well, file):
    """Asked by a process of its own: a look from within would drop the bot's locks."""
    with locked(file):
        code, said = await judged(file)
    assert code == 1
    assert "! Another process has locked the database, so the bot can't save anything." in said
    await well.bot.heart.beat()
    assert not well.bot.heart.unsaved  # that the other one closed the file did no harm
    well.errors.clear()  # the bot could not save anything in this time


async def test_9_the_bot_is_behind_with_its_messages(well, file, look, clock):
    """One channel fails again and again; elsewhere messages are sent."""
    well.server.faults.plant(Fault("*", r"/channels/\d+/messages", status=503, times=MANY))
    await queued(well, file)
    clock.ahead = BEHIND + MINUTE
    well.bot.heart.delivered()
    await well.bot.heart.beat()
    (told,) = look()
    assert told.startswith("The bot is behind: ") and told.endswith("the oldest for 11 minutes.")
    well.server.faults.planted.clear()


@pytest.mark.parametrize(("ahead", "how"), [(5, "fast"), (-5, "slow")])
async def test_10_the_clock_is_wrong(well, look, clock, monkeypatch, ahead, how):
    """The number of a press tells Discord's time."""
    world = well.server.world
    well.bot.heart.since -= 2 * MINUTE
    before = world.clock
    world.clock = lambda: before() - ahead * MINUTE / 1000
    await well.slash("red", "/help")
    await well.bot.heart.beat()
    (told,) = look()
    how_far = "4" if how == "slow" and "4 minutes" in told else "5"  # the press took a moment
    assert told == f"The clock for deadlines is {how_far} minutes {how}: Discord's time differs."
    if how == "slow":  # the clock is set right, or nobody presses for more than an hour
        clock.ahead = 5 * MINUTE
    else:
        clock.ahead = 61 * MINUTE
        monkeypatch.setattr(heart, "passed", lambda: passed() + 61 * MINUTE)
    await well.bot.heart.beat()
    assert look() == []


async def test_a_clock_that_was_set_back_and_a_bot_that_hangs_are_seen_too(well, look, clock):
    clock.ahead = 2 * MINUTE
    await well.bot.heart.beat()
    clock.ahead = 0
    (told,) = look()
    assert told.startswith("The clock for deadlines was set back by ")
    clock.ahead = 2 * MINUTE + SILENT + MINUTE
    (told,) = look("--alive")
    assert told.startswith("The bot hangs or can't save anything (its log says which): ")
    assert told.endswith(" no heartbeat for 3 minutes.")


async def test_presses_that_come_late_after_an_interruption_say_nothing_of_the_clock(well, look):
    world = well.server.world
    before = world.clock
    world.clock = lambda: before() - 300
    await well.slash("red", "/help")
    await well.bot.heart.beat()
    assert look() == []


# The process


async def test_a_real_process_is_judged_by_another_and_tells_systemd_how_it_is(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        async with Apart(tmp_path, {"NOTIFY_SOCKET": str(tmp_path / "notify")}) as s:
            await s.until(lambda: asked(s.database, "SELECT max(servers) FROM heartbeats"))
            code, said = await judged(s.database)
            assert code == 0 and "connected, 1 server" in said and f"version {version()}" in said
            s.process.send_signal(signal.SIGSTOP)
            found = health(s.database, tmp_path, utc() + SILENT + MINUTE)
            assert found.of_the_bot[0].startswith("The bot hangs or can't save ")
            s.process.send_signal(signal.SIGCONT)
            await s.end(signal.SIGTERM)
            (told,) = health(s.database, tmp_path, utc()).of_the_bot
            assert told.startswith("The bot is not running (last heartbeat ")
        heard = []
        while not heard or heard[-1] != b"STOPPING=1":
            heard.append(systemd.recv(100))
    assert heard[0] == b"READY=1" and set(heard[1:-1]) == {b"WATCHDOG=1"}


async def test_nobody_is_told_where_systemd_does_not_ask_and_a_lost_systemd_is_a_warning(
    monkeypatch, caplog, tmp_path
):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")
    assert not caplog.records
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    notify("READY=1")
    (record,) = caplog.records
    assert record.message == "could not notify systemd" and record.facts["state"] == "READY=1"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0factory-table-{os.getpid()}")
        monkeypatch.setenv("NOTIFY_SOCKET", f"@factory-table-{os.getpid()}")
        notify("READY=1")
        assert systemd.recv(100) == b"READY=1"


# The page of numbers


@pytest_asyncio.fixture
async def page(well, file):
    """Gives status and text of a path of the page."""
    metrics = well.bot.heart.metrics = Metrics(well.bot.heart, file, file.parent / "backups")
    runner = await metrics.serve("127.0.0.1", 0)
    port = runner.addresses[0][1]

    async def page(path):
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{port}{path}") as found,
        ):
            return found.status, await found.text()

    yield page
    await runner.cleanup()


async def test_the_page_has_the_numbers_of_the_heartbeat_and_no_name(well, page, file):
    await well.click("blue", well.messages("yellow")[0], Label.JOIN)
    await well.until(lambda: not asked(file, "SELECT count(*) FROM outbox"))
    status, told = await page("/metrics")
    numbers = dict(line.rsplit(" ", 1) for line in told.splitlines() if line[0] != "#")
    assert status == 200
    assert float(numbers["factory_table_connected"]) == 1
    assert float(numbers["factory_table_saving"]) == 1
    assert float(numbers["factory_table_servers"]) == 1
    assert float(numbers['factory_table_tables{phase="lobby"}']) == 1
    assert float(numbers["factory_table_messages_waiting"]) == 0
    assert float(numbers["factory_table_messages_sent_total"]) >= 1
    assert float(numbers["factory_table_press_seconds_count"]) == 1
    assert 0 <= float(numbers["factory_table_backup_age_seconds"]) < 3600
    assert f'factory_table_info{{version="{version()}"}}' in numbers
    for person in well.server.world.people:
        assert not {person["username"], person["id"]} & {*re.findall(r"\w+", told.lower())}
    assert not [channel for channel in well.server.world.channels if channel in told]


async def test_healthz_answers_503_with_the_reason_while_something_is_wrong(well, page, clock):
    assert await page("/healthz") == (200, "ok\n")
    well.bot.dispatch("shard_disconnect", 0)
    await well.until(lambda: not well.bot.heart.is_connected)
    well.bot.heart.since -= 5 * MINUTE
    status, told = await page("/healthz")
    assert status == 503 and "not been connected to Discord for 5 minutes" in told
    well.bot.heart.connected(True)
    well.bot.heart.unsaved = "the disk is full"
    assert await page("/healthz") == (503, "The bot can't save anything: the disk is full.\n")
    assert "factory_table_saving 0.0" in (await page("/metrics"))[1]


async def test_an_address_that_is_taken_is_one_sentence(well, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        settings = {"METRICS": f"127.0.0.1:{taken.getsockname()[1]}"}
        with pytest.raises(InvalidSettings, match=r"^METRICS can't be served: .*in use\.$"):
            await run._page(well.bot, environment.read(tmp_path / "none", settings))


# For moderators


async def test_status_tells_moderators_how_the_bot_is_and_nobody_else(s, monkeypatch):
    shown = text(await s.slash("red", "/status"))
    assert f"Factory Table {version()}" in shown and "No problems found" in shown
    assert "0 open tables on 1 server" in shown
    s.bot.heart.connected(False)
    s.bot.heart.since -= 5 * MINUTE
    assert "⚠️ The bot has not been connected" in text(await s.slash("red", "/status"))
    s.bot.heart.connected(True)
    is_moderator = interactions.PERMISSIONS
    monkeypatch.setattr(interactions, "PERMISSIONS", str(int(is_moderator) & ~May.MANAGE_MESSAGES))
    assert "Only moderators" in text(await s.slash("red", "/status"))
