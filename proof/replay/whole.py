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
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from proof.proof import Mutant, Plant, Proof, put
from proof.replay.games import Case, case
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


async def work(trial: Trial) -> None:
    async with _readers() as readers:
        await _played(trial, readers)
        if trial.goes_on(STORED):  # with a mutant, one of them shows it as well
            await _stored(trial, readers[:1] if trial.with_a_mutant else readers)


@asynccontextmanager
async def _readers() -> AsyncIterator[list[Reader]]:
    readers = [Reader(each) for each in SURROUNDINGS]
    try:
        yield readers
    finally:
        await asyncio.gather(*(reader.close() for reader in readers))


# What was stored once


async def _stored(trial: Trial, readers: Sequence[Reader]) -> None:
    """The same everywhere, and what it has always been."""
    kept = names(trial.folder)
    trial.check(kept, "nothing is stored")
    for name in trial.some(STORED, kept):
        answers = await _everywhere(readers, {"do": "stored", "name": name})
        if _agree(trial, name, readers, answers):
            _means_what_it_meant(trial, name, answers[0])


def _means_what_it_meant(trial: Trial, name: str, answer: Answer) -> None:
    if is_of_today(stored_journal(name, trial.folder)):
        line = golden().get(name)
        trial.check(line, f"{name} has no line: python -m testing.golden")
        trial.check(
            line is None or line.digest == answer["digest"][RULES],
            f"{name} no longer means what it meant when it was played",
        )


# Games that are played for it


async def _played(trial: Trial, readers: Sequence[Reader]) -> None:
    first = trial.rng.getrandbits(32)
    while trial.goes_on(GAMES_PLAYED):
        done = trial.counts[GAMES_PLAYED]
        goal = trial.goals[GAMES_PLAYED]
        numbers = range(done, min(done + CHUNK, goal or done + CHUNK))
        await _chunk(trial, readers, [case(number, first + number) for number in numbers])


async def _chunk(trial: Trial, readers: Sequence[Reader], cases: Sequence[Case]) -> None:
    """Played by the first two, replayed by the others; every second one goes backwards."""
    players, others = readers[:2], readers[2:]
    orders: list[Answer] = [{"do": "play", "case": [*each]} for each in cases]
    games: list[tuple[Case, Answer]] = []
    for each, *answers in zip(cases, *await _asked(players, orders), strict=True):
        trial.did(GAMES_PLAYED)
        if _agree(trial, str(each), players, answers):
            games.append((each, answers[0]))
    if trial.is_caught:
        return
    orders = [{"do": "replay", "journal": game["journal"]} for _, game in games]
    for (each, game), *answers in zip(games, *await _asked(others, orders), strict=True):
        _is_the_same(trial, each, game, others, answers)


def _is_the_same(
    trial: Trial, case: Case, game: Answer, readers: Sequence[Reader], answers: Sequence[Answer]
) -> None:
    """Replayed as it was played, and verified."""
    for answer in answers:
        said = answer.get("digest", {}).pop("verified", "0 Verified")
        trial.check(said.startswith("0 Verified"), f"{case}: {said}")
    _agree(trial, f"{case}, replayed,", [readers[0], *readers], [game, *answers])


# What all of it has in common


async def _everywhere(readers: Sequence[Reader], order: Answer) -> list[Answer]:
    return [answers[0] for answers in await _asked(readers, [order])]


async def _asked(readers: Sequence[Reader], orders: Sequence[Answer]) -> list[list[Answer]]:
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
    return put((sys.modules[__name__], "WORKER", ("proof.replay.mutants", mutant)))


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
            goals={STORED: 0},
        ),
        "a deal that is judged twice": Mutant(
            _worker("deals_judged_twice"),
            "no longer means what it meant",
            goals={GAMES_PLAYED: 0, STORED: None},
        ),
        "a card that costs less than it did": Mutant(
            _worker("cheaper_cards"),
            "no longer means what it meant",
            goals={GAMES_PLAYED: 0, STORED: None},
        ),
    },
)
