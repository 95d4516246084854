"""Checks and replays every stored table with today's rules; reports differences, but no cards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from engine import GAMES
from engine.kernel.journal import Faulty, replay
from engine.kernel.luck import commitment
from engine.kernel.phrases import plural
from host.database.connection import Connection
from host.database.locations import Location, location_of
from host.errors import Damaged
from host.positions import Positions, check_record, digest, journal_of
from host.records import Phase, Table
from host.store import Store
from host.unit_of_work import UnitOfWork

Progress = Callable[[int, int], None]


class Remark(NamedTuple):
    what: str
    is_fault: bool = True


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the host should know; if it is a fault, they must decide what to do."""

    table: int | None  # None: the file as a whole
    game: str
    what: str
    is_fault: bool = True


@dataclass(slots=True)
class Validation:
    tables: int = 0
    findings: list[Finding] = field(default_factory=list)
    older: int = 0  # running tables whose rules or cards are older than this version's

    @property
    def faults(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.is_fault]


def validate(
    where: Path | Location, on_progress: Progress = lambda done, total: None
) -> Validation:
    """Read, check and replay every table by today's rules, in one transaction."""
    with location_of(where).look_with_newest_schema() as connection:
        store = Store(connection, 0)
        report = Validation(findings=[*_of_the_file(connection, store)])
        table_ids = store.all_table_ids()
        for report.tables, table_id in enumerate(table_ids, 1):
            report.findings += _about(store, table_id)
            on_progress(report.tables, len(table_ids))
        running = store.rules_of_running_tables()
        report.older = sum(
            game in GAMES and isinstance(rules, int) and rules < GAMES[game].rules
            for _, game, rules in running
        )
    return report


def _of_the_file(connection: Connection, store: Store) -> Iterator[Finding]:
    for damage in connection.damage(is_thorough=True):
        yield Finding(None, "", f"the file is damaged: {damage}")
    for part, table_id, count in store.orphans():
        yield Finding(table_id, "", f"does not exist, but has {plural(count, 'row')} in {part}")


def _about(store: Store, table_id: int) -> list[Finding]:
    game = "unknown game"
    remarks: list[Remark] = []
    try:
        table = UnitOfWork(store, Positions()).table(table_id)
        game = table.game.id
        remarks += _remarks(store, table)
    except Damaged as damage:
        remarks.append(Remark(str(damage)))
    except Exception as error:  # whatever a damaged record raises; then the next one
        remarks.append(Remark(f"its saved data can't be read ({type(error).__name__})"))
    return [Finding(table_id, game, remark.what, remark.is_fault) for remark in remarks]


def _remarks(store: Store, table: Table) -> Iterator[Remark]:
    """Yield what is odd about a table; `Damaged` ends them if its record contradicts itself."""
    if table.phase is Phase.QUARANTINED:
        yield Remark(f"closed as damaged: {table.ending}")
    if commitment(store.key(table.id)) != table.commitment:
        raise Damaged("its key doesn't match the published hash")
    if _is_dealt(table):
        check_record(store, table)
        stored = _stored_state(store, table)
        if stored is None:
            yield Remark("its saved state is damaged; it can be rebuilt from the journal")
        yield from _compared(table, _difference(store, table, stored))
    elif store.links(table.id):
        raise Damaged("it has a journal, but the game never started")


def _is_dealt(table: Table) -> bool:
    return table.phase in (Phase.PLAYING, Phase.OVER) or bool(table.chain)


def _stored_state(store: Store, table: Table) -> Any:
    """Return the stored state; None if it was changed."""
    stored = store.state(table.id)
    if stored is None or digest(stored) != table.digest:
        return None
    try:
        return table.game.load(stored)
    except ValueError:
        raise Damaged("this version can't read its saved state") from None


def _compared(table: Table, difference: str) -> Iterator[Remark]:
    """Compare a replay with what is stored; running tables whose rules are gone need a decision."""
    newest = GAMES[table.game.id]
    played = dict.fromkeys((table.rules, table.rules_last))
    unknown = [rules for rules in played if not newest.knows(rules)]
    if not unknown:
        if difference:
            yield Remark(f"its replay {difference}")
        return
    versions = " and ".join(map(str, unknown))
    if table.phase is Phase.PLAYING:
        yield Remark(f"would be put on hold: this version doesn't know its rules ({versions})")
    else:
        yield Remark(
            f"can't be replayed: this version doesn't know its rules ({versions})", is_fault=False
        )


def _difference(store: Store, table: Table, stored: Any) -> str:
    """Say where a replay differs; "" if it doesn't."""
    journal = journal_of(store, table)
    journal.key = store.key(table.id)
    told = [(), *(row.events for row in store.rows(table.id))]
    state, number = None, -1
    try:
        for number, step in enumerate(replay(journal, GAMES)):
            if tuple(step.events) != told[number]:
                return f"differs from row {number} on"
            state = step.state
    except Faulty as fault:
        where = f"stops at row {number + 1}: the move is no longer legal"
        return where if number >= 0 else f"can't be started: {fault}"
    except Exception as error:  # today's rules may fail on what they would never have allowed
        return f"differs from row {number + 1}: {type(error).__name__}"
    dump = table.game.dump
    is_same = stored is None or dump(state) == dump(stored)
    return "" if is_same else "ends in a different position"
