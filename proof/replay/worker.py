"""Plays and replays in a process of its own, for a test that chooses its hash seed and flags.

One order is one line of JSON on standard input, its answer one line on standard output.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.cli import main as engine
from engine.kernel.journal import read
from proof.replay.games import Case, played
from proof.replay.stored import shown
from testing.traces import Digest, traced

Order = dict[str, Any]
NICE = 10  # four of them must not hold up whoever measures time beside them


class Worker:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.orders: dict[str, Callable[..., Order]] = {
            "play": self.play,
            "replay": self.replay,
            "stored": self.stored,
        }

    def answer(self, order: Order) -> Order:
        try:
            return self.orders[order.pop("do")](**order)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            return {"error": f"{error!r} in {Path(place.filename).name}, line {place.lineno}"}

    def play(self, case: list[Any]) -> Order:
        journal, digest = played(Case(*case))
        return {"journal": journal.text(), "digest": digest}

    def replay(self, journal: str) -> Order:
        found = read(journal)
        return {"journal": found.text(), "digest": self._verified(journal, traced(found))}

    def _verified(self, journal: str, digest: Digest) -> Digest:
        """With what `python -m engine verify` says."""
        file = self.folder / "a.journal"
        file.write_text(journal, encoding="utf-8")
        with redirect_stdout(StringIO()) as said:
            code = engine(["verify", str(file)])
        return {**digest, "verified": f"{code} {said.getvalue()}"}

    def stored(self, name: str) -> Order:
        return {"digest": shown(name, self.folder)}


def main() -> None:
    os.nice(NICE)
    with TemporaryDirectory(prefix="replay-") as folder:
        worker = Worker(Path(folder))
        for line in sys.stdin:
            print(json.dumps(worker.answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
