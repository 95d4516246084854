"""Every change of the files below one folder in its order, with marks of what was promised."""

from __future__ import annotations

import os
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

UNTOLD = ("-shm",)  # SQLite's index, which the next process makes again


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
    """Something that was promised when so many steps were done."""

    position: int
    promise: Any


class Trace:
    """All steps since the beginning, in which everything on the disk is taken as safe there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.steps: list[Step] = []
        self.marks: list[Mark] = []
        self.lock = RLock()  # held during a step, so that the order told is the order done
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
        """Relative to the folder, "." for itself; None: it is not told about."""
        found = Path(os.fsdecode(path))
        if not found.is_relative_to(self.folder) or found.name.endswith(UNTOLD):
            return None
        return found.relative_to(self.folder).as_posix()

    def mark(self, promise: Any) -> None:
        with self.lock:
            self.marks.append(Mark(len(self.steps), promise))

    # Steps, as they are told

    def found(self, name: str) -> int:
        """The number of a file that is there, or of a new one."""
        if name not in self._numbers:
            self._numbers[name] = self._new_number()
            self.steps.append(Made(name, self._count))
        return self._numbers[name]

    def made_folder(self, name: str) -> None:
        self.steps.append(Made(name, None))

    def wrote(self, file: int, offset: int, data: bytes) -> None:
        self.steps.append(Wrote(file, offset, data))

    def cut(self, file: int, size: int) -> None:
        self.steps.append(Cut(file, size))

    def synced(self, file: int) -> None:
        self.steps.append(Synced(file))

    def folder_synced(self, name: str) -> None:
        self.steps.append(FolderSynced(name))

    def moved(self, old: str, new: str) -> None:
        self._numbers[new] = self._numbers.pop(old)
        self.steps.append(Moved(old, new))

    def removed(self, name: str) -> None:
        if self._numbers.pop(name, None) is not None:
            self.steps.append(Removed(name))
