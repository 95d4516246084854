"""Bots with a planted bug in a process of their own: `python -m proof.bots NAME`.

What a bug needs is imported when it is planted: some must be there before others import it by name.
"""

import asyncio
import contextlib
import sys
from typing import Any

from proof.proof import Plant, put

COMMAND: tuple[str, ...] = ("-m", "sandbox.process")  # what Python runs as the bot
FRUGAL = ("-m", "proof.bots", "frugal")
LATE = 2.2  # seconds


def bot(name: str) -> Plant:
    """A bot with a fault in the place of the real one."""
    return put((sys.modules["proof.bots"], "COMMAND", ("-m", "proof.bots", name)))


def hasty() -> None:
    """Answers first and stores a moment later."""
    from engine.kernel.refusal import Refused
    from host import play
    from host.host import Host
    from host.positions import Positions
    from host.store import Store
    from host.unit_of_work import UnitOfWork

    do, storing = Host.do, set[Any]()

    async def store(host: Host, *args: Any, **kwargs: Any) -> None:
        await asyncio.sleep(LATE)
        with contextlib.suppress(Refused):
            await do(host, *args, **kwargs)

    async def hastily(host: Host, use_case: Any, *args: Any, **kwargs: Any) -> Any:
        if use_case is not play.act:
            return await do(host, use_case, *args, **kwargs)

        def work(connection: Any) -> Any:
            uow = UnitOfWork(Store(connection, host.now()), Positions())
            return use_case(uow, *args, **kwargs)

        database: Any = host._database
        answer = await database._on_thread(
            lambda c: database._transaction(c, "BEGIN", work, "ROLLBACK")
        )
        storing.add(asyncio.create_task(store(host, use_case, *args, **kwargs)))
        return answer

    Host.do = hastily  # type: ignore[assignment, method-assign]


def frugal() -> None:
    """The real bot with small caches, which are soon full: whatever grows then grows for ever."""
    from engine.kernel.cache import Cache

    init = Cache.__init__

    def small(cache: Cache[Any, Any], limit: int, lock: Any = None) -> None:
        init(cache, limit // 8, lock)

    Cache.__init__ = small  # type: ignore[assignment, method-assign]


def quick() -> None:
    """The real bot, which looks after its shards and its clock more often."""
    from cogs import client, cluster, shards

    shards.LOOK, shards.BETWEEN_STARTS, client.STRIKE = 0.3, 0.1, 1.0
    cluster.WAIT, cluster.GONE, client.SETTLED = 0.1, 1.0, 1.5


def deferring() -> None:
    """Acknowledges every press at once and shows what became of it much later."""
    from cogs.presses import Presses

    route = Presses.route

    async def defer(presses: Presses, interaction: Any) -> None:
        await interaction.response.defer()
        await asyncio.sleep(LATE)
        await route(presses, interaction)

    Presses.route = defer  # type: ignore[assignment, method-assign]


if __name__ == "__main__":
    globals()[sys.argv.pop(1)]()
    from sandbox.process import main

    sys.exit(main())
