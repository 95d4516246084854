"""One recorded episode of a host's life: what was done to the files, and what was promised when."""

import hashlib
import sqlite3
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from host.books import Books
from host.records import Phase
from proof.disk.trace import FolderSynced, Made, Synced, Trace, Wrote
from testing.database_rules import Place

T = TypeVar("T")
FILE = "data/tables.db"
QUIET = ("played", "recovered")


class Held(NamedTuple):
    """The database holds exactly this from now on, until something else is stored."""

    digest: str


class Confirmed(NamedTuple):
    """Somebody was told that this was played."""

    place: Place


class Kept(NamedTuple):
    """A copy was made which holds one of these."""

    name: str
    digests: frozenset[str]


class PutBack(NamedTuple):
    """A backup takes the place of everything; what was played after it goes on purpose."""

    places: frozenset[Place]


@dataclass
class Story:
    name: str
    trace: Trace
    inherited: int = 0  # marks of the episode before, which a crash has ended
    refusal: str = ""  # with which the host has ended it

    @property
    def is_quiet(self) -> bool:
        """People only sat down and played, and no letter was delivered."""
        return self.name in QUIET

    def before(self, position: int, kind: type[T]) -> Iterator[T]:
        """What was promised until so many steps were done."""
        for mark in self.trace.marks:
            if mark.position <= position and isinstance(mark.promise, kind):
                yield mark.promise

    @cached_property
    def _held(self) -> tuple[list[int], list[str]]:
        found = [mark for mark in self.trace.marks if isinstance(mark.promise, Held)]
        return [mark.position for mark in found], [mark.promise.digest for mark in found]

    def promises(self, position: int) -> int:
        """How much was promised until then: what a verdict depends on besides the files."""
        return bisect_right(self._marked, position)

    @cached_property
    def _marked(self) -> list[int]:
        return [mark.position for mark in self.trace.marks]

    def moment(self, position: int) -> int:
        """The number of transactions that were stored for certain."""
        return bisect_right(self._held[0], position)

    def allowed(self, position: int) -> set[str]:
        """What the database may hold: all that was stored, and perhaps what was about to be."""
        done = self.moment(position)
        return {*self._held[1][max(done - 1, 0) : done + 1]}

    def confirmed(self, position: int) -> set[Place]:
        found: set[Place] = set()
        for promise in self.before(position, object):
            if isinstance(promise, Confirmed):
                found.add(promise.place)
            elif isinstance(promise, PutBack):
                found = set(promise.places)
        return found

    @cached_property
    def copies(self) -> dict[str, frozenset[str]]:
        """Every copy that was ever made, and what it may hold."""
        return {kept.name: kept.digests for kept in self.before(len(self.trace.steps), Kept)}

    @property
    def own_clicks(self) -> list[int]:
        """Where something was confirmed in this very episode."""
        own = self.trace.marks[self.inherited :]
        return [mark.position for mark in own if isinstance(mark.promise, Confirmed)]

    @property
    def checkpoints(self) -> list[int]:
        """Where the log was folded into the file while people played."""
        clicks, file = self.own_clicks, None
        found = []
        for position, step in enumerate(self.trace.steps):
            if isinstance(step, Made) and step.name in (FILE, f"{FILE}.new"):
                file = step.file
            if isinstance(step, Wrote) and step.file == file and clicks[0] < position < clicks[-1]:
                found.append(position)
        return found

    @cached_property
    def turns(self) -> list[int]:
        """Where more happens than that something is written and synced."""
        steps = enumerate(self.trace.steps)
        return [position for position, step in steps if not isinstance(step, Wrote | Synced)]

    @cached_property
    def safe_moments(self) -> list[int]:
        """Where something has just become safe or was just promised."""
        steps = enumerate(self.trace.steps, 1)
        safe = {number for number, step in steps if isinstance(step, Synced | FolderSynced)}
        return sorted(safe | {mark.position for mark in self.trace.marks})

    def told(self, position: int) -> str:
        """Where that is, for people."""
        steps = self.trace.steps
        last = type(steps[position - 1]).__name__.lower() if position else "nothing"
        return f"{self.name}, step {position:,} of {len(steps):,} ({last})"


def digest(connection: sqlite3.Connection) -> str:
    """Everything that one can read in a database."""
    found = hashlib.sha256(repr(connection.execute("PRAGMA user_version").fetchone()).encode())
    parts = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
    for kind, name, sql in parts:
        rows: list[Any] = []
        if kind == "table":
            rows = connection.execute(f'SELECT * FROM "{name}"').fetchall()
        found.update(repr((kind, name, sql, rows)).encode())
    return found.hexdigest()


def connection_of(books: Books) -> sqlite3.Connection:
    """The one that a use case runs on."""
    found: Any = books.store._execute
    return cast(sqlite3.Connection, found.__self__)


def running(books: Books) -> list[int]:
    """The tables at which somebody can play."""
    found = books.store._execute("SELECT id FROM tables WHERE phase = ?", (Phase.PLAYING,))
    return [row[0] for row in found]


def digest_of(file: Path) -> str:
    """The same of a file that nobody else has open; what is damaged is no content."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        try:
            is_whole = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return digest(connection) if is_whole else "damaged"
        except sqlite3.DatabaseError as error:
            return str(error)
