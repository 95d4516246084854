"""A real PostgreSQL server for tests and benchmarks, in a folder of its own.

The server is Debian's package; without it, tests say that they were skipped.
"""

import contextlib
import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from host.database.postgres_server import PostgresLocation

PATIENCE = 60.0  # seconds for the server to start
USER = "postgres"
HASTY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
LACKING = "no PostgreSQL server here (Debian: apt install postgresql)"
_numbers = count(1)


def binaries() -> Path | None:
    """Return the folder of the server's programs, if it is installed."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if programs:
        return programs[-1].parent
    there = shutil.which("initdb")
    return Path(there).parent if there else None


class Server:
    """A running server. `url` is the address of a database on it."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.folder, self.data = folder, folder / "data"
        self.settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(folder),
            "max_connections": "200",
            "shared_buffers": "16MB",
            "autovacuum": "off",
            **settings,
        }
        self.programs = binaries()
        self._clean: list[str] = []  # addresses of databases that can be used again
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def make(self) -> None:
        """Make the files of a new server; as root, it runs as the user that Debian made for it."""
        assert self.programs
        self.folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            owner = pwd.getpwnam(USER)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self._run("initdb", "-D", self.data, "-U", USER, "-A", "trust", "-N", "-k")

    def start(self) -> None:
        assert self.programs
        words = [f"-c{name}={value}" for name, value in self.settings.items()]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*_as_server(), self.programs / "postgres", "-D", self.data, *words],
                stdout=log,
                stderr=log,
                cwd="/",
            )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < end, (self.folder / "log").read_text()
                time.sleep(0.02)

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: `immediate` is a crash, `fast` an orderly end."""
        assert self.programs and self._process
        self._run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")
        self._process.wait()

    def _run(self, program: str, *words: str | Path) -> None:
        assert self.programs
        command = [*_as_server(), self.programs / program, *words]
        subprocess.run(command, check=True, capture_output=True, cwd="/")

    def empty_database(self, name: str = "") -> str:
        """Return the address of a new database without tables."""
        name = name or f"tables_{os.getpid()}_{next(_numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as raw:
            raw.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def database(self) -> str:
        """Return the address of an empty database with today's schema."""
        if self._clean:
            return self._clean.pop()
        url = self.empty_database()
        PostgresLocation(url).migrate()
        return url

    def clean(self, url: str) -> None:
        """Empty a database that is no longer used, for the next test."""
        with psycopg.connect(url, autocommit=True) as raw:
            tables = raw.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
            names = [name for (name,) in tables if name != "program"]
            rows = " UNION ALL ".join(f"SELECT '{n}' WHERE EXISTS (TABLE {n})" for n in names)
            if used := [name for (name,) in raw.execute(rows.encode())]:
                raw.execute(f"TRUNCATE {', '.join(used)} RESTART IDENTITY CASCADE".encode())
            raw.execute("DELETE FROM program WHERE name NOT LIKE 'schema%'")
        self._clean.append(url)

    def drop(self, url: str) -> None:
        name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
        with psycopg.connect(self.url("postgres"), autocommit=True) as raw:
            raw.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def _as_server() -> list[str]:
    return ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []


@contextmanager
def running(folder: Path, settings: dict[str, str] | None = None) -> Iterator[Server]:
    """Run a separate server; by default it doesn't wait for the disk."""
    server = Server(folder, HASTY if settings is None else settings)
    server.make()
    server.start()
    try:
        yield server
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            server.stop()
