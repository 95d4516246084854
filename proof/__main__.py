"""`python -m proof NAME [--seconds N]` runs one proof; without a name all, and writes the table."""

import argparse
import asyncio
import logging
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from proof import summary
from proof.everything import prove_all
from proof.kept import Another, Kept, code_digest, keep
from proof.proof import Outcome, carry_out
from proof.proofs import PROOFS
from sandbox.hurry import lift_limits

SHORT = "for the work of each proof, its mutants come on top; else it takes as long as it takes"


def main() -> int:
    asked = _parser().parse_args()
    lift_limits()
    logging.getLogger().addHandler(logging.NullHandler())  # planted faults are no news
    try:
        outcomes = [_one(asked)] if asked.name else _all(asked)
    except Another as why:
        print(why, file=sys.stderr)
        return 2
    if not asked.json:
        told = summary.table(outcomes), summary.rest(outcomes), summary.verdict(outcomes)
        print(*told, sep="\n\n", flush=True)
    return 0 if all(outcome.holds for outcome in outcomes) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m proof", description=__doc__)
    parser.add_argument("name", nargs="?", choices=[*PROOFS], metavar="NAME", help=_names())
    parser.add_argument("--seconds", type=float, metavar="N", help=SHORT)
    parser.add_argument("--seed", type=int, default=1, help="another one plays other games")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="go on with a run left there")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the outcome there")
    return parser


def _names() -> str:
    return "; ".join(f"{proof.name}: {proof.promise}" for proof in PROOFS.values())


def _one(asked: argparse.Namespace) -> Outcome:
    proof, code = PROOFS[asked.name], code_digest(asked.name)
    with TemporaryDirectory(prefix="proof-") as folder:
        outcome = asyncio.run(
            carry_out(proof, Path(folder), asked.seconds, asked.seed, _teller(proof.name))
        )
    if asked.json:
        keep(outcome, code, asked.json)
    return outcome


def _all(asked: argparse.Namespace) -> list[Outcome]:
    """What is done is kept until all is: an hour is long."""
    kept = Kept.in_folder(asked.kept or Path(mkdtemp(prefix="proofs-")), asked.seconds, asked.seed)
    print(f"After an interruption, go on with: {_again(asked, kept)}", flush=True)
    outcomes = asyncio.run(prove_all(kept))
    if asked.seconds is None:
        summary.write(outcomes, kept.wall, os.cpu_count() or 1, is_resumed=bool(kept.spent))
    else:
        print(f"{summary.FILE.name} tells of whole runs only: it stays as it was.")
    if all(outcome.holds for outcome in outcomes):
        kept.forget()
    else:
        print(f"When that is mended, carry out what it touches: {_again(asked, kept)}")
    return outcomes


def _again(asked: argparse.Namespace, kept: Kept) -> str:
    words = ["python -m proof --kept", str(kept.folder), "--seed", str(asked.seed)]
    words += ["--seconds", f"{asked.seconds:g}"] if asked.seconds is not None else []
    return " ".join(words)


def _teller(name: str) -> Callable[[str], None]:
    begun = time.monotonic()
    return lambda line: print(f"{name:<8}{time.monotonic() - begun:6.0f} s  {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
