"""What one person with thousands of tables costs others: six `/games` at once, an action, a look.

The reference is the same list without its limit, which loads every table.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

from bench.host import begin_table, some_click
from cogs.games import table_lines
from engine import GAMES
from host import lobby
from host.caller import Caller
from host.host import Host
from host.limits import PRESSES
from host.panels import panel_view
from host.play import act
from host.records import User
from host.unit_of_work import UnitOfWork
from host.views import tables_of

HOARDER = User(900, "Hoarder")
GAME = next(game for game in GAMES.values() if game.solo)
AT_ONCE = 6  # commands
BATCH = 250  # tables that are prepared in one transaction


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tables", type=int, default=4_000, help="of one person")
    parser.add_argument("--rounds", type=int, default=20, help="alternating measurements")
    parser.set_defaults(run=lambda arguments: asyncio.run(run(arguments)))


async def run(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as folder:
        host = await Host.open(Path(folder, "tables.sqlite"))
        try:
            print(f"preparing {arguments.tables} tables of one person", flush=True)
            for _ in range(0, arguments.tables, BATCH):
                await host.do(_hoard, BATCH)
            await _measure(host, arguments)
        finally:
            await host.close()


def _hoard(uow: UnitOfWork, tables: int) -> None:
    assert GAME.solo
    for _ in range(tables):
        lobby.open_and_start(
            uow, GAME.id, GAME.solo.options(GAME.solo.levels[0]), None, by=Caller(HOARDER)
        )


async def _measure(host: Host, arguments: argparse.Namespace) -> None:
    victim = await Victim.seated(host)

    async def nothing() -> None: ...

    async def games() -> object:
        return await table_lines(host, HOARDER.id)

    async def all_games() -> object:
        return await host.read(tables_of, most=arguments.tables, by=Caller(HOARDER))

    alone, limited, burst = [], [], []
    for number in range(arguments.rounds):
        alone.append(await victim.acts_beside(nothing, AT_ONCE))
        limited.append(await victim.acts_beside(games, AT_ONCE))
        burst.append(await victim.acts_beside(games, PRESSES))
        print(f"round {number + 1}: {alone[-1]:.0f}, {limited[-1]:.0f}, {burst[-1]:.0f} ms")
    unlimited = await victim.acts_beside(all_games, AT_ONCE)
    print(f"another person's action and look take {statistics.median(alone):.1f} ms alone (median)")
    print(
        f"beside {AT_ONCE} lists: {statistics.median(limited):.1f} ms, worst {max(limited):.0f} ms"
    )
    print(f"beside {PRESSES}, all that a window admits: worst {max(burst):.0f} ms")
    print(f"beside {AT_ONCE} lists without a limit: {unlimited:.0f} ms")
    print(f"hostile: delay_ms={max(limited):.0f} unlimited_ms={unlimited:.0f}")


class Victim:
    """Somebody else, who plays at a table of their own."""

    def __init__(self, host: Host) -> None:
        self.host, self.rng, self.clicks = host, random.Random(3), count(1)
        self.table = 0

    @classmethod
    async def seated(cls, host: Host) -> "Victim":
        victim = cls(host)
        victim.table = await begin_table(host, GAME.id, None)
        return victim

    async def acts_beside(self, asked: Callable[[], Awaitable[object]], times: int) -> float:
        """Milliseconds for an action and a look, when so many other requests have just come in."""
        while (
            click := await some_click(self.host, self.table, self.rng, next(self.clicks))
        ) is None:
            self.table = await begin_table(self.host, GAME.id, None)
        others = [asyncio.ensure_future(asked()) for _ in range(times)]
        await asyncio.sleep(0)  # now they are all on their way
        begun = time.perf_counter()
        await self.host.do(act, self.table, click.move, by=click.by)
        await self.host.read(panel_view, self.table, by=click.by)
        taken = (time.perf_counter() - begun) * 1000
        await asyncio.gather(*others)
        return taken
