"""What the bot writes to its log meanwhile, by its own formatter and with no clock in it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from cogs.logs import OURS, Lines

MOMENT = 1_760_000_000.0


class Heard(logging.Handler):
    """As `LOG_LEVEL=DEBUG` would show it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(Lines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.partition(".")[0] not in OURS:
            return  # a library's: it knows no state
        record.created, record.msecs = MOMENT, 0.0
        self.lines.append(self.format(record))


@contextmanager
def listening() -> Iterator[list[str]]:
    heard, root = Heard(), logging.getLogger()
    loggers = [root, *map(logging.getLogger, OURS)]
    before = [each.level for each in loggers]
    root.addHandler(heard)
    for each in loggers:
        each.setLevel(logging.INFO if each is root else logging.DEBUG)
    try:
        yield heard.lines
    finally:
        root.removeHandler(heard)
        for each, level in zip(loggers, before, strict=True):
            each.setLevel(level)
