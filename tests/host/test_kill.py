"""A process that plays is killed again and again: nothing that it confirmed is lost."""

import signal
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Timer

import pytest

from testing import SCALE
from testing.database_rules import (
    Place,
    clicked,
    faults,
    opened,
    outbox_faults,
    people_rows,
    places,
    spoil,
)
from testing.hosting import PEOPLE, Click, dump, play_out, press

ROOT = Path(__file__).parents[2]
ENDS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)
LONG = 300  # seconds; only a player that hangs meets it


@contextmanager
def player(file, seed, *more):
    """A playing process; whatever happens, it does not outlive the test."""
    command = [sys.executable, "-m", "testing.player", str(file), str(seed), *more]
    process = subprocess.Popen(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    guard = Timer(LONG, process.kill)
    guard.start()
    try:
        yield process
    finally:
        guard.cancel()
        process.kill()
        process.communicate()


def confirmed(lines):
    found = (line.split(" ", 3) for line in lines)
    return [Place(int(table), int(number), int(seat), code) for table, number, seat, code in found]


def stopped(process, count, how):
    """All that it said until it was stopped after so many lines."""
    lines = [process.stdout.readline() for _ in range(count)]
    process.send_signal(how)
    lines += process.stdout.readlines()  # what was said is in the pipe, or buffered on this side
    errors = process.stderr.read()
    process.wait(LONG)
    assert not errors and all(line.endswith("\n") for line in lines), (errors, lines[-3:])
    return confirmed(line.rstrip("\n") for line in lines)


class Record:
    """What was ever confirmed at one file, and what must be found there."""

    def __init__(self, file):
        self.file, self.said, self.unheard = file, [], set()

    def faults(self, said):
        """After one more process has said this and was stopped."""
        self.said += said
        stored = self.rows
        new = people_rows(self.file) - set(self.said) - self.unheard
        self.unheard |= new
        in_flight = Counter((row.table, row.seat) for row in new)
        return [
            *(f"confirmed but lost: {each}" for each in self.said if each not in stored),
            *(f"confirmed {n} times: {each}" for each, n in Counter(self.said).items() if n > 1),
            *(f"{n} rows in flight: {each}" for each, n in in_flight.items() if n > 1),
            *faults(self.file),
            *outbox_faults(self.file),
        ]

    @property
    def rows(self):
        return places(self.file)


@pytest.mark.parametrize("seed", range(SCALE))
def test_no_kill_loses_what_was_confirmed_and_a_stop_leaves_one_whole_file(file, seed):
    rng, record = Random(seed), Record(file)
    for run, how in enumerate(ENDS):
        with player(file, len(ENDS) * seed + run) as process:
            said = stopped(process, rng.randrange(30, 80), how)
        assert process.returncode == (0 if how is signal.SIGTERM else -how)
        if how is signal.SIGTERM:
            assert {path.name for path in file.parent.iterdir()} == {file.name}
        assert not record.faults(said)
    assert len(record.said) > 10 * len(ENDS)
    assert len(record.rows) > len(record.said) + len(record.unheard)  # autopilots have played too


@pytest.mark.asyncio
async def test_a_host_plays_on_where_a_killed_one_was_and_answers_what_was_stored(file, clock):
    record = Record(file)
    with player(file, 3) as process:
        said = stopped(process, 80, signal.SIGKILL)
    rows = {(row.table, row.number): row for row in people_rows(file)}
    async with opened(file, clock) as host:
        running = await host.read(lambda uow: uow.store.count_tables())
        assert running["playing"] >= 1
        await host.wait_for_autoplay()
        before = await dump(host)
        for click_id, place in clicked(file).items():
            row = rows[place]
            click = Click(PEOPLE[row.seat].id, "whatever", 0, None, click_id)
            again = await press(host, row.table, click)
            assert again.is_repeat
            assert Place(row.table, again.number, again.seat, again.code) == row
        assert await dump(host) == before
        for table_id in await host.read(lambda uow: uow.store.all_table_ids()):
            await play_out(host, table_id, Random(4), 10)
    assert set(said) <= record.rows
    assert not [*faults(file), *outbox_faults(file)]


def test_mutant_a_player_that_speaks_before_it_has_stored_is_caught(file):
    record = Record(file)
    with player(file, 5, "20") as process:
        found = record.faults(stopped(process, 20, signal.SIGKILL))
    assert any(fault.startswith("confirmed but lost") for fault in found)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM journal WHERE table_id = 1 AND number = 1",
        "DELETE FROM journal WHERE table_id = 1 AND number = (SELECT max(version) FROM tables"
        " WHERE id = 1)",
        "UPDATE tables SET version = version - 1 WHERE id = 1",
        "UPDATE tables SET state = (SELECT state FROM tables AS other"
        " WHERE other.game = tables.game AND other.id != tables.id) WHERE id = 1",
        "UPDATE seats SET moves = moves + 1 WHERE table_id = 1 AND seat = 0",
        "DELETE FROM outbox WHERE table_id = 1 AND kind = 'board'",
        "UPDATE outbox SET edition = edition - 1 WHERE table_id = 1 AND kind = 'board'",
        "UPDATE clicks SET number = number + 1 WHERE table_id = 1 AND number = 1",
    ],
)
def test_mutant_a_lost_row_state_or_message_is_caught(played, tmp_path, damage):
    said, file = played
    copy = tmp_path / file.name
    copy.write_bytes(file.read_bytes())
    assert not Record(copy).faults(said)
    spoil(copy, damage)
    assert Record(copy).faults(said)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """What a player said that was stopped in good order, and its file."""
    file = tmp_path_factory.mktemp("played") / "tables.db"
    with player(file, 6) as process:
        return stopped(process, 100, signal.SIGTERM), file
