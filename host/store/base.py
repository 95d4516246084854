"""What all statements share: the connection, the time, and how answers are read.

The statements are written for SQLite and PostgreSQL alike: `?` or `:name` for a value, TRUE and
FALSE for a flag (a column `is_…` or `has_…`), a type for a value that is only compared with NULL.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, TypeVar, cast

from host.database.connection import Connection
from host.records import Table

T = TypeVar("T")
EVERYTHING = 2**63 - 1  # a LIMIT that keeps everything


class BaseStore:
    def __init__(self, connection: Connection, now: int) -> None:
        self.connection = connection
        self._execute = connection.execute
        self._many = connection.executemany
        self.now = now
        self.is_outbox_changed = False  # there may be something to send now
        self._tables: dict[int, Table] = {}  # as they were read; dropped when they change
        self._queues: dict[int, dict[int, tuple[str, ...]]] = {}  # by table and seat
        self._owned: set[int] = set()  # tables that nobody else can change meanwhile

    # Other processes

    def own(self, table_id: int) -> None:
        """Let nobody else change a table until this transaction ends."""
        if (lock := self.connection.row_lock) and table_id not in self._owned:
            self._row(f"SELECT id FROM tables WHERE id = ?{lock}", table_id)
            self._owned.add(table_id)

    def own_all(self, table_ids: Iterable[int]) -> None:
        """Let nobody else change these tables; always in the same order, to avoid deadlocks."""
        for table_id in sorted(table_ids):
            self.own(table_id)

    def claim(self, table_id: int) -> bool:
        """Own a table, unless somebody else is using it; return whether that worked."""
        lock = self.connection.free_row_lock
        if not lock or self._row(f"SELECT id FROM tables WHERE id = ?{lock}", table_id):
            self._owned.add(table_id)
            return True
        return False

    def own_person(self, user: int) -> None:
        """Let nobody else change a person's settings, or do something in their name."""
        self.connection.lock("person", user)

    def own_server(self, server: int) -> None:
        """Let nobody else change a server's settings."""
        self.connection.lock("server", server)

    def own_deal(self, deal_id: int) -> None:
        """Let nobody else close a deal."""
        if lock := self.connection.row_lock:
            self._row(f"SELECT id FROM deals WHERE id = ?{lock}", deal_id)

    def own_chain(self, kind: str) -> None:
        """Let nobody else begin a chain of keys of this kind."""
        self.connection.lock(f"chain {kind}", 0)

    def own_ratings(self, users: Iterable[int]) -> None:
        """Let nobody else rate these people; always in the same order, to avoid deadlocks."""
        for user in sorted(users):
            self.connection.lock("rating", user)

    def _forget(self, table_id: int | None = None) -> None:
        """Drop what was read of a table that has changed; without a number, of all tables."""
        if table_id is None:
            self._tables.clear()
            self._queues.clear()
        else:
            self._tables.pop(table_id, None)
            self._queues.pop(table_id, None)

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        """Return all rows of the answer."""
        return self._execute(statement, values).fetchall()

    def _row(self, statement: str, *values: Any) -> tuple[Any, ...] | None:
        """Return the first row of the answer."""
        row: tuple[Any, ...] | None = self._execute(statement, values).fetchone()
        return row

    def _column(self, statement: str, *values: Any) -> list[Any]:
        """Return the first value of every row."""
        return [row[0] for row in self._rows(statement, *values)]

    def _first(self, statement: str, *values: Any) -> T:  # type: ignore[type-var]
        """Return the first value of the first row, or None; its type is what the caller expects."""
        row = self._row(statement, *values)
        value: Any = row[0] if row else None
        return cast(T, value)


@cache
def upsert(table: str, keys: str, columns: str) -> str:
    """Write a statement that inserts a row, or updates these columns of the row with the same keys.

    Its values are those of the keys, then those of the columns.
    """
    marks = ", ".join("?" * len(f"{keys}, {columns}".split(", ")))
    changes = ", ".join(f"{column} = excluded.{column}" for column in columns.split(", "))
    return (
        f"INSERT INTO {table} ({keys}, {columns}) VALUES ({marks})"
        f" ON CONFLICT ({keys}) DO UPDATE SET {changes}"
    )


def equal(**values: Any) -> tuple[str, list[Any]]:
    """Write a condition that columns have these values (NULL for None), with its values."""
    terms = [
        f"{name} IS NULL" if value is None else f"{name} = ?" for name, value in values.items()
    ]
    return " AND ".join(terms), [value for value in values.values() if value is not None]


def marks(values: Sequence[Any]) -> str:
    """Write a question mark for each value, for `IN (…)`."""
    return ", ".join("?" * len(values)) or "NULL"
