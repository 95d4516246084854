"""Damaged records: that table is quarantined or plays on correctly, and the others never notice."""

import asyncio
import re
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from engine.kernel.refusal import Refused
from host import fairness, lobby, outbox, play, seating, votes
from host.errors import CannotOpen
from host.happenings import Happening
from host.host import SET_ASIDE, Host
from host.outbox import MessageKind
from host.records import Phase
from host.summary import recap
from host.views import log_lines, plans, tables_of, view_table
from testing import SCALE
from testing.damages import PAGE, flip_bit, overwritten
from testing.database_rules import faults, opened, spoil
from testing.hosting import (
    ADA,
    CHANNEL,
    PEOPLE,
    Click,
    FakeClock,
    able_users,
    caller,
    click_of,
    open_lobby,
    open_playing,
    play_out,
    press,
    random_click,
)
from testing.playing import codes

ROOT = Path(__file__).parents[2]
VICTIM, OTHER, WAITING, ENDED = 1, 2, 3, 4
ROW = "table_id = 1 AND number ="
LAST = "(SELECT max(number) FROM journal WHERE table_id = 1)"

# Everything that contradicts the rest of the record.
SET_ASIDE_BY = {
    "the code of the first row": f"UPDATE journal SET code = 'done' WHERE {ROW} 1",
    "the code of a row": f"UPDATE journal SET code = code || ' 1' WHERE {ROW} 5",
    "the code of the last row": f"UPDATE journal SET code = 'undo' WHERE {ROW} {LAST}",
    "a code of bytes": f"UPDATE journal SET code = x'00FF' WHERE {ROW} 5",
    "a code that is no text": f"UPDATE journal SET code = CAST(x'FFFE' AS TEXT) WHERE {ROW} 5",
    "the seat of a row": f"UPDATE journal SET seat = 1 - seat WHERE {ROW} 1",
    "a seat that is not there": f"UPDATE journal SET seat = 7 WHERE {ROW} 3",
    "a row of the table itself": f"UPDATE journal SET seat = NULL WHERE {ROW} 3",
    "a seat in words": f"UPDATE journal SET seat = 'first' WHERE {ROW} 3",
    "the hash of a row": f"UPDATE journal SET hash = lower(hex(randomblob(32))) WHERE {ROW} 4",
    "the hash of the last row": f"UPDATE journal SET hash = '' WHERE {ROW} {LAST}",
    "the first row lost": f"DELETE FROM journal WHERE {ROW} 1",
    "a row lost": f"DELETE FROM journal WHERE {ROW} 6",
    "the last row lost": f"DELETE FROM journal WHERE {ROW} {LAST}",
    "all rows lost": "DELETE FROM journal WHERE table_id = 1",
    "a gap in the numbers": f"UPDATE journal SET number = number + 1 WHERE {ROW} {LAST}",
    "numbers from 0 on": f"UPDATE journal SET number = 0 WHERE {ROW} 1",
    "two rows swapped": (
        f"UPDATE journal SET number = -1 WHERE {ROW} 2",
        f"UPDATE journal SET number = 2 WHERE {ROW} 3",
        f"UPDATE journal SET number = 3 WHERE {ROW} -1",
    ),
    "a row too many": "INSERT INTO journal SELECT table_id, number + 1, round, seat, code, events,"
    f" hash, at, seal, is_auto FROM journal WHERE {ROW} {LAST}",
    "the version too low": "UPDATE tables SET version = version - 1 WHERE id = 1",
    "the version too high": "UPDATE tables SET version = version + 1 WHERE id = 1",
    "the version of a new table": "UPDATE tables SET version = 0 WHERE id = 1",
    "the version in words": "UPDATE tables SET version = 'many' WHERE id = 1",
    "the chain": "UPDATE tables SET chain = lower(hex(randomblob(32))) WHERE id = 1",
    "no chain": "UPDATE tables SET chain = '' WHERE id = 1",
    "the published hash": "UPDATE tables SET commitment = 'a' || commitment WHERE id = 1",
    "another published hash": "UPDATE tables SET commitment = "
    "(SELECT commitment FROM tables WHERE id = 2) WHERE id = 1",
    "the key": "UPDATE tables SET key = randomblob(32) WHERE id = 1",
    "a key in words": "UPDATE tables SET key = 'secret' WHERE id = 1",
    "the rules": "UPDATE tables SET rules = rules + 1 WHERE id = 1",
    "options of another kind": "UPDATE tables SET options = '[1, 2]' WHERE id = 1",
    "a new option": """UPDATE tables SET options = '{"speed": "high"}' WHERE id = 1""",
    "no options": "UPDATE tables SET options = '{}' WHERE id = 1",
    "options that cannot be read": "UPDATE tables SET options = '{' WHERE id = 1",
    "options that are no text": "UPDATE tables SET options = CAST(x'FF' AS TEXT) WHERE id = 1",
    "an unknown game": "UPDATE tables SET game = 'ludo' WHERE id = 1",
    "a game in bytes": "UPDATE tables SET game = x'01' WHERE id = 1",
    "an unknown phase": "UPDATE tables SET phase = 'sleeping' WHERE id = 1",
    "a phase in bytes": "UPDATE tables SET phase = x'706C' WHERE id = 1",
    "a state with its own digest": "UPDATE tables SET state = x'7B7D', digest ="
    " '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a' WHERE id = 1",
    "the moves too many": "UPDATE seats SET moves = moves + 1 WHERE table_id = 1 AND seat = 0",
    "the moves too few": "UPDATE seats SET moves = moves - 1 WHERE table_id = 1 AND seat = 1",
    "the moves in words": "UPDATE seats SET moves = 'few' WHERE table_id = 1 AND seat = 1",
    "a seat lost": "DELETE FROM seats WHERE table_id = 1 AND seat = 1",
    "all seats lost": "DELETE FROM seats WHERE table_id = 1",
    "a seat too many": "INSERT INTO seats (table_id, seat, user) VALUES (1, 3, 5)",
    "the user of a seat": "UPDATE seats SET user = 9009 WHERE table_id = 1 AND seat = 0",
    "an autopilot": "UPDATE seats SET is_autopilot = 1 WHERE table_id = 1 AND seat = 1",
    "a turn that somebody missed": "UPDATE seats SET missed = 2 WHERE table_id = 1 AND seat = 1",
    "a seat without its seal": "UPDATE seats SET seal = '' WHERE table_id = 1 AND seat = 1",
    "a queue that cannot be read": "UPDATE seats SET queue = '[' WHERE table_id = 1",
    "a queue of numbers": "UPDATE seats SET queue = '[7, null]' WHERE table_id = 1",
    "a queue of nonsense": 'UPDATE seats SET queue = \'["", "!?"]\' WHERE table_id = 1',
    "a queue of another kind": "UPDATE seats SET queue = '7' WHERE table_id = 1",
    "a queue that is no text": "UPDATE seats SET queue = CAST(x'FF' AS TEXT) WHERE table_id = 1",
    "a seat with another number": "UPDATE seats SET seat = 5 WHERE table_id = 1 AND seat = 1",
}

# What can be made good from the rest of the record.
MADE_GOOD = {
    "no state": "UPDATE tables SET state = NULL WHERE id = 1",
    "an empty state": "UPDATE tables SET state = x'' WHERE id = 1",
    "half a state": "UPDATE tables SET state = substr(state, 1, length(state) / 2) WHERE id = 1",
    "random bytes as state": "UPDATE tables SET state = randomblob(5000) WHERE id = 1",
    "another table's state": "UPDATE tables SET state ="
    " (SELECT state FROM tables WHERE id = 2) WHERE id = 1",
    "no digest": "UPDATE tables SET digest = '' WHERE id = 1",
    "another digest": "UPDATE tables SET digest = lower(hex(randomblob(32))) WHERE id = 1",
    "digest and state": "UPDATE tables SET digest = 'x', state = x'00' WHERE id = 1",
}

# What nothing depends on but itself: either is right, as long as everybody gets an answer.
EITHER = {
    "events that cannot be read": "UPDATE journal SET events = '[' WHERE table_id = 1",
    "events of another kind": "UPDATE journal SET events = '{\"a\": 1}' WHERE table_id = 1",
    "events with too much": "UPDATE journal SET events = '[[1, 2, 3, 4, 5, 6, 7]]'"
    " WHERE table_id = 1",
    "events that are no text": "UPDATE journal SET events = CAST(x'FF' AS TEXT) WHERE table_id = 1",
    "unknown events": """UPDATE journal SET events = '[["fly", 0, ["moon"], null]]'"""
    " WHERE table_id = 1",
    "a round in words": "UPDATE journal SET round = 'first' WHERE table_id = 1",
    "a time in words": "UPDATE journal SET at = 'noon' WHERE table_id = 1",
    "a state in words": "UPDATE tables SET state = CAST(state AS TEXT) WHERE id = 1",
    "rules of the last action": "UPDATE tables SET rules_last = 'old' WHERE id = 1",
    "the opener": "UPDATE tables SET opener = 'Ada' WHERE id = 1",
    "the time": "UPDATE tables SET touched = 'noon' WHERE id = 1",
    "the names": f"UPDATE users SET name = CAST(x'FF' AS TEXT) WHERE id = {ADA.id}",
    "a message of another kind": "UPDATE outbox SET body = '[]' WHERE table_id = 1",
    "a message that cannot be read": "UPDATE outbox SET body = '{' WHERE table_id = 1",
}


@pytest.fixture(scope="module")
def healthy(tmp_path_factory):
    """A file with two running tables, one that waits for people, and one that is over."""
    file = tmp_path_factory.mktemp("healthy") / "tables.db"
    asyncio.run(make(file))
    assert not faults(file)
    return file


async def make(file):
    game_id = "fantastic_factories"
    async with opened(file, FakeClock()) as host:
        await open_playing(host, game_id, 2, 1, CHANNEL, seed=1)
        await open_playing(host, game_id, 3, 0, CHANNEL + 1, seed=2)
        await open_lobby(host, game_id, 2, 0, CHANNEL + 2, seed=3)
        await open_playing(host, game_id, 2, 0, CHANNEL + 3, seed=4)
        for table_id in (VICTIM, OTHER, ENDED):
            await play_out(host, table_id, Random(table_id), 12)
        for user in PEOPLE[:2]:
            await host.do(votes.end, ENDED, by=caller(user.id))


@pytest.fixture
def damaged(healthy, file):
    """Damages a copy of the healthy file."""
    file.write_bytes(healthy.read_bytes())

    def damage(statements):
        spoil(file, *([statements] if isinstance(statements, str) else statements))
        return file

    return damage


def rows(file, statement):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(statement).fetchall()


async def told(asked):
    """An answer or a sentence; anything else is a fault."""
    try:
        return await asked
    except Refused as refused:
        assert re.fullmatch(r"[A-Z“][^\n]*[.?]", str(refused)), str(refused)
        return refused


async def try_everything(host, table_id):
    """Whatever people can ask of a table."""
    for user in (None, *(user.id for user in PEOPLE[:2])):
        for use_case in (view_table, log_lines):
            await told(host.read(use_case, table_id, by=caller(user)))
    for user in PEOPLE[:2]:
        await told(host.read(plans, table_id, by=caller(user.id)))
        await told(press(host, table_id, Click(user.id, "done")))
        await told(press(host, table_id, Click(user.id, "undo", 3, CHANNEL)))
        await told(host.do(play.queue, table_id, [], by=caller(user.id)))
        await told(host.do(seating.hand_over, table_id, by=caller(user.id)))
        await told(host.do(seating.take_back, table_id, by=caller(user.id)))
        await told(host.read(tables_of, by=caller(user.id)))
    await told(host.read(fairness.prove, table_id))
    await told(host.read(fairness.export, table_id))
    await host.wait_for_autoplay()


async def others_play_on(host):
    assert await random_click(host, OTHER, Random(11))
    assert (await host.do(lobby.start, WAITING, by=caller(ADA.id))).phase is Phase.PLAYING
    assert await random_click(host, WAITING, Random(12))
    assert (await host.read(fairness.prove, ENDED)).is_proven


async def met(host):
    """What somebody is told who looks at the damaged table and clicks."""
    await host.wait_for_autoplay()
    await told(host.read(view_table, VICTIM, by=caller(ADA.id)))
    return str(await told(press(host, VICTIM, Click(ADA.id, "done"))))


def messages_of(file):
    return rows(file, "SELECT channel FROM outbox WHERE table_id = 1 AND kind = 'aside'")


@pytest.mark.asyncio
@pytest.mark.parametrize("what", SET_ASIDE_BY)
async def test_a_table_that_contradicts_itself_is_set_aside(damaged, clock, caplog, what):
    file = damaged(SET_ASIDE_BY[what])
    async with opened(file, clock) as host:
        assert "saved data is damaged" in await met(host)
        await others_play_on(host)
        again = await host.do(lobby.open_table, "fantastic_factories", {}, CHANNEL, by=caller(ADA))
        assert again.phase is Phase.LOBBY  # its channel is free
    ((phase, ending),) = rows(file, "SELECT phase, ending FROM tables WHERE id = 1")
    assert phase == Phase.QUARANTINED
    (record,) = [each for each in caplog.records if each.message == Happening.DAMAGED]
    assert (record.levelname, record.facts["table"]) == ("ERROR", VICTIM)
    assert ending and record.facts["why"] == ending
    assert messages_of(file) == [(CHANNEL,)]


@pytest.mark.asyncio
@pytest.mark.parametrize("what", ["a row lost", "options that cannot be read", "an unknown game"])
async def test_a_damaged_table_is_announced_once_whatever_is_asked_of_it(damaged, clock, what):
    file = damaged(SET_ASIDE_BY[what])
    async with opened(file, clock) as host:
        await met(host)
        await try_everything(host, VICTIM)
    assert messages_of(file) == [(CHANNEL,)]


@pytest.mark.asyncio
async def test_many_who_meet_the_damage_at_once_are_all_told_and_it_is_announced_once(
    damaged, clock
):
    file = damaged(SET_ASIDE_BY["a row lost"])
    async with opened(file, clock) as host:
        asked = [host.read(view_table, VICTIM, by=caller(user.id)) for user in PEOPLE]
        asked += [press(host, VICTIM, Click(user.id, "done")) for user in PEOPLE]
        answers = await asyncio.gather(*map(told, asked))
    assert SET_ASIDE in map(str, answers)
    assert messages_of(file) == [(CHANNEL,)]


@pytest.mark.asyncio
@pytest.mark.parametrize("what", MADE_GOOD)
async def test_a_spoilt_state_is_played_again_from_the_journal(
    healthy, damaged, clock, caplog, tmp_path, what
):
    copy = tmp_path / "healthy.db"
    copy.write_bytes(healthy.read_bytes())
    async with opened(copy, clock) as host:
        right = [
            await host.read(view_table, VICTIM, by=caller(user))
            for user in (None, ADA.id, PEOPLE[1].id)
        ]
    file = damaged(MADE_GOOD[what])
    async with opened(file, clock) as host:
        found = [
            await host.read(view_table, VICTIM, by=caller(user))
            for user in (None, ADA.id, PEOPLE[1].id)
        ]
        assert [seen.view for seen in found] == [seen.view for seen in right]
        assert [seen.actions for seen in found] == [seen.actions for seen in right]
        assert "rebuilt from the journal" in caplog.text
        played = await play_out(host, VICTIM, Random(13), 10)
        assert played.version > right[0].table.version
        await others_play_on(host)
    assert not faults(file)


@pytest.mark.asyncio
@pytest.mark.parametrize("what", EITHER)
async def test_whatever_else_is_damaged_everybody_gets_an_answer(damaged, clock, what):
    file = damaged(EITHER[what])
    async with opened(file, clock) as host:
        await host.wait_for_autoplay()
        await try_everything(host, VICTIM)
        for outgoing in await host.read(outbox.due):
            assert outgoing.kind in list(MessageKind)
        await others_play_on(host)
        await host.run_housekeeping()
        await host.wait_for_autoplay()
        if (await host.read(view_table, VICTIM, by=None)).table.phase is Phase.PLAYING:
            assert await random_click(host, VICTIM, Random(14))


EVENTS = "SELECT number, events FROM journal WHERE table_id = 1 AND round = 1 ORDER BY number"
CHANGES = {  # of a row in which somebody has rolled
    "another roll": f"UPDATE journal SET events = replace(events, '1', '6') WHERE {ROW}",
    "another action": f"UPDATE journal SET code = 'done' WHERE {ROW}",
    "somebody else": f"UPDATE journal SET seat = 1 - seat WHERE {ROW}",
    "the row before is lost": f"DELETE FROM journal WHERE {ROW} -1 +",
}


@pytest.mark.asyncio
@pytest.mark.parametrize(("use_case", "reader"), [(log_lines, caller(1)), (recap, 1)])
@pytest.mark.parametrize("is_running", [False, True])
@pytest.mark.parametrize("what", CHANGES)
async def test_a_changed_row_is_never_told(damaged, clock, use_case, reader, is_running, what):
    """Neither after a start nor under a host that has read the table before."""
    file = damaged([])
    rolled = next(n for n, text in rows(file, EVENTS) if n > 2 and "1" in text)
    if not is_running:
        spoil(file, f"{CHANGES[what]} {rolled}")
    async with opened(file, clock) as host:
        if is_running:
            assert await host.read(use_case, VICTIM, reader)
            spoil(file, f"{CHANGES[what]} {rolled}")
        with pytest.raises(Refused, match="saved data is damaged"):
            await host.read(use_case, VICTIM, reader)
        await others_play_on(host)
    ((ending,),) = rows(file, "SELECT ending FROM tables WHERE id = 1")
    assert ending == f"row {rolled} of its journal was changed"


@pytest.mark.asyncio
async def test_a_row_is_never_stored_over_another_one(damaged, clock):
    """The host has read the table before, and its version is too low now."""
    file = damaged([])
    async with opened(file, clock) as host:
        await host.read(view_table, VICTIM, by=caller(1))
        spoil(file, "UPDATE tables SET version = version - 1 WHERE id = 1")
        with pytest.raises(Refused, match="saved data is damaged"):
            await random_click(host, VICTIM, Random(1))
        await others_play_on(host)


# --- flipped bits --------------------------------------------------------------------------------

TEXTS = {  # what the chain covers
    "journal": ("code", "hash"),
    "tables": ("game", "options", "commitment", "chain", "phase"),
}
COUNTS = {"journal": ("seat", "number"), "tables": ("version", "rules"), "seats": ("moves", "seat")}


def flipped(rng, value):
    """One bit differs; text may be no text any more."""
    content = bytearray(value.encode() if isinstance(value, str) else value)
    flip_bit(content, rng)
    return bytes(content)


def some_flip(file, rng):
    """A statement that flips one bit of the record of the table."""
    part = rng.choice(("journal", "journal", "tables", "seats"))
    columns = [*TEXTS.get(part, ()), *COUNTS[part]]
    column = rng.choice(columns)
    owner = "id" if part == "tables" else "table_id"
    keys = {"journal": "number", "tables": "id", "seats": "seat"}
    found = rows(file, f"SELECT {keys[part]}, {column} FROM {part} WHERE {owner} = 1")
    key, value = rng.choice([row for row in found if row[1] is not None])
    if isinstance(value, str):
        new = f"CAST(x'{flipped(rng, value).hex()}' AS TEXT)"
    else:
        new = str(value ^ 1 << rng.randrange(20))
    return f"UPDATE {part} SET {column} = {new} WHERE {owner} = 1 AND {keys[part]} = {key}"


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(12 * SCALE))
async def test_no_flipped_bit_is_played_on_or_harms_another_table(damaged, file, clock, seed):
    rng = Random(1000 + seed)
    is_done = False
    while not is_done:
        statement = some_flip(file, rng)
        with suppress(sqlite3.IntegrityError):  # such a row exists already
            is_done = bool(damaged(statement))
    async with opened(file, clock) as host:
        before = (await host.read(view_table, OTHER, by=None)).table.version
        assert "saved data is damaged" in await met(host), statement
        assert (await random_click(host, OTHER, rng)).number == before + 1
    assert rows(file, "SELECT phase FROM tables WHERE id = 1") == [(Phase.QUARANTINED,)]


# --- more than one record ------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_damaged_lobby_does_not_stop_the_housekeeping(damaged, clock):
    file = damaged("UPDATE tables SET options = '{' WHERE id = 3")
    async with opened(file, clock) as host:
        old = await host.do(lobby.open_table, "fantastic_factories", {}, 99, by=caller(ADA))
        await host.do(lambda uow: uow.store.remember_click(77, old.id, 0))
        clock.advance(10 * outbox.DAY)
        await host.run_housekeeping()
        assert (await host.read(view_table, old.id, by=None)).table.phase is Phase.CLOSED
    assert rows(file, "SELECT * FROM clicks WHERE id = 77") == []  # it came to its end


@pytest.mark.asyncio
async def test_one_damaged_table_hides_no_other_from_its_people(damaged, clock):
    file = damaged("UPDATE journal SET code = 'done' WHERE table_id = 2")
    async with opened(file, clock) as host:
        found = await told(host.read(tables_of, by=caller(ADA.id)))
        assert {seen.table.id for seen in found} >= {VICTIM, WAITING}


@pytest.mark.asyncio
async def test_a_damaged_rematch_does_not_cost_the_finished_table(healthy, file, clock):
    file.write_bytes(healthy.read_bytes())
    async with opened(file, clock) as host:
        again = await host.do(lobby.rematch, ENDED, by=caller(ADA))
    spoil(file, f"UPDATE tables SET options = '{{' WHERE id = {again.id}")
    async with opened(file, clock) as host:
        fresh = await host.do(lobby.rematch, ENDED, by=caller(PEOPLE[1]))
        assert fresh.id != again.id and fresh.phase is Phase.LOBBY
        assert (await host.read(view_table, ENDED, by=None)).table.phase is Phase.OVER


@pytest.mark.asyncio
async def test_a_click_that_was_made_at_a_damaged_table_does_not_cost_another_one(damaged, clock):
    file = damaged(SET_ASIDE_BY["a row lost"])
    ((click_id,),) = rows(file, "SELECT id FROM clicks WHERE table_id = 1 ORDER BY number LIMIT 1")
    async with opened(file, clock) as host:
        await told(press(host, OTHER, Click(ADA.id, "done", 0, CHANNEL + 1, click_id)))
        assert (await host.read(view_table, OTHER, by=None)).table.phase is Phase.PLAYING


# --- the whole file ------------------------------------------------------------------------------


async def cannot_open(file):
    with pytest.raises(CannotOpen) as caught:
        await Host.open(file)
    assert re.fullmatch(r"[^\n]+\.", str(caught.value))
    return str(caught.value)


@pytest.mark.asyncio
async def test_overwritten_pages_refuse_the_start_and_ask_for_a_backup(healthy, file):
    rng, content = Random(1), healthy.read_bytes()
    sentences = []
    for first in rng.choices(range(1, len(content) // PAGE - 3), k=12 * SCALE):
        file.write_bytes(overwritten(content, first, 3, rng))
        sentences.append(await cannot_open(file))
    assert not [text for text in sentences if "restore a backup" not in text]


@pytest.mark.asyncio
async def test_one_overwritten_page_refuses_the_start_or_costs_single_tables(healthy, file, clock):
    rng, content = Random(2), healthy.read_bytes()
    for page in range(1, len(content) // PAGE):
        file.write_bytes(overwritten(content, page, 1, rng))
        try:
            async with opened(file, clock) as host:
                for table_id in (VICTIM, OTHER, WAITING, ENDED):
                    await told(host.read(view_table, table_id, by=caller(ADA.id)))
        except CannotOpen as refused:
            assert re.fullmatch(r"[^\n]+\.", str(refused))


@pytest.mark.asyncio
async def test_half_a_file_refuses_the_start_and_asks_for_a_backup(healthy, file):
    content = healthy.read_bytes()
    file.write_bytes(content[: len(content) // PAGE // 2 * PAGE])
    assert "restore a backup" in await cannot_open(file)


@pytest.mark.asyncio
async def test_a_file_that_was_refused_can_be_replaced_and_opened(healthy, file):
    file.write_bytes(healthy.read_bytes()[: 10 * PAGE])
    await cannot_open(file)
    file.write_bytes(healthy.read_bytes())
    async with opened(file) as host:
        seen = (await able_users(host, OTHER))[0]
        assert await press(host, OTHER, click_of(seen, codes(seen.actions)[0]))


def test_a_file_without_its_seats_ends_the_start_with_one_sentence(healthy, file):
    file.write_bytes(healthy.read_bytes())
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE seats")
    command = [sys.executable, "-m", "testing.player", str(file), "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    assert re.fullmatch(r"[^\n]+\.\n", done.stderr), done.stderr[-300:]
