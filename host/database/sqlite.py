"""One SQLite file: a connection that writes, one that reads, its schema, and complete copies."""

import asyncio
import logging
import os
import re
import sqlite3
import traceback
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

import aiosqlite

from host.database import schema as newest
from host.database.schema import SCHEMA, statements
from host.database.write_ahead_log import is_of_another, lost_transactions
from host.errors import CannotOpen, Damaged, Displaced, SaveFailed, one_line, told
from host.lock import BESIDE, Lock, alone_in, beside, locked, refuse_second_name
from host.log_facts import facts
from host.seals import seal
from host.wall_clock import passed

T = TypeVar("T")


class SqliteConnection(sqlite3.Connection):
    """SQLite's own connection, with the few methods that stores need besides."""

    row_lock = free_row_lock = ""  # not needed: there is one writer

    def lock(self, what: str, number: int) -> None:
        """Nothing to do: there is one writer."""

    def tell_news(self) -> None:
        """Nothing to do: there is no other process."""

    def last_number(self, table: str) -> int:
        statement = "SELECT seq FROM sqlite_sequence WHERE name = ?"
        row = self.execute(statement, (table,)).fetchone()
        return int(row[0]) if row else 0

    def has_table(self, name: str) -> bool:
        statement = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        return self.execute(statement, (name,)).fetchone() is not None

    def schema_version(self) -> int:
        return int(self.execute("PRAGMA user_version").fetchone()[0])

    def damage(self, is_thorough: bool = False) -> list[str]:
        return damage_in(self, is_thorough)


Work = Callable[[SqliteConnection], T]

OURS = 0x46616374  # the application id in the file's head
BUSY_MS = 1000  # a person waits three seconds for an answer
LONGEST_MS = 3000  # for which the bot itself may be busy with one transaction
SMALL = 20_000_000  # bytes: rebuilding a file of this size takes a third of a second
REST = 1_500 / 1_000_000  # milliseconds per byte: a hundred times as long as a rebuild takes
LOST = "the database was moved, replaced or removed: put it back or restore a backup"
DISPLACED = (
    "%s was moved, replaced or removed while the bot was running, so nothing more is saved; "
    "put the file back or restore a backup, then start the bot again"
)
log = logging.getLogger(__name__)


class SqliteDatabase:
    """One connection writes and another one reads, each on a thread of its own.

    A read sees everything that was committed before it began. Neither waits for the other.
    """

    leases = None

    def __init__(
        self, lock: Lock, connection: aiosqlite.Connection, reader: aiosqlite.Connection
    ) -> None:
        self._lock, self._connection, self._reader = lock, connection, reader
        self._unclean = beside(lock.file, ".unclean")  # exists while `scrub` has something to do
        self._loop = asyncio.get_running_loop()
        self._rests_until = 0  # when a large file may be rebuilt again, in time passed
        self._opened = AsyncExitStack()
        self._is_displaced = False
        self.displaced = asyncio.Event()  # set when the file is gone, so the bot must stop

    @classmethod
    async def open(cls, file: Path) -> "SqliteDatabase":
        async with AsyncExitStack() as opened:  # closes the reader first and the lock last
            with told(f"Can't open {file}"):
                if not file.exists():
                    _make(Path(os.path.realpath(file)))
                lock = opened.enter_context(closing(locked_and_migrated(file)))
                connection = await opened.enter_async_context(_connect(lock.file, "rw"))
                reader = await opened.enter_async_context(_connect(lock.file, "ro"))
                database = cls(lock, connection, reader)
                await database._on_thread(_prepare)
                await database.read(lambda reader: version_of(reader, file))
                lock.watch()
                await database.scrub()
            database._opened = opened.pop_all()
            return database

    async def close(self) -> None:
        """SQLite folds the log into the file, unless that has become another one.

        The reader, which closes last then, may not write.
        """
        if self._lock.is_overwritten():
            await self._connection.close()
        await self._opened.aclose()

    async def write(self, work: Work[T], about: int | None = None) -> T:
        """Run a function that writes: either all of it is stored, or nothing and this raises."""
        return await self._on_thread(
            lambda c: self._transaction(c, "BEGIN IMMEDIATE", work, "COMMIT")
        )

    async def read(self, work: Work[T]) -> T:
        """Run a function that only reads; trying to write raises."""
        return await _on(self._reader, lambda c: self._transaction(c, "BEGIN", work, "ROLLBACK"))

    def when_stored(self, call: Callable[[], object]) -> None:
        """Call this when all current writes are done, also those whose callers were cancelled."""
        done = asyncio.ensure_future(self._on_thread(lambda connection: None))
        done.add_done_callback(lambda _: call())

    def listen(self, call: Callable[[], object]) -> None:
        """Nothing to do: there is no other process."""

    async def erase(self, work: Work[T]) -> T:
        """Like `write`, but first leave a file on disk that says that `scrub` must follow."""

        def erased(connection: SqliteConnection) -> T:
            _mark(self._unclean)
            return self._transaction(connection, "BEGIN IMMEDIATE", work, "COMMIT")

        return await self._on_thread(erased)

    async def scrub(self) -> None:
        """Remove all deleted data from the file and its log after `erase`.

        Everybody waits while a large file is rebuilt, so that isn't repeated soon, however often
        somebody asks for it.
        """
        is_resting = passed() < self._rests_until
        if is_resting or self._is_displaced or not self._unclean.exists():
            return
        size = self._lock.file.stat().st_size
        self._rests_until = passed() + int(size * REST) if size > SMALL else 0
        try:
            await self._on_thread(lambda connection: _scrub(connection, self._unclean))
        except (sqlite3.Error, OSError) as error:
            why = facts(why=error)
            log.warning("erased data is still in the database file, will retry", extra=why)

    async def _on_thread(self, work: Work[T]) -> T:
        return await _on(self._connection, work)

    def _transaction(self, connection: SqliteConnection, begin: str, work: Work[T], end: str) -> T:
        """Check the file before and after, so that nothing is confirmed if it was taken away."""
        self._refuse_if_displaced()
        result = _transaction(connection, begin, work, end)
        self._refuse_if_displaced()
        return result

    def _refuse_if_displaced(self) -> None:
        if not self._is_displaced and (path := self._lock.displaced()):
            self._is_displaced = True
            self._loop.call_soon_threadsafe(self._stop, path)
        if self._is_displaced:
            raise Displaced

    def _stop(self, path: Path) -> None:
        if not self.displaced.is_set():
            log.error(LOST, extra=facts(file=path))
        self.displaced.set()


def _connect(file: Path, mode: str) -> aiosqlite.Connection:
    return aiosqlite.connect(
        _uri(file, mode), uri=True, isolation_level=None, factory=SqliteConnection
    )


def _uri(file: Path, mode: str) -> str:
    return f"{file.absolute().as_uri()}?mode={mode}"


async def _on(connection: aiosqlite.Connection, work: Work[T]) -> T:
    """Run a function on the thread of a connection, to its end even if the caller is cancelled."""
    found: T = await connection._execute(work, connection._conn)  # type: ignore[no-untyped-call]
    return found


def _transaction(connection: SqliteConnection, begin: str, work: Work[T], end: str) -> T:
    try:
        connection.execute(begin)
        result = work(connection)
        connection.execute(end)
        return result
    except Exception as error:
        _let_go_of_cursors(error)
        if isinstance(error, sqlite3.OperationalError) and not _is_our_fault(error, end):
            raise _as_told(error) from error
        raise
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _let_go_of_cursors(error: BaseException | None) -> None:
    """Free the cursors that an error's traceback still holds.

    An open cursor would make the next transaction read the old snapshot.
    """
    while error:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__


def _is_our_fault(error: sqlite3.OperationalError, end: str) -> bool:
    """Whether a use case that should only read tried to write."""
    code = getattr(error, "sqlite_errorcode", None)
    return end == "ROLLBACK" and code == sqlite3.SQLITE_READONLY


def _as_told(error: sqlite3.OperationalError) -> Exception:
    if not hasattr(error, "sqlite_errorcode"):  # Python's own, for a text that isn't valid
        return Damaged("its saved data contains invalid text")
    return SaveFailed(_why(error))


def _why(error: sqlite3.OperationalError) -> str:
    match error.sqlite_errorcode & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "the database is busy"
        case sqlite3.SQLITE_FULL:
            return "the disk is full"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            return "the database can't be written"
    return "the database is not responding"


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
        raise SaveFailed("the database can't be written") from None


def _scrub(connection: sqlite3.Connection, unclean: Path) -> None:
    """Rebuild the file, because deleted keys may remain in inner pages of its trees."""
    connection.execute("VACUUM")
    if fold_in(connection):
        unclean.unlink(missing_ok=True)
    else:
        log.warning("erased data is still in the WAL file, because another process is reading it")


def fold_in(connection: sqlite3.Connection) -> bool:
    """Merge the whole log into the file, outside a transaction; return whether the log is empty."""
    is_busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not is_busy


def damage_in(connection: sqlite3.Connection, is_thorough: bool = False) -> list[str]:
    """What SQLite itself reports as damaged; a thorough check reads the indexes, too."""
    check = "integrity_check" if is_thorough else "quick_check"
    try:
        faults = [row[0] for row in connection.execute(f"PRAGMA {check}") if row[0] != "ok"]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    lines = [line for fault in faults for line in fault.splitlines()]
    return [line for line in lines if not line.startswith("***")]  # a heading


def refuse_foreign_log(file: Path, advice: str = "restore a backup") -> None:
    """Raise CannotOpen if SQLite would mix the file with the log of another one."""
    if is_of_another(file):
        raise CannotOpen(
            f"{beside(file, '-wal')} is not the log of {file}, which seems to be a backup that "
            f"was copied there by hand; {advice}."
        )


def refuse_damaged_log(file: Path, advice: str = "restore a backup") -> None:
    """Raise CannotOpen if SQLite would silently skip the latest transactions."""
    refuse_foreign_log(file, advice)
    if lost := lost_transactions(file):
        raise CannotOpen(
            f"{beside(file, '-wal')} is damaged: at least the last {lost} changes can't be read; "
            f"{advice}, or run `python bot.py --database {file} repair` to go on without them."
        )


def locked_and_migrated(file: Path) -> Lock:
    """Lock an existing file before SQLite opens it for writing, and upgrade its schema.

    SQLite would throw away the log of a file that is empty, has a second name or a damaged log.
    """
    if file.is_file() and not file.stat().st_size:
        raise CannotOpen(
            f"{file} is empty, so what it held is lost; restore a backup, or remove the file "
            "to begin with a new database."
        )
    refuse_second_name(file)
    lock = locked(file)
    try:
        refuse_damaged_log(lock.file)
        migrate(lock.file)
    except BaseException:
        lock.close()
        raise
    return lock


def _make(file: Path) -> None:
    """Put a complete new database in place, so that an empty file always means damage."""
    with alone_in(file.parent):
        if file.exists():
            return
        fresh = beside(file, ".new")
        for ending in ("", *BESIDE):
            beside(fresh, ending).unlink(missing_ok=True)
        _migrate(fresh, SCHEMA)
        sync(fresh)
        os.replace(fresh, file)
        sync(file.parent)


@contextmanager
def reader(file: Path, advice: str = "restore a backup") -> Iterator[SqliteConnection]:
    """Open a snapshot of the file, also while another process writes to it."""
    with told(f"Can't read {file}", advice):
        refuse_what_is_no_file(file, advice)
        found = sqlite3.connect(
            _uri(file, "ro"), uri=True, isolation_level=None, factory=SqliteConnection
        )
    with closing(found):
        with told(f"Can't read {file}", advice):
            found.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            found.execute("BEGIN")
            check_schema(found, file, version_of(found, file), advice=advice)
        yield found


def is_locked(file: Path) -> bool:
    """Whether a process has blocked all others from writing for longer than our bot ever does."""
    with closing(sqlite3.connect(_uri(file, "rw"), uri=True, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA busy_timeout = {LONGEST_MS}")
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        except sqlite3.OperationalError as error:
            return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    return False


def refuse_what_is_no_file(file: Path, advice: str) -> None:
    if not file.exists():
        raise CannotOpen(f"Database {file} not found.")
    if not file.is_file():
        raise CannotOpen(f"{file} is not a file.")
    if not file.stat().st_size:  # beside an empty file SQLite would throw away the log
        raise CannotOpen(f"{file} is empty or not a Factory Table database; {advice}.")


def version_of(connection: sqlite3.Connection, file: Path) -> int:
    """The version of its schema, 0 for a new file; refuses a file that isn't ours."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    is_empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    is_ours = connection.execute("PRAGMA application_id").fetchone()[0] == OURS
    if not (is_ours or is_empty):
        raise CannotOpen(f"{file} is not a Factory Table database.")
    if version > newest.NEWEST:
        raise CannotOpen(
            f"{file} was created by a newer version (schema {version}): run that version, or "
            "restore a backup from before it."
        )
    return version


def migrate(file: Path, schema: dict[int, Path] = SCHEMA) -> None:
    """Upgrade the file to the newest schema, all or nothing, after copying the older one."""
    with told(f"Can't open {file}"):
        _migrate(file, schema)


def _migrate(file: Path, schema: dict[int, Path]) -> None:
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))  # it contains the keys of all decks
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        version = version_of(connection, file)
        _check(connection, file)
        check_schema(connection, file, version, schema)
        _prepare(connection)
        steps = [number for number in sorted(schema) if number > version]
        if version and steps:
            copy_to(connection, beside(file, f".schema-{version}"))
        if steps:
            connection.create_function("seal", -1, seal, deterministic=True)
            _climb(connection, [schema[number] for number in steps], steps[-1])


def _climb(connection: sqlite3.Connection, steps: list[Path], number: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for step in steps:
        for statement in statements(step.read_text(encoding="utf-8")):
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {OURS}")
    connection.execute(f"PRAGMA user_version = {number}")
    connection.execute("COMMIT")


def check_schema(
    connection: sqlite3.Connection,
    file: Path,
    version: int,
    schema: dict[int, Path] = SCHEMA,
    advice: str = "restore a backup",
) -> None:
    """Check, word for word, that everything exists that the steps up to this version make."""
    steps = tuple(schema[number] for number in sorted(schema) if number <= version)
    stored = _definitions(connection)
    for name, definition in _expected(steps).items():
        if stored.get(name) != definition:
            what = "is missing" if name not in stored else "was changed"
            raise CannotOpen(f"{file} is damaged ({name} {what}); {advice}.")


@cache
def _expected(steps: tuple[Path, ...]) -> dict[str, str]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        fresh.create_function("seal", -1, seal)
        for step in steps:
            fresh.executescript(step.read_text(encoding="utf-8"))
        return _definitions(fresh)


def _definitions(connection: sqlite3.Connection) -> dict[str, str]:
    """The definition of each table and index by name, without comments, spaces and quotes."""
    found = connection.execute("SELECT name, tbl_name, type, sql FROM sqlite_master")
    return {row[0]: re.sub(r"--[^\n]*|[\s\"]+", "", " ".join(map(str, row))) for row in found}


def _check(connection: sqlite3.Connection, file: Path, pragma: str = "quick_check") -> None:
    faults = [row[0] for row in connection.execute(f"PRAGMA {pragma}")]
    if faults != ["ok"]:
        fault = one_line(faults[0].splitlines()[-1])
        raise CannotOpen(f"{file} is damaged ({fault}); restore a backup.")


def copy_to(connection: sqlite3.Connection, target: Path) -> None:
    """Make a complete copy by SQLite's own backup, check it, and only then put it in place."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        _check(copy, target, "integrity_check")  # as in `restore`, which would refuse it otherwise
    sync(part)
    os.replace(part, target)
    sync(target.parent)


def make_folder(folder: Path) -> None:
    """Make a folder for its owner only, synced so that it survives a power cut."""
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
