"""The real bot in a process of its own: how it starts, refuses to, stops, dies and comes back."""

import asyncio
import contextlib
import json
import logging
import random
import re
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
import pytest_asyncio

import bot
from cogs import run
from cogs.logs import HIDDEN, Lines
from host.backups import backup
from host.host import Host
from host.validation import validate
from host.wall_clock import utc
from sandbox.driver import PATIENCE, Failed
from sandbox.faults import Fault
from sandbox.process import Apart, new_token
from testing.people import Label, labels
from testing.wire import Cut, Wire

MANY = 10_000
STOPPED = "event=stopped"  # else the bot was cut off by its own timer
LINE = re.compile(r'(\w+=("([^"\\]|\\.)*"|[^\s"=]+)( |$))+')


@pytest_asyncio.fixture
async def s(tmp_path):
    async with Apart(tmp_path) as sandbox:
        yield sandbox
        assert not sandbox.violations
        assert "level=error" not in sandbox.log


def board(s):
    found = [m for m in s.messages("yellow") if labels(m) & {Label.JOIN, Label.MY_HAND}]
    return found[-1] if found else None


async def opened(s):
    await s.slash("red", "/new")
    return await s.until(lambda: board(s))


async def ended(s, **settings):
    """Starts one more process that must end by itself; its code, and what it said."""
    before = len(s.log)
    process = await s.begin(**settings)
    code = await asyncio.wait_for(process.wait(), PATIENCE)
    return code, s.log[before:]


def is_one_sentence(said):
    """Beside what a process that runs on writes to its log."""
    (*more, last) = [line for line in said.splitlines() if not line.startswith("time=")]
    return not more and last.endswith(".")


def syncs(s):
    return [each for each in s.server.rest.requests if each.startswith("PUT ")]


# Starting and stopping


@pytest.mark.asyncio
async def test_a_kill_and_a_stop_lose_nothing_and_commands_are_synced_only_when_they_changed(s):
    assert "permissions=309237763072" in s.log
    assert f"client_id={s.server.world.bot['id']}" in s.log
    unsent = s.server.faults.plant(
        Fault("POST", r"/channels/\d+/messages$", status=503, times=MANY)
    )
    await s.slash("red", "/new")
    await s.until(lambda: unsent.times < MANY)
    assert await s.end(signal.SIGKILL) == -signal.SIGKILL
    assert not board(s) and len(syncs(s)) == 1
    unsent.times = 0

    await s.start_bot()
    message = await s.until(lambda: board(s))
    assert len(syncs(s)) == 1
    await s.click("blue", message, Label.JOIN)
    await s.until(lambda: "Blue" in str(board(s)["components"]))
    assert len([m for m in s.messages("yellow") if Label.JOIN in labels(m)]) == 1
    await s.click("red", message, Label.START)
    await s.until(lambda: Label.MY_HAND in labels(board(s)))
    assert await s.end(signal.SIGTERM) == 0
    assert STOPPED in s.log
    found = validate(s.database)
    assert (found.tables, found.faults) == (1, [])

    with closing(sqlite3.connect(s.database)) as stopped, stopped:
        stopped.execute("UPDATE program SET value = 'others' WHERE name = 'commands'")
    await s.start_bot()
    assert len(syncs(s)) == 2
    panel = await s.click("red", board(s), Label.MY_HAND)
    await s.until(lambda: panel["attachments"])
    assert await s.end(signal.SIGINT) == 0
    assert s.log.count(STOPPED) == 2 and "Traceback" not in s.log
    s.command = ("-m", "sandbox.process", "validate")
    code, said = await ended(s)
    assert code == 0 and "Checked 1 table: 0 problems." in said


@pytest.mark.asyncio
async def test_it_reconnects_refuses_a_second_process_and_ends_when_its_token_is_withdrawn(s):
    await s.server.gateway.cut()
    await s.until(lambda: "connection resumed" in s.log)
    code, said = await ended(s)
    assert code == 2 and is_one_sentence(said) and "in use by another process" in said
    await opened(s)
    s.server.gateway.token = new_token()
    s.server.gateway.forget()
    await s.server.gateway.cut()
    assert await asyncio.wait_for(s.process.wait(), PATIENCE) == 2
    assert s.log.splitlines()[-1].startswith("Discord rejected DISCORD_TOKEN")
    assert s.settings["DISCORD_TOKEN"] not in s.log and "Traceback" not in s.log


WAITING = """
import bot, sys, threading
from sandbox.process import main
wait = bot._wait_to_be_stopped

def tell_and_wait():
    timers = [each for each in threading.enumerate() if isinstance(each, threading.Timer)]
    print("timers:", [each for each in timers if not each.finished.is_set()], file=sys.stderr)
    wait()

bot._wait_to_be_stopped = tell_and_wait
sys.exit(main())
"""


@pytest.mark.asyncio
async def test_without_its_file_it_confirms_nothing_more_waits_if_asked_to_and_makes_no_new_one(
    tmp_path,
):
    """With `--wait`, as in Docker, no timer of its own ends it; then a new start is refused."""
    async with Apart(tmp_path, command=("-c", WAITING, "--wait")) as s:
        await opened(s)
        backup(s.database, tmp_path / "backups", utc())
        s.database.unlink()
        with contextlib.suppress(Failed):  # it may end before it answers
            await s.slash("red", "/games")
        await s.until(lambda: "Waiting to be stopped" in s.log)
        said = s.log
        assert s.process.returncode is None and "timers: []" in said
        assert await s.end(signal.SIGTERM) == 2
        s.command = ("-m", "sandbox.process")
        code, refused = await ended(s)
    (line,) = [line for line in said.splitlines() if "from=host.database.sqlite" in line]
    assert "level=error" in line and "restore a backup" in line and "Traceback" not in said
    assert "then start the bot again.\n" in said
    assert code == 2 and is_one_sentence(refused) and not s.database.exists()
    assert "tables.sqlite is missing, but " in refused and "python bot.py restore FILE" in refused


# Refusals


@pytest.mark.parametrize(
    ("changed", "mode", "named"),
    [
        ({"DISCORD_TOKEN": ""}, 0o600, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "a" * 70}, 0o600, "DISCORD_TOKEN"),
        ({}, 0o644, "chmod 600"),
        ({"DATABASE": "taken/folder/file"}, 0o600, "DATABASE"),
        ({"BACKUPS": "taken/folder/file"}, 0o600, "BACKUPS"),
    ],
)
def test_a_setting_that_does_not_fit_is_one_sentence(
    tmp_path, monkeypatch, capsys, changed, mode, named
):
    """In this process: all of it is refused before the bot begins to log."""
    settings = {"DISCORD_TOKEN": new_token(), "DATABASE": "tables.sqlite", **changed}
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE", "BACKUPS", "LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    Path("taken").write_text("")
    Path(".env").write_text("\n".join(f"{name}={value}" for name, value in settings.items()))
    Path(".env").chmod(mode)
    assert bot.main([]) == 2
    said = capsys.readouterr().err
    assert is_one_sentence(said) and named in said
    assert not settings["DISCORD_TOKEN"] or settings["DISCORD_TOKEN"] not in said


@pytest.mark.asyncio
async def test_a_token_that_discord_refuses_is_one_sentence(tmp_path):
    s, token = Apart(tmp_path), new_token()
    async with s.server:
        code, said = await ended(s, DISCORD_TOKEN=token, LOG_LEVEL="DEBUG")
    assert code == 2 and "Traceback" not in said and token not in said
    assert said.splitlines()[-1].startswith("Discord rejected DISCORD_TOKEN")


@pytest.mark.asyncio
async def test_where_every_end_is_a_new_start_it_waits_with_a_bad_token(tmp_path):
    s = Apart(tmp_path, {"DISCORD_TOKEN": "no token"}, command=("-m", "sandbox.process", "--wait"))
    process = await s.begin()
    await s.until(lambda: "Waiting to be stopped" in s.log)
    assert process.returncode is None and "DISCORD_TOKEN doesn't look like" in s.log
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), PATIENCE) == 2


@pytest.mark.asyncio
async def test_where_the_log_is_json_every_line_is_also_what_is_wrong_at_the_start(tmp_path):
    async with Apart(tmp_path, {"LOG_FORMAT": "json"}) as s:
        await s.until(lambda: "client_id=" in s.log)
        await s.end(signal.SIGTERM)
        for name, wrong in (
            ("DISCORD_TOKEN", new_token()),
            ("LOG_LEVEL", "LOUD"),
            ("DATABASE", "log/x"),
        ):
            code, said = await ended(s, **{name: wrong})
            (*_, last) = map(json.loads, said.splitlines())
            assert code == 2 and last["event"] == "the bot can't run" and last["level"] == "error"
            assert name in last["why"]
        assert all(json.loads(line)["time"] for line in s.log.splitlines())


# When Discord or the database cannot be reached


def free_port():
    """Nobody listens there, and the system gives it to nobody: it hands out only higher ones."""
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as found, contextlib.suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port


async def stopped(process, s):
    """Ends a process that was started beside the sandbox's own; it has ended by itself."""
    process.send_signal(signal.SIGTERM)
    code = await asyncio.wait_for(process.wait(), PATIENCE)
    return code == 0 and STOPPED in s.log


@pytest.mark.asyncio
async def test_it_waits_for_discord_at_the_start_and_stops_while_it_waits(tmp_path):
    s = Apart(tmp_path)
    s.server.port = free_port()
    process = await s.begin()
    await s.until(lambda: "cannot reach Discord, will retry" in s.log)
    assert await stopped(process, s)
    assert "Traceback" not in s.log


@pytest.mark.asyncio
async def test_a_stop_during_the_start_is_quiet(tmp_path):
    """While it logs in, with emojis still to upload: every line is an event, none is an error."""
    s = Apart(tmp_path, {"EMOJIS": "yes"})
    async with s.server:
        process = await s.begin()
        await s.until(lambda: s.server.rest.requests)
        assert await stopped(process, s)
    assert s.log and not [line for line in s.log.splitlines() if not LINE.fullmatch(line)]
    assert "level=error" not in s.log and "level=warning" not in s.log


@pytest.mark.asyncio
async def test_it_comes_up_when_discord_does(tmp_path):
    s = Apart(tmp_path)
    s.server.port = free_port()
    early = await s.begin()
    await s.until(lambda: "cannot reach Discord, will retry" in s.log)
    async with s.server:
        await s.until(lambda: s.server.gateway.is_online)
        assert await stopped(early, s)


@pytest.mark.asyncio
async def test_it_waits_for_the_database_server_as_after_a_reboot(tmp_path, server):
    """The server's socket is found in a folder in which it is not at first."""
    socket_name, folder, url = ".s.PGSQL.5432", tmp_path / "server", server.database()
    folder.mkdir()
    s = Apart(tmp_path, {"DATABASE": url.replace(str(server.folder), str(folder))})
    async with s.server:
        early = await s.begin()
        await s.until(lambda: "cannot reach the database, will retry" in s.log)
        (folder / socket_name).symlink_to(server.folder / socket_name)
        await s.until(lambda: s.server.gateway.is_online)
        assert await stopped(early, s)
    assert "Traceback" not in s.log
    server.clean(url)


@pytest.mark.asyncio
async def test_it_starts_although_the_link_to_the_database_breaks_meanwhile(tmp_path, server):
    url = server.database()
    async with Wire(tmp_path / "wire", server.folder) as wire:
        wire.cut_at_commit = Cut.LOST
        s = Apart(tmp_path, {"DATABASE": url.replace(str(server.folder), str(wire.folder))})
        async with s.server:
            process = await s.begin()
            await s.until(lambda: s.server.gateway.is_online)
            assert wire.cuts == 1 and await stopped(process, s)
    assert "Traceback" not in s.log
    server.clean(url)


@pytest.mark.asyncio
async def test_it_stops_although_discord_never_says_a_word(tmp_path):
    """Somebody takes the connection and is silent, in the middle of the login."""
    s = Apart(tmp_path)
    reached = asyncio.Event()

    async def silent(reader, writer):
        reached.set()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        s.server.port = server.sockets[0].getsockname()[1]
        process = await s.begin()
        await asyncio.wait_for(reached.wait(), PATIENCE)
        assert await stopped(process, s)


@pytest.mark.asyncio
async def test_a_goodbye_that_never_ends_is_given_up_and_the_database_is_closed(
    file, caplog, monkeypatch
):
    monkeypatch.setattr(run, "FAREWELL", 0)
    bot = SimpleNamespace(close=asyncio.Event().wait, cluster=None)
    async with asyncio.timeout(PATIENCE):
        await run._close(bot, await Host.open(file))
    assert "timed out closing the Discord connection" in caplog.messages
    await (await Host.open(file)).close()  # it is in use by nobody


# The log


@pytest.mark.asyncio
async def test_an_outage_is_two_lines_and_debug_tells_each_try_to_come_back(tmp_path):
    async with Apart(tmp_path, {"LOG_LEVEL": "DEBUG"}) as s:
        s.server.gateway.is_shut = True
        await s.server.gateway.cut()
        await s.until(lambda: s.log.count("cannot reach the Discord gateway") > 1)
        s.server.gateway.is_shut = False
        await s.until(lambda: "connection resumed" in s.log)
        (lost,) = [line for line in s.log.splitlines() if "event=disconnected" in line]
        others = [line for line in s.log.splitlines() if "Attempting" in line]
    assert "level=info" in lost and not others


@pytest.mark.asyncio
async def test_it_stops_although_discord_does_not_say_goodbye_and_no_line_of_its_log_has_a_token(
    tmp_path,
):
    """The gateway's other end has stalled; each line of the log is names and values."""
    async with Apart(tmp_path, {"LOG_LEVEL": "DEBUG"}) as s:
        faults = s.server.faults
        await opened(s)
        faults.plant(Fault("POST", "/callback", status=429))
        faults.plant(Fault("POST", "/callback", status=500))
        faults.plant(Fault("POST", "/channels/.*/messages", status=503))
        with contextlib.suppress(Failed):
            await s.click("blue", board(s), Label.JOIN)
        await s.slash("red", "/rules")
        tokens = [s.settings["DISCORD_TOKEN"], *s.server.desk.open]
        transport = s.server.gateway.connection.socket._req.transport
        transport.pause_reading()
        try:
            assert await s.end(signal.SIGTERM) == 0
        finally:
            transport.resume_reading()
        assert STOPPED in s.log and validate(s.database).faults == []
        assert len(tokens) > 3
        assert not [token for token in tokens if token in s.log]
        lines = [
            line for line in s.log.splitlines() if "nvite" not in line and "https:" not in line
        ]
        assert lines and not [line for line in lines if not LINE.fullmatch(line)]


def line(message, *values, error=None, **facts):
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("cogs.x", logging.ERROR, "x.py", 1, message, values, info)
    record.facts = facts
    return Lines("s3cret").format(record)


def raised(work):
    try:
        work()
    except Exception as error:
        return error


def test_an_event_is_one_line_whatever_its_words():
    found = line("a %s", 'b "c"\nd\u2028e', seat=3, name="x y")
    assert len(found.splitlines()) == 1
    assert 'event="a b \\"c\\"\\nd\\u2028e" seat=3 name="x y"' in found
    assert LINE.fullmatch(found)


def test_secrets_are_hidden_wherever_they_turn_up():
    key, token = "ab" * 32, new_token()
    paths = "/interactions/12/aW50ZXI/callback /webhooks/34/dG9rZW4/messages/@original"
    found = line(f"{paths} {key} {token} s3cret")
    assert found.count(HIDDEN) == 5
    assert not [each for each in ("aW50ZXI", "dG9rZW4", key, token, "s3cret") if each in found]


def test_an_error_tells_its_kind_and_place_but_not_what_it_stumbled_over():
    found = line("broken", error=raised(lambda: {}["golem in a hand"]))
    assert "error=KeyError" in found and "golem" not in found
    assert "test_run.py" in found and len(found.splitlines()) == 1


def test_an_error_of_the_disk_is_told_in_full():
    error = raised(lambda: Path("/nowhere/at/all").read_text())
    assert "No such file or directory" in line("broken", error=error)
