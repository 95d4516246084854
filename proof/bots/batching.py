"""A bot that commits several transactions at once, for speed."""

import itertools
import sqlite3
import sys
from typing import Any

from host import database
from host.database import Database
from sandbox.process import main

BATCH = 500  # transactions: more than a life has, mostly
_transaction, _numbers = database._transaction, itertools.count(1)


def transaction(connection: sqlite3.Connection, begin: str, work: Any, end: str) -> Any:
    if end == "ROLLBACK":
        is_open = connection.in_transaction
        return work(connection) if is_open else _transaction(connection, begin, work, end)
    if not connection.in_transaction:
        connection.execute(begin)
    result = _all_or_nothing(connection, work)
    if not next(_numbers) % BATCH:
        connection.execute(end)
    return result


def _all_or_nothing(connection: sqlite3.Connection, work: Any) -> Any:
    connection.execute("SAVEPOINT one")
    try:
        return work(connection)
    except BaseException:
        connection.execute("ROLLBACK TO one")
        raise
    finally:
        connection.execute("RELEASE one")


async def read(self: Database, work: Any) -> Any:
    """Read through the writing connection, which sees what is not committed yet."""
    return await self._run("BEGIN", work, "ROLLBACK")


if __name__ == "__main__":
    database._transaction = transaction
    Database.read = read  # type: ignore[method-assign]
    sys.exit(main())
