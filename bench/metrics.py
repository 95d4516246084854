"""What the page of numbers costs: clicks at a bot with `METRICS`, next to those at one without.

Both bots, each a process of its own, are asked to play the same games: the same press at one, then
at the other. The page is read every few seconds, as Prometheus does it.
`ratio` is the median of all pairs; `sum_ratio` also weighs the few clicks that wait for a reading.
"""

import argparse
import asyncio
import os
import socket
import statistics
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.request import urlopen

from bench.crowd import Crowd, Press
from render import PAINTERS
from sandbox.driver import PATIENCE, Failed
from sandbox.process import Apart

TABLES = 6  # of each bot
LOOKS = 5.0  # seconds between two looks at the page
TICKS = os.sysconf("SC_CLK_TCK")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=PAINTERS, default="fantastic_factories")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--clicks", type=int, default=60, help="at each bot in a round")
    parser.add_argument("--noise", action="store_true", help="compare two bots without the page")
    parser.set_defaults(run=lambda arguments: asyncio.run(run(arguments)))


async def run(arguments: argparse.Namespace) -> None:
    address = None if arguments.noise else f"127.0.0.1:{_free_port()}"
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as name:
        folder = Path(name).absolute()
        plain = Side(folder / "plain", arguments.game, {})
        paged = Side(folder / "paged", arguments.game, {"METRICS": address} if address else {})
        await plain.crowd.prepare()
        await paged.crowd.prepare()
        async with plain.sandbox, paged.sandbox:
            await plain.crowd.dealt()
            await paged.crowd.dealt()
            await _compared(plain, paged, address, arguments)


class Side:
    """A bot, people at its tables, and how long their clicks took."""

    def __init__(self, folder: Path, game: str, settings: Mapping[str, str]) -> None:
        folder.mkdir()
        self.sandbox = Apart(folder, settings)
        self.crowd = Crowd(self.sandbox, [game], TABLES)
        self.taken: list[float] = []  # milliseconds

    async def click(self, number: int) -> str:
        """One click, and everything that follows from it for others; returns what was pressed."""
        press = self._press(number)
        begun = time.perf_counter()
        await self.crowd.carry_out(press)
        self.taken.append((time.perf_counter() - begun) * 1000)
        await self.crowd.quiet()
        return press.custom_id

    def _press(self, number: int) -> Press:
        presses = (self.crowd.press((number + turn) % TABLES) for turn in range(TABLES))
        press = next(filter(None, presses), None)
        if press is None:
            raise Failed("nobody can press anything")
        return press

    @property
    def cpu_seconds(self) -> float:
        """Processor time of the bot so far."""
        assert self.sandbox.process
        numbers = Path(f"/proc/{self.sandbox.process.pid}/stat").read_text().rpartition(")")[2]
        user, system = numbers.split()[11:13]
        return (int(user) + int(system)) / TICKS


async def _compared(
    plain: Side, paged: Side, address: str | None, arguments: argparse.Namespace
) -> None:
    """Which bot is clicked first changes with every pair."""
    sides, before = [plain, paged], [plain.cpu_seconds, paged.cpu_seconds]
    reading = asyncio.create_task(_read(address))
    for number in range(arguments.rounds):
        for click in range(arguments.clicks):
            pressed = {await side.click(click) for side in sides}
            if len(pressed) > 1:
                raise Failed(f"the games differ: {pressed}")
            sides.reverse()
        first = number * arguments.clicks
        print(f"round {number + 1}: {_told(plain.taken[first:], paged.taken[first:])}", flush=True)
    if not reading.cancel():
        await reading  # it has failed
    cpu = [side.cpu_seconds - begun for side, begun in zip((plain, paged), before, strict=True)]
    print(f"all {len(plain.taken)} clicks at each: {_told(plain.taken, paged.taken)}")
    ratio, together = _ratio(plain.taken, paged.taken), sum(paged.taken) / sum(plain.taken)
    print(f"metrics: ratio={ratio:.3f} sum_ratio={together:.3f} cpu_ratio={cpu[1] / cpu[0]:.3f}")


def _ratio(plain: list[float], paged: list[float]) -> float:
    """The median of all pairs."""
    return statistics.median(page / none for none, page in zip(plain, paged, strict=True))


def _told(plain: list[float], paged: list[float]) -> str:
    without, beside = statistics.median(plain), statistics.median(paged)
    return (
        f"{without:.1f} ms without, {beside:.1f} ms with the page,"
        f" ratio of pairs {_ratio(plain, paged):.3f}"
    )


async def _read(address: str | None) -> None:
    """Look at the page again and again."""
    while True:
        if address:
            page = await asyncio.to_thread(urlopen, f"http://{address}/metrics", timeout=PATIENCE)
            page.read()
        await asyncio.sleep(LOOKS)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
