"""Checks that stored journals still mean the same: `python -m testing.golden` adds new ones.

A line is a journal, the rules by which it was played, and a digest of everything that happened in
it: events, who could do what, how it ended. It has no texts, no views and no form of a state,
because those may change. A line that differs says that a change of rules or cards makes old
journals mean something else. Then raise `rules` of that game: tables with older rules are told
apart, and their lines are dropped. After that, or when a journal or a file of a new schema was
added, update the file. A line of today's rules never changes, except with `--again` for rules that
haven't been released.
"""

import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from engine import ALL_GAMES
from engine.kernel.journal import Journal, read
from host.database.sqlite import migrate, reader
from host.positions import Positions, journal_of
from host.records import Phase
from host.store import Store
from host.unit_of_work import UnitOfWork
from testing.stored import DUMPS, restore
from testing.stored_replays import FOLDER
from testing.traces import RULES, traced

FILE = Path(__file__).parents[1] / "tests" / "journals.txt"
DEALT = (Phase.PLAYING, Phase.OVER)


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
    """Return today's lines; journals of older rules have none."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        journals = {name: stored_journal(name, place) for name in names(place)}
    return {name: line_of(each) for name, each in journals.items() if is_of_today(each)}


def is_of_today(journal: Journal) -> bool:
    return ALL_GAMES[journal.game].rules == journal.rules


def line_of(journal: Journal) -> Line:
    return Line(journal.rules, traced(journal)[RULES])


def journal_names() -> list[str]:
    found = sorted(FOLDER.rglob("*.journal"))
    return [f"{file.parent.name}/{file.stem}" for file in found]


def names(folder: Path) -> list[str]:
    """List everything stored: each journal, and each dealt table in a file of each schema."""
    return [
        *journal_names(),
        *(f"schema {n}: {table}" for n in sorted(DUMPS) for table in _tables(n, folder)),
    ]


def _tables(schema: int, folder: Path) -> list[int]:
    with reader(restored(schema, folder)) as connection:
        store = Store(connection, 0)
        return [each for each in store.all_table_ids() if store.phase_of(each) in DEALT]


@cache
def restored(schema: int, folder: Path) -> Path:
    """Restore a file, upgraded to today's schema."""
    file = restore(DUMPS[schema], folder / f"schema_{schema}.db")
    migrate(file)
    return file


def stored_journal(name: str, folder: Path) -> Journal:
    """Return the journal with its key, even if the table isn't over."""
    kept, _, table = name.partition(": ")
    if not table:
        return read((FOLDER / f"{name}.journal").read_text(encoding="utf-8"))
    return journal_in(restored(schema_of(kept), folder), int(table))


def schema_of(name: str) -> int:
    return int(name.removeprefix("schema "))


def journal_in(file: Path, table_id: int) -> Journal:
    with reader(file) as connection:
        uow = UnitOfWork(Store(connection, 0), Positions())
        found = journal_of(uow.store, uow.table(table_id))
        found.key = uow.store.key(table_id)
        return found


def main() -> None:
    before, after = golden(FILE) if FILE.exists() else {}, of_today()
    changed = [name for name in after if _is_changed(before.get(name), after[name])]
    if changed and "--again" not in sys.argv:
        sys.exit(f"{len(changed)} journals mean something else, {changed[0]} first: raise `rules`.")
    lines = [f"{name} {line.rules} {line.digest}\n" for name, line in after.items()]
    FILE.write_text("".join(lines), encoding="utf-8")
    print(f"{FILE}: {len(lines)} lines, {len(after.keys() - before.keys())} of them new")


def _is_changed(before: Line | None, after: Line) -> bool:
    """Whether the same rules give the journal another meaning; newer rules may do so."""
    return before is not None and before.rules == after.rules and before.digest != after.digest


if __name__ == "__main__":
    main()
