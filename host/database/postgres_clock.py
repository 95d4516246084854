"""The time by the database server's clock, so that all processes of a bot agree about it."""

import logging

import psycopg

from host.database.postgres import ask, connect
from host.wall_clock import utc


class ServerClock:
    """Call it for milliseconds UTC; `compare` asks the server how late it is there."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._ahead = 0  # of this machine's clock

    def __call__(self) -> int:
        return utc() + self._ahead

    def compare(self) -> None:
        """To be called now and then; the middle of question and answer is compared."""
        try:
            with connect(self._url, autocommit=True) as raw:
                before = utc()
                there = ask(
                    raw, "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
                )
                self._ahead = there - (before + utc()) // 2
        except psycopg.Error as error:
            logging.getLogger(__name__).debug("the server's clock was not read: %s", type(error))
