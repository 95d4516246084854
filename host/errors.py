"""Everything that can go wrong with the database, each with a sentence for people."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from engine.kernel.refusal import Refused

LONGEST = 150  # characters of what SQLite says
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
OF_THE_DISK = (
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH),
    *(sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR),
)


DAMAGED = "This table's saved data is damaged, so it is closed; open a new one with /new."


class SaveFailed(Exception):
    """The database couldn't store it; nothing was changed."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(f"I couldn't save that ({why}). Please try again in a moment.")


class Displaced(SaveFailed):
    """The database was moved, replaced or removed under the running bot, which must stop."""

    why = "the database was moved, replaced or removed"

    def __init__(self) -> None:
        Exception.__init__(
            self,
            "Nothing was saved: my database was moved or replaced while I was running, and I've "
            "told the person who runs me.",
        )


class Damaged(Exception):
    """A table's stored record contradicts itself; `str()` says where, for the host."""


# What a damaged value raises where it is used; a bug of ours may look the same.
FAULTS = (Damaged, ValueError, TypeError, LookupError, AttributeError, ArithmeticError)


class CannotOpen(Exception):
    """The database can't be used at all; `str()` tells the host what to do."""


class ChannelTaken(Refused):
    """A table is already open in this channel."""

    def __init__(self, table_id: int) -> None:
        super().__init__("The channel already has a table: finish or close it first.")
        self.table_id = table_id


class NotHere(Refused):
    """This server wants its tables in other places, or opened by others; `places` says which."""

    def __init__(self, sentence: str, places: str) -> None:
        super().__init__(sentence)
        self.places = places


@contextmanager
def told(sentence: str, advice: str = "restore a backup") -> Iterator[None]:
    """Turn whatever SQLite, Python or the disk raises about a file into one sentence.

    SQLite's own messages about a damaged file can contain bytes that aren't text, so that Python
    raises UnicodeDecodeError instead; sizes out of range raise the other two.
    """
    try:
        yield
    except OSError as error:
        raise CannotOpen(f"{sentence}: {error.strerror}.") from None
    except sqlite3.Error as error:
        raise CannotOpen(f"{sentence}: {_cause(error, advice)}.") from None
    except (UnicodeError, OverflowError, MemoryError, Damaged):
        raise CannotOpen(f"{sentence}: it is damaged; {advice}.") from None
    except SaveFailed as error:
        cause = error.__cause__
        why = _cause(cause, advice) if isinstance(cause, sqlite3.Error) else str(error)
        raise CannotOpen(f"{sentence}: {why.removesuffix('.')}.") from None


@contextmanager
def told_of_values(sentence: str) -> Iterator[None]:
    """Like `told`, for reading stored values, any of which may be damaged."""
    try:
        with told(sentence):
            yield
    except FAULTS as fault:
        kind = type(fault).__name__
        raise CannotOpen(
            f"{sentence}: a stored value is damaged ({kind}); run `python bot.py validate` to find "
            "its table, or restore a backup."
        ) from fault


def _cause(error: sqlite3.Error, advice: str) -> str:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in BUSY:
        return "it is busy; try again in a moment"
    if code == sqlite3.SQLITE_FULL:
        return "the disk is full; make some room on it"
    if code in OF_THE_DISK:
        return f"{one_line(error)}; check the disk and the permissions, else {advice}"
    return f"{one_line(error)}; {advice}"


def one_line(text: object) -> str:
    """Return the first line of what SQLite says; with damaged files there may be anything in it."""
    words = " ".join(str(text).split())
    line = "".join(each if each.isprintable() else "?" for each in words)
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
