"""PostgreSQL: several processes, each with several connections, and one function per transaction.

A use case remains a plain function, which runs on the thread of its connection. Tables are locked
by their rows (`Connection.row_lock`), everything else by name (`Connection.lock`). If the server
finds that two transactions conflict, the function is run again.
"""

import asyncio
import logging
import queue
import random
import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import psycopg
from psycopg import errors
from psycopg.adapt import Loader
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.types.enum import EnumDumper
from psycopg.types.numeric import Int8Dumper

from host.database.connection import Rows, Values
from host.database.leases import Leases
from host.database.postgres_clock import NOW, ServerClock
from host.errors import SaveFailed
from host.log_facts import facts
from host.wall_clock import passed

T = TypeVar("T")
Raw = psycopg.Connection[tuple[Any, ...]]
Work = Callable[["PostgresConnection"], T]

WRITERS, READERS = 4, 2  # connections of one process
TRIES = 6  # of one function
STATEMENTS = 500  # kept as translated for PostgreSQL; the program has a few hundred
LOCK_MS, STATEMENT_MS, IDLE_MS = 1_000, 30_000, 15_000
NEWS = "news"  # the channel by which processes wake each other's senders
COMPARE = 600.0  # seconds between two looks at the server's clock
PERSONAL = (
    "users, seats, tables, outbox, posts, replies, invitations, leavers, ratings, decisions,"
    " results, attempts, challenges, schedules"
)
AGAIN = (
    *(errors.SerializationFailure, errors.DeadlockDetected),
    *(errors.UniqueViolation, errors.LockNotAvailable),
)
log = logging.getLogger(__name__)

_WORDS = re.compile(
    r"""'(?:[^']|'')*' | "[^"]*"           # a text or a quoted name
    | \?(\d*) | (?<![:\w]):([a-z_]\w*)      # a value, by place or by name
    | \buser\b | \ INDEXED\ BY\ \w+ | \bCROSS\ JOIN\b
    | CAST\(((?:(?!\ AS\ ).)+)\ AS\ BLOB\)""",
    re.VERBOSE,
)


@lru_cache(STATEMENTS)
def translate(statement: str) -> tuple[str, tuple[str, ...]]:
    """Translate a statement to PostgreSQL; return it with the names of its values, in order."""
    names: list[str] = []
    last = 0

    def word(found: re.Match[str]) -> str:
        nonlocal last
        text, number, name, blob = found[0], found[1], found[2], found[3]
        if number is not None:
            place = int(number) if number else last + 1
            last = max(last, place)
            return f"${place}"
        if name is not None:
            if name not in names:
                names.append(name)
            return f"${names.index(name) + 1}"
        if blob is not None:
            return f"convert_to({_WORDS.sub(word, blob)}, 'UTF8')"
        return {"user": '"user"', "CROSS JOIN": "JOIN"}.get(text, "" if text[0] == " " else text)

    return _WORDS.sub(word, statement), tuple(names)


class _Flag(Loader):
    """Reads flags as SQLite does, so that seals and records are the same on both."""

    def load(self, data: Any) -> int:
        return int(bytes(data) == b"t")


class _Word(EnumDumper):
    """Stores a member of an enum as its value."""

    def dump(self, value: Any) -> bytes:
        return str(value).encode()


class PostgresConnection:
    """A connection during one transaction; takes statements that are written for SQLite."""

    def __init__(self, raw: Raw, may_write: bool) -> None:
        self.raw = raw
        self.row_lock = " FOR NO KEY UPDATE" if may_write else ""
        self.free_row_lock = f"{self.row_lock} SKIP LOCKED" if may_write else ""

    def execute(self, statement: str, values: Values = (), /) -> Rows:
        text, names = translate(statement)
        if names:
            values = [values[name] for name in names]  # type: ignore[call-overload]
        return self.raw.execute(text.encode(), values, prepare=True)

    def executemany(self, statement: str, rows: Iterable[Values], /) -> None:
        text, _ = translate(statement)
        with self.raw.cursor() as cursor:
            cursor.executemany(text.encode(), [list(row) for row in rows])

    def lock(self, what: str, number: int) -> None:
        if self.row_lock:
            name = f"{what} {number}"
            self.raw.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [name])

    def tell_news(self) -> None:
        self.raw.execute(f"NOTIFY {NEWS}".encode())

    def last_number(self, table: str) -> int:
        row = self.raw.execute(f"SELECT last_value, is_called FROM {table}_id_seq".encode())
        last, is_called = row.fetchone() or (0, 0)
        return int(last) if is_called else 0

    def has_table(self, name: str) -> bool:
        found = self.raw.execute("SELECT to_regclass($1) IS NOT NULL", [name]).fetchone()
        return bool(found and found[0])

    def schema_version(self) -> int:
        if not self.has_table("program"):
            return 0
        row = self.raw.execute("SELECT value FROM program WHERE name = 'schema'").fetchone()
        return int(row[0]) if row else 0

    def damage(self, is_thorough: bool = False) -> list[str]:
        """Report pages with a wrong checksum that the server has met; only it can look further."""
        row = self.raw.execute(
            "SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()
        failures = row[0] if row else 0
        return [f"{failures} pages had a wrong checksum"] if failures else []


def connect(url: str, is_patient: bool = False, **more: Any) -> Raw:
    """Connect with our settings; raises `psycopg.OperationalError` if the server doesn't answer.

    A patient connection is an operator's: its statements may take as long as they need.
    """
    raw = psycopg.connect(url, **{**_settings(url, is_patient), **more})
    _adapt(raw)
    return raw


def _settings(url: str, is_patient: bool = False) -> dict[str, Any]:
    """Our settings: give up on whatever hangs, even if the network drops packets silently."""
    given = psycopg.conninfo.conninfo_to_dict(url)
    limits = {
        "lock_timeout": LOCK_MS,
        "statement_timeout": 0 if is_patient else STATEMENT_MS,
        "idle_in_transaction_session_timeout": 0 if is_patient else IDLE_MS,
        "plan_cache_mode": "force_generic_plan",
        "tcp_keepalives_idle": 10,
        "tcp_keepalives_interval": 5,
        "tcp_keepalives_count": 3,
    }
    options = " ".join(f"-c {name}={value}" for name, value in limits.items())
    return {
        "cursor_factory": psycopg.RawCursor,
        "application_name": "factory-table",
        "connect_timeout": 5,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 15_000,
        "options": f"{given.get('options') or ''} {options}".strip(),
    }


def _adapt(raw: Raw) -> None:
    raw.adapters.register_loader("bool", _Flag)
    raw.adapters.register_dumper(int, Int8Dumper)  # one prepared statement for all sizes
    raw.adapters.register_dumper(StrEnum, _Word)


class _Connections:
    """Connections that are used by one thread each, and opened again when they break."""

    def __init__(self, url: str, count: int, may_write: bool) -> None:
        self._url, self._may_write = url, may_write
        name = "postgres-write" if may_write else "postgres-read"
        self._threads = ThreadPoolExecutor(count, thread_name_prefix=name)
        self._own = threading.local()
        self._is_closed = False
        self._opened: queue.SimpleQueue[Raw] = queue.SimpleQueue()

    def run(self, work: Work[T]) -> asyncio.Future[T]:
        """Run the function on a thread, to its end even if the caller is cancelled."""
        if self._is_closed:
            raise SaveFailed("the database is closed")
        return asyncio.get_running_loop().run_in_executor(self._threads, self._run, work)

    def _run(self, work: Work[T]) -> T:
        for left in reversed(range(TRIES)):
            is_committing = False
            raw: Raw | None = None
            try:
                raw = self._raw()
                result = work(PostgresConnection(raw, self._may_write))
                is_committing = True
                raw.commit()
                return result
            except psycopg.Error as error:
                is_lost = raw is not None and raw.broken and not is_committing
                if not left or not (is_lost or isinstance(error, AGAIN)):
                    raise _readable(error, self._may_write) from error
                log.debug("a transaction is tried again", extra=facts(why=type(error).__name__))
            finally:
                self._leave(raw)
            time.sleep(random.uniform(0, 0.02))
        raise AssertionError

    def _raw(self) -> Raw:
        raw: Raw | None = getattr(self._own, "raw", None)
        if raw is None or raw.closed:
            raw = connect(self._url)
            raw.prepared_max = STATEMENTS
            if not self._may_write:
                raw.read_only = True
                raw.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            self._own.raw = raw
            self._opened.put(raw)
        return raw

    def _leave(self, raw: Raw | None) -> None:
        """End any transaction, so that the next function begins outside of one.

        Not by `rollback`, which forgets all prepared statements.
        """
        if raw is None or raw.closed or raw.pgconn.transaction_status == TransactionStatus.IDLE:
            return
        if raw.pgconn.exec_(b"ROLLBACK").status != ExecStatus.COMMAND_OK:
            raw.close()

    def close(self) -> None:
        self._is_closed = True
        self._threads.shutdown(wait=True)
        while not self._opened.empty():
            self._opened.get().close()


def _readable(error: psycopg.Error, may_write: bool = True) -> Exception:
    """Return the error as people can read it; one that is a mistake of ours stays as it is."""
    if isinstance(error, errors.DiskFull):
        return SaveFailed("the disk is full")
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return SaveFailed("the database can't be written") if may_write else error
    if isinstance(error, AGAIN) and not isinstance(error, errors.UniqueViolation):
        return SaveFailed("the database is busy")
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return SaveFailed("the database is not responding")
    return error


class PostgresDatabase:
    """Writes and reads have separate connections, so that a long read never delays an action."""

    def __init__(self, url: str, leases: Leases, clock: ServerClock) -> None:
        self._url, self.leases, self._clock = url, leases, clock
        self._is_unclean = False  # rows were erased, so `scrub` has something to do
        self._writers = _Connections(url, WRITERS, may_write=True)
        self._readers = _Connections(url, READERS, may_write=False)
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._running: set[asyncio.Task[Any]] = set()
        self._listening: asyncio.Task[None] | None = None
        self.displaced = asyncio.Event()  # never set: the files are the server's business

    async def close(self) -> None:
        if self._listening:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.to_thread(self._writers.close)
        await asyncio.to_thread(self._readers.close)
        await self.leases.close()

    async def write(self, work: Work[T], about: int | None = None) -> T:
        task = asyncio.create_task(self._in_turn(work, about))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _in_turn(self, work: Work[T], about: int | None) -> T:
        """Make writes about one table wait here, so that they don't occupy several connections."""
        if about is None:
            return await self._writers.run(work)
        turn = self._turns.setdefault(about, asyncio.Lock())
        async with turn:
            return await self._writers.run(work)

    async def read(self, work: Work[T]) -> T:
        return await self._readers.run(work)

    async def erase(self, work: Work[T]) -> T:
        self._is_unclean = True
        return await self.write(work)

    async def scrub(self) -> None:
        """Let the server overwrite deleted rows soon; they remain in its own log and in backups."""
        if not self._is_unclean:
            return
        self._is_unclean = False  # what is erased from now on needs another scrub
        try:
            await asyncio.to_thread(self._vacuum)
        except psycopg.Error as error:
            self._is_unclean = True
            why = facts(why=type(error).__name__)
            log.warning("deleted rows stay in the files until the next vacuum", extra=why)

    def _vacuum(self) -> None:
        with connect(self._url, is_patient=True, autocommit=True) as raw:
            raw.execute(f"VACUUM {PERSONAL}".encode())

    def when_stored(self, call: Callable[[], object]) -> None:
        done = asyncio.gather(*self._running, return_exceptions=True)
        done.add_done_callback(lambda _: call())

    def listen(self, call: Callable[[], object]) -> None:
        self._listening = asyncio.create_task(self._listen(call))

    async def _listen(self, call: Callable[[], object]) -> None:
        """Listen for news. Missing some only costs time: the sender also looks now and then."""
        while True:
            try:
                async with await connect_async(self._url) as raw:
                    await raw.execute(f"LISTEN {NEWS}".encode())
                    while True:
                        call()
                        await self._compare_clocks(raw)
                        async for _ in raw.notifies(timeout=COMPARE):
                            call()
            except psycopg.Error as error:
                log.debug("not listening to the database", extra=facts(why=type(error).__name__))
            await asyncio.sleep(1)

    async def _compare_clocks(self, raw: psycopg.AsyncConnection[tuple[Any, ...]]) -> None:
        asked = passed()
        cursor = await raw.execute(NOW.encode())
        if row := await cursor.fetchone():
            self._clock.set(row[0], asked)


async def connect_async(url: str) -> psycopg.AsyncConnection[tuple[Any, ...]]:
    """Connect for something that waits in the event loop: news and leases."""
    more = {name: value for name, value in _settings(url).items() if name != "cursor_factory"}
    return await psycopg.AsyncConnection.connect(url, autocommit=True, **more)


def ask(raw: Raw, statement: str, values: Sequence[Any] = ()) -> Any:
    """Return the first value of the answer."""
    row = raw.execute(statement.encode(), values).fetchone()
    return row[0] if row else None
