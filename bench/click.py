"""From a click to its answer: the real bot in its own process, the sandbox and the load in ours."""

import argparse
import asyncio
import re
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from bench.crowd import Crowd, Press, Traffic, hall, rows
from bench.load import Load
from bench.pixels import LOAD, SEND
from render import PAINTERS
from sandbox.driver import Failed
from sandbox.process import Apart
from sandbox.world import Json

PAIRED = 6  # tables at which clicks are compared with the reference
SLOW = 5  # a new picture on its way is rarer than this many presses in a row


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=PAINTERS, default="fantastic_factories")
    parser.add_argument("--pairs", type=int, default=100, help="clicks next to the reference's")
    parser.add_argument("--tables", type=int, default=100, help="at which people play at once")
    parser.add_argument("--rate", type=float, default=10.0, help="clicks a second in all")
    parser.add_argument("--seconds", type=float, default=30.0, help="of that load")
    parser.add_argument("--live", type=int, default=1000, help="tables when memory is read")
    parser.set_defaults(run=lambda arguments: asyncio.run(run(arguments)))


async def run(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as name:
        folder = Path(name).absolute()
        ratio = await _paired(folder, arguments)
        p99, memory = await _loaded(folder, arguments)
    print(f"click: ratio={ratio:.2f} p99_ms={p99:.0f} memory_mb={memory:.0f}")


# One click next to the reference


async def _paired(folder: Path, arguments: argparse.Namespace) -> float:
    ours = Apart(_made(folder / "ours"))
    crowd, traffic = Crowd(ours, [arguments.game], PAIRED), Traffic(ours)
    await crowd.prepare()
    reference = Reference(_made(folder / "reference"))
    async with ours, reference.sandbox:
        await crowd.dealt()
        pairs = [
            await _pair(crowd, reference, number) for number in _progress(arguments.pairs, "pairs")
        ]
        _check(ours)
    return _compared(pairs, traffic)


async def _pair(crowd: Crowd, reference: "Reference", number: int) -> tuple[float, float, int]:
    """Presses until one plays an action with a new picture; then the same pixels alone."""
    for turn in range(10 * PAIRED):
        press = crowd.press((number + turn // SLOW) % PAIRED)
        if press is None:
            continue
        before, had = rows(crowd.sandbox.database), _ids(press.message)
        taken = await _timed(lambda press=press: crowd.carry_out(press))  # type: ignore[misc]
        new = [each for each in press.message["attachments"] if each["id"] not in had]
        await crowd.quiet()
        if new and rows(crowd.sandbox.database) > before:
            files = crowd.sandbox.server.world.files
            pngs = [files[each["id"]].content for each in new if each["id"] in files]
            return taken, await reference.send(pngs), len(pngs)
    raise Failed("nobody can play an action")


def _ids(message: Json) -> set[str]:
    return {each["id"] for each in message["attachments"]}


class Reference:
    """A bot that only encodes and sends, in a sandbox of its own."""

    def __init__(self, folder: Path) -> None:
        self.sandbox = Apart(folder)
        self.pixels = _made(folder / "pixels")
        channel = self.sandbox.channel("@red")
        words = ("--channel", channel, "--folder", str(self.pixels))
        self.sandbox.command = ("-m", "bench.pixels", *words)

    async def send(self, pngs: list[bytes]) -> float:
        for file in self.pixels.iterdir():
            file.unlink()
        for number, png in enumerate(pngs):
            (self.pixels / f"{number}.png").write_bytes(png)
        message = await self.sandbox.until(lambda: self.sandbox.messages("red", "@red"))
        load, send = (Press("red", message[0], custom_id) for custom_id in (LOAD, SEND))
        await self._use(load)
        await asyncio.sleep(0.02)
        return await _timed(lambda: self._use(send))

    async def _use(self, press: Press) -> None:
        await self.sandbox._used(press.name, press.message, press.custom_id)


def _compared(pairs: list[tuple[float, float, int]], traffic: Traffic) -> float:
    ours, alone, pictures = zip(*pairs, strict=True)
    medians: tuple[float, float] = statistics.median(ours), statistics.median(alone)
    ratio = medians[0] / medians[1]
    print(
        f"a click with commit and new pictures: {medians[0]:.1f} ms, encoding and sending the same"
        f" pixels: {medians[1]:.1f} ms, ratio {ratio:.2f}; {statistics.mean(pictures):.1f} new"
        " pictures in the mean"
    )
    print(f"  {_sent(traffic)}", flush=True)
    return ratio


# Many tables


async def _loaded(folder: Path, arguments: argparse.Namespace) -> tuple[float, float]:
    """Milliseconds for 99 of 100 clicks, and the memory after a look at every table, in MB."""
    sandbox = Apart(_made(folder / "many"))
    tables = min(arguments.tables, arguments.live)
    crowd = Crowd(sandbox, [arguments.game], tables, arguments.live - tables)
    traffic = Traffic(sandbox)
    print(f"preparing {arguments.live} tables", flush=True)
    await crowd.prepare()
    async with sandbox:
        begun = time.perf_counter()
        await crowd.dealt()
        print(f"{tables} boards and {2 * tables} panels posted: {_since(begun):.0f} ms", flush=True)
        p99 = await _open_loop(crowd, arguments)
        print(f"  {_sent(traffic)}", flush=True)
        await _look_at_the_others(crowd)
        print(f"memory with {arguments.live} live tables: {_memory(sandbox)}", flush=True)
        memory = sandbox.memory / 1e6
        _check(sandbox)
    return p99, memory


async def _open_loop(crowd: Crowd, arguments: argparse.Namespace) -> float:
    load, before = Load(crowd), rows(crowd.sandbox.database)
    await load.come(arguments.rate, lambda at: at < arguments.seconds)
    played = rows(crowd.sandbox.database) - before
    print(
        f"{len(load.taken)} clicks over {arguments.seconds:.0f} s, {played} actions stored:"
        f" median {load.within(50):.0f} ms, 90 % within {load.within(90):.0f} ms, 99 % within"
        f" {load.within(99):.0f} ms, slowest {max(load.taken):.0f} ms;"
        f" {load.unanswered} without an answer",
        flush=True,
    )
    return load.within(99)


async def _look_at_the_others(crowd: Crowd) -> None:
    """Somebody asks for their hand at every table that nobody touched yet."""
    taken = []
    for number in _progress(crowd.further, "hands"):
        table = crowd.tables + number
        name = crowd.names(table)[number % 2]
        slash = crowd.sandbox.slash(name, "/hand", hall(table))
        taken.append(await _timed(lambda slash=slash: slash))  # type: ignore[misc]
    if taken:
        print(f"/hand at a table that was not touched before: {statistics.median(taken):.0f} ms")


def _memory(sandbox: Apart) -> str:
    assert sandbox.process
    status = Path(f"/proc/{sandbox.process.pid}/status").read_text()
    peak = re.search(r"VmHWM:\s+(\d+) kB", status)
    most = int(peak[1]) * 1024 if peak else 0
    return f"{sandbox.memory / 1e6:.0f} MB, at most {most / 1e6:.0f} MB"


# What all have in common


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


async def _timed(work: Callable[[], Awaitable[object]]) -> float:
    begun = time.perf_counter()
    await work()
    return _since(begun)


def _since(begun: float) -> float:
    return (time.perf_counter() - begun) * 1000


def _progress(count: int, what: str) -> list[int]:
    print(f"{count} {what}", flush=True)
    return list(range(count))


def _sent(traffic: Traffic) -> str:
    new, kept, again = (traffic.bytes[kind] / 1e6 for kind in ("new", "kept", "again"))
    return f"pictures: {new:.1f} MB sent, {kept:.1f} MB kept, {again:.1f} MB sent again unchanged"


def _check(sandbox: Apart) -> None:
    """What the sandbox or the bot's log complains of makes the figures worthless."""
    lines = [line for line in sandbox.log.splitlines() if "level=error" in line]
    for line in [*sandbox.violations[:3], *lines[:3]]:
        print(f"! {line}", flush=True)
