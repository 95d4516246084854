"""What an operator does with a database on a PostgreSQL server: inspect, dump, restore, upgrade."""

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import psycopg
from psycopg import errors
from psycopg.pq import PGconn, Ping

from host.copies import name_for, unused
from host.database import schema
from host.database.connection import Connection
from host.database.leases import PROCESS
from host.database.locations import Disk
from host.database.postgres import (
    LOCK_MS,
    PostgresConnection,
    PostgresDatabase,
    Raw,
    ask,
    connect,
)
from host.database.postgres_clock import NOW, ServerClock
from host.database.postgres_leases import PostgresLeases
from host.database.schema import SCHEMA, for_postgres, is_additive, statements, whole_for_postgres
from host.database.sqlite import make_folder
from host.errors import CannotOpen, one_line, told
from host.wall_clock import passed

HOUR_SECONDS, PING_SECONDS = 3600, 5
TRIES, BETWEEN_TRIES = 300, 1.0  # to upgrade the schema; seconds
HEAD = 4_096  # bytes at the start of a script that contain its settings
FOR_NEWER = b"SET transaction_timeout"  # made by newer programs, unknown to an older server
IS_OURS = (
    "RESET search_path; DO $$BEGIN PERFORM FROM program WHERE name = 'schema';"
    " IF NOT FOUND THEN RAISE 'it is no backup of Factory Table'; END IF; END$$"
)
MOVING = "moving"  # noted in a database while another one is being moved into it


class PostgresLocation:
    """A database on a server, for any number of processes of the bot."""

    ending: ClassVar[str] = ".dump"
    folder = None

    def __init__(self, url: str, may_be_moving: bool = False) -> None:
        self._url, self._may_be_moving = url, may_be_moving
        self._clock = ServerClock()

    def __str__(self) -> str:
        """As text, without the password."""
        found = self._parts()
        host, port = found.get("host") or "localhost", found.get("port")
        where = f"{host}:{port}" if port else host
        return f"postgresql://{where}/{self.name}"

    def _parts(self) -> Mapping[str, Any]:
        try:
            return psycopg.conninfo.conninfo_to_dict(self._url)
        except psycopg.Error:
            raise CannotOpen("DATABASE is not a valid postgresql:// address.") from None

    @property
    def name(self) -> str:
        found = self._parts()
        return str(found.get("dbname") or found.get("user") or "postgres")

    @property
    def backups(self) -> Path:
        return Path("storage/backups")

    @property
    def software(self) -> str:
        with self.connected() as raw:
            return f"PostgreSQL {ask(raw, 'SHOW server_version')}"

    def now(self) -> int:
        return self._clock()

    def repair(self, now_ms: int) -> None:
        """Nothing to do: a server repairs its own log."""

    def refuse_lost(self, folder: Path) -> None:
        """Nothing to do: an empty database on a server was made for us on purpose."""

    @contextmanager
    def connected(self, **more: Any) -> Iterator[Raw]:
        """Connect for an operator; if the server refuses, say so in a sentence."""
        try:
            with connect(self._url, is_patient=True, **more) as raw:
                yield raw
        except psycopg.Error as error:
            raise CannotOpen(f"Can't use {self}: {_why(error)}.") from None

    def while_moving(self) -> "PostgresLocation":
        """The same, for checking a move before it is complete."""
        return PostgresLocation(self._url, may_be_moving=True)

    def is_reachable(self) -> bool:
        """Ask without the password, so that a wrong one doesn't look like a server that is down."""
        given = psycopg.conninfo.make_conninfo(self._url, connect_timeout=PING_SECONDS)
        return PGconn.ping(given.encode()) not in (Ping.REJECT, Ping.NO_RESPONSE)

    def _learn_the_time(self, raw: Raw) -> None:
        asked = passed()
        self._clock.set(ask(raw, NOW), asked)

    # The schema

    async def open(self) -> PostgresDatabase:
        await asyncio.to_thread(self.migrate)
        return PostgresDatabase(self._url, PostgresLeases(self._url), self._clock)

    def migrate(self, steps: Mapping[int, Path] = SCHEMA, is_moving: bool = False) -> None:
        """Upgrade to the newest schema, all or nothing.

        `is_moving`: its rows are still to be moved there, so no bot may use it yet. Steps that only
        add something can be made while older processes run; all others wait until those have
        stopped. If something like a backup uses a table for long, this is tried again and again,
        because waiting for the table would hold up everybody else.
        """
        for _ in range(TRIES):
            if self._is_migrated(steps, is_moving):
                return
            time.sleep(BETWEEN_TRIES)
        raise CannotOpen(f"{self} is in use by something else, such as a backup; try again later.")

    def _is_migrated(self, steps: Mapping[int, Path], is_moving: bool) -> bool:
        """Try it once; return False if somebody else uses a table that must change."""
        newest, is_free = max(steps), contextlib.suppress(errors.LockNotAvailable)
        with self.connected() as raw, is_free, raw.transaction():
            self._learn_the_time(raw)
            raw.execute("SET LOCAL lock_timeout = 0")  # another process may be doing the same
            raw.execute("SELECT pg_advisory_xact_lock(hashtextextended('migration', 0))")
            raw.execute(f"SET LOCAL lock_timeout = {LOCK_MS}".encode())
            connection = PostgresConnection(raw, may_write=True)
            version = self._version(connection)
            ahead = [steps[number] for number in sorted(steps) if number > version]
            if not version:
                _make(connection)
            elif ahead and not all(map(is_additive, ahead)) and self._processes(raw):
                raise CannotOpen(
                    f"{self} needs schema {newest}, which the processes that run now don't know: "
                    "stop them first."
                )
            for step in ahead if version else ():
                for statement in statements(step.read_text(encoding="utf-8")):
                    raw.execute(for_postgres(statement).encode())
            if version < newest:
                _note_schema(connection, newest, {n: steps[n] for n in steps if n > version})
            if is_moving:
                connection.execute("INSERT INTO program VALUES (?, ?)", (MOVING, "yes"))
            return True
        return False

    def _version(self, connection: Connection) -> int:
        """The version of the schema; refuses a database that isn't ours or is too new."""
        version = connection.schema_version()
        if version:
            value = connection.execute("SELECT value FROM program WHERE name = ?", (MOVING,))
            if value.fetchone() and not self._may_be_moving:
                raise CannotOpen(
                    f"{self} is not complete: a move to it was interrupted; run the same "
                    "`python bot.py move` again."
                )
            known_from = connection.execute(
                "SELECT value FROM program WHERE name = ?", ("schema_from",)
            ).fetchone()
            if int(known_from[0] if known_from else version) > schema.NEWEST:
                raise CannotOpen(
                    f"{self} was created by a newer version (schema {version}); update the "
                    "program first."
                )
        elif _tables(connection):
            raise CannotOpen(f"{self} is not a Factory Table database, and it is not empty.")
        return version

    # An operator's look

    @contextmanager
    def look(self) -> Iterator[PostgresConnection]:
        """A read-only connection to one snapshot, after checking that the database is ours."""
        with self.connected() as raw:
            raw.read_only = True
            raw.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            self._learn_the_time(raw)
            connection = PostgresConnection(raw, may_write=False)
            if not self._version(connection):
                raise CannotOpen(f"{self} is empty or not a Factory Table database.")
            yield connection

    @contextmanager
    def look_with_newest_schema(self) -> Iterator[Connection]:
        """An older database is upgraded only where nobody uses it, such as a restored copy."""
        with self.look() as connection:
            version = connection.schema_version()
            if version >= schema.NEWEST:
                yield connection
                return
        raise CannotOpen(
            f"{self} has schema {version}, and this version needs {schema.NEWEST}: restore a "
            "backup into another database, start the new version there once, and validate that."
        )

    def is_running(self) -> bool:
        with self.connected() as raw:
            return self._processes(raw) > 0

    def _processes(self, raw: Raw) -> int:
        """How many processes of the bot are at work."""
        count: int = ask(
            raw,
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
            " AND objsubid = 2 AND classid = $1 AND database ="
            " (SELECT oid FROM pg_database WHERE datname = current_database())",
            [PROCESS],
        )
        return count

    def is_locked(self) -> bool:
        """Always False: on a server, nobody can keep all others from writing for long."""
        return False

    def disk(self) -> Disk:
        with self.connected() as raw:
            return Disk(ask(raw, "SELECT pg_database_size(current_database())"), 0, None)

    # Copies

    def copy_to(self, target: Path) -> None:
        """Copy by pg_dump, in one snapshot, while everybody plays on."""
        part = target.with_name(f"{target.name}.part")
        os.close(os.open(part, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600))
        try:
            self._run("pg_dump", self._target, "--format=custom", "--no-owner", f"--file={part}")
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)

    def restore(self, backup_file: Path, now_ms: int) -> Path | None:
        """Replace everything in one transaction, after dumping what is there."""
        if not backup_file.is_file():
            raise CannotOpen(f"Can't read {backup_file}: No such file or directory.")
        with self.connected() as raw:
            if self._processes(raw):
                raise CannotOpen(f"{self} is in use (is the bot running?); stop it first.")
            connection = PostgresConnection(raw, may_write=False)
            there = _tables(connection)
            if there and not connection.schema_version():
                raise CannotOpen(f"{self} is not a Factory Table database, and it is not empty.")
        folder = self.backups.parent
        with told(f"Can't write to {folder}"):
            make_folder(folder)
        kept = None
        if there:
            kept = unused(folder, name_for(f"{self.name}.before-restore", now_ms), self.ending)
            self.copy_to(kept)
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".sql") as script:
            self._replace_all(there, backup_file, Path(script.name))
        return kept

    def _replace_all(self, there: Sequence[str], backup_file: Path, script: Path) -> None:
        """Drop all tables first: a schema newer than the backup's may have more of them."""
        self._run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", backup_file)
        _leave_out(script, FOR_NEWER)
        dropped = [f"--command=DROP TABLE {', '.join(there)} CASCADE"] if there else []
        self._run(
            *("psql", self._target, "--no-psqlrc", "--quiet", "--single-transaction"),
            *("--set=ON_ERROR_STOP=1", *dropped, f"--file={script}", f"--command={IS_OURS}"),
        )

    @property
    def _target(self) -> str:
        """The address for PostgreSQL's own programs, which get the password separately."""
        parts = {name: value for name, value in self._parts().items() if name != "password"}
        address = psycopg.conninfo.make_conninfo(**{"dbname": self.name, **parts})
        return f"--dbname={address}"

    def _run(self, program: str, *words: str | Path) -> None:
        """Run one of PostgreSQL's own programs."""
        if shutil.which(program) is None:
            raise CannotOpen(
                f"{program} is not installed: install PostgreSQL's client programs "
                "(Debian: postgresql-client)."
            )
        password = self._parts().get("password")
        try:
            done = subprocess.run(
                [program, *words],
                env={**os.environ, **({"PGPASSWORD": str(password)} if password else {})},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                timeout=HOUR_SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise CannotOpen(f"{program} did not end within an hour for {self}.") from None
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["no reason given"]
            why = next((line for line in lines if "ERROR" in line), lines[-1])
            raise CannotOpen(f"{program} failed for {self}: {one_line(why)}.")


def _leave_out(script: Path, line: bytes) -> None:
    """Turn a line near the start of a script into a comment, if it is there."""
    with script.open("r+b") as text:
        at = text.read(HEAD).find(line)
        if at >= 0:
            text.seek(at)
            text.write(b"--")


def _make(connection: PostgresConnection) -> None:
    for statement in whole_for_postgres():
        connection.raw.execute(statement.encode())


def _note_schema(connection: Connection, newest: int, made: Mapping[int, Path]) -> None:
    """Note the version of the schema, and the oldest one that a program must know to use it."""
    breaking = [number for number, step in made.items() if not is_additive(step)]
    values = {"schema": newest, **({"schema_from": max(breaking)} if breaking else {})}
    for name, value in values.items():
        connection.execute(
            "INSERT INTO program (name, value) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, str(value)),
        )


def _tables(connection: Connection) -> list[str]:
    """All tables, named as in statements."""
    found = connection.execute(
        "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables"
        " WHERE schemaname = current_schema()"
    )
    return [name for (name,) in found]


def _why(error: psycopg.Error) -> str:
    if isinstance(error, errors.InsufficientPrivilege):
        return "the role may not do that"
    return one_line(error).rstrip(".")
