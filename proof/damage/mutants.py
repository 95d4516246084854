"""Mistakes that one could make with damaged files, each as a patch for a while."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from host import backups, database, errors
from host.errors import CannotOpen
from proof.proof import planted


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


def refusing_what_is_damaged() -> AbstractContextManager[None]:
    """A restore wants to copy the old database, whatever it is like."""

    def refuse(file: Path, target: Path) -> None:
        raise CannotOpen(f"{file} cannot be copied.")

    return planted(backups, "_move_aside", refuse)


def taking_any_backup() -> AbstractContextManager[None]:
    """Nobody looks at a backup before it is put back."""
    return planted(backups, "_take", lambda backup, file, fresh: shutil.copy(backup, fresh))


def making_room_too_early() -> AbstractContextManager[None]:
    """The old database goes before the backup was looked at."""
    take = backups._take

    def late(backup: Path, file: Path, fresh: Path) -> None:
        file.unlink(missing_ok=True)
        take(backup, file, fresh)

    return planted(backups, "_take", late)


def believing_the_schema() -> AbstractContextManager[None]:
    """A schema that SQLite can read is taken for ours."""
    return planted(database, "check_schema", lambda *args, **names: None)
