"""Runs the tests in a process of their own, which writes down what it has heard."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from proof.trial import Trial

FOLDER, MUTANT = "PROOF_SECRETS_FOLDER", "PROOF_SECRETS_MUTANT"  # names in the environment
CANARY = "canary"  # stands in the place of a test where the proof itself has spoken
BYTES = "bytes "  # before a secret that is no text


class Notes:
    """Of one process. `test` is the one that is running now."""

    def __init__(self, folder: Path) -> None:
        self.test = ""
        self._folder, self._files = folder, dict[str, TextIO]()
        self._secrets: set[str] = set()

    def note(self, kind: str, *facts: str) -> None:
        if kind not in self._files:
            self._files[kind] = self._file(kind).open("a", encoding="utf-8")
        self._files[kind].write(json.dumps([self.test, *facts]) + "\n")
        self._files[kind].flush()

    def _file(self, kind: str) -> Path:
        return self._folder / f"{os.getpid()}.{kind}"

    def secret(self, kind: str, secret: str | bytes) -> None:
        """One that must be nowhere from now on."""
        text = secret if isinstance(secret, str) else f"{BYTES}{secret.hex()}"
        if text not in self._secrets:
            self._secrets.add(text)
            self.note("secret", kind, text)


def read(folder: Path, kind: str) -> Iterator[list[str]]:
    """All that was written down so far, whoever did it."""
    for file in sorted(folder.glob(f"*.{kind}")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.endswith("]"):  # else it is being written
                yield json.loads(line)


ROOT = Path(__file__).parents[2]
FINE, FAILED = 0, 1  # what pytest ends with
LOOK = 1.0  # seconds between two looks at the progress
USUAL = ("-p", "proof.secrets.plugin", "-p", "no:cacheprovider", "--assert=plain")
IN_ITSELF = "test_proofs and (mutant or secrets)"  # would never end
WHOLE = ("-n", "auto", "-k", f"not ({IN_ITSELF})")


async def run_tests(trial: Trial, tests: Sequence[str], mutant: str = "") -> None:
    """Those, or without any the whole suite."""
    words = [*USUAL, f"--basetemp={trial.folder / 'files'}", *(tests or WHOLE)]
    said = trial.folder / "said"
    with said.open("wb") as out:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "pytest", *words),
            cwd=ROOT,
            env=_environment(trial.folder, mutant),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        while process.returncode is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), LOOK)
            done = sum(1 for _ in read(trial.folder, "test"))
            trial.did("tests", done - trial.counts["tests"])
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # and whatever a test had started
        await process.wait()
    if process.returncode not in (FINE, FAILED):
        raise RuntimeError(f"The tests did not run:\n{said.read_text(encoding='utf-8')[-4000:]}")
    collected = [int(each) for _, each in read(trial.folder, "collected")]
    trial.totals["tests"] = max(collected, default=0)


def _environment(folder: Path, mutant: str) -> dict[str, str]:
    """No word about other tests that may be running around this."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    chosen = {FOLDER: str(folder), "SCALE": "1", **({MUTANT: mutant} if mutant else {})}
    return {**known, **chosen}
