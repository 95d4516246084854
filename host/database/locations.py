"""Where the tables are kept, and what an operator can do there: SQLite and PostgreSQL alike."""

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
    log_size: int  # what is stored but not yet folded into the file
    free: int | None  # None: on another machine
    is_read_only: bool = False


class Location(Protocol):
    """A database that may not be open; as text it holds no password."""

    ending: ClassVar[str]  # of the names of its backups

    @property
    def name(self) -> str:
        """The beginning of the names of its backups."""

    @property
    def folder(self) -> Path | None:
        """Where its files are; None: on a server."""

    @property
    def backups(self) -> Path:
        """The folder for its backups, if nothing else is set."""

    @property
    def software(self) -> str:
        """SQLite or PostgreSQL, with the version."""

    def now(self) -> int:
        """Milliseconds UTC by the clock that all its processes go by."""

    def is_reachable(self) -> bool:
        """Whether it can be opened now; a server may come up later than the bot."""

    async def open(self) -> Database:
        """For the bot; brings an older schema to the newest."""

    def look(self) -> AbstractContextManager[Connection]:
        """One unchanging look, also while the bot runs. `CannotOpen` if it is not ours."""

    def look_with_newest_schema(self) -> AbstractContextManager[Connection]:
        """The same, as an older database will be after the next start."""

    def is_running(self) -> bool:
        """Whether a bot has it open."""

    def is_locked(self) -> bool:
        """Whether somebody else keeps the bot from writing."""

    def disk(self) -> Disk: ...

    def copy_to(self, target: Path) -> None:
        """Make a whole copy as one file, or leave nothing there."""

    def restore(self, backup_file: Path, now_ms: int) -> Path | None:
        """Put a backup in its place; returns where the old one is kept, if there was one."""

    def repair(self, now_ms: int) -> Path | None:
        """Go on without what can't be read; returns where the damaged part is kept, if any was."""

    def refuse_lost(self, folder: Path) -> None:
        """Raise CannotOpen if it is gone, so that no empty one takes its place."""


def location_of(where: str | Path | Location) -> Location:
    """The location that a setting names: a file, or postgresql://…"""
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
