"""One SQLite file with one writer: its lock, its schema, and one function per transaction."""

import fcntl
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, TypeVar

import aiosqlite

from host.errors import CannotOpen, Damaged, Unsaved
from host.seals import seal
from host.store import Store

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

OURS = 0x46616374  # the application id in the file's head
SCHEMA = {int(file.stem): file for file in Path(__file__).with_name("schema").glob("*.sql")}
NEWEST = max(SCHEMA)
BUSY_MS = 1000  # a person waits three seconds for an answer
log = logging.getLogger(__name__)


class Database:
    """The one read-write connection; every function runs alone on its thread."""

    def __init__(self, connection: aiosqlite.Connection, lock: IO[bytes], file: Path) -> None:
        self._connection, self._lock = connection, lock
        self._unclean = file.with_name(f"{file.name}.unclean")  # there while `scrub` is to be done

    @classmethod
    async def open(cls, file: Path) -> "Database":
        lock = locked(file)
        try:
            migrate(file)
            connection = await aiosqlite.connect(file, isolation_level=None)
        except BaseException:
            lock.close()
            raise
        database = cls(connection, lock, file)
        try:
            await database._on_thread(_prepare)
            await database.scrub()
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        await self._connection.close()
        self._lock.close()

    async def write(self, work: Work[T]) -> T:
        """All of it is stored, or nothing and an error says so."""
        return await self._run("BEGIN IMMEDIATE", work, "COMMIT")

    async def read(self, work: Work[T]) -> T:
        """Nothing is stored, whatever the function does."""
        return await self._run("BEGIN", work, "ROLLBACK")

    async def erase(self, work: Work[T]) -> T:
        """As `write`, and it is known from then on that `scrub` must follow."""

        def erased(connection: sqlite3.Connection) -> T:
            _mark(self._unclean)
            return _transaction(connection, "BEGIN IMMEDIATE", work, "COMMIT")

        return await self._on_thread(erased)

    async def scrub(self) -> None:
        """After an `erase`, once: nothing that was ever deleted is left in the file or its log."""
        if not self._unclean.exists():
            return
        try:
            await self._on_thread(lambda connection: _scrub(connection, self._unclean))
        except (sqlite3.Error, OSError) as error:
            log.warning("what was deleted is not yet out of the file: %s", error)

    async def _run(self, begin: str, work: Work[T], end: str) -> T:
        return await self._on_thread(lambda connection: _transaction(connection, begin, work, end))

    async def _on_thread(self, work: Work[T]) -> T:
        """A cancelled caller only leaves: the function has the thread until its end."""
        found: T = await self._connection._execute(work, self._connection._conn)  # type: ignore[no-untyped-call]
        return found


def _transaction(connection: sqlite3.Connection, begin: str, work: Work[T], end: str) -> T:
    try:
        connection.execute(begin)
        result = work(connection)
        connection.execute(end)
        return result
    except sqlite3.OperationalError as error:
        if not hasattr(error, "sqlite_errorcode"):  # Python's own: a text that is none
            raise Damaged("its record holds bytes that are no text") from error
        raise Unsaved(_why(error)) from error
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _why(error: sqlite3.OperationalError) -> str:
    match error.sqlite_errorcode & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "the database is busy"
        case sqlite3.SQLITE_FULL:
            return "the disk is full"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            return "the database cannot be written"
    return "the database does not answer"


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")


def _mark(unclean: Path) -> None:
    try:
        unclean.touch(mode=0o600)
        sync(unclean.parent)
    except OSError:
        raise Unsaved("the database cannot be written") from None


def _scrub(connection: sqlite3.Connection, unclean: Path) -> None:
    """Deleted keys live on as signposts between pages, which only a rebuilt file is rid of."""
    connection.execute("VACUUM")
    if Store(connection, 0).fold_in():
        unclean.unlink(missing_ok=True)
    else:
        log.warning("what was deleted is not yet out of the log: somebody reads it")


def locked(file: Path) -> IO[bytes]:
    """The right to write, for as long as the answer stays open; a second process is refused."""
    try:
        lock = open(file.with_name(f"{file.name}.lock"), "ab")  # noqa: SIM115
    except OSError as error:
        raise CannotOpen(f"{file} cannot be opened: {error.strerror}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise CannotOpen(f"{file} is in use by another process; stop that one first.") from None
    return lock


@contextmanager
def reader(file: Path) -> Iterator[sqlite3.Connection]:
    """One unchanging look at the file, also while another process writes to it."""
    if not file.exists():
        raise CannotOpen(f"There is no database {file}.")
    try:
        found = sqlite3.connect(
            f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None
        )
    except sqlite3.DatabaseError as error:
        raise CannotOpen(f"{file} cannot be read: {error}.") from None
    with closing(found):
        try:
            found.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            found.execute("BEGIN")
            version_of(found, file)
        except sqlite3.DatabaseError as error:
            raise CannotOpen(f"{file} cannot be read: {error}.") from None
        yield found


def version_of(connection: sqlite3.Connection, file: Path) -> int:
    """The number of its schema, 0 for a new file; a file that is not ours is refused."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    is_empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    is_ours = connection.execute("PRAGMA application_id").fetchone()[0] == OURS
    if not (is_ours or is_empty):
        raise CannotOpen(f"{file} is not a database of ours.")
    if version > NEWEST:
        raise CannotOpen(f"{file} was made by a newer version (schema {version}); update first.")
    return version


def migrate(file: Path, schema: dict[int, Path] = SCHEMA) -> None:
    """Bring the file to the newest schema, all or nothing; an older file is copied first."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))  # it holds the keys of all decks
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            version = version_of(connection, file)
            _check(connection, file)
            _check_schema(connection, file, [n for n in sorted(schema) if n <= version], schema)
            _prepare(connection)
            steps = [number for number in sorted(schema) if number > version]
            if version and steps:
                copy_to(connection, file.with_name(f"{file.name}.schema-{version}"))
            if steps:
                _climb(connection, [schema[number] for number in steps], steps[-1])
    except OSError as error:
        raise CannotOpen(f"{file} cannot be opened: {error.strerror}.") from None
    except sqlite3.DatabaseError as error:
        raise CannotOpen(f"{file} cannot be opened: {_told(error)}.") from None


def _told(error: sqlite3.DatabaseError) -> str:
    spoilt = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    is_spoilt = getattr(error, "sqlite_errorcode", 0) & 0xFF in spoilt
    return f"{error}; restore a backup" if is_spoilt else str(error)


def _climb(connection: sqlite3.Connection, steps: list[Path], number: int) -> None:
    connection.create_function("seal", -1, seal, deterministic=True)
    connection.execute("BEGIN IMMEDIATE")
    for step in steps:
        for statement in _statements(step.read_text(encoding="utf-8")):
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {OURS}")
    connection.execute(f"PRAGMA user_version = {number}")
    connection.execute("COMMIT")


def _statements(script: str) -> Iterator[str]:
    """One by one: `executescript` would commit before it begins."""
    statement = ""
    for part in script.split(";"):
        statement += part
        if sqlite3.complete_statement(f"{statement};"):
            yield f"{statement};"
            statement = ""
        else:
            statement += ";"
    yield statement.removesuffix(";")


def _check_schema(
    connection: sqlite3.Connection, file: Path, steps: list[int], schema: dict[int, Path]
) -> None:
    """Everything that these steps make is there."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        fresh.create_function("seal", -1, seal)
        for number in steps:
            fresh.executescript(schema[number].read_text(encoding="utf-8"))
        missing = _names(fresh) - _names(connection)
    if missing:
        raise CannotOpen(f"{file} is damaged ({min(missing)} is missing); restore a backup.")


def _names(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}


def _check(connection: sqlite3.Connection, file: Path) -> None:
    faults = [row[0] for row in connection.execute("PRAGMA quick_check")]
    if faults != ["ok"]:
        raise CannotOpen(f"{file} is damaged ({faults[0].splitlines()[-1]}); restore a backup.")


def copy_to(connection: sqlite3.Connection, target: Path) -> None:
    """A whole copy by SQLite's own backup, checked, and in place only when it is complete."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        _check(copy, target)
    sync(part)
    os.replace(part, target)
    sync(target.parent)


def make_folder(folder: Path) -> None:
    """For its owner only; a power cut does not take it away again, with all that is in it."""
    for each in (*reversed(folder.parents), folder):
        if not each.exists():
            each.mkdir(mode=0o700, exist_ok=True)
            sync(each.parent)


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
