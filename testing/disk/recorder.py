"""Records the system calls of SQLite and of our own code in one trace."""

import _sqlite3
import ctypes
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from ctypes import CFUNCTYPE, addressof, c_char_p, c_int, c_int64, c_void_p
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from testing.disk.images import Cut, FolderSynced, Made, Synced, Trace, Wrote
from testing.planting import planted

NAME = b"told"
OK, IO_ERROR = 0, 10
DELETED_ON_CLOSE = 0x08  # SQLite's temporary files, which don't survive a crash

OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
CLOSE = CFUNCTYPE(c_int, c_void_p)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
OPEN_FOLDER = CFUNCTYPE(c_int, c_char_p, c_void_p)  # its callers sync that folder
GIVE_CALL = CFUNCTYPE(c_void_p, c_void_p, c_char_p)
TAKE_CALL = CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p)


class Vfs(ctypes.Structure):
    """sqlite3_vfs, version 3."""

    _fields_ = (
        *(("version", c_int), ("file_size", c_int), ("longest_name", c_int)),
        *(("next", c_void_p), ("name", c_char_p), ("data", c_void_p)),
        *(("open", c_void_p), ("delete", c_void_p), ("access", c_void_p)),
        *((f"unused_{number}", c_void_p) for number in range(10)),
        *(("take_call", c_void_p), ("give_call", c_void_p), ("next_call", c_void_p)),
    )


class Methods(ctypes.Structure):
    """sqlite3_io_methods, version 3."""

    _fields_ = (
        *(("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", c_void_p)),
        *(("truncate", c_void_p), ("sync", c_void_p)),
        *((f"unused_{number}", c_void_p) for number in range(13)),
    )


class Missing(Exception):
    """SQLite's calls can't be recorded here."""


class Layer:
    """Records to one trace at a time; without one, nothing is recorded and nothing is synced."""

    def __init__(self) -> None:
        self.trace: Trace | None = None
        self.failures: list[BaseException] = []  # C can't raise them to anybody
        self.opened = 0
        self._library = _library()
        found = self._library.sqlite3_vfs_find(None)
        if not found:
            raise Missing("SQLite has no file system here.")
        self._real = Vfs.from_address(found)
        if self._real.version < 3:
            raise Missing("SQLite's file system here is of an old kind.")
        self._ours = Vfs.from_buffer_copy(self._real)
        self._ours.name = NAME
        self._tables: dict[int, tuple[Methods, Methods]] = {}  # by address: SQLite's and ours
        self._open: dict[int, tuple[Methods, int | None, Trace | None]] = {}
        self._callbacks = {
            "open": OPEN(self._told(self._on_open)),
            "delete": DELETE(self._told(self._on_delete)),
            "close": CLOSE(self._told(self._on_close)),
            "write": WRITE(self._told(self._on_write)),
            "truncate": TRUNCATE(self._told(self._on_truncate)),
            "sync": SYNC(self._told(self._on_sync)),
            "folder": OPEN_FOLDER(self._told(self._on_open_folder)),
        }
        self._put(self._ours, "open", "delete")
        give, self._take = GIVE_CALL(self._real.give_call), TAKE_CALL(self._real.take_call)
        open_folder = give(found, b"openDirectory")
        if not open_folder:
            raise Missing("SQLite's file system here has no such calls as Unix has.")
        self._open_folder = OPEN_FOLDER(open_folder)

    def _put(self, place: Vfs | Methods, *names: str) -> None:
        for name in names:
            setattr(place, name, ctypes.cast(self._callbacks[name], c_void_p))

    def _told(self, work: Callable[..., int]) -> Callable[..., int]:
        def safely(*args: Any) -> int:
            try:
                return work(*args)
            except BaseException as error:
                self.failures.append(error)
                return IO_ERROR

        return safely

    def install(self) -> None:
        folder = ctypes.cast(self._callbacks["folder"], c_void_p)
        self._take(addressof(self._real), b"openDirectory", folder)
        self._library.sqlite3_vfs_register(addressof(self._ours), 1)

    def remove(self) -> None:
        self._library.sqlite3_vfs_unregister(addressof(self._ours))
        self._take(addressof(self._real), b"openDirectory", None)

    # Calls by SQLite

    def _on_open(self, vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        self.opened += 1
        trace = self.trace
        path = ctypes.string_at(name) if name and not flags & DELETED_ON_CLOSE else None
        told = trace.name_of(path) if trace and path else None
        if not trace or not told:
            return self._opened(OPEN(self._real.open)(vfs, name, file, flags, out), file)
        with trace.lock:
            done: int = OPEN(self._real.open)(vfs, name, file, flags, out)
            return self._opened(done, file, trace.found(told) if done == OK else None)

    def _opened(self, done: int, file: int, number: int | None = None) -> int:
        methods = c_void_p.from_address(file)
        if done == OK and methods.value:
            real, ours = self._table(methods.value)
            self._open[file] = real, number, self.trace if number is not None else None
            methods.value = addressof(ours)
        return done

    def _table(self, address: int) -> tuple[Methods, Methods]:
        if address not in self._tables:
            real = Methods.from_address(address)
            ours = Methods.from_buffer_copy(real)
            self._put(ours, "close", "write", "truncate", "sync")
            self._tables[address] = real, ours
        return self._tables[address]

    def _on_close(self, file: int) -> int:
        real, *_ = self._open.pop(file)
        return int(CLOSE(real.close)(file))

    def _on_write(self, file: int, data: int, amount: int, offset: int) -> int:
        real, number, _ = self._open[file]
        step = number and Wrote(number, offset, ctypes.string_at(data, amount))
        return self._done(file, step, WRITE(real.write), data, amount, offset)

    def _on_truncate(self, file: int, size: int) -> int:
        real, number, _ = self._open[file]
        return self._done(file, number and Cut(number, size), TRUNCATE(real.truncate), size)

    def _on_sync(self, file: int, flags: int) -> int:
        real, number, _ = self._open[file]
        if not number:
            return OK
        return self._done(file, Synced(number), SYNC(real.sync), flags)

    def _done(self, file: int, step: Any, call: Callable[..., int], *words: Any) -> int:
        """Record a step and do it; only do it if the file isn't recorded."""
        trace = self._open[file][2]
        if not trace or not step:
            return int(call(file, *words))
        with trace.lock:
            trace.tell(step)
            return int(call(file, *words))

    def _on_delete(self, vfs: int, name: int, is_synced: int) -> int:
        trace, path = self.trace, ctypes.string_at(name)
        told = trace.name_of(path) if trace else None
        if not trace or not told:
            return int(DELETE(self._real.delete)(vfs, name, 0))
        with trace.lock:
            if os.path.lexists(path):
                trace.removed(told)
            return int(DELETE(self._real.delete)(vfs, name, is_synced))

    def _on_open_folder(self, path: bytes, handle: int) -> int:
        trace = self.trace
        told = trace.name_of(os.path.dirname(path)) if trace else None
        if trace and told:
            with trace.lock:
                trace.tell(FolderSynced(told))
        return int(self._open_folder(path, handle))


def _library() -> Any:
    """Load the SQLite library that Python's own module uses."""
    try:
        found = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
        found.sqlite3_vfs_find.restype = c_void_p
        found.sqlite3_vfs_find.argtypes = (c_char_p,)
        found.sqlite3_vfs_register.argtypes = (c_void_p, c_int)
        found.sqlite3_vfs_unregister.argtypes = (c_void_p,)
    except (OSError, AttributeError):
        raise Missing("The functions of Python's own SQLite are not within reach here.") from None
    return found


_layers: list[Layer] = []  # kept forever: SQLite may still have their addresses


@contextmanager
def listening() -> Iterator[Layer]:
    """Record the calls of every database that is opened meanwhile."""
    if not _layers:
        _layers.append(Layer())
    layer = _layers[0]
    layer.install()
    try:
        _probe(layer)
        yield layer
    finally:
        layer.trace = None
        layer.remove()


def _probe(layer: Layer) -> None:
    before = layer.opened
    with TemporaryDirectory() as folder:
        sqlite3.connect(f"{folder}/probe").close()
    if layer.opened == before:
        raise Missing("Python's own SQLite is another one than can be listened to here.")


def lacking() -> str:
    """Return why nothing can be recorded here; "" if it can."""
    try:
        with listening():
            return ""
    except Missing as missing:
        return str(missing)


Call = Callable[..., Any]


class Recorder:
    """Records steps; while it doesn't, nothing is synced, because files are only read then."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        self._handles: dict[int, str] = {}  # opened by our own code

    @contextmanager
    def recording(self, folder: Path) -> Iterator[Trace]:
        trace = self.layer.trace = Trace(folder)
        try:
            yield trace
        finally:
            self.layer.trace = None
        if self.layer.failures:
            raise self.layer.failures[0]

    # Our own calls; the real one comes first

    def open(self, trace: Trace, real: Call, path: Any, flags: int, *more: Any) -> Any:
        handle = real(path, flags, *more)
        if name := trace.name_of(path):
            self._handles[handle] = name
            if flags & os.O_CREAT:
                trace.found(name)
        return handle

    def close(self, trace: Trace, real: Call, handle: int) -> Any:
        """Forget a file handle, because its number may be given to another file."""
        self._handles.pop(handle, None)
        return real(handle)

    def write(self, trace: Trace, real: Call, handle: int, data: bytes) -> Any:
        name = self._handles.get(handle)
        offset = os.lseek(handle, 0, os.SEEK_CUR) if name else 0
        done = real(handle, data)
        if name:
            trace.tell(Wrote(trace.found(name), offset, bytes(data[:done])))
        return done

    def fsync(self, trace: Trace, real: Call, handle: int) -> Any:
        name = self._handles.get(handle)
        if name and os.path.isdir(trace.folder / name):
            trace.tell(FolderSynced(name))
        elif name:
            trace.tell(Synced(trace.found(name)))
        return real(handle)

    def replace(self, trace: Trace, real: Call, old: Any, new: Any) -> Any:
        if name := trace.name_of(old):
            trace.moved(name, trace.name_of(new) or "")
        return real(old, new)

    def unlink(self, trace: Trace, real: Call, path: Any) -> Any:
        name = None if isinstance(path, int) else trace.name_of(path)
        if name and os.path.lexists(path):
            trace.removed(name)
        return real(path)

    def mkdir(self, trace: Trace, real: Call, path: Any, *more: Any) -> Any:
        done = real(path, *more)
        if name := trace.name_of(path):
            trace.tell(Made(name, None))
        return done

    def watched(self, name: str) -> Call:
        """Replace a real function by one that records; files with other names are ignored."""
        real, ours = getattr(os, name), getattr(self, name)

        def call(*words: Any, **names: Any) -> Any:
            trace = self.layer.trace
            if trace is None:
                return None if name == "fsync" else real(*words, **names)
            if names.keys() & {"dir_fd", "src_dir_fd"} and any(names.values()):
                return real(*words, **names)
            with trace.lock:
                return ours(trace, partial(real, **names), *words)

        return call


@contextmanager
def recorder() -> Iterator[Recorder]:
    """Yield a recorder that is ready."""
    with ExitStack() as stack:
        found = Recorder(stack.enter_context(listening()))
        for name in ("open", "close", "write", "fsync", "replace", "unlink", "mkdir"):
            stack.enter_context(planted(os, name, found.watched(name)))
        yield found
