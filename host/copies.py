"""The files in a backup folder: what they are called, and which of them are no longer needed."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from host.database.sqlite import make_folder
from host.errors import told
from host.lock import alone_in

LAST, DAYS, WEEKS = 4, 14, 8  # how many of each are kept
TIME = "%Y%m%dT%H%M%SZ"
NAME = re.compile(
    r"(?P<of>.+)-(?P<time>\d{8}T\d{6}Z)(?:-(?P<number>\d+))?(?P<ending>\.sqlite|\.dump)"
)
LEFT_OVER = re.compile(rf"{NAME.pattern}\.part(-journal)?")  # of a copy that was interrupted


class Copy(NamedTuple):
    """One backup; copies sort by time, the oldest first."""

    at: int
    number: int  # numbers those of the same second
    file: Path
    of: str  # the database's name

    @property
    def day(self) -> tuple[int, ...]:
        return utc(self.at).timetuple()[:3]

    @property
    def week(self) -> tuple[int, ...]:
        return utc(self.at).isocalendar()[:2]


def utc(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)


def name_for(of: str, now_ms: int) -> str:
    """Return the name of a copy that is made now, without its ending."""
    return f"{of}-{utc(now_ms):{TIME}}"


def unused(folder: Path, name: str, ending: str = "") -> Path:
    """Return a path in the folder where nothing exists yet."""
    names = (folder / f"{name}{f'-{n}' if n > 1 else ''}{ending}" for n in count(1))
    return next(path for path in names if not path.exists())


@contextmanager
def alone_with_copies(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, so that no two processes choose the same file name."""
    make_folder(folder)
    with alone_in(folder):
        yield


def copies(folder: Path) -> list[Copy]:
    """Return the backups in this folder, oldest first."""
    files = folder.iterdir() if folder.is_dir() else ()
    return sorted(copy for file in files if (copy := _copy_in(file)))


def _copy_in(file: Path) -> Copy | None:
    named = NAME.fullmatch(file.name)
    if not named or not file.is_file():
        return None
    try:
        made = datetime.strptime(named["time"], TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Copy(int(made.timestamp()) * 1000, int(named["number"] or 1), file, named["of"])


def copies_of(name: str, folder: Path) -> list[Copy]:
    """Return the backups of one database."""
    return [copy for copy in copies(folder) if copy.of == name]


def prune(folder: Path) -> list[Path]:
    """Remove copies that are no longer needed; each database in the folder is counted separately.

    Copies are counted, not days: none is lost because a clock was wrong or the bot was down.
    """
    with told(f"Can't delete old backups in {folder}"), alone_with_copies(folder):
        backups = copies(folder)
        kept = {copy for of in {copy.of for copy in backups} for copy in _kept(backups, of)}
        gone = [copy.file for copy in backups if copy not in kept]
        gone += [file for file in folder.iterdir() if LEFT_OVER.fullmatch(file.name)]
        for file in gone:
            file.unlink()
    return gone


def _kept(backups: list[Copy], of: str) -> set[Copy]:
    """Return the last ones, and the newest of each of the last days and weeks that have any."""
    own = [copy for copy in backups if copy.of == of]
    by_day, by_week = _newest(own, lambda copy: copy.day), _newest(own, lambda copy: copy.week)
    return {*own[-LAST:], *by_day[-DAYS:], *by_week[-WEEKS:]}


def _newest(backups: Iterable[Copy], group: Callable[[Copy], tuple[int, ...]]) -> list[Copy]:
    """Return the newest copy of each group (such as a day), oldest first."""
    return list({group(copy): copy for copy in backups}.values())
