"""A sandbox with the real bot on a real file; what it logs as an error fails its test."""

import logging
import shutil
from collections.abc import AsyncIterator, Hashable, Iterator
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
import pytest_asyncio

from cogs import delivery, panels, responder, screen
from cogs.client import TableBot
from engine.kernel.cache import Cache
from host import presence
from host.database import sqlite
from host.host import Host
from host.hours import FOREVER
from host.wall_clock import utc
from render.raster import Rasterizer
from render.studio import Studio
from sandbox.driver import PATIENCE, Sandbox, _ErrorLog
from testing.discord_spec import SPEC, request_faults
from testing.scene.scene import DotStudio, hasty_disk

OURS = ("cogs", "host", "render")  # their errors are answered kindly, so only the log tells
EASEL, FINISHED = Rasterizer(), Cache[Hashable, tuple[bytes, str]](128 << 20, Lock())


def new_studio() -> Studio:
    """Return a studio that draws every picture as one dot, so that many messages are quick."""
    return DotStudio()


def real_studio() -> Studio:
    """Return a real studio that shares its drawn pictures with other tests, which saves time."""
    studio = Studio(easel=EASEL)
    studio.finished = FINISHED
    return studio


@pytest.fixture(autouse=True)
def patient_bot() -> Iterator[None]:
    """The bot answers once, with its pictures, however slow the machine is, and pushes at once.

    In production it defers after 2 seconds, sends pictures later after 1, and changes a person's
    panels once a second. Tests about that set `PATIENCE` and `PUSH_PAUSE` themselves. This is a
    patch of its own, because tests call `monkeypatch.undo()`.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(responder, "PATIENCE", PATIENCE)
        patch.setattr(screen, "PATIENCE", PATIENCE)
        patch.setattr(panels, "PATIENCE", PATIENCE)
        patch.setattr(delivery, "PUSH_PAUSE", 0)
        yield


@pytest.fixture(autouse=True)
def hastily() -> Iterator[None]:
    """Nobody waits for the disk."""
    with hasty_disk():
        yield


@pytest.fixture
def drawn(monkeypatch) -> None:
    """Draw the real pictures. A test must name this fixture before the sandbox."""
    monkeypatch.setitem(globals(), "new_studio", real_studio)


@pytest.fixture(scope="session")
def empty(tmp_path_factory) -> Path:
    """A database without tables, made once: to copy it is much cheaper than to make another."""
    file = tmp_path_factory.mktemp("empty") / "tables.sqlite"
    sqlite.migrate(file)
    return file


@pytest.fixture
def file(tmp_path, empty) -> Path:
    return Path(shutil.copy(empty, tmp_path / "tables.sqlite"))


class Clock:
    """The real one, and so much ahead of it: what is due later is due now.

    If it is stopped at a moment, time passes only by being put ahead.
    """

    ahead = 0
    stopped: int | None = None

    def __call__(self) -> int:
        return (utc() if self.stopped is None else self.stopped) + self.ahead


@pytest.fixture
def clock(monkeypatch) -> Clock:
    """Its leaps are time that passed while the bot was there, not absences of the bot."""
    monkeypatch.setattr(presence, "ABSENT", FOREVER)
    monkeypatch.setattr(presence, "SETTLED", 0)
    return Clock()


def _sandbox(file, clock) -> Sandbox:
    async def new_bot() -> TableBot:
        return TableBot(await Host.open(file, clock), new_studio(), guild_ready_timeout=0.05)

    sandbox = Sandbox(new_bot)
    sandbox.server.world.clock = lambda: clock() / 1000  # Discord lives in the same time
    return sandbox


@pytest_asyncio.fixture
async def rough(file, clock) -> AsyncIterator[Sandbox]:
    """Things may go wrong here."""
    async with _sandbox(file, clock) as sandbox:
        heard = _ErrorLog(sandbox.errors)
        for name in OURS:
            logging.getLogger(name).addHandler(heard)
        yield sandbox
        for name in OURS:
            logging.getLogger(name).removeHandler(heard)


@pytest_asyncio.fixture
async def s(rough) -> AsyncIterator[Sandbox]:
    """Whatever the bot sends here is also held against Discord's own file, where that is."""
    unspecified: list[str] = []

    def observe(method: str, route: str, body: Any, status: int, answer: Any) -> None:
        if method in ("POST", "PUT", "PATCH") and body is not None:
            unspecified.extend(request_faults(method, route, body))

    if SPEC.exists():
        rough.server.rest.observers.append(observe)
    yield rough
    rough.assert_clean()
    assert not unspecified, "\n".join(unspecified)
