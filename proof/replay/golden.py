"""What every kept journal has meant since it was kept: `python -m proof.replay.golden` renews it.

A line is a journal, the rules by which it was played, and the digest of all that happened in it:
events, who could do what, how it ended. No words, no views, no form of a state: those may change.
A line that differs says that a change of rules or cards makes old journals mean something else.
Then raise `rules` of that game: tables played by older rules are told apart, and their lines go.
To renew is right after that, and when a journal or a file of a new schema was added. A line of
today's rules is never changed, unless with `--again` for rules that were not released yet.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from engine import ALL_GAMES
from engine.kernel.journal import Journal
from proof.replay.games import RULES, traced
from proof.replay.stored import names, stored_journal

FILE = Path(__file__).parents[2] / "tests" / "proof" / "journals.txt"


class Line(NamedTuple):
    rules: int
    digest: str


def golden(file: Path = FILE) -> dict[str, Line]:
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        name, rules, digest = line.rsplit(" ", 2)
        found[name] = Line(int(rules), digest)
    return found


def of_today() -> dict[str, Line]:
    """Journals of older rules have no line."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        journals = {name: stored_journal(name, place) for name in names(place)}
    return {name: _line(each) for name, each in journals.items() if is_of_today(each)}


def is_of_today(journal: Journal) -> bool:
    return ALL_GAMES[journal.game].rules == journal.rules


def _line(journal: Journal) -> Line:
    return Line(journal.rules, traced(journal)[RULES])


def main() -> None:
    before, after = golden() if FILE.exists() else {}, of_today()
    changed = [name for name in after if before.get(name, after[name]) != after[name]]
    if changed and "--again" not in sys.argv:
        sys.exit(f"{len(changed)} journals mean something else, {changed[0]} first: raise `rules`.")
    lines = [f"{name} {line.rules} {line.digest}\n" for name, line in after.items()]
    FILE.write_text("".join(lines), encoding="utf-8")
    print(f"{FILE}: {len(lines)} lines, {len(after.keys() - before.keys())} of them new")


if __name__ == "__main__":
    main()
