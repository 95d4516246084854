"""The sandbox's own cost: from a slash command to its answer, and from nothing to ready."""

import argparse
import asyncio
import statistics
import time

from sandbox.demo import DemoBot
from sandbox.driver import Sandbox


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--commands", type=int, default=500)
    parser.add_argument("--starts", type=int, default=5)
    parser.set_defaults(run=lambda arguments: asyncio.run(run(arguments)))


async def run(arguments: argparse.Namespace) -> None:
    starts = [await _start() for _ in range(arguments.starts)]
    answers = await _answers(arguments.commands)
    centiles = statistics.quantiles(answers, n=100)
    ready = statistics.median(starts)
    print(f"from nothing to a bot that is ready: {ready:.0f} ms (median of {len(starts)})")
    print(f"from a slash command to its answer, {len(answers)} times:")
    print(f"  median {centiles[49]:.2f} ms, 95 % within {centiles[94]:.2f} ms")
    print(f"sandbox: ms={centiles[49]:.2f} ready={ready:.0f}")


async def _start() -> float:
    begun = time.perf_counter()
    async with Sandbox(DemoBot):
        return (time.perf_counter() - begun) * 1000


async def _answers(count: int) -> list[float]:
    found = []
    async with Sandbox(DemoBot) as sandbox:
        for number in range(count):
            begun = time.perf_counter()
            await sandbox.slash("red", "/say", words=str(number))
            found.append((time.perf_counter() - begun) * 1000)
    return found
