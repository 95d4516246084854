"""The pytest plugin of *secrets*: the bot's own log at DEBUG, and everything listened to."""

import contextlib
import io
import logging
import os
from pathlib import Path
from typing import Any

from cogs import logs
from proof.secrets.listening import KEY, Exports, hear_secrets
from proof.secrets.mutants import plant
from proof.secrets.run import CANARY, FOLDER, MUTANT, Notes

PARENT = os.getppid()
FAKE_KEY = bytes(range(100, 132))  # of nobody: a line that tells it must be found


class Stream(io.TextIOBase):
    """In the place of the standard error: each line is written down with its test."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes

    def write(self, text: str) -> int:
        self.notes.note("line", text.rstrip("\n"))
        return len(text)


class AsAtTheStart(logging.Filter):
    """Lets through what the levels of the start let through, whatever a test sets them to."""

    def __init__(self) -> None:
        super().__init__()
        known = logging.Logger.manager.loggerDict.items()
        named = {name: each.level for name, each in known if isinstance(each, logging.Logger)}
        self._levels = {name: level for name, level in named.items() if level}
        self._root = logging.getLogger().level

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= self._level(record.name)

    def _level(self, name: str) -> int:
        while name not in self._levels and name:
            name = name.rpartition(".")[0]
        return self._levels.get(name, self._root)


class Listening:
    """One process in which tests run."""

    def __init__(self, notes: Notes) -> None:
        self.notes, self.exports = notes, Exports(notes)
        if mutant := os.environ.get(MUTANT):
            plant(mutant)
        hear_secrets(notes)
        self.exports.listen()
        self._begin_the_log()
        self._sing()

    def _begin_the_log(self) -> None:
        """As the bot does, but to our file."""
        with contextlib.redirect_stderr(Stream(self.notes)):
            logs.begin("DEBUG")
        ours = logging.getLogger().handlers[-1]
        assert isinstance(ours, logging.StreamHandler) and isinstance(ours.stream, Stream)
        ours.addFilter(AsAtTheStart())

    def _sing(self) -> None:
        """Whoever does not hear this is deaf."""
        self.notes.test = CANARY
        self.notes.secret(KEY, FAKE_KEY)
        logging.getLogger("cogs.canary").debug("dealt with %r", FAKE_KEY)
        logging.getLogger("host.canary").debug("a golem is drawn")
        self.notes.note("export", "a journal", FAKE_KEY.hex())
        self.notes.test = ""

    def pytest_sessionfinish(self) -> None:
        """What was heard at the start must be heard at the end."""
        self._sing()

    def pytest_collection_finish(self, session: Any) -> None:
        """Every process knows all of them."""
        self.notes.note("collected", str(len(session.items)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.notes.test = nodeid

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.notes.note("failed", report.when)
        if report.when == "teardown":
            self.exports.after_test()
            self.notes.note("test", report.outcome)


def pytest_runtest_logreport() -> None:
    if os.getppid() != PARENT:
        os._exit(1)  # nobody waits for this any more


def pytest_configure(config: Any) -> None:
    shares_out = getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput")
    if not shares_out:  # else the tests run in other processes
        config.pluginmanager.register(Listening(Notes(Path(os.environ[FOLDER]))))
