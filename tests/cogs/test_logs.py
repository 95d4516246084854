"""What breaks is told in the log by its kind and place, never by the cards it broke over."""

import asyncio
import gc
import logging

import pytest

from cogs.logs import Lines
from cogs.responder import BROKEN
from host import play
from testing.people import Party, text

pytestmark = pytest.mark.asyncio


def lines(caplog):
    return [Lines().format(record) for record in caplog.records]


async def test_a_press_that_breaks_over_a_hand_does_not_tell_it(rough, monkeypatch, caplog):
    party = Party(rough, "red", "blue")
    await party.begin()
    acting = await party.acting()

    def broken(uow, table_id, move, by):
        raise KeyError(str(uow.state(uow.table(table_id))))

    monkeypatch.setattr(play, "act", broken)
    while not caplog.records:
        assert await party.press(acting)
    assert BROKEN in text(party.notes(acting)[-1])
    (line,) = [line for line in lines(caplog) if "an interaction failed" in line]
    assert "error=KeyError" in line and "hand" not in line
    rough.errors.clear()


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
