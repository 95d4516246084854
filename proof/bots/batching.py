"""A bot that commits several transactions at once, for speed."""

import sqlite3
import sys
import time
from typing import Any

from host import database
from sandbox.process import main

BATCH = 3.0  # seconds
_transaction = database._transaction
_begun = 0.0


def transaction(connection: sqlite3.Connection, begin: str, work: Any, end: str) -> Any:
    global _begun
    if end == "ROLLBACK":
        is_open = connection.in_transaction
        return work(connection) if is_open else _transaction(connection, begin, work, end)
    if not connection.in_transaction:
        connection.execute(begin)
        _begun = time.monotonic()
    result = _all_or_nothing(connection, work)
    if time.monotonic() - _begun > BATCH:
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


if __name__ == "__main__":
    database._transaction = transaction
    sys.exit(main())
