"""Copies a PostgreSQL database to a SQLite file, for checks that read such files."""

import sqlite3
from contextlib import closing
from pathlib import Path

from host.database.locations import location_of
from host.database.sqlite import migrate


def as_file(url: str, file: Path) -> Path:
    """Copy everything from one snapshot."""
    file.unlink(missing_ok=True)
    migrate(file)
    with location_of(url).look() as there, closing(sqlite3.connect(file)) as here, here:
        here.execute("PRAGMA foreign_keys = OFF")
        tables = here.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        for (name,) in tables:
            columns = [column[1] for column in here.execute(f"PRAGMA table_info({name})")]
            listed, marks = ", ".join(columns), ", ".join("?" * len(columns))
            rows = there.execute(f"SELECT {listed} FROM {name}").fetchall()
            here.executemany(f"INSERT INTO {name} ({listed}) VALUES ({marks})", rows)
    return file
