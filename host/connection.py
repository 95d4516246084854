"""What a store needs of a connection to a database; `host/sqlite.py` has one."""

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
    """One connection during one transaction."""

    def execute(self, statement: str, values: Values = (), /) -> Rows: ...

    def executemany(self, statement: str, rows: Iterable[Values], /) -> object: ...

    def last_number(self, table: str) -> int:
        """The highest number that was ever given to a row of a table, also to one that is gone."""

    def has_table(self, name: str) -> bool:
        """Whether there is such a table; an older database has fewer."""
