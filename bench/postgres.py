"""PostgreSQL beside SQLite: one action on one table, and what a second process brings."""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from bench.host import BEGUN, begin_table, some_click
from engine import GAMES
from host.database.locations import Location, location_of
from host.host import Host
from host.play import act
from sandbox.hurry import lift_limits
from sandbox.postgres import running

AT_ONCE = 8  # tables of one process at which people play at the same time


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=GAMES, default="fantastic_factories")
    parser.add_argument("--rounds", type=int, default=7, help="alternating measurements")
    parser.add_argument("--actions", type=int, default=60, help="actions in one measurement")
    parser.add_argument("--seconds", type=float, default=8.0, help="of each load")
    parser.set_defaults(run=lambda arguments: asyncio.run(run(arguments)))


async def run(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as folder:
        here = Path(folder).absolute()
        here.chmod(0o755)
        with running(here / "server", settings={}) as server:
            url = server.empty_database()
            ratio = await _beside(location_of(here / "tables.sqlite"), location_of(url), arguments)
            gain = await _processes(url, arguments)
            print(f"postgres: ratio={ratio:.2f} two_processes={gain:.2f} cores={os.cpu_count()}")


async def _beside(file: Location, server: Location, arguments: argparse.Namespace) -> float:
    """How many times as long an action takes on the server as in the file; both wait for disks."""
    sides = [await _Side.opened(where, arguments.game) for where in (file, server)]
    for number in range(arguments.rounds):
        for side in sides:
            await side.round(arguments.actions)
        told = ", ".join(f"{side.medians[-1]:.0f} us" for side in sides)
        print(f"round {number + 1}: SQLite, PostgreSQL: {told}", flush=True)
    ratios: list[float] = [
        there / here for here, there in zip(*(side.medians for side in sides), strict=True)
    ]
    for side in sides:
        await side.host.close()
    ratio: float = statistics.median(ratios)
    return ratio


class _Side:
    """One host with one table."""

    def __init__(self, host: Host, game: str) -> None:
        self.host, self.game, self.medians = host, game, list[float]()
        self.rng, self.clicks, self.table = random.Random(7), count(1), 0

    @classmethod
    async def opened(cls, where: Location, game: str) -> "_Side":
        side = cls(await Host.open(where), game)
        side.table = await begin_table(side.host, game, None)
        return side

    async def round(self, actions: int) -> None:
        taken = []
        for _ in range(actions):
            click = await some_click(self.host, self.table, self.rng, next(self.clicks))
            if click is None:
                self.table = await begin_table(self.host, self.game, None)
                continue
            begun = time.perf_counter()
            await self.host.do(act, self.table, click.move, by=click.by)
            taken.append((time.perf_counter() - begun) * 1e6)
        self.medians.append(statistics.median(taken))


async def _processes(url: str, arguments: argparse.Namespace) -> float:
    """How many times as many actions two processes store as one."""
    alone = await _actions(url, 1, arguments)
    both = await _actions(url, 2, arguments)
    print(f"actions a second: one process {alone:.0f}, two processes {both:.0f}", flush=True)
    return both / alone


async def _actions(url: str, processes: int, arguments: argparse.Namespace) -> float:
    words = ["-m", "bench.postgres", url, arguments.game, str(arguments.seconds)]
    pipe = asyncio.subprocess.PIPE
    begun = [
        await asyncio.create_subprocess_exec(sys.executable, *words, stdout=pipe, stdin=pipe)
        for _ in range(processes)
    ]
    for each in begun:  # until all have dealt their tables
        assert each.stdout
        await each.stdout.readline()
    for each in begun:
        assert each.stdin
        each.stdin.write(b"go\n")
    found = [(await each.communicate())[0] for each in begun]
    total: float = sum(map(float, found)) / arguments.seconds
    return total


async def _load(url: str, game: str, seconds: float) -> None:
    """One process: people play at several tables at once, for some seconds."""
    lift_limits()  # few people sit at all these tables
    host = await Host.open(location_of(url))
    tables = [await begin_table(host, game, None) for _ in range(AT_ONCE)]
    print("dealt", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    end = time.perf_counter() + seconds
    stored = await asyncio.gather(*(_play(host, game, table, end) for table in tables))
    await host.close()
    print(sum(stored))


async def _play(host: Host, game: str, table: int, end: float) -> int:
    rng, stored, number = random.Random(table), 0, os.getpid() * 10**6 + table * 10**4 + BEGUN
    while time.perf_counter() < end:
        number += 1
        click = await some_click(host, table, rng, number)
        if click is None:
            table = await begin_table(host, game, None)
            continue
        await host.do(act, table, click.move, by=click.by)
        stored += 1
    return stored


if __name__ == "__main__":
    asyncio.run(_load(sys.argv[1], sys.argv[2], float(sys.argv[3])))
