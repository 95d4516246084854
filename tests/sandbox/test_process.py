"""The bot in a process of its own, as the sandbox starts it."""

import asyncio
import signal

import pytest

from sandbox.driver import PATIENCE
from sandbox.process import Apart

pytestmark = pytest.mark.asyncio


async def test_a_start_waits_for_its_own_process_though_a_dead_one_identifies_late(tmp_path):
    """On a busy machine the sandbox may read what a killed process has sent after its end."""
    s, reached, go_on = Apart(tmp_path), asyncio.Event(), asyncio.Event()
    gateway = s.server.gateway
    identified = gateway._identify

    async def late(*given):
        gateway._identify = identified
        reached.set()
        await go_on.wait()
        await identified(*given)

    gateway._identify = late
    async with s.server:
        s.process = await s.begin()
        await asyncio.wait_for(reached.wait(), PATIENCE)
        await s.end(signal.SIGKILL)
        asyncio.get_running_loop().call_soon(go_on.set)
        await s.start_bot()
        is_online = gateway.is_online
        await s.stop_bot()
    assert is_online
