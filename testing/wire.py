"""The network between a process and its PostgreSQL server, which can be cut and held."""

import asyncio
import contextlib
from enum import StrEnum
from pathlib import Path

SOCKET = ".s.PGSQL.5432"
COMMIT = b"COMMIT"


class Cut(StrEnum):
    """What happens to the next commit."""

    LOST = "lost"  # the server never receives it
    UNHEARD = "unheard"  # it is stored, but nobody is told


class Wire:
    """A folder with a socket: connections to it reach the server through this."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.folder, self._server_folder = folder, server
        self.cut_at_commit: Cut | None = None
        self.cuts = 0  # commits that were cut
        self._flows = asyncio.Event()
        self._flows.set()
        self._ends: set[asyncio.StreamWriter] = set()
        self._listening: asyncio.Server | None = None

    async def __aenter__(self) -> "Wire":
        self.folder.mkdir()
        self._listening = await asyncio.start_unix_server(self._join, self.folder / SOCKET)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._listening
        self._listening.close()
        self._flows.set()
        self.cut()
        await self._listening.wait_closed()

    def cut(self) -> None:
        """End every connection; new ones are possible."""
        for end in [*self._ends]:
            end.close()

    def hold(self) -> None:
        """Let nothing arrive any more, without ending a connection."""
        self._flows.clear()

    def let_go(self) -> None:
        self._flows.set()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there = await asyncio.open_unix_connection(self._server_folder / SOCKET)
        except OSError:
            writer.close()
            return
        line = _Line((reader, writer), there, self)
        self._ends |= {writer, there[1]}
        await asyncio.wait(
            [asyncio.create_task(line.ask()), asyncio.create_task(line.answer())],
            return_when=asyncio.ALL_COMPLETED,
        )
        self._ends -= {writer, there[1]}

    async def flows(self) -> None:
        await self._flows.wait()


class _Line:
    """One connection."""

    def __init__(
        self,
        here: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        there: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        wire: Wire,
    ) -> None:
        self._here, self._there, self._wire = here, there, wire
        self._is_unheard = False

    async def ask(self) -> None:
        """Pass on what the process sends to the server."""
        with contextlib.suppress(OSError):
            while said := await self._here[0].read(65_536):
                await self._wire.flows()
                if self._wire.cut_at_commit and COMMIT in said:
                    cut, self._wire.cut_at_commit = self._wire.cut_at_commit, None
                    self._wire.cuts += 1
                    if cut is Cut.LOST:
                        break
                    self._is_unheard = True
                self._there[1].write(said)
                await self._there[1].drain()
        self._end()

    async def answer(self) -> None:
        """Pass on what the server sends to the process."""
        with contextlib.suppress(OSError):
            while said := await self._there[0].read(65_536):
                await self._wire.flows()
                if self._is_unheard:
                    break
                self._here[1].write(said)
                await self._here[1].drain()
        self._end()

    def _end(self) -> None:
        for _, writer in (self._here, self._there):
            writer.close()
