"""What was stored once: journals as text, and the tables of a file of every schema there has been.

A table is shown as `/replay` shows it step by step, as it is exported, and as it is validated.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from engine.kernel.journal import Journal, read
from engine.kernel.refusal import Refused
from host import privacy
from host.books import Books
from host.database import migrate, reader
from host.positions import Positions, journal_of
from host.records import Phase, Table
from host.replay import Asked, Step, at, exported, filmed, read_step
from host.replay import shown as shown_step
from host.store import Store
from host.validation import Validation, validate
from proof.replay.trace import Digest, traced
from tests.host.stored import DUMPS, dumped, restore
from tests.playing import as_json

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
        books = Books(Store(connection, 0), Positions())
        found = journal_of(books.store, books.table(table_id))
        found.key = books.store.key(table_id)
        return found


def shown(name: str, folder: Path) -> Digest:
    digest = traced(stored_journal(name, folder))
    kept, _, table = name.partition(": ")
    if table:
        file = restored(_schema(kept), folder)
        digest |= {"file": _file_digest(file), **table_digest(file, int(table))}
    return digest


@cache
def _file_digest(file: Path) -> str:
    return file_digest(file)


def file_digest(file: Path) -> str:
    """All that is in a file, and what a validation says of it; a fault is said as it is."""
    found: Validation = validate(file)
    if found.faults:
        return "; ".join(f"table {each.table}: {each.what}" for each in found.faults)
    return _hash(f"{found.tables}", *map(repr, found.findings), dumped(file))


def table_digest(file: Path, table_id: int) -> Digest:
    """One table as it is replayed and exported, and what is kept of its people."""
    with reader(file) as connection:
        books = Books(Store(connection, 0), Positions())
        table = books.table(table_id)
        people = sorted(seat.user for seat in table.seats if seat.user is not None)
        asked = Asked(people[0] if people else 0, table.channel)
        return {
            "steps": _hash(*_steps(books, table, asked)),
            "export": _told(lambda: exported(books, table_id, asked)),
            "people": _hash(*(_told(lambda u=user: privacy.export(books, u)) for user in people)),
        }


def _steps(books: Books, table: Table, asked: Asked) -> Iterator[str]:
    """Forwards, with every hand in turn where hands are shown."""
    film, hands = None, range(len(table.seats)) if table.phase is Phase.OVER else ()
    for number in range(table.version + 1):
        hand = hands[number % len(hands)] if hands else None
        known = film.chain if film else ""
        try:
            reading = read_step(books, table.id, asked, at(number), hand, known)
        except Refused as refused:
            yield str(refused)
            return
        film = filmed(reading, film)
        yield from _step(shown_step(reading, film, hand))


def _step(step: Step) -> Iterator[str]:
    yield repr((step.number, step.last, step.lines, step.rounds, step.at))
    for seen in filter(None, (step.seen, step.hand)):
        yield as_json(seen.view).decode()


def _told(asked: Any) -> str:
    try:
        return _hash(asked())
    except Refused as refused:
        return str(refused)


def _hash(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:24]
