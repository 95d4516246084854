"""Mistakes that one could make with the disk, each as a patch for a while."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

from host import backups, database
from host.database import Database, Work
from host.store.journal import JournalStore
from proof.proof import planted

TURNS = 50  # of the event loop between the word and the deed
LONG = 300.0  # seconds


# What a crash of the process shows


def split_transaction() -> AbstractContextManager[None]:
    """The row of the journal and the state after it are stored one after the other."""
    append = JournalStore.append

    def apart(store: JournalStore, *args: Any) -> None:
        execute = store._execute

        def committing(statement: str, *values: Any) -> sqlite3.Cursor:
            done = execute(statement, *values)
            if statement.startswith("INSERT INTO journal"):
                execute("COMMIT")
                execute("BEGIN IMMEDIATE")
            return done

        store._execute = committing
        append(store, *args)
        store._execute = execute

    return planted(JournalStore, "append", apart)


@contextmanager
def hasty_answer() -> Iterator[None]:
    """The player is told, then it is stored."""

    async def write(self: Database, work: Work[Any]) -> Any:
        loop = asyncio.get_running_loop()
        answer, is_heard = loop.create_future(), threading.Event()

        def tell(result: Any) -> None:
            answer.set_result(result)
            wait(TURNS)

        def wait(turns: int) -> None:
            if turns:
                loop.call_soon(wait, turns - 1)
            else:
                is_heard.set()

        def speak_first(connection: sqlite3.Connection) -> Any:
            result = work(connection)
            loop.call_soon_threadsafe(tell, result)
            is_heard.wait(LONG)
            return result

        stored = asyncio.ensure_future(self._run("BEGIN IMMEDIATE", speak_first, "COMMIT"))
        await asyncio.wait([answer, stored], return_when=asyncio.FIRST_COMPLETED)
        return answer.result() if answer.done() else await stored

    async def read(self: Database, work: Work[Any]) -> Any:
        """Read after everything is stored, so that no player acts twice on an old position."""
        return await self._run("BEGIN", work, "ROLLBACK")

    with planted(Database, "write", write), planted(Database, "read", read):
        yield


def migration_in_pieces() -> AbstractContextManager[None]:
    """Each statement of a step is stored by itself."""

    def climb(connection: sqlite3.Connection, steps: list[Path], number: int) -> None:
        for step in steps:
            connection.executescript(step.read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id = {database.OURS}")
        connection.execute(f"PRAGMA user_version = {number}")

    return planted(database, "_climb", climb)


@contextmanager
def prepared_with(*pragmas: str) -> Iterator[None]:
    """The connection is set up otherwise."""
    prepare = database._prepare

    def otherwise(connection: sqlite3.Connection) -> None:
        prepare(connection)
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    with planted(database, "_prepare", otherwise):
        yield


def plain_copy() -> AbstractContextManager[None]:
    """The file is copied as any other, without what only its log holds so far."""

    def copy(connection: sqlite3.Connection, target: Path) -> None:
        part = target.with_name(f"{target.name}.part")
        _write(part, _file_of(connection).read_bytes())
        os.replace(part, target)
        database.sync(target.parent)

    return planted(backups, "copy_to", copy)


def _file_of(connection: sqlite3.Connection) -> Path:
    return Path(connection.execute("PRAGMA database_list").fetchone()[2])


def _write(path: Path, content: bytes) -> None:
    handle = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
    try:
        os.write(handle, content)
        os.fsync(handle)
    finally:
        os.close(handle)


def copy_in_place() -> AbstractContextManager[None]:
    """The copy grows under its last name."""

    def copy(connection: sqlite3.Connection, target: Path) -> None:
        os.close(os.open(target, os.O_CREAT | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(target, isolation_level=None)) as found:
            connection.backup(found)
            found.execute("PRAGMA journal_mode = DELETE")
        database.sync(target.parent)

    return planted(backups, "copy_to", copy)


@contextmanager
def scrubbing_without_a_note() -> Iterator[None]:
    """What was erased is scrubbed at once or never; and until then its bytes stay."""

    async def erase(self: Database, work: Work[Any]) -> Any:
        done = await self.write(work)
        await self._on_thread(lambda connection: database._scrub(connection, self._unclean))
        return done

    with planted(Database, "erase", erase), prepared_with("secure_delete = OFF"):
        yield


def log_thrown_away() -> AbstractContextManager[None]:
    """Before a backup is put back, the log goes with all that only the log holds."""
    return planted(backups, "_fold_in", lambda file: True)


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
        database.sync(target.parent)

    return planted(backups, "copy_to", copy)


@contextmanager
def folders_not_synced() -> Iterator[None]:
    """Files are synced, the names of new files are not."""

    def sync(path: Path) -> None:
        if not path.is_dir():
            real(path)

    real = database.sync
    with planted(database, "sync", sync), planted(backups, "sync", sync):
        yield


@contextmanager
def note_not_synced() -> Iterator[None]:
    """A power cut may take the note that something is still to be scrubbed."""
    with planted(database, "_mark", Path.touch), prepared_with("secure_delete = OFF"):
        yield


@contextmanager
def synced_only_at_the_end() -> Iterator[None]:
    """All of a transaction is synced once it is done, but until then in no order at all."""
    transaction = database._transaction

    def late(connection: sqlite3.Connection, begin: str, work: Any, end: str) -> Any:
        done = transaction(connection, begin, work, end)
        if end == "COMMIT":
            database.sync(_file_of(connection).parent)
            database.sync(_file_of(connection))
        return done

    def without_a_log(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA foreign_keys = ON")

    with planted(database, "_transaction", late), planted(database, "_prepare", without_a_log):
        yield
