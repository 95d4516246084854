"""A sandbox with the demo bot; a test that leaves a violation or a logged error has failed."""

from collections.abc import AsyncIterator

import pytest_asyncio

from sandbox.demo import DemoBot
from sandbox.driver import Sandbox


@pytest_asyncio.fixture
async def s() -> AsyncIterator[Sandbox]:
    async with Sandbox(DemoBot) as sandbox:
        yield sandbox
        sandbox.assert_clean()


@pytest_asyncio.fixture
async def rough() -> AsyncIterator[Sandbox]:
    """A sandbox in which things may go wrong."""
    async with Sandbox(DemoBot) as sandbox:
        yield sandbox
