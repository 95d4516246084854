"""All proofs, each in a process of its own, side by side where none of them measures time."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterable

from proof.kept import ROOT, Kept
from proof.proof import Outcome, Proof, broken
from proof.proofs import PROOFS


async def prove_all(kept: Kept) -> list[Outcome]:
    """In the order of the list, whichever is done first."""
    found: dict[str, Outcome] = {}

    async def prove(proof: Proof) -> None:
        found[proof.name] = kept.outcome(proof.name) or await _apart(proof, kept)
        kept.note()

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


async def _apart(proof: Proof, kept: Kept) -> Outcome:
    file = kept.file(proof.name)
    words = [proof.name, "--seed", str(kept.seed), "--json", str(file)]
    words += ["--seconds", str(kept.seconds)] if kept.seconds is not None else []
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "proof", *words, cwd=ROOT)
    code = await process.wait()
    return kept.outcome(proof.name) or broken(proof, f"it broke with exit code {code}")
