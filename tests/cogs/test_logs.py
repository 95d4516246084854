"""Errors are logged by their kind and place, never with cards."""

import ast
import asyncio
import gc
import json
import logging
from pathlib import Path

import pytest

from cogs.logs import Lines
from cogs.responder import BROKEN
from host import play
from host.backups import keep_backups
from host.errors import SaveFailed
from host.records import About, OutgoingMessage
from host.wall_clock import utc
from testing.people import Party, text, ways

pytestmark = pytest.mark.asyncio
ROOT = Path(__file__).parents[2]


def lines(caplog):
    return [Lines().format(record) for record in caplog.records]


async def test_a_press_that_breaks_over_a_hand_does_not_tell_it(rough, monkeypatch, caplog):
    party = Party(rough, "red", "blue")
    await party.begin()
    acting = await party.acting()

    def broken(uow, table_id, move, by):
        raise KeyError(str(uow.state(uow.table(table_id))))

    monkeypatch.setattr(play, "act", broken)
    while "an interaction failed" not in caplog.messages:
        assert await party.press(acting)
    assert BROKEN in text(party.notes(acting)[-1])
    assert ways(party.panels(acting)[-1]), "the panel stays, so that they can try again"
    (line,) = [line for line in lines(caplog) if "an interaction failed" in line]
    assert "error=KeyError" in line and "hand" not in line
    rough.errors.clear()


def told(caplog, event):
    """What the lines of one event tell, beside when and by whom."""
    return [record.facts for record in caplog.records if record.getMessage() == event]


async def test_a_host_reads_in_the_morning_what_happened_by_numbers(s, clock, caplog):
    caplog.set_level("INFO", "host")
    caplog.set_level("INFO", "cogs")
    await Party(s, "red", "blue").begin()
    await s.slash("red", "/table remove", player="@blue", force=True)
    await s.slash("red", "/table abandon", force=True)
    (opened,), (started,) = told(caplog, "table opened"), told(caplog, "game started")
    (ended,) = told(caplog, "game ended")
    where = {"table": 1, "game": opened["game"], "channel": int(s.channel("table-1"))}
    assert opened == where
    assert started == {**where, "people": 2, "autopilots": 0}
    assert [(each["table"], each["by"]) for each in told(caplog, "table decided")] == [
        (1, "moderator"),
        (1, "moderator"),
    ]
    assert ended["table"] == 1 and ended["ending"] == "ended by a moderator"
    assert not told(caplog, "stored") and not told(caplog, "message sent")
    lines = " ".join(Lines().format(record) for record in caplog.records)
    assert not {"red", "blue"} & {*lines.lower().replace("=", " ").split()}


async def test_debug_adds_what_is_stored_and_sent_and_a_late_message_is_told_anyway(
    s, clock, caplog
):
    caplog.set_level("DEBUG", "host")
    caplog.set_level("DEBUG", "cogs")
    await s.slash("red", "/new")
    await s.until(lambda: told(caplog, "message sent"))
    assert "host.lobby.open_table" in [each["use_case"] for each in told(caplog, "stored")]
    late = OutgoingMessage(9, About(1), "board", 1, None, {}, 1, clock() - 61_000, 0)
    s.bot.sender._note(late)
    (found,) = told(caplog, "message sent late")
    assert (found["message"], found["kind"], found["waited_s"]) == (9, "board", 61)


async def test_joining_and_leaving_a_server_and_a_backup_are_told(s, file, caplog, tmp_path):
    caplog.set_level("INFO", "host")
    caplog.set_level("INFO", "cogs")
    (guild,) = s.bot.guilds
    s.bot.dispatch("guild_join", guild)
    s.bot.dispatch("guild_remove", guild)
    await s.until(lambda: told(caplog, "server left"))
    assert told(caplog, "server joined") == told(caplog, "server left") == [{"server": guild.id}]
    made = await keep_backups(file, tmp_path / "backups", utc)
    assert told(caplog, "backup made") == [{"file": made, "bytes": made.stat().st_size}]


async def test_a_full_disk_is_one_error_however_long_it_is_full(s, monkeypatch, caplog):
    async def full(*_, **__):
        raise SaveFailed("the disk is full")

    def ticks():
        return len(told(caplog, "the clock tick could not be saved"))

    caplog.set_level("DEBUG", "cogs")
    with monkeypatch.context() as patch:
        patch.setattr("cogs.client.STRIKE", 0)
        patch.setattr(s.bot.host, "do", full)
        ticking = asyncio.create_task(s.bot._keep_time())
        await s.until(lambda: ticks() > 2)
        for _ in range(2):
            await s.bot.heart.beat()
        ticking.cancel()
    errors = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]
    assert errors == ["nothing can be saved, will retry"]
    s.errors.clear()


async def test_a_line_can_be_json_and_hides_the_same():
    record = logging.LogRecord("host.host", logging.INFO, "", 1, "table opened", (), None)
    record.facts = {"table": 7, "file": Path("a b"), "why": "s3cret\nline"}
    line = Lines("s3cret", is_json=True).format(record)
    found = json.loads(line)
    assert len(line.splitlines()) == 1
    assert (found["event"], found["table"], found["file"]) == ("table opened", 7, "a b")
    assert found["why"] == "[hidden]\nline" and found["level"] == "info"


async def test_an_error_that_was_raised_from_itself_is_told_once():
    error = KeyError("golem")
    error.__cause__ = error
    info = (KeyError, error, None)
    record = logging.LogRecord("cogs.responder", logging.ERROR, "", 1, "broken", (), info)
    assert Lines().format(record).endswith('event=broken error=KeyError trace=""')


async def test_a_task_that_nobody_waits_for_does_not_tell_its_error(caplog):
    async def broken():
        raise KeyError("golem")

    task = asyncio.create_task(broken())
    await asyncio.wait([task])
    del task
    gc.collect()
    (line,) = lines(caplog)
    assert 'event="Task exception was never retrieved" error=KeyError' in line
    assert "broken" in line and "golem" not in line


async def test_a_callback_that_breaks_does_not_tell_what_it_was_given(caplog):
    asyncio.get_running_loop().call_soon({}.__getitem__, "golem")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    (line,) = lines(caplog)
    assert "Exception in callback" in line and "error=KeyError" in line
    assert "golem" not in line


async def test_other_libraries_say_the_whole_sentence():
    record = logging.LogRecord("discord.http", logging.WARNING, "", 1, "a (b)\nc", (), None)
    assert 'event="a (b)\\nc"' in Lines().format(record)


async def test_every_line_is_a_constant_sentence_and_tells_the_rest_by_name():
    """So that programs that read the log can filter it."""
    loose = []
    for file in (*ROOT.glob("cogs/*.py"), *ROOT.glob("host/**/*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log."):
                words = node.args[ast.unparse(node.func) == "log.log" :]
                loose += [ast.unparse(node) for each in words if not is_sentence(each)]
                loose += [ast.unparse(node)] if len(words) > 1 else []
    assert not [each for each in loose if not each.startswith("log.isEnabledFor")]


def is_sentence(word):
    return isinstance(word, ast.Name) or (isinstance(word, ast.Constant) and "%" not in word.value)
