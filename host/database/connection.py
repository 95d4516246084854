"""What a store needs of a connection to a database; SQLite and PostgreSQL each have one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

Values = Sequence[Any] | Mapping[str, Any]


class Rows(Protocol):
    """The answer to a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """One connection during one transaction.

    SQLite has one writer at a time, so nobody ever waits for a lock there. On PostgreSQL several
    processes write, and a lock lasts until the transaction ends.
    """

    row_lock: str  # at the end of a SELECT: nobody else changes these rows meanwhile
    free_row_lock: str  # the same, but rows that somebody else has locked are left out

    def execute(self, statement: str, values: Values = (), /) -> Rows: ...

    def executemany(self, statement: str, rows: Iterable[Values], /) -> object: ...

    def lock(self, what: str, number: int) -> None:
        """Let nobody else work on something that has no row of its own to lock."""

    def tell_news(self) -> None:
        """After the commit, let other processes know that there may be something to say."""

    def last_number(self, table: str) -> int:
        """The highest number that was ever given to a row of a table, also to one that is gone."""

    def has_table(self, name: str) -> bool:
        """Whether there is such a table; an older database has fewer."""

    def schema_version(self) -> int:
        """The number of the schema; 0 for a database that is empty."""

    def damage(self, is_thorough: bool = False) -> list[str]:
        """What the database itself finds wrong with its files; a thorough look takes longer."""
