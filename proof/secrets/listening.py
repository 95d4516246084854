"""Listens while tests run: collects secrets where they are made, and all that is given out."""

import asyncio
import asyncio.subprocess
import builtins
import functools
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from aiohttp import web

import bot
import host.cli
import sandbox.process
from cogs.metrics import Metrics
from host import chain, fairness, privacy
from host.database.locations import location_of
from host.database.sqlite_files import SqliteLocation
from host.host import Host
from host.store.challenges import ChallengeStore
from host.store.journal import JournalStore
from host.store.tables import TableStore
from host.unit_of_work import UnitOfWork
from proof.secrets.run import MUTANT, Notes
from sandbox import attachments
from sandbox.interactions import Desk, Interaction
from sandbox.process import Apart
from sandbox.server import Server
from sandbox.world import File, World

OURS = ("bot", "cogs", "engine", "host", "render", "sandbox", "testing", "tests")
Hear = Callable[..., None]  # what came back, then what was given


def hear_function(function: Callable[..., Any], hear: Hear) -> None:
    """In each of our modules that knows it, under whatever name."""
    after = heard(function, hear)
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in OURS:
            for each, value in list(vars(module).items()):
                if value is function:
                    setattr(module, each, after)


def hear_method(kind: type, name: str, hear: Hear) -> None:
    setattr(kind, name, heard(getattr(kind, name), hear))


def heard(function: Callable[..., Any], hear: Hear) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        found = function(*given, **named)
        hear(found, *given, **named)
        return found

    @functools.wraps(function)
    async def awaited(*given: Any, **named: Any) -> Any:
        found = await function(*given, **named)
        hear(found, *given, **named)
        return found

    return awaited if inspect.iscoroutinefunction(function) else call


# Where secrets come from

BOT, INTERACTION, KEY = "the bot's token", "an interaction's token", "a key"
LINK, ADDRESS = "a link of a chain of keys", "the address of a picture"
LEAST = 20  # characters: what is shorter is no token at all
KEY_SIZE = 32


def hear_secrets(notes: Notes) -> None:
    def token(found: str) -> None:
        if len(found) >= LEAST:
            notes.secret(BOT, found)

    def begun(found: Interaction, *_: Any, **__: Any) -> None:
        notes.secret(INTERACTION, found.token)

    def uploaded(found: dict[str, Any], world: World, message: Any, file: File, _: Any) -> None:
        notes.secret(ADDRESS, world.files[found["id"]].secret)

    _hear_tokens(token)
    hear_method(Desk, "begin", begun)
    hear_function(attachments.upload_file, uploaded)
    _hear_keys(notes)


def _hear_tokens(hear: Callable[[str], None]) -> None:
    hear_function(sandbox.process.new_token, hear)
    hear_method(Server, "__init__", lambda _, server, *__, **___: hear(server.token))
    hear_method(Apart, "__init__", lambda _, s, *__, **___: hear(s.settings["DISCORD_TOKEN"]))


def _hear_keys(notes: Notes) -> None:
    def keys(*facts: Any, **named: Any) -> None:
        for fact in _flat((*facts, *named.values())):
            if isinstance(fact, bytes) and len(fact) == KEY_SIZE:
                notes.secret(KEY, fact)

    def link(found: bytes, _: bytes, number: int) -> None:
        if number:  # else it is the anchor, which everybody knows
            notes.secret(LINK, found)

    hear_method(JournalStore, "key", keys)
    hear_method(TableStore, "insert_table", keys)
    for name in ("chain", "insert_chain", "insert_deal", "deal_key"):
        hear_method(ChallengeStore, name, keys)
    hear_function(chain.link, link)


def _flat(facts: Iterable[Any]) -> Iterable[Any]:
    for fact in facts:
        yield from fact if isinstance(fact, tuple) else (fact,)


# All that is given out

PROGRAMS = ("bot.py", "host")
TEXTS = (".json", ".journal", ".txt")
LEVEL = "LOG_LEVEL"
A_KEY = re.compile(r"^key [0-9a-f]{64}$", re.MULTILINE)  # `journal` sees whether it may be there
DATABASE, SQLITES_OWN = b"SQLite format 3", ("-wal", "-shm", "-journal")


class Exports:
    """Writes down files, what programs print, journals, personal data; what bots leave behind."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self._apart: list[Apart] = []  # of this test
        self._databases: set[Path] = set()

    def listen(self) -> None:
        hear_function(fairness.export, self.journal)
        hear_function(privacy.as_text, lambda text, *_: self.give("what is stored of one", text))
        hear_function(attachments.upload_file, self.served)
        hear_method(Metrics, "_metrics", self.page)
        for program in (bot, host.cli):
            vars(program)["print"] = self._print
        hear_method(Apart, "__init__", self.made)
        hear_method(Apart, "begin", self.begun)
        self._hear_databases()
        self._hear_programs()

    def give(self, kind: str, text: str) -> None:
        self.notes.note("export", kind, A_KEY.sub("", text))

    def journal(self, text: str, uow: UnitOfWork, table_id: int) -> None:
        """The key of a table that is over is no secret any more."""
        key = uow.store.key(table_id).hex() if uow.table(table_id).is_revealed else ""
        self.notes.note("export", "a journal", text.replace(key, "") if key else text)

    def served(self, found: Any, world: World, message: Any, file: File, _: Any) -> None:
        if file.name.endswith(TEXTS):
            self.give("a file", file.content.decode())

    def page(self, found: web.Response, *_: Any) -> None:
        """The bot's numbers: they may tell as little as the log."""
        assert isinstance(found.body, bytes)
        for line in found.body.decode().splitlines():
            self.notes.note("line", line)

    def _print(self, *words: Any, **how: Any) -> None:
        self.give("what a program prints", " ".join(map(str, words)))
        builtins.print(*words, **how)

    # Programs: whatever starts a process does it by `Popen`

    def _hear_programs(self) -> None:
        begin = subprocess.Popen.__init__

        @functools.wraps(begin)
        def begun(process: Any, words: Any, *given: Any, **named: Any) -> None:
            if is_ours(words):
                named["env"] = {LEVEL: "DEBUG", **(named.get("env") or os.environ)}
                self.give("a command line", " ".join(map(str, words)))
                process.is_ours = True
            begin(process, words, *given, **named)

        def communicated(said: tuple[Any, Any], process: Any, *_: Any, **__: Any) -> None:
            self._said(process, *said)

        def received(_: None, protocol: Any, fd: int, data: bytes) -> None:
            self._said(protocol._transport.get_extra_info("subprocess"), data)

        setattr(subprocess.Popen, "__init__", begun)  # noqa: B010
        hear_method(subprocess.Popen, "communicate", communicated)
        protocol = asyncio.subprocess.SubprocessStreamProtocol
        hear_method(protocol, "pipe_data_received", received)

    def _said(self, process: Any, *texts: str | bytes | None) -> None:
        for each in texts if hasattr(process, "is_ours") else ():
            text = each.decode(errors="replace") if isinstance(each, bytes) else each or ""
            self.give("what a program prints", text)
            for line in text.splitlines():
                if " level=" in line:
                    self.notes.note("line", line)

    # Bots

    def _hear_databases(self) -> None:
        opened: Callable[..., Any] = Host.open.__func__  # type: ignore[attr-defined]

        async def open_(kind: type[Host], where: Any, *given: Any, **named: Any) -> Host:
            if isinstance(place := location_of(where), SqliteLocation):
                self._databases.add(place.file)
            found: Host = await opened(kind, where, *given, **named)
            return found

        setattr(Host, "open", classmethod(open_))  # noqa: B010

    def made(self, _: None, apart: Apart, *__: Any, **___: Any) -> None:
        self._apart.append(apart)
        self._databases.add(apart.database)
        apart.settings = {LEVEL: "DEBUG", **apart.settings}
        if (mutant := os.environ.get(MUTANT)) and apart.command == ("-m", "sandbox.process"):
            apart.settings[MUTANT] = mutant
            apart.command = ("-m", "proof.secrets.mutants")

    def begun(self, process: asyncio.subprocess.Process, *_: Any, **__: Any) -> None:
        try:
            words = Path(f"/proc/{process.pid}/cmdline").read_bytes()
        except OSError:
            return  # it has ended
        self.give("a command line", words.replace(b"\0", b" ").decode())

    def after_test(self) -> None:
        """What its bots have left."""
        for apart in self._apart:
            for line in apart.log.splitlines():
                self.notes.note("line", line)
        for file in self._databases:
            for name, text in _beside(file):
                self.notes.note("export", f"the file {name}", text)
        self._apart.clear()
        self._databases.clear()


def is_ours(words: Any) -> bool:
    if isinstance(words, str | bytes | os.PathLike):
        return False
    return any(Path(str(word)).name in PROGRAMS for word in words)


def _beside(database: Path) -> Iterator[tuple[str, str]]:
    """The files of a database that are none themselves."""
    for file in database.parent.glob(f"{database.stem}*"):
        if file.is_file() and not file.name.endswith(SQLITES_OWN):
            content = file.read_bytes()
            if not content.startswith(DATABASE):
                yield f"*{file.suffix}", content.decode("latin-1")
