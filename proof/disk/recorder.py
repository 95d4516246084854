"""Listens to SQLite and to our own calls of the operating system, and tells one trace of both."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from proof.disk.trace import Trace
from proof.disk.vfs import Layer, listening
from proof.proof import planted

Call = Callable[..., Any]


class Recorder:
    """While nothing is recorded nothing is synced either: what is opened then is only looked at."""

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

    def told(self, path: Any) -> tuple[Trace | None, str | None]:
        trace = self.layer.trace
        return trace, trace.name_of(path) if trace and not isinstance(path, int) else None

    # Our own calls; each takes the real one first

    def open(self, real: Call, path: Any, flags: int, *more: Any, **names: Any) -> Any:
        trace, name = self.told(path)
        if not trace or not name:
            return real(path, flags, *more, **names)
        with trace.lock:
            handle = real(path, flags, *more, **names)
            self._handles[handle] = name
            if flags & os.O_CREAT:
                trace.found(name)
            return handle

    def close(self, real: Call, handle: int) -> Any:
        """Its number may soon be that of another file."""
        self._handles.pop(handle, None)
        return real(handle)

    def write(self, real: Call, handle: int, data: bytes) -> Any:
        trace, name = self.layer.trace, self._handles.get(handle)
        if not trace or not name:
            return real(handle, data)
        with trace.lock:
            offset = os.lseek(handle, 0, os.SEEK_CUR)
            done = real(handle, data)
            trace.wrote(trace.found(name), offset, bytes(data[:done]))
            return done

    def fsync(self, real: Call, handle: int) -> Any:
        trace, name = self.layer.trace, self._handles.get(handle)
        if not trace:
            return None
        with trace.lock:
            if name and os.path.isdir(trace.folder / name):
                trace.folder_synced(name)
            elif name:
                trace.synced(trace.found(name))
            return real(handle)

    def replace(self, real: Call, old: Any, new: Any, **names: Any) -> Any:
        trace, name = self.told(old)
        if not trace or not name:
            return real(old, new, **names)
        with trace.lock:
            trace.moved(name, trace.name_of(new) or "")
            return real(old, new, **names)

    def unlink(self, real: Call, path: Any, **names: Any) -> Any:
        trace, name = self.told(path)
        if not trace or not name:
            return real(path, **names)
        with trace.lock:
            if os.path.lexists(path):
                trace.removed(name)
            return real(path, **names)

    def mkdir(self, real: Call, path: Any, *more: Any, **names: Any) -> Any:
        trace, name = self.told(path)
        if not trace or not name:
            return real(path, *more, **names)
        with trace.lock:
            done = real(path, *more, **names)
            trace.made_folder(name)
            return done


@contextmanager
def recorder() -> Iterator[Recorder]:
    """Ready to record, until the end of the block."""
    with ExitStack() as stack:
        found = Recorder(stack.enter_context(listening()))
        for name in ("open", "close", "write", "fsync", "replace", "unlink", "mkdir"):
            stack.enter_context(planted(os, name, _before(getattr(os, name), getattr(found, name))))
        yield found


def _before(real: Call, ours: Call) -> Call:
    return lambda *args, **names: ours(real, *args, **names)
