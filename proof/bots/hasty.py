"""A bot that answers first and stores a moment later."""

import asyncio
import contextlib
import sys

from engine.kernel.refusal import Refused
from host import play
from host.host import Host
from host.play import Click, Played
from sandbox.process import main

LATE = 2.0  # seconds
_act = Host.act
_storing: set[asyncio.Task[None]] = set()


async def act(host: Host, table_id: int, click: Click) -> Played:
    done = await host._database._run(
        "BEGIN", lambda connection: play.act(host._books(connection), table_id, click), "ROLLBACK"
    )
    task = asyncio.create_task(_store(host, table_id, click))
    _storing.add(task)
    task.add_done_callback(_storing.discard)
    return play.played(done)


async def _store(host: Host, table_id: int, click: Click) -> None:
    await asyncio.sleep(LATE)
    with contextlib.suppress(Refused):
        await _act(host, table_id, click)


if __name__ == "__main__":
    Host.act = act  # type: ignore[assignment, method-assign]
    sys.exit(main())
