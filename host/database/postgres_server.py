"""What an operator does to a database on a PostgreSQL server: look into it, dump it, restore it."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import psycopg
from psycopg import errors

from host.copies import name_for, unused
from host.database import schema
from host.database.connection import Connection
from host.database.leases import PROCESS
from host.database.locations import Disk
from host.database.postgres import PostgresConnection, PostgresDatabase, Raw, ask, connect
from host.database.postgres_clock import ServerClock
from host.database.postgres_leases import PostgresLeases
from host.database.schema import SCHEMA, for_postgres, is_additive, statements, whole_for_postgres
from host.errors import CannotOpen, one_line

HOUR_SECONDS = 3600
MOVING = "moving"  # noted in a database into which another one is still being moved


class PostgresLocation:
    """One database on a server, for any number of processes of the bot."""

    ending: ClassVar[str] = ".dump"
    folder = None

    def __init__(self, url: str) -> None:
        self._url = url
        self._clock = ServerClock(url)

    def __str__(self) -> str:
        """Without the password."""
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
        return str(self._parts().get("dbname") or "postgres")

    @property
    def backups(self) -> Path:
        return Path("storage/backups")

    @property
    def software(self) -> str:
        with self.connected() as raw:
            return f"PostgreSQL {ask(raw, 'SHOW server_version')}"

    def now(self) -> int:
        return self._clock()

    def refuse_lost(self, folder: Path) -> None:
        """An empty database on a server is one that somebody has made for us."""

    @contextmanager
    def connected(self, **more: Any) -> Iterator[Raw]:
        """A connection for an operator; what the server refuses is told in a sentence."""
        try:
            with connect(self._url, is_patient=True, **more) as raw:
                yield raw
        except psycopg.Error as error:
            raise CannotOpen(f"Can't use {self}: {_why(error)}.") from None

    # The schema

    async def open(self) -> PostgresDatabase:
        await asyncio.to_thread(self.migrate)
        await asyncio.to_thread(self._clock.compare)
        return PostgresDatabase(self._url, PostgresLeases(self._url))

    def migrate(self, steps: Mapping[int, Path] = SCHEMA, is_moving: bool = False) -> None:
        """Bring the database to the newest schema, all or nothing.

        `is_moving`: what it shall hold is still to be moved there, so no bot can use it yet.

        Steps that only add something may be made while older processes run; all others wait until
        those are stopped.
        """
        newest = max(steps)
        with self.connected() as raw, raw.transaction():
            raw.execute("SELECT pg_advisory_xact_lock(hashtextextended('migration', 0))")
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

    def _version(self, connection: Connection) -> int:
        """The number of the schema; refuses a database that is not ours or too new."""
        version = connection.schema_version()
        if version:
            value = connection.execute("SELECT value FROM program WHERE name = ?", (MOVING,))
            if value.fetchone():
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
        elif _has_tables(connection):
            raise CannotOpen(f"{self} is not a Factory Table database, and it is not empty.")
        return version

    # An operator's look

    @contextmanager
    def look(self) -> Iterator[PostgresConnection]:
        """A read-only connection to one snapshot, after checking that the database is ours."""
        with self.connected() as raw:
            raw.read_only = True
            raw.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection = PostgresConnection(raw, may_write=False)
            if not self._version(connection):
                raise CannotOpen(f"{self} is empty or not a Factory Table database.")
            yield connection

    @contextmanager
    def look_with_newest_schema(self) -> Iterator[Connection]:
        """An older database is only looked at where nobody uses it, such as a restored copy."""
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
        """On a server, nobody can keep all others from writing for long."""
        return False

    def disk(self) -> Disk:
        with self.connected() as raw:
            return Disk(ask(raw, "SELECT pg_database_size(current_database())"), 0, None)

    # Copies

    def copy_to(self, target: Path) -> None:
        """By pg_dump, in one snapshot, while everybody plays on."""
        part = target.with_name(f"{target.name}.part")
        os.close(os.open(part, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600))
        try:
            self._run("pg_dump", "--format=custom", "--no-owner", f"--file={part}")
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)

    def restore(self, backup_file: Path, now_ms: int) -> Path | None:
        """In one transaction, after a dump of what is there now."""
        if not backup_file.is_file():
            raise CannotOpen(f"Can't read {backup_file}: No such file or directory.")
        with self.connected() as raw:
            if self._processes(raw):
                raise CannotOpen(f"{self} is in use (is the bot running?); stop it first.")
            is_empty = not _has_tables(PostgresConnection(raw, may_write=False))
        kept = None
        if not is_empty:
            kept = unused(Path.cwd(), name_for(f"{self.name}.before-restore", now_ms), self.ending)
            self.copy_to(kept)
        self._run(
            *("pg_restore", "--clean", "--if-exists", "--single-transaction", "--no-owner"),
            str(backup_file),
        )
        return kept

    def _run(self, program: str, *words: str) -> None:
        """One of PostgreSQL's own programs; it gets the password by its environment."""
        if shutil.which(program) is None:
            raise CannotOpen(
                f"{program} is not installed: install PostgreSQL's client programs "
                "(Debian: postgresql-client)."
            )
        parts = self._parts()
        names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD"}
        surroundings = {names[name]: str(value) for name, value in parts.items() if name in names}
        done = subprocess.run(
            [program, f"--dbname={self.name}", *words],
            env={**os.environ, **surroundings},
            capture_output=True,
            text=True,
            timeout=HOUR_SECONDS,
        )
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["no reason given"]
            raise CannotOpen(f"{program} failed for {self}: {one_line(lines[-1])}.")


def _make(connection: PostgresConnection) -> None:
    for statement in whole_for_postgres():
        connection.raw.execute(statement.encode())


def _note_schema(connection: Connection, newest: int, made: Mapping[int, Path]) -> None:
    """Which schema it is, and which one a program must know at least to work with it."""
    breaking = [number for number, step in made.items() if not is_additive(step)]
    values = {"schema": newest, **({"schema_from": max(breaking)} if breaking else {})}
    for name, value in values.items():
        connection.execute(
            "INSERT INTO program (name, value) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, str(value)),
        )


def _has_tables(connection: Connection) -> bool:
    found = connection.execute(
        "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() LIMIT 1"
    )
    return found.fetchone() is not None


def _why(error: psycopg.Error) -> str:
    if isinstance(error, errors.InsufficientPrivilege):
        return "the role may not do that"
    return one_line(error).rstrip(".")
