"""Mistakes that one could make with the disk, each as a temporary patch."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

from host.database import sqlite, sqlite_files
from host.database.sqlite import SqliteDatabase, Work
from host.store.journal import JournalStore
from testing.planting import planted

# What a crash of the process shows


def split_transaction() -> AbstractContextManager[None]:
    """An action is stored, and what follows from it a moment later."""
    append = JournalStore.append

    def apart(store: JournalStore, *args: Any) -> Any:
        done = append(store, *args)
        store._execute("COMMIT")
        store._execute("BEGIN IMMEDIATE")
        return done

    return planted(JournalStore, "append", apart)


@contextmanager
def prepared_with(*pragmas: str) -> Iterator[None]:
    """The connection is set up otherwise."""
    prepare = sqlite._prepare

    def otherwise(connection: sqlite3.Connection) -> None:
        prepare(connection)
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    with planted(sqlite, "_prepare", otherwise):
        yield


@contextmanager
def scrubbing_without_a_note() -> Iterator[None]:
    """What was erased is scrubbed at once or never; and until then its bytes stay."""

    async def erase(self: SqliteDatabase, work: Work[Any]) -> Any:
        done = await self.write(work)
        await self._on_thread(lambda connection: sqlite._scrub(connection, self._unclean))
        return done

    with planted(SqliteDatabase, "erase", erase), prepared_with("secure_delete = OFF"):
        yield


# What a power cut shows


def copy_without_sync() -> AbstractContextManager[None]:
    """The copy is in place before it is on the disk."""

    def copy(connection: sqlite3.Connection, target: Path) -> None:
        part = target.with_name(f"{target.name}.part")
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(part, isolation_level=None)) as found:
            found.execute("PRAGMA synchronous = OFF")
            connection.backup(found)
            found.execute("PRAGMA journal_mode = DELETE")
        os.replace(part, target)
        sqlite.sync(target.parent)

    return planted(sqlite_files, "copy_to", copy)


@contextmanager
def folders_not_synced() -> Iterator[None]:
    """Files are synced, the names of new files are not."""

    def sync(path: Path) -> None:
        if not path.is_dir():
            real(path)

    real = sqlite.sync
    with planted(sqlite, "sync", sync), planted(sqlite_files, "sync", sync):
        yield
