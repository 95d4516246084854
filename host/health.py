"""The maintenance commands that only read, even while the bot runs: health, tables, export …"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from engine import GAMES
from engine.kernel.phrases import plural
from host import fairness, privacy
from host.copies import copies_of
from host.database.connection import Connection
from host.database.locations import Disk, Location, location_of
from host.errors import FAULTS, CannotOpen, Damaged, one_line, told_of_values
from host.heartbeat import DAY, MINUTE, Signs, signs_in, span
from host.positions import Positions
from host.records import Phase
from host.store import Store
from host.unit_of_work import UnitOfWork

MIN_FREE, FULL = 100_000_000, 10_000_000  # bytes: a warning, and when nothing may fit any more
OLDEST_BACKUP = 2 * DAY
FIRST_BACKUP = 10 * MINUTE  # after its start the bot makes one by then, if one is due


def export_table(where: Path | Location, table_id: int) -> str:
    """Return the journal of a finished table as text."""
    with location_of(where).look() as connection:
        try:
            return fairness.export(_looking(connection), table_id)
        except Damaged as damage:
            raise CannotOpen(f"Can't export table {table_id}: {damage}.") from None
        except FAULTS as fault:  # whatever a damaged record raises
            kind = type(fault).__name__
            raise CannotOpen(f"Can't export table {table_id}: it is damaged ({kind}).") from None


def export_person(where: Path | Location, user: int) -> str:
    """Return everything stored about a person, as `/privacy export` gives it."""
    with location_of(where).look() as connection, told_of_values(f"Can't read {where}"):
        return privacy.export(_looking(connection), user)


def refuse_damaged(where: Path | Location) -> None:
    """Raise CannotOpen if the database is missing, not ours, or damaged anywhere."""
    with location_of(where).look() as connection:
        if damage := connection.damage(is_thorough=True):
            raise CannotOpen(f"{where} is damaged ({one_line(damage[0])}); restore a backup.")


def _looking(connection: Connection) -> UnitOfWork:
    return UnitOfWork(Store(connection, 0), Positions())


@dataclass(frozen=True, slots=True)
class Storage:
    """The database, its disk and its backups."""

    disk: Disk
    backup_age: int | None  # milliseconds; None if there is none

    @property
    def unsaved(self) -> str:
        """Why nothing can be saved here; "" if it can."""
        if self.disk.is_read_only:
            return "the database's disk is read-only"
        free = self.disk.free
        return "the database's disk is full" if free is not None and free < FULL else ""

    def problems(self, needs_backup: bool) -> Iterator[str]:
        free = self.disk.free
        if self.disk.is_read_only:
            yield "The database's disk is read-only."
        if free is not None and free < MIN_FREE:
            yield f"Only {free // 1_000_000} MB free on the database's disk."
        if self.backup_age is None:
            if needs_backup:
                yield "No backup yet: make one with `python bot.py backup`."
        elif needs_backup and self.backup_age > OLDEST_BACKUP:
            yield f"The newest backup is {span(self.backup_age)} old."


def storage(where: Path | Location, folder: Path, now: int) -> Storage:
    place = location_of(where)
    ages = [now - copy.at for copy in copies_of(place.name, folder)]
    return Storage(place.disk(), min(ages, default=None))


@dataclass(slots=True)
class Health:
    at: int
    schema: int
    storage: Storage
    is_running: bool
    is_locked: bool  # another process keeps the bot from writing
    damage: list[str]
    signs: Signs = field(default_factory=Signs)
    aside: list[tuple[int, str]] = field(default_factory=list)  # table and reason
    resting: int = 0  # running tables whose rules this version doesn't know

    @property
    def faults(self) -> list[str]:
        """What the host must look at."""
        return [
            *self._of_the_file(),
            *self.of_the_bot,
            *self._of_the_tables(),
            *self._of_the_disk(),
        ]

    @property
    def of_the_bot(self) -> list[str]:
        """Whether people can play right now; if not, restarting the bot may help."""
        if self.is_locked:
            return ["Another process has locked the database, so the bot can't save anything."]
        if self.is_running:
            return [*self.signs.problems(self.at)]
        last = self.signs.heartbeat
        since = f" (last heartbeat {span(max(0, self.at - last.at))} ago)" if last else ""
        return [f"The bot is not running{since}."]

    def _of_the_file(self) -> Iterator[str]:
        if self.damage:
            yield f"The database is damaged ({self.damage[0]}): stop the bot and restore a backup."

    def _of_the_tables(self) -> Iterator[str]:
        for table_id, why in self.aside:
            yield f"Table {table_id} was closed as damaged: {why}."
        if self.resting:
            yield _of_resting(self.resting)

    def _of_the_disk(self) -> Iterator[str]:
        last, has_tables = self.signs.heartbeat, bool(self.signs.tables)
        is_new = self.is_running and last and 0 <= self.at - last.started < FIRST_BACKUP
        return self.storage.problems(needs_backup=has_tables and not is_new)


def health(
    where: Path | Location, folder: Path, now_ms: int | None = None, is_quick: bool = False
) -> Health:
    """Return the state of a bot and its database, seen from outside its process.

    A quick look doesn't read the whole file. Unless a time is given, the database's clock counts.
    """
    place = location_of(where)
    with place.look() as connection:
        now = place.now() if now_ms is None else now_ms
        store, is_running = Store(connection, now), place.is_running()
        report = Health(
            now,
            connection.schema_version(),
            storage(place, folder, now),
            is_running,
            is_running and place.is_locked(),
            [] if is_quick else connection.damage(),
        )
        _look(report, store)
    return report


def _look(report: Health, store: Store) -> None:
    try:
        tables = store.count_tables()
        report.signs = Signs(tables=tables)  # known even if the rest can't be read
        report.aside, signs = store.tables_aside(), signs_in(store)
        running = store.rules_of_running_tables()
        report.resting = sum(_rests(game, rules) for _, game, rules in running)
        unsaved = report.storage.unsaved if signs.is_silent(report.at) else ""
        report.signs = replace(signs, tables=tables, unsaved=unsaved)
    except (sqlite3.Error, *FAULTS) as error:  # whatever a damaged value raises
        report.damage.append(one_line(error))


def _rests(game: str, rules: int) -> bool:
    return game in GAMES and not GAMES[game].knows(rules)


def _of_resting(count: int) -> str:
    is_, its = ("is", "its") if count == 1 else ("are", "their")
    return (
        f"{plural(count, 'table')} {is_} on hold, because this version doesn't know {its} rules: "
        "run a version that does (`python bot.py tables` shows which)."
    )


# Tables


class TableLine(NamedTuple):
    """A table as the host sees it: without cards and names."""

    id: int
    game: str
    phase: str
    rules: int
    people: int
    autopilots: int
    actions: int
    channel: int | None
    touched: int  # when somebody last did something there


def list_tables(where: Path | Location, is_all: bool = False) -> list[TableLine]:
    """List the open tables, or all of them, even while the bot runs."""
    with location_of(where).look() as connection, told_of_values(f"Can't read {where}"):
        return [_line(TableLine(*row)) for row in Store(connection, 0).table_lines(is_all)]


def _line(table: TableLine) -> TableLine:
    if not isinstance(table.touched, int) or any(isinstance(each, bytes) for each in table):
        raise Damaged(f"table {table.id}")
    is_resting = table.phase == Phase.PLAYING and _rests(table.game, table.rules)
    return table._replace(phase="on hold") if is_resting else table
