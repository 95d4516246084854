"""Every journal leads to the same table, whoever replays it, wherever and when.

Two processes play a corpus of games and two others replay them; stored tables of every schema go
through all four, which differ in their hash seeds, Python's flags, time zones and languages.
Everything shown at any action is compared, as digests.
"""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from proof.proof import Mutant, Plant, Proof, put
from proof.replay.games import case
from proof.trial import Trial
from testing.golden import golden, is_of_today, names, stored_journal
from testing.traces import RULES, difference

ROOT = Path(__file__).parents[2]
MAX_LINE = 1 << 25
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
            limit=MAX_LINE,
        )

    async def close(self) -> None:
        if self._process and self._process.stdin:
            self._process.stdin.close()
            await self._process.wait()


GAMES_PLAYED, STORED = "games", "stored tables and journals"
CHUNK = 40  # games that are under way at once
PLAYERS = 2  # of the four; the others replay


async def work(trial: Trial) -> None:
    readers = [Reader(each) for each in SURROUNDINGS]
    try:
        await _play(trial, readers)
        if trial.goes_on(STORED):  # with a mutant, one of them shows it as well
            await _look_at_the_stored(trial, readers[:1] if trial.with_a_mutant else readers)
    finally:
        await asyncio.gather(*(reader.close() for reader in readers))


async def _play(trial: Trial, readers: Sequence[Reader]) -> None:
    """Games are played by the first two, replayed and verified by the others."""
    first, goal = trial.rng.getrandbits(32), trial.goals[GAMES_PLAYED]
    while trial.goes_on(GAMES_PLAYED):
        done = trial.counts[GAMES_PLAYED]
        numbers = range(done, min(done + CHUNK, goal or done + CHUNK))
        cases = [case(number, first + number) for number in numbers]
        played = await _asked(readers[:PLAYERS], [{"do": "play", "case": [*e]} for e in cases])
        journals = [game.get("journal", "") for game in played[0]]
        orders = [{"do": "replay", "journal": journal} for journal in journals]
        replayed = await _asked(readers[PLAYERS:], orders)
        for each, *answers in zip(cases, *played, *replayed, strict=True):
            trial.did(GAMES_PLAYED)
            _agree(trial, str(each), readers, answers)


async def _look_at_the_stored(trial: Trial, readers: Sequence[Reader]) -> None:
    """It is the same everywhere, and what it has always been."""
    kept = names(trial.folder)
    trial.check(kept, "nothing is stored")
    for name in trial.some(STORED, kept):
        answers = [found for (found,) in await _asked(readers, [{"do": "stored", "name": name}])]
        is_whole = _agree(trial, name, readers, answers)
        if is_whole and is_of_today(stored_journal(name, trial.folder)):
            line = golden().get(name)
            trial.check(line, f"{name} has no line: python -m testing.golden")
            is_the_same = line is None or line.digest == answers[0]["digest"][RULES]
            trial.check(is_the_same, f"{name} no longer means what it meant when it was played")


async def _asked(readers: Sequence[Reader], orders: Sequence[Answer]) -> list[list[Answer]]:
    """By each of them; every second one goes backwards."""
    asked = (reader.ask(orders, bool(place % 2)) for place, reader in enumerate(readers))
    return await asyncio.gather(*asked)


def _agree(trial: Trial, name: str, readers: Sequence[Reader], answers: Sequence[Answer]) -> bool:
    """Whether all say the same, and it is whole; what differs is a fault."""
    for reader, answer in zip(readers, answers, strict=True):
        if "error" in answer:
            trial.fault(f"{name}, with {reader.surroundings}: {answer['error']}")
            return False
        if answer.get("journal") != answers[0].get("journal"):
            trial.fault(f"{name} is another game with {reader.surroundings}")
            return False
        if found := difference(answers[0]["digest"], answer["digest"]):
            trial.fault(f"{name} differs with {reader.surroundings}: {found}")
            return False
    return True


def _worker(mutant: str) -> Plant:
    """All four processes have it."""
    return put((sys.modules[__name__], "WORKER", ("proof.replay.worker", mutant)))


PROOF = Proof(
    "replay",
    "a journal is the same game under every hash seed, flag, zone and language, and stays it",
    work,
    goals={GAMES_PLAYED: 2_000, STORED: None},
    small={GAMES_PLAYED: 1, STORED: 2},
    mutants={
        "codes in the order of a set": Mutant(
            _worker("codes_in_the_order_of_a_set"),
            r"(is another game|differs) with hash seed",
            unit=GAMES_PLAYED,
        ),
        "a deal that is judged twice": Mutant(
            _worker("deals_judged_twice"), "no longer means what it meant", unit=STORED
        ),
    },
    mutant_goals={STORED: None},
)
