"""Processes that differ in all that a game must not depend on, and what they are asked."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
LONGEST_LINE = 1 << 25
WORKER: tuple[str, ...] = ("proof.replay.worker",)  # the module and its words

Answer = dict[str, Any]


class Surroundings(NamedTuple):
    hash_seed: str
    flags: tuple[str, ...] = ()
    variables: Mapping[str, str] = {}

    def __str__(self) -> str:
        words = [f"hash seed {self.hash_seed}", *self.flags]
        return " ".join([*words, *(f"{name}={value}" for name, value in self.variables.items())])


ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
SURROUNDINGS = (
    Surroundings("0", (), {"TZ": "UTC"}),
    Surroundings("1", ("-O",), {"TZ": "Pacific/Kiritimati"}),
    Surroundings("2718281828", ("-OO",), {"TZ": "America/St_Johns", **ASCII}),
    Surroundings("4294967295", ("-X", "utf8"), {"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"}),
)


class Reader:
    """One of them, started when it is first asked."""

    def __init__(self, surroundings: Surroundings) -> None:
        self.surroundings = surroundings
        self._process: Process | None = None

    async def ask(self, orders: Sequence[Answer], is_backwards: bool = False) -> list[Answer]:
        """An answer for each in its place; backwards: what came before must not matter either."""
        process = self._process = self._process or await self._started()
        assert process.stdin and process.stdout
        for order in reversed(orders) if is_backwards else orders:
            process.stdin.write(json.dumps(order).encode() + b"\n")
        lines = [await process.stdout.readline() for _ in orders]
        answers = [json.loads(line or '{"error": "it has ended"}') for line in lines]
        return answers[::-1] if is_backwards else answers

    async def _started(self) -> Process:
        seed, flags, variables = self.surroundings
        return await asyncio.create_subprocess_exec(
            *(sys.executable, *flags, "-m", *WORKER),
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, **variables},
            stdin=PIPE,
            stdout=PIPE,
            limit=LONGEST_LINE,
        )

    async def close(self) -> None:
        if self._process and self._process.stdin:
            self._process.stdin.close()
            await self._process.wait()
