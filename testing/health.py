"""A database with tables in every phase, ways to damage it, and a second process that holds it."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from engine import GAMES
from host import lobby, votes
from host.host import Host
from testing.hosting import ADA, BEN, FakeClock, caller, open_lobby, open_playing, play_out

ROOT = Path(__file__).parents[1]
GAME = next(iter(GAMES))
FINISHED, AGREED, PLAYING, LOBBY, CLOSED = range(1, 6)  # the tables of `build`, by number
BESIDE = ("-wal", "-shm")


async def _build(file: Path) -> None:
    host = await Host.open(file, FakeClock())
    await open_playing(host, GAME, 2, 1, channel=1)
    await play_out(host, FINISHED, Random(1))
    await open_playing(host, GAME, 2, channel=2)
    await play_out(host, AGREED, Random(2), 12)
    for user in (ADA, BEN):
        await host.do(votes.end, AGREED, by=caller(user.id))
    await open_playing(host, GAME, 2, 1, channel=3)
    await play_out(host, PLAYING, Random(3), 25)
    await host.close()
    host = await Host.open(file, FakeClock())  # the same game, continued from its stored state
    await play_out(host, PLAYING, Random(4), 25)
    await open_lobby(host, GAME, 2, channel=4)
    await open_lobby(host, GAME, 1, channel=5)
    await host.do(lobby.close, CLOSED, by=caller(ADA.id))
    await host.close()


@cache
def _built() -> bytes:
    """Return the tables as SQL, played once and restored for every test."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        asyncio.run(_build(file))
        return file.read_bytes()


def build(file: Path) -> Path:
    """Make a file: a finished game, one ended early, a running one, a lobby, a closed lobby."""
    file.write_bytes(_built())
    return file


def spoil(file: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement, values)


def ask(file: Path, statement: str, *values: Any) -> Any:
    """Return the first column of the first row, without using any code of ours."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute(statement, values).fetchone()
    return found[0] if found else None


def version_in(file: Path, table_id: int) -> int:
    """Count a table's rows in the journal, instead of trusting the table."""
    return ask(file, "SELECT count(*) FROM journal WHERE table_id = ?", table_id)


def as_killed(file: Path, folder: Path) -> Path:
    """Copy the files as a process killed at this moment would leave them."""
    folder.mkdir()
    for each in (file, *(file.with_name(f"{file.name}{ending}") for ending in BESIDE)):
        if each.exists():
            shutil.copy(each, folder)
    return folder / file.name


HOLD = """
import sys
from pathlib import Path
from host.lock import locked
lock = locked(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held_by_another_process(file: Path) -> Iterator[None]:
    words = [sys.executable, "-c", HOLD, str(file)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(words, cwd=ROOT, text=True, **pipes) as process:
        assert process.stdout.readline() == "held\n"
        yield
        process.stdin.close()
