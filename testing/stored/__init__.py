"""Databases as text, one for every schema there has been; `python -m testing.stored` writes one."""

import sqlite3
from contextlib import closing
from pathlib import Path

from host.database.sqlite import OURS

FOLDER = Path(__file__).parent


def schema_of(dump: Path) -> int:
    return int(dump.stem.removeprefix("schema_"))


DUMPS = {schema_of(dump): dump for dump in FOLDER.glob("schema_*.sql")}


def restore(dump: Path, file: Path) -> Path:
    """The database as it was; its numbers in the head are not part of a dump."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(dump.read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id = {OURS}")
        connection.execute(f"PRAGMA user_version = {schema_of(dump)}")
    return file


def dumped(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump()) + "\n"
