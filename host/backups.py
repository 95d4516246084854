"""Copies of the database: made while the bot runs, thinned out by count, restored when needed."""

import asyncio
import logging
import os
import re
import shlex
import sqlite3
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from host.database import (
    BUSY_MS,
    SqliteConnection,
    copy_to,
    damage_in,
    fold_in,
    make_folder,
    reader,
    sync,
    version_of,
)
from host.errors import CannotOpen, one_line, told
from host.lock import BESIDE, alone_in, beside, locked, refuse_second_name
from host.log_facts import facts

HOUR = 3_600_000
EVERY = 6 * HOUR
LAST, DAYS, WEEKS = 4, 14, 8  # how many of each are kept
HOOK_SECONDS = 600
TIME = "%Y%m%dT%H%M%SZ"
NAME = re.compile(r"(?P<of>.+)-(?P<time>\d{8}T\d{6}Z)(?:-(?P<number>\d+))?\.sqlite")
LEFT_OVER = re.compile(rf"{NAME.pattern}\.part(-journal)?")  # of a copy that was cut short
ANOTHER = "use another backup"
log = logging.getLogger(__name__)


class Copy(NamedTuple):
    """One backup; copies sort by time, the oldest first."""

    at: int
    number: int  # of those in the same second
    file: Path
    of: str  # the database's name

    @property
    def day(self) -> tuple[int, ...]:
        return _utc(self.at).timetuple()[:3]

    @property
    def week(self) -> tuple[int, ...]:
        return _utc(self.at).isocalendar()[:2]


def _utc(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)


@contextmanager
def one_look(file: Path) -> Iterator[SqliteConnection]:
    """A read-only connection to one snapshot of the database, after checking that it is ours."""
    with told(f"Can't read {file}"):
        refuse_second_name(file)
        with reader(file) as connection:
            refuse_stranger(connection, file)
            yield connection


def refuse_stranger(connection: sqlite3.Connection, file: Path) -> None:
    if not version_of(connection, file):
        raise CannotOpen(f"{file} is empty or not a Factory Table database.")


def backup(file: Path, folder: Path, now_ms: int) -> Path:
    """A whole copy with the time in its name, also while the bot runs."""
    with told(f"Can't copy {file} to {folder}"), _alone_in(folder):
        refuse_second_name(file)
        target = _unused(folder, f"{file.stem}-{_utc(now_ms):{TIME}}", ".sqlite")
        _copy(file, target)
    return target


def _copy(file: Path, target: Path, advice: str = "restore a backup") -> None:
    """Copy everything or leave nothing: half a copy would only fill the disk."""
    try:
        with reader(file, advice) as connection:
            refuse_stranger(connection, file)
            copy_to(connection, target)
    except BaseException:
        for ending in (".part", ".part-journal"):
            beside(target, ending).unlink(missing_ok=True)
        raise


def _unused(folder: Path, name: str, ending: str = "") -> Path:
    names = (folder / f"{name}{f'-{n}' if n > 1 else ''}{ending}" for n in count(1))
    return next(path for path in names if not path.exists())


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, so that no two processes choose the same file name."""
    make_folder(folder)
    with alone_in(folder):
        yield


def copies(folder: Path) -> list[Copy]:
    """The backups in this folder, the oldest first."""
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


def copies_of(file: Path, folder: Path) -> list[Copy]:
    return [copy for copy in copies(folder) if copy.of == file.stem]


def refuse_lost(file: Path, folder: Path) -> None:
    """Raise CannotOpen if the database is missing where copies of it or its log tell that it was.

    Called before an opening that would make a new, empty one in its place.
    """
    if file.exists():
        return
    with told(f"Can't open {file}"):
        names = (f"{file.name}{ending}" for ending in ("-wal", ".schema-*", ".before-restore-*"))
        left = [found for name in names for found in sorted(file.parent.glob(name))]
        left += [copy.file for copy in copies_of(file, folder)]
    if left:
        more = f" and {len(left) - 1} more" if len(left) > 1 else ""
        raise CannotOpen(
            f"{file} is missing, but {left[-1]}{more} is left of it: restore a backup with "
            "`python bot.py restore FILE`, or move what is left away to begin with a new database."
        )


def prune(folder: Path) -> list[Path]:
    """Remove the copies that newer ones replace; each database in the folder counts for itself.

    It counts copies, not time: a clock that is wrong or a bot that was down costs no copy.
    """
    with told(f"Can't delete old backups in {folder}"), _alone_in(folder):
        found = copies(folder)
        kept = {copy for of in {copy.of for copy in found} for copy in _kept(found, of)}
        gone = [copy.file for copy in found if copy not in kept]
        gone += [file for file in folder.iterdir() if LEFT_OVER.fullmatch(file.name)]
        for file in gone:
            file.unlink()
    return gone


def _kept(found: list[Copy], of: str) -> set[Copy]:
    """The last ones, and the newest of each of the last days and weeks that have any."""
    own = [copy for copy in found if copy.of == of]
    by_day, by_week = _newest(own, lambda copy: copy.day), _newest(own, lambda copy: copy.week)
    return {*own[-LAST:], *by_day[-DAYS:], *by_week[-WEEKS:]}


def _newest(found: Iterable[Copy], group: Callable[[Copy], tuple[int, ...]]) -> list[Copy]:
    """Return the newest copy of each group (such as a day), oldest first."""
    return list({group(copy): copy for copy in found}.values())


def backup_if_due(file: Path, folder: Path, now_ms: int, every_ms: int = EVERY) -> Path | None:
    """A backup, and the folder tidied, unless a recent one is there."""
    # A copy from the future tells of a clock that was wrong, not of a fresh backup.
    if any(0 <= now_ms - copy.at < every_ms for copy in copies_of(file, folder)):
        return None
    made = backup(file, folder, now_ms)
    prune(folder)
    return made


async def keep_backups(
    file: Path, folder: Path, clock: Callable[[], int], hook: str = ""
) -> Path | None:
    """To be called now and then; the tables play on whether it succeeds or not."""
    try:
        made = await asyncio.to_thread(backup_if_due, file, folder, clock())
    except CannotOpen as fault:
        log.error("backup failed, will retry", extra=facts(why=fault))
        return None
    if made:
        log.info("backup made", extra=facts(file=made, bytes=made.stat().st_size))
        await _hand_on(hook, made)
    return made


async def _hand_on(hook: str, made: Path) -> None:
    try:
        if await asyncio.to_thread(run_hook, hook, made):
            log.info("backup handed on", extra=facts(file=made))
    except CannotOpen as fault:
        log.error("backup was not handed on", extra=facts(file=made, why=fault))


def run_hook(hook: str, made: Path, output: int | None = subprocess.DEVNULL) -> bool:
    """Run the host's own command with the new backup as its last word; whether there is one.

    It gets the environment without the bot's token. What it prints is not logged, because nobody
    knows what is in it; an operator's command shows it (`output` is None).
    """
    if not hook:
        return False
    surroundings = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    try:
        done = subprocess.run(
            [*shlex.split(hook), str(made)],
            env=surroundings,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            timeout=HOOK_SECONDS,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        why = error.strerror if isinstance(error, OSError) else type(error).__name__
        raise CannotOpen(f"BACKUP_HOOK failed for {made} ({why}).") from None
    if done.returncode:
        raise CannotOpen(f"BACKUP_HOOK failed for {made} (exit code {done.returncode}).")
    return True


def restore(backup_file: Path, file: Path, now_ms: int) -> Path | None:
    """Put a backup in the database's place; returns where the old one is kept, if there was one."""
    file = Path(os.path.realpath(file))  # a link stays a link
    with told(f"Can't restore {file}", ANOTHER):
        make_folder(file.parent)
        with alone_in(file.parent), _held(file):  # nobody makes a new one meanwhile
            fresh = beside(file, ".restored")
            _take(backup_file, file, fresh)
            try:
                kept = _keep(file, f"{file.name}.before-restore-{_utc(now_ms):{TIME}}")
                _put_in_place(fresh, file)
            finally:
                fresh.unlink(missing_ok=True)
    return kept


def _held(file: Path) -> AbstractContextManager[object]:
    """Lock the file; refuses while a bot has it open, under whatever name."""
    return closing(locked(file)) if file.is_file() else nullcontext()


def _take(backup_file: Path, file: Path, fresh: Path) -> None:
    """Check the whole backup, then copy it."""
    if file.exists() and backup_file.exists() and backup_file.samefile(file):
        raise CannotOpen(f"{backup_file} is the live database; choose a backup file.")
    with told(f"Can't read {backup_file}", ANOTHER):
        with reader(backup_file, ANOTHER) as connection:
            refuse_stranger(connection, backup_file)
            damage = damage_in(connection, is_thorough=True)
        if damage:
            raise CannotOpen(f"{backup_file} is damaged ({one_line(damage[0])}); {ANOTHER}.")
        _copy(backup_file, fresh, ANOTHER)


def _keep(file: Path, name: str) -> Path | None:
    """Keep the present database as one file; if it can't be copied, move it aside as it is."""
    if not any(beside(file, ending).exists() for ending in ("", *BESIDE)):
        return None
    target = _unused(file.parent, name)
    try:
        with told(f"Can't copy {file}"):
            _copy(file, target)
            is_whole = _fold_in(file)
    except CannotOpen:
        _move_aside(file, target)
        return target
    if not is_whole:
        target.unlink()
        raise CannotOpen(f"Another process is reading {file}; try again in a moment.")
    return target


def _fold_in(file: Path) -> bool:
    """The log may be removed only after this, or a crash in between would lose what it holds.

    Never done to a damaged file: SQLite would throw away a log that might still be of use.
    """
    place = f"{file.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(place, timeout=BUSY_MS / 1000, uri=True)) as connection:
        return fold_in(connection)


def _move_aside(file: Path, target: Path) -> None:
    """The database itself is still in place until the restored one takes it over.

    So no bot can begin with a new one in between, and it stays locked.
    """
    target.unlink(missing_ok=True)
    if file.exists():
        _link(file, target)
    for ending in BESIDE:
        if beside(file, ending).exists():
            os.replace(beside(file, ending), beside(target, ending))


def _link(file: Path, target: Path) -> None:
    try:
        os.link(file, target)
    except OSError:  # this disk knows no second names
        os.replace(file, target)


def _put_in_place(fresh: Path, file: Path) -> None:
    for ending in BESIDE:  # else SQLite would play an old log into the restored file
        beside(file, ending).unlink(missing_ok=True)
    sync(file.parent)
    os.replace(fresh, file)
    sync(file.parent)
