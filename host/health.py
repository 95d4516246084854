"""What an operator asks, also while the bot runs: how the database is, a finished table as text."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from host import fairness
from host.backups import HOUR, copies_of, one_look
from host.database import version_of
from host.errors import CannotOpen, Damaged, one_line
from host.host import FAULTS
from host.lock import is_in_use
from host.outbox import DAY
from host.positions import Positions
from host.store import Store
from host.unit_of_work import UnitOfWork

MIN_FREE = 100_000_000  # bytes
MAX_WAIT = HOUR
OLDEST_BACKUP = 2 * DAY


def usual_database() -> Path:
    return Path(os.environ.get("DATABASE") or "storage/tables.sqlite")


def export_table(file: Path, table_id: int) -> str:
    """The journal of a finished table as text."""
    with one_look(file) as connection:
        try:
            return fairness.export(UnitOfWork(Store(connection, 0), Positions()), table_id)
        except Damaged as damage:
            raise CannotOpen(f"Can't export table {table_id}: {damage}.") from None
        except FAULTS as fault:  # whatever a spoilt record provokes
            kind = type(fault).__name__
            raise CannotOpen(f"Can't export table {table_id}: it is damaged ({kind}).") from None


@dataclass(slots=True)
class Health:
    schema: int
    sqlite: str
    size: int  # bytes, as the next two
    log_size: int  # what is stored but not yet folded into the file
    free: int
    is_running: bool
    backup_age: int | None  # milliseconds; None: there is none
    damage: list[str]
    tables: dict[str, int] = field(default_factory=dict)  # how many in each phase
    aside: list[tuple[int, str]] = field(default_factory=list)  # table and reason
    messages: int = 0
    message_age: int = 0  # of the oldest, in milliseconds

    @property
    def faults(self) -> list[str]:
        """What an operator must look at."""
        return [*self._of_the_file(), *self._of_the_tables(), *self._of_the_backups()]

    def _of_the_file(self) -> Iterator[str]:
        if self.damage:
            yield f"The database is damaged ({self.damage[0]}): stop the bot and restore a backup."
        if self.free < MIN_FREE:
            yield f"Only {self.free // 1_000_000} MB free on the database's disk."

    def _of_the_tables(self) -> Iterator[str]:
        for table_id, why in self.aside:
            yield f"Table {table_id} was closed as damaged: {why}."
        if self.messages and self.message_age > MAX_WAIT:
            hours = self.message_age // HOUR
            yield (
                f"{self.messages} Discord messages are waiting to be sent, "
                f"the oldest for {hours} h."
            )

    def _of_the_backups(self) -> Iterator[str]:
        if not self.tables:
            return
        if self.backup_age is None:
            yield "No backup yet: make one with `python bot.py backup`."
        elif self.backup_age > OLDEST_BACKUP:
            yield f"The newest backup is {self.backup_age // DAY} days old."


def health(file: Path, folder: Path, now_ms: int) -> Health:
    with one_look(file) as connection:
        store = Store(connection, now_ms)
        found = Health(
            version_of(connection, file),
            sqlite3.sqlite_version,
            file.stat().st_size,
            _size(file.with_name(f"{file.name}-wal")),
            shutil.disk_usage(file.absolute().parent).free,
            is_in_use(file),
            _backup_age(file, folder, now_ms),
            store.damage(),
        )
        _count(found, store)
    return found


def _count(found: Health, store: Store) -> None:
    try:
        found.tables, found.aside = store.count_tables(), store.tables_aside()
        found.messages, oldest = store.outbox_size()
        found.message_age = 0 if oldest is None else store.now - oldest
    except (sqlite3.Error, *FAULTS) as error:  # whatever a spoilt value provokes
        found.damage.append(one_line(error))


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _backup_age(file: Path, folder: Path, now: int) -> int | None:
    ages = [now - copy.at for copy in copies_of(file, folder)]
    return min(ages, default=None)
