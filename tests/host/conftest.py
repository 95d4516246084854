"""A host on a database of its own, with a clock that stands still.

Every test runs on SQLite and on PostgreSQL, there with one of its games only, because no
statement depends on the game. One that asks for `file` is about the SQLite file, and one that is
marked `on_sqlite` is about something else than the database.
"""

import shutil
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
import pytest_asyncio

from engine import GAMES
from host.database import sqlite
from host.database.locations import Location, location_of
from host.host import Host
from sandbox.postgres import Server
from testing.hosting import FakeClock
from testing.scene.scene import hasty_disk

OF_ONE_DATABASE = ("postgres", "moving", "processes")  # modules that choose it themselves
SQLITE, POSTGRES = "sqlite", "postgres"
OF_TURNS_AND_TOGETHER = ("play", "replay", "views")  # modules: by turns, and all at once
ALL_AT_ONCE = ("clock", "outbox", "overdue", "races")  # modules: no turns
OF_PHASES = ("timelines",)  # modules: all at once, and many decisions in a turn
OF_CHOICES = ("queues",)  # modules about plans for one decision
OF_THE_DISK = ("backups", "database", "disk", "kill", "lock", "migrations")  # modules


@pytest.fixture(autouse=True)
def hastily(request: pytest.FixtureRequest) -> Iterator[None]:
    """Nobody waits for the disk, except where it is tried."""
    is_of_the_disk = request.path.stem.endswith(OF_THE_DISK)
    with nullcontext() if is_of_the_disk else hasty_disk():
        yield


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
    sqlite.migrate(file)
    return file


@pytest.fixture
def where(request: pytest.FixtureRequest) -> Iterator[Location]:
    """The database of the test."""
    if getattr(request, "param", SQLITE) == SQLITE:
        file: Path = request.getfixturevalue("file")
        shutil.copy(request.getfixturevalue("empty"), file)
        yield location_of(file)
        return
    server: Server = request.getfixturevalue("server")
    url = server.database()
    yield location_of(url)
    server.clean(url)


@pytest_asyncio.fixture
async def open_host(
    where: Location, clock: FakeClock
) -> AsyncIterator[Callable[[], Awaitable[Host]]]:
    """Opens the database, again after a close; whatever is still open at the end is closed."""
    opened: list[Host] = []

    async def again() -> Host:
        opened.append(await Host.open(where, clock))
        return opened[-1]

    yield again
    for host in opened:
        await host.close()


@pytest_asyncio.fixture
async def host(open_host: Callable[[], Awaitable[Host]]) -> Host:
    return await open_host()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `game_id` is run with one game, or with one of each kind.

    The host knows no game by name. So where a test is not about what a game tells, one game is
    enough: the shortest, or the one whose seats all act at once. Modules and tests that choose
    their games themselves are left alone; `at_every_game` chooses all.
    """
    chosen = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    is_own = metafunc.module.__name__.endswith(OF_ONE_DATABASE) or "where" in chosen
    if {"where", "file"} & {*metafunc.fixturenames} == {"where"} and not is_own:
        metafunc.parametrize("where", (SQLITE, POSTGRES), indirect=True)
    is_chosen = hasattr(metafunc.module, "game_id") or any("game_id" in names for names in chosen)
    if "game_id" in metafunc.fixturenames and not is_chosen:
        metafunc.parametrize("game_id", _games_for(metafunc.module.__name__))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL each test is run with one of its games, some with this and some with that."""
    alike = defaultdict[tuple[Any, ...], list[pytest.Item]](list)
    for item in items:
        params = {**item.callspec.params} if hasattr(item, "callspec") else {}
        if params.get("where") == POSTGRES and params.pop("game_id", None):
            alike[item.parent, item.originalname, repr(params)].append(item)
    left_out = set[pytest.Item]()
    for (_, name, _), games in alike.items():
        left_out |= {*games} - {games[crc32(name.encode()) % len(games)]}
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]


def _games_for(module: str) -> list[str]:
    if module.endswith(OF_CHOICES):
        return [game.id for game in GAMES.values() if game.plan_style == "choice"]
    if module.endswith(OF_TURNS_AND_TOGETHER):
        return ["fantastic_factories", "factory_frenzy"]
    if module.endswith(OF_PHASES):
        return ["fantastic_factories", "factory_42"]
    return ["fantastic_factories" if module.endswith(ALL_AT_ONCE) else "factory_frenzy"]
