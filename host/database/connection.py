"""What a store needs from a database connection. SQLite and PostgreSQL each implement it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

Values = Sequence[Any] | Mapping[str, Any]


class Rows(Protocol):
    """The answer to a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows the statement changed."""

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection during one transaction.

    SQLite has one writer at a time, so nobody ever waits for a lock there. On PostgreSQL several
    processes write, and a lock lasts until the transaction ends.
    """

    row_lock: str  # ends a SELECT: nobody else may change these rows meanwhile
    free_row_lock: str  # the same, but skips rows that somebody else has locked

    def execute(self, statement: str, values: Values = (), /) -> Rows: ...

    def executemany(self, statement: str, rows: Iterable[Values], /) -> object: ...

    def lock(self, what: str, number: int) -> None:
        """Lock something that has no row of its own, until the transaction ends."""

    def tell_news(self) -> None:
        """After the commit, tell other processes that there may be messages to send."""

    def last_number(self, table: str) -> int:
        """The highest number ever given to a row of a table, even if that row is gone."""

    def has_table(self, name: str) -> bool:
        """Whether this table exists; an older database has fewer tables."""

    def schema_version(self) -> int:
        """The version of the schema; 0 if the database is empty."""

    def damage(self, is_thorough: bool = False) -> list[str]:
        """What the database itself reports as damaged; a thorough check takes longer."""
