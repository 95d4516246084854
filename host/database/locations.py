"""Where the tables are stored, and what an operator can do with them, on SQLite and PostgreSQL."""

import re
from contextlib import AbstractContextManager
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol

from host.database import Database
from host.database.connection import Connection
from host.errors import CannotOpen

LACKING = "PostgreSQL's library is not installed: run `make .venv/postgres`."
ADDRESS = re.compile(r"postgres(ql)?://", re.ASCII)


class Disk(NamedTuple):
    """Sizes in bytes."""

    size: int  # of the database
    log_size: int  # stored, but not yet merged into the file
    free: int | None  # None: on another machine
    is_read_only: bool = False


class Location(Protocol):
    """Where a database is, whether it is open or not. As text it contains no password."""

    ending: ClassVar[str]  # of the names of its backups

    @property
    def name(self) -> str:
        """What the names of its backups begin with."""

    @property
    def folder(self) -> Path | None:
        """The folder of its files; None if it is on a server."""

    @property
    def backups(self) -> Path:
        """The default folder for its backups."""

    @property
    def software(self) -> str:
        """SQLite or PostgreSQL, with the version."""

    def now(self) -> int:
        """Milliseconds UTC by the clock that all processes use."""

    def is_reachable(self) -> bool:
        """Whether it can be opened now; a server may start later than the bot."""

    async def open(self) -> Database:
        """Open it for the bot, after upgrading an older schema."""

    def look(self) -> AbstractContextManager[Connection]:
        """Open a snapshot, also while the bot runs; raises `CannotOpen` if it isn't ours."""

    def look_with_newest_schema(self) -> AbstractContextManager[Connection]:
        """The same, with the schema that the database will have after the next start."""

    def is_running(self) -> bool:
        """Whether a bot has it open."""

    def is_locked(self) -> bool:
        """Whether somebody else prevents the bot from writing."""

    def disk(self) -> Disk: ...

    def copy_to(self, target: Path) -> None:
        """Copy everything into one file, or leave nothing there."""

    def restore(self, backup_file: Path, now_ms: int) -> Path | None:
        """Replace it by a backup; return where the old one was kept, if there was one."""

    def repair(self, now_ms: int) -> Path | None:
        """Continue without what can't be read; return where the damaged part was kept, if any."""

    def refuse_lost(self, folder: Path) -> None:
        """Raise CannotOpen if the database is gone, so that no empty one takes its place."""


def location_of(where: str | Path | Location) -> Location:
    """The location in a setting: a file, or postgresql://…"""
    if isinstance(where, str) and ADDRESS.match(where):
        try:
            from host.database.postgres_server import PostgresLocation
        except ImportError:
            raise CannotOpen(LACKING) from None
        return PostgresLocation(where)
    if isinstance(where, str):
        where = Path(where.removeprefix("sqlite:"))
        if not where.name:
            raise CannotOpen(f"DATABASE must name a file, not {str(where)!r}.")
    if isinstance(where, Path):
        from host.database.sqlite_files import SqliteLocation

        return SqliteLocation(where)
    return where
