"""`python -m proof NAME [--seconds N]` runs one proof; without a name all, and writes the table."""

import argparse
import asyncio
import json
import logging
import os
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from proof import summary
from proof.everything import prove_all
from proof.proof import Outcome, carry_out
from proof.proofs import PROOFS


def main() -> int:
    asked = _parser().parse_args()
    logging.getLogger().addHandler(logging.NullHandler())  # planted faults are no news
    outcomes = [_one(asked)] if asked.name else _all(asked)
    if not asked.json:
        print(summary.table(outcomes), summary.verdict(outcomes), sep="\n\n", flush=True)
    return 0 if all(outcome.holds for outcome in outcomes) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m proof", description=__doc__)
    parser.add_argument("name", nargs="?", choices=[*PROOFS], metavar="NAME", help=_names())
    parser.add_argument("--seconds", type=float, metavar="N", help="for each proof, at most")
    parser.add_argument("--seed", type=int, default=1, help="another one plays other games")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="go on with a run left there")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the outcome there")
    return parser


def _names() -> str:
    return "; ".join(f"{proof.name}: {proof.promise}" for proof in PROOFS.values())


def _one(asked: argparse.Namespace) -> Outcome:
    with TemporaryDirectory(prefix="proof-") as folder:
        proof = PROOFS[asked.name]
        outcome = asyncio.run(
            carry_out(proof, Path(folder), asked.seconds, asked.seed, _teller(proof.name))
        )
    if asked.json:
        asked.json.write_text(json.dumps(asdict(outcome)), encoding="utf-8")
    return outcome


def _all(asked: argparse.Namespace) -> list[Outcome]:
    """What is done is kept until all is: an hour is long."""
    folder = asked.kept or Path(mkdtemp(prefix="proofs-"))
    print(f"After an interruption, go on with: python -m proof --kept {folder}", flush=True)
    outcomes = asyncio.run(prove_all(folder, asked.seconds, asked.seed))
    summary.write(outcomes, os.cpu_count() or 1)
    shutil.rmtree(folder)
    return outcomes


def _teller(name: str) -> Callable[[str], None]:
    begun = time.monotonic()
    return lambda line: print(f"{name:<8}{time.monotonic() - begun:6.0f} s  {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
