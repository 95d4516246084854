"""A host on a file of its own, with a clock that stands still."""

import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from engine import GAMES
from host import database
from host.host import Host
from testing.hosting import FakeClock

OF_ANY_GAME = ("clock", "database", "disk", "limits", "lobby", "races", "votes")  # modules
OF_CHOICES = ("queues",)  # modules about plans for one decision
OF_THE_DISK = ("backups", "database", "disk", "kill", "lock", "migrations")  # modules


@pytest.fixture(autouse=True)
def hastily(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the disk, except where it is tried."""
    prepare = database._prepare

    def without_syncing(connection: sqlite3.Connection) -> None:
        prepare(connection)
        connection.execute("PRAGMA synchronous = OFF")

    if not request.path.stem.endswith(OF_THE_DISK):
        monkeypatch.setattr(database, "_prepare", without_syncing)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without tables, made once: to copy it is much cheaper than to make another."""
    file = tmp_path_factory.mktemp("empty") / "tables.db"
    database.migrate(file)
    return file


@pytest_asyncio.fixture
async def open_host(
    file: Path, clock: FakeClock, empty: Path
) -> AsyncIterator[Callable[[], Awaitable[Host]]]:
    """Opens the file, again after a close; whatever is still open at the end is closed."""
    opened: list[Host] = []
    shutil.copy(empty, file)

    async def again() -> Host:
        opened.append(await Host.open(file, clock))
        return opened[-1]

    yield again
    for host in opened:
        await host.close()


@pytest_asyncio.fixture
async def host(open_host: Callable[[], Awaitable[Host]]) -> Host:
    return await open_host()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `game_id` is run with every game in turn, or with one of them.

    Modules and tests that choose their games themselves are left alone.
    """
    chosen = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    is_chosen = hasattr(metafunc.module, "game_id") or any("game_id" in names for names in chosen)
    if "game_id" in metafunc.fixturenames and not is_chosen:
        module = metafunc.module.__name__
        found = [
            game.id
            for game in GAMES.values()
            if game.plan_style == "choice" or not module.endswith(OF_CHOICES)
        ]
        metafunc.parametrize("game_id", found[: 1 if module.endswith(OF_ANY_GAME) else None])
