"""The bots that tests start: what they say, what they leave on the disk, how `ps` shows them."""

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from host.host import Host
from proof.secrets.notes import MUTANT, Notes
from proof.secrets.patches import hear_coroutine, hear_method
from sandbox.process import Apart

DATABASE = b"SQLite format 3"
SQLITES_OWN = ("-wal", "-shm", "-journal")


class Bots:
    """What is left by the bots of one test; `after_test` looks at it."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self._apart: list[Apart] = []
        self._databases: set[Path] = set()

    def databases(self) -> Iterator[str]:
        """Those of this test."""
        yield from map(str, self._databases)

    def listen(self) -> None:
        hear_method(Apart, "__init__", self.made)
        hear_coroutine(Apart, "begin", self.begun)
        self._hear_databases()

    def _hear_databases(self) -> None:
        opened: Callable[..., Any] = Host.open.__func__  # type: ignore[attr-defined]

        async def open_(kind: type[Host], file: Path, *given: Any, **named: Any) -> Host:
            self._databases.add(Path(file))
            found: Host = await opened(kind, file, *given, **named)
            return found

        setattr(Host, "open", classmethod(open_))  # noqa: B010

    def made(self, _: None, apart: Apart, *__: Any, **___: Any) -> None:
        self._apart.append(apart)
        self._databases.add(apart.database)
        apart.settings = {"LOG_LEVEL": "DEBUG", **apart.settings}
        if (mutant := os.environ.get(MUTANT)) and apart.command == ("-m", "sandbox.process"):
            apart.settings[MUTANT] = mutant
            apart.command = ("-m", "proof.secrets.mutated")

    def begun(self, process: asyncio.subprocess.Process, *_: Any, **__: Any) -> None:
        try:
            words = Path(f"/proc/{process.pid}/cmdline").read_bytes()
        except OSError:
            return  # it has ended
        self.notes.note("export", "a command line", words.replace(b"\0", b" ").decode())

    def after_test(self) -> None:
        for apart in self._apart:
            for line in apart.log.splitlines():
                self.notes.note("line", line)
        for file in self._databases:
            for name, text in _beside(file):
                self.notes.note("export", f"the file {name}", text)
        self._apart.clear()
        self._databases.clear()


def _beside(database: Path) -> Iterator[tuple[str, str]]:
    """The files of a database that are none themselves."""
    for file in database.parent.glob(f"{database.stem}*"):
        if file.is_file() and not file.name.endswith(SQLITES_OWN):
            content = file.read_bytes()
            if not content.startswith(DATABASE):
                yield f"*{file.suffix}", content.decode("latin-1")
