"""What was stored once: journals, tables of a file of every schema, and tables played at a host."""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.kernel.journal import Journal, read
from host import privacy
from host.caller import Caller
from host.database import migrate, reader
from host.positions import Positions, journal_of
from host.records import Phase, Table
from host.replay import Step, at, exported, filmed, read_step
from host.replay import shown as shown_step
from host.store import Store
from host.unit_of_work import UnitOfWork
from proof.replay.games import Digest, traced
from testing.hosting import reader as visitor
from testing.playing import as_json
from testing.stored import DUMPS, restore

REPLAYS = Path(__file__).parents[2] / "tests" / "replays"
DEALT = (Phase.PLAYING, Phase.OVER)


def journal_names() -> list[str]:
    found = sorted(REPLAYS.rglob("*.journal"))
    return [f"{file.parent.name}/{file.stem}" for file in found]


def names(folder: Path) -> list[str]:
    """All that is kept: every journal, and every table that was dealt in a file of each schema."""
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
    """By the schema of today."""
    file = restore(DUMPS[schema], folder / f"schema_{schema}.db")
    migrate(file)
    return file


def stored_journal(name: str, folder: Path) -> Journal:
    """With its key, although the table may not be over."""
    kept, _, table = name.partition(": ")
    if not table:
        return read((REPLAYS / f"{name}.journal").read_text(encoding="utf-8"))
    return journal_in(restored(_schema(kept), folder), int(table))


def _schema(name: str) -> int:
    return int(name.removeprefix("schema "))


def journal_in(file: Path, table_id: int) -> Journal:
    with reader(file) as connection:
        uow = UnitOfWork(Store(connection, 0), Positions())
        found = journal_of(uow.store, uow.table(table_id))
        found.key = uow.store.key(table_id)
        return found


def shown(name: str, folder: Path) -> Digest:
    """All that is shown of something stored; what cannot be shown raises its error."""
    found = traced(stored_journal(name, folder))
    kept, _, table = name.partition(": ")
    return {**found, **_table(restored(_schema(kept), folder), int(table))} if table else found


def _table(file: Path, table_id: int) -> Digest:
    """One table as it is replayed and exported, and what is kept of its people."""
    with reader(file) as connection:
        uow = UnitOfWork(Store(connection, 0), Positions())
        table = uow.table(table_id)
        people = sorted(seat.user for seat in table.seats if seat.user is not None)
        asked = visitor(people[0] if people else 0, table.channel)
        return {
            "steps": _hash(*_steps(uow, table, asked)) if _is_replayable(table) else "",
            "export": _hash(exported(uow, table_id, asked)) if table.is_revealed else "",
            "people": _hash(*(privacy.export(uow, user) for user in people)),
        }


def _is_replayable(table: Table) -> bool:
    return table.version > 0 and table.rules == table.rules_last == table.game.rules


def _steps(uow: UnitOfWork, table: Table, asked: Caller) -> Iterator[str]:
    """Forwards, with every hand in turn where hands are shown."""
    film, hands = None, range(len(table.seats)) if table.phase is Phase.OVER else ()
    for number in range(table.version + 1):
        hand = hands[number % len(hands)] if hands else None
        known = film.chain if film else ""
        reading = read_step(uow, table.id, asked, at(number), hand, known)
        film = filmed(reading, film)
        yield from _step(shown_step(reading, film, hand))


def _step(step: Step) -> Iterator[str]:
    yield repr((step.number, step.last, step.lines, step.rounds, step.at))
    for seen in filter(None, (step.seen, step.hand)):
        yield as_json(seen.view).decode()


def _hash(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:24]
