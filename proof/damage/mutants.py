"""Mistakes that one could make with damaged files, each as a patch for a while."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import bot
from host import backups, database, errors
from host.errors import CannotOpen
from testing.planting import planted


@contextmanager
def without_decoding() -> Iterator[None]:
    """Only SQLite's own errors are told, not Python's over the texts in them."""

    @contextmanager
    def told(sentence: str, advice: str = "") -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise CannotOpen(f"{sentence}: {errors.one_line(error)}.") from None

    with planted(database, "told", told), planted(backups, "told", told):
        yield


def taking_any_backup() -> AbstractContextManager[None]:
    """Nobody looks at a backup before it is put back."""

    def restore(backup: Path, file: Path, now: int) -> None:
        shutil.copy(backup, file)

    return planted(bot, "restore", restore)
