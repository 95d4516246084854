"""A host on a file of its own, with a clock that stands still."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from engine import GAMES
from host.host import Host
from tests.host.hosting import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest_asyncio.fixture
async def open_host(file: Path, clock: FakeClock) -> AsyncIterator[Callable[[], Awaitable[Host]]]:
    """Opens the file, again after a close; whatever is still open at the end is closed."""
    opened: list[Host] = []

    async def again() -> Host:
        opened.append(await Host.open(file, clock))
        return opened[-1]

    yield again
    for host in opened:
        await host.close()


@pytest_asyncio.fixture
async def host(open_host: Callable[[], Awaitable[Host]]) -> Host:
    return await open_host()


@pytest.fixture(params=GAMES.keys())
def game_id(request: pytest.FixtureRequest) -> str:
    """Every game in turn."""
    return request.param
