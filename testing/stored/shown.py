"""What was stored long ago, as it is shown today: journals, and tables of every schema."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from host import privacy
from host.caller import Caller
from host.database.sqlite import reader
from host.positions import Positions
from host.records import Phase, Table
from host.replay import Step, at, exported, load_cache, read_step
from host.replay import shown as shown_step
from host.store import Store
from host.unit_of_work import UnitOfWork
from testing.golden import restored, schema_of, stored_journal
from testing.hosting import reader as visitor
from testing.playing import as_json
from testing.traces import Digest, traced


def shown(name: str, folder: Path) -> Digest:
    """All that is shown of something stored; what cannot be shown raises its error."""
    found = traced(stored_journal(name, folder))
    kept, _, table = name.partition(": ")
    return {**found, **_table(restored(schema_of(kept), folder), int(table))} if table else found


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
        film = load_cache(reading, film)
        yield from _step(shown_step(reading, film, hand))


def _step(step: Step) -> Iterator[str]:
    yield repr((step.number, step.last, step.lines, step.rounds, step.at))
    for seen in filter(None, (step.seen, step.hand)):
        yield as_json(seen.view).decode()


def _hash(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:24]
