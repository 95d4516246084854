"""Every table checked and played again by the rules of today; what differs is named, no card is."""

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
    """Something that an operator should know; a fault wants a decision."""

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
    """Every table read, checked and played again by the rules of today, in one look."""
    with location_of(where).look_with_newest_schema() as connection:
        store = Store(connection, 0)
        found = Validation(findings=[*_of_the_file(connection, store)])
        table_ids = store.all_table_ids()
        for found.tables, table_id in enumerate(table_ids, 1):
            found.findings += _about(store, table_id)
            on_progress(found.tables, len(table_ids))
        running = store.rules_of_running_tables()
        found.older = sum(game in GAMES and rules < GAMES[game].rules for _, game, rules in running)
    return found


def _of_the_file(connection: Connection, store: Store) -> Iterator[Finding]:
    for damage in connection.damage(is_thorough=True):
        yield Finding(None, "", f"the file is damaged: {damage}")
    for part, table_id, count in store.orphans():
        yield Finding(table_id, "", f"does not exist, but has {plural(count, 'row')} in {part}")


def _about(store: Store, table_id: int) -> list[Finding]:
    game = "unknown game"
    found: list[Remark] = []
    try:
        table = UnitOfWork(store, Positions()).table(table_id)
        game = table.game.id
        found += _remarks(store, table)
    except Damaged as damage:
        found.append(Remark(str(damage)))
    except Exception as error:  # whatever a spoilt record provokes: the others are still to come
        found.append(Remark(f"its saved data can't be read ({type(error).__name__})"))
    return [Finding(table_id, game, remark.what, remark.is_fault) for remark in found]


def _remarks(store: Store, table: Table) -> Iterator[Remark]:
    """`Damaged` ends them when the record contradicts itself."""
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
    """None if it is not the one that was stored."""
    stored = store.state(table.id)
    if stored is None or digest(stored) != table.digest:
        return None
    try:
        return table.game.load(stored)
    except ValueError:
        raise Damaged("this version can't read its saved state") from None


def _compared(table: Table, difference: str) -> Iterator[Remark]:
    """A table keeps its rules; one that is played on by rules that are gone wants a decision."""
    newest = GAMES[table.game.id]
    played = dict.fromkeys((table.rules, table.rules_last))
    unknown = [rules for rules in played if not newest.knows(rules)]
    if not unknown:
        if difference:
            yield Remark(f"its replay {difference}")
        return
    versions = " and ".join(map(str, unknown))
    if table.phase is Phase.PLAYING:
        yield Remark(f"would rest: it is played with rules {versions}, which are not known here")
    else:
        yield Remark(f"can't be replayed: rules {versions} are not known here", is_fault=False)


def _difference(store: Store, table: Table, stored: Any) -> str:
    """Where playing the journal again leads elsewhere; empty if it does not."""
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
    except Exception as error:  # rules of today may stumble over what they would never have allowed
        return f"differs from row {number + 1}: {type(error).__name__}"
    dump = table.game.dump
    is_same = stored is None or dump(state) == dump(stored)
    return "" if is_same else "ends in a different position"
