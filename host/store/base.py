"""What all statements share: the connection and the moment."""

import sqlite3
from typing import Any


class BaseStore:
    def __init__(self, connection: sqlite3.Connection, now: int) -> None:
        self._execute = connection.execute
        self._many = connection.executemany
        self.now = now
        self.is_outbox_changed = False  # there may be something else to say now

    def _first(self, statement: str, *values: Any) -> Any:
        found = self._execute(statement, values).fetchone()
        return found[0] if found else None
