"""The time by the database server's clock, so that all processes of a bot agree about it."""

from host.wall_clock import passed, utc

NOW = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"


class ServerClock:
    """Call it for milliseconds UTC: as the server has told, and what has passed since then.

    This machine's clock may be wrong or set; until the server has told, it counts all the same.
    """

    def __init__(self) -> None:
        self._offset = utc() - passed()

    def __call__(self) -> int:
        return passed() + self._offset

    def told(self, there: int, asked: int) -> None:
        """To be called now and then: what the answer to `NOW` was, and when `passed()` was asked.

        It was so in the middle between question and answer.
        """
        self._offset = there - (asked + passed()) // 2
