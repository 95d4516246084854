"""All proofs, each in a process of its own, side by side where none of them measures time."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

from proof.proof import Outcome, Proof, broken
from proof.proofs import PROOFS

ROOT = Path(__file__).parents[1]


async def prove_all(folder: Path, seconds: float | None, seed: int) -> list[Outcome]:
    """In the order of the list, whichever is done first.

    Outcomes that lie in the folder already are those of a run that was interrupted.
    """
    found: dict[str, Outcome] = {}

    async def prove(proof: Proof) -> None:
        file = folder / f"{proof.name}.json"
        found[proof.name] = _read(file) or await _apart(proof, file, seconds, seed)

    await _side_by_side([proof for proof in PROOFS.values() if not proof.needs_quiet], prove)
    for proof in PROOFS.values():
        if proof.needs_quiet:
            await prove(proof)
    return [found[name] for name in PROOFS]


async def _side_by_side(proofs: Iterable[Proof], prove: Callable[[Proof], Awaitable[None]]) -> None:
    free = asyncio.Semaphore(os.cpu_count() or 1)

    async def in_turn(proof: Proof) -> None:
        async with free:
            await prove(proof)

    await asyncio.gather(*map(in_turn, proofs))


async def _apart(proof: Proof, file: Path, seconds: float | None, seed: int) -> Outcome:
    words = [proof.name, "--seed", str(seed), "--json", str(file)]
    words += ["--seconds", str(seconds)] if seconds is not None else []
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "proof", *words, cwd=ROOT)
    code = await process.wait()
    return _read(file) or broken(proof, f"it broke with exit code {code}")


def _read(file: Path) -> Outcome | None:
    return Outcome(**json.loads(file.read_text(encoding="utf-8"))) if file.exists() else None
