"""Plays and replays in a process of its own, for a test that chooses its hash seed and flags.

One order is one line of JSON on standard input, its answer one line on standard output.
`python -m proof.replay.worker NAME` has a planted bug.
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

from engine import GAMES
from engine.cli import main as engine
from engine.factory_42 import closing, deals
from engine.kernel.journal import read
from proof.replay.games import Case, played
from testing.stored.shown import shown
from testing.traces import traced

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
        """What `python -m engine verify` finds wrong is an error."""
        found, file = read(journal), self.folder / "a.journal"
        file.write_text(journal, encoding="utf-8")
        with redirect_stdout(StringIO()) as said:
            code = engine(["verify", str(file)])
        if code or not said.getvalue().startswith("Verified"):
            return {"error": f"{code} {said.getvalue()}"}
        return {"journal": found.text(), "digest": traced(found)}

    def stored(self, name: str) -> Order:
        return {"digest": shown(name, self.folder)}


def main() -> None:
    os.nice(NICE)
    with TemporaryDirectory(prefix="replay-") as folder:
        worker = Worker(Path(folder))
        for line in sys.stdin:
            print(json.dumps(worker.answer(json.loads(line))), flush=True)


# Bugs that can be planted


def codes_in_the_order_of_a_set() -> None:
    for game in GAMES.values():
        setattr(game, "choices", _unordered(game.choices))  # noqa: B010


def _unordered(choices: Callable[..., Any]) -> Callable[..., Any]:
    return lambda state, seat: [*{*choices(state, seat)}]


def deals_judged_twice() -> None:
    """What was judged is accepted once more, and judged again."""
    judge = deals.judge

    def twice(state: Any, events: Any) -> None:
        accepted = [deal for deal in state.deals if deal.status == "accepted"]
        judge(state, events)
        for deal in accepted:
            deal.status = "accepted"
        judge(state, events)

    setattr(closing, "judge", twice)  # noqa: B010


if __name__ == "__main__":
    for name in sys.argv[1:]:
        globals()[name]()
    main()
