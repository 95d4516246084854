"""The time by the database server's clock, on which all processes of a bot agree."""

from host.wall_clock import passed, utc

NOW = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"


class ServerClock:
    """Call it to get milliseconds UTC: what the server has said, plus the time passed since then.

    This machine's clock, which may be wrong, is used only until the server has answered.
    """

    def __init__(self) -> None:
        self._offset = utc() - passed()

    def __call__(self) -> int:
        return passed() + self._offset

    def set(self, there: int, asked: int) -> None:
        """Pass on what the server answered to `NOW`, and what `passed()` was before asking.

        The answer is taken to be true for the middle between question and answer.
        """
        self._offset = there - (asked + passed()) // 2
