"""The lock on a database: it belongs to the file itself, whatever name is used for it."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host.errors import CannotOpen

BESIDE = ("-wal", "-shm", "-journal")  # SQLite's own files, which belong to one database only
HEAD = 20  # bytes at the beginning of the file: whether it keeps a log; its copies don't
TRIES, PAUSE = 10, 0.02  # seconds: `is_in_use` may briefly hold the lock
IN_USE = "{file} is in use by another process (is the bot running?); stop it first."
Identity = tuple[int, int]  # device and inode


_held: set[Identity] = set()  # what this process has locked


class Lock:
    """A lock on the file, held from before SQLite opens it until after it has closed it.

    Closing any descriptor of a file drops all POSIX locks that this process has on it, SQLite's
    included. So the descriptor stays open as long as SQLite's are.
    """

    def __init__(self, file: Path, handle: int) -> None:
        self.file, self._handle = file, handle
        self._identity, self._has_it = _identity(os.fstat(handle)), False
        self._opened: dict[str, Identity] = {str(file): self._identity}
        self._head: bytes | None = None  # None: it may still change

    def close(self) -> None:
        if self._has_it:
            _held.discard(self._identity)
        os.close(self._handle)
        self._head = None  # it can't be read any more

    def take(self) -> bool:
        """Lock the file; return whether no other process had locked it."""
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        _held.add(self._identity)
        self._has_it = True
        return True

    def watch(self) -> None:
        """Also watch the file's head, and the files that SQLite has made beside it."""
        self._head = self._read_head()
        for ending in ("-wal", "-shm"):
            path = str(beside(self.file, ending))
            if identity := _identity_at(path):
                self._opened[path] = identity

    def displaced(self) -> Path | None:
        """Return the first watched file that was moved, replaced, overwritten or removed."""
        if self.is_overwritten():
            return self.file
        for path, opened in self._opened.items():
            if _identity_at(path) != opened:
                return Path(path)
        return None

    def is_overwritten(self) -> bool:
        """Whether somebody has copied something else into the file, such as a backup."""
        return self._head is not None and self._head != self._read_head()

    def _read_head(self) -> bytes:
        return os.pread(self._handle, HEAD, 0)


def locked(file: Path) -> Lock:
    """Lock an existing file for writing; raises CannotOpen while another process has it."""
    real = Path(os.path.realpath(file))
    for _ in range(TRIES):
        lock = Lock(real, os.open(real, os.O_RDWR))
        if lock.take() and not lock.displaced():  # otherwise it was replaced in the meantime
            return lock
        lock.close()
        time.sleep(PAUSE)
    raise CannotOpen(IN_USE.format(file=file))


def is_in_use(file: Path) -> bool:
    """Whether a process may write to the file; briefly takes a shared lock to find out.

    A file that this process has locked isn't even opened, because closing it would drop SQLite's
    locks.
    """
    if _identity_at(str(file)) in _held:
        return True
    handle = os.open(file, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def refuse_second_name(file: Path) -> None:
    """Refuse a file with two names: SQLite finds the log by name and would miss new rows."""
    if file.is_file() and file.stat().st_nlink > 1:
        raise CannotOpen(
            f"{file} has a second name (a hard link), so its log could be missed; "
            "stop the bot and remove the other name."
        )


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold the folder's lock: only one process at a time may create or replace files there."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def beside(file: Path, ending: str) -> Path:
    """SQLite's own files are beside the real file, even if it was opened by a link."""
    return Path(f"{os.path.realpath(file)}{ending}")


def _identity(status: os.stat_result) -> Identity:
    return status.st_dev, status.st_ino


def _identity_at(path: str) -> Identity | None:
    try:
        return _identity(os.stat(path))
    except OSError:
        return None
