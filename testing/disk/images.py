"""The recorded changes to files, and what a crash or a power cut leaves of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from threading import RLock
from typing import Any, NamedTuple

UNTOLD = ("-shm",)  # SQLite's index, which the next process creates again


class Made(NamedTuple):
    """A new file, or a folder if it has no number."""

    name: str
    file: int | None


class Wrote(NamedTuple):
    file: int
    offset: int
    data: bytes


class Cut(NamedTuple):
    """The file ends there now."""

    file: int
    size: int


class Synced(NamedTuple):
    file: int


class Moved(NamedTuple):
    old: str
    new: str


class Removed(NamedTuple):
    name: str


class FolderSynced(NamedTuple):
    name: str


Step = Made | Wrote | Cut | Synced | Moved | Removed | FolderSynced


class Mark(NamedTuple):
    """Something that was promised after this many steps."""

    position: int
    promise: Any


class Trace:
    """All steps since the beginning, when everything on the disk is assumed to be safe."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.steps: list[Step] = []
        self.marks: list[Mark] = []
        self.lock = RLock()  # held during a step, so that steps are recorded in their order
        self.first_names: dict[str, int | None] = {}
        self.first_contents: dict[int, bytes] = {}
        self._numbers: dict[str, int] = {}
        self._count = 0
        for path in sorted(self.folder.rglob("*")):
            self._find(path)
        self._numbers = {n: file for n, file in self.first_names.items() if file is not None}

    def _find(self, path: Path) -> None:
        name = self.name_of(path)
        if name and path.is_dir():
            self.first_names[name] = None
        elif name:
            self.first_names[name] = self._new_number()
            self.first_contents[self._count] = path.read_bytes()

    def _new_number(self) -> int:
        self._count += 1
        return self._count

    def name_of(self, path: str | bytes | os.PathLike[Any]) -> str | None:
        """Return the path relative to the folder, "." for the folder; None if it isn't recorded."""
        found = Path(os.fsdecode(path))
        if not found.is_relative_to(self.folder) or found.name.endswith(UNTOLD):
            return None
        return found.relative_to(self.folder).as_posix()

    def mark(self, promise: Any) -> None:
        with self.lock:
            self.marks.append(Mark(len(self.steps), promise))

    # Recording steps

    def found(self, name: str) -> int:
        """Return the number of a file that exists, or of a new one."""
        if name not in self._numbers:
            self._numbers[name] = self._new_number()
            self.steps.append(Made(name, self._count))
        return self._numbers[name]

    def tell(self, step: Step) -> None:
        self.steps.append(step)

    def moved(self, old: str, new: str) -> None:
        self._numbers[new] = self._numbers.pop(old)
        self.steps.append(Moved(old, new))

    def removed(self, name: str) -> None:
        if self._numbers.pop(name, None) is not None:
            self.steps.append(Removed(name))


SECTOR = 512  # bytes that reach the disk together or not at all
CHANCES = (0.0, 0.1, 0.5, 0.9, 1.0)
Image = dict[str, bytes | None]  # what exists by its name; None: a folder


class Entry(NamedTuple):
    """What a name refers to: a file by its number, or a folder."""

    file: int | None


class Naming(NamedTuple):
    """One change in a folder; None: the name is gone."""

    folder: str
    names: Mapping[str, Entry | None]


class Stored:
    """One file: what is safe on the disk, what is on its way there, and what one reads now."""

    def __init__(self, content: bytes = b"") -> None:
        self.safe, self.now = content, bytearray(content)
        self.pending: list[Wrote | Cut] = []

    def take(self, change: Wrote | Cut) -> None:
        self.pending.append(change)
        _change(self.now, change)

    def sync(self) -> None:
        if self.pending:
            self.safe, self.pending = bytes(self.now), []


class Disk:
    """The files below one folder, as they change from the beginning of a trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.position = trace, 0
        self.names = {name: Entry(file) for name, file in trace.first_names.items()}
        self.safe_names = dict(self.names)
        self.pending: list[Naming] = []
        self.files = {file: Stored(content) for file, content in trace.first_contents.items()}

    def go_to(self, position: int) -> None:
        """Apply steps up to this many; there is no way back."""
        assert position >= self.position
        while self.position < position:
            self._take(self.trace.steps[self.position])
            self.position += 1

    def _take(self, step: Step) -> None:
        match step:
            case Wrote() | Cut():
                self.files[step.file].take(step)
            case Synced(file):
                self.files[file].sync()
            case FolderSynced(folder):
                self._sync(folder)
            case Made(name, file):
                if file is not None:
                    self.files[file] = Stored()
                self._name(name, {name: Entry(file)})
            case Moved(old, new):
                self._name(new, {old: None, new: self.names[old]})
            case Removed(name):
                self._name(name, {name: None})

    def _name(self, name: str, names: Mapping[str, Entry | None]) -> None:
        self.pending.append(Naming(Path(name).parent.as_posix(), names))
        _rename(self.names, names)

    def _sync(self, folder: str) -> None:
        """Make the entries of that folder safe; its own name is an entry of its parent."""
        for naming in self.pending:
            if naming.folder == folder:
                _rename(self.safe_names, naming.names)
        self.pending = [naming for naming in self.pending if naming.folder != folder]

    # What remains

    def after_a_crash(self, torn: int = 0) -> Image:
        """Return all that was done, and this many bytes of the next step, which must be `Wrote`."""
        step = self.trace.steps[self.position] if torn else None

        def content(file: int) -> bytes:
            if not isinstance(step, Wrote) or step.file != file:
                return bytes(self.files[file].now)
            found = bytearray(self.files[file].now)
            _change(found, step._replace(data=step.data[:torn]))
            return bytes(found)

        return _image(self.names, content)

    def after_the_worst_cut(self) -> Image:
        """Return only what was synced."""
        return _image(self.safe_names, lambda file: self.files[file].safe)

    def after_a_cut(self, rng: Random) -> Image:
        """Return what was synced and any part of the rest, in any order: writes, sizes, names."""
        names, chance = dict(self.safe_names), rng.choice(CHANCES)
        for naming in self.pending:
            if rng.random() < chance:
                _rename(names, naming.names)
        return _image(names, lambda file: _survived(self.files[file], rng))


def _image(names: Mapping[str, Entry], content: Callable[[int], bytes]) -> Image:
    """Return the files that can be reached: none is in a missing folder."""
    found: Image = {}
    for name in sorted(names):
        folder = Path(name).parent.as_posix()
        if folder == "." or folder in found:
            file = names[name].file
            found[name] = None if file is None else content(file)
    return found


def _rename(names: dict[str, Entry], changes: Mapping[str, Entry | None]) -> None:
    for name, entry in changes.items():
        if entry is None:
            names.pop(name, None)
        else:
            names[name] = entry


def _change(
    content: bytearray, change: Wrote | Cut, filler: Callable[[int], bytes] = bytes
) -> None:
    """Apply a change; bytes between the old end and the new one may be anything."""
    end = change.size if isinstance(change, Cut) else change.offset
    if len(content) < end:
        content += filler(end - len(content))
    if isinstance(change, Cut):
        del content[change.size :]
    else:
        content[change.offset : change.offset + len(change.data)] = change.data


def _survived(file: Stored, rng: Random) -> bytes:
    """Keep each change, drop it, or keep only some of its sectors."""
    if not file.pending:
        return file.safe
    content = bytearray(file.safe)
    first, last = rng.choice(CHANCES), rng.choice(CHANCES)  # the latest change may be kept alone
    filler = rng.choice((bytes, rng.randbytes))
    for number, change in enumerate(file.pending):
        chance = first + (last - first) * number / max(len(file.pending) - 1, 1)
        parts = _sectors(change) if rng.random() < 0.5 else [change]
        for part in parts:
            if rng.random() < chance:
                _change(content, part, filler)
    if len(content) < len(file.now) and rng.random() < 0.3:
        _change(content, Cut(0, len(file.now)), filler)
    return bytes(content)


def _sectors(change: Wrote | Cut) -> list[Wrote | Cut]:
    if isinstance(change, Cut):
        return [change]
    found: list[Wrote | Cut] = []
    offset, end = change.offset, change.offset + len(change.data)
    while offset < end:
        until = min((offset // SECTOR + 1) * SECTOR, end)
        data = change.data[offset - change.offset : until - change.offset]
        found.append(Wrote(change.file, offset, data))
        offset = until
    return found


def lay_out(image: Image, folder: Path) -> None:
    """Write the image as real files."""
    for name, content in image.items():
        if content is None:
            (folder / name).mkdir(parents=True)
        else:
            (folder / name).write_bytes(content)


def missed(trace: Trace) -> list[str]:
    """Yield files that differ from what the trace says, so something wasn't recorded."""
    disk = Disk(trace)
    disk.go_to(len(trace.steps))
    told, real = disk.after_a_crash(), Disk(Trace(trace.folder)).after_a_crash()
    return sorted(name for name in {*told, *real} if told.get(name, 0) != real.get(name, 0))
