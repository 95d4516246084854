"""What the processes of the tests write down for the proof: one line of JSON for each thing."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

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
