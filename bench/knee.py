"""How many clicks a second the bot can answer in time: sends more and more until it can't.

At the tables of the proof *load*, with as many people.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

from bench.crowd import Crowd, mixed
from bench.load import Load
from sandbox.process import Apart

RATES = (20, 30, 40, 50, 60, 70, 80, 100, 120)
SOON = 1000  # milliseconds within which 99 of 100 clicks are to be answered


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tables", type=int, default=220, help="at which people play at once")
    parser.add_argument("--people", type=int, default=5, help="at a table, if its game seats them")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each rate")
    parser.set_defaults(run=lambda arguments: asyncio.run(run(arguments)))


async def run(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as name:
        sandbox = Apart(Path(name).absolute())
        crowd = Crowd(sandbox, mixed(), arguments.tables, people=arguments.people)
        print(f"preparing {arguments.tables} tables", flush=True)
        await crowd.prepare()
        async with sandbox:
            await crowd.dealt()
            print(f"knee: clicks_a_second={await _knee(crowd, arguments.seconds)}")


async def _knee(crowd: Crowd, seconds: float) -> int:
    """The most clicks a second of which everybody was answered soon.

    Where somebody's last click is still on its way, they don't click again.
    """
    found = 0
    for rate in RATES:
        load = Load(crowd)
        await load.come(rate, lambda at: at < seconds)
        answered = round(len(load.taken) / seconds)
        print(
            f"{answered} a second: median {load.within(50):.0f} ms, 99 % within"
            f" {load.within(99):.0f} ms; {load.unanswered} of {load.sent} without an answer",
            flush=True,
        )
        await crowd.quiet()
        if load.within(99) > SOON or load.unanswered:
            break
        found = max(found, answered)
    return found
