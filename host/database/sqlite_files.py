"""What an operator does with a SQLite file: inspect it, copy it, restore a backup."""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from host.copies import copies_of, name_for, unused
from host.database import schema
from host.database.connection import Connection
from host.database.locations import Disk
from host.database.sqlite import (
    BUSY_MS,
    SqliteConnection,
    SqliteDatabase,
    copy_to,
    damage_in,
    fold_in,
    is_locked,
    make_folder,
    migrate,
    reader,
    refuse_damaged_log,
    refuse_foreign_log,
    refuse_what_is_no_file,
    sync,
    version_of,
)
from host.database.write_ahead_log import lost_transactions
from host.errors import CannotOpen, one_line, told
from host.lock import BESIDE, alone_in, beside, is_in_use, locked, refuse_second_name

ANOTHER = "use another backup"


@dataclass(frozen=True)
class SqliteLocation:
    """A file, used by at most one process at a time."""

    file: Path
    ending: ClassVar[str] = ".sqlite"

    def __str__(self) -> str:
        return str(self.file)

    @property
    def name(self) -> str:
        return self.file.stem

    @property
    def folder(self) -> Path:
        return self.file.parent

    @property
    def backups(self) -> Path:
        return self.folder / "backups"

    @property
    def software(self) -> str:
        return f"SQLite {sqlite3.sqlite_version}"

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def is_reachable(self) -> bool:
        return True

    async def open(self) -> SqliteDatabase:
        return await SqliteDatabase.open(self.file)

    @contextmanager
    def look(self) -> Iterator[SqliteConnection]:
        """A read-only connection to one snapshot, after checking that the database is ours."""
        with told(f"Can't read {self}"):
            refuse_second_name(self.file)
            if self.file.is_file() and not is_in_use(self.file):
                refuse_damaged_log(self.file)
            with reader(self.file) as connection:
                _refuse_stranger(connection, self.file)
                yield connection

    @contextmanager
    def look_with_newest_schema(self) -> Iterator[Connection]:
        """An older file as it will be after the next start: upgrades a copy, not the file."""
        with self.look() as connection:
            if version_of(connection, self.file) == schema.NEWEST:
                yield connection
                return
            with TemporaryDirectory(prefix=".validate-", dir=self.file.parent) as folder:
                copy = Path(folder) / self.file.name
                copy_to(connection, copy)
                migrate(copy)
                with reader(copy) as migrated:
                    yield migrated

    def is_running(self) -> bool:
        return is_in_use(self.file)

    def is_locked(self) -> bool:
        return is_locked(self.file)

    def disk(self) -> Disk:
        """Opens no file, so even the bot may ask: closing one would drop its own locks."""
        found = os.statvfs(self.file.absolute().parent)
        return Disk(
            self.file.stat().st_size,
            _size(beside(self.file, "-wal")),
            found.f_bavail * found.f_frsize,
            bool(found.f_flag & os.ST_RDONLY),
        )

    def copy_to(self, target: Path) -> None:
        refuse_second_name(self.file)
        if self.file.is_file() and not is_in_use(self.file):
            refuse_damaged_log(self.file)
        _copy(self.file, target)

    def restore(self, backup_file: Path, now_ms: int) -> Path | None:
        return restore(backup_file, self.file, now_ms)

    def repair(self, now_ms: int) -> Path | None:
        """Keep what can be read of a damaged log; return where the original log was kept.

        Nothing else can be repaired: a database that is damaged itself is refused.
        """
        log = beside(self.file, "-wal")
        with told(f"Can't repair {self}"), closing(locked(self.file)):
            kept = None
            refuse_foreign_log(self.file)
            if lost_transactions(self.file):
                kept = unused(log.parent, name_for(f"{log.name}.before-repair", now_ms))
                shutil.copy2(log, kept)
                sync(kept)
                sync(kept.parent)
                if not _fold_in(self.file):
                    kept.unlink()
                    raise CannotOpen(f"Another program is reading {self}; stop it first.")
            _refuse_damaged(self.file, "restore a backup")
        return kept

    def refuse_lost(self, folder: Path) -> None:
        """Raise CannotOpen if the file is gone, but there are copies of it, or its log.

        Called before opening it, which would make a new, empty one in its place.
        """
        file = self.file
        if file.exists():
            return
        with told(f"Can't open {file}"):
            endings = ("-wal", ".schema-*", ".before-restore-*")
            left = [path for each in endings for path in sorted(self.folder.glob(file.name + each))]
            left += [copy.file for copy in copies_of(self.name, folder)]
        if left:
            more = f" and {len(left) - 1} more" if len(left) > 1 else ""
            raise CannotOpen(
                f"{file} is missing, but {left[-1]}{more} is left of it: restore a backup with "
                "`python bot.py restore FILE`, or move what is left away to begin with a new "
                "database."
            )


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _refuse_stranger(connection: sqlite3.Connection, file: Path) -> None:
    if not version_of(connection, file):
        raise CannotOpen(f"{file} is empty or not a Factory Table database.")


def _copy(file: Path, target: Path, advice: str = "restore a backup") -> None:
    """Copy everything or leave nothing: half a copy would only fill the disk."""
    try:
        with reader(file, advice) as connection:
            _refuse_stranger(connection, file)
            copy_to(connection, target)
    except BaseException:
        for ending in (".part", ".part-journal"):
            beside(target, ending).unlink(missing_ok=True)
        raise


def restore(backup_file: Path, file: Path, now_ms: int) -> Path | None:
    """Replace the database by a backup; return where the old one was kept, if there was one."""
    file = Path(os.path.realpath(file))  # a link stays a link
    if file.exists() and not file.is_file():
        raise CannotOpen(f"{file} is not a file; name the file that the database is to be in.")
    with told(f"Can't restore {file}", ANOTHER):
        make_folder(file.parent)
        with alone_in(file.parent), _held(file):  # so that nobody makes a new one meanwhile
            fresh = beside(file, ".restored")
            _take(backup_file, file, fresh)
            try:
                kept = _keep(file, name_for(f"{file.name}.before-restore", now_ms))
                _put_in_place(fresh, file)
            finally:
                fresh.unlink(missing_ok=True)
    return kept


def _held(file: Path) -> AbstractContextManager[object]:
    """Lock the file; refuse if a bot has it open, under whatever name."""
    return closing(locked(file)) if file.is_file() else nullcontext()


def _take(backup_file: Path, file: Path, fresh: Path) -> None:
    """Check the whole backup, then copy it."""
    if file.exists() and backup_file.exists() and backup_file.samefile(file):
        raise CannotOpen(f"{backup_file} is the live database; choose a backup file.")
    with told(f"Can't read {backup_file}", ANOTHER):
        refuse_what_is_no_file(backup_file, ANOTHER)
        refuse_damaged_log(backup_file, ANOTHER)
        _refuse_damaged(backup_file, ANOTHER)
        _copy(backup_file, fresh, ANOTHER)


def _refuse_damaged(file: Path, advice: str) -> None:
    with reader(file, advice) as connection:
        _refuse_stranger(connection, file)
        if damage := damage_in(connection, is_thorough=True):
            raise CannotOpen(f"{file} is damaged ({one_line(damage[0])}); {advice}.")


def _keep(file: Path, name: str) -> Path | None:
    """Keep the current database as one file; if it can't be copied, move it aside as it is."""
    if not any(beside(file, ending).exists() for ending in ("", *BESIDE)):
        return None
    target = unused(file.parent, name)
    try:
        with told(f"Can't copy {file}"):
            refuse_damaged_log(file)
            _copy(file, target)
            is_whole = _fold_in(file)
    except CannotOpen:
        _move_aside(file, target)
        return target
    if not is_whole:
        target.unlink()
        raise CannotOpen(f"Another process is reading {file}; try again in a moment.")
    return target


def _fold_in(file: Path) -> bool:
    """Merge the log into the file, so that removing the log loses nothing even in a crash.

    Not done with a damaged file: SQLite would throw away a log that might still be useful.
    """
    place = f"{file.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(place, timeout=BUSY_MS / 1000, uri=True)) as connection:
        return fold_in(connection)


def _move_aside(file: Path, target: Path) -> None:
    """Move the old database aside, which stays in place until the restored one replaces it.

    So it remains locked, and no bot can start with a new one in between.
    """
    target.unlink(missing_ok=True)
    if file.exists():
        _link(file, target)
    for ending in BESIDE:
        if beside(file, ending).exists():
            os.replace(beside(file, ending), beside(target, ending))


def _link(file: Path, target: Path) -> None:
    try:
        os.link(file, target)
    except OSError:  # this disk doesn't support second names
        os.replace(file, target)


def _put_in_place(fresh: Path, file: Path) -> None:
    for ending in BESIDE:  # otherwise SQLite would apply an old log to the restored file
        beside(file, ending).unlink(missing_ok=True)
    sync(file.parent)
    os.replace(fresh, file)
    sync(file.parent)
